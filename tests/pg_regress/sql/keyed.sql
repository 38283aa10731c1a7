-- Hashes with a key.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA keyed;
SET search_path = keyed, public;
\set SHOW_CONTEXT never

CREATE TABLE sketch_key (tenant text PRIMARY KEY, key bytea NOT NULL);
INSERT INTO sketch_key VALUES ('one', '\x000102030405060708090a0b0c0d0e0f'), ('two', '\xffeeddccbbaa99887766554433221100');

-- Equal values have equal hashes; other types, other keys and hashes without a key do not meet.
SELECT tenant, sketch_hash_keyed(42, key) AS integer, sketch_hash_keyed(42::bigint, key) #=# sketch_hash_keyed(42::smallint, key) AS same,
    sketch_hash_keyed('abc', key) #=# sketch_hash_keyed('abc'::text, key) AS literal, sketch_hash_keyed('abc', key) AS text
FROM sketch_key ORDER BY tenant;
SELECT tenant, fingerprint.* FROM sketch_key, sketch_key_fingerprint(key) AS fingerprint WHERE type IN ('bigint', 'text') ORDER BY 1, 2;
-- Which key, and which type of value, a sketch was made with.
CREATE TABLE sketch AS
SELECT tenant, hll_add_agg(sketch_hash_keyed(n, key)) AS users, bloom_add_agg(sketch_hash_keyed(n, key)) AS filter,
    cms_add_agg(sketch_hash_keyed(n, key)) AS counts
FROM sketch_key, generate_series(1, 1000) AS n GROUP BY tenant;
SELECT sketch.tenant, # users AS users, k.tenant AS key, type FROM sketch, sketch_key AS k, sketch_key_fingerprint(key) AS f
WHERE (hll_info(users)).domain = f.domain AND (bloom_info(filter)).domain = f.domain AND (cms_info(counts)).domain = f.domain
ORDER BY 1;
SELECT tenant, sum(bloom_contains(filter, sketch_hash_keyed(n, key))::int) AS found, min(cms_count(counts, sketch_hash_keyed(n, key))) AS least
FROM sketch JOIN sketch_key USING (tenant), generate_series(1, 1000) AS n GROUP BY tenant ORDER BY tenant;

-- Mistakes: without the key, with another one, with another type; added, merged, probed, in parallel and in windows.
SELECT hll_add(users, 1) FROM sketch WHERE tenant = 'one';
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(filter, 1) FROM sketch WHERE tenant = 'one';
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(filter, sketch_hash_keyed(1, (SELECT key FROM sketch_key WHERE tenant = 'two'))) FROM sketch WHERE tenant = 'one';
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(filter, sketch_hash_keyed('1', (SELECT key FROM sketch_key WHERE tenant = 'one'))) FROM sketch WHERE tenant = 'one';
\echo :LAST_ERROR_SQLSTATE
SELECT cms_count(counts, 1) FROM sketch WHERE tenant = 'one';
\echo :LAST_ERROR_SQLSTATE
SELECT hll_union_agg(users) FROM sketch;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_union_agg(filter) FROM sketch;
\echo :LAST_ERROR_SQLSTATE
SELECT cms_merge_agg(counts) FROM sketch;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_union_agg(users) OVER (ORDER BY tenant ROWS 1 PRECEDING) FROM sketch;
\echo :LAST_ERROR_SQLSTATE
SELECT # hll_union_agg(users) OVER (ORDER BY tenant ROWS 0 PRECEDING) AS users FROM sketch ORDER BY tenant;
CREATE TABLE visit AS SELECT n, CASE WHEN n < 50000 THEN 'one' ELSE 'two' END AS tenant FROM generate_series(1, 100000) AS n;
ALTER TABLE visit SET (parallel_workers = 2);
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT hll_add_agg(sketch_hash_keyed(n, CASE tenant WHEN 'one' THEN '\x000102030405060708090a0b0c0d0e0f'::bytea ELSE '\xffeeddccbbaa99887766554433221100' END)) FROM visit;
\echo :LAST_ERROR_SQLSTATE
SELECT # hll_add_agg(sketch_hash_keyed(n, '\x000102030405060708090a0b0c0d0e0f')) AS users FROM visit;
RESET ALL;
SET search_path = keyed, public;

-- No key, and one that is none. A row without a value has no hash.
SELECT sketch_hash_keyed(42, NULL);
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_keyed(NULL::int, NULL);
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_keyed(42, '\x');
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_keyed(42, '\x000102030405060708090a0b0c0d0e0f10');
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_key_fingerprint('a key');
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_keyed(NULL::int, '\x000102030405060708090a0b0c0d0e0f') IS NULL AS none;
-- A keyed hash is no value that could be listed.
SELECT topk_add_agg(sketch_hash_keyed(n, key)) FROM sketch_key, generate_series(1, 3) AS n;
\echo :LAST_ERROR_SQLSTATE

-- Values that someone has chosen so that their hashes are one hash; with a key nobody can.
CREATE VIEW chosen AS
SELECT decode('b8fe6c3923a44bbe' || lpad(to_hex(n), 16, '0') || 'ded46de9839097db' || lpad(to_hex(n * 7), 16, '0'), 'hex') AS value
FROM generate_series(1, 100000) AS n;
SELECT count(DISTINCT value) AS values, count(DISTINCT sketch_hash_of(value)) AS hashes,
    count(DISTINCT sketch_hash_keyed(value, '\x000102030405060708090a0b0c0d0e0f')) AS keyed FROM chosen;
SELECT # hll_add_agg(value) AS without, # hll_add_agg(sketch_hash_keyed(value, '\x000102030405060708090a0b0c0d0e0f')) AS with
FROM chosen;
