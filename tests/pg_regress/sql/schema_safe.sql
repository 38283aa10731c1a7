-- The extension in any schema, with any other extension, whatever the search path says.
SET client_min_messages = warning;
DROP EXTENSION IF EXISTS pg_sketch CASCADE;
DROP ROLE IF EXISTS regress_sketch_user;
\set SHOW_CONTEXT never

-- In a schema of one's own, not on the search path.
CREATE SCHEMA sketches;
CREATE EXTENSION pg_sketch SCHEMA sketches;
SELECT hll_empty();
\echo :LAST_ERROR_SQLSTATE
SELECT sketches.hll_count_distinct(g), sketches.hll_cardinality(sketches.hll_add_agg(g))
FROM generate_series(1, 10) AS g;
SELECT OPERATOR(sketches.#) (sketches.hll_add(sketches.hll_empty(), 'a')
    OPERATOR(sketches.||) sketches.hll_add(sketches.hll_empty(), 'b'));
SELECT sketches.bloom_contains(sketches.bloom_add_agg(g, 10), 3),
    OPERATOR(sketches.#) (sketches.bloom_add(sketches.bloom_empty(10), 'a')
        OPERATOR(sketches.||) sketches.bloom_add(sketches.bloom_empty(10), 'b')) FROM generate_series(1, 10) AS g;
SELECT sketches.rendezvous_node('key', ARRAY['a', 'b', 'c']), sketches.ring_nodes(42, '{a,b,c}', 2),
    sketches.jump_hash('key', 5), sketches.redis_slot('somekey'), sketches.kafka_partition('foobar', 12);
CREATE TABLE qualified (day integer, users sketches.hll(12));
INSERT INTO qualified SELECT g % 3, sketches.hll_add_agg(g, 12) FROM generate_series(1, 30) AS g GROUP BY g % 3;
SELECT day, sketches.hll_cardinality(users) FROM qualified ORDER BY day;
SELECT count(DISTINCT users) FROM qualified;
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'qualified'::regclass
    AND attname = 'users';

-- Objects of the same names in front of ours, and in front of those of Postgres, change nothing.
CREATE SCHEMA hostile;
CREATE FUNCTION hostile.hll_cardinality(sketches.hll) RETURNS double precision
    LANGUAGE sql IMMUTABLE AS 'SELECT -1::double precision';
CREATE FUNCTION hostile.hll_union(sketches.hll, sketches.hll) RETURNS sketches.hll
    LANGUAGE sql IMMUTABLE AS 'SELECT NULL::sketches.hll';
CREATE FUNCTION hostile.hll_eq(sketches.hll, sketches.hll) RETURNS boolean
    LANGUAGE sql IMMUTABLE AS 'SELECT false';
CREATE FUNCTION hostile.hll_final(sketches.hll) RETURNS sketches.hll
    LANGUAGE sql IMMUTABLE AS 'SELECT NULL::sketches.hll';
CREATE FUNCTION hostile.hll_add_trans(sketches.hll, sketches.sketch_item) RETURNS sketches.hll
    LANGUAGE sql IMMUTABLE AS 'SELECT NULL::sketches.hll';
CREATE FUNCTION hostile.bloom_contains(sketches.bloom, sketches.sketch_item) RETURNS boolean
    LANGUAGE sql IMMUTABLE AS 'SELECT false';
CREATE FUNCTION hostile.bloom_union(sketches.bloom, sketches.bloom) RETURNS sketches.bloom
    LANGUAGE sql IMMUTABLE AS 'SELECT NULL::sketches.bloom';
CREATE FUNCTION hostile.bloom_final(sketches.bloom) RETURNS sketches.bloom
    LANGUAGE sql IMMUTABLE AS 'SELECT NULL::sketches.bloom';
CREATE FUNCTION hostile.bloom_contains_support(internal) RETURNS internal LANGUAGE internal AS 'textlike_support';
CREATE FUNCTION hostile.sketch_hash(integer) RETURNS sketches.sketch_hash
    LANGUAGE sql IMMUTABLE AS 'SELECT NULL::sketches.sketch_hash';
CREATE FUNCTION hostile.numeric_normalize(numeric) RETURNS cstring LANGUAGE internal IMMUTABLE AS 'numeric_out';
CREATE FUNCTION hostile.int8eq(bigint, bigint) RETURNS boolean
    LANGUAGE sql IMMUTABLE AS 'SELECT false';
CREATE OPERATOR hostile.= (FUNCTION = hostile.hll_eq, LEFTARG = sketches.hll, RIGHTARG = sketches.hll);
CREATE OPERATOR hostile.= (FUNCTION = hostile.int8eq, LEFTARG = bigint, RIGHTARG = bigint);
CREATE TYPE hostile.hll AS (x integer);
CREATE TYPE hostile.bloom AS (x integer);
CREATE TYPE hostile.sketch_hash AS (x integer);
CREATE TYPE hostile.sketch_item AS (x integer);
CREATE TYPE hostile.text AS (x integer);
SET search_path = hostile, pg_catalog, sketches;
SELECT sketches.hll_count_distinct(g), sketches.hll_count_distinct(g::numeric),
    sketches.hll_add_agg(g) IS NULL AS is_null FROM generate_series(1, 10) AS g;
SELECT OPERATOR(sketches.#) sketches.hll_add(sketches.hll_empty(), 1),
    sketches.hll_add_agg(g) OPERATOR(sketches.=) sketches.hll_add_agg(g) AS equal FROM generate_series(1, 10) AS g;
SELECT (sketches.hll_empty() OPERATOR(sketches.||) sketches.hll_add(sketches.hll_empty(), 1)) IS NULL AS is_null;
SELECT count(DISTINCT users), sketches.hll_cardinality(sketches.hll_union_agg(users)) FROM public.qualified;
SELECT sketches.bloom_contains(sketches.bloom_add_agg(g), 3) AS agg,
    sketches.bloom_contains(
        sketches.bloom_add(sketches.bloom_empty(10), 1) OPERATOR(sketches.||) sketches.bloom_empty(10), 1) AS added,
    sketches.bloom_contains(sketches.bloom_union_agg(sketches.bloom_add(sketches.bloom_empty(10), g)), 3) AS union_agg
FROM generate_series(1, 10) AS g;
RESET search_path;
DROP SCHEMA hostile CASCADE;

-- Created under a hostile search path.
DROP EXTENSION pg_sketch CASCADE;
CREATE SCHEMA hostile;
CREATE FUNCTION hostile.eqsel(internal, oid, internal, integer) RETURNS double precision LANGUAGE internal AS 'neqsel';
CREATE TYPE hostile.bytea AS (x integer);
CREATE TYPE hostile.text AS (x integer);
CREATE FUNCTION hostile.lower(hostile.text) RETURNS hostile.text LANGUAGE sql AS 'SELECT $1';
SET search_path = hostile, pg_catalog, public;
CREATE EXTENSION pg_sketch SCHEMA hostile;
SELECT hll_count_distinct(g), hll_empty()::pg_catalog.bytea FROM generate_series(1, 10) AS g;
SELECT bloom_contains(bloom_add_agg(g, 10), 3), bloom_empty(10)::pg_catalog.bytea FROM generate_series(1, 10) AS g;
SELECT count(*) AS foreign_parts FROM pg_catalog.pg_operator
JOIN pg_catalog.pg_proc AS f ON f.oid IN (oprcode, oprrest, oprjoin)
WHERE oprleft IN ('hll'::regtype, 'bloom'::regtype) AND f.pronamespace = 'hostile'::regnamespace
    AND f.proname !~ '^(hll|bloom)_';
RESET search_path;

-- Moved to another schema, with the tables that use it.
CREATE TABLE public.moved (day integer, users hostile.hll(12) DEFAULT hostile.hll_empty(12), seen hostile.bloom);
CREATE INDEX ON moved (users);
CREATE VIEW moved_view AS SELECT day, hostile.hll_cardinality(users) AS uniques,
    hostile.bloom_contains(seen, 'a') AS a_seen FROM moved;
INSERT INTO moved VALUES (1, hostile.hll_add(hostile.hll_empty(12), 'a'),
    hostile.bloom_add(hostile.bloom_empty(12), 'a')), (2, DEFAULT, NULL);
ALTER EXTENSION pg_sketch SET SCHEMA sketches;
SELECT * FROM moved_view ORDER BY day;
INSERT INTO moved VALUES (3, DEFAULT);
SELECT day, sketches.hll_add(users, 'b') OPERATOR(sketches.=) sketches.hll_add(sketches.hll_empty(12), 'b') AS only_b
FROM moved ORDER BY day;
SELECT count(*) AS left_behind FROM pg_proc WHERE pronamespace = 'hostile'::regnamespace AND probin IS NOT NULL;
DROP SCHEMA hostile CASCADE;
ALTER EXTENSION pg_sketch SET SCHEMA public;
SELECT day, # users AS users FROM moved ORDER BY day;

-- Dropped; nothing stays behind. Which of the objects that depend on it are named varies.
\set VERBOSITY terse
DROP EXTENSION pg_sketch;
\set VERBOSITY default
\echo :LAST_ERROR_SQLSTATE
DROP EXTENSION pg_sketch CASCADE;
SELECT count(*) FROM pg_proc WHERE proname ~ '^(hll|bloom|sketch_)' AND probin ~ 'pg_sketch';
SELECT count(*) FROM pg_type WHERE typname IN ('hll', '_hll', 'bloom', '_bloom', 'sketch_hash', '_sketch_hash',
    'sketch_item', '_sketch_item');

-- Any user who may create objects in the database may install it: it is trusted.
CREATE ROLE regress_sketch_user;
SELECT current_database() AS database \gset
GRANT CREATE ON DATABASE :"database" TO regress_sketch_user;
SET ROLE regress_sketch_user;
CREATE SCHEMA mine;
CREATE EXTENSION pg_sketch SCHEMA mine;
SELECT mine.hll_count_distinct(g) FROM generate_series(1, 10) AS g;
DROP EXTENSION pg_sketch;
DROP SCHEMA mine;
RESET ROLE;
REVOKE CREATE ON DATABASE :"database" FROM regress_sketch_user;
DROP ROLE regress_sketch_user;
