-- hll_add_agg, hll_union_agg and hll_count_distinct.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
\set SHOW_CONTEXT never

CREATE TABLE visit (day integer, page text, visitor integer);
INSERT INTO visit SELECT g % 7, 'page ' || g % 3, g % 5000 FROM generate_series(1, 20000) AS g;
INSERT INTO visit VALUES (8, NULL, NULL), (8, NULL, NULL);
ANALYZE visit;

-- Over no rows, or only NULLs: empty, never NULL.
SELECT hll_add_agg(visitor), hll_count_distinct(visitor), hll_add_agg(visitor, 12), hll_count_distinct(visitor, 12)
FROM visit WHERE day = 99;
SELECT hll_add_agg(visitor), hll_count_distinct(visitor), hll_count_distinct(visitor, 12), count(*) FROM visit
WHERE day = 8;
SELECT hll_union_agg(sketch) FROM (VALUES (NULL::hll), (NULL)) AS v(sketch);
SELECT hll_union_agg(sketch) FROM (SELECT hll_empty() AS sketch WHERE false) AS v;
SELECT hll_add_agg(NULL::text), hll_count_distinct(NULL::uuid), hll_union_agg(NULL);

-- The count, and the same from the sketch.
SELECT hll_count_distinct(visitor) = # hll_add_agg(visitor) AS same,
    abs(hll_count_distinct(visitor) - 5000) < 150 AS near FROM visit;
SELECT day, count(DISTINCT visitor) AS exact, hll_count_distinct(visitor) AS estimate FROM visit WHERE visitor < 1000
GROUP BY day ORDER BY day;
SELECT page, hll_count_distinct(visitor) FROM visit WHERE visitor < 1000 GROUP BY page ORDER BY page;
SELECT pg_typeof(hll_count_distinct(1)), pg_typeof(hll_add_agg(1)), pg_typeof(# hll_add_agg(1));

-- An aggregate over values = adding them one by one = the union of the parts, byte for byte.
SELECT hll_add_agg(g) = hll_add(hll_add(hll_add(hll_empty(), 3), 1), 2) AS same FROM generate_series(1, 3) AS g;
SELECT hll_add_agg(g ORDER BY g) = hll_add_agg(g ORDER BY g DESC) AS order_is_nothing
FROM generate_series(1, 5000) AS g;
SELECT hll_union_agg(daily) = (SELECT hll_add_agg(visitor) FROM visit) AS same
FROM (SELECT hll_add_agg(visitor) AS daily FROM visit GROUP BY day) AS d;
SELECT hll_union_agg(hll_add(hll_empty(), visitor)) = hll_add_agg(visitor) AS one_by_one FROM visit WHERE day = 1;

-- Every type of the domains; an untyped literal needs a cast here.
SELECT hll_count_distinct(a) AS ints, hll_count_distinct(a::text) AS texts, hll_count_distinct(a::numeric) AS numerics,
    hll_count_distinct(a::real) AS reals, hll_count_distinct(date '2020-01-01' + a) AS dates,
    hll_count_distinct(a % 2 = 0) AS booleans,
    hll_count_distinct(timestamp '2020-01-01' + a * interval '1 s') AS timestamps,
    hll_count_distinct(inet '10.0.0.0' + a) AS inets,
    hll_count_distinct(int4send(a)) AS bytes, hll_count_distinct(md5(a::text)::uuid) AS uuids
FROM generate_series(1, 100) AS a;
SELECT hll_count_distinct('a'), hll_add_agg('a');
\echo :LAST_ERROR_SQLSTATE

-- The precision.
SELECT hll_precision(hll_add_agg(visitor)), hll_precision(hll_add_agg(visitor, 4)),
    hll_precision(hll_add_agg(visitor, 18)) FROM visit;
SELECT hll_add_agg(visitor, 14) = hll_add_agg(visitor) AS is_default,
    abs(hll_count_distinct(visitor, 10) - 5000) < 500 AS near FROM visit;
SELECT hll_add_agg(1, 3);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(1, 19);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(NULL::integer, 19);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(1, NULL);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(1, NULL);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(g, 12 + g % 2) FROM generate_series(1, 3) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(g, g) FROM generate_series(4, 5) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(value, p) FROM (VALUES (1, 12), (NULL, 13)) AS row(value, p);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(value, p) FROM (VALUES (NULL, 13), (1, 12)) AS row(value, p);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_precision(hll_add_agg(NULL::integer, 10));
-- It may differ from group to group.
SELECT p, hll_precision(hll_add_agg(g, p)) FROM generate_series(4, 6) AS p, generate_series(1, 10) AS g GROUP BY p
ORDER BY p;

-- Unions of what does not fit.
SELECT hll_union_agg(sketch) FROM (VALUES (hll_add(hll_empty(12), 1)), (hll_add(hll_empty(13), 1))) AS v(sketch);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_union_agg(sketch) FROM (VALUES (hll_add(hll_empty(), 1)), (hll_add(hll_empty(), 'a'))) AS v(sketch);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_union_agg(sketch ORDER BY n)
FROM (SELECT 1 AS n, hll_add_agg(visitor) AS sketch FROM visit UNION ALL SELECT 2, hll_add_agg(page) FROM visit) AS v;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_union_agg(hll_downsample(sketch, 12)) = hll_add(hll_empty(12), 1) AS downsampled
FROM (VALUES (hll_add(hll_empty(12), 1)), (hll_add(hll_empty(13), 1))) AS v(sketch);
-- Empty ones and NULLs fit with any.
SELECT hll_union_agg(sketch) = hll_add(hll_empty(12), 1) AS same
FROM (VALUES (hll_empty(14)), (NULL), (hll_add(hll_empty(12), 1)), (hll_empty(4)), (NULL), (hll_add(hll_empty(12), 1)),
    (hll_empty(18))) AS v(sketch);

-- FILTER, DISTINCT, ORDER BY.
SELECT hll_count_distinct(visitor) FILTER (WHERE visitor < 10) AS few,
    hll_count_distinct(visitor) FILTER (WHERE false) AS none,
    hll_add_agg(visitor) FILTER (WHERE day = 1) = (SELECT hll_add_agg(visitor) FROM visit WHERE day = 1) AS one_day
    FROM visit;
SELECT hll_add_agg(DISTINCT visitor) = hll_add_agg(visitor) AS same,
    hll_count_distinct(DISTINCT visitor) = hll_count_distinct(visitor) AS same_count FROM visit;
SELECT hll_add_agg(DISTINCT page) = hll_add_agg(page) AS same,
    hll_add_agg(DISTINCT visitor, 12) = hll_add_agg(visitor, 12) AS with_precision FROM visit;
SELECT hll_add_agg(visitor ORDER BY visitor DESC) = hll_add_agg(visitor) AS same,
    hll_add_agg(page ORDER BY visitor, day) = hll_add_agg(page) AS by_others FROM visit;
SELECT hll_union_agg(DISTINCT sketch ORDER BY sketch) = hll_union_agg(sketch) AS same
FROM (SELECT hll_add_agg(visitor) AS sketch FROM visit GROUP BY day, page) AS v;

-- GROUPING SETS, CUBE, HAVING, subqueries.
SELECT day, page, hll_count_distinct(visitor) FROM visit WHERE visitor < 30 GROUP BY GROUPING SETS ((day), (page), ())
ORDER BY day, page;
SELECT count(*) AS groups, sum(hll_count_distinct) AS total FROM (
    SELECT hll_count_distinct(visitor) FROM visit WHERE visitor < 300 GROUP BY CUBE (day, page)) AS cube;
SELECT page FROM visit GROUP BY page HAVING hll_count_distinct(visitor) = 0;
SELECT day FROM visit GROUP BY day HAVING # hll_add_agg(visitor) > 100 ORDER BY day;
SELECT (SELECT hll_count_distinct(visitor) FROM visit WHERE visitor < days.day) AS below
FROM generate_series(0, 3) AS days(day);
SELECT day, uniques FROM generate_series(1, 3) AS days(day), LATERAL (
    SELECT hll_count_distinct(visitor) AS uniques FROM visit WHERE visit.day = days.day AND visitor < 100) AS v
ORDER BY day;

-- Windows, growing and moving.
SELECT g, hll_count_distinct(g / 2) OVER (ORDER BY g) AS running,
    hll_count_distinct(g / 2) OVER (ORDER BY g ROWS 2 PRECEDING) AS moving,
    hll_count_distinct(g / 2) OVER (ORDER BY g ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS rest,
    hll_count_distinct(g / 2) OVER () AS total, hll_count_distinct(g) OVER (PARTITION BY g % 2) AS parts
FROM generate_series(1, 8) AS g ORDER BY g;
CREATE TABLE daily AS SELECT day, hll_add_agg(visitor) AS sketch FROM visit WHERE visitor < 100 AND day < 7
GROUP BY day;
INSERT INTO daily VALUES (7, NULL), (8, hll_empty(4)), (9, NULL);
SELECT day, # sketch AS cardinality, # hll_union_agg(sketch) OVER (ORDER BY day) AS running,
    # hll_union_agg(sketch) OVER (ORDER BY day ROWS 1 PRECEDING) AS two_days,
    # hll_union_agg(sketch) OVER (ORDER BY day RANGE BETWEEN 2 PRECEDING AND 1 PRECEDING) AS before,
    # hll_union_agg(sketch) OVER (ORDER BY day
        GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) AS around,
    # hll_union_agg(sketch) FILTER (WHERE day > 1) OVER (ORDER BY day ROWS 1 PRECEDING) AS filtered
FROM daily ORDER BY day;
SELECT bool_and(moving = fresh) AS same FROM (
    SELECT day, hll_union_agg(sketch) OVER (ORDER BY day ROWS 2 PRECEDING) AS moving FROM daily) AS w
JOIN LATERAL (
    SELECT hll_union_agg(sketch) AS fresh FROM daily AS d WHERE d.day BETWEEN w.day - 2 AND w.day) AS f ON true;
SELECT DISTINCT
    hll_add_agg(visitor) OVER (ORDER BY day RANGE UNBOUNDED PRECEDING) =
    hll_add_agg(visitor) OVER (ORDER BY day) AS same
FROM visit;
SELECT hll_union_agg(sketch) OVER (ORDER BY o ROWS 1 PRECEDING)
FROM (VALUES (1, hll_add(hll_empty(12), 1)), (2, hll_add(hll_empty(13), 1))) AS v(o, sketch);
\echo :LAST_ERROR_SQLSTATE

-- A group may pass from a list to registers, in all at once or one after another.
SELECT n, hll_count_distinct(g) BETWEEN n * 0.97 AND n * 1.03 AS near, (hll_info(hll_add_agg(g))).form
FROM (VALUES (1), (100), (2040), (2100), (50000)) AS size(n), generate_series(1, n) AS g GROUP BY n ORDER BY n;
SELECT count(*) AS groups, sum(uniques) AS total
FROM (SELECT hll_count_distinct(g) AS uniques FROM generate_series(1, 30000) AS g GROUP BY g % 3000) AS v;

-- The support functions work for aggregates only.
SELECT hll_add_trans(hll_empty(), 1);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_trans(NULL, 1);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_trans(hll_empty(), 1, 12);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_union_trans(hll_empty(), hll_empty());
\echo :LAST_ERROR_SQLSTATE
SELECT hll_union_trans(NULL, NULL);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(g) FROM generate_series(1, 3) AS g WHERE hll_add_trans(NULL, g) IS NULL;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_final(NULL), hll_final(hll_add(hll_empty(4), 1)) = hll_add(hll_empty(4), 1) AS same, hll_count_final(NULL),
    hll_count_final(hll_add(hll_empty(), 1));

-- An aggregate of one's own upon them needs no final function: its result is read like any sketch.
CREATE AGGREGATE bare_agg(sketch_item) (SFUNC = hll_add_trans, STYPE = hll, COMBINEFUNC = hll_union_trans,
    PARALLEL = SAFE);
CREATE AGGREGATE started_agg(sketch_item) (SFUNC = hll_add_trans, STYPE = hll, INITCOND = '\x48010c00');
SELECT bare_agg(visitor) = hll_add_agg(visitor) AS bare, started_agg(visitor) = hll_add_agg(visitor, 12) AS started
FROM visit;
CREATE TABLE bare AS SELECT day, bare_agg(visitor) AS sketch FROM visit GROUP BY day;
SELECT bool_and(sketch = expected) AS equal, bool_and(sketch::bytea = expected::bytea) AS equal_bytes,
    bool_and(sketch::text = expected::text) AS equal_text,
    bool_and(hll_hash(sketch) = hll_hash(expected)) AS equal_hash, bool_and(# sketch = # expected) AS equal_count
FROM bare
JOIN (SELECT day, hll_add_agg(visitor) AS expected FROM visit WHERE visitor IS NOT NULL GROUP BY day) AS e USING (day);
SELECT hll_union_agg(sketch) = (SELECT hll_add_agg(visitor) FROM visit) AS union_of_bare FROM bare;
-- With registers the last value waits until the next one comes, and no function misses it.
CREATE TABLE waiting AS SELECT n, bare_agg(g) AS sketch FROM generate_series(9996, 10004) AS n, generate_series(1, n) AS g
GROUP BY n;
SELECT bool_and(sketch = expected) AS equal, bool_and(sketch::text = expected::text) AS text,
    bool_and(# sketch = # expected) AS cardinality, bool_and(hll_info(sketch) = hll_info(expected)) AS info,
    bool_and((sketch || hll_empty()) = expected AND (hll_empty() || sketch) = expected) AS of_union,
    bool_and(hll_add(sketch, -1) = hll_add(expected, -1)) AS add, bool_and(hll_final(sketch) = expected) AS final,
    bool_and(hll_count_final(sketch) = # expected) AS count, count(DISTINCT sketch) > 1 AS differ
FROM waiting JOIN (SELECT n, hll_add_agg(g) AS expected FROM generate_series(9996, 10004) AS n, generate_series(1, n) AS g
    GROUP BY n) AS e USING (n);
