-- A rollup that is kept up to date while batches of visits arrive, sometimes twice, sometimes late.

CREATE EXTENSION IF NOT EXISTS pg_sketch;

CREATE TABLE rollup (day date PRIMARY KEY, users hll(14) NOT NULL);

-- What arrives. Batch 1: two weeks of 30,000 users a day. Batch 2: 12,000 visits of 3 June that were held up.
CREATE TABLE inbox (batch int, day date, user_id bigint);
INSERT INTO inbox
SELECT 1, date '2026-06-01' + day, user_id
FROM generate_series(0, 13) AS day, generate_series(day * 5000, day * 5000 + 29999) AS user_id;
INSERT INTO inbox SELECT 2, '2026-06-03', user_id FROM generate_series(500001, 512000) AS user_id;

-- The one statement that takes in a batch. A union takes the same users a second time without a change. The order is
-- that in which rows are locked: sessions with one order never wait for each other in a circle.
PREPARE take_in (int) AS
INSERT INTO rollup AS t
SELECT day, hll_add_agg(user_id) FROM inbox WHERE batch = $1 GROUP BY day ORDER BY day
ON CONFLICT (day) DO UPDATE SET users = t.users || EXCLUDED.users;

EXECUTE take_in(1);

-- What a dashboard reads.
CREATE MATERIALIZED VIEW weekly AS
SELECT date_trunc('week', day)::date AS week, hll_union_agg(users) AS users FROM rollup GROUP BY 1;
CREATE UNIQUE INDEX ON weekly (week);

-- Both as they are now, to compare with later. xmin tells when a row was last written.
CREATE TEMPORARY TABLE rollup_before AS TABLE rollup;
CREATE TEMPORARY TABLE weekly_before AS SELECT week, xmin::text AS written FROM weekly;
PREPARE changes AS
SELECT (SELECT count(*) FROM rollup) AS days,
       (SELECT count(*) FROM rollup JOIN rollup_before AS b USING (day) WHERE rollup.users <> b.users) AS changed,
       (SELECT count(*) FROM weekly) AS weeks,
       (SELECT count(*) FROM weekly JOIN weekly_before AS b USING (week) WHERE weekly.xmin::text <> b.written) AS rewritten;

\echo
\echo 'After the first batch, the weeks:'
SELECT week, # users AS users FROM weekly ORDER BY week;

\echo 'The same batch again, as after a retry: sketches that changed, and rows that a concurrent refresh rewrote'
EXECUTE take_in(1);
REFRESH MATERIALIZED VIEW CONCURRENTLY weekly;
EXECUTE changes;

\echo 'The late batch: its day and its week change, nothing else does'
EXECUTE take_in(2);
REFRESH MATERIALIZED VIEW CONCURRENTLY weekly;
EXECUTE changes;

\echo 'After all of it, exact and estimated:'
SELECT week, exact, # users AS estimate, round((100 * (hll_cardinality(users) / exact - 1))::numeric, 2) AS "error %"
FROM weekly
JOIN (
    SELECT date_trunc('week', day)::date AS week, count(DISTINCT user_id) AS exact FROM inbox GROUP BY 1
) AS truth USING (week)
ORDER BY week;

\echo 'A rollup built at once, from all that ever arrived, has the same bytes:'
SELECT count(*) AS days, count(*) FILTER (WHERE rollup.users = fresh.users) AS "days with equal bytes"
FROM rollup
JOIN (SELECT day, hll_add_agg(user_id) AS users FROM inbox GROUP BY day) AS fresh USING (day);
