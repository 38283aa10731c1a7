-- sketch_hash: which values are one value, and which are not.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;

-- Integers of every width are one domain.
SELECT sketch_hash_of(42::smallint), sketch_hash_of(42::integer), sketch_hash_of(42::bigint);
SELECT sketch_hash_of((-1)::smallint), sketch_hash_of((-1)::integer), sketch_hash_of((-1)::bigint);
SELECT sketch_hash_of((-32768)::smallint) #=# sketch_hash_of((-32768)::bigint) AS smallest,
    sketch_hash_of(2147483647) #=# sketch_hash_of(2147483647::bigint) AS largest;
SELECT sketch_hash_of(-9223372036854775808), sketch_hash_of(9223372036854775807);
SELECT sketch_hash_of(0), sketch_hash_of(1);

-- Text of every type is one domain, but for char(n): there trailing blanks do not count, as they do not for =.
SELECT sketch_hash_of('a'::text), sketch_hash_of('a'::varchar), sketch_hash_of('a'::varchar(5));
SELECT sketch_hash_of('a'::name), sketch_hash_of('a'::char(5)), sketch_hash_of('a'::char(1));
SELECT sketch_hash_of('a '::text) #=# sketch_hash_of('a'::text) AS text_keeps_blanks,
    sketch_hash_of('a '::char(5)) #=# sketch_hash_of('a'::char(9)) AS char_drops_them,
    sketch_hash_of(' a'::char(5)) #=# sketch_hash_of('a'::char(5)) AS leading_blank,
    sketch_hash_of(E'a\t'::char(5)) #=# sketch_hash_of('a'::char(5)) AS tab;
SELECT sketch_hash_of(''::text), sketch_hash_of(''::char(5)), sketch_hash_of(''::name);
SELECT sketch_hash_of('a'::text) #=# sketch_hash_of('A'::text) AS upper_case,
    sketch_hash_of(U&'\00e9'::text) #=# sketch_hash_of(U&'e\0301'::text) AS decomposed;
SELECT sketch_hash_of('x'::text COLLATE "C") #=# sketch_hash_of('x'::text COLLATE "POSIX") AS collation;
SELECT sketch_hash_of(repeat('x', 63)::name) #=# sketch_hash_of(repeat('x', 63)) AS longest_name;

-- Floating point: one zero, one NaN, real as the double that it is.
SELECT sketch_hash_of(0::double precision), sketch_hash_of('-0'::double precision), sketch_hash_of('-0'::real);
SELECT sketch_hash_of('NaN'::double precision), sketch_hash_of('NaN'::real), sketch_hash_of(-'NaN'::double precision);
SELECT sketch_hash_of('Infinity'::double precision), sketch_hash_of('Infinity'::real), sketch_hash_of('-Infinity'::real);
SELECT sketch_hash_of(0.5::real) #=# sketch_hash_of(0.5::double precision) AS one_half,
    sketch_hash_of(0.1::real) #=# sketch_hash_of(0.1::double precision) AS one_tenth,
    0.1::real = 0.1::double precision AS equal_in_sql;
SELECT sketch_hash_of(5e-324::double precision) #=# sketch_hash_of(0::double precision) AS denormal;

-- Numeric: whatever the scale.
SELECT sketch_hash_of(1::numeric), sketch_hash_of(1.0), sketch_hash_of(1.000000000000000000000);
SELECT sketch_hash_of(0::numeric), sketch_hash_of(0.000), sketch_hash_of(-0.0);
SELECT sketch_hash_of(100::numeric) #=# sketch_hash_of(1e2::numeric) AS hundred,
    sketch_hash_of(-12.50) #=# sketch_hash_of(-12.5000) AS minus_twelve_and_a_half,
    sketch_hash_of(0.00100) #=# sketch_hash_of(1e-3) AS thousandth,
    sketch_hash_of(1::numeric(9,4)) #=# sketch_hash_of(1::numeric(30,20)) AS declared_scale,
    sketch_hash_of(1.00) #=# sketch_hash_of(1.01) AS different;
SELECT sketch_hash_of('NaN'::numeric), sketch_hash_of('Infinity'::numeric), sketch_hash_of('-Infinity'::numeric);
SELECT sketch_hash_of(1e1000) #=# sketch_hash_of(10 ^ 1000::numeric) AS large,
    sketch_hash_of(1e-1000) #=# sketch_hash_of(10e-1001) AS small;

-- The other types, each a domain of its own.
SELECT sketch_hash_of('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid),
    sketch_hash_of('{A0EEBC999C0B4EF8BB6D6BB9BD380A11}'::uuid);
SELECT sketch_hash_of('\x'::bytea), sketch_hash_of('\x00'::bytea), sketch_hash_of('\x0000'::bytea);
SELECT sketch_hash_of(true), sketch_hash_of(false), sketch_hash_of('yes'::boolean);
SELECT sketch_hash_of(date '2000-01-01'), sketch_hash_of(date '1999-12-31');
SELECT sketch_hash_of(date 'infinity'), sketch_hash_of(date '-infinity'), sketch_hash_of(date '4713-01-01 BC');
SELECT sketch_hash_of(timestamp '2000-01-01 00:00'), sketch_hash_of(timestamp '2000-01-01 00:00:00.000001');
SELECT sketch_hash_of(timestamp 'infinity'), sketch_hash_of(timestamp '-infinity');
SELECT sketch_hash_of(timestamptz '2000-01-01 00:00+00'), sketch_hash_of(timestamptz '2000-01-01 02:00+02');
SELECT sketch_hash_of(timestamptz 'infinity'), sketch_hash_of(timestamptz '-infinity');
SELECT sketch_hash_of(inet '10.1.2.3'), sketch_hash_of(inet '10.1.2.3/32'), sketch_hash_of(inet '10.1.2.3/8');
SELECT sketch_hash_of(inet '::1'), sketch_hash_of(inet '::1/128'), sketch_hash_of(inet '0.0.0.1');

-- No setting changes a hash.
SET TimeZone = 'Asia/Tokyo';
SET DateStyle = 'German';
SET IntervalStyle = 'iso_8601';
SET bytea_output = 'escape';
SET extra_float_digits = -15;
SELECT sketch_hash_of(timestamptz '2000-01-01 00:00+00'), sketch_hash_of(0.1::double precision), sketch_hash_of('\x00'::bytea);
RESET TimeZone;
RESET DateStyle;
RESET IntervalStyle;
RESET bytea_output;
RESET extra_float_digits;
SELECT sketch_hash_of(timestamptz '2000-01-01 00:00+00'), sketch_hash_of(0.1::double precision), sketch_hash_of('\x00'::bytea);

-- What looks the same in two domains is not one value.
SELECT count(DISTINCT right(hash::text, 2)) AS domains, count(DISTINCT hash::text) AS hashes
FROM (VALUES (sketch_hash_of(1)), (sketch_hash_of('1'::text)), (sketch_hash_of('\x31'::bytea)), (sketch_hash_of(true)),
    (sketch_hash_of(1::double precision)), (sketch_hash_of(1::numeric)), (sketch_hash_of(date '2000-01-02')),
    (sketch_hash_of(timestamp '2000-01-01 00:00:00.000001')), (sketch_hash_of(timestamptz '2000-01-01 00:00:00.000001+00')),
    (sketch_hash_of('00000000-0000-0000-0000-000000000001'::uuid)), (sketch_hash_of(inet '0.0.0.1')),
    (sketch_hash_of('1'::bpchar))) AS value(hash);

-- NULL stays NULL.
SELECT sketch_hash_of(NULL::integer), sketch_hash_of(NULL::text), sketch_hash_of(NULL::numeric), sketch_hash_of(NULL::inet);

-- Domains over these types hash as their base types.
CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
CREATE DOMAIN code AS varchar(9);
CREATE DOMAIN padded AS char(9);
CREATE DOMAIN padded_code AS padded;
SELECT sketch_hash_of(42::positive) #=# sketch_hash_of(42) AS integers,
    sketch_hash_of('a'::code) #=# sketch_hash_of('a'::text) AS texts,
    sketch_hash_of('a'::padded_code) #=# sketch_hash_of('a'::char(2)) AS chars;

-- Where a value is stored, and how, makes no difference.
CREATE TABLE stored_value (
    id integer, compressed text, external text, plain text, bytes bytea, number numeric, padded char(3000)
);
ALTER TABLE stored_value ALTER external SET STORAGE EXTERNAL, ALTER plain SET STORAGE PLAIN,
    ALTER bytes SET STORAGE EXTERNAL;
INSERT INTO stored_value VALUES
    (1, repeat('x', 100000), repeat('x', 100000), repeat('x', 1000), decode(repeat('00', 100000), 'hex'),
        10::numeric ^ 20000, 'x');
SELECT pg_column_size(compressed) < 2000 AS compressed, pg_column_size(external) = 100000 AS external FROM stored_value;
SELECT sketch_hash_of(compressed) #=# sketch_hash_of(repeat('x', 100000)) AS compressed,
    sketch_hash_of(external) #=# sketch_hash_of(repeat('x', 100000)) AS external,
    sketch_hash_of(plain) #=# sketch_hash_of(repeat('x', 1000)) AS plain,
    sketch_hash_of(bytes) #=# sketch_hash_of(decode(repeat('00', 100000), 'hex')) AS bytes,
    sketch_hash_of(number) #=# sketch_hash_of(10::numeric ^ 20000) AS number,
    sketch_hash_of(padded) #=# sketch_hash_of('x'::bpchar) AS padded
FROM stored_value;

-- Text form: 16 hexadecimal digits; the last two name the domain.
SELECT '9A6C2E0000000001'::sketch_hash, sketch_hash_parse('9A6C2E0000000001');
-- A cast from any type of strings reads the digits, and so does the function of that name. sketch_hash_of(value) hashes
-- them, and so does the cast to an argument.
CREATE DOMAIN name_code AS name;
CREATE DOMAIN text_code AS text;
CREATE DOMAIN long_code AS varchar(20);
CREATE DOMAIN padded_long AS char(20);
CREATE TABLE digits AS
    SELECT d::text AS text, d::varchar AS varchar, d::char(20) AS char, d::name AS name, d::text_code AS text_code,
        d::long_code AS varchar_code, d::padded_long AS char_code, d::name_code AS name_code
    FROM (SELECT sketch_hash_of(1)::text) AS hashed (d);
SELECT DISTINCT unnest(ARRAY[text::sketch_hash, varchar::sketch_hash, "char"::sketch_hash, name::sketch_hash,
    text_code::sketch_hash, varchar_code::sketch_hash, char_code::sketch_hash, name_code::sketch_hash,
    sketch_hash_parse(text), sketch_hash_parse(varchar), sketch_hash_parse("char"), sketch_hash_parse(name),
    sketch_hash_parse(text_code), sketch_hash_parse(varchar_code), sketch_hash_parse(char_code),
    sketch_hash_parse(name_code)]) AS read FROM digits;
SELECT sketch_hash_of(text) AS text, sketch_hash_of(varchar) #=# sketch_hash_of(text) AS varchar, sketch_hash_of("char") AS char,
    sketch_hash_of(name) #=# sketch_hash_of(text) AS name, sketch_hash_of(text_code) #=# sketch_hash_of(text) AS text_code,
    sketch_hash_of(varchar_code) #=# sketch_hash_of(text) AS varchar_code,
    sketch_hash_of(char_code) #=# sketch_hash_of("char") AS char_code,
    sketch_hash_of(name_code) #=# sketch_hash_of(text) AS name_code FROM digits;
SELECT text::sketch_item::sketch_hash #=# sketch_hash_of(text) AS text,
    varchar::sketch_item::sketch_hash #=# sketch_hash_of(text) AS varchar,
    "char"::sketch_item::sketch_hash #=# sketch_hash_of("char") AS char,
    name::sketch_item::sketch_hash #=# sketch_hash_of(text) AS name,
    text_code::sketch_item::sketch_hash #=# sketch_hash_of(text) AS text_code,
    varchar_code::sketch_item::sketch_hash #=# sketch_hash_of(text) AS varchar_code,
    char_code::sketch_item::sketch_hash #=# sketch_hash_of("char") AS char_code,
    name_code::sketch_item::sketch_hash #=# sketch_hash_of(text) AS name_code FROM digits;
SELECT ARRAY[text, text]::sketch_hash[] AS array, NULL::text::sketch_hash AS null FROM digits;
-- Blanks are no digits but those that fill a char(n).
SELECT (text || ' ')::sketch_hash FROM digits;
\echo :LAST_ERROR_SQLSTATE
SELECT (' ' || text)::char(20)::sketch_hash FROM digits;
\echo :LAST_ERROR_SQLSTATE
SELECT ' '::char(20)::sketch_hash;
\echo :LAST_ERROR_SQLSTATE
SELECT 'a'::name::sketch_hash;
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_parse('a');
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_parse('000000000000007f');
\echo :LAST_ERROR_SQLSTATE
SELECT 'a'::sketch_hash;
\echo :LAST_ERROR_SQLSTATE
SELECT '000000000000007f'::sketch_hash;
\echo :LAST_ERROR_SQLSTATE
SELECT '0000000000000000'::sketch_hash;
\echo :LAST_ERROR_SQLSTATE
SELECT '000000000000000001'::sketch_hash;
\echo :LAST_ERROR_SQLSTATE
SELECT '+000000000000001'::sketch_hash;
\echo :LAST_ERROR_SQLSTATE

-- Binary form: the same eight bytes, most significant first, behind one that no bigint has.
SELECT sketch_hash_send(sketch_hash_of(1)), sketch_hash_of(1);
CREATE TABLE hash_copy (hash sketch_hash);
SELECT current_setting('data_directory') || '/sketch_hash.copy' AS file \gset
COPY (SELECT sketch_hash_of(g) FROM generate_series(1, 3) AS g) TO :'file' (FORMAT binary);
COPY hash_copy FROM :'file' (FORMAT binary);
SELECT count(*) FROM hash_copy WHERE hash #=# ANY (ARRAY[sketch_hash_of(1), sketch_hash_of(2), sketch_hash_of(3)]);
COPY (SELECT 1::bigint) TO :'file' (FORMAT binary);
COPY hash_copy FROM :'file' (FORMAT binary);
\echo :LAST_ERROR_SQLSTATE
COPY (SELECT '\x022fbc593564db7901'::bytea) TO :'file' (FORMAT binary);
COPY hash_copy FROM :'file' (FORMAT binary);
\echo :LAST_ERROR_SQLSTATE
COPY (SELECT '\x01000000000000007f'::bytea) TO :'file' (FORMAT binary);
COPY hash_copy FROM :'file' (FORMAT binary);
\echo :LAST_ERROR_SQLSTATE
COPY (SELECT '\x000000000000007f'::bytea) TO :'file' (FORMAT binary);
COPY hash_copy FROM :'file' (FORMAT binary);
\echo :LAST_ERROR_SQLSTATE

-- Hashes sort, group and join by their bits, under operators with names of their own.
SELECT sketch_hash_of(1) #=# sketch_hash_of(1) AS eq, sketch_hash_of(1) #<# sketch_hash_of(1) AS lt,
    sketch_hash_of(1) #<=# sketch_hash_of(1) AS le,
    sketch_hash_of(1) #># sketch_hash_of(1) AS gt, sketch_hash_of(1) #>=# sketch_hash_of(1) AS ge;
SELECT count(*) AS pairs, bool_and((a #<# b) <> (a #>=# b)) AS lt_or_ge, bool_and((a #># b) <> (a #<=# b)) AS gt_or_le
FROM generate_series(1, 30) AS i, generate_series(1, 30) AS j, sketch_hash_of(i) AS a, sketch_hash_of(j) AS b;
SELECT count(DISTINCT sketch_hash_of(g % 10)) FROM generate_series(1, 100) AS g;
SELECT count(*) FROM (SELECT sketch_hash_of(g % 10) FROM generate_series(1, 100) AS g GROUP BY 1) AS grouped;

-- A char that a driver hands back padded, and as text, meets an error and not a certain "no". The HINT has the cast.
CREATE TABLE padded_filter AS SELECT bloom_add_agg('ab'::char(5)) AS f, hll_add_agg('ab'::char(5)) AS h;
SELECT bloom_contains(f, 'ab   ') FROM padded_filter;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(f, 'ab'::text) FROM padded_filter;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(f, 'ab   '::text::bpchar) AS found, hll_add(h, 'ab   '::text::bpchar) = h AS the_same,
    bloom_contains(f, 'ab'::char(9)) AS wider, sketch_hash_of('ab   '::text::bpchar) #=# sketch_hash_of('ab'::char(5)) AS hash
FROM padded_filter;
SELECT hll_add(hll_add(hll_empty(), 'ab'), 'ab'::char(5));
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add(hll_add(hll_empty(), 'ab'), 'ab'::char(5)::text) = hll_add(hll_empty(), 'ab') AS the_same;
SELECT hll_union(h, hll_add(hll_empty(), 'ab')) FROM padded_filter;
\echo :LAST_ERROR_SQLSTATE
SELECT domain FROM padded_filter, hll_info(h);
-- The other way round, too: a text that has kept its blanks is found once both sides are bpchar, and not as text.
SELECT bloom_contains(bloom_add_agg(code), 'ab'::char(5)) FROM (VALUES ('ab   '::text)) AS sent (code);
SELECT bloom_contains(bloom_add_agg(code::bpchar), 'ab'::char(5)) AS as_bpchar,
    bloom_contains(bloom_add_agg(code), 'ab'::char(5)::text) AS as_text
FROM (VALUES ('ab   '::text)) AS sent (code);

-- Numbers of two domains that = calls equal are one value after the cast of the HINT. As numeric a double has 15 digits.
SELECT bloom_contains(bloom_add_agg(id), id::double precision) FROM (VALUES (123456789012345678)) AS big (id) GROUP BY id;
SELECT bloom_contains(bloom_add_agg(id::numeric), id::double precision)
FROM (VALUES (123456789012345678)) AS big (id) GROUP BY id;
SELECT bloom_contains(bloom_add_agg(id::double precision), id)
FROM (VALUES (123456789012345678)) AS big (id) GROUP BY id;
SELECT id = id::double precision AS equal,
    bloom_contains(bloom_add_agg(id::double precision), id::double precision) AS as_double,
    bloom_contains(bloom_add_agg(id::numeric), id::double precision::numeric) AS as_numeric
FROM (VALUES (123456789012345678)) AS big (id) GROUP BY id;
-- A time comes to another type of times by a zone that the statement names.
SELECT bloom_contains(bloom_add_agg(date '2026-06-01'), timestamptz '2026-06-01 00:00+00');

-- They bring no comparison of text with numbers with them.
SELECT 'a'::text = 1;
\echo :LAST_ERROR_SQLSTATE
SELECT 'a'::text #=# 1;
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_of(1) = sketch_hash_of(1);
\echo :LAST_ERROR_SQLSTATE
