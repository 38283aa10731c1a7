-- Rolling unique counts: hll_union_agg, hll_add_agg and hll_count_distinct as window functions.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
\set SHOW_CONTEXT never

-- Ten days; on the n-th of January the users n to n + 2. Nobody came on the 5th, and the 6th and 7th are lost.
CREATE TABLE visitor AS
SELECT date '2026-01-01' + n - 1 AS day, n + i AS user_id FROM generate_series(1, 10) AS n, generate_series(0, 2) AS i
WHERE n NOT IN (5, 6, 7);
CREATE TABLE daily_visitor AS SELECT day, hll_add_agg(user_id) AS users FROM visitor GROUP BY day;
INSERT INTO daily_visitor VALUES ('2026-01-05', hll_empty()), ('2026-01-06', NULL), ('2026-01-07', NULL);

-- The last three days, and the exact number.
SELECT day, # users AS users, # hll_union_agg(users) OVER (ORDER BY day ROWS 2 PRECEDING) AS three_days,
    (SELECT count(DISTINCT user_id) FROM visitor AS v WHERE v.day BETWEEN d.day - 2 AND d.day) AS exact
FROM daily_visitor AS d ORDER BY day;
-- By date, where rows may be missing; around the row; the rows before it, of which the first has none.
SELECT day, # hll_union_agg(users) OVER (ORDER BY day RANGE interval '2 days' PRECEDING) AS three_days,
    # hll_union_agg(users) OVER (ORDER BY day ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS around,
    # hll_union_agg(users) OVER (ORDER BY day ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) AS beside,
    # hll_union_agg(users) OVER (ORDER BY day ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING) AS before
FROM daily_visitor WHERE users IS NOT NULL ORDER BY day;
-- All days so far, all that are left, all.
SELECT day, # hll_union_agg(users) OVER (ORDER BY day) AS so_far,
    # hll_union_agg(users) OVER (ORDER BY day ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS left_over,
    # hll_union_agg(users) OVER () AS total
FROM daily_visitor ORDER BY day;
-- Frames without a row, and frames of NULLs only, are empty sketches and count 0; never NULL.
SELECT day, hll_union_agg(users) OVER w AS none, hll_cardinality(hll_union_agg(users) OVER w),
    hll_union_agg(users) OVER (ORDER BY day ROWS 0 PRECEDING) AS one
FROM daily_visitor WHERE day BETWEEN '2026-01-05' AND '2026-01-07'
WINDOW w AS (ORDER BY day ROWS BETWEEN 20 PRECEDING AND 10 PRECEDING) ORDER BY day;
SELECT DISTINCT hll_count_distinct(user_id) OVER w AS none, hll_add_agg(user_id) OVER w AS sketch,
    hll_add_agg(user_id, 12) OVER w AS coarse
FROM visitor WINDOW w AS (ORDER BY day GROUPS BETWEEN 20 PRECEDING AND 10 PRECEDING);
-- FILTER.
SELECT day,
    # hll_union_agg(users) FILTER (WHERE day <> '2026-01-02') OVER (ORDER BY day ROWS 2 PRECEDING) AS but_the_2nd,
    # hll_union_agg(users) FILTER (WHERE false) OVER (ORDER BY day ROWS 2 PRECEDING) AS no_day
FROM daily_visitor WHERE day <= '2026-01-05' ORDER BY day;

-- Straight from the rows: the last three days that had visitors.
SELECT DISTINCT day, hll_count_distinct(user_id) OVER w AS users, # hll_add_agg(user_id) OVER w AS the_same,
    hll_count_distinct(user_id, 18) OVER w AS finer
FROM visitor WINDOW w AS (ORDER BY day GROUPS 2 PRECEDING) ORDER BY day;
-- The last four rows, for each parity of the user.
SELECT user_id % 2 AS parity, string_agg(user_id::text, ' ') OVER w AS frame,
    hll_count_distinct(user_id) OVER w AS users
FROM visitor WHERE day <= '2026-01-04'
WINDOW w AS (PARTITION BY user_id % 2 ORDER BY day, user_id ROWS 3 PRECEDING) ORDER BY parity, day, user_id;
-- A window over the aggregates of groups, one that unites the unions of another, one whose results are stored.
SELECT day, # hll_union_agg(hll_add_agg(user_id)) OVER (ORDER BY day ROWS 1 PRECEDING) AS two_days
FROM visitor GROUP BY day ORDER BY day;
SELECT bool_and(hll_union_agg = five_days) AS same FROM (
    SELECT hll_union_agg(three_days) OVER (ORDER BY day ROWS 2 PRECEDING), five_days FROM (
        SELECT day, hll_union_agg(users) OVER (ORDER BY day ROWS 2 PRECEDING) AS three_days,
            hll_union_agg(users) OVER (ORDER BY day ROWS 4 PRECEDING) AS five_days
        FROM daily_visitor) AS inner_window) AS outer_window;
CREATE TABLE rolling AS
SELECT day, hll_union_agg(users) OVER (ORDER BY day ROWS 2 PRECEDING) AS users FROM daily_visitor;
SELECT count(*) AS days, # hll_union_agg(users) AS total, sum(# users) AS added_up FROM rolling;

-- A set that passes from a list to registers and back has the bytes of a fresh sketch.
SELECT count(*) AS rows, count(DISTINCT form) AS forms, bool_and(moving = fresh) AS same FROM (
    SELECT g, hll_add_agg(least(g, 300), 8) OVER (ORDER BY g ROWS 49 PRECEDING) AS moving
    FROM generate_series(1, 400) AS g
) AS w, LATERAL (
    SELECT hll_add_agg(least(i, 300), 8) AS fresh FROM generate_series(greatest(g - 49, 1), g) AS i
) AS f, hll_info(moving);

-- What does not fit is an error where it meets in a frame, and none where it does not.
CREATE TABLE odd (n integer, users hll);
INSERT INTO odd VALUES
    (1, hll_add(hll_empty(), 1)), (2, hll_add(hll_empty(), 'a')), (3, NULL), (4, hll_add(hll_empty(12), 'b')),
    (5, hll_empty(16)), (6, hll_add(hll_empty(12), 2)), (7, hll_add(hll_empty(12), 3));
SELECT n, hll_precision(hll_union_agg(users) OVER (ORDER BY n ROWS 0 PRECEDING)),
    (hll_info(hll_union_agg(users) OVER (ORDER BY n ROWS 0 PRECEDING))).domain FROM odd ORDER BY n;
SELECT n, # hll_union_agg(users) OVER (ORDER BY n ROWS 1 PRECEDING) AS two FROM odd WHERE n > 1 ORDER BY n;
SELECT n, # hll_union_agg(users) OVER (ORDER BY n ROWS 1 PRECEDING) AS two FROM odd ORDER BY n;
\echo :LAST_ERROR_SQLSTATE
SELECT n, # hll_union_agg(users) OVER (ORDER BY n ROWS 2 PRECEDING) AS three FROM odd WHERE n IN (2, 3, 4) ORDER BY n;
\echo :LAST_ERROR_SQLSTATE
SELECT n, # hll_union_agg(users) OVER (ORDER BY n ROWS BETWEEN 2 FOLLOWING AND 4 FOLLOWING) AS later FROM odd;
\echo :LAST_ERROR_SQLSTATE
SELECT n, hll_count_distinct(n, 12 + n / 3) OVER (ORDER BY n ROWS 1 PRECEDING) FROM odd ORDER BY n;
\echo :LAST_ERROR_SQLSTATE
SELECT n, hll_count_distinct(n, 12 + n / 3) OVER (PARTITION BY n / 3 ORDER BY n ROWS 1 PRECEDING) FROM odd ORDER BY n;
SELECT n, hll_add_agg(n, 20) OVER (ORDER BY n ROWS 1 PRECEDING) FROM odd;
\echo :LAST_ERROR_SQLSTATE
SELECT n, hll_add_agg(n, NULL) OVER (ORDER BY n ROWS 1 PRECEDING) FROM odd;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(DISTINCT n) OVER (ORDER BY n) FROM odd;
\echo :LAST_ERROR_SQLSTATE
