-- Filters of the same flights: planes that were never seen, events that are processed once, planes of any range of days.

CREATE EXTENSION IF NOT EXISTS pg_sketch;

-- The flights of the first part, if that did not run.
SELECT to_regclass('flights') IS NULL AS missing \gset
\if :missing
    CREATE TABLE flights (day date, tailnum text, carrier text, origin text, dest text);
    \copy flights FROM PROGRAM 'gzip -dc data/flights-2013.csv.gz' WITH (FORMAT csv, HEADER)
    VACUUM ANALYZE flights;
\endif

-- Compiling these queries would take longer than most of them run, and cloud their times.
SET jit = off;

-- 1. Look-ups that must fail. Bogus is a tail number that looks like one, and never flew here.

CREATE TABLE known_planes AS SELECT bloom_add_agg(tailnum) AS planes FROM flights;

CREATE TABLE bogus (tailnum text PRIMARY KEY);
SELECT setseed(0.2013) \g /dev/null
INSERT INTO bogus
SELECT 'N' || (100 + floor(900 * random())) || chr(65 + floor(26 * random())::int) || chr(65 + floor(26 * random())::int)
FROM generate_series(1, 200000)
ON CONFLICT DO NOTHING;
DELETE FROM bogus WHERE tailnum IN (SELECT tailnum FROM flights);
VACUUM ANALYZE bogus;

\echo
\echo 'A filter of all planes, made for as many as there are:'
SELECT (SELECT count(DISTINCT tailnum) FROM flights) AS planes, # planes AS estimate, capacity, bytes,
       round((100 * fpr)::numeric, 2) AS "may err, %", round((100 * estimated_fpr)::numeric, 2) AS "errs by its estimate, %"
FROM known_planes, bloom_info(planes);

\echo 'It passes every plane, and few random tail numbers:'
SELECT asked, count(*), count(*) FILTER (WHERE passes) AS pass, round(100.0 * count(*) FILTER (WHERE passes) / count(*), 2) AS "%"
FROM (
    SELECT asked, bloom_contains((SELECT planes FROM known_planes), tailnum) AS passes
    FROM (
        SELECT DISTINCT 'planes' AS asked, tailnum FROM flights WHERE tailnum IS NOT NULL
        UNION ALL
        SELECT 'bogus', tailnum FROM bogus
    ) AS all_asked
) AS answers
GROUP BY asked ORDER BY asked DESC;

-- Each call is one query whose plan is made: what a client waits for that asks for one plane after the other.
CREATE FUNCTION is_in_flights(plane text) RETURNS boolean LANGUAGE plpgsql
AS 'BEGIN RETURN EXISTS (SELECT FROM flights WHERE tailnum = plane); END';
CREATE FUNCTION passes_filter(plane text) RETURNS boolean LANGUAGE plpgsql
AS 'BEGIN RETURN (SELECT bloom_contains(planes, plane) FROM known_planes); END';

SELECT clock_timestamp() AS start \gset
SELECT count(*) AS scans FROM (SELECT is_in_flights(tailnum) FROM bogus LIMIT 20) AS calls \gset
SELECT clock_timestamp() - :'start' AS scan_time \gset

CREATE INDEX ON flights (tailnum);
SELECT clock_timestamp() AS start \gset
SELECT count(*) AS lookups FROM (SELECT is_in_flights(tailnum) FROM bogus LIMIT 20000) AS calls \gset
SELECT clock_timestamp() - :'start' AS lookup_time \gset

SELECT clock_timestamp() AS start \gset
SELECT count(*) AS probes FROM (SELECT passes_filter(tailnum) FROM bogus LIMIT 20000) AS calls \gset
SELECT clock_timestamp() - :'start' AS probe_time \gset

SELECT clock_timestamp() AS start \gset
SELECT count(bloom_contains((SELECT planes FROM known_planes), tailnum)) AS all_probes FROM bogus \gset
SELECT clock_timestamp() - :'start' AS all_probes_time \gset

\echo 'What one answer costs. An index in memory answers a single query at least as fast; a filter is for'
\echo 'what is slower to ask: a table without an index, many partitions, a disk, another server.'
SELECT asked, queries, planes, round(1e6 * extract(epoch FROM took) / planes, 2) AS "microseconds a plane"
FROM (VALUES
    (1, 'flights, without an index',   :scans::int,   :scans::int,      :'scan_time'::interval),
    (2, 'flights, by an index',        :lookups::int, :lookups::int,    :'lookup_time'),
    (3, 'stored filter',               :probes::int,  :probes::int,     :'probe_time'),
    (4, 'stored filter, all at once',  1,             :all_probes::int, :'all_probes_time')
) AS answers (place, asked, queries, planes, took) ORDER BY place;

-- 2. Events that come late, or more than once: each flight of the first eight weeks is one. They are kept by the day on
-- which they came in, so that old days can be dropped, and an event must be there once, whatever the day. No unique
-- index sees to that, for each covers one day. The filters of the days that are over tell of most events that they are
-- new. A day that is not over has no filter, and is asked by its primary key.

CREATE TABLE processed_events (received date, event_id bigint, PRIMARY KEY (event_id, received)) PARTITION BY LIST (received);
CREATE TABLE seen_events (received date PRIMARY KEY, ids bloom);

SELECT format('CREATE TABLE processed_events_%s PARTITION OF processed_events FOR VALUES IN (%L)', to_char(day, 'MM_DD'), day)
FROM generate_series(timestamp '2013-01-01', '2013-03-11', '1 day') AS day \gexec

-- One in twenty is up to four days late, and one in ten comes again, on the same day or up to two weeks later.
CREATE TABLE deliveries AS
WITH events AS (
    SELECT row_number() OVER (ORDER BY day, carrier, tailnum, origin, dest) AS event_id,
           day + CASE WHEN random() < 0.05 THEN 1 + floor(4 * random())::int ELSE 0 END AS received
    FROM flights WHERE day < '2013-02-26'
)
SELECT received, event_id FROM events
UNION ALL
SELECT least(received + floor(15 * random())::int, '2013-03-11'), event_id FROM events WHERE random() < 0.1;
CREATE INDEX ON deliveries (received);
VACUUM ANALYZE deliveries;

-- Begins a day, when no batch of the day before is under way, and then builds the filter of that one, which never changes
-- again. What many filters let pass adds up, so each is made for a tenth of the usual rate.
CREATE PROCEDURE begin_day(next date) LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE ONLY processed_events IN SHARE MODE;
    INSERT INTO seen_events VALUES (next);
    COMMIT;
    UPDATE seen_events SET ids = (
        SELECT bloom_add_agg(event_id, 2000, 0.001) FROM processed_events WHERE processed_events.received = seen_events.received
    )
    WHERE ids IS NULL AND received < (SELECT max(received) FROM seen_events);
END $$;

-- Takes in what a day brings, into the newest day. Batches share the lock; it is the next day that waits for them.
CREATE TABLE report (received date, deliveries bigint, maybe_seen bigint, seen bigint, inserted bigint);
CREATE PROCEDURE take_in(delivered date) LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE ONLY processed_events IN ROW EXCLUSIVE MODE;

    WITH probed AS (
        SELECT event_id,
               EXISTS (SELECT FROM seen_events WHERE bloom_contains(ids, event_id)) AS maybe_seen,
               -- OFFSET 0 keeps Postgres from making a join of it: only the partition of a day that says maybe is read.
               EXISTS (
                   SELECT FROM seen_events AS day CROSS JOIN LATERAL (
                       SELECT FROM processed_events
                       WHERE received = day.received AND event_id = deliveries.event_id OFFSET 0
                   ) AS found
                   WHERE bloom_contains(day.ids, deliveries.event_id) IS NOT FALSE
               ) AS seen
        FROM deliveries WHERE received = delivered
    ), inserted AS (
        INSERT INTO processed_events
        SELECT (SELECT max(received) FROM seen_events), event_id FROM probed WHERE NOT seen ORDER BY event_id
        ON CONFLICT DO NOTHING
        RETURNING event_id
    )
    INSERT INTO report
    SELECT delivered, count(*), count(*) FILTER (WHERE maybe_seen), count(*) FILTER (WHERE seen), (SELECT count(*) FROM inserted)
    FROM probed;
END $$;

SELECT format('CALL begin_day(%L)', received), format('CALL take_in(%L)', received)
FROM deliveries GROUP BY received ORDER BY received \gexec

\echo 'Ten weeks of events, by a filter a day. "maybe seen" is looked up on the days whose filters say so; of the others only'
\echo 'whether they came before on the same day:'
SELECT coalesce(to_char(date_trunc('week', received), 'YYYY-MM-DD'), 'all') AS week, sum(deliveries) AS deliveries,
       sum(deliveries - maybe_seen) AS "certainly new", sum(maybe_seen) AS "maybe seen",
       sum(seen) AS "seen before", sum(maybe_seen - seen) AS "new after all",
       sum(deliveries - seen - inserted) AS "twice on a day", sum(inserted) AS inserted
FROM report GROUP BY ROLLUP (date_trunc('week', received)) ORDER BY week;

\echo 'The table against what was delivered: every event is there, and once.'
SELECT (SELECT count(DISTINCT event_id) FROM deliveries) AS "events delivered",
       count(*) AS "rows in the table", count(DISTINCT event_id) AS "events in the table",
       (SELECT count(*) FROM (SELECT event_id FROM deliveries EXCEPT SELECT event_id FROM processed_events) AS lost) AS lost,
       count(*) - count(DISTINCT event_id) AS twice
FROM processed_events;

CREATE TABLE new_events AS SELECT event_id FROM generate_series(1000001, 1001000) AS event_id;
VACUUM ANALYZE new_events, processed_events, seen_events;

SELECT clock_timestamp() AS start \gset
SELECT count(*) AS filter_new FROM new_events
WHERE NOT EXISTS (
    SELECT FROM seen_events AS day CROSS JOIN LATERAL (
        SELECT FROM processed_events WHERE received = day.received AND event_id = new_events.event_id OFFSET 0
    ) AS found
    WHERE bloom_contains(day.ids, new_events.event_id) IS NOT FALSE
) \gset
SELECT clock_timestamp() - :'start' AS filter_time \gset

SELECT clock_timestamp() AS start \gset
SELECT count(*) AS index_new FROM new_events
WHERE (SELECT count(*) FROM processed_events AS other WHERE other.event_id = new_events.event_id) = 0 \gset
SELECT clock_timestamp() - :'start' AS index_time \gset

SELECT clock_timestamp() AS start \gset
SELECT count(*) AS join_new FROM new_events
WHERE NOT EXISTS (SELECT FROM processed_events AS other WHERE other.event_id = new_events.event_id) \gset
SELECT clock_timestamp() - :'start' AS join_time \gset

\echo 'What it takes to find out that 1,000 events are new. Look-ups by index take longer with every partition, the join'
\echo 'with every row that is kept:'
SELECT asked, new, round(1000 * extract(epoch FROM took), 1) AS ms
FROM (VALUES
    (1, 'each filter, then the partitions of those that say maybe', :filter_new, :'filter_time'::interval),
    (2, 'look-ups of all of them, in each partition',               :index_new,  :'index_time'),
    (3, 'NOT EXISTS, which Postgres makes a join of all rows',      :join_new,   :'join_time')
) AS answers (place, asked, new, took) ORDER BY place;

-- The same filters made for days of eight million events. They are as large as if these were in them.
CREATE TABLE large_filters AS
SELECT received, bloom_add_agg(event_id, 8000000) AS ids FROM processed_events
WHERE received BETWEEN '2013-02-01' AND '2013-02-07' GROUP BY received;
CREATE TABLE small_filters AS
SELECT received, bloom_add_agg(event_id, 8000) AS ids FROM processed_events
WHERE received BETWEEN '2013-02-01' AND '2013-02-07' GROUP BY received;

CREATE FUNCTION time_each(filters regclass, events int) RETURNS interval LANGUAGE plpgsql AS $$
DECLARE start timestamptz;
BEGIN
    FOR run IN 1..2 LOOP -- the second finds the filters in memory
        start := clock_timestamp();
        EXECUTE format('SELECT count(*) FROM generate_series(1000001, 1000000 + %s) AS event_id
            WHERE EXISTS (SELECT FROM %s WHERE bloom_contains(ids, event_id))', events, filters);
    END LOOP;
    RETURN clock_timestamp() - start;
END $$;
CREATE FUNCTION time_merged(filters regclass, events int) RETURNS interval LANGUAGE plpgsql AS $$
DECLARE start timestamptz;
BEGIN
    FOR run IN 1..2 LOOP
        start := clock_timestamp();
        EXECUTE format('SELECT count(*) FROM generate_series(1000001, 1000000 + %s) AS event_id
            WHERE bloom_contains((SELECT bloom_union_agg(ids) FROM %s), event_id)', events, filters);
    END LOOP;
    RETURN clock_timestamp() - start;
END $$;

\echo 'Why the filters are not merged first: that takes longer the larger they are, however few events there are to ask for.'
\echo 'For many events and small filters it would be the faster way. Seven filters:'
SELECT filters, size AS "bytes of one", events,
       round(1000 * extract(epoch FROM time_each(filters, events)), 1) AS "each asked, ms",
       round(1000 * extract(epoch FROM time_merged(filters, events)), 1) AS "merged, ms"
FROM (VALUES ('small_filters'::regclass, bloom_size(8000)), ('large_filters', bloom_size(8000000))) AS sizes (filters, size),
     (VALUES (100), (1000), (10000)) AS batches (events)
ORDER BY size, events;

-- 3. One filter a day, all of one capacity that is enough for the year. So the filters of any days merge into one that
-- is no larger.

CREATE TABLE daily_filters AS SELECT day, bloom_add_agg(tailnum, 5000) AS planes FROM flights GROUP BY day;

\echo 'Planes of any range of days, from one filter a day:'
SELECT first, last, days AS "filters", layers, bytes, truth.planes, found, round(100.0 * passed / :all_probes, 2) AS "bogus pass, %"
FROM (VALUES (date '2013-10-09', date '2013-10-09'),
             ('2013-10-09', '2013-10-11'),
             ('2013-03-17', '2013-04-02'),
             ('2013-06-01', '2013-08-31'),
             ('2013-01-01', '2013-12-31')) AS range (first, last),
LATERAL (
    SELECT count(*) AS days, bloom_union_agg(planes) AS merged FROM daily_filters WHERE day BETWEEN first AND last
) AS filters,
bloom_info(merged),
LATERAL (
    SELECT count(DISTINCT tailnum) AS planes, count(DISTINCT tailnum) FILTER (WHERE bloom_contains(merged, tailnum)) AS found
    FROM flights WHERE day BETWEEN first AND last
) AS truth,
LATERAL (SELECT count(*) FILTER (WHERE bloom_contains(merged, tailnum)) AS passed FROM bogus) AS errors
ORDER BY days;
