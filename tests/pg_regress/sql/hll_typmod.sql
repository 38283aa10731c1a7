-- hll(p): a column that holds sketches of one precision.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;

CREATE TABLE declared (id integer GENERATED ALWAYS AS IDENTITY, sketch hll(12), many hll(12)[], free hll);
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
WHERE attrelid = 'declared'::regclass AND attnum > 1 ORDER BY attnum;

SELECT NULL::hll(4), NULL::hll(18);
SELECT NULL::hll(3);
\echo :LAST_ERROR_SQLSTATE
SELECT NULL::hll(19);
\echo :LAST_ERROR_SQLSTATE
SELECT NULL::hll(-1);
\echo :LAST_ERROR_SQLSTATE
SELECT NULL::hll(12, 13);
\echo :LAST_ERROR_SQLSTATE
SELECT NULL::hll(4294967308);
\echo :LAST_ERROR_SQLSTATE
SELECT NULL::hll(twelve);
\echo :LAST_ERROR_SQLSTATE
CREATE TABLE undeclared (sketch hll());
\echo :LAST_ERROR_SQLSTATE

-- An assignment checks the precision.
INSERT INTO declared (sketch) VALUES (hll_add(hll_empty(12), 1));
INSERT INTO declared (sketch) VALUES (hll_add(hll_empty(14), 1));
\echo :LAST_ERROR_SQLSTATE
INSERT INTO declared (sketch) VALUES (hll_add(hll_empty(10), 1));
\echo :LAST_ERROR_SQLSTATE
INSERT INTO declared (sketch) SELECT hll_add_agg(g, 12) FROM generate_series(1, 100) AS g;
INSERT INTO declared (sketch) SELECT hll_add_agg(g) FROM generate_series(1, 100) AS g;
\echo :LAST_ERROR_SQLSTATE
INSERT INTO declared (sketch) SELECT hll_downsample(hll_add_agg(g), 12) FROM generate_series(1, 100) AS g;
UPDATE declared SET sketch = hll_add(hll_empty(), 1) WHERE id = 1;
\echo :LAST_ERROR_SQLSTATE
INSERT INTO declared (sketch) VALUES (NULL);
SELECT id, hll_precision(sketch), # sketch AS cardinality FROM declared ORDER BY id;

-- A column without a precision takes any.
INSERT INTO declared (free) VALUES (hll_add(hll_empty(4), 1)), (hll_add(hll_empty(18), 1));

-- An empty sketch takes on the precision of its column.
TRUNCATE declared RESTART IDENTITY;
INSERT INTO declared (sketch) VALUES (hll_empty()), (hll_empty(4)), (hll_empty(18)), ('\x48010e00'), (hll_empty(12));
INSERT INTO declared (sketch) SELECT hll_add_agg(g) FROM generate_series(1, 0) AS g;
SELECT DISTINCT sketch FROM declared;

-- The same at the paths.
SELECT '\x48010c00'::hll(12), '\x48010e00'::hll(12);
SELECT hll_add(hll_empty(14), 1)::text::hll(12);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_precision(hll_add(hll_empty(12), 1)::hll(12)), hll_precision((hll_add(hll_empty(12), 1)::hll(12))::hll);
SELECT hll_add(hll_empty(12), 1)::hll(12)::hll(14);
\echo :LAST_ERROR_SQLSTATE
SELECT current_setting('data_directory') || '/hll_typmod.copy' AS file \gset
COPY (SELECT hll_add(hll_empty(14), 1)) TO :'file' (FORMAT binary);
COPY declared (sketch) FROM :'file' (FORMAT binary);
\echo :LAST_ERROR_SQLSTATE
COPY (SELECT hll_empty(14)) TO :'file' (FORMAT binary);
COPY declared (sketch) FROM :'file' (FORMAT binary);
COPY (SELECT hll_add(hll_empty(14), 1)) TO :'file';
COPY declared (sketch) FROM :'file';
\echo :LAST_ERROR_SQLSTATE
SELECT DISTINCT sketch FROM declared;

-- Arrays.
TRUNCATE declared RESTART IDENTITY;
INSERT INTO declared (many) VALUES (ARRAY[hll_empty(), hll_empty(4), NULL, hll_add(hll_empty(12), 1)]);
INSERT INTO declared (many) VALUES (ARRAY[hll_add(hll_empty(), 1)]);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_precision(one), # one AS cardinality FROM declared, unnest(many) AS one;
SELECT ARRAY[hll_empty(4)]::hll(12)[], '{"\\x48010400"}'::hll(12)[];

-- A change of the column's type checks every row.
TRUNCATE declared RESTART IDENTITY;
INSERT INTO declared (sketch, free) VALUES (hll_add(hll_empty(12), 1), hll_add(hll_empty(13), 1)),
    (hll_empty(), hll_empty());
ALTER TABLE declared ALTER free TYPE hll(12);
\echo :LAST_ERROR_SQLSTATE
ALTER TABLE declared ALTER free TYPE hll(13);
ALTER TABLE declared ALTER sketch TYPE hll(11);
\echo :LAST_ERROR_SQLSTATE
ALTER TABLE declared ALTER sketch TYPE hll(11) USING hll_downsample(sketch, 11);
ALTER TABLE declared ALTER sketch TYPE hll(10) USING hll_downsample(sketch, 10), ALTER free TYPE hll;
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
WHERE attrelid = 'declared'::regclass AND attnum > 1 ORDER BY attnum;
SELECT hll_precision(sketch), hll_precision(free), # sketch AS cardinality FROM declared ORDER BY id;

-- Domains.
CREATE DOMAIN few_users AS hll(12) CHECK (# VALUE < 3);
SELECT hll_empty()::few_users, # hll_add(hll_empty(12), 1)::few_users AS one;
SELECT hll_add(hll_empty(14), 1)::few_users;
\echo :LAST_ERROR_SQLSTATE

-- What stands in the header of a stored sketch is read without the rest of it: one chunk of many.
CREATE TABLE kept (sketch hll);
INSERT INTO kept SELECT hll_add_agg(g, 16) FROM generate_series(1, 100000) AS g;
SELECT indexrelid AS chunks FROM pg_class JOIN pg_index ON indrelid = reltoastrelid WHERE pg_class.oid = 'kept'::regclass
\gset
-- The numbers are those of this backend.
SET max_parallel_workers_per_gather = 0;
BEGIN;
SELECT pg_stat_get_xact_tuples_fetched(:chunks) AS before \gset
SELECT hll_precision(sketch) FROM kept;
SELECT pg_stat_get_xact_tuples_fetched(:chunks) - :before AS chunks_read;
SELECT pg_stat_get_xact_tuples_fetched(:chunks) AS before \gset
SELECT sketch::hll(16) IS NOT NULL AS fits FROM kept;
SELECT pg_stat_get_xact_tuples_fetched(:chunks) - :before AS chunks_read;
SELECT pg_stat_get_xact_tuples_fetched(:chunks) AS before \gset
SELECT # sketch BETWEEN 98000 AND 102000 AS is_whole FROM kept;
SELECT pg_stat_get_xact_tuples_fetched(:chunks) - :before > 10 AS all_read;
COMMIT;
RESET max_parallel_workers_per_gather;
SELECT sketch::hll(12) FROM kept;
\echo :LAST_ERROR_SQLSTATE
CREATE TABLE moved (sketch hll(16));
INSERT INTO moved SELECT sketch FROM kept;
SELECT moved.sketch = kept.sketch AS same, hll_precision(moved.sketch) FROM moved, kept;
-- A sketch that is stored compressed has to be read as a whole.
CREATE TABLE compressed (sketch hll);
ALTER TABLE compressed ALTER sketch SET STORAGE EXTENDED;
INSERT INTO compressed SELECT hll_add_agg(g, 18) FROM generate_series(1, 33000) AS g;
SELECT pg_column_compression(sketch), pg_column_size(sketch) > 2000 AS is_out_of_line FROM compressed;
SELECT hll_precision(sketch), hll_precision(sketch::hll(18)) FROM compressed;
SELECT sketch::hll(12) FROM compressed;
\echo :LAST_ERROR_SQLSTATE
DROP TABLE kept, moved, compressed;
