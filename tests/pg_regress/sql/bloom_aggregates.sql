-- bloom_add_agg and bloom_union_agg.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA bloom_aggregates;
SET search_path = bloom_aggregates, public;
\set SHOW_CONTEXT never

CREATE TABLE visit (day integer, page text, visitor integer);
INSERT INTO visit SELECT g % 7, 'page ' || g % 3, g % 5000 FROM generate_series(1, 20000) AS g;
INSERT INTO visit VALUES (8, NULL, NULL), (8, NULL, NULL);
ANALYZE visit;

-- Over no rows, or only NULLs: empty, never NULL.
SELECT bloom_add_agg(visitor), bloom_add_agg(visitor, 1000), bloom_add_agg(visitor, 1000, 0.1)
FROM visit WHERE day = 99;
SELECT bloom_add_agg(visitor), bloom_add_agg(visitor, 1000) = bloom_empty(1000) AS capacity,
    bloom_add_agg(visitor, 1000, 0.1) = bloom_empty(1000, 0.1) AS capacity_and_rate, count(*)
FROM visit WHERE day = 8;
SELECT bloom_union_agg(filter) FROM (VALUES (NULL::bloom), (NULL)) AS v(filter);
SELECT bloom_union_agg(filter) FROM (SELECT bloom_empty(1000) AS filter WHERE false) AS v;
SELECT bloom_add_agg(NULL::text) = bloom_empty(64) AS no_value, bloom_union_agg(NULL) = bloom_empty(64) AS no_filter;

-- With no capacity a filter is made for what it holds, in powers of two.
SELECT n, form, capacity, fpr, layers, abs(cardinality - n) <= 1 + n * 0.05 AS near,
    estimated_fpr <= 0.011 AS as_asked_for
FROM (VALUES (1), (10), (11), (12), (64), (65), (1000), (1024), (1025), (30000)) AS size(n),
    LATERAL (SELECT bloom_add_agg(g) AS filter FROM generate_series(1, n) AS g) AS v, bloom_info(filter) ORDER BY n;
SELECT bloom_add_agg(g % 100) = (SELECT bloom_add_agg(g) FROM generate_series(0, 99) AS g) AS repeated
FROM generate_series(1, 1000) AS g;

-- An aggregate over values = adding them one by one = the union of the parts, byte for byte.
SELECT bloom_add_agg(g, 10) = bloom_add(bloom_add(bloom_add(bloom_empty(10), 3), 1), 2) AS same
FROM generate_series(1, 3) AS g;
SELECT bloom_add_agg(g, 5000 ORDER BY g) = bloom_add_agg(g, 5000 ORDER BY g DESC) AS order_is_nothing,
    bloom_add_agg(g ORDER BY g) = bloom_add_agg(g ORDER BY g DESC) AS with_no_capacity
FROM generate_series(1, 5000) AS g;
SELECT bloom_union_agg(daily) = (SELECT bloom_add_agg(visitor, 5000) FROM visit) AS same
FROM (SELECT bloom_add_agg(visitor, 5000) AS daily FROM visit GROUP BY day) AS d;
SELECT bloom_union_agg(bloom_add(bloom_empty(5000), visitor)) = bloom_add_agg(visitor, 5000) AS one_by_one
FROM visit WHERE day = 1;
SELECT bool_and(bloom_contains(filter, visitor)) AS all_found
FROM visit,
    (SELECT bloom_union_agg(daily) AS filter
        FROM (SELECT bloom_add_agg(visitor) AS daily FROM visit GROUP BY day) AS d) AS u;

-- Every type of the domains; an untyped literal needs a cast here.
SELECT # bloom_add_agg(a) AS ints, # bloom_add_agg(a::text) AS texts, # bloom_add_agg(a::numeric) AS numerics,
    # bloom_add_agg(a::real) AS reals, # bloom_add_agg(date '2020-01-01' + a) AS dates,
    # bloom_add_agg(a % 2 = 0) AS booleans,
    # bloom_add_agg(timestamp '2020-01-01' + a * interval '1 s') AS timestamps,
    # bloom_add_agg(inet '10.0.0.0' + a) AS inets,
    # bloom_add_agg(int4send(a)) AS bytes, # bloom_add_agg(md5(a::text)::uuid) AS uuids
FROM generate_series(1, 10) AS a;
SELECT bloom_add_agg('a');
\echo :LAST_ERROR_SQLSTATE

-- The capacity and the rate.
SELECT capacity, fpr FROM (SELECT bloom_add_agg(visitor, 7000, 0.001) AS filter FROM visit) AS v, bloom_info(filter);
SELECT bloom_add_agg(visitor, 5000, 0.01) = bloom_add_agg(visitor, 5000) AS is_default FROM visit;
SELECT bloom_add_agg(1, 0);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(1, 1000, 0);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(1, 1000, 'NaN');
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(NULL::integer, -5);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(1, NULL);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(1, 1000, NULL);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(g, CASE WHEN g < 3 THEN 1000 END) FROM generate_series(1, 3) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(g, 1000 + g / 3) FROM generate_series(1, 3) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(g, 1000, 1.0 / (100 + g / 900)) FROM generate_series(1, 1000) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(value, capacity) FROM (VALUES (1, 12), (NULL, 13)) AS row(value, capacity);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(value, capacity) FROM (VALUES (NULL, 13), (1, 12)) AS row(value, capacity);
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY terse
SELECT bloom_add_agg(1, 1000000000000);
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY default
-- They may differ from group to group.
SELECT n, (bloom_info(bloom_add_agg(g, n * 1000))).capacity
FROM generate_series(1, 3) AS n, generate_series(1, 2000) AS g
GROUP BY n ORDER BY n;

-- Past its capacity a filter grows, in whatever order values come: a filter is probed for as many others as it has.
CREATE TABLE grown AS
SELECT 'as they come' AS order, n, (SELECT bloom_add_agg(g, 500) FROM generate_series(1, n) AS g) AS filter
FROM unnest(ARRAY[500, 1500, 3500, 20000]) AS n
UNION ALL
SELECT 'by their hashes', n, (SELECT bloom_add_agg(DISTINCT g, 500) FROM generate_series(1, n) AS g)
FROM unnest(ARRAY[500, 1500, 3500, 20000]) AS n;
SELECT "order", n, layers, cardinality BETWEEN n * 0.95 AND n * 1.05 AS near,
    estimated_fpr <= 0.02 AS no_more_than_twice,
    count(*) FILTER (WHERE bloom_contains(filter, g)) = n AS all_found,
    count(*) FILTER (WHERE bloom_contains(filter, -g)) < n * 0.03 AS few_others
FROM grown, bloom_info(filter), generate_series(1, n) AS g
GROUP BY "order", n, layers, cardinality, estimated_fpr ORDER BY "order" COLLATE "C", n;

-- Unions of what does not fit.
SELECT bloom_union_agg(filter)
FROM (VALUES (bloom_add(bloom_empty(10), 1)), (bloom_add(bloom_empty(10, 0.1), 1))) AS v(filter);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_union_agg(filter)
FROM (VALUES (bloom_add(bloom_empty(10), 1)), (bloom_add(bloom_empty(10), 'a'))) AS v(filter);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_union_agg(filter ORDER BY n)
FROM (SELECT 1 AS n, bloom_add_agg(visitor) AS filter FROM visit
    UNION ALL SELECT 2, bloom_add_agg(page) FROM visit) AS v;
\echo :LAST_ERROR_SQLSTATE
-- Empty ones and NULLs fit with any.
SELECT bloom_union_agg(filter) = bloom_add(bloom_empty(12), 1) AS same
FROM (VALUES (bloom_empty(14)), (NULL), (bloom_add(bloom_empty(12), 1)), (bloom_empty(4, 0.5)), (NULL),
    (bloom_add(bloom_empty(12), 1)), (bloom_empty(18))) AS v(filter);

-- FILTER, DISTINCT, ORDER BY.
SELECT # bloom_add_agg(visitor) FILTER (WHERE visitor < 10) AS few,
    # bloom_add_agg(visitor) FILTER (WHERE false) AS none,
    bloom_add_agg(visitor) FILTER (WHERE day = 1) =
        (SELECT bloom_add_agg(visitor) FROM visit WHERE day = 1) AS one_day FROM visit;
SELECT bloom_add_agg(DISTINCT visitor) = bloom_add_agg(visitor) AS same,
    bloom_add_agg(DISTINCT visitor, 6000) = bloom_add_agg(visitor, 6000) AS with_capacity FROM visit;
SELECT bloom_add_agg(visitor ORDER BY visitor DESC) = bloom_add_agg(visitor) AS same,
    bloom_add_agg(page ORDER BY visitor, day) = bloom_add_agg(page) AS by_others FROM visit;
SELECT bloom_union_agg(DISTINCT filter ORDER BY filter) = bloom_union_agg(filter) AS same
FROM (SELECT bloom_add_agg(visitor, 5000) AS filter FROM visit GROUP BY day, page) AS v;

-- GROUPING SETS, CUBE, HAVING, subqueries.
SELECT day, page, # bloom_add_agg(visitor) AS visitors FROM visit WHERE visitor < 10
GROUP BY GROUPING SETS ((day), (page), ()) ORDER BY day, page;
SELECT day FROM visit GROUP BY day HAVING bloom_contains(bloom_add_agg(visitor, 100000, 1e-6), 1) ORDER BY day;
SELECT (SELECT # bloom_add_agg(visitor) FROM visit WHERE visitor < days.day) AS below
FROM generate_series(0, 3) AS days(day);

-- Windows, growing and moving. What one row has got does not change when the next is added.
SELECT g, # bloom_add_agg(g / 2) OVER (ORDER BY g) AS running,
    # bloom_add_agg(g / 2) OVER (ORDER BY g ROWS 2 PRECEDING) AS moving, # bloom_add_agg(g / 2) OVER () AS total,
    # bloom_add_agg(g) OVER (PARTITION BY g % 2) AS parts
FROM generate_series(1, 8) AS g ORDER BY g;
CREATE TABLE daily AS SELECT day, bloom_add_agg(visitor, 5000, 0.0001) AS filter FROM visit WHERE day < 7
GROUP BY day;
INSERT INTO daily VALUES (7, NULL), (8, bloom_empty(4)), (9, NULL);
SELECT day, bloom_contains(filter, 3) AS that_day,
    bloom_contains(bloom_union_agg(filter) OVER (ORDER BY day), 3) AS so_far,
    bloom_contains(bloom_union_agg(filter) OVER (ORDER BY day ROWS 1 PRECEDING), 3) AS two_days,
    bloom_contains(bloom_union_agg(filter) OVER (ORDER BY day RANGE BETWEEN 2 PRECEDING AND 1 PRECEDING), 3) AS before
FROM daily ORDER BY day;
SELECT day, running = (SELECT bloom_union_agg(filter) FROM daily AS d WHERE d.day <= w.day) AS same
FROM (SELECT day, bloom_union_agg(filter) OVER (ORDER BY day) AS running FROM daily OFFSET 0) AS w ORDER BY day;
SELECT day, running = (SELECT bloom_add_agg(visitor, 5000, 0.0001) FROM visit AS v WHERE v.day <= w.day) AS same
FROM (SELECT DISTINCT day, bloom_add_agg(visitor, 5000, 0.0001) OVER (ORDER BY day) AS running FROM visit) AS w
ORDER BY day;

-- Many groups, small and large.
SELECT n, (bloom_info(bloom_add_agg(g, 1000))).form, # bloom_add_agg(g, 1000) BETWEEN n * 0.97 AND n * 1.03 AS near
FROM (VALUES (1), (10), (100), (180), (181), (1000)) AS size(n), generate_series(1, n) AS g GROUP BY n ORDER BY n;
SELECT count(*) AS groups, sum(# filter) AS total
FROM (SELECT bloom_add_agg(g) AS filter FROM generate_series(1, 30000) AS g GROUP BY g % 3000) AS v;

-- The support functions work for aggregates only.
SELECT bloom_add_trans(bloom_empty(10), 1);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_trans(NULL, 1);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_trans(bloom_empty(10), 1, 10);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_trans(filter, 1, 5000, 0.0001) FROM daily;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_union_trans(bloom_empty(10), bloom_empty(10));
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_union_trans(NULL, NULL);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(g) FROM generate_series(1, 3) AS g WHERE bloom_add_trans(NULL, g) IS NULL;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_final(NULL), bloom_final(bloom_add(bloom_empty(4), 1)) = bloom_add(bloom_empty(4), 1) AS same;

-- An aggregate of one's own upon them needs no final function: its result is read like any filter.
CREATE AGGREGATE bare_agg(sketch_item) (SFUNC = bloom_add_trans, STYPE = bloom, COMBINEFUNC = bloom_union_trans,
    PARALLEL = SAFE);
CREATE AGGREGATE started_agg(sketch_item) (SFUNC = bloom_add_trans, STYPE = bloom,
    INITCOND = '\x420100007b14ae47e17a843f8813000000000000');
SELECT bare_agg(visitor) = bloom_add_agg(visitor) AS bare,
    started_agg(visitor) = bloom_add_agg(visitor, 5000) AS started FROM visit;
CREATE TABLE bare AS SELECT day, bare_agg(visitor) AS filter FROM visit GROUP BY day;
SELECT bool_and(filter = expected) AS equal, bool_and(filter::bytea = expected::bytea) AS equal_bytes,
    bool_and(bloom_hash(filter) = bloom_hash(expected)) AS equal_hash,
    bool_and(abs((# filter) - (# expected)) < 50) AS near, bool_and(bloom_contains(filter, expected_visitor)) AS found
FROM bare JOIN (SELECT day, bloom_add_agg(visitor) AS expected, min(visitor) AS expected_visitor FROM visit
    WHERE visitor IS NOT NULL GROUP BY day) AS e USING (day);
SELECT bloom_union_agg(filter) = (SELECT bloom_add_agg(visitor) FROM visit) AS union_of_bare FROM bare;

-- The last values of a large one wait in front of it, and no function misses them.
CREATE AGGREGATE bare_agg(sketch_item, bigint) (SFUNC = bloom_add_trans, STYPE = bloom, COMBINEFUNC = bloom_union_trans,
    PARALLEL = SAFE);
CREATE TABLE waiting AS SELECT n, bare_agg(g) AS hashes, bare_agg(g, 100000) AS filter
FROM generate_series(49996, 50004) AS n, generate_series(1, n) AS g GROUP BY n;
CREATE VIEW waited AS SELECT n, bloom_add_agg(g) AS of_hashes, bloom_add_agg(g, 100000) AS of_filter
FROM generate_series(49996, 50004) AS n, generate_series(1, n) AS g GROUP BY n;
SELECT bool_and(hashes = of_hashes AND filter = of_filter) AS equal,
    bool_and(hashes::text::bloom = of_hashes AND filter::text = of_filter::text) AS texts,
    bool_and(hashes::bytea = of_hashes::bytea AND filter::bytea = of_filter::bytea) AS bytes,
    bool_and(bloom_contains(hashes, n) AND bloom_contains(filter, n)) AS found,
    bool_and(# hashes = n AND # filter = # of_filter) AS cardinality,
    bool_and(bloom_info(filter) = bloom_info(of_filter)) AS info,
    bool_and((filter || bloom_empty(9)) = of_filter AND (bloom_empty(9) || filter) = of_filter) AS of_union,
    bool_and(bloom_add(filter, -1) = bloom_add(of_filter, -1) AND bloom_add(filter, n) = of_filter) AS add,
    bool_and(bloom_final(hashes) = of_hashes AND bloom_final(filter) = of_filter) AS final
FROM waiting JOIN waited USING (n);
SELECT bloom_union_agg(hashes) = bloom_union_agg(of_hashes) AS of_hashes,
    bloom_union_agg(filter) = bloom_union_agg(of_filter) AS of_filter
FROM waiting JOIN waited USING (n);

-- Without a capacity it is sent as the hashes that it is, so that parts become what all values in one place do. No
-- function returns such a list, and each takes it.
CREATE TABLE sent AS SELECT day, filter::text AS part FROM bare;
SELECT left(part, 42) AS part FROM sent WHERE day = 8;
SELECT count(DISTINCT left(part, 42)) AS beginnings, min(left(part, 42)) AS beginning FROM sent WHERE day < 7;
SELECT bool_and((part::bloom)::text = part) AS as_it_came FROM sent;
SELECT bloom_union_agg(part::bloom)::text = (SELECT bloom_add_agg(visitor) FROM visit)::text AS union_of_sent FROM sent;
SELECT bool_and(part::bloom = filter AND part::bloom = expected) AS equal,
    bool_and(bloom_hash(part::bloom) = bloom_hash(expected)) AS equal_hash,
    bool_and(part::bloom::bytea = expected::bytea) AS bytes, bool_and(bloom(part::bytea)::text = expected::text) AS of_bytes,
    bool_and((part::bloom || bloom_empty(9))::text = expected::text) AS left_of_union,
    bool_and((bloom_empty(9) || part::bloom)::text = expected::text) AS right_of_union,
    bool_and(bloom_add(part::bloom, known)::text = expected::text) AS add,
    bool_and(bloom_final(part::bloom)::text = expected::text) AS final,
    bool_and(bloom_contains(part::bloom, known)) AS found, bool_or(bloom_contains(part::bloom, -1)) AS not_found,
    bool_and(# part::bloom = (SELECT count(DISTINCT visitor) FROM visit AS v WHERE v.day = e.day)) AS cardinality
FROM sent JOIN bare USING (day) JOIN (SELECT day, bloom_add_agg(visitor) AS expected, min(visitor) AS known FROM visit
    WHERE visitor IS NOT NULL GROUP BY day) AS e USING (day);

-- How many values merged filters hold. A hundred of a thousand values each: the bits of all of them are nearly all set,
-- but what each two share can be told.
CREATE TABLE merged AS SELECT bloom_union_agg(filter) AS hundred, bloom_union_agg(filter) FILTER (WHERE day < 3) AS few
FROM (SELECT g / 1000 AS day, bloom_add_agg(g) AS filter FROM generate_series(0, 99999) AS g GROUP BY 1) AS d;
SELECT layers, info.cardinality BETWEEN 98000 AND 102000 AS cardinality, lower BETWEEN 95000 AND 99999 AS lower,
    upper BETWEEN 100001 AND 105000 AS upper, # hundred = info.cardinality AS operator FROM merged, bloom_info(hundred) AS info;
SELECT layers, (# few) BETWEEN 2940 AND 3060 AS cardinality FROM merged, bloom_info(few) AS info;
-- What filters of different shapes share cannot be told, nor what is in bits that are all set.
SELECT # filter AS cardinality, info.cardinality, lower BETWEEN 1900 AND 2000 AS lower, upper BETWEEN 3000 AND 3100 AS upper
FROM (SELECT bloom_add_agg(g, 1000) || (SELECT bloom_add_agg(g, 2000) FROM generate_series(1, 2000) AS g) AS filter
    FROM generate_series(1001, 2000) AS g) AS f, bloom_info(filter) AS info;
SELECT # filter AS cardinality, layers, info.cardinality, lower > 0 AS lower, upper, estimated_fpr > 0.99 AS useless
FROM (SELECT bloom_union_agg(filter) AS filter FROM (
    SELECT g / 40, bloom_add_agg(g) AS filter FROM generate_series(1, 80000) AS g GROUP BY 1) AS d) AS u,
    bloom_info(filter) AS info;
