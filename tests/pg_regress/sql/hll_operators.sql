-- Equality and order of hll, and everything in Postgres that stands on them.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;

CREATE TABLE item (id integer, sketch hll);
INSERT INTO item SELECT g, hll_add(hll_empty(), g % 20) FROM generate_series(1, 200) AS g;
INSERT INTO item SELECT 200 + n, (SELECT hll_add_agg(g) FROM generate_series(1, n * 1000) AS g)
FROM generate_series(1, 4) AS n;
INSERT INTO item SELECT 300 + n, (SELECT hll_add_agg(g) FROM generate_series(1, n * 1000) AS g)
FROM generate_series(1, 4) AS n;
INSERT INTO item VALUES (401, hll_empty()), (402, hll_empty(4)), (403, NULL), (404, NULL);
ANALYZE item;

SELECT hll_empty() = hll_empty(14) AS eq, hll_empty() = hll_empty(4) AS other_precision,
    hll_empty() <> hll_empty(4) AS ne,
    hll_add(hll_empty(), 1) = hll_add(hll_empty(), 1::smallint) AS same_value,
    hll_add(hll_empty(), 1) = hll_add(hll_empty(), '1') AS other_domain;
SELECT hll_empty(4) < hll_empty(5) AS lt, hll_empty(4) <= hll_empty(4) AS le, hll_empty(5) > hll_empty(4) AS gt,
    hll_empty(4) >= hll_empty(5) AS ge,
    hll_cmp(hll_empty(4), hll_empty(5)) AS less, hll_cmp(hll_empty(5), hll_empty(5)) AS equal,
    hll_cmp(hll_empty(5), hll_empty(4)) AS greater;
SELECT hll_empty() = NULL AS eq, hll_empty() < NULL AS lt, hll_empty() IS DISTINCT FROM NULL AS is_distinct;

-- A total order, the same as that of the bytes.
SELECT count(*) AS pairs,
    bool_and((a.sketch < b.sketch) = (a.sketch::bytea < b.sketch::bytea)) AS lt,
    bool_and((a.sketch <= b.sketch) = (a.sketch::bytea <= b.sketch::bytea)) AS le,
    bool_and((a.sketch = b.sketch) = (a.sketch::bytea = b.sketch::bytea)) AS eq,
    bool_and((a.sketch <> b.sketch) = (a.sketch::bytea <> b.sketch::bytea)) AS ne,
    bool_and((a.sketch >= b.sketch) = (a.sketch::bytea >= b.sketch::bytea)) AS ge,
    bool_and((a.sketch > b.sketch) = (a.sketch::bytea > b.sketch::bytea)) AS gt,
    bool_and(sign(hll_cmp(a.sketch, b.sketch)) = (a.sketch > b.sketch)::integer - (a.sketch < b.sketch)::integer) AS cmp,
    bool_and(a.sketch <> b.sketch OR hll_hash(a.sketch) = hll_hash(b.sketch)) AS hash,
    bool_and(a.sketch <> b.sketch OR hll_hash_extended(a.sketch, 7) = hll_hash_extended(b.sketch, 7)) AS hash_extended
FROM item AS a, item AS b WHERE a.id > 150 AND b.id > 150 AND a.sketch IS NOT NULL AND b.sketch IS NOT NULL;
SELECT hll_hash_extended(sketch, 0) <> hll_hash_extended(sketch, 1) AS seed_matters,
    hll_hash_extended(sketch, 0)::bit(32) = hll_hash(sketch)::bit(32) AS seed_0_agrees FROM item WHERE id = 201;

-- GROUP BY, DISTINCT and set operations, by hash and by sort.
SET enable_sort = off;
SELECT count(*) AS groups, sum(n) AS rows FROM (SELECT count(*) AS n FROM item GROUP BY sketch) AS g;
SELECT count(*) FROM (SELECT DISTINCT sketch FROM item) AS d;
RESET enable_sort;
SET enable_hashagg = off;
SELECT count(*) AS groups, sum(n) AS rows FROM (SELECT count(*) AS n FROM item GROUP BY sketch) AS g;
SELECT count(*) FROM (SELECT DISTINCT sketch FROM item) AS d;
RESET enable_hashagg;
SELECT count(DISTINCT sketch) FROM item;
SELECT count(*) FROM (SELECT sketch FROM item WHERE id <= 300 UNION SELECT sketch FROM item WHERE id > 300) AS u;
SELECT count(*) FROM (SELECT sketch FROM item WHERE id <= 300 EXCEPT SELECT sketch FROM item WHERE id > 300) AS e;
SELECT count(*) FROM (SELECT sketch FROM item WHERE id <= 300 INTERSECT SELECT sketch FROM item WHERE id > 300) AS i;
SELECT count(*)
FROM (SELECT sketch FROM item WHERE id <= 300 INTERSECT ALL SELECT sketch FROM item WHERE id > 300) AS i;

-- ORDER BY and what follows from it.
SELECT bool_and(sketch::bytea >= before) AS in_order FROM (
    SELECT sketch, lag(sketch::bytea) OVER (ORDER BY sketch) AS before FROM item WHERE sketch IS NOT NULL) AS o;
SELECT id FROM item WHERE id > 400 ORDER BY sketch DESC NULLS LAST, id;
SELECT max(rank) AS ranks, bool_and(n = 2) AS two_each
FROM (SELECT dense_rank() OVER (ORDER BY sketch) AS rank, count(*) OVER (PARTITION BY sketch) AS n FROM item
    WHERE id BETWEEN 201 AND 304) AS r;
SELECT id FROM item WHERE sketch IN (hll_empty(4), hll_empty()) ORDER BY id;
SELECT id FROM item WHERE sketch = ANY (ARRAY[hll_empty(4), NULL]) ORDER BY id;
SELECT sketch BETWEEN hll_empty(4) AND hll_empty(4) FROM item WHERE id = 402;
SELECT ARRAY[hll_empty(4), hll_empty(5)] = ARRAY[hll_empty(4), hll_empty(5)] AS arrays,
    ROW(1, hll_empty()) = ROW(1, hll_empty()) AS rows,
    ARRAY[hll_empty(4)] < ARRAY[hll_empty(5)] AS ordered_arrays,
    ROW(1, hll_empty(4)) < ROW(1, hll_empty(5)) AS ordered_rows;
SELECT nullif(hll_empty(), hll_empty()) IS NULL AS nullif,
    greatest(hll_empty(4), hll_empty(5)) = hll_empty(5) AS greatest,
    CASE hll_empty() WHEN hll_empty(14) THEN 'same' END;

-- Joins of every kind.
SET enable_mergejoin = off; SET enable_nestloop = off;
SELECT count(*) FROM item AS a JOIN item AS b ON a.sketch = b.sketch;
SELECT count(*) FROM item AS a FULL JOIN item AS b ON a.sketch = b.sketch;
RESET enable_mergejoin; SET enable_hashjoin = off;
SELECT count(*) FROM item AS a JOIN item AS b ON a.sketch = b.sketch;
SELECT count(*) FROM item AS a FULL JOIN item AS b ON a.sketch = b.sketch;
RESET enable_nestloop; SET enable_mergejoin = off;
SELECT count(*) FROM item AS a JOIN item AS b ON a.sketch = b.sketch;
RESET enable_mergejoin; RESET enable_hashjoin;
SELECT count(*) FROM item AS a WHERE NOT EXISTS (SELECT FROM item AS b WHERE a.sketch = b.sketch AND a.id <> b.id);

-- Indexes.
SET enable_seqscan = off; SET enable_bitmapscan = off;
CREATE INDEX item_sketch ON item (sketch) WHERE id <= 200;
SELECT count(*) FROM item WHERE sketch = hll_add(hll_empty(), 7) AND id <= 200;
SELECT count(*) FROM item WHERE sketch < hll_add(hll_empty(), 7) AND id <= 200;
SELECT count(*) FROM item WHERE sketch >= hll_add(hll_empty(), 7) AND id <= 200;
DROP INDEX item_sketch;
-- A hash index takes sketches of any size.
CREATE INDEX item_hash ON item USING hash (sketch);
SELECT count(*) FROM item WHERE sketch = hll_add(hll_empty(), 7);
SELECT count(*) FROM item WHERE sketch = (SELECT hll_add_agg(g) FROM generate_series(1, 4000) AS g);
RESET enable_seqscan; RESET enable_bitmapscan;

\set VERBOSITY terse
CREATE TABLE once (sketch hll UNIQUE);
INSERT INTO once VALUES (hll_add(hll_empty(), 1)), (hll_add(hll_empty(), 2)), (NULL), (NULL);
INSERT INTO once VALUES (hll_add(hll_empty(), 1::bigint));
\echo :LAST_ERROR_SQLSTATE
INSERT INTO once VALUES (hll_add(hll_empty(), 1::bigint)), (hll_add(hll_empty(), 3)) ON CONFLICT DO NOTHING;
SELECT count(*) FROM once;
CREATE TABLE keyed (sketch hll PRIMARY KEY, n integer);
INSERT INTO keyed VALUES (hll_empty(), 1);
INSERT INTO keyed VALUES (hll_empty(), 1) ON CONFLICT (sketch) DO UPDATE SET n = keyed.n + EXCLUDED.n;
SELECT n FROM keyed;
CREATE TABLE referring (sketch hll REFERENCES keyed);
INSERT INTO referring VALUES (hll_empty());
INSERT INTO referring VALUES (hll_empty(4));
\echo :LAST_ERROR_SQLSTATE
-- A constraint upon large ones, which a btree cannot hold.
CREATE TABLE once_large (sketch hll, EXCLUDE USING hash (sketch WITH =));
INSERT INTO once_large SELECT hll_add_agg(g) FROM generate_series(1, 50000) AS g;
INSERT INTO once_large SELECT hll_add_agg(g) FROM generate_series(1, 60000) AS g;
INSERT INTO once_large SELECT hll_add_agg(g) FROM generate_series(1, 50000) AS g;
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY default

-- Partitions by hash and by list of sketches.
CREATE TABLE hashed (sketch hll) PARTITION BY HASH (sketch);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO hashed SELECT sketch FROM item;
SELECT (SELECT count(*) FROM hashed) AS rows,
    (SELECT count(*) FROM hashed_0 WHERE sketch IN (SELECT sketch FROM hashed_1)) AS in_both;

-- || and #, and the operators of others that must not be disturbed.
SELECT # hll_add(hll_empty(), 1) || hll_add(hll_empty(), 2) AS needs_parentheses;
\echo :LAST_ERROR_SQLSTATE
SELECT # (hll_add(hll_empty(), 1) || hll_add(hll_empty(), 2)) AS two;
SELECT 'a' || 'b' AS literals, 'a' || 1 AS text_and_number, NULL || 'a' AS null_and_text, ARRAY[1] || 2 AS array,
    '\x01'::bytea || '\x02' AS bytea, 5 # 3 AS xor;
SELECT 'a' = 'a' AS literals, '1' = 1 AS number, '\x48010e00' = '\x48010E00' AS text_not_sketch,
    hll_empty() = '\x48010e00' AS sketch, bytea('a') AS bytea;
