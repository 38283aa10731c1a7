-- The tables that are measured. Every table is vacuumed, so that no query sets hint bits.

CREATE EXTENSION pg_sketch;

-- The processor time of this backend in milliseconds, or the clock if the kernel does not report it.
CREATE FUNCTION spent_ms() RETURNS double precision LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(
        nullif(split_part(pg_read_file('/proc/self/schedstat', 0, 100, true), ' ', 1)::double precision, 0) / 1e6,
        extract(epoch FROM clock_timestamp()) * 1e3
    )
$$;

-- Runs the queries in turn, each a number of times in a row, and tells how long each took; a first round warms up. A
-- result is made in full but counted, not sent.
CREATE FUNCTION timings(rounds int, repeats int, queries text[])
RETURNS TABLE (round int, query int, ms double precision)
LANGUAGE plpgsql AS $$
DECLARE
    start double precision;
BEGIN
    FOR n IN 0..rounds LOOP
        FOR q IN 1..cardinality(queries) LOOP
            CONTINUE WHEN queries[q] = '';
            start := spent_ms();
            FOR _ IN 1..repeats LOOP
                EXECUTE format('SELECT count(result) FROM (%s OFFSET 0) AS measured (result)', queries[q]);
            END LOOP;
            ms := (spent_ms() - start) / repeats;
            round := n;
            query := q;
            IF n > 0 THEN
                RETURN NEXT;
            END IF;
        END LOOP;
    END LOOP;
END $$;

CREATE TABLE numbers AS
SELECT (i % 28)::int AS day, hashint8extended(i, 0) AS x FROM generate_series(1, 4000000) AS i;

-- 365 groups in turn, whose registers take 6 MB.
CREATE TABLE interleaved AS SELECT (i % 365)::int AS day, hashint8extended(i, 0) AS x FROM generate_series(1, 4000000) AS i;

CREATE TABLE texts AS SELECT md5(i::text) AS t FROM generate_series(1, 4000000) AS i;

CREATE TABLE rings AS
SELECT number, array_agg('node-' || i) AS nodes FROM unnest(ARRAY[5, 100, 1000]) AS number, generate_series(1, number) AS i
GROUP BY number;

CREATE TABLE groups AS
SELECT (hashint8extended(i, 1) & 65535)::int AS g, hashint8extended(i, 0) AS x FROM generate_series(1, 2000000) AS i;
ALTER TABLE groups ALTER g SET (n_distinct = 65536);

-- Visits, in their order, of 65,536 users.
CREATE TABLE events AS
SELECT i AS id, hashint8extended(hashint8extended(i, 5) & 65535, 0) AS x FROM generate_series(1, 100000) AS i;

-- 3,696 sets of 30,000 to 300,000 values: 2 to 20 of 256 blocks of 15,000 values each.
CREATE TABLE blocks AS SELECT i / 15000 AS block, i AS x FROM generate_series(0, 256 * 15000 - 1) AS i;
CREATE TABLE members AS
SELECT id, (hashint8extended(id * 20 + nth, 2) & 255)::int AS block
FROM generate_series(0, 3695) AS id, generate_series(0, 19) AS nth
WHERE nth < 2 + id % 19;

CREATE TABLE block_sketches AS SELECT block, hll_add_agg(x) AS s FROM blocks GROUP BY block;
CREATE TABLE sketches (id int, s hll(14));
INSERT INTO sketches SELECT id, hll_union_agg(s) FROM members JOIN block_sketches USING (block) GROUP BY id;
CREATE TABLE sketches_in_line (LIKE sketches) WITH (toast_tuple_target = 8160);
INSERT INTO sketches_in_line TABLE sketches;

CREATE TABLE bytes (id int, b bytea);
ALTER TABLE bytes ALTER b SET STORAGE EXTERNAL;
INSERT INTO bytes SELECT id, s::bytea FROM sketches;

CREATE TABLE small (empty hll, one hll);
INSERT INTO small VALUES (hll_empty(), hll_add(hll_empty(), 42));

-- A seventh of the numbers, in a filter of 0.7 MB, and twelve times as many as there are, in one of 60 MB.
CREATE TABLE seventh AS SELECT bloom_add_agg(x, 600000) AS f FROM numbers WHERE x % 7 = 0;
CREATE TABLE large AS
SELECT bloom_add_agg(hashint8extended(i, 3), 50000000) AS f FROM generate_series(1, 50000000) AS i;
CREATE TABLE large_bytes (b bytea);
ALTER TABLE large_bytes ALTER b SET STORAGE EXTERNAL;
INSERT INTO large_bytes SELECT f::bytea FROM large;

-- 365 days of 50,000 to 100,000 users, of a million.
CREATE TABLE daily_filters AS
SELECT day, bloom_add_agg(hashint8extended(day * 100003 + i * 7, 4) & 1048575, 1100000) AS f
FROM generate_series(1, 365) AS day, generate_series(1, 50000 + day * 137 % 50000) AS i GROUP BY day;
CREATE TABLE daily_bytes (b bytea);
ALTER TABLE daily_bytes ALTER b SET STORAGE EXTERNAL;
INSERT INTO daily_bytes SELECT f::bytea FROM daily_filters;

-- 4 million visits of a million pages, and of 10,000, with frequencies by Zipf's law: their ranks are as if drawn from a
-- density of 1 / rank. A name has 20 characters.
CREATE FUNCTION page(i bigint, pages bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT 'https://page/' || lpad(exp((hashint8extended(i, 6) & 4503599627370495) / 4503599627370496.0 * ln(pages + 1.0))::bigint::text, 7, '0')
$$;
CREATE TABLE pages AS SELECT page(i, 1000000) AS t, page(i, 10000) AS u, i / 133334 AS day FROM generate_series(1, 4000000) AS i;
CREATE TABLE page_groups AS SELECT (hashint8extended(i, 1) & 65535)::int AS g, page(i, 1000000) AS t FROM generate_series(1, 2000000) AS i;
ALTER TABLE page_groups ALTER g SET (n_distinct = 65536);
-- A sketch a day: 30 of the pages, and 365 of other pages, in a year.
CREATE TABLE daily_pages AS SELECT day, topk_add_agg(t) AS s, cms_add_agg(t) AS c FROM pages GROUP BY day;
CREATE TABLE yearly_pages AS
SELECT day, topk_add_agg(page(day * 7919 + i, 100000)) AS s, cms_sum_agg(page(day * 7919 + i, 100000), 1000) AS c
FROM generate_series(1, 365) AS day, generate_series(1, 5000) AS i GROUP BY day;
CREATE TABLE daily_pages_bytes (s bytea, c bytea);
ALTER TABLE daily_pages_bytes ALTER c SET STORAGE EXTERNAL;
INSERT INTO daily_pages_bytes SELECT s::bytea, c::bytea FROM daily_pages;
CREATE TABLE yearly_pages_bytes (s bytea, c bytea);
ALTER TABLE yearly_pages_bytes ALTER c SET STORAGE EXTERNAL;
INSERT INTO yearly_pages_bytes SELECT s::bytea, c::bytea FROM yearly_pages;

-- Lists of entries, of 15,000 and 30,000 values.
CREATE TABLE lists AS
SELECT n, hll_add_agg(i, 18) AS s FROM unnest(ARRAY[15000, 30000]) AS n, generate_series(1, n) AS i GROUP BY n;

-- 20,000 groups of 40 values.
CREATE TABLE few AS SELECT i % 20000 AS g, i AS x FROM generate_series(1, 800000) AS i;

-- 300 filters of 121 kB.
CREATE TABLE probed AS
SELECT number, bloom_add_agg(number * 10000 + i, 100000) AS f
FROM generate_series(1, 300) AS number, generate_series(1, 2000) AS i GROUP BY number;

VACUUM ANALYZE;
