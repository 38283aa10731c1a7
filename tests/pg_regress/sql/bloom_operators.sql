-- Equality and order of bloom, and what in Postgres stands on them.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA bloom_operators;
SET search_path = bloom_operators, public;

CREATE TABLE item (id integer, filter bloom);
INSERT INTO item SELECT g, bloom_add(bloom_empty(100), g % 20) FROM generate_series(1, 200) AS g;
INSERT INTO item SELECT 200 + n, (SELECT bloom_add_agg(g, 5000) FROM generate_series(1, n * 1000) AS g)
FROM generate_series(1, 4) AS n;
INSERT INTO item SELECT 300 + n, (SELECT bloom_add_agg(g, 5000) FROM generate_series(1, n * 1000) AS g)
FROM generate_series(1, 4) AS n;
INSERT INTO item VALUES (401, bloom_empty(100)), (402, bloom_empty(4)), (403, NULL), (404, NULL);
ANALYZE item;

SELECT bloom_empty(100) = bloom_empty(100, 0.01) AS eq, bloom_empty(100) = bloom_empty(4) AS other_capacity,
    bloom_empty(100) = bloom_empty(100, 0.1) AS other_rate, bloom_empty(100) <> bloom_empty(4) AS ne,
    bloom_add(bloom_empty(100), 1) = bloom_add(bloom_empty(100), 1::smallint) AS same_value,
    bloom_add(bloom_empty(100), 1) = bloom_add(bloom_empty(100), '1') AS other_domain;
SELECT bloom_empty(4) < bloom_empty(5) AS lt, bloom_empty(4) <= bloom_empty(4) AS le,
    bloom_empty(5) > bloom_empty(4) AS gt,
    bloom_empty(4) >= bloom_empty(5) AS ge, bloom_cmp(bloom_empty(4), bloom_empty(5)) AS less,
    bloom_cmp(bloom_empty(5), bloom_empty(5)) AS equal, bloom_cmp(bloom_empty(5), bloom_empty(4)) AS greater;
SELECT bloom_empty(4) = NULL AS eq, bloom_empty(4) < NULL AS lt, bloom_empty(4) IS DISTINCT FROM NULL AS is_distinct;

-- A total order, the same as that of the bytes.
SELECT count(*) AS pairs,
    bool_and((a.filter < b.filter) = (a.filter::bytea < b.filter::bytea)) AS lt,
    bool_and((a.filter <= b.filter) = (a.filter::bytea <= b.filter::bytea)) AS le,
    bool_and((a.filter = b.filter) = (a.filter::bytea = b.filter::bytea)) AS eq,
    bool_and((a.filter <> b.filter) = (a.filter::bytea <> b.filter::bytea)) AS ne,
    bool_and((a.filter >= b.filter) = (a.filter::bytea >= b.filter::bytea)) AS ge,
    bool_and((a.filter > b.filter) = (a.filter::bytea > b.filter::bytea)) AS gt,
    bool_and(sign(bloom_cmp(a.filter, b.filter)) = (a.filter > b.filter)::integer - (a.filter < b.filter)::integer)
    AS cmp,
    bool_and(a.filter <> b.filter OR bloom_hash(a.filter) = bloom_hash(b.filter)) AS hash,
    bool_and(a.filter <> b.filter OR bloom_hash_extended(a.filter, 7) = bloom_hash_extended(b.filter, 7))
    AS hash_extended
FROM item AS a, item AS b WHERE a.id > 150 AND b.id > 150 AND a.filter IS NOT NULL AND b.filter IS NOT NULL;
SELECT bloom_hash_extended(filter, 0) <> bloom_hash_extended(filter, 1) AS seed_matters,
    bloom_hash_extended(filter, 0)::bit(32) = bloom_hash(filter)::bit(32) AS seed_0_agrees FROM item WHERE id = 201;

-- GROUP BY, DISTINCT and set operations, by hash and by sort.
SET enable_sort = off;
SELECT count(*) AS groups, sum(n) AS rows FROM (SELECT count(*) AS n FROM item GROUP BY filter) AS g;
RESET enable_sort;
SET enable_hashagg = off;
SELECT count(*) AS groups, sum(n) AS rows FROM (SELECT count(*) AS n FROM item GROUP BY filter) AS g;
RESET enable_hashagg;
SELECT count(DISTINCT filter) FROM item;
SELECT count(*) FROM (SELECT filter FROM item WHERE id <= 300 EXCEPT SELECT filter FROM item WHERE id > 300) AS e;

-- ORDER BY and what follows from it.
SELECT bool_and(filter::bytea >= before) AS in_order FROM (
    SELECT filter, lag(filter::bytea) OVER (ORDER BY filter) AS before FROM item WHERE filter IS NOT NULL) AS o;
SELECT id FROM item WHERE filter IN (bloom_empty(4), bloom_empty(100)) ORDER BY id;
SELECT ARRAY[bloom_empty(4)] < ARRAY[bloom_empty(5)] AS arrays,
    ROW(1, bloom_empty(4)) = ROW(1, bloom_empty(4)) AS rows;

-- Joins of every kind.
SET enable_mergejoin = off; SET enable_nestloop = off;
SELECT count(*) FROM item AS a JOIN item AS b ON a.filter = b.filter;
RESET enable_mergejoin; SET enable_hashjoin = off;
SELECT count(*) FROM item AS a JOIN item AS b ON a.filter = b.filter;
RESET enable_nestloop; SET enable_mergejoin = off;
SELECT count(*) FROM item AS a JOIN item AS b ON a.filter = b.filter;
RESET enable_mergejoin; RESET enable_hashjoin;

-- Indexes and what they enforce.
SET enable_seqscan = off; SET enable_bitmapscan = off;
CREATE INDEX item_filter ON item (filter) WHERE id <= 200;
SELECT count(*) FROM item WHERE filter = bloom_add(bloom_empty(100), 7) AND id <= 200;
SELECT count(*) FROM item WHERE filter < bloom_add(bloom_empty(100), 7) AND id <= 200;
DROP INDEX item_filter;
CREATE INDEX item_hash ON item USING hash (filter);
SELECT count(*) FROM item WHERE filter = bloom_add(bloom_empty(100), 7);
SELECT count(*) FROM item WHERE filter = (SELECT bloom_add_agg(g, 5000) FROM generate_series(1, 4000) AS g);
RESET enable_seqscan; RESET enable_bitmapscan;
\set VERBOSITY terse
CREATE TABLE once (filter bloom UNIQUE);
INSERT INTO once VALUES (bloom_add(bloom_empty(10), 1)), (bloom_add(bloom_empty(10), 2)), (NULL), (NULL);
INSERT INTO once VALUES (bloom_add(bloom_empty(10), 1::bigint));
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY default
CREATE TABLE hashed (filter bloom) PARTITION BY HASH (filter);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO hashed SELECT filter FROM item;
SELECT (SELECT count(*) FROM hashed) AS rows,
    (SELECT count(*) FROM hashed_0 WHERE filter IN (SELECT filter FROM hashed_1)) AS in_both;

-- || and #, and the operators of others that must not be disturbed.
SELECT # (bloom_add(bloom_empty(10), 1) || bloom_add(bloom_empty(10), 2)) AS two;
SELECT bloom_empty(10) || hll_empty();
\echo :LAST_ERROR_SQLSTATE
SELECT 'a' || 'b' AS literals, 'a' || 1 AS text_and_number, NULL || 'a' AS null_and_text, ARRAY[1] || 2 AS array,
    '\x01'::bytea || '\x02' AS bytea, 5 # 3 AS xor;
SELECT 'a' = 'a' AS literals, '1' = 1 AS number,
    bloom_empty(10) = '\x420100007b14ae47e17a843f0a00000000000000' AS filter, bytea('a') AS bytea;
