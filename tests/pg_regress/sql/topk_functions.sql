-- topk: the functions on one or two sketches, and what they refuse.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA topk_functions;
SET search_path = topk_functions, public;
\set SHOW_CONTEXT never

-- n is added n times, for n up to 20; five values are kept.
CREATE TABLE sample AS
SELECT topk_sum_agg(n, n) AS exact, topk_sum_agg(n, n, 5) AS bounded FROM generate_series(1, 20) AS n;

-- All values, the first, none; more than there are.
SELECT l.* FROM sample, topk_list(bounded) AS l;
SELECT value, count FROM sample, topk_list(exact, 3);
SELECT count(*) FROM sample, topk_list(exact, 0);
SELECT count(*) FROM sample, topk_list(exact, 1000000);
SELECT count(*) FROM topk_list(topk_empty());
SELECT count(*) FROM topk_list(NULL);
SELECT l.* FROM sample, topk_list(exact, -1) AS l;
\echo :LAST_ERROR_SQLSTATE
-- The order of the list is that of the counts that are shown.
SELECT bool_and(count >= next) FROM (SELECT count, lead(count) OVER () AS next FROM sample, topk_list(exact)) AS listed;

-- How often a value was added: one that is kept, one that is not, one that was never added.
SELECT n, topk_count(exact, n), topk_count_bounds(exact, n), topk_count(bounded, n), topk_count_bounds(bounded, n)
FROM sample, unnest(ARRAY[20, 3, 99]) AS n;
SELECT topk_total(bounded), topk_bound(bounded), topk_capacity(bounded), topk_bound(exact) FROM sample;
SELECT i.* FROM sample, topk_info(bounded) AS i;
SELECT * FROM topk_info(topk_empty(3));

-- A text of any type of string is one value. char(n) is another kind of value.
SELECT topk_count(t, 'a'), topk_count(t, 'a'::varchar), topk_count(t, 'a'::name)
FROM (SELECT topk_add(topk_empty(), 'a') AS t) AS sample;
SELECT topk_count(topk_add(topk_empty(), 'a'), 'a'::char(3));
\echo :LAST_ERROR_SQLSTATE
SELECT topk_count(topk_add(topk_empty(), 'a'::char(3)), 'a'::char(5));
SELECT topk_count(topk_add(topk_empty(), 1), 1::smallint), topk_count(topk_add(topk_empty(), 1), 1::bigint);
SELECT topk_count(topk_add(topk_empty(), 1), 'a');
\echo :LAST_ERROR_SQLSTATE
SELECT topk_add(topk_empty(), 1.5) + topk_add(topk_empty(), 1);
\echo :LAST_ERROR_SQLSTATE
SELECT topk_add(topk_empty(), '{}'::jsonb);
\echo :LAST_ERROR_SQLSTATE
SELECT topk_add(topk_empty(), sketch_hash_of(1));
\echo :LAST_ERROR_SQLSTATE
CREATE COLLATION ignore_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
SELECT topk_add(topk_empty(), name) FROM (SELECT 'a'::text COLLATE ignore_case AS name) AS sample;
\echo :LAST_ERROR_SQLSTATE

-- Every type that has a hash, there and back.
CREATE FUNCTION shown(topk) RETURNS text IMMUTABLE RETURN (SELECT value FROM topk_list($1));
SET timezone = 'UTC';
SELECT shown(topk_add(topk_empty(), '-9223372036854775808'::bigint)) AS bigint,
    shown(topk_add(topk_empty(), 'zwölf 日本語'::text)) = 'zwölf 日本語' AS text,
    shown(topk_add(topk_empty(), '12345678-9abc-def0-1234-56789abcdef0'::uuid)) AS uuid,
    shown(topk_add(topk_empty(), '\x00ff'::bytea)) AS bytea, shown(topk_add(topk_empty(), true)) AS boolean,
    shown(topk_add(topk_empty(), 1e-7::float8)) AS float8, shown(topk_add(topk_empty(), 'NaN'::float4)) AS float4,
    shown(topk_add(topk_empty(), -12.50)) AS numeric;
SELECT shown(topk_add(topk_empty(), '0044-03-15 BC'::date)) AS date,
    shown(topk_add(topk_empty(), '2026-01-02 03:04:05.678'::timestamp)) AS timestamp,
    shown(topk_add(topk_empty(), 'infinity'::timestamptz)) AS timestamptz,
    shown(topk_add(topk_empty(), '10.0.0.1/8'::inet)) AS inet, shown(topk_add(topk_empty(), '::1'::inet)) AS inet6;
-- A value as text is the value again.
SELECT t AS different FROM generate_series('2026-01-01'::timestamptz, '2027-01-01', '7 days 11:13:17.000123') AS t
WHERE shown(topk_add(topk_empty(), t))::timestamptz <> t;
SELECT f AS different FROM (SELECT exp(n)::float8 AS f FROM generate_series(-700, 700, 7) AS n) AS sample
WHERE shown(topk_add(topk_empty(), f)) <> f::text;

-- A long value stands as its beginning and its hash, so long values with one beginning are several.
SELECT left(value, 3) || '...' || right(value, 17) AS value, length(value), count
FROM topk_list((SELECT topk_add_agg(repeat('x', 255) || n % 2) FROM generate_series(1, 3) AS n));
SELECT length(value), count FROM topk_list(topk_add(topk_empty(), repeat('x', 255)));
SELECT topk_count(topk_add(topk_empty(), repeat('x', 1000)), repeat('x', 1000)) AS found,
    topk_count(topk_add(topk_empty(), repeat('x', 1000)), repeat('x', 1001)) AS other;
SELECT topk_count(topk_add(topk_empty(), decode(repeat('00', 300), 'hex')), decode(repeat('00', 300), 'hex')) AS found;

-- Merging: a batch that comes twice counts twice. Capacities must be the same; an empty one fits any.
SELECT value, count FROM sample, topk_list(exact + exact, 2);
SELECT exact + topk_empty() = exact AS right, topk_empty(9) + exact = exact AS left FROM sample;
SELECT bounded + exact FROM sample;
\echo :LAST_ERROR_SQLSTATE
SELECT topk_truncate(exact, 5) = bounded AS truncated, topk_truncate(exact, 5) + bounded = bounded + bounded AS merged
FROM sample;
SELECT topk_truncate(bounded, 6) FROM sample;
\echo :LAST_ERROR_SQLSTATE
SELECT topk_capacity(topk_truncate(topk_empty(5), 6));

-- Weights and capacities out of range; a total out of range.
SELECT topk_add(topk_empty(), 'a', -1);
\echo :LAST_ERROR_SQLSTATE
SELECT topk_add(topk_empty(), 'a', 0) = topk_empty() AS nothing;
SELECT topk_add(topk_add(topk_empty(), 'a', 9223372036854775807), 'b');
\echo :LAST_ERROR_SQLSTATE
SELECT t + t FROM (SELECT topk_add(topk_empty(), 'a', 9223372036854775807) AS t) AS sample;
\echo :LAST_ERROR_SQLSTATE
SELECT topk_empty(0);
\echo :LAST_ERROR_SQLSTATE
SELECT topk_empty(100001);
\echo :LAST_ERROR_SQLSTATE
-- NULL is no value.
SELECT topk_add(topk_empty(), NULL::text), topk_add(NULL, 1), topk_count(topk_empty(), NULL::int), topk_empty(NULL);

-- Untyped: a literal is a text, in an aggregate it is refused, and so is a parameter.
SELECT topk_add_agg('abc');
\echo :LAST_ERROR_SQLSTATE
PREPARE untyped AS SELECT topk_count(topk_empty(), $1);
\echo :LAST_ERROR_SQLSTATE
SELECT 'sketch_value:0201'::sketch_value, 'a'::text::sketch_value, '12'::sketch_value;
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_value(42), sketch_value('a'::text), 'sketch_value:0261'::sketch_value;

-- What the planner assumes.
CREATE FUNCTION estimated_rows(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN ' || query LOOP
        RETURN substring(line FROM 'rows=(\d+)');
    END LOOP;
END $$;
SELECT estimated_rows('SELECT * FROM topk_list(topk_empty())') AS all, estimated_rows('SELECT * FROM topk_list(topk_empty(), 7)') AS seven,
    estimated_rows('SELECT * FROM topk_list(topk_empty(), (SELECT 7))') AS unknown;
