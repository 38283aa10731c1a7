-- Random statements of the functions, operators, casts and aggregates of the extension, nested in each other and in
-- other SQL. psql variables: seed, statements.

-- Two columns of each type of sketch.
CREATE TABLE sketch_column AS
SELECT name || suffix AS name, name AS type FROM sketch_type, unnest('{_a, _b}'::text[]) AS suffix ORDER BY 1;
SELECT lane.each($$(SELECT CASE WHEN id % 11 > 0 THEN {small_of_values} END FROM value) AS {name}_a,
    (SELECT CASE WHEN id % 7 > 0 THEN {small_of_values} END FROM (SELECT value / 10 AS value FROM value) AS tenth)
    AS {name}_b$$) AS sketches \gset

-- The same rows three times, each in a storage of its own, which search_path chooses.
CREATE TABLE row_of_values AS
SELECT id, id % 4 AS part, id % 3 = 0 AS flag, (id * 7) % 40 AS n, id * 5000000001 AS big,
    id / 8.0::double precision AS x, 'v' || id % 9 AS name, sketches.*, (id * 3 % 50)::sketch_hash AS hash
FROM generate_series(1, 48) AS id, LATERAL (
    WITH value AS (
        SELECT v % 900 AS value
        FROM generate_series(id * 3, id * 3 + (ARRAY[0, 1, 10, 120, 140, 500, 3000])[1 + id % 7] - 1) AS v
    ) SELECT :sketches
) AS sketches;

CREATE PROCEDURE store_rows(schema text, storage text, target integer) LANGUAGE plpgsql AS $$
DECLARE
    sketch text;
BEGIN
    EXECUTE format('CREATE SCHEMA %I', schema);
    EXECUTE format('CREATE TABLE %I.item (LIKE row_of_values) WITH (toast_tuple_target = %s)', schema, target);
    FOR sketch IN SELECT name FROM sketch_column LOOP
        EXECUTE format('ALTER TABLE %I.item ALTER %I SET STORAGE %s', schema, sketch, storage);
    END LOOP;
    EXECUTE format('INSERT INTO %I.item TABLE row_of_values', schema);
    EXECUTE format('ANALYZE %I.item', schema);
END
$$;
CALL store_rows('rows_in_line', 'EXTERNAL', 8160);
CALL store_rows('rows_out_of_line', 'EXTERNAL', 128);
CALL store_rows('rows_compressed', 'MAIN', 128);

-- Aggregates that someone else makes of the support functions. Without a final function their results are transition
-- states. Only those of hll have one for a precision.
CREATE AGGREGATE public.raw_add(sketch_item, bigint) (SFUNC = hll_add_trans, STYPE = hll, PARALLEL = SAFE);
SELECT lane.each('CREATE AGGREGATE public.raw_union({name}) (
    SFUNC = {merge_trans}, STYPE = {name}, COMBINEFUNC = {merge_trans}, PARALLEL = SAFE)', ';') \gexec

-- The leaves of an expression: columns of i, parameters and constants. Of tame ones every plan makes the same: sketches
-- that fit together, and filters that are not filled beyond their capacity.
CREATE TABLE leaf AS
SELECT type::name, is_tame, expression ~ '\mi\.' AS is_column, expression FROM (
    SELECT given.type, is_tame, ARRAY(SELECT lane.filled(types, unnest(expressions)))
    FROM lane.types JOIN (SELECT row_number() OVER (ORDER BY name) + 2 AS place, name FROM sketch_type) AS of_type
        USING (name), LATERAL (VALUES
        (name, true, ARRAY['i.{name}_a', 'i.{name}_b', '$' || place, '{small_empty}', 'NULL::{name}',
            '(SELECT {merge_agg}(o.{name}_a) FROM item AS o WHERE o.part = i.part)']),
        (name, false, ARRAY['{other}', '{name}_add({small_empty}, ''a'')']),
        ('bytea', true, ARRAY['{small_empty}::bytea', 'i.{name}_a::bytea', '{name}_send(i.{name}_b)']),
        ('cstring', true, ARRAY['{name}_out(i.{name}_a)'])
    ) AS given(type, is_tame, expressions)
    UNION ALL VALUES
    ('sketch_item', true, ARRAY['i.hash', 'i.n', 'i.big', 'i.id', '$1', 'NULL::integer', '7::smallint']),
    ('sketch_item', false, ARRAY['i.name', 'i.x', '1.5', 'i.hll_a::bytea', '''ffffffffffffff02''::sketch_hash']),
    ('sketch_hash', true, ARRAY['i.hash', 'i.n::sketch_hash', 'sketch_hash_of($1)', 'i.big::sketch_item', 'NULL']),
    ('sketch_hash', false, ARRAY['sketch_hash_of(i.name)', '''ffffffffffffff02''']),
    ('bool', true, ARRAY['i.flag', 'i.n > 20', 'i.name < ''v4''', 'true', 'false', 'NULL']),
    ('int2', true, ARRAY['i.n::smallint', '7::smallint']),
    ('int4', true, ARRAY['10']),
    ('int4', false, ARRAY['0', '18', '-2147483648', '2147483647', 'NULL::integer', 'i.n']),
    ('int8', true, ARRAY['2000::bigint', '2000']),
    ('int8', false, ARRAY['0', '1', '20', '-9223372036854775808', '9223372036854775807', '1099511627776', '$1',
        'i.big']),
    ('float8', true, ARRAY['0.01::double precision']),
    ('float8', false, ARRAY['''NaN''::float8', '''Infinity''::float8', '0::float8', '0.5::float8', '1e-8::float8',
        'i.x', '$2']),
    ('text', true, ARRAY['i.name', '''ffffffffffffff01''', '''''']),
    ('bytea', false, ARRAY['''\x48010a02''::bytea', '''''::bytea']),
    ('cstring', true, ARRAY['''\x48010a00''::cstring']),
    ('_cstring', true, ARRAY['''{10}''::cstring[]']),
    ('unknown', false, ARRAY['''a''', '''''']),
    ('oid', true, ARRAY['0']),
    ('float4', true, ARRAY['i.x::real']),
    ('numeric', true, ARRAY['i.x::numeric']),
    ('varchar', true, ARRAY['i.name::varchar']),
    ('bpchar', true, ARRAY['i.name::bpchar']),
    ('name', true, ARRAY['i.name::name']),
    ('date', true, ARRAY['date ''2026-01-01'' + i.n']),
    ('timestamp', true, ARRAY['timestamp ''2026-01-01''']),
    ('timestamptz', true, ARRAY['timestamptz ''2026-01-01 UTC''']),
    ('inet', true, ARRAY['inet ''10.0.0.1'' + i.n']),
    ('uuid', true, ARRAY['md5(i.name)::uuid'])
) AS given(type, is_tame, expressions), unnest(expressions) AS expression;

-- Expressions around leaves: everything in the catalogue, columns of rows, and SQL itself. A precision fits into an
-- integer. Tame is what returns a number or a sketch, unless it makes a sketch with default parameters. What returns a set
-- has no place in most expressions.
CREATE TABLE node AS
SELECT template, CASE WHEN name LIKE 'hll%' THEN array_replace(types, 'int8', 'int4') ELSE types END AS types,
    typname AS result, kind = 'a' AS is_aggregate,
    (typname IN ('bool', 'float8', 'int4', 'int8') OR typname IN (SELECT name FROM sketch_type)
        AND (types && (SELECT array_agg(name::name) FROM sketch_type) OR places > CASE kind WHEN 'a' THEN 1 ELSE 0 END))
        AND NOT types && '{bytea, cstring, _cstring, unknown}' AND template !~ '_(trans|inverse|in)\(' AS is_tame
FROM callable JOIN pg_type ON pg_type.oid = result
WHERE 'internal' <> ALL (types) AND callable.oid NOT IN (SELECT oid FROM pg_proc WHERE proretset)
UNION ALL
SELECT format('(%s).%I', template, attname), types, of_column.typname, false, true
FROM callable JOIN pg_type AS of_row ON of_row.oid = result JOIN pg_attribute ON attrelid = of_row.typrelid
    JOIN pg_type AS of_column ON of_column.oid = atttypid
WHERE callable.oid NOT IN (SELECT oid FROM pg_proc WHERE proretset)
UNION ALL
SELECT template, types, result, template ~ '^public', true
FROM (SELECT name::name AS result FROM sketch_type) AS sketch, LATERAL (VALUES
    ('coalesce(%s, %s)', ARRAY[result, result]),
    ('nullif(%s, %s)', ARRAY[result, result]),
    ('greatest(%s, %s, %s)', ARRAY[result, result, result]),
    ('CASE WHEN %s THEN %s ELSE %s END', ARRAY['bool', result, result]),
    ('(ARRAY[%s, %s])[1 + (%s)::integer]', ARRAY[result, result, 'bool']),
    ('(%s)::text::' || result, ARRAY[result]),
    ('(%s)::bytea::' || result, ARRAY[result]),
    ('public.raw_union(%s)', ARRAY[result])
) AS around(template, types)
UNION ALL
SELECT template, array_fill(name::name, ARRAY[places]), 'bool', false, true FROM sketch_type, (VALUES
    ('%s IS NULL', 1),
    ('%s IS DISTINCT FROM %s', 2)
) AS asked(template, places)
UNION ALL VALUES
    ('%s AND %s', '{bool, bool}'::name[], 'bool'::name, false, true),
    ('%s OR %s', '{bool, bool}', 'bool', false, true),
    ('NOT %s', '{bool}', 'bool', false, true),
    ('public.raw_add(%s, %s)', '{sketch_item, int4}', 'hll', true, true);

CREATE FUNCTION one_of(choices anyarray) RETURNS anyelement LANGUAGE plpgsql AS $$
BEGIN
    RETURN choices[1 + floor(random() * cardinality(choices))];
END
$$;

-- A random expression of a type over the rows of i; or, with what is to follow an aggregate, '' or an OVER clause, over
-- their groups or windows. Text between « and » does not change the result.
CREATE FUNCTION expression(wanted name, depth integer, tame boolean, after text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    aggregate boolean := after IS NOT NULL AND (depth <= 1 OR random() < 0.4)
        AND wanted IN (SELECT result FROM node WHERE is_aggregate);
    chosen node;
    arguments text[];
BEGIN
    IF depth > 0 OR aggregate THEN
        chosen := one_of(ARRAY(
            SELECT node FROM node WHERE result = wanted AND is_aggregate = aggregate AND (is_tame OR NOT tame)
            ORDER BY template COLLATE "C", types
        ));
    END IF;
    IF chosen IS NULL THEN
        RETURN coalesce(one_of(ARRAY(
            SELECT leaf.expression FROM leaf
            WHERE type = wanted AND (is_tame OR NOT tame) AND NOT (is_column AND after IS NOT NULL)
            ORDER BY leaf.expression COLLATE "C"
        )), 'NULL::' || wanted);
    END IF;
    FOR place IN 1 .. cardinality(chosen.types) LOOP
        -- A computed number is rarely a valid precision, capacity or rate.
        arguments[place] := expression(chosen.types[place],
            CASE WHEN tame AND chosen.types[place] ~ '^(int|float)' THEN 0 ELSE depth - 1 END, tame,
            CASE WHEN NOT aggregate THEN after END);
    END LOOP;
    IF aggregate AND after = '' THEN
        chosen.template := one_of(ARRAY[chosen.template, replace(chosen.template, '(', CASE
                WHEN chosen.result IN (SELECT name FROM sketch_type WHERE NOT is_idempotent) THEN '(DISTINCT '
                ELSE '(«DISTINCT »'
            END),
            replace(chosen.template, ')', '« ORDER BY i.big %% 7»)')]);
    END IF;
    RETURN format(CASE WHEN aggregate THEN '%s%s%s' ELSE '(%s)' END, format(chosen.template, VARIADIC arguments),
        CASE WHEN random() < 0.3 THEN format(' FILTER (WHERE %s)', expression('bool', 1, tame)) END, after);
END
$$;

CREATE FUNCTION over_clause() RETURNS text LANGUAGE sql AS $$
    SELECT format(' OVER (%s ORDER BY i.id %s %s)', one_of('{"", PARTITION BY i.part, PARTITION BY i.flag}'::text[]),
        one_of('{"", DESC}'::text[]), one_of(ARRAY['', 'ROWS 5 PRECEDING', 'ROWS BETWEEN 9 PRECEDING AND 3 PRECEDING',
            'RANGE BETWEEN CURRENT ROW AND 4 FOLLOWING', 'GROUPS BETWEEN 2 PRECEDING AND UNBOUNDED FOLLOWING',
            'ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW']))
$$;

-- A random FROM clause: something named i with the columns of the table. Ids are unique, so ordering by them is unique.
CREATE FUNCTION source(depth integer, tame boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    columns text := 'i.id, i.part, i.flag, i.n, i.big, i.x, i.name';
    of_groups text := '4 * min(i.id) + grouping(i.part, i.flag) AS id, i.part, i.flag, max(i.n) AS n, max(i.big) AS big,
        max(i.x) AS x, min(i.name) AS name';
    below text := CASE WHEN depth > 0 THEN source(depth - 1, tame) END;
    shape text := CASE WHEN depth <= 0 THEN 'table' ELSE one_of(ARRAY['computed', 'filtered', 'grouped', 'windowed',
        'joined', 'lateral', 'united', 'common', 'sorted']) END;
    after text := CASE shape WHEN 'grouped' THEN '' WHEN 'lateral' THEN '' WHEN 'windowed' THEN over_clause() END;
    sketch sketch_column;
    names text[] := ARRAY(SELECT name FROM sketch_column);
    sketches text;
BEGIN
    FOR sketch IN TABLE sketch_column LOOP
        sketches := concat_ws(', ', sketches,
            format('%s AS %s', expression(sketch.type, 2, tame, after), sketch.name));
    END LOOP;
    RETURN CASE shape
        WHEN 'table' THEN 'item AS i'
        WHEN 'computed' THEN format('(SELECT %s, %s, i.hash FROM %s) AS i', columns, sketches, below)
        WHEN 'windowed' THEN format('(SELECT %s, %s, i.hash FROM %s) AS i', columns, sketches, below)
        WHEN 'filtered' THEN format('(SELECT i.* FROM %s WHERE %s) AS i', below, expression('bool', 2, tame))
        WHEN 'grouped' THEN format('(SELECT %s, %s, max(i.n)::sketch_hash AS hash FROM %s GROUP BY %s HAVING %s) AS i',
            of_groups, sketches, below, one_of(ARRAY['i.part, i.flag', 'CUBE (i.part, i.flag)',
                'GROUPING SETS ((i.part, i.flag), (i.flag), (i.part))']), expression('bool', 1, tame, ''))
        WHEN 'joined' THEN format('(SELECT i.* FROM %1$s JOIN item AS o ON i.%2$s = o.%2$s AND i.id = o.id) AS i',
            below, one_of(names))
        WHEN 'lateral' THEN format('(SELECT %s, s.*, o.hash FROM %s CROSS JOIN LATERAL (SELECT %s FROM item AS i
            WHERE i.part = o.part) AS s) AS i', replace(columns, 'i.', 'o.'),
            regexp_replace(below, 'i$', 'o'), sketches)
        WHEN 'united' THEN format('(SELECT i.* FROM %s WHERE i.id %% 2 = 0 %s) AS i', below,
            one_of(ARRAY['UNION SELECT * FROM item WHERE id % 2 = 1', 'UNION ALL SELECT * FROM item WHERE id % 2 = 1',
                'EXCEPT SELECT * FROM item', 'INTERSECT SELECT * FROM item']))
        WHEN 'common' THEN format('(WITH common AS MATERIALIZED (SELECT i.* FROM %s) SELECT i.* FROM common AS i
            WHERE EXISTS (SELECT FROM common AS o WHERE o.id = i.id + 1)) AS i', below)
        WHEN 'sorted' THEN format('(SELECT DISTINCT ON (%1$s) i.* FROM %2$s ORDER BY %1$s, i.id) AS i',
            'i.' || one_of(names || 'hash'::text), below)
    END;
END
$$;

-- A random statement that returns a digest of its rows.
CREATE FUNCTION random_statement(depth integer, tame boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    after text := one_of(ARRAY[NULL, '', over_clause()]);
    outputs text;
BEGIN
    SELECT string_agg(format('(%s)::text', expression(
        one_of('{bool, float8, int4, int8}'::name[] || ARRAY(SELECT name::name FROM sketch_type)), depth, tame, after
    )), ', ') INTO outputs FROM generate_series(1, 3);
    RETURN format('SELECT concat(count(*), md5(string_agg(result::text, ''|'' ORDER BY result::text COLLATE "C")),
            max(substring(result::text from ''(?i)nan|infinity''))) FROM (SELECT %s FROM %s) AS result', outputs,
        source(depth - 1, tame));
END
$$;

CREATE TABLE random_call (number integer, is_tame boolean, statement text);
SELECT setseed(:seed / 1e9) \gset
INSERT INTO random_call
SELECT number, number % 4 > 0, random_statement(1 + number % 4, number % 4 > 0)
FROM generate_series(1, :statements) AS number;

-- Runs the statements one after another, each prepared with parameters.
CREATE TABLE random_outcome (number integer, variant text, code text, result text, detail text);
CREATE TABLE parameter AS
SELECT lane.each('{name}') AS types, lane.each('{name}_add({small_empty}, 42)') AS values;
CREATE FUNCTION prepared_outcome(statement text, OUT code text, OUT result text, OUT detail text)
LANGUAGE plpgsql AS $$
BEGIN
    DEALLOCATE ALL;
    EXECUTE format('PREPARE random (bigint, double precision, %s) AS %s', (SELECT types FROM parameter), statement);
    EXECUTE format('EXECUTE random(42, 0.5, %s)', (SELECT values FROM parameter)) INTO result;
    code := 'accepted';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, result = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
END
$$;
CREATE PROCEDURE run_random(variant text) LANGUAGE sql AS $$
    INSERT INTO random_outcome
    SELECT number, $1, outcome.*
    FROM random_call, prepared_outcome(CASE $1 WHEN 'bare' THEN regexp_replace(statement, '«[^»]*»', '', 'g')
        ELSE translate(statement, '«»', '') END) AS outcome
$$;
