-- Measures the rms error and the bias of postgresql-hll at log2m = 14, for the curve that `make plots` draws next to ours:
--   scripts/with-server psql -q -f benches/postgresql_hll.sql > benches/postgresql_hll.csv
-- Each of 100 sets of 3 million integers is built in blocks; the union of the first blocks is the set at a smaller size.
-- It takes two to three minutes.

CREATE SCHEMA postgresql_hll;
CREATE EXTENSION hll SCHEMA postgresql_hll;
SET search_path = postgresql_hll, pg_catalog;

-- Eight steps a factor of ten, twice as many around 2.5 registers, where its estimator changes its formula.
CREATE TEMPORARY TABLE steps AS
SELECT n, coalesce(lag(n) OVER (ORDER BY n), 0) AS after
FROM (
    SELECT DISTINCT round(10 ^ (eighth / 8.0))::bigint AS n FROM generate_series(8, 51) AS eighth
    UNION
    SELECT (16384 * quarter / 4.0)::bigint FROM generate_series(4, 20) AS quarter
) AS sizes;

CREATE TEMPORARY TABLE estimates AS
SELECT n, hll_cardinality(hll_union_agg(block) OVER (PARTITION BY trial ORDER BY n)) AS estimate
FROM (
    SELECT trial, n, (
        SELECT hll_add_agg(hll_hash_bigint(trial * 1000000000 + value), 14, 5)
        FROM generate_series(after + 1, n) AS value
    ) AS block
    FROM generate_series(1::bigint, 100) AS trial, steps
) AS blocks;

COPY (
    SELECT n, round(sqrt(avg((estimate / n - 1) ^ 2))::numeric, 6) AS rms, round(avg(estimate / n - 1)::numeric, 6) AS bias
    FROM estimates
    GROUP BY n
    ORDER BY n
) TO STDOUT WITH (FORMAT csv, HEADER);
