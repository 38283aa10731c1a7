-- cms: its paths, functions and aggregates, and what they refuse.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA cms_tests;
SET search_path = cms_tests, public;
\set SHOW_CONTEXT never

CREATE TABLE sample AS
SELECT 'empty' AS name, cms_empty() AS sketch
UNION ALL SELECT 'empty and small', cms_empty(0.5, 0.5)
UNION ALL SELECT 'one', cms_add(cms_empty(), 'a')
UNION ALL SELECT 'few', (SELECT cms_add_agg(g) FROM generate_series(1, 100) AS g)
UNION ALL SELECT 'bytes', (SELECT cms_add_agg(g) FROM generate_series(1, 10000) AS g)
UNION ALL SELECT 'words', (SELECT cms_add_agg(g % 3000) FROM generate_series(1, 2000000) AS g)
UNION ALL SELECT 'heavy', (SELECT cms_sum_agg(g, 1000000000) FROM generate_series(1, 10000) AS g)
UNION ALL SELECT 'small', (SELECT cms_sum_agg(g, g, 0.2, 0.2) FROM generate_series(1, 1000) AS g);

SELECT name, width, depth, round(epsilon::numeric, 6) AS epsilon, round(delta::numeric, 6) AS delta, domain, form, bytes, total
FROM sample, cms_info(sketch) ORDER BY total, name;
SELECT cms_empty(0.5, 0.5), cms_add(cms_empty(0.5, 0.5), 1);
SELECT name FROM sample
WHERE sketch::text::cms <> sketch OR sketch::bytea::cms <> sketch OR cms_send(sketch) <> sketch::bytea;
SELECT current_setting('data_directory') || '/cms.copy' AS file \gset
CREATE TABLE sample_copy (LIKE sample);
COPY sample TO :'file' (FORMAT binary);
COPY sample_copy FROM :'file' (FORMAT binary);
SELECT count(*) FROM sample JOIN sample_copy USING (name, sketch);
SELECT 'abc'::cms;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x43'::cms;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x4302010106000000010000000000000000'::cms;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x430101010600000001000000000000000002'::cms;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_empty()::bytea::cms;
\echo :LAST_ERROR_SQLSTATE

-- Counts: never too low; 0 for what was not added, in a sketch of few values.
SELECT cms_count(sketch, 7), cms_count_bounds(sketch, 7), cms_count(sketch, 101), cms_total(sketch) FROM sample WHERE name = 'few';
SELECT name, min(cms_count(sketch, g) - (CASE name WHEN 'heavy' THEN 1000000000 WHEN 'words' THEN 2000000 / 3000 ELSE 1 END)) AS least
FROM sample, generate_series(1, 2000) AS g WHERE name IN ('bytes', 'words', 'heavy') GROUP BY name ORDER BY name;
-- Of a stored sketch, by slices and whole, as of one in memory.
SELECT count(*) AS compared, sum((cms_count(sketch, g) = cms_count(cms_merge(sketch, cms_empty()), g))::int) AS same
FROM sample, generate_series(1, 40) AS g WHERE name IN ('words', 'bytes', 'heavy', 'few');
SELECT cms_count(cms_add(cms_empty(), 'a'), 1);
\echo :LAST_ERROR_SQLSTATE
SELECT cms_count(sketch, 'a') FROM sample WHERE name = 'heavy';
\echo :LAST_ERROR_SQLSTATE

-- Adding, merging and subtracting.
SELECT cms_count(cms_add(cms_add(cms_empty(), 'a'), 'a', 5), 'a'), cms_add(cms_empty(), 'a', 0) = cms_empty() AS nothing;
SELECT a.name, b.name FROM sample AS a, sample AS b
WHERE (cms_info(a.sketch)).width = 2719 AND (cms_info(b.sketch)).width = 2719 AND a.name <> 'one' AND b.name <> 'one'
    AND ((a.sketch + b.sketch) - b.sketch <> a.sketch OR a.sketch + b.sketch <> b.sketch + a.sketch);
SELECT sketch - sketch = cms_empty() AS empty FROM sample WHERE name = 'words';
SELECT cms_add(cms_empty(), 1) - cms_add(cms_empty(), 2);
\echo :LAST_ERROR_SQLSTATE
SELECT cms_empty() - cms_add(cms_empty(), 2);
\echo :LAST_ERROR_SQLSTATE
SELECT cms_add(cms_empty(), 1) + cms_add(cms_empty(), 'a');
\echo :LAST_ERROR_SQLSTATE
SELECT cms_add(cms_empty(), 1) + cms_add(cms_empty(0.01), 1);
\echo :LAST_ERROR_SQLSTATE
SELECT cms_add(cms_empty(), 1, 9223372036854775807) + cms_add(cms_empty(), 2);
\echo :LAST_ERROR_SQLSTATE
SELECT cms_add(cms_empty(), 1, -1);
\echo :LAST_ERROR_SQLSTATE
SELECT cms_empty(0, 0.1);
\echo :LAST_ERROR_SQLSTATE
SELECT cms_empty(0.1, 'NaN');
\echo :LAST_ERROR_SQLSTATE
SELECT cms_size(), cms_size(0.01), cms_size(0.0001, 0.001);

-- Aggregates.
SELECT cms_add_agg(NULL::int) = cms_empty(), cms_merge_agg(NULL::cms) = cms_empty(), cms_sum_agg(1, NULL) = cms_empty();
SELECT cms_add_agg(g, 0.01, NULL) FROM generate_series(1, 3) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT cms_add_agg(g, 0.01, 0.01 * g) FROM generate_series(1, 3) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT cms_sum_agg(g, -g) FROM generate_series(1, 3) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT cms_sum_agg(g, 9223372036854775807) FROM generate_series(1, 3) AS g;
\echo :LAST_ERROR_SQLSTATE
SELECT cms_add_agg('abc');
\echo :LAST_ERROR_SQLSTATE
CREATE TABLE visit AS SELECT n / 5000 AS day, n % (1 + n % 4001) AS page FROM generate_series(0, 99999) AS n;
CREATE TABLE daily AS SELECT day, cms_add_agg(page) AS pages FROM visit GROUP BY day;
SELECT cms_merge_agg(pages) = (SELECT cms_add_agg(page) FROM visit) AS same FROM daily;
CREATE TABLE serial AS SELECT cms_add_agg(page) AS pages FROM visit;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 3;
ALTER TABLE visit SET (parallel_workers = 3);
EXPLAIN (COSTS OFF) SELECT cms_add_agg(page) FROM visit;
SELECT cms_add_agg(page) = pages AS same FROM visit, serial GROUP BY pages;
RESET ALL;
SET search_path = cms_tests, public;

-- Frames that slide are those of a self-join, byte for byte.
INSERT INTO daily VALUES (20, NULL), (21, cms_empty()), (22, NULL), (30, cms_empty(0.1));
SELECT days, count(*) AS days_compared, sum((slid.pages = joined.pages)::int) AS same
FROM unnest(ARRAY[1, 3, 7, 40]) AS days, LATERAL (
    SELECT day, cms_merge_agg(pages) OVER (ORDER BY day RANGE BETWEEN days - 1 PRECEDING AND CURRENT ROW) AS pages FROM daily
) AS slid JOIN LATERAL (
    SELECT d.day, cms_merge_agg(o.pages) AS pages FROM daily AS d LEFT JOIN daily AS o ON o.day BETWEEN d.day - days + 1 AND d.day GROUP BY d.day
) AS joined USING (day) GROUP BY days ORDER BY days;
SELECT sum((slid = again)::int) AS same, sum((heavy = anew)::int) AS heavy FROM (
    SELECT cms_add_agg(page) OVER w AS slid, cms_sum_agg(page, 3, 0.01, 0.1) OVER w AS heavy, array_agg(page) OVER w AS pages
    FROM visit WHERE day = 0 WINDOW w AS (ORDER BY page ROWS BETWEEN 20 PRECEDING AND 5 PRECEDING)
) AS frames, LATERAL (
    SELECT cms_add_agg(page) AS again, coalesce(cms_sum_agg(page, 3, 0.01, 0.1) FILTER (WHERE page IS NOT NULL), cms_empty()) AS anew
    FROM unnest(pages) AS page
) AS computed;
