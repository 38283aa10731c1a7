-- Rolling counts for every day of a year, and how many planes of one week came back in the next. Needs demo/flights.sql.

-- One sketch a day, over all carriers.
CREATE TABLE planes_of_day AS
SELECT day, hll_union_agg(planes) AS planes FROM daily_planes GROUP BY day;

\echo
\echo 'Planes of the last 7, 30 and 365 days, for every day: one query, which takes about as long for 365 as for 7.'
\timing on
CREATE TABLE rolling AS
SELECT day,
       # hll_union_agg(planes) OVER (ORDER BY day ROWS 6 PRECEDING) AS "7 days",
       # hll_union_agg(planes) OVER (ORDER BY day ROWS 29 PRECEDING) AS "30 days",
       # hll_union_agg(planes) OVER (ORDER BY day ROWS 364 PRECEDING) AS "365 days"
FROM planes_of_day;
\timing off
SELECT * FROM rolling WHERE day IN ('2013-01-01', '2013-01-31', '2013-04-30', '2013-08-31', '2013-12-31') ORDER BY day;

-- The exact answer. A plane counts for that many days from a day on which it flew. If it flies again before, it counts
-- from that day on.
CREATE FUNCTION exact_rolling(days int) RETURNS TABLE (day date, planes numeric) LANGUAGE sql STABLE AS $$
    WITH plane_days AS (SELECT DISTINCT day, tailnum FROM flights WHERE tailnum IS NOT NULL),
    changes AS (
        SELECT day, 1 AS change FROM plane_days
        UNION ALL
        SELECT least(lead(day) OVER (PARTITION BY tailnum ORDER BY day), day + days), -1 FROM plane_days
    )
    SELECT day, sum(sum(change)) OVER (ORDER BY day) FROM changes GROUP BY day
$$;

\echo 'All 365 days, compared with the exact counts:'
SELECT days AS "window", count(*) AS days, round(avg(exact.planes)) AS "planes, average",
       round(sqrt(avg((100 * (estimate / exact.planes::float - 1)) ^ 2))::numeric, 2) AS "error %, rms",
       round(max(abs(100 * (estimate / exact.planes::float - 1)))::numeric, 2) AS "error %, worst"
FROM rolling, LATERAL (VALUES (7, "7 days"), (30, "30 days"), (365, "365 days")) AS of (days, estimate)
JOIN (
    SELECT d AS days, e.* FROM unnest(ARRAY[7, 30, 365]) AS d, exact_rolling(d) AS e
) AS exact USING (days)
WHERE exact.day = rolling.day
GROUP BY 1 ORDER BY 1;

CREATE TABLE planes_of_week AS
SELECT date_trunc('week', day)::date AS week, hll_union_agg(planes) AS planes FROM planes_of_day GROUP BY 1;

CREATE TABLE retention AS
WITH plane_weeks AS (SELECT DISTINCT date_trunc('week', day)::date AS week, tailnum FROM flights)
SELECT week, exact, hll_intersection_cardinality(planes, before) AS estimate,
       hll_cardinality(planes) + hll_cardinality(before) - hll_cardinality(planes || before) AS by_sums
FROM (SELECT week, planes, lag(planes) OVER (ORDER BY week) AS before FROM planes_of_week) AS weeks
JOIN (
    SELECT week, count(*) AS exact FROM plane_weeks
    JOIN (SELECT week + 7 AS week, tailnum FROM plane_weeks) AS last_week USING (week, tailnum) GROUP BY week
) AS truth USING (week)
WHERE before IS NOT NULL;

\echo 'Planes that flew in a week and in the week before: exact, estimated from the two sketches, and by adding and'
\echo 'subtracting counts:'
SELECT week, exact, estimate, round((100 * (estimate / exact - 1))::numeric, 2) AS "error %",
       by_sums AS "by sums", round((100 * (by_sums / exact - 1))::numeric, 2) AS "its error %"
FROM retention WHERE week IN ('2013-01-07', '2013-03-04', '2013-06-03', '2013-09-02', '2013-12-23') ORDER BY week;

\echo 'All weeks of the year, rms of the errors in %:'
SELECT count(*) AS weeks, round(avg(exact)) AS "planes, average",
       round(sqrt(avg((100 * (estimate / exact - 1)) ^ 2))::numeric, 2) AS estimate,
       round(sqrt(avg((100 * (by_sums / exact - 1)) ^ 2))::numeric, 2) AS "by sums"
FROM retention;

\echo 'Planes that two airlines shared, few among many. The bounds are at 95 %:'
WITH fleets AS (SELECT carrier, hll_union_agg(planes) AS planes FROM daily_planes GROUP BY carrier),
pairs AS (
    SELECT a.carrier AS one, b.carrier AS other, a.planes AS planes, b.planes AS others
    FROM fleets AS a JOIN fleets AS b ON a.carrier < b.carrier
    WHERE (a.carrier, b.carrier) IN (('DL', 'UA'), ('9E', 'EV'), ('AA', 'US'), ('FL', 'WN'), ('DL', 'FL'))
)
SELECT one, other, # planes AS "planes of one", # others AS "of the other", exact, estimate, lower, upper
FROM pairs, hll_intersection_bounds(planes, others) AS bounds,
LATERAL (
    SELECT count(*) AS exact FROM (
        SELECT tailnum FROM flights WHERE carrier = one INTERSECT SELECT tailnum FROM flights WHERE carrier = other
    ) AS shared
    WHERE tailnum IS NOT NULL
) AS truth
ORDER BY one, other;
