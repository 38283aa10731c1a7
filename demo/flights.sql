-- All flights that left New York City in 2013. The question: how many different planes were seen, in any range of days?

CREATE EXTENSION IF NOT EXISTS pg_sketch;

CREATE TABLE flights (day date, tailnum text, carrier text, origin text, dest text);
\copy flights FROM PROGRAM 'gzip -dc data/flights-2013.csv.gz' WITH (FORMAT csv, HEADER)
VACUUM ANALYZE flights;

-- The rollup: one row, and one sketch, a day and carrier.
CREATE TABLE daily_planes (
    day     date,
    carrier text,
    flights bigint NOT NULL,
    planes  hll(14) NOT NULL,
    PRIMARY KEY (day, carrier)
);
INSERT INTO daily_planes
SELECT day, carrier, count(*), hll_add_agg(tailnum) FROM flights GROUP BY day, carrier;
VACUUM ANALYZE daily_planes;

\echo
\echo 'The rollup holds one sketch a day and carrier:'
SELECT day, carrier, flights, # planes AS planes, pg_column_size(planes) AS bytes
FROM daily_planes ORDER BY day, flights DESC LIMIT 5;

\echo 'Planes per day. "exact" counts all flights again, "estimate" merges the sketches of that day:'
SELECT day, exact, estimate, round((100 * (estimate / exact - 1))::numeric, 2) AS "error %"
FROM (SELECT day, count(DISTINCT tailnum) AS exact FROM flights GROUP BY day) AS truth
JOIN (SELECT day, # hll_union_agg(planes) AS estimate FROM daily_planes GROUP BY day) AS rollup USING (day)
WHERE day IN ('2013-01-01', '2013-02-09', '2013-05-24', '2013-07-04', '2013-11-28', '2013-12-31')
ORDER BY day;

\echo 'Planes per month. Most planes fly on many days, so adding up daily counts answers another question:'
SELECT to_char(month, 'FMMonth') AS month, exact, estimate,
       round((100 * (estimate / exact - 1))::numeric, 2) AS "error %",
       added AS "daily counts added", round(added / exact, 1) || ' times' AS "too high"
FROM (
    SELECT date_trunc('month', day) AS month, count(DISTINCT tailnum) AS exact FROM flights GROUP BY 1
) AS truth
JOIN (
    SELECT date_trunc('month', day) AS month, # hll_union_agg(planes) AS estimate FROM daily_planes GROUP BY 1
) AS rollup USING (month)
JOIN (
    SELECT date_trunc('month', day) AS month, sum(planes) AS added
    FROM (SELECT day, count(DISTINCT tailnum) AS planes FROM flights GROUP BY day) AS daily GROUP BY 1
) AS wrong USING (month)
ORDER BY truth.month;

\echo 'Planes in any range of days:'
SELECT first, last, exact, estimate, round((100 * (estimate / exact - 1))::numeric, 2) AS "error %"
FROM (VALUES (date '2013-01-01', date '2013-12-31'),
             ('2013-06-01', '2013-08-31'),
             ('2013-03-17', '2013-04-02'),
             ('2013-10-09', '2013-10-11')) AS range (first, last),
LATERAL (SELECT count(DISTINCT tailnum) AS exact FROM flights WHERE day BETWEEN first AND last) AS truth,
LATERAL (SELECT # hll_union_agg(planes) AS estimate FROM daily_planes WHERE day BETWEEN first AND last) AS rollup;

\echo 'The same rows, cut by carrier: planes of the year, for the five largest fleets:'
SELECT carrier, exact, estimate, round((100 * (estimate / exact - 1))::numeric, 2) AS "error %"
FROM (SELECT carrier, count(DISTINCT tailnum) AS exact FROM flights GROUP BY carrier) AS truth
JOIN (SELECT carrier, # hll_union_agg(planes) AS estimate FROM daily_planes GROUP BY carrier) AS rollup USING (carrier)
ORDER BY exact DESC LIMIT 5;

\echo 'All days, all weeks, all months of the year: how far off is an estimate?'
SELECT period || 's' AS "all", count(*) AS periods, round(avg(exact)) AS "planes, average",
       round(sqrt(avg(error ^ 2))::numeric, 2) AS "error %, rms",
       round(max(abs(error))::numeric, 2) AS "error %, worst"
FROM (
    SELECT period, exact, 100 * (estimate / exact - 1) AS error
    FROM (
        SELECT period, date_trunc(period, day) AS start, count(DISTINCT tailnum) AS exact
        FROM flights, (VALUES ('day'), ('week'), ('month')) AS periods (period) GROUP BY 1, 2
    ) AS truth
    JOIN (
        SELECT period, date_trunc(period, day) AS start, # hll_union_agg(planes) AS estimate
        FROM daily_planes, (VALUES ('day'), ('week'), ('month')) AS periods (period) GROUP BY 1, 2
    ) AS rollup USING (period, start)
) AS errors
GROUP BY period ORDER BY periods DESC;

\echo 'What is stored, compared with an exact rollup that keeps every plane of every day and carrier:'
CREATE TABLE daily_planes_exact AS SELECT DISTINCT day, carrier, tailnum FROM flights WHERE tailnum IS NOT NULL;
SELECT 'flights' AS "table", count(*) AS rows, pg_size_pretty(pg_table_size('flights')) AS size FROM flights
UNION ALL
SELECT 'daily_planes_exact', count(*), pg_size_pretty(pg_table_size('daily_planes_exact')) FROM daily_planes_exact
UNION ALL
SELECT 'daily_planes', count(*), pg_size_pretty(pg_table_size('daily_planes')) FROM daily_planes;

\echo 'A sketch takes the room that its count needs, up to a limit: the sketches by their count'
SELECT CASE width_bucket(planes, ARRAY[10, 30, 100, 300])
           WHEN 0 THEN 'below 10' WHEN 1 THEN '10 to 29' WHEN 2 THEN '30 to 99' WHEN 3 THEN '100 to 299'
           ELSE '300 and more' END AS planes,
       count(*) AS sketches, round(avg(bytes)) AS "bytes, average", max(bytes) AS "bytes, largest"
FROM (SELECT hll_cardinality(planes)::int AS planes, pg_column_size(planes) AS bytes FROM daily_planes) AS sizes
GROUP BY width_bucket(planes, ARRAY[10, 30, 100, 300]) ORDER BY min(sizes.planes);
