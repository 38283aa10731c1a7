-- hll: its four paths (text, binary, the cast from bytea, a stored value), and what they refuse.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
\set SHOW_CONTEXT never

CREATE TABLE sample AS
SELECT 'empty' AS name, hll_empty() AS sketch
UNION ALL SELECT 'empty at 4', hll_empty(4)
UNION ALL SELECT 'one', hll_add(hll_empty(), 1)
UNION ALL SELECT 'sparse', (SELECT hll_add_agg(g) FROM generate_series(1, 2000) AS g)
UNION ALL SELECT 'dense', (SELECT hll_add_agg(g) FROM generate_series(1, 20000) AS g)
UNION ALL SELECT 'dense at 4', (SELECT hll_add_agg(g, 4) FROM generate_series(1, 20000) AS g)
UNION ALL SELECT 'dense at 18', (SELECT hll_add_agg(g, 18) FROM generate_series(1, 40000) AS g)
UNION ALL SELECT 'text', (SELECT hll_add_agg('p:' || g) FROM generate_series(1, 20000) AS g);

-- Text form.
SELECT hll_empty(), hll_add(hll_empty(), 1), hll_add(hll_empty(4), 'a');
SELECT hll_add_agg(g) FROM generate_series(1, 3) AS g;
SELECT name FROM sample WHERE sketch::text::hll <> sketch;
SELECT upper(sketch::text) ~ '^\\X' AS upper_case, replace(upper(sketch::text), 'X', 'x')::hll = sketch AS read
FROM sample WHERE name = 'one';
SET bytea_output = 'escape';
SELECT hll_empty();
RESET bytea_output;

SELECT ''::hll;
\echo :LAST_ERROR_SQLSTATE
SELECT '48010e00'::hll;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x48010e0'::hll;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x48010e0g'::hll;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x48 01 0e 00'::hll;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x48010e00 '::hll;
\echo :LAST_ERROR_SQLSTATE
SELECT 'a text that is much too long to stand in a message, whatever it may say'::hll;
\echo :LAST_ERROR_SQLSTATE

-- Casts to and from bytea, both explicit.
SELECT hll_empty()::bytea, hll_add(hll_empty(), 1)::bytea;
SELECT name FROM sample
WHERE sketch::bytea::hll <> sketch OR sketch::bytea <> sketch::text::bytea OR hll_send(sketch) <> sketch::bytea;
SELECT name, length(sketch::bytea) <= 16 AS in_16_bytes, length(sketch::bytea) <= 20 AS in_20_bytes
FROM sample WHERE name LIKE 'empty%' OR name = 'one' ORDER BY name;
CREATE TABLE cast_target (sketch hll, bytes bytea);
INSERT INTO cast_target (sketch) VALUES ('\x48010e00'::bytea);
\echo :LAST_ERROR_SQLSTATE
INSERT INTO cast_target (bytes) VALUES (hll_empty());
\echo :LAST_ERROR_SQLSTATE

-- Binary form: the stored bytes.
SELECT current_setting('data_directory') || '/hll.copy' AS file \gset
CREATE TABLE sample_copy (LIKE sample);
COPY sample TO :'file' (FORMAT binary);
COPY sample_copy FROM :'file' (FORMAT binary);
SELECT count(*) AS rows, count(*) FILTER (WHERE a.sketch::bytea = b.sketch::bytea) AS equal
FROM sample AS a JOIN sample_copy AS b USING (name);
COPY sample TO :'file';
TRUNCATE sample_copy;
COPY sample_copy FROM :'file';
SELECT count(*) AS rows, count(*) FILTER (WHERE a.sketch::bytea = b.sketch::bytea) AS equal
FROM sample AS a JOIN sample_copy AS b USING (name);

-- Bad bytes, at each path in turn. raw is bytea that another cast lets into the type unseen.
CREATE TYPE raw;
SET client_min_messages = warning;
CREATE FUNCTION raw_in(cstring) RETURNS raw AS 'byteain' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION raw_out(raw) RETURNS cstring AS 'byteaout' LANGUAGE internal IMMUTABLE STRICT;
CREATE TYPE raw (INPUT = raw_in, OUTPUT = raw_out);
RESET client_min_messages;
CREATE CAST (raw AS hll) WITHOUT FUNCTION;

CREATE FUNCTION on_each_path(bytes bytea) RETURNS TABLE (path text, code text, message text, detail text, hint text)
LANGUAGE plpgsql AS $$
DECLARE
    file text := current_setting('data_directory') || '/hll.copy';
    statement text;
BEGIN
    EXECUTE format('COPY (SELECT %L::bytea) TO %L (FORMAT binary)', bytes, file);
    FOR path, statement IN VALUES
        ('text', format('SELECT %L::hll', bytes)),
        ('bytea', format('SELECT %L::bytea::hll', bytes)),
        ('binary', format('COPY cast_target (sketch) FROM %L (FORMAT binary)', file)),
        ('table', format('SELECT hll_cardinality(%L::raw::hll)', bytes))
    LOOP
        code := 'accepted'; message := ''; detail := ''; hint := '';
        BEGIN
            EXECUTE statement;
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
                detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
        END;
        RETURN NEXT;
    END LOOP;
END
$$;
\pset format unaligned
SELECT * FROM on_each_path('');
SELECT * FROM on_each_path('\x48');
SELECT * FROM on_each_path('\x42010e00');
SELECT * FROM on_each_path('\x48000e00');
SELECT * FROM on_each_path('\x48010300');
SELECT * FROM on_each_path('\x48011300');
SELECT * FROM on_each_path('\x48010e7f');
SELECT * FROM on_each_path('\x48010e01');
SELECT * FROM on_each_path('\x48010e0003');
SELECT * FROM on_each_path('\x48010e0103');
-- A newer format.
SELECT * FROM on_each_path('\x48020e00');
SELECT * FROM on_each_path('\x48ff0e00');
-- A transition state is not a value.
SELECT * FROM on_each_path('\xc80e0000');
-- Bytes cut off, or too many.
SELECT name, at.* FROM sample, on_each_path(substr(sketch::bytea, 1, length(sketch::bytea) - 1)) AS at WHERE name = 'one'
ORDER BY path COLLATE "C";
SELECT name, at.* FROM sample, on_each_path(sketch::bytea || '\x00') AS at WHERE name IN ('empty', 'one')
ORDER BY name COLLATE "C", path COLLATE "C";
SELECT path, code, count(*) FROM sample,
    unnest(ARRAY[substr(sketch::bytea, 1, length(sketch::bytea) - 1), sketch::bytea || '\x00']) AS bytes,
    on_each_path(bytes)
WHERE name LIKE 'dense%' GROUP BY path, code ORDER BY path COLLATE "C";
-- Few values as registers, where they must be a list.
SELECT path, code FROM on_each_path('\x48010e0102' || decode(repeat('00', 6200), 'hex'));
\pset format aligned
SELECT count(*) FROM cast_target;

-- No prefix of a list is a sketch.
SELECT name, bool_and(at.code = '22P03') AS refused
FROM sample, generate_series(0, length(sketch::bytea) - 1, 1 + length(sketch::bytea) / 20) AS cut,
    on_each_path(substr(sketch::bytea, 1, cut)) AS at
WHERE at.path = 'bytea' AND name NOT IN ('dense', 'dense at 4', 'dense at 18', 'text')
GROUP BY name ORDER BY name COLLATE "C";

-- A damaged value is an error for every function that reads it, and only when it is read.
CREATE TABLE damaged AS SELECT '\x48010e0103'::raw::hll AS sketch;
SELECT count(*), count(sketch) FROM damaged;
SELECT sketch FROM damaged;
SELECT hll_add(sketch, 1) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT sketch || hll_empty() FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_empty() || sketch FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT # sketch FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_info(sketch) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_precision(sketch) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_downsample(sketch, 10) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT sketch::hll(14) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_union_agg(sketch) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
