-- The calls, their arguments, and how the arguments are stored. The types are those of tests/lanes/types.sql.
CREATE TABLE sketch_type AS TABLE lane.types;

-- Functions, aggregates, operators and casts of the extension, each as a template of its call. SQL has no values of type
-- internal, so functions with such arguments are left out.
CREATE TABLE callable AS
WITH member AS (
    SELECT classid, objid FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
        AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_sketch')
), object (oid, kind, name, template, arguments, result) AS (
    SELECT oid, prokind::text, proname, format('public.%I(%s)', proname, concat_ws(', ',
        VARIADIC array_fill('%s'::text, ARRAY[pronargs::integer]))), proargtypes::oid[], prorettype
    FROM pg_proc JOIN member ON classid = 'pg_proc'::regclass AND objid = oid
    UNION ALL
    SELECT oid, 'o', oprname, format(CASE oprleft WHEN 0 THEN 'OPERATOR(public.%s) %%s'
        ELSE '%%s OPERATOR(public.%s) %%s' END, oprname), array_remove(ARRAY[oprleft, oprright], 0::oid), oprresult
    FROM pg_operator JOIN member ON classid = 'pg_operator'::regclass AND objid = oid
    UNION ALL
    SELECT oid, 'c', castsource::regtype::text, format('CAST(%%s AS %s)', casttarget::regtype), ARRAY[castsource],
        casttarget
    FROM pg_cast JOIN member ON classid = 'pg_cast'::regclass AND objid = oid
)
SELECT object.oid, kind, name, template, result::regtype, types, cardinality(types) AS places
FROM object, LATERAL (
    SELECT coalesce(array_agg(typname ORDER BY place), '{}') AS types
    FROM unnest(arguments) WITH ORDINALITY AS argument(type, place) JOIN pg_type ON pg_type.oid = type
) AS named;

-- One hash of each domain, and one value.
CREATE TABLE domain AS SELECT unnest(ARRAY[
    42, sketch_hash_of('a'::text), '\x61'::bytea, true, 1.5::double precision, 2.5, '01234567-89ab-cdef-0123-456789abcdef'::uuid,
    date '2026-01-01', timestamp '2026-01-01', timestamptz '2026-01-01 UTC', inet '10.1.2.3',
    sketch_hash_of('a'::bpchar)
]::sketch_hash[]) AS hash, unnest(ARRAY[
    42, sketch_value('a'::text), '\x61'::bytea, true, 1.5::double precision, 2.5, '01234567-89ab-cdef-0123-456789abcdef'::uuid,
    date '2026-01-01', timestamp '2026-01-01', timestamptz '2026-01-01 UTC', inet '10.1.2.3', sketch_value('a'::bpchar)
]::sketch_value[]) AS value;

-- Values in text form. At most one argument of a call is unusual. 10 is a usual precision, and 5000 a usual capacity.
CREATE TABLE value (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, type name, value text, is_usual boolean DEFAULT false
);

-- For each type: usual sketches, extreme ones, a sketch of a value of each domain, and NULL.
SELECT format('INSERT INTO value (type, value, is_usual) SELECT %L, sketch, %L FROM (%s) AS made (sketch)', name, usual,
    query)
FROM sketch_type, LATERAL (
    SELECT format('SELECT %s FROM unnest(ARRAY[9, 1900]) AS n, generate_series(1, n) AS value GROUP BY n',
        small_of_values) AS query, true AS usual
    UNION ALL SELECT unnest(extremes), false
    UNION ALL SELECT format('SELECT %s_add(%s, %s) FROM domain', name, empty,
        CASE WHEN to_regprocedure(format('%1$s_add(%1$s, sketch_value)', name)) IS NULL THEN 'hash' ELSE 'value' END), false
    UNION ALL SELECT 'VALUES (NULL)', false
) AS made ORDER BY name, usual DESC \gexec
INSERT INTO value (type, value) SELECT 'bytea', (outcome(format('SELECT %s::bytea', empty))).result FROM sketch_type;
INSERT INTO value (type, value) SELECT 'cstring', (outcome('SELECT ' || empty)).result FROM sketch_type;

INSERT INTO value (type, value, is_usual)
SELECT type, value, coalesce(value = usual OR (type, value) = ('int8', '10'), false) FROM (VALUES
    ('sketch_hash', 'ffffffffffffff01', ARRAY['0000000000000001', 'ffffffffffffff01', 'ffffffffffffff02',
        '800000000000000c', '7fffffffffffff08']),
    ('sketch_item', 'sketch_hash:ffffffffffffff01', ARRAY['sketch_hash:0000000000000001',
        'sketch_hash:ffffffffffffff01', 'sketch_hash:800000000000000c']),
    ('sketch_value', 'sketch_value:012a00000000000000', ARRAY['sketch_value:02', 'sketch_value:012a00000000000000',
        'sketch_value:0402', 'sketch_value:02' || repeat('61', 300), 'sketch_value:0b042080000001']),
    ('unknown', 'x', ARRAY['', 'x', repeat('x', 1000000)]),
    ('int2', '0', ARRAY['-32768', '0', '32767']),
    ('int4', '10', ARRAY['-2147483648', '-1', '0', '3', '4', '10', '14', '18', '19', '255', '256', '2147483647']),
    ('int8', '5000', ARRAY['-9223372036854775808', '-1', '0', '1', '3', '4', '10', '14', '18', '19', '270', '5000',
        '4294967296', '4294967310', '1099511627776', '1099511627777', '9223372036854775807']),
    ('numeric', '0', ARRAY['NaN', 'Infinity', '-Infinity', '0', '-0.000', '1e131071', '-1e-16383', '1e-300',
        '123456789012345678901234567890.5']),
    ('float4', '-0', ARRAY['NaN', 'Infinity', '-Infinity', '-0', '1e-45', '3.4028235e38']),
    ('float8', '0.01', ARRAY['NaN', 'Infinity', '-Infinity', '-0', '-1', '5e-324', '1e-300', '1e-17',
        '0.00000000999999999999999', '1e-8', '0.01', '0.5', '0.5000000000000001', '0.9999999999999999', '1',
        '1.7976931348623157e308']),
    ('bool', 'true', ARRAY['true', 'false']),
    ('text', 'ffffffffffffff01', ARRAY['', 'ffffffffffffff01', 'FFFFFFFFFFFFFF01', 'ffffffffffffff01 ',
        'ffffffffffffff00', repeat('x', 126), repeat('x', 127), repeat('x', 1000000)]),
    ('varchar', '', ARRAY['', repeat('x', 1000000)]),
    ('bpchar', '', ARRAY['', '   ', 'x  ', repeat(' ', 126), repeat('x ', 500000)]),
    ('name', '', ARRAY['', repeat('x', 63)]),
    ('bytea', '\x48010e00', ARRAY['', '\x48', '\x48010e00', '\x42', '\x42010000', '\x48010e01010100e39b56010d',
        '\x' || repeat('48', 1000000)]),
    ('uuid', '', ARRAY['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        '01234567-89ab-cdef-0123-456789abcdef']),
    ('date', '', ARRAY['infinity', '-infinity', '4713-01-01 BC', '5874897-12-31']),
    ('timestamp', '', ARRAY['infinity', '-infinity', '4713-01-01 BC', '294276-12-31 23:59:59.999999']),
    ('timestamptz', '', ARRAY['infinity', '-infinity', '4713-01-02 BC', '294276-12-30 23:59:59.999999']),
    ('inet', '', ARRAY['0.0.0.0/0', '255.255.255.255', '10.1.2.3/8', '::/0', '::ffff:10.1.2.3/96',
        'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']),
    ('cstring', '', ARRAY['', '\x', '\x48010e00', '\x420100007b14ae47e17a843f0a00000000000000', 'ffffffffffffff01',
        'sketch_hash:ffffffffffffff01', 'sketch_value:0261', repeat('\x', 500000)]),
    ('oid', '0', ARRAY['0', '4294967295']),
    ('_text', '{a,b}', ARRAY['{}', '{a,b}', '{b,a}', '{a,a}', '{"",NULL}', '{{a},{b}}', '[-1:0]={a,b}',
        (SELECT array_agg(repeat('node-', n % 50) || n)::text FROM generate_series(1, 300) AS n)]),
    ('_float8', '{1,0.5}', ARRAY['{}', '{1,0.5}', '{0,1}', '{0,-0}', '{-1,1}', '{NaN,1}', '{1,Infinity}', '{NULL,1}', '{{1},{1}}',
        '{5e-324,1}', '{1e300,1}', '[5:6]={1,2}', '{1,1,1}']),
    ('_cstring', '', ARRAY['{}', '{NULL}', '{12}', '{12,13}', '{{12},{13}}', '{a}', '{-1}', '{99999999999}'])
) AS given(type, usual, values), unnest(values || NULL) AS value;

-- The same values in columns: with a short header, or a long one wherever alignment lets it stand; compressed; out of
-- line; both; and as the last bytes of a page. A plain column before it fills its row as far as that takes.
CREATE TABLE form (name text, storage text, filler integer);
INSERT INTO form VALUES ('in_line', 'EXTERNAL', 0), ('compressed', 'MAIN', 2100), ('out_of_line', 'EXTERNAL', 2100),
    ('compressed_out_of_line', 'EXTENDED', 2100), ('at_the_end', 'EXTERNAL', 4200);

CREATE PROCEDURE store_all() LANGUAGE plpgsql AS $$
DECLARE
    stored record;
BEGIN
    FOR stored IN
        SELECT form.*, format('%I', form.name || ' ' || typname) AS relation, typname, typstorage <> 'p' AS movable
        FROM form, pg_type
        WHERE typname IN (SELECT type FROM value) AND typtype = 'b' AND NOT typbyval AND typname NOT IN ('_cstring', 'sketch_value')
            AND (typstorage <> 'p' OR form.name IN ('in_line', 'at_the_end'))
    LOOP
        EXECUTE format('CREATE TABLE %s (number integer, filler text, pad text, v %I)', stored.relation,
            stored.typname);
        EXECUTE format('ALTER TABLE %s ALTER filler SET STORAGE PLAIN, ALTER pad SET STORAGE PLAIN', stored.relation);
        IF stored.movable THEN
            EXECUTE format('ALTER TABLE %s ALTER v SET STORAGE %s', stored.relation, stored.storage);
        END IF;
        IF stored.filler <> 2100 THEN
            EXECUTE format('ALTER TABLE %s SET (toast_tuple_target = 8160)', stored.relation);
        END IF;
        EXECUTE format($insert$
            INSERT INTO %s SELECT number, repeat('f', %s), repeat('p', pad), value::%I
            FROM value, generate_series(0, 7) AS pad
            WHERE type = %L AND (pad = number %% 8 OR %L = 'at_the_end' AND octet_length(value) < 8000)
        $insert$, stored.relation, stored.filler, stored.typname, stored.typname, stored.name);
        EXECUTE format($delete$
            DELETE FROM %1$s AS stored WHERE ctid <> (
                SELECT ctid FROM %1$s AS other WHERE number = stored.number
                ORDER BY pg_column_size(other) %% 8, pad LIMIT 1
            )
        $delete$, stored.relation);
        EXECUTE format('ALTER TABLE %s ADD PRIMARY KEY (number)', stored.relation);
    END LOOP;
END
$$;
CALL store_all();

-- The statement that calls with the values of these numbers: as constants ('plain'), as results of an aggregate
-- ('computed'), or from the columns of a form. NULL if no argument has that form.
CREATE FUNCTION statement(callable, numbers integer[], form text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    arguments text[];
    source text;
    sources text := '';
BEGIN
    FOR place IN 1 .. $1.places LOOP
        source := CASE
            WHEN form <> 'computed' THEN format('%I', form || ' ' || $1.types[place])
            WHEN $1.types[place] IN (SELECT name FROM sketch_type) THEN format(
                '(SELECT number, CASE WHEN count(v) > 0 THEN %s(v) END AS v FROM %I GROUP BY number)',
                (SELECT merge_agg FROM sketch_type WHERE name = $1.types[place]), 'in_line ' || $1.types[place])
        END;
        IF form = 'computed' AND source IS NOT NULL OR to_regclass(source) IS NOT NULL THEN
            sources := format('%s %s %s AS a%s ON a%4$s.number = %s', sources,
                CASE sources WHEN '' THEN '(SELECT) AS none JOIN' ELSE 'JOIN' END, source, place, numbers[place]);
            arguments[place] := format('a%s.v', place);
        ELSE
            arguments[place] := (SELECT format(CASE type WHEN 'unknown' THEN '%L' ELSE '%L::%I' END, value, type)
                FROM value WHERE number = numbers[place]);
        END IF;
    END LOOP;
    RETURN CASE WHEN form = 'plain' OR sources <> '' THEN
        concat_ws(' FROM ', 'SELECT ' || format($1.template, VARIADIC arguments), nullif(sources, '')) END;
END
$$;

CREATE TABLE call AS
WITH RECURSIVE call AS (
    SELECT callable, '{}'::integer[] AS numbers, true AS is_usual FROM callable
    UNION ALL
    SELECT callable, numbers || number, call.is_usual AND value.is_usual
    FROM call JOIN value ON type = (callable).types[cardinality(numbers) + 1]
    WHERE call.is_usual OR value.is_usual
)
SELECT callable, numbers FROM (
    SELECT *, row_number() OVER (PARTITION BY (callable).oid ORDER BY numbers) % :share AS turn FROM call
    WHERE cardinality(numbers) = (callable).places
) AS in_turn
WHERE turn = 1 % :share;

CREATE TABLE called AS
SELECT (callable).oid, numbers, form, code, CASE WHEN length(result) > 300 THEN md5(result) ELSE result END AS result,
    detail
FROM call, unnest('{plain, computed}' || (SELECT array_agg(name) FROM form)) AS form,
    statement(callable, numbers, form), outcome(statement)
WHERE statement IS NOT NULL;
