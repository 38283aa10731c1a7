-- bloom: its four paths (text, binary, the cast from bytea, a stored value), and what they refuse.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA bloom_io;
SET search_path = bloom_io, public;
\set SHOW_CONTEXT never

CREATE TABLE sample AS
SELECT 'empty' AS name, bloom_empty(1000) AS filter
UNION ALL SELECT 'empty at 0.5', bloom_empty(1, 0.5)
UNION ALL SELECT 'one', bloom_add(bloom_empty(1000), 1)
UNION ALL SELECT 'list', (SELECT bloom_add_agg(g, 1000) FROM generate_series(1, 100) AS g)
UNION ALL SELECT 'filter', (SELECT bloom_add_agg(g, 1000) FROM generate_series(1, 1000) AS g)
UNION ALL SELECT 'filter at 1e-8', (SELECT bloom_add_agg(g, 1000, 1e-8) FROM generate_series(1, 1000) AS g)
UNION ALL SELECT 'layers', (SELECT bloom_add_agg(g, 100) FROM generate_series(1, 1000) AS g)
UNION ALL SELECT 'large', (SELECT bloom_add_agg(g) FROM generate_series(1, 100000) AS g)
UNION ALL SELECT 'text', (SELECT bloom_add_agg('p:' || g, 1000) FROM generate_series(1, 1000) AS g);

-- Text form.
SELECT bloom_empty(1000), bloom_add(bloom_empty(1000), 1);
SELECT bloom_add_agg(g, 1000, 0.125) FROM generate_series(1, 3) AS g;
SELECT name FROM sample WHERE filter::text::bloom <> filter;
SELECT upper(filter::text) ~ '^\\X' AS upper_case, replace(upper(filter::text), 'X', 'x')::bloom = filter AS read
FROM sample WHERE name = 'one';
SET bytea_output = 'escape';
SELECT bloom_empty(1000);
RESET bytea_output;

SELECT ''::bloom;
\echo :LAST_ERROR_SQLSTATE
SELECT '420100007b14ae47e17a843fe803000000000000'::bloom;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x4201000'::bloom;
\echo :LAST_ERROR_SQLSTATE
SELECT '\x4201000g'::bloom;
\echo :LAST_ERROR_SQLSTATE
SELECT 'a text that is much too long to stand in a message, whatever it may say'::bloom;
\echo :LAST_ERROR_SQLSTATE

-- Casts to and from bytea, both explicit.
SELECT bloom_empty(1000)::bytea, bloom_add(bloom_empty(1000), 1)::bytea;
SELECT name FROM sample
WHERE filter::bytea::bloom <> filter OR filter::bytea <> filter::text::bytea OR bloom_send(filter) <> filter::bytea;
CREATE TABLE cast_target (filter bloom, bytes bytea);
INSERT INTO cast_target (filter) VALUES ('\x420100007b14ae47e17a843fe803000000000000'::bytea);
\echo :LAST_ERROR_SQLSTATE
INSERT INTO cast_target (bytes) VALUES (bloom_empty(1000));
\echo :LAST_ERROR_SQLSTATE
-- A sketch of another kind is no filter.
SELECT hll_empty()::text::bloom;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1000)::bytea::hll;
\echo :LAST_ERROR_SQLSTATE

-- Binary form: the stored bytes.
SELECT current_setting('data_directory') || '/bloom.copy' AS file \gset
CREATE TABLE sample_copy (LIKE sample);
COPY sample TO :'file' (FORMAT binary);
COPY sample_copy FROM :'file' (FORMAT binary);
SELECT count(*) AS rows, count(*) FILTER (WHERE a.filter::bytea = b.filter::bytea) AS equal
FROM sample AS a JOIN sample_copy AS b USING (name);
COPY sample TO :'file';
TRUNCATE sample_copy;
COPY sample_copy FROM :'file';
SELECT count(*) AS rows, count(*) FILTER (WHERE a.filter::bytea = b.filter::bytea) AS equal
FROM sample AS a JOIN sample_copy AS b USING (name);
SELECT bool_and(bloom_contains(filter, g)) AS all_found FROM sample_copy, generate_series(1, 1000) AS g
WHERE name IN ('filter', 'filter at 1e-8', 'layers', 'large');

-- Bad bytes, at each path in turn. raw is bytea that another cast lets into the type unseen.
CREATE TYPE raw;
SET client_min_messages = warning;
CREATE FUNCTION raw_in(cstring) RETURNS raw AS 'byteain' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION raw_out(raw) RETURNS cstring AS 'byteaout' LANGUAGE internal IMMUTABLE STRICT;
CREATE TYPE raw (INPUT = raw_in, OUTPUT = raw_out);
RESET client_min_messages;
CREATE CAST (raw AS bloom) WITHOUT FUNCTION;

CREATE FUNCTION on_each_path(bytes bytea) RETURNS TABLE (path text, code text, message text, detail text, hint text)
LANGUAGE plpgsql AS $$
DECLARE
    file text := current_setting('data_directory') || '/bloom.copy';
    statement text;
BEGIN
    EXECUTE format('COPY (SELECT %L::bytea) TO %L (FORMAT binary)', bytes, file);
    FOR path, statement IN VALUES
        ('text', format('SELECT %L::bloom', bytes)),
        ('bytea', format('SELECT %L::bytea::bloom', bytes)),
        ('binary', format('COPY cast_target (filter) FROM %L (FORMAT binary)', file)),
        ('table', format('SELECT bloom_cardinality(%L::raw::bloom)', bytes))
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
SELECT * FROM on_each_path('\x42');
-- Another kind, no version, a newer one.
SELECT * FROM on_each_path('\x480100007b14ae47e17a843fe803000000000000');
SELECT * FROM on_each_path('\x420000007b14ae47e17a843fe803000000000000');
SELECT * FROM on_each_path('\x420200007b14ae47e17a843fe803000000000000');
-- An unknown domain, one without keys, keys without one.
SELECT * FROM on_each_path('\x4201007f7b14ae47e17a843fe803000000000000');
SELECT * FROM on_each_path('\x420100017b14ae47e17a843fe803000000000000');
SELECT * FROM on_each_path('\x420100007b14ae47e17a843fe80300000000000001020304050607');
-- A rate or capacity that is cut off or out of range; one for which no filter is small enough.
SELECT * FROM on_each_path('\x420100007b14ae47e17a84');
SELECT * FROM on_each_path('\x42010000000000000000f03fe803000000000000');
SELECT * FROM on_each_path('\x42010000000000000000f87fe803000000000000');
SELECT * FROM on_each_path('\x420100007b14ae47e17a843fe8030000000000');
SELECT * FROM on_each_path('\x420100007b14ae47e17a843f0100000000010000');
SELECT * FROM on_each_path('\x420100007b14ae47e17a843fffffffffffffffff');
SELECT path, code, message FROM on_each_path('\x420100007b14ae47e17a843f0000000000010000');
-- A list that is out of order, has a key twice, part of a key, or too many.
SELECT path, code, detail FROM on_each_path('\x420100017b14ae47e17a843fe8030000000000000102030405060701020304050606');
SELECT path, code, detail FROM on_each_path('\x420100017b14ae47e17a843fe8030000000000000102030405060701020304050607');
SELECT path, code, detail FROM on_each_path('\x420100017b14ae47e17a843fe803000000000000010203');
SELECT path, code, detail FROM sample, on_each_path(set_byte(filter::bytea, 13, 0))
WHERE name = 'list' AND path <> 'table';
-- Layers: none of them there, more than there may be, one that is empty, has other bits than it says, or the
-- shape of another capacity.
SELECT path, code, detail FROM sample, on_each_path(substr(filter::bytea, 1, 20)) WHERE name = 'filter';
SELECT path, code, detail FROM sample, on_each_path(set_byte(filter::bytea, 2, 65)) WHERE name = 'filter';
SELECT path, code, detail FROM sample, on_each_path(set_byte(filter::bytea, 2, 2)) WHERE name = 'filter';
SELECT path, code, detail FROM sample, on_each_path(set_byte(filter::bytea, 20, get_byte(filter::bytea, 20) + 1))
WHERE name = 'filter' AND path <> 'table';
SELECT path, code, detail FROM sample, on_each_path(set_byte(filter::bytea, 500, 255 - get_byte(filter::bytea, 500)))
WHERE name = 'filter' AND path <> 'table';
SELECT path, code, detail FROM sample, on_each_path(set_byte(filter::bytea, 12, 1))
WHERE name = 'filter' AND path <> 'table';
SELECT path, code, detail FROM sample, on_each_path(set_byte(filter::bytea, 42, 0)) WHERE name = 'filter';
SELECT path, code, detail FROM sample, on_each_path(set_byte(filter::bytea, 36, 0)) WHERE name = 'filter';
-- A transition state is not a value.
SELECT path, code, detail FROM on_each_path('\xc200000000000000') WHERE path <> 'table';
-- Bytes cut off, or too many.
SELECT name, path, count(*) FROM sample,
    unnest(ARRAY[substr(filter::bytea, 1, length(filter::bytea) - 1), filter::bytea || '\x00']) AS bytes,
    on_each_path(bytes)
WHERE name IN ('filter', 'layers') AND code IN ('22P03', 'XX001') GROUP BY name, path
ORDER BY name COLLATE "C", path COLLATE "C";
\pset format aligned
SELECT count(*) FROM cast_target;

-- No prefix of a filter is a filter, but for a list that is cut between two keys.
SELECT name, count(*) FILTER (WHERE at.code = 'accepted') AS accepted
FROM sample, generate_series(0, length(filter::bytea) - 1, 1 + length(filter::bytea) / 20) AS cut,
    on_each_path(substr(filter::bytea, 1, cut)) AS at
WHERE at.path = 'bytea' AND name IN ('empty', 'one', 'filter', 'layers')
GROUP BY name ORDER BY name COLLATE "C";

-- A damaged value is an error for every function that reads it, and only when it is read.
CREATE TABLE damaged AS SELECT '\x4201010103'::raw::bloom AS filter;
SELECT count(*), count(filter) FROM damaged;
SELECT filter FROM damaged;
SELECT bloom_contains(filter, 1) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(filter, 'a') FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add(filter, 1) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT filter || bloom_empty(10) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(10) || filter FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT # filter FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_info(filter) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_union_agg(filter) FROM damaged;
\echo :LAST_ERROR_SQLSTATE
