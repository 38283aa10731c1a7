-- Values and hashes as parameters: neither is ever taken for the other, whatever type a driver sends them with.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;

-- The value looks like a hash, that of 42.
CREATE TABLE sent (value text, h hll, f bloom);
INSERT INTO sent VALUES ('d5a6f8c838df2701', hll_empty(), bloom_empty(10));

-- An untyped value. Aggregates call it a sketch_item, which has no text form that a value can be taken for: that of a
-- session may well be 16 hexadecimal digits.
PREPARE hll_add_agg AS SELECT hll_add_agg($1);
PREPARE hll_add_agg_precision AS SELECT hll_add_agg($1, 12);
PREPARE hll_count_distinct AS SELECT hll_count_distinct($1) OVER (ROWS 1 PRECEDING) FROM sent;
PREPARE bloom_add_agg AS SELECT bloom_add_agg($1, 100);
SELECT name, parameter_types FROM pg_prepared_statements ORDER BY name COLLATE "C";
EXECUTE hll_add_agg('d5a6f8c838df2701');
\echo :LAST_ERROR_SQLSTATE
EXECUTE hll_add_agg_precision('d5a6f8c838df2701');
\echo :LAST_ERROR_SQLSTATE
EXECUTE hll_count_distinct('42');
\echo :LAST_ERROR_SQLSTATE
EXECUTE bloom_add_agg('a');
\echo :LAST_ERROR_SQLSTATE
EXECUTE hll_add_agg(NULL);
SELECT hll_add_agg('d5a6f8c838df2701');
\echo :LAST_ERROR_SQLSTATE
DEALLOCATE ALL;

-- Functions know literals, as text, and no untyped parameter.
PREPARE hll_add AS SELECT hll_add(h, $1) FROM sent;
\echo :LAST_ERROR_SQLSTATE
PREPARE bloom_add AS SELECT bloom_add(f, $1) FROM sent;
\echo :LAST_ERROR_SQLSTATE
PREPARE bloom_contains AS SELECT * FROM sent WHERE bloom_contains(f, $1);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(h, 'd5a6f8c838df2701') = hll_add(h, value) AS hll_add,
    bloom_add(f, 'd5a6f8c838df2701') = bloom_add(f, value) AS bloom_add,
    bloom_contains(bloom_add(f, value), 'd5a6f8c838df2701') AS bloom_contains,
    bloom_contains(f, NULL) IS NULL AS null
FROM sent;

-- A value that is sent with its type is hashed, digits or not; a cast gives an untyped one its type.
PREPARE text_agg(text) AS SELECT hll_add_agg($1) = hll_add_agg(value) AS same FROM sent;
EXECUTE text_agg('d5a6f8c838df2701');
PREPARE cast_agg AS SELECT hll_add_agg($1::text) = hll_add_agg(value) AS same FROM sent;
EXECUTE cast_agg('d5a6f8c838df2701');
PREPARE varchar_add(varchar) AS SELECT hll_add(h, $1) = hll_add(h, value) AS same FROM sent;
EXECUTE varchar_add('d5a6f8c838df2701');
PREPARE bigint_contains(bigint) AS SELECT bloom_contains(bloom_add(f, 42), $1) FROM sent;
EXECUTE bigint_contains(42);
PREPARE uuid_contains(uuid) AS SELECT bloom_contains(bloom_add(f, 42), $1) FROM sent;
EXECUTE uuid_contains('00000000-0000-0000-0000-000000000042');
\echo :LAST_ERROR_SQLSTATE

-- A hash that is sent as such.
PREPARE hash_agg AS SELECT hll_add_agg($1::sketch_hash) = hll_add_agg(42) AS same;
EXECUTE hash_agg('d5a6f8c838df2701');
PREPARE parsed_agg(text) AS SELECT hll_add_agg(sketch_hash_parse($1)) = hll_add_agg(42) AS same;
EXECUTE parsed_agg('d5a6f8c838df2701');
PREPARE hash_contains(sketch_hash) AS SELECT bloom_contains(bloom_add(f, 42), $1) FROM sent;
EXECUTE hash_contains('d5a6f8c838df2701');
EXECUTE hash_contains('a');
\echo :LAST_ERROR_SQLSTATE
DEALLOCATE ALL;

-- A column of hashes. Untyped digits are read; a text is not hashed once more, and neither is anything else.
CREATE TABLE stored (hash sketch_hash);
PREPARE untyped AS INSERT INTO stored VALUES ($1);
SELECT parameter_types FROM pg_prepared_statements;
EXECUTE untyped('d5a6f8c838df2701');
EXECUTE untyped('a');
\echo :LAST_ERROR_SQLSTATE
PREPARE text(text) AS INSERT INTO stored VALUES ($1);
\echo :LAST_ERROR_SQLSTATE
PREPARE varchar(varchar) AS UPDATE stored SET hash = $1;
\echo :LAST_ERROR_SQLSTATE
PREPARE bigint(bigint) AS INSERT INTO stored VALUES ($1);
\echo :LAST_ERROR_SQLSTATE
INSERT INTO stored SELECT value FROM sent;
\echo :LAST_ERROR_SQLSTATE
PREPARE compared(text) AS SELECT * FROM stored WHERE hash #=# $1;
\echo :LAST_ERROR_SQLSTATE
PREPARE parsed(text) AS INSERT INTO stored VALUES (sketch_hash_parse($1));
EXECUTE parsed('d5a6f8c838df2701');
PREPARE parsed_untyped AS INSERT INTO stored VALUES (sketch_hash_parse($1));
EXECUTE parsed_untyped('d5a6f8c838df2701');
SELECT hash, hash #=# 42::sketch_hash AS of_42 FROM stored;
DEALLOCATE ALL;

-- An explicit cast reads digits, whatever a driver sends them as; the function hashes what is sent with its type.
PREPARE untyped AS INSERT INTO stored VALUES ($1::sketch_hash);
PREPARE text(text) AS INSERT INTO stored VALUES ($1::sketch_hash);
PREPARE varchar(varchar) AS INSERT INTO stored VALUES ($1::sketch_hash);
PREPARE char(char(20)) AS INSERT INTO stored VALUES ($1::sketch_hash);
PREPARE name(name) AS INSERT INTO stored VALUES ($1::sketch_hash);
SELECT name, parameter_types FROM pg_prepared_statements ORDER BY name COLLATE "C";
TRUNCATE stored;
EXECUTE untyped('d5a6f8c838df2701');
EXECUTE text('d5a6f8c838df2701');
EXECUTE varchar('d5a6f8c838df2701');
EXECUTE char('d5a6f8c838df2701');
EXECUTE name('d5a6f8c838df2701');
SELECT hash, count(*) FROM stored GROUP BY hash;
EXECUTE untyped('42');
\echo :LAST_ERROR_SQLSTATE
EXECUTE text('42');
\echo :LAST_ERROR_SQLSTATE
EXECUTE varchar('42');
\echo :LAST_ERROR_SQLSTATE
EXECUTE char('42');
\echo :LAST_ERROR_SQLSTATE
EXECUTE name('42');
\echo :LAST_ERROR_SQLSTATE
DEALLOCATE ALL;
CREATE TABLE added AS SELECT bloom_add(f, 42) AS f FROM sent;
PREPARE untyped AS SELECT bloom_contains(f, $1::sketch_hash) FROM added;
PREPARE text(text) AS SELECT bloom_contains(f, $1::sketch_hash) FROM added;
PREPARE varchar(varchar) AS SELECT bloom_contains(f, $1::sketch_hash) FROM added;
PREPARE by_text AS SELECT bloom_contains(f, $1::text::sketch_hash) FROM added;
EXECUTE untyped('d5a6f8c838df2701');
EXECUTE text('d5a6f8c838df2701');
EXECUTE varchar('d5a6f8c838df2701');
EXECUTE by_text('d5a6f8c838df2701');
PREPARE hashed(text) AS SELECT bloom_contains(bloom_add(f, value), sketch_hash_of($1)) FROM sent;
EXECUTE hashed('d5a6f8c838df2701');
DEALLOCATE ALL;

-- sketch_item: one with sketch_hash but for its forms, and nothing is read that it does not write.
SELECT 42::sketch_item, 'a'::text::sketch_item, 42::sketch_hash::sketch_item, NULL::sketch_item;
SELECT 'sketch_hash:d5a6f8c838df2701'::sketch_item::sketch_hash;
SELECT 'sketch_hash:d5a6f8c838df27'::sketch_item;
\echo :LAST_ERROR_SQLSTATE
SELECT '42'::sketch_item;
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_item(42);
SELECT sketch_item('2fbc593564db7901');
\echo :LAST_ERROR_SQLSTATE
-- What hashes has not the name of a type, or Postgres would take it for a cast.
SELECT sketch_hash_of('2fbc593564db7901');
\echo :LAST_ERROR_SQLSTATE
PREPARE of_untyped AS SELECT sketch_hash_of($1);
EXECUTE of_untyped('2fbc593564db7901');
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash(42::bigint);
SELECT convert_from(sketch_item_send(42), 'UTF8');
CREATE TABLE items (item sketch_item);
SELECT current_setting('data_directory') || '/sketch_item.copy' AS file \gset
COPY (SELECT 42::sketch_item) TO :'file' (FORMAT binary);
COPY items FROM :'file' (FORMAT binary);
SELECT item, count(*) FROM items GROUP BY item;
-- What a driver sends in binary without its type: a bigint that ends in the number of a domain, and a text.
COPY (SELECT 1::bigint) TO :'file' (FORMAT binary);
COPY items FROM :'file' (FORMAT binary);
\echo :LAST_ERROR_SQLSTATE
COPY (SELECT 'd5a6f8c838df2701'::text) TO :'file' (FORMAT binary);
COPY items FROM :'file' (FORMAT binary);
\echo :LAST_ERROR_SQLSTATE

-- Constants of the type are printed by EXPLAIN, so that they can be read again.
SET max_parallel_workers_per_gather = 0;
EXPLAIN (VERBOSE, COSTS OFF) SELECT hll_add_agg(42), hll_add_agg(42::sketch_hash) FROM sent;
RESET max_parallel_workers_per_gather;
CREATE VIEW written AS
    SELECT hll_add_agg(42) AS number, hll_add_agg('sketch_hash:d5a6f8c838df2701') AS item,
        hll_add_agg(value::char(20)) AS char, hll_add_agg(value::sketch_hash) AS hash, hll_add_agg(NULL) AS null
    FROM sent;
-- Postgres 15 names the table of each column.
SELECT replace(pg_get_viewdef('written'), 'sent.', '');

-- Sorted and made distinct as hashes, in windows too; partial and expression indexes, generated columns, checks.
SELECT hll_count_distinct(DISTINCT g % 10) AS distinct,
    hll_count_distinct(g % 10 ORDER BY (g % 7)::sketch_hash) AS ordered
FROM generate_series(1, 100) AS g;
SELECT DISTINCT hll_count_distinct(g % 10) OVER (ORDER BY g ROWS 4 PRECEDING) AS moving
FROM generate_series(1, 100) AS g ORDER BY moving;
CREATE TABLE made (
    id bigint CHECK (bloom_contains('\x420100007b14ae47e17a843f4000000000000000', id) IS NOT NULL),
    hash sketch_hash GENERATED ALWAYS AS (id::sketch_hash) STORED,
    sketch hll GENERATED ALWAYS AS (hll_add('\x48010e00', id)) STORED
);
CREATE INDEX made_index ON made ((id::sketch_hash)) WHERE hash #># 42::sketch_hash;
INSERT INTO made SELECT generate_series(1, 100);
SELECT count(*) FROM made
WHERE id::sketch_hash #=# hash AND hash #># 42::sketch_hash AND sketch = hll_add(hll_empty(), hash);
SELECT pg_get_indexdef('made_index'::regclass);
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'made'::regclass AND contype = 'c';
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'made'::regclass ORDER BY adnum;
