-- Seven days of 300,000 users. Every day 100,000 users leave and 100,000 new ones come. The visits of a day come in no order of users.

CREATE EXTENSION IF NOT EXISTS pg_sketch;

CREATE TABLE visits (day int, user_id bigint);
INSERT INTO visits
SELECT day, user_id
FROM generate_series(1, 7) AS day, generate_series((day - 1) * 100000, (day - 1) * 100000 + 299999) AS user_id
ORDER BY day, hashint8(user_id);
VACUUM ANALYZE visits;

CREATE TABLE daily_users (day int PRIMARY KEY, users hll(14) NOT NULL);
INSERT INTO daily_users SELECT day, hll_add_agg(user_id) FROM visits GROUP BY day;

\echo
\echo 'The stored sketches:'
SELECT day, # users AS users, pg_column_size(users) AS bytes FROM daily_users ORDER BY day;

-- Each answer, and the time it takes. The exact answer is asked first, so that all find the rows in memory.
SELECT clock_timestamp() AS start \gset
SELECT count(DISTINCT user_id) AS exact FROM visits \gset
SELECT clock_timestamp() - :'start' AS exact_time \gset

SELECT clock_timestamp() AS start \gset
SELECT sum(users) AS added FROM (SELECT count(DISTINCT user_id) AS users FROM visits GROUP BY day) AS daily \gset
SELECT clock_timestamp() - :'start' AS added_time \gset

SELECT clock_timestamp() AS start \gset
SELECT hll_count_distinct(user_id) AS estimate FROM visits \gset
SELECT clock_timestamp() - :'start' AS estimate_time \gset

SELECT clock_timestamp() AS start \gset
SELECT hll_cardinality(hll_union_agg(users)) AS merged FROM daily_users \gset
SELECT clock_timestamp() - :'start' AS merged_time \gset

\echo 'Users of the week. Both estimates are one number: a union of sketches is the sketch of the union.'
SELECT asked, answer, round((100 * (answer::numeric / :exact - 1)), 2) AS "error %",
       round(1000 * extract(epoch FROM took), 1) AS ms
FROM (VALUES
    (1, 'count(DISTINCT user_id), all rows',          :exact::bigint,    :'exact_time'::interval),
    (2, 'daily count(DISTINCT user_id) added up',     :added::bigint,    :'added_time'),
    (3, 'hll_count_distinct(user_id), all rows',      :estimate::bigint, :'estimate_time'),
    (4, 'hll_union_agg(users), seven sketches',       :merged::bigint,   :'merged_time')
) AS answers (place, asked, answer, took) ORDER BY place;

\echo 'How far to trust it: the range that holds the true number in 95 of 100 cases'
SELECT bounds.*, round((100 * hll_relative_error(users))::numeric, 2) AS "standard error %"
FROM (SELECT hll_union_agg(users) AS users FROM daily_users) AS week, hll_cardinality_bounds(users) AS bounds;
