-- topk: its four paths (text, binary, the cast from bytea, a stored value), its type modifier, and what they refuse.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA topk_io;
SET search_path = topk_io, public;
\set SHOW_CONTEXT never

CREATE TABLE sample AS
SELECT 'empty' AS name, topk_empty() AS sketch
UNION ALL SELECT 'empty of 7', topk_empty(7)
UNION ALL SELECT 'one', topk_add(topk_empty(), 'a')
UNION ALL SELECT 'bounded', (SELECT topk_sum_agg(g, g, 5) FROM generate_series(1, 20) AS g)
UNION ALL SELECT 'large', (SELECT topk_add_agg('value ' || g % 5000 % (1 + g % 60)) FROM generate_series(1, 50000) AS g)
UNION ALL SELECT 'uuids', (SELECT topk_add_agg(md5(g::text)::uuid) FROM generate_series(1, 3000) AS g)
UNION ALL SELECT 'highest total', topk_add(topk_empty(), 1, 9223372036854775807);

-- Text form.
SELECT topk_empty(), topk_add(topk_add(topk_empty(2), 'a', 3), 'b');
SELECT name FROM sample WHERE sketch::text::topk <> sketch;
SELECT 'abc'::topk;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x54'::topk;
\echo :LAST_ERROR_SQLSTATE
-- A newer version, an unknown domain, bytes that are cut off, one too many.
SELECT '\x5402000ce8070100010000026162'::topk;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x54010040e8070100010000026162'::topk;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x5401000ce80701000100000261'::topk;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x5401000ce807010001000002616200'::topk;
\echo :LAST_ERROR_SQLSTATE
-- A hash is no value: there is no topk of keyed hashes.
SELECT '\x540100ffe8070100010000026162'::topk;
\echo :LAST_ERROR_SQLSTATE

-- Casts to and from bytea, both explicit.
SELECT name FROM sample
WHERE sketch::bytea::topk <> sketch OR sketch::bytea <> sketch::text::bytea OR topk_send(sketch) <> sketch::bytea;
SELECT hll_empty()::bytea::topk;
\echo :LAST_ERROR_SQLSTATE

-- Binary form: the stored bytes.
SELECT current_setting('data_directory') || '/topk.copy' AS file \gset
CREATE TABLE sample_copy (LIKE sample);
COPY sample TO :'file' (FORMAT binary);
COPY sample_copy FROM :'file' (FORMAT binary);
SELECT count(*) FROM sample JOIN sample_copy USING (name, sketch);

-- A column of a capacity.
CREATE TABLE declared (sketch topk(7));
SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'declared'::regclass AND attname = 'sketch';
INSERT INTO declared SELECT topk_add_agg(g, 7) FROM generate_series(1, 3) AS g;
INSERT INTO declared VALUES (topk_empty());
SELECT topk_capacity(sketch), (topk_info(sketch)).entries FROM declared;
INSERT INTO declared SELECT topk_add_agg(g) FROM generate_series(1, 3) AS g;
\echo :LAST_ERROR_SQLSTATE
INSERT INTO declared SELECT topk_add_agg(g, 5) FROM generate_series(1, 3) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT topk_capacity(topk_truncate(topk_add_agg(g), 7)::topk(7)) FROM generate_series(1, 3) AS g;
CREATE TABLE refused (sketch topk(0));
\echo :LAST_ERROR_SQLSTATE
CREATE TABLE refused (sketch topk(100001));
\echo :LAST_ERROR_SQLSTATE
CREATE TABLE refused (sketch topk(5, 5));
\echo :LAST_ERROR_SQLSTATE
