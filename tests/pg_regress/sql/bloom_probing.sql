-- bloom_contains finds the same however a filter is stored and however often it is probed; and what the planner
-- makes of it.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA bloom_probing;
SET search_path = bloom_probing, public;
\set SHOW_CONTEXT never

-- Filters of every form, out of line (as they are stored unless told otherwise), compressed where that helps, and in
-- line as far as they fit.
CREATE TABLE stored (name text, members integer, external bloom, extended bloom, main bloom);
ALTER TABLE stored ALTER extended SET STORAGE extended, ALTER main SET STORAGE main;
INSERT INTO stored SELECT name, members, filter, filter, filter
FROM (VALUES ('long list', 500, 20000, 1e-6), ('one block', 100, 100, 0.01), ('filter', 20000, 20000, 0.01),
    ('sparse filter', 1200, 20000, 0.01), ('layers', 20000, 1000, 0.001), ('strict filter', 20000, 20000, 1e-8))
    AS made(name, members, capacity, fpr),
    LATERAL (SELECT bloom_add_agg(g, capacity, fpr) AS filter FROM generate_series(1, members) AS g) AS v;
INSERT INTO stored VALUES ('empty', 0, bloom_empty(100), bloom_empty(100), bloom_empty(100)),
    ('null', 0, NULL, NULL, NULL);
SELECT name, (bloom_info(external)).form, external = extended AND external = main AS same,
    pg_column_size(external) < length(external::bytea) AS smaller,
    pg_column_size(extended) < length(extended::bytea) AS compressed,
    pg_column_size(main) < length(main::bytea) AS compressed_in_line
FROM stored WHERE name <> 'null' ORDER BY name COLLATE "C";

-- One call site for each filter: probed rarely, then so often that it is read whole.
SELECT name, n, found FROM stored, (VALUES (2), (50), (20000)) AS probes(n),
    LATERAL (SELECT (SELECT count(*) FROM generate_series(1, n) AS g WHERE bloom_contains(external, g)) =
        (SELECT count(*) FROM generate_series(1, n) AS g WHERE bloom_contains(external || bloom_empty(1), g)) AS found)
    AS v
WHERE name IN ('long list', 'filter', 'layers', 'empty') ORDER BY name COLLATE "C", n;
-- One call site for all filters in turn.
SELECT name, members, count(*) FILTER (WHERE g <= members AND bloom_contains(external, g)) AS external,
    count(*) FILTER (WHERE g <= members AND bloom_contains(extended, g)) AS extended
FROM stored, generate_series(1, 20000) AS g GROUP BY name, members ORDER BY name COLLATE "C";
SELECT name, count(*) FILTER (WHERE bloom_contains(external, g)) >= members / 50 AS members,
    count(*) FILTER (WHERE bloom_contains(external, g) <> bloom_contains(extended, g)
        OR bloom_contains(external, g) <> bloom_contains(main, g)) AS different
FROM generate_series(50, 30000, 50) AS g, stored GROUP BY name, stored.members ORDER BY name COLLATE "C";

-- One filter for all rows.
CREATE TABLE numbers AS SELECT g::bigint AS id, g % 1000 AS few, CASE WHEN g % 2 = 0 THEN g END AS half
FROM generate_series(1, 100000) AS g;
ANALYZE numbers;
SELECT count(*) FILTER (WHERE id <= 20000) AS members, count(*) FILTER (WHERE id > 20000) < 1200 AS few_others
FROM numbers WHERE bloom_contains((SELECT external FROM stored WHERE name = 'filter'), id);
SELECT count(*) FROM numbers
WHERE bloom_contains((SELECT extended FROM stored WHERE name = 'sparse filter'), id) AND id <= 1200;
SELECT count(*) FROM numbers
WHERE bloom_contains((SELECT main FROM stored WHERE name = 'sparse filter'), id) AND id <= 1200;
SELECT count(*) FROM numbers
WHERE bloom_contains((SELECT bloom_union_agg(external) FROM stored WHERE name = 'filter'), id) AND id <= 20000;
SELECT count(*) FROM numbers WHERE bloom_contains((SELECT external FROM stored WHERE name = 'null'), id);
SELECT count(half) FROM numbers
WHERE NOT bloom_contains((SELECT external FROM stored WHERE name = 'filter'), half) AND half <= 20000;

-- Many filters in turn, short ones and long ones, with memory for all, for some and for none.
CREATE TABLE daily AS SELECT day, bloom_add_agg(day * 1000 + g, 3000 + 15000 * (day % 4)) AS filter
FROM generate_series(1, 200) AS day, generate_series(0, 999) AS g GROUP BY day;
ANALYZE daily;
CREATE FUNCTION found_in_turn(days integer) RETURNS TABLE (members bigint, few_others boolean) LANGUAGE sql AS $$
    SELECT count(*) FILTER (WHERE id / 1000 = day), count(*) FILTER (WHERE id / 1000 <> day) < 0.01 * days * days
    FROM (SELECT day * 1000 + step AS id
            FROM generate_series(1, days) AS day, generate_series(0, 999, 100) AS step OFFSET 0) AS ids,
        LATERAL (SELECT day, filter FROM daily WHERE day <= days AND id > 0 OFFSET 0) AS filters
    WHERE bloom_contains(filter, id)
$$;
SELECT * FROM found_in_turn(1);
SELECT * FROM found_in_turn(30);
SELECT * FROM found_in_turn(100);
SELECT * FROM found_in_turn(200);
SET work_mem = '1MB';
SELECT * FROM found_in_turn(200);
SET work_mem = '64kB';
SELECT * FROM found_in_turn(30);
SELECT * FROM found_in_turn(200);
SELECT count(*) FROM numbers WHERE bloom_contains((SELECT external FROM stored WHERE name = 'strict filter'), id);
RESET work_mem;
SELECT day, count(*) FROM daily JOIN numbers ON bloom_contains(filter, id) AND id / 1000 = day WHERE day IN (25, 50, 75, 100)
GROUP BY day ORDER BY day;

-- A call site is not misled when a filter changes, nor after an error.
CREATE FUNCTION changing() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    seen text := '';
    probed bloom;
BEGIN
    FOR step IN 1..6 LOOP
        SELECT filter INTO probed FROM daily WHERE day = 1;
        seen := seen || bloom_contains(probed, -step) || ' ';
        UPDATE daily SET filter = bloom_add(filter, -step) WHERE day = 1;
        SELECT filter INTO probed FROM daily WHERE day = 1;
        seen := seen || bloom_contains(probed, -step) || ', ';
        BEGIN
            IF step % 2 = 0 THEN
                PERFORM bloom_contains(probed, step::text);
            END IF;
        EXCEPTION WHEN datatype_mismatch THEN
            seen := seen || 'error, ';
        END;
    END LOOP;
    RETURN seen;
END
$$;
SELECT changing();
PREPARE probe(integer) AS SELECT bloom_contains(filter, $1) FROM daily WHERE day = 2;
EXECUTE probe(2001);
EXECUTE probe(-1);
UPDATE daily SET filter = bloom_add(filter, -1) WHERE day = 2;
EXECUTE probe(-1);

-- Values of another domain, on each way.
SELECT bloom_contains(external, '1') FROM stored WHERE name = 'filter';
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(external, '1') FROM stored WHERE name = 'long list';
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(extended, 1.0) FROM stored WHERE name = 'sparse filter';
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(main, '1') FROM stored WHERE name = 'one block';
\echo :LAST_ERROR_SQLSTATE
SELECT count(*) FROM numbers WHERE bloom_contains((SELECT external FROM stored WHERE name = 'layers'),
    CASE WHEN id < 90000 THEN id::sketch_hash ELSE sketch_hash_of(id::text) END);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(external, '1'), bloom_contains(extended, 1.0) FROM stored WHERE name = 'empty';

-- Damaged bytes out of line: an error, whether the head is damaged or what it says does not fit the rest.
CREATE TYPE raw;
SET client_min_messages = warning;
CREATE FUNCTION raw_in(cstring) RETURNS raw AS 'byteain' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION raw_out(raw) RETURNS cstring AS 'byteaout' LANGUAGE internal IMMUTABLE STRICT;
CREATE TYPE raw (INPUT = raw_in, OUTPUT = raw_out);
RESET client_min_messages;
CREATE CAST (raw AS bloom) WITHOUT FUNCTION;
CREATE CAST (bytea AS raw) WITHOUT FUNCTION;
CREATE TABLE damaged AS
SELECT 'kind' AS name, set_byte(external::bytea, 0, 72)::raw::bloom AS filter FROM stored WHERE name = 'filter'
UNION ALL SELECT 'version', set_byte(external::bytea, 1, 2)::raw::bloom FROM stored WHERE name = 'filter'
UNION ALL SELECT 'layers', set_byte(external::bytea, 2, 255)::raw::bloom FROM stored WHERE name = 'filter'
UNION ALL SELECT 'domain', set_byte(external::bytea, 3, 0)::raw::bloom FROM stored WHERE name = 'filter'
UNION ALL SELECT 'blocks', set_byte(external::bytea, 36, 0)::raw::bloom FROM stored WHERE name = 'filter'
UNION ALL SELECT 'length', substr(external::bytea, 1, 20000)::raw::bloom FROM stored WHERE name = 'filter'
UNION ALL SELECT 'list', set_byte(external::bytea, 2, 0)::raw::bloom FROM stored WHERE name = 'filter'
UNION ALL SELECT 'long head', set_byte(substr(external::bytea, 1, 2000), 2, 64)::raw::bloom
    FROM stored WHERE name = 'layers'
UNION ALL SELECT 'zeros', decode(repeat('00', 5000), 'hex')::raw::bloom;
CREATE FUNCTION error_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    EXECUTE statement;
    RETURN 'none';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN concat_ws(' ', SQLSTATE, SQLERRM, detail);
END
$$;
SELECT name, error_of(format('SELECT bloom_contains(filter, 1) FROM damaged WHERE name = %L', name)) AS error
FROM damaged ORDER BY name COLLATE "C";
SELECT count(*) AS code_as_of_the_whole FROM damaged
WHERE left(error_of(format('SELECT bloom_contains(filter, 1) FROM damaged WHERE name = %L', name)), 5) =
    left(error_of(format('SELECT bloom_contains(filter || bloom_empty(1), 1) FROM damaged WHERE name = %L', name)), 5);

-- What the planner expects. A filter that is there when the plan is made: the keys it holds, of the distinct values
-- there are, and what errs of the others.
CREATE FUNCTION expected_rows(statement text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) ' || statement INTO plan;
    RETURN round((plan #>> '{0,Plan,Plan Rows}')::numeric, -2);
END
$$;
SELECT external::text AS filter FROM stored WHERE name = 'filter' \gset
SELECT external::text AS list FROM stored WHERE name = 'long list' \gset
CREATE FUNCTION expected_of(filter text, value text) RETURNS numeric LANGUAGE sql AS $$
    SELECT expected_rows(format('SELECT FROM numbers WHERE bloom_contains(%s, %s)', filter, value))
$$;
SELECT expected_of(format('%L::bloom', :'filter'), 'id') AS a_fifth,
    expected_of(format('%L::bloom', :'list'), 'id') AS five_hundred,
    expected_of('bloom_empty(100)', 'id') AS none,
    expected_of('NULL', 'id') AS of_null,
    expected_of(format('%L::bloom', :'filter'), 'few') AS all_of_few,
    expected_of(format('%L::bloom', :'list'), 'few') AS half_of_few,
    expected_of(format('%L::bloom', :'filter'), 'half') AS without_nulls;
CREATE FUNCTION expected_of_parameter(which text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) SELECT FROM numbers WHERE bloom_contains($1, id)' INTO plan
        USING (SELECT external FROM stored WHERE name = which);
    RETURN round((plan #>> '{0,Plan,Plan Rows}')::numeric, -2);
END
$$;
SELECT name, expected_of_parameter(name) FROM stored WHERE name <> 'one block' ORDER BY name COLLATE "C";
-- ... a filter whose count is not known: in the middle between its bounds of 4,000 and 6,000, and 2 % of the others
SELECT (bloom_add_agg(g, 4000) || bloom_add_agg(g % 2000, 2000))::text AS merged FROM generate_series(0, 3999) AS g \gset
SELECT # :'merged'::bloom IS NULL AS not_known, expected_of(format('%L::bloom', :'merged'), 'id') AS expected;
-- ... through casts
SELECT expected_of(format('%L::bloom', :'list'), 'few::bigint') AS cast,
    expected_of(format('%L::bloom', :'list'), 'few::text') AS cast_to_text;
-- ... of a join, and beside other conditions
SELECT expected_rows(format('SELECT FROM numbers AS a JOIN numbers AS b USING (id) WHERE bloom_contains(%L, a.id)',
        :'filter')) AS join,
    expected_rows(format('SELECT FROM numbers WHERE bloom_contains(%L, id) AND few = 1', :'list')) AS both,
    expected_rows(format('SELECT FROM numbers WHERE NOT bloom_contains(%L, id)', :'filter')) AS not_there;
-- ... a filter that is not known then: a tenth
SELECT expected_of('(SELECT external FROM stored WHERE name = ''filter'')', 'id') AS a_tenth,
    expected_rows('SELECT FROM daily, numbers WHERE bloom_contains(filter, id)') AS a_tenth_of_pairs;
-- Damaged bytes are no error yet.
SELECT expected_of('''\x42''::bytea::raw::bloom', 'id') AS damaged;
-- The cheap condition comes first.
SET max_parallel_workers_per_gather = 0;
EXPLAIN (COSTS OFF) SELECT FROM numbers WHERE bloom_contains(bloom_empty(100), id) AND few = 1;
RESET max_parallel_workers_per_gather;
