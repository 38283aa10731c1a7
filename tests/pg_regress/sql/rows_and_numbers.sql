-- Rows that functions return can be stored, and numbers are taken in whatever type a client sends them.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
\set VERBOSITY default
\set SHOW_CONTEXT never

CREATE TEMPORARY TABLE s AS
SELECT hll_add_agg(g) AS h, hll_add_agg(g + 1) AS other, bloom_add_agg(g, 100) AS f FROM generate_series(1, 3) AS g;

-- Rows, as columns of tables
CREATE TABLE kept_rows AS SELECT hll_cardinality_bounds(h) AS cardinality, hll_intersection_bounds(h, other) AS common,
    hll_difference_bounds(h, other) AS difference, hll_jaccard_bounds(h, other) AS jaccard, hll_info(h), bloom_info(f)
FROM s;
SELECT attname AS column, format_type(atttypid, atttypmod) AS type FROM pg_attribute
WHERE attrelid = 'kept_rows'::regclass AND attnum > 0 ORDER BY attnum;
SELECT cardinality, common, difference, round((jaccard).estimate::numeric, 4) AS jaccard FROM kept_rows;
SELECT (cardinality).estimate, (common).lower, (hll_info).precision, (bloom_info).capacity FROM kept_rows;
SELECT (hll_info).form, (bloom_info).form, (hll_info) = hll_info(h) AS same FROM kept_rows, s;
CREATE TABLE typed_rows (day date, users hll_bounds, sketch hll_info[], filter bloom_info);
INSERT INTO typed_rows SELECT '2026-06-01', hll_cardinality_bounds(h), ARRAY[hll_info(h), NULL], bloom_info(f) FROM s;
SELECT (users).upper, (sketch[1]).bytes, sketch[2] IS NULL AS none, (filter).layers FROM typed_rows;
CREATE TEMPORARY VIEW shown_rows AS SELECT (hll_info(h)).form, hll_cardinality_bounds(h) AS bounds FROM s;
SELECT * FROM shown_rows;

-- Rows, taken apart
SELECT lower, estimate, upper FROM s, hll_cardinality_bounds(h);
SELECT format_version, precision, domain, form, bytes FROM (SELECT (hll_info(h)).* FROM s) AS columns;
SELECT info.form, info.occupied, hll_info.form FROM s, hll_info(h) AS info, hll_info(other);
SELECT hll_info('\x48010e00'), hll_info(NULL), bloom_info(NULL) IS NULL AS none;
SELECT to_jsonb(hll_cardinality_bounds(h)) FROM s;

-- One call site returns rows of many sketches, and a function of its own has one for each of its statements.
SELECT hll_info(hll_empty(p)), hll_cardinality_bounds(hll_empty(p)) FROM generate_series(4, 6) AS p;
CREATE FUNCTION occupied(h hll) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    info hll_info := hll_info(h);
    bounds hll_bounds;
BEGIN
    bounds := hll_cardinality_bounds(h, 0.5);
    RETURN info.form || ' ' || bounds.upper;
END
$$;
SELECT occupied(hll_empty(p)), occupied(hll_add(hll_empty(p), p)) FROM generate_series(4, 6) AS p;

-- A row type that was changed is an error, and not written past its end.
BEGIN;
ALTER TYPE hll_bounds ADD ATTRIBUTE other double precision;
SELECT hll_cardinality_bounds(hll_empty());
ROLLBACK;
BEGIN;
ALTER TYPE hll_bounds DROP ATTRIBUTE estimate;
SELECT hll_cardinality_bounds(hll_empty());
ROLLBACK;
BEGIN;
DROP VIEW shown_rows;
DROP TABLE kept_rows, typed_rows;
ALTER TYPE hll_info ALTER ATTRIBUTE form TYPE "char";
SELECT hll_info(hll_empty());
ROLLBACK;
SELECT hll_cardinality_bounds(hll_empty());

-- One that has its attributes again is none: those that were dropped stand for nothing, wherever they stood.
BEGIN;
ALTER TYPE hll_bounds ADD ATTRIBUTE other text, ADD ATTRIBUTE another integer;
ALTER TYPE hll_bounds DROP ATTRIBUTE other, DROP ATTRIBUTE another;
ALTER TYPE hll_info ADD ATTRIBUTE other integer;
ALTER TYPE hll_info DROP ATTRIBUTE other;
ALTER TYPE bloom_info ADD ATTRIBUTE other integer;
ALTER TYPE bloom_info DROP ATTRIBUTE other;
SELECT hll_cardinality_bounds(h) AS cardinality, hll_intersection_bounds(h, other) AS common FROM s;
SELECT bounds.*, info.form, info.layers, info.fpr
FROM s, hll_cardinality_bounds(h) AS bounds, bloom_info(f) AS info WHERE bounds.upper = info.cardinality;
SELECT (bloom_info(f)).capacity, (hll_info(h)).form, to_jsonb(hll_cardinality_bounds(h)) FROM s;
CREATE TABLE kept_after AS SELECT hll_info(h), hll_cardinality_bounds(h) AS bounds FROM s;
SELECT (hll_info).occupied, (hll_info).cardinality, bounds FROM kept_after;
-- Values go by the order of the attributes.
DROP VIEW shown_rows;
ALTER TYPE hll_bounds DROP ATTRIBUTE lower, DROP ATTRIBUTE upper, ADD ATTRIBUTE upper double precision;
ALTER TYPE hll_bounds RENAME ATTRIBUTE estimate TO lower;
ALTER TYPE hll_bounds RENAME ATTRIBUTE upper TO estimate;
ALTER TYPE hll_bounds ADD ATTRIBUTE highest double precision;
SELECT (b).lower < (b).estimate AS first, (b).estimate < (b).highest AS second
FROM (SELECT hll_cardinality_bounds(hll_add_agg(g, 4)) AS b FROM generate_series(1, 1000) AS g) AS bounds;
ROLLBACK;

-- What was planned before a change returns a row of the type as it is, or an error.
CREATE FUNCTION bounds_of(h hll) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    bounds hll_bounds;
BEGIN
    bounds := hll_cardinality_bounds(h);
    RETURN bounds;
END
$$;
PREPARE bounds_prepared AS SELECT hll_cardinality_bounds(h) AS bounds, (hll_cardinality_bounds(h)).upper FROM s;
BEGIN;
DROP VIEW shown_rows;
DROP TABLE kept_rows, typed_rows;
SELECT bounds_of(h) FROM s;
EXECUTE bounds_prepared;
DECLARE open_before CURSOR FOR SELECT hll_cardinality_bounds(h)::text FROM s, generate_series(1, 3);
FETCH open_before;
ALTER TYPE hll_bounds ADD ATTRIBUTE other integer;
ALTER TYPE hll_bounds DROP ATTRIBUTE other;
SELECT bounds_of(h) FROM s;
EXECUTE bounds_prepared;
FETCH open_before;
ALTER TYPE hll_bounds ALTER ATTRIBUTE upper TYPE text;
SAVEPOINT altered;
SELECT bounds_of(h) FROM s;
ROLLBACK TO altered;
EXECUTE bounds_prepared;
ROLLBACK TO altered;
FETCH open_before;
ROLLBACK;
SELECT bounds_of(h) FROM s;
EXECUTE bounds_prepared;

-- A precision in every type of whole numbers
SELECT hll_empty(12::smallint) = hll_empty(12) AS smallint, hll_empty(12::bigint) = hll_empty(12) AS bigint,
    hll_empty('12') = hll_empty(12) AS literal;
SELECT hll_add_agg(g, 12::smallint) = hll_add_agg(g, 12) AS smallint,
    hll_add_agg(g, 12::bigint) = hll_add_agg(g, 12) AS bigint,
    hll_add_agg(g, '12') = hll_add_agg(g, 12) AS literal, hll_count_distinct(g, 12::smallint) AS count,
    hll_count_distinct(g, 12::bigint) AS same_count
FROM generate_series(1, 3) AS g;
SELECT hll_downsample(h, 12::smallint) = hll_downsample(h, 12) AS smallint,
    hll_downsample(h, 12::bigint) = hll_downsample(h, 12) AS bigint FROM s;
SELECT g, hll_count_distinct(g, 12::bigint) OVER (ORDER BY g ROWS 1 PRECEDING) FROM generate_series(1, 3) AS g;
PREPARE precisions(bigint) AS SELECT hll_empty($1), hll_precision(hll_add_agg(1, $1)), hll_count_distinct(1, $1) FROM s;
EXECUTE precisions(12);

-- One that no precision has is none by what is left of it in fewer bits.
SELECT hll_empty(4294967310);
SELECT hll_downsample(h, -4294967282) FROM s;
SELECT hll_add_agg(1, 4294967310);
SELECT hll_add_agg(g, 9223372036854775807) FROM generate_series(1, 2) AS g;
SELECT hll_add_agg(g, CASE g WHEN 2 THEN 4294967310 ELSE 14 END) FROM generate_series(1, 2) AS g;
SELECT hll_count_distinct(1, -9223372036854775808);
SELECT hll_count_distinct(g, 4294967310) OVER (ORDER BY g ROWS 1 PRECEDING) FROM generate_series(1, 2) AS g;

-- A precision with a fraction is refused, as Postgres refuses it where an integer is declared.
SELECT hll_empty(12.0);

-- A capacity in every type of whole numbers, a rate in every type of numbers
SELECT bloom_size(1000::smallint) = bloom_size(1000) AS smallint, bloom_size(1000::bigint) = bloom_size(1000) AS bigint,
    bloom_size(1000, 0.01) = bloom_size(1000, 0.01::double precision) AS numeric,
    bloom_size(1000, 0.5::real) = bloom_size(1000, 0.5) AS real,
    bloom_size(1000, '0.01') = bloom_size(1000, 0.01) AS literal;
SELECT bloom_empty(1000::smallint, 0.5::real) = bloom_empty(1000, 0.5) AS same;
SELECT bloom_add_agg(g, 1000::smallint) = bloom_add_agg(g, 1000) AS smallint,
    bloom_add_agg(g, 1000::bigint) = bloom_add_agg(g, 1000) AS bigint,
    bloom_add_agg(g, 1000, 0.5::numeric) = bloom_add_agg(g, 1000, 0.5::double precision) AS numeric,
    bloom_add_agg(g, 1000, 0.5::real) = bloom_add_agg(g, 1000, 0.5) AS real
FROM generate_series(1, 3) AS g;
SELECT (hll_cardinality_bounds(h, 0.5::real)).estimate, (hll_cardinality_bounds(h, 0.5::numeric)).estimate FROM s;
