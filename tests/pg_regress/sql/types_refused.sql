-- A value whose type has no hash is refused when the statement is parsed, by aggregates and by functions.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
\set SHOW_CONTEXT never

CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE TYPE pair AS (a integer, b integer);
CREATE DOMAIN feeling AS mood;
CREATE DOMAIN nine AS char(9);

SELECT hll_add_agg('happy'::mood);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(hll_empty(), '{"a": 1}'::jsonb);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg('happy'::mood, 1000);
\echo :LAST_ERROR_SQLSTATE

CREATE FUNCTION sqlstate_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE;
END
$$;

-- 42883: there is no such function. The value would be NULL, so nothing but the type can be at fault.
SELECT type, sqlstate_of(format('SELECT hll_add_agg(NULL::%s)', type)) AS hll_add_agg,
    sqlstate_of(format('SELECT hll_add_agg(NULL::%s, 12)', type)) AS "hll_add_agg(, 12)",
    sqlstate_of(format('SELECT hll_count_distinct(NULL::%s)', type)) AS hll_count_distinct,
    sqlstate_of(format('SELECT hll_add(hll_empty(), NULL::%s)', type)) AS hll_add,
    sqlstate_of(format('SELECT bloom_add_agg(NULL::%s)', type)) AS bloom_add_agg,
    sqlstate_of(format('SELECT bloom_add_agg(NULL::%s, 10, 0.1)', type)) AS "bloom_add_agg(, 10, 0.1)",
    sqlstate_of(format('SELECT bloom_add(bloom_empty(10), NULL::%s)', type)) AS bloom_add,
    sqlstate_of(format('SELECT bloom_contains(bloom_empty(10), NULL::%s)', type)) AS bloom_contains
FROM unnest(ARRAY['mood', 'json', 'jsonb', 'jsonpath', 'xml', 'feeling', 'pair', 'record', 'integer[]',
    'text[]', 'uuid[]',
    'int4range', 'int4multirange', 'point', 'box', 'circle', 'path', 'polygon', 'line', 'lseg', 'cidr', 'macaddr',
    'macaddr8', '"char"',
    'money', 'bit(3)', 'varbit', 'time', 'timetz', 'interval', 'oid', 'xid', 'xid8', 'cid', 'tid', 'regclass',
    'regtype', 'regproc', 'regrole',
    'tsvector', 'tsquery', 'pg_lsn', 'pg_snapshot', 'refcursor', 'aclitem', 'hll', 'bloom'])
    WITH ORDINALITY AS refused(type, n)
ORDER BY n;

-- Every type of the table of domains is taken.
SELECT type, sqlstate_of(format('SELECT hll_add_agg(NULL::%s)', type)) AS hll_add_agg,
    sqlstate_of(format('SELECT hll_count_distinct(NULL::%s, 12)', type)) AS hll_count_distinct,
    sqlstate_of(format('SELECT hll_add(hll_empty(), NULL::%s)', type)) AS hll_add,
    sqlstate_of(format('SELECT bloom_add_agg(NULL::%s, 10)', type)) AS bloom_add_agg,
    sqlstate_of(format('SELECT bloom_add(bloom_empty(10), NULL::%s)', type)) AS bloom_add,
    sqlstate_of(format('SELECT bloom_contains(bloom_empty(10), NULL::%s)', type)) AS bloom_contains
FROM unnest(ARRAY['smallint', 'integer', 'bigint', 'text', 'varchar', 'varchar(9)', 'char(9)', 'bpchar', 'name', 'uuid',
    'bytea', 'boolean',
    'real', 'double precision', 'numeric', 'numeric(9,2)', 'date', 'timestamp', 'timestamp(0)', 'timestamptz', 'inet',
    'sketch_hash', 'sketch_item', 'nine'])
    WITH ORDINALITY AS accepted(type, n)
ORDER BY n;

-- No other type in the catalogue has found a way in, directly or over a chain of casts.
SELECT type FROM (
    SELECT format_type(oid, NULL) AS type FROM pg_type WHERE typtype IN ('b', 'e', 'r', 'm') AND typcategory <> 'A'
    AND typname !~ '^pg_toast' AND typnamespace = 'pg_catalog'::regnamespace) AS t
WHERE 'accepted' IN (sqlstate_of(format('SELECT hll_add(hll_empty(), NULL::%s)', type)),
    sqlstate_of(format('SELECT bloom_contains(bloom_empty(10), NULL::%s)', type)))
ORDER BY type COLLATE "C";

-- The way out is a cast to text, or to another type that has a hash.
SELECT hll_count_distinct(value::text) AS enums FROM unnest(enum_range(NULL::mood)) AS value;
SELECT hll_count_distinct(value::text) AS arrays, hll_count_distinct(value::inet) AS cidrs
FROM unnest(ARRAY['10.0.0.0/8', '10.1.0.0/16']::cidr[]) AS value;

-- The same where no row is read yet, and for other arguments that do not fit.
CREATE VIEW mood_view AS SELECT hll_add_agg(value) FROM unnest(enum_range(NULL::mood)) AS value;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(*);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(1, 12.0);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_precision(hll_add_agg(1, '12'));
SELECT bloom_add_agg(1, 12.5);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1000, 1, 1);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(hll_empty(), 1);
\echo :LAST_ERROR_SQLSTATE
