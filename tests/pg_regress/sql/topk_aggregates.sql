-- topk: its aggregates, in groups and over window frames.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA topk_aggregates;
SET search_path = topk_aggregates, public;
\set SHOW_CONTEXT never

-- A day has 1,000 visits of pages; low numbers are frequent.
CREATE TABLE visit AS
SELECT date '2026-01-01' + (n / 1000)::int AS day, 'page ' || (n * 7919 % 1000) % (1 + n * 104729 % 300) AS page, n % 100 AS bytes
FROM generate_series(0, 29999::bigint) AS n;
CREATE TYPE topk_item AS (page text, bytes bigint);
CREATE TABLE daily AS SELECT day, topk_add_agg(page, 50) AS pages FROM visit GROUP BY day;

-- No row, NULLs alone, a filter that leaves nothing: an empty sketch.
SELECT topk_add_agg(page), topk_add_agg(page, 7), topk_sum_agg(page, bytes) FROM visit WHERE false;
SELECT topk_add_agg(NULL::text) = topk_empty(), topk_sum_agg('a'::text, NULL::bigint) = topk_empty(),
    topk_add_agg(page) FILTER (WHERE false) = topk_empty() FROM visit;
SELECT topk_merge_agg(pages) = topk_empty() FROM daily WHERE false;

-- The values are those of the exact count, and the truth is between the bounds.
CREATE VIEW exact AS SELECT page AS value, count(*) AS exact, sum(bytes) AS bytes FROM visit GROUP BY page;
SELECT value, count, exact FROM topk_list((SELECT topk_add_agg(page) FROM visit), 5) JOIN exact USING (value)
ORDER BY count DESC, value;
SELECT value, count, exact.bytes FROM topk_list((SELECT topk_sum_agg(page, bytes) FROM visit), 3) JOIN exact USING (value)
ORDER BY count DESC, value;
SELECT count(*) AS kept, sum((exact BETWEEN lower AND upper)::int) AS within, sum((upper > lower)::int) AS bounded
FROM topk_list((SELECT topk_merge_agg(pages) FROM daily)) JOIN exact USING (value);
SELECT count(*) AS "listed less often than the bound" FROM exact, (SELECT topk_merge_agg(pages) AS month FROM daily) AS merged
WHERE exact > topk_bound(month) AND NOT EXISTS (SELECT FROM topk_list(month) AS l WHERE l.value = exact.value);
SELECT topk_total(topk_merge_agg(pages)), topk_bound(topk_merge_agg(pages)) * 51 <= 30000 AS law FROM daily;
-- Whatever the plan, the bytes are those of one process.
CREATE TABLE serial AS SELECT topk_add_agg(page) AS pages, topk_sum_agg(page, bytes, 10) AS heavy FROM visit;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 3;
ALTER TABLE visit SET (parallel_workers = 3);
EXPLAIN (COSTS OFF) SELECT topk_add_agg(page) FROM visit;
SELECT topk_add_agg(page) = pages AS same, topk_sum_agg(page, bytes, 10) = heavy AS heavy FROM visit, serial GROUP BY pages, heavy;
RESET ALL;
SET search_path = topk_aggregates, public;

-- What is refused.
SELECT topk_sum_agg(page, -1) FROM visit;
\echo :LAST_ERROR_SQLSTATE
SELECT topk_add_agg(page, NULL) FROM visit;
\echo :LAST_ERROR_SQLSTATE
SELECT topk_add_agg(page, 1 + bytes % 2) FROM visit;
\echo :LAST_ERROR_SQLSTATE
SELECT topk_add_agg(page, 0) FROM visit;
\echo :LAST_ERROR_SQLSTATE
SELECT topk_sum_agg(page, 9223372036854775807) FROM visit;
\echo :LAST_ERROR_SQLSTATE
SELECT topk_merge_agg(s) FROM (VALUES (topk_add(topk_empty(5), 1)), (topk_add(topk_empty(6), 1))) AS v (s);
\echo :LAST_ERROR_SQLSTATE
SELECT topk_merge_agg(s) FROM (VALUES (topk_add(topk_empty(), 1)), (topk_add(topk_empty(), 'a'))) AS v (s);
\echo :LAST_ERROR_SQLSTATE
SELECT topk_add_trans(NULL, 1::sketch_value);
\echo :LAST_ERROR_SQLSTATE

-- Frames that slide are those of a self-join, byte for byte; rows of NULL, empty sketches and empty frames among them.
INSERT INTO daily VALUES ('2026-02-01', NULL), ('2026-02-02', topk_empty(50)), ('2026-02-03', NULL), ('2026-02-09', topk_empty());
CREATE FUNCTION joined(days int) RETURNS TABLE (day date, pages topk) LANGUAGE sql STABLE AS $$
    SELECT d.day, topk_merge_agg(o.pages) FROM daily AS d LEFT JOIN daily AS o ON o.day BETWEEN d.day - days + 1 AND d.day GROUP BY d.day
$$;
SELECT days, count(*) AS days_compared, sum((slid.pages = joined.pages)::int) AS same
FROM unnest(ARRAY[1, 3, 7, 40]) AS days, LATERAL (
    SELECT day, topk_merge_agg(pages) OVER (ORDER BY day RANGE BETWEEN make_interval(days => days - 1) PRECEDING AND CURRENT ROW) AS pages
    FROM daily
) AS slid JOIN LATERAL joined(days) USING (day) GROUP BY days ORDER BY days;
SELECT sum((slid = again)::int) AS same FROM (
    SELECT topk_add_agg(page) OVER w AS slid, topk_sum_agg(page, bytes) OVER w AS heavy, array_agg(page) OVER w AS pages
    FROM visit WHERE day < '2026-01-02' WINDOW w AS (ORDER BY day, page, bytes ROWS BETWEEN 20 PRECEDING AND 5 PRECEDING)
) AS frames, LATERAL (SELECT topk_add_agg(page) AS again FROM unnest(pages) AS page) AS anew;
SELECT sum((slid = again)::int) AS same FROM (
    SELECT topk_sum_agg(page, bytes, 10) OVER w AS slid, array_agg((page, bytes::bigint)::topk_item) OVER w AS items
    FROM visit WHERE day < '2026-01-02' WINDOW w AS (ORDER BY day, page, bytes ROWS 20 PRECEDING)
) AS frames, LATERAL (SELECT topk_sum_agg(i.page, i.bytes, 10) AS again FROM unnest(items) AS i) AS anew;
-- Hot pages of the last three days.
SELECT day, (SELECT string_agg(value, ', ' ORDER BY count DESC, value) FROM topk_list(last) WHERE lower > 0.03 * topk_total(last)) AS hot
FROM (SELECT day, topk_merge_agg(pages) OVER (ORDER BY day ROWS 2 PRECEDING) AS last FROM daily) AS windows
WHERE day < '2026-01-05' ORDER BY day;
