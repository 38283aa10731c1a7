-- The busiest routes and planes by day, week and year, and hot keys minute by minute. Needs demo/flights.sql.

-- One sketch a day of the routes, which are few, and one of the planes, which are more than it keeps.
CREATE TABLE frequent_of_day AS
SELECT day, topk_add_agg(origin || '-' || dest) AS routes, topk_add_agg(tailnum, 200) AS planes FROM flights GROUP BY day;

\echo
\echo 'The busiest routes of a day, of a week and of the year: merged from one sketch a day, and counted exactly.'
CREATE TABLE exact AS
SELECT day, 'route' AS kind, origin || '-' || dest AS value, count(*) AS n FROM flights GROUP BY 1, 3
UNION ALL SELECT day, 'plane', tailnum, count(*) FROM flights WHERE tailnum IS NOT NULL GROUP BY 1, 3;
CREATE INDEX ON exact (value, day);
CREATE TABLE range AS SELECT * FROM (VALUES
    ('day', date '2013-07-01', date '2013-07-01'), ('week', '2013-07-01', '2013-07-07'), ('year', '2013-01-01', '2013-12-31')
) AS range (name, first, last);
SELECT name AS range, listed.value AS route, count, lower, upper, exact
FROM range, LATERAL (SELECT topk_merge_agg(routes) AS routes FROM frequent_of_day WHERE day BETWEEN first AND last) AS merged,
    topk_list(routes, 3) AS listed,
    LATERAL (SELECT sum(n) AS exact FROM exact WHERE day BETWEEN first AND last AND exact.value = listed.value) AS truth
ORDER BY last - first, count DESC, value;

\echo 'The same of the planes, of which a sketch keeps 200 a day among up to 900: between bounds.'
SELECT name AS range, listed.value AS plane, count, lower, upper, exact
FROM range, LATERAL (SELECT topk_merge_agg(planes) AS planes FROM frequent_of_day WHERE day BETWEEN first AND last) AS merged,
    topk_list(planes, 3) AS listed,
    LATERAL (SELECT sum(n) AS exact FROM exact WHERE day BETWEEN first AND last AND exact.value = listed.value) AS truth
ORDER BY last - first, count DESC, value;

\echo 'Of the year: the planes among the true first 10, 50 and 100 that the sketch lists there, and whether the bounds hold.'
WITH year AS (SELECT topk_merge_agg(planes) AS planes FROM frequent_of_day),
truth AS (
    SELECT value AS tailnum, sum(n) AS exact, rank() OVER (ORDER BY sum(n) DESC) AS rank FROM exact
    WHERE kind = 'plane' GROUP BY value
),
listed AS (SELECT value AS tailnum, lower, upper, rank() OVER (ORDER BY count DESC) AS rank FROM year, topk_list(planes))
SELECT "first", count(*) FILTER (WHERE truth.rank <= "first") AS listed,
       bool_and(exact BETWEEN lower AND upper) AS "between the bounds"
FROM listed JOIN truth USING (tailnum), unnest(ARRAY[10, 50, 100]) AS "first"
WHERE listed.rank <= "first" GROUP BY "first" ORDER BY "first";

-- An hour of requests with 3,600,000 keys: a few are always hot, and each minute another one begins to be, for three minutes.
CREATE TABLE request AS
SELECT timestamp '2026-06-01 12:00' + n * interval '6 ms' AS at,
       CASE WHEN n % 50 = 0 THEN 'always ' || n / 50 % 3
            WHEN n % 25 = 7 THEN 'burst ' || n / 10000 - n % 3
            ELSE 'key ' || n * 7919 % 3600000 END AS key
FROM generate_series(0, 599999::bigint) AS n;
CREATE TABLE minute AS
SELECT date_trunc('minute', at) AS minute, topk_add_agg(key, 100) AS keys, count(*) AS requests FROM request GROUP BY 1;
CREATE TABLE exact_of_minute AS SELECT date_trunc('minute', at) AS minute, key, count(*) AS n FROM request GROUP BY 1, 2;

\echo
\echo 'Keys with more than 0.4 % of the requests of the last five minutes, minute by minute: what the window flags for certain,'
\echo 'and what it misses of what the exact counts flag.'
WITH flagged AS (
    SELECT minute, value AS key FROM (
        SELECT minute, topk_merge_agg(keys) OVER last AS keys FROM minute WINDOW last AS (ORDER BY minute ROWS 4 PRECEDING)
    ) AS windows, topk_list(keys) WHERE lower > 0.004 * topk_total(keys)
), total AS (
    SELECT minute, sum(requests) OVER (ORDER BY minute ROWS 4 PRECEDING) AS requests FROM minute
), hot AS (
    SELECT total.minute, key FROM exact_of_minute AS one, generate_series(0, 4) AS later
    JOIN total ON true WHERE total.minute = one.minute + later * interval '1 minute'
    GROUP BY total.minute, key, requests HAVING sum(n) > 0.004 * requests
)
SELECT count(*) FILTER (WHERE hot.key IS NOT NULL) AS "hot, exactly", count(flagged.key) AS flagged,
       count(*) FILTER (WHERE hot.key IS NULL) AS wrongly, count(*) FILTER (WHERE flagged.key IS NULL) AS missed,
       count(DISTINCT flagged.key) AS keys
FROM flagged FULL JOIN hot USING (minute, key);
