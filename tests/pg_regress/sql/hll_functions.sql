-- The functions on one sketch or two.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;

CREATE TABLE s AS
SELECT (SELECT hll_add_agg(g) FROM generate_series(1, 1000) AS g) AS thousand,
    (SELECT hll_add_agg(g) FROM generate_series(1, 100000) AS g) AS many,
    (SELECT hll_add_agg(g) FROM generate_series(50001, 150000) AS g) AS others,
    (SELECT hll_add_agg(g, 10) FROM generate_series(1, 1000) AS g) AS coarse,
    (SELECT hll_add_agg('p:' || g) FROM generate_series(1, 1000) AS g) AS texts;

-- hll_empty
SELECT hll_empty(), hll_empty(4), hll_empty(14), hll_empty(18), hll_empty() = hll_empty(14) AS is_default;
SELECT hll_empty(3);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_empty(19);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_empty(-2147483648);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_empty(270);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_empty("precision" => 12) = hll_empty(12) AS named;

-- hll_add
SELECT # hll_add(hll_empty(), 1), # hll_add(hll_add(hll_empty(), 1), 2), # hll_add(hll_add(hll_empty(), 1), 1::bigint);
SELECT hll_add(thousand, 1000) = thousand AS known, # hll_add(thousand, 1001) AS new FROM s;
SELECT hll_add(many, 100000) = many AS known FROM s;
SELECT hll_add(sketch => hll_empty(), value => 1) = hll_add(hll_empty(), 1) AS named;
-- ... of an untyped literal, which is text; an untyped parameter could be anything
SELECT hll_add(hll_empty(), 'p:1') = hll_add(hll_empty(), 'p:1'::text) AS literal,
    hll_add(hll_empty(), '') = hll_add(hll_empty(), ''::text) AS nothing;
SELECT hll_add(texts, 'p:7') = texts AS known FROM s;
PREPARE add_parameter AS SELECT hll_add(hll_empty(), $1);
\echo :LAST_ERROR_SQLSTATE
PREPARE add_parameter AS SELECT hll_add(hll_empty(), $1::text) = hll_add(hll_empty(), 'p:1'::text) AS parameter;
EXECUTE add_parameter('p:1');
SELECT hll_add(hll_empty(), U&'gr\00fc\00df') = hll_add(hll_empty(), U&'gr\00fc\00df'::text) AS other_letters;
-- ... of another domain
SELECT hll_add(thousand, 'p:1') FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(texts, 1) FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(hll_add(hll_empty(), 1), 1.0);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(hll_add(hll_empty(), 1.0), 1::double precision);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(hll_add(hll_empty(), timestamp '2020-01-01'), timestamptz '2020-01-01 00:00+00');
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(hll_add(hll_empty(), timestamp '2020-01-01'), date '2020-01-01');
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(hll_add(hll_empty(), '\x01'::bytea), 'a'::text);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(hll_add(hll_empty(), inet '::1'), '00000000-0000-0000-0000-000000000001'::uuid);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(hll_add(hll_empty(), true), 1);
\echo :LAST_ERROR_SQLSTATE

-- hll_union and ||
SELECT hll_union(hll_add(hll_empty(), 1), hll_add(hll_empty(), 2)) = hll_add(hll_add(hll_empty(), 2), 1) AS same;
SELECT thousand || many = many AS contained, many || many = many AS idempotent,
    many || others = others || many AS commutative,
    thousand || hll_empty() = thousand AS empty_right, hll_empty() || thousand = thousand AS empty_left,
    round((# (many || others))::numeric, -4) AS cardinality
FROM s;
SELECT hll_empty(4) || thousand = thousand AS any_empty, thousand || hll_empty(18) = thousand AS any_empty_right FROM s;
SELECT hll_empty(12) || hll_empty(14) = hll_empty(14) || hll_empty(12) AS two_empties;
SELECT thousand || coarse FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT coarse || thousand FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT thousand || texts FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT texts || thousand FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_downsample(thousand, 10) || coarse = coarse AS downsampled FROM s;

-- hll_cardinality and #
SELECT # hll_empty(), hll_cardinality(hll_empty(4)), # thousand, # texts, hll_cardinality(thousand) FROM s;
SELECT # many = round(# many) AS whole, # many BETWEEN 97000 AND 103000 AS near FROM s;

-- hll_relative_error
SELECT p, hll_relative_error(sketch) / (1.04 / sqrt(2 ^ p)) BETWEEN 0.85 AND 1.05 AS as_in_theory
FROM generate_series(4, 18, 2) AS p,
    LATERAL (SELECT hll_add_agg(g, p) AS sketch FROM generate_series(1, 1000000 >> (2 * ((18 - p) / 4))) AS g) AS made
ORDER BY p;
SELECT hll_relative_error(hll_empty()), hll_relative_error(hll_add(hll_empty(), 1)) < 0.001 AS one,
    hll_relative_error(thousand) < 0.001 AS thousand FROM s;

-- hll_cardinality_bounds
SELECT * FROM hll_cardinality_bounds(hll_empty());
SELECT * FROM hll_cardinality_bounds(hll_add(hll_empty(), 1));
SELECT lower <= 100000 AND upper >= 100000 AS holds_the_truth, estimate = # many AS estimate_is_the_cardinality,
    lower < estimate AND estimate < upper AS between, lower = round(lower) AND upper = round(upper) AS whole,
    (upper - lower) / estimate / hll_relative_error(many) BETWEEN 3.5 AND 4.2 AS four_standard_errors_wide
FROM s, hll_cardinality_bounds(many);
SELECT confidence, upper - lower > lag(upper - lower, 1, 0) OVER (ORDER BY confidence) AS wider
FROM s, unnest(ARRAY[0.5, 0.68, 0.95, 0.99, 0.999]) AS confidence, hll_cardinality_bounds(many, confidence)
ORDER BY confidence;
SELECT hll_cardinality_bounds(many, confidence => 0.9) = hll_cardinality_bounds(many, 0.9) AS named FROM s;
SELECT bool_and(lower BETWEEN 0 AND estimate AND upper BETWEEN estimate AND 1e9) AS finite
FROM s, unnest(ARRAY[thousand, many, hll_empty(4), hll_downsample(many, 4)]) AS sketch,
    unnest(ARRAY[5e-324, 1e-17, 0.9999999999999999]) AS confidence, hll_cardinality_bounds(sketch, confidence);
SELECT hll_cardinality_bounds(many, 0) FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_cardinality_bounds(many, 1) FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_cardinality_bounds(many, 95) FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_cardinality_bounds(many, 'NaN') FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_cardinality_bounds(many, '-Infinity') FROM s;
\echo :LAST_ERROR_SQLSTATE

-- hll_precision
SELECT hll_precision(hll_empty()), hll_precision(thousand), hll_precision(many), hll_precision(coarse) FROM s;

-- hll_downsample
SELECT p, hll_downsample(many, p) = (SELECT hll_add_agg(g, p) FROM generate_series(1, 100000) AS g) AS same
FROM s, generate_series(4, 14) AS p ORDER BY p;
SELECT hll_downsample(thousand, 10) = coarse AS same FROM s;
SELECT hll_downsample(hll_downsample(many, 12), 8) = hll_downsample(many, 8) AS in_two_steps FROM s;
SELECT hll_downsample(hll_empty(14), 6), hll_downsample(many, 14) = many AS to_itself FROM s;
SELECT hll_downsample(sketch => many, "precision" => 14) = many AS named FROM s;
SELECT hll_downsample(coarse, 14) FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_downsample(hll_empty(10), 14);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_downsample(many, 3) FROM s;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_downsample(many, 19) FROM s;
\echo :LAST_ERROR_SQLSTATE

-- hll_info
SELECT * FROM hll_info(hll_empty(12));
SELECT format_version, "precision", domain, form, bytes, occupied, cardinality FROM hll_info(hll_add(hll_empty(), 'a'));
SELECT format_version, "precision", domain, form, occupied, cardinality = # thousand AS cardinality,
    bytes = length(thousand::bytea) AS bytes, relative_error = hll_relative_error(thousand) AS relative_error
FROM s, hll_info(thousand);
SELECT format_version, "precision", domain, form, occupied BETWEEN 16300 AND 16384 AS occupied,
    cardinality = # many AS cardinality,
    bytes = length(many::bytea) AS bytes, bytes < 7300 AS fits,
    relative_error = hll_relative_error(many) AS relative_error
FROM s, hll_info(many);
SELECT (hll_info(sketch)).domain FROM unnest(ARRAY[
    hll_add(hll_empty(), 1), hll_add(hll_empty(), 'a'),
    hll_add(hll_empty(), '00000000-0000-0000-0000-000000000001'::uuid),
    hll_add(hll_empty(), '\x01'::bytea), hll_add(hll_empty(), true), hll_add(hll_empty(), 1::real),
    hll_add(hll_empty(), 1.0),
    hll_add(hll_empty(), date '2020-01-01'), hll_add(hll_empty(), timestamp '2020-01-01'),
    hll_add(hll_empty(), timestamptz '2020-01-01'), hll_add(hll_empty(), inet '::1')]) AS sketch;

-- From a list of entries to registers, at 2^p / 8 values or a few more.
SELECT p, n, (hll_info(sketch)).form, # sketch = n AS exact
FROM (VALUES (10, 120), (10, 140), (14, 2040), (14, 2060)) AS step(p, n),
    LATERAL (SELECT hll_add_agg(g, p) AS sketch FROM generate_series(1, n) AS g) AS made ORDER BY p, n;

-- NULL in, NULL out.
SELECT hll_empty(NULL) IS NULL AS empty, hll_add(NULL, 1) IS NULL AS add,
    hll_add(hll_empty(), NULL::integer) IS NULL AS add_null,
    hll_add(hll_empty(), NULL) IS NULL AS add_literal, hll_union(NULL, hll_empty()) IS NULL AS union_left,
    hll_empty() || NULL IS NULL AS union_right,
    # NULL::hll IS NULL AS cardinality, hll_cardinality_bounds(NULL) IS NULL AS bounds,
    hll_cardinality_bounds(hll_empty(), NULL) IS NULL AS confidence,
    hll_relative_error(NULL) IS NULL AS error, hll_precision(NULL) IS NULL AS "precision",
    hll_downsample(NULL, 4) IS NULL AS downsample,
    hll_downsample(hll_empty(), NULL) IS NULL AS downsample_to, hll_info(NULL) IS NULL AS info,
    NULL::hll::bytea IS NULL AS bytea, NULL::bytea::hll IS NULL AS hll;

-- What changes nothing returns its argument, so that an UPDATE need not store the value again.
CREATE TABLE stored AS SELECT thousand AS sketch, 1000 AS known FROM s UNION ALL SELECT many, 100000 FROM s;
SELECT pg_relation_size(reltoastrelid) AS before FROM pg_class WHERE oid = 'stored'::regclass \gset
UPDATE stored SET sketch = hll_downsample(sketch, 14);
UPDATE stored SET sketch = hll_add(sketch, known);
UPDATE stored SET sketch = sketch || sketch || hll_add(hll_empty(), 42) || hll_empty();
UPDATE stored SET sketch = sketch::hll(14);
SELECT :before > 0 AS stored, pg_relation_size(reltoastrelid) = :before AS unchanged
FROM pg_class WHERE oid = 'stored'::regclass;
DROP TABLE stored;
