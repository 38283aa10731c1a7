-- What two sets have in common. Sketches of few values are exact; of many, the error is compared with what it may be.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;

CREATE TABLE sets AS
SELECT name, hll_add_agg(value) AS sketch, count(value) AS size
FROM (VALUES ('none', 1, 0), ('small', 1, 1000), ('next', 901, 1900), ('far', 5001, 5300),
             ('large', 1, 100000), ('shifted', 80001, 180000)) AS ranges (name, first, last)
LEFT JOIN LATERAL generate_series(first, last) AS value ON true GROUP BY name;

-- Exact and estimated: two lists, one empty, the same one twice.
SELECT a.name, b.name, hll_intersection_cardinality(a.sketch, b.sketch) AS both,
       hll_difference_cardinality(a.sketch, b.sketch) AS first, hll_difference_cardinality(b.sketch, a.sketch) AS second,
       round(hll_jaccard(a.sketch, b.sketch)::numeric, 4) AS jaccard
FROM sets AS a, sets AS b
WHERE (a.name, b.name) IN (('small', 'next'), ('small', 'far'), ('small', 'none'), ('none', 'none'), ('small', 'small'))
ORDER BY a.name, b.name;

-- Registers: 20,000 of 180,000 are shared.
SELECT abs(hll_intersection_cardinality(a.sketch, b.sketch) / 20000 - 1) < 0.1 AS both,
       abs(hll_difference_cardinality(a.sketch, b.sketch) / 80000 - 1) < 0.05 AS first,
       abs(hll_jaccard(a.sketch, b.sketch) * 9 - 1) < 0.1 AS jaccard,
       hll_intersection_cardinality(a.sketch, b.sketch) = hll_intersection_cardinality(b.sketch, a.sketch) AS symmetric
FROM sets AS a, sets AS b WHERE a.name = 'large' AND b.name = 'shifted';

-- A list and registers that hold all of it; registers and themselves; whole numbers.
SELECT hll_intersection_cardinality(small.sketch, large.sketch) BETWEEN 900 AND 1000 AS "list in registers",
       hll_difference_cardinality(small.sketch, large.sketch) + hll_intersection_cardinality(small.sketch, large.sketch) AS list,
       hll_intersection_cardinality(large.sketch, large.sketch) = hll_cardinality(large.sketch) AS itself,
       hll_difference_cardinality(large.sketch, large.sketch) AS nothing, hll_jaccard(large.sketch, large.sketch) AS all
FROM sets AS small, sets AS large WHERE small.name = 'small' AND large.name = 'large';

-- Bounds. Those of lists are exact; a default, and any confidence between 0 and 1.
SELECT * FROM sets AS a, sets AS b, hll_intersection_bounds(a.sketch, b.sketch) AS bounds
WHERE a.name = 'small' AND b.name = 'next' \gset
SELECT :lower AS lower, :estimate AS estimate, :upper AS upper;
SELECT kind, confidence, lower <= truth AND truth <= upper AS holds, lower <= estimate AND estimate <= upper AS around,
       upper - lower > last_width AS wider
FROM (
    SELECT *, lag(upper - lower, 1, 0::float8) OVER (PARTITION BY kind ORDER BY confidence) AS last_width
    FROM sets AS a, sets AS b, unnest(ARRAY[0.5, 0.95, 0.999999]) AS confidence, LATERAL (
        SELECT 'both' AS kind, 20000 AS truth, * FROM hll_intersection_bounds(a.sketch, b.sketch, confidence)
        UNION ALL SELECT 'first', 80000, * FROM hll_difference_bounds(a.sketch, b.sketch, confidence)
        UNION ALL SELECT 'jaccard', 1.0 / 9, * FROM hll_jaccard_bounds(a.sketch, b.sketch, confidence)
    ) AS bounds
    WHERE a.name = 'large' AND b.name = 'shifted'
) AS widths WHERE confidence > 0.5 ORDER BY kind, confidence;
SELECT lower <= 300 AS lower, estimate BETWEEN 290 AND 300 AS estimate, upper FROM sets AS a, sets AS b, hll_intersection_bounds(a.sketch, b.sketch)
WHERE a.name = 'large' AND b.name = 'far';

-- Registers and a list that share nothing for certain: a share is 0 where the number of values is, and so are the bounds.
SELECT hll_jaccard(a, b) > 0 AS share, hll_intersection_cardinality(a, b) > 0 AS both,
       hll_intersection_bounds(a, b), hll_jaccard_bounds(a, b)
FROM (SELECT hll_add_agg(value) FROM generate_series(5, 3000) AS value) AS a (a), hll_add(hll_empty(), 3000000) AS b (b);

-- NULL in, NULL out.
SELECT hll_intersection_cardinality(NULL, hll_empty()), hll_difference_cardinality(hll_empty(), NULL),
       hll_jaccard(NULL, NULL), hll_intersection_bounds(hll_empty(), NULL);

-- Results of functions, which are not coded on the way.
SELECT hll_intersection_cardinality(a.sketch || b.sketch, hll_add(b.sketch, 5000)) AS both
FROM sets AS a, sets AS b WHERE a.name = 'small' AND b.name = 'next';

-- Errors.
SELECT hll_intersection_cardinality(hll_add(hll_empty(12), 1), hll_add(hll_empty(14), 1));
\echo :LAST_ERROR_SQLSTATE
SELECT hll_jaccard(hll_add(hll_empty(), 1), hll_add(hll_empty(), 'a'));
\echo :LAST_ERROR_SQLSTATE
SELECT hll_difference_bounds(hll_empty(), hll_empty(), 1);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_jaccard_bounds(hll_empty(), hll_empty(), 'NaN');
\echo :LAST_ERROR_SQLSTATE
DROP TABLE sets;
