-- The main job: a table with one sketch a day, kept up to date.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;

CREATE TABLE daily_users (day date PRIMARY KEY, users hll(14) NOT NULL);
CREATE TABLE event (day date, user_id bigint);
-- Ten days of 150 users each; 50 of them come again on the next day.
INSERT INTO event SELECT date '2024-01-01' + d, d * 100 + u FROM generate_series(0, 9) AS d,
    generate_series(1, 150) AS u;

INSERT INTO daily_users SELECT day, hll_add_agg(user_id) FROM event GROUP BY day;
SELECT day, # users AS users FROM daily_users ORDER BY day;
SELECT sum(# users) AS wrong, # hll_union_agg(users) AS estimate, (SELECT count(DISTINCT user_id) FROM event) AS exact
FROM daily_users;
SELECT date_trunc('week', day)::date AS week, # hll_union_agg(users) AS users FROM daily_users GROUP BY week
ORDER BY week;
SELECT # hll_union_agg(users) AS users FROM daily_users WHERE day BETWEEN '2024-01-03' AND '2024-01-05';

-- A batch arrives late, then once more: the second time changes nothing.
CREATE TABLE as_before AS SELECT * FROM daily_users;
CREATE TEMP TABLE batch AS SELECT date '2024-01-10' + d AS day, 2000 + d * 10 + u AS user_id
FROM generate_series(0, 1) AS d, generate_series(1, 20) AS u;
PREPARE arrive AS
INSERT INTO daily_users AS t SELECT day, hll_add_agg(user_id) FROM batch GROUP BY day ORDER BY day
ON CONFLICT (day) DO UPDATE SET users = t.users || EXCLUDED.users;
EXECUTE arrive;
SELECT day, # users AS users FROM daily_users WHERE day >= '2024-01-10' ORDER BY day;
CREATE TABLE after_one AS SELECT * FROM daily_users;
EXECUTE arrive;
SELECT count(*) AS days, count(*) FILTER (WHERE after_one.users = t.users) AS unchanged FROM daily_users AS t
JOIN after_one USING (day);
SELECT count(*) AS changed_by_the_first FROM daily_users AS t LEFT JOIN as_before USING (day)
WHERE as_before.users IS DISTINCT FROM t.users;
-- With a condition it does not even write the row again.
WITH again AS (
    INSERT INTO daily_users AS t SELECT day, hll_add_agg(user_id) FROM batch GROUP BY day ORDER BY day
    ON CONFLICT (day) DO UPDATE SET users = t.users || EXCLUDED.users
    WHERE t.users <> t.users || EXCLUDED.users RETURNING day)
SELECT count(*) AS rows_written FROM again;
MERGE INTO daily_users AS t
USING (SELECT day, hll_add_agg(user_id) AS users FROM batch GROUP BY day) AS b ON t.day = b.day
WHEN MATCHED THEN UPDATE SET users = t.users || b.users WHEN NOT MATCHED THEN INSERT VALUES (b.day, b.users);
SELECT count(*) AS days, count(*) FILTER (WHERE after_one.users = t.users) AS unchanged FROM daily_users AS t
JOIN after_one USING (day);
-- One event at a time.
UPDATE daily_users SET users = hll_add(users, 2001) WHERE day = '2024-01-10';
SELECT after_one.users = t.users AS unchanged FROM daily_users AS t JOIN after_one USING (day) WHERE day = '2024-01-10';
UPDATE daily_users SET users = hll_add(users, 9999) WHERE day = '2024-01-10';
SELECT (# t.users) - (# after_one.users) AS more FROM daily_users AS t JOIN after_one USING (day)
WHERE day = '2024-01-10';
UPDATE daily_users SET users = hll_add(users, 'a') WHERE day = '2024-01-10';
\echo :LAST_ERROR_SQLSTATE
UPDATE daily_users SET users = NULL WHERE day = '2024-01-10';
\echo :LAST_ERROR_SQLSTATE

-- A materialized view, refreshed concurrently.
CREATE MATERIALIZED VIEW weekly_users AS SELECT date_trunc('week', day)::date AS week, hll_union_agg(users) AS users
FROM daily_users GROUP BY week;
CREATE UNIQUE INDEX ON weekly_users (week);
REFRESH MATERIALIZED VIEW CONCURRENTLY weekly_users;
INSERT INTO daily_users VALUES ('2024-01-12', (SELECT hll_add_agg(g) FROM generate_series(5000, 5009) AS g));
CREATE TEMP TABLE written AS SELECT week, xmin::text AS by, users FROM weekly_users;
REFRESH MATERIALIZED VIEW CONCURRENTLY weekly_users;
SELECT week, v.xmin::text = w.by AS untouched, (# v.users) - (# w.users) AS more FROM weekly_users AS v
JOIN written AS w USING (week) ORDER BY week;

-- The functions are immutable, so they may stand in indexes, defaults and generated columns.
CREATE TABLE page (
    id integer PRIMARY KEY,
    visitors hll(12) NOT NULL DEFAULT hll_empty(12) CHECK (hll_precision(visitors) = 12),
    uniques bigint GENERATED ALWAYS AS (hll_cardinality(visitors)) STORED
);
INSERT INTO page (id) VALUES (1), (2), (3);
UPDATE page SET visitors = hll_add(hll_add(visitors, 'a'), 'b') WHERE id = 2;
UPDATE page SET visitors = visitors || hll_add(hll_empty(12), 'c') WHERE id > 1;
SELECT id, uniques FROM page ORDER BY id;
CREATE INDEX page_uniques ON page ((# visitors));
SET enable_seqscan = off;
SELECT id FROM page WHERE # visitors > 2;
RESET enable_seqscan;
CREATE TABLE seen (value text, hash sketch_hash GENERATED ALWAYS AS (sketch_hash_of(value)) STORED);
INSERT INTO seen VALUES ('a'), ('b'), ('a');
SELECT hll_count_distinct(hash) = hll_count_distinct(value) AS same FROM seen;

-- A partitioned rollup.
CREATE TABLE users_by_country (day date, country text, users hll(14)) PARTITION BY RANGE (day);
CREATE TABLE users_january PARTITION OF users_by_country FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
CREATE TABLE users_february PARTITION OF users_by_country FOR VALUES FROM ('2024-02-01') TO ('2024-03-01');
INSERT INTO users_by_country SELECT date '2024-01-30' + d, country,
    (SELECT hll_add_agg(d * 10 + g) FROM generate_series(1, 20) AS g)
FROM generate_series(0, 3) AS d, unnest(ARRAY['at', 'ch']) AS country;
SELECT country, # hll_union_agg(users) AS users FROM users_by_country GROUP BY country ORDER BY country;
SELECT tableoid::regclass::text AS part, # hll_union_agg(users) AS users FROM users_by_country GROUP BY tableoid
ORDER BY 1;
INSERT INTO users_by_country VALUES ('2024-02-02', 'at', hll_add(hll_empty(13), 1));
\echo :LAST_ERROR_SQLSTATE

-- A trigger that keeps the rollup, in plpgsql.
CREATE FUNCTION roll_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO daily_users AS t SELECT day, hll_add_agg(user_id) FROM fresh GROUP BY day
    ON CONFLICT (day) DO UPDATE SET users = t.users || EXCLUDED.users;
    RETURN NULL;
END
$$;
CREATE TRIGGER roll_up AFTER INSERT ON event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION roll_up();
INSERT INTO event SELECT '2024-02-01', g FROM generate_series(1, 30) AS g;
INSERT INTO event SELECT '2024-02-01', g FROM generate_series(21, 50) AS g;
SELECT # users AS users FROM daily_users WHERE day = '2024-02-01';
