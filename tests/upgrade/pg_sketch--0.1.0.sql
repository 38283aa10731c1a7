-- sketch_hash: a value as sketches see it. It can be stored, published, and computed elsewhere. sketch_item: the same eight
-- bytes as the argument of functions and aggregates; values are cast to it implicitly. There are two types so that no text
-- is ever hashed where a hash was meant, or read as a hash where a value was meant.

CREATE TYPE sketch_hash;
CREATE TYPE sketch_item;

CREATE FUNCTION sketch_hash_in(cstring) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_in(cstring) IS 'I/O';
CREATE FUNCTION sketch_hash_out(sketch_hash) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_out(sketch_hash) IS 'I/O';
CREATE FUNCTION sketch_hash_recv(internal) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_recv(internal) IS 'I/O';
CREATE FUNCTION sketch_hash_send(sketch_hash) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_send(sketch_hash) IS 'I/O';

CREATE TYPE sketch_hash (
    INPUT = sketch_hash_in,
    OUTPUT = sketch_hash_out,
    RECEIVE = sketch_hash_recv,
    SEND = sketch_hash_send,
    INTERNALLENGTH = 8,
    PASSEDBYVALUE,
    ALIGNMENT = double,
    STORAGE = plain
);
COMMENT ON TYPE sketch_hash IS 'a value as sketches see it, in 16 hexadecimal digits: 56 bits of its XXH3 hash, and 8 bits for its domain; the same for ever and everywhere';

CREATE FUNCTION sketch_item_in(cstring) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item_in(cstring) IS 'I/O';
CREATE FUNCTION sketch_item_out(sketch_item) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item_out(sketch_item) IS 'I/O';
CREATE FUNCTION sketch_item_recv(internal) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item_recv(internal) IS 'I/O';
CREATE FUNCTION sketch_item_send(sketch_item) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item_send(sketch_item) IS 'I/O';

CREATE TYPE sketch_item (
    INPUT = sketch_item_in,
    OUTPUT = sketch_item_out,
    RECEIVE = sketch_item_recv,
    SEND = sketch_item_send,
    INTERNALLENGTH = 8,
    PASSEDBYVALUE,
    ALIGNMENT = double,
    STORAGE = plain
);
COMMENT ON TYPE sketch_item IS 'argument of functions and aggregates of sketches: a value of any type that has a hash, or a sketch_hash; an untyped literal or parameter is refused';

-- These read digits as the input function does, from any type of string.
CREATE FUNCTION sketch_hash_parse(digits text) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_parse' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_parse(text) IS 'hash that was computed elsewhere, from its 16 hexadecimal digits';
CREATE FUNCTION sketch_hash_parse(digits char) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_parse_bpchar' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_parse(char) IS 'hash that was computed elsewhere, from its 16 hexadecimal digits without trailing blanks';
CREATE FUNCTION sketch_hash_parse(digits name) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_parse_name' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_parse(name) IS 'hash that was computed elsewhere, from its 16 hexadecimal digits';
CREATE FUNCTION sketch_hash_of(value sketch_item) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_of' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_of(sketch_item) IS 'hash of a value';

-- Casts. Those to sketch_item are implicit, so that a value can be an argument; for a type without a cast the statement fails
-- when it is parsed. Those to sketch_hash are explicit. From strings they read digits, as the cast from text to uuid does,
-- because a driver may send a hash as a text. The function that hashes a value is sketch_hash_of. If it had the name of the
-- type, Postgres would call it as a cast where its argument is a literal, or of a type that has no hash.

CREATE FUNCTION sketch_item(smallint) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_int2' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(smallint) IS 'hash of a value, in the integer domain';
CREATE FUNCTION sketch_item(integer) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(integer) IS 'hash of a value, in the integer domain';
CREATE FUNCTION sketch_item(bigint) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(bigint) IS 'hash of a value, in the integer domain';
CREATE FUNCTION sketch_item(text) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(text) IS 'hash of a value, in the text domain';
CREATE FUNCTION sketch_item(varchar) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(varchar) IS 'hash of a value, in the text domain';
CREATE FUNCTION sketch_item(char) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_bpchar' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(char) IS 'hash of a value without trailing blanks, in the char domain';
CREATE FUNCTION sketch_item(name) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_name' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(name) IS 'hash of a value, in the text domain';
CREATE FUNCTION sketch_item(uuid) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(uuid) IS 'hash of a value, in the uuid domain';
CREATE FUNCTION sketch_item(bytea) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(bytea) IS 'hash of a value, in the bytea domain';
CREATE FUNCTION sketch_item(boolean) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_bool' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(boolean) IS 'hash of a value, in the boolean domain';
CREATE FUNCTION sketch_item(real) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_float4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(real) IS 'hash of a value, in the float domain';
CREATE FUNCTION sketch_item(double precision) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_float8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(double precision) IS 'hash of a value, in the float domain';
CREATE FUNCTION sketch_item(numeric) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_numeric' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(numeric) IS 'hash of a value, whatever its scale, in the numeric domain';
CREATE FUNCTION sketch_item(date) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(date) IS 'hash of a value, in the date domain';
CREATE FUNCTION sketch_item(timestamp) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(timestamp) IS 'hash of a value, in the timestamp domain';
CREATE FUNCTION sketch_item(timestamptz) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(timestamptz) IS 'hash of a value, in the timestamptz domain';
CREATE FUNCTION sketch_item(inet) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_item_inet' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_item(inet) IS 'hash of a value, in the inet domain';

-- Between the two types a cast needs no function. DISTINCT and ORDER BY inside an aggregate sort arguments as hashes.
CREATE CAST (sketch_hash AS sketch_item) WITHOUT FUNCTION AS IMPLICIT;
COMMENT ON CAST (sketch_hash AS sketch_item) IS 'the hash as an argument';
CREATE CAST (sketch_item AS sketch_hash) WITHOUT FUNCTION AS IMPLICIT;
COMMENT ON CAST (sketch_item AS sketch_hash) IS 'the hash of the argument';

-- Functions of their own for the casts to sketch_hash. Those to sketch_item would do in Postgres, which casts their results
-- without a function; but up to 15 pg_upgrade creates such a cast before the one it needs, and fails.
CREATE FUNCTION sketch_hash_cast(smallint) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_int2' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(smallint) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(integer) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(integer) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(bigint) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(bigint) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(uuid) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(uuid) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(bytea) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(bytea) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(boolean) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_bool' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(boolean) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(real) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_float4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(real) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(double precision) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_float8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(double precision) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(numeric) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_numeric' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(numeric) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(date) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(date) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(timestamp) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(timestamp) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(timestamptz) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(timestamptz) IS 'hash of a value, for the cast';
CREATE FUNCTION sketch_hash_cast(inet) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_cast_inet' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cast(inet) IS 'hash of a value, for the cast';

CREATE CAST (smallint AS sketch_hash) WITH FUNCTION sketch_hash_cast(smallint);
COMMENT ON CAST (smallint AS sketch_hash) IS 'hash of the value';
CREATE CAST (integer AS sketch_hash) WITH FUNCTION sketch_hash_cast(integer);
COMMENT ON CAST (integer AS sketch_hash) IS 'hash of the value';
CREATE CAST (bigint AS sketch_hash) WITH FUNCTION sketch_hash_cast(bigint);
COMMENT ON CAST (bigint AS sketch_hash) IS 'hash of the value';
CREATE CAST (text AS sketch_hash) WITH FUNCTION sketch_hash_parse(text);
COMMENT ON CAST (text AS sketch_hash) IS 'hash from its 16 hexadecimal digits';
CREATE CAST (varchar AS sketch_hash) WITH FUNCTION sketch_hash_parse(text);
COMMENT ON CAST (varchar AS sketch_hash) IS 'hash from its 16 hexadecimal digits';
CREATE CAST (char AS sketch_hash) WITH FUNCTION sketch_hash_parse(char);
COMMENT ON CAST (char AS sketch_hash) IS 'hash from its 16 hexadecimal digits';
CREATE CAST (name AS sketch_hash) WITH FUNCTION sketch_hash_parse(name);
COMMENT ON CAST (name AS sketch_hash) IS 'hash from its 16 hexadecimal digits';
CREATE CAST (uuid AS sketch_hash) WITH FUNCTION sketch_hash_cast(uuid);
COMMENT ON CAST (uuid AS sketch_hash) IS 'hash of the value';
CREATE CAST (bytea AS sketch_hash) WITH FUNCTION sketch_hash_cast(bytea);
COMMENT ON CAST (bytea AS sketch_hash) IS 'hash of the value';
CREATE CAST (boolean AS sketch_hash) WITH FUNCTION sketch_hash_cast(boolean);
COMMENT ON CAST (boolean AS sketch_hash) IS 'hash of the value';
CREATE CAST (real AS sketch_hash) WITH FUNCTION sketch_hash_cast(real);
COMMENT ON CAST (real AS sketch_hash) IS 'hash of the value';
CREATE CAST (double precision AS sketch_hash) WITH FUNCTION sketch_hash_cast(double precision);
COMMENT ON CAST (double precision AS sketch_hash) IS 'hash of the value';
CREATE CAST (numeric AS sketch_hash) WITH FUNCTION sketch_hash_cast(numeric);
COMMENT ON CAST (numeric AS sketch_hash) IS 'hash of the value';
CREATE CAST (date AS sketch_hash) WITH FUNCTION sketch_hash_cast(date);
COMMENT ON CAST (date AS sketch_hash) IS 'hash of the value';
CREATE CAST (timestamp AS sketch_hash) WITH FUNCTION sketch_hash_cast(timestamp);
COMMENT ON CAST (timestamp AS sketch_hash) IS 'hash of the value';
CREATE CAST (timestamptz AS sketch_hash) WITH FUNCTION sketch_hash_cast(timestamptz);
COMMENT ON CAST (timestamptz AS sketch_hash) IS 'hash of the value';
CREATE CAST (inet AS sketch_hash) WITH FUNCTION sketch_hash_cast(inet);
COMMENT ON CAST (inet AS sketch_hash) IS 'hash of the value';

CREATE CAST (smallint AS sketch_item) WITH FUNCTION sketch_item(smallint) AS IMPLICIT;
COMMENT ON CAST (smallint AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (integer AS sketch_item) WITH FUNCTION sketch_item(integer) AS IMPLICIT;
COMMENT ON CAST (integer AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (bigint AS sketch_item) WITH FUNCTION sketch_item(bigint) AS IMPLICIT;
COMMENT ON CAST (bigint AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (text AS sketch_item) WITH FUNCTION sketch_item(text) AS IMPLICIT;
COMMENT ON CAST (text AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (varchar AS sketch_item) WITH FUNCTION sketch_item(varchar) AS IMPLICIT;
COMMENT ON CAST (varchar AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (char AS sketch_item) WITH FUNCTION sketch_item(char) AS IMPLICIT;
COMMENT ON CAST (char AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (name AS sketch_item) WITH FUNCTION sketch_item(name) AS IMPLICIT;
COMMENT ON CAST (name AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (uuid AS sketch_item) WITH FUNCTION sketch_item(uuid) AS IMPLICIT;
COMMENT ON CAST (uuid AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (bytea AS sketch_item) WITH FUNCTION sketch_item(bytea) AS IMPLICIT;
COMMENT ON CAST (bytea AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (boolean AS sketch_item) WITH FUNCTION sketch_item(boolean) AS IMPLICIT;
COMMENT ON CAST (boolean AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (real AS sketch_item) WITH FUNCTION sketch_item(real) AS IMPLICIT;
COMMENT ON CAST (real AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (double precision AS sketch_item) WITH FUNCTION sketch_item(double precision) AS IMPLICIT;
COMMENT ON CAST (double precision AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (numeric AS sketch_item) WITH FUNCTION sketch_item(numeric) AS IMPLICIT;
COMMENT ON CAST (numeric AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (date AS sketch_item) WITH FUNCTION sketch_item(date) AS IMPLICIT;
COMMENT ON CAST (date AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (timestamp AS sketch_item) WITH FUNCTION sketch_item(timestamp) AS IMPLICIT;
COMMENT ON CAST (timestamp AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (timestamptz AS sketch_item) WITH FUNCTION sketch_item(timestamptz) AS IMPLICIT;
COMMENT ON CAST (timestamptz AS sketch_item) IS 'the value as an argument: its hash';
CREATE CAST (inet AS sketch_item) WITH FUNCTION sketch_item(inet) AS IMPLICIT;
COMMENT ON CAST (inet AS sketch_item) IS 'the value as an argument: its hash';

-- Order and equality of the hashes themselves, for DISTINCT and ORDER BY inside an aggregate. The operators have names of
-- their own, because = of two hashes would look like = of the values.

CREATE FUNCTION sketch_hash_eq(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8eq' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_eq(sketch_hash, sketch_hash) IS 'implementation of #=# operator';
CREATE FUNCTION sketch_hash_lt(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8lt' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_lt(sketch_hash, sketch_hash) IS 'implementation of #<# operator';
CREATE FUNCTION sketch_hash_le(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8le' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_le(sketch_hash, sketch_hash) IS 'implementation of #<=# operator';
CREATE FUNCTION sketch_hash_gt(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8gt' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_gt(sketch_hash, sketch_hash) IS 'implementation of #># operator';
CREATE FUNCTION sketch_hash_ge(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8ge' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_ge(sketch_hash, sketch_hash) IS 'implementation of #>=# operator';
CREATE FUNCTION sketch_hash_cmp(sketch_hash, sketch_hash) RETURNS integer
    AS 'btint8cmp' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_cmp(sketch_hash, sketch_hash) IS 'less-equal-greater';
CREATE FUNCTION sketch_hash_hash(sketch_hash) RETURNS integer
    AS 'hashint8' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_hash(sketch_hash) IS 'hash';
CREATE FUNCTION sketch_hash_hash_extended(sketch_hash, bigint) RETURNS bigint
    AS 'hashint8extended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_hash_extended(sketch_hash, bigint) IS 'hash with a seed';

CREATE OPERATOR #=# (
    FUNCTION = sketch_hash_eq, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #=#, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR #=# (sketch_hash, sketch_hash) IS 'the same hash and domain';
CREATE OPERATOR #<# (
    FUNCTION = sketch_hash_lt, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #>#, NEGATOR = #>=#, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR #<# (sketch_hash, sketch_hash) IS 'before, as signed bigints';
CREATE OPERATOR #<=# (
    FUNCTION = sketch_hash_le, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #>=#, NEGATOR = #>#, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR #<=# (sketch_hash, sketch_hash) IS 'before or the same, as signed bigints';
CREATE OPERATOR #># (
    FUNCTION = sketch_hash_gt, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #<#, NEGATOR = #<=#, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR #># (sketch_hash, sketch_hash) IS 'after, as signed bigints';
CREATE OPERATOR #>=# (
    FUNCTION = sketch_hash_ge, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #<=#, NEGATOR = #<#, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR #>=# (sketch_hash, sketch_hash) IS 'after or the same, as signed bigints';

CREATE OPERATOR CLASS sketch_hash_ops DEFAULT FOR TYPE sketch_hash USING btree AS
    OPERATOR 1 #<#, OPERATOR 2 #<=#, OPERATOR 3 #=#, OPERATOR 4 #>=#, OPERATOR 5 #>#,
    FUNCTION 1 sketch_hash_cmp(sketch_hash, sketch_hash);
COMMENT ON OPERATOR CLASS sketch_hash_ops USING btree IS 'for DISTINCT and ORDER BY inside an aggregate';
COMMENT ON OPERATOR FAMILY sketch_hash_ops USING btree IS 'for DISTINCT and ORDER BY inside an aggregate';
CREATE OPERATOR CLASS sketch_hash_ops DEFAULT FOR TYPE sketch_hash USING hash AS
    OPERATOR 1 #=#,
    FUNCTION 1 sketch_hash_hash(sketch_hash),
    FUNCTION 2 sketch_hash_hash_extended(sketch_hash, bigint);
COMMENT ON OPERATOR CLASS sketch_hash_ops USING hash IS 'for DISTINCT inside an aggregate';
COMMENT ON OPERATOR FAMILY sketch_hash_ops USING hash IS 'for DISTINCT inside an aggregate';
-- hll: the type, and its casts from and to bytea. scripts/sql fills in sql/type.template.

CREATE TYPE hll;

CREATE FUNCTION hll_in(cstring, oid, integer) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_in(cstring, oid, integer) IS 'I/O';
CREATE FUNCTION hll_out(hll) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_out(hll) IS 'I/O';
CREATE FUNCTION hll_recv(internal, oid, integer) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_recv(internal, oid, integer) IS 'I/O';
CREATE FUNCTION hll_send(hll) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_send(hll) IS 'I/O';

CREATE TYPE hll (
    INPUT = hll_in,
    OUTPUT = hll_out,
    RECEIVE = hll_recv,
    SEND = hll_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = external
);
COMMENT ON TYPE hll IS 'HyperLogLog sketch: how many distinct values, with a standard error of 1.04/sqrt(2^precision); hll(p) has precision p, from 4 to 18';

-- Casts

CREATE FUNCTION hll(bytea) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll(bytea) IS 'sketch of stored bytes, which are checked in full';
CREATE FUNCTION bytea(hll) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bytea(hll) IS 'stored bytes of the sketch';

CREATE CAST (bytea AS hll) WITH FUNCTION hll(bytea);
COMMENT ON CAST (bytea AS hll) IS 'stored bytes, checked in full';
CREATE CAST (hll AS bytea) WITH FUNCTION bytea(hll);
COMMENT ON CAST (hll AS bytea) IS 'stored bytes';
-- hll: its type modifier, and the functions on one or two sketches.

CREATE FUNCTION hll_typmod_in(cstring[]) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_typmod_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_typmod_in(cstring[]) IS 'I/O typmod';
CREATE FUNCTION hll_typmod_out(integer) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_typmod_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_typmod_out(integer) IS 'I/O typmod';

ALTER TYPE hll SET (TYPMOD_IN = hll_typmod_in, TYPMOD_OUT = hll_typmod_out);

CREATE FUNCTION hll(hll, integer, boolean) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_typmod' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll(hll, integer, boolean) IS 'checks that the sketch has the precision of its column; an empty one gets it';

CREATE CAST (hll AS hll) WITH FUNCTION hll(hll, integer, boolean) AS IMPLICIT;
COMMENT ON CAST (hll AS hll) IS 'checks the precision of a column';

-- Rows that functions return. They have types of their own, so that a table can store them.

CREATE TYPE hll_bounds AS (lower double precision, estimate double precision, upper double precision);
COMMENT ON TYPE hll_bounds IS 'an estimate, and the bounds of the true value at the given confidence';
COMMENT ON COLUMN hll_bounds.lower IS 'lower bound';
COMMENT ON COLUMN hll_bounds.estimate IS 'estimate';
COMMENT ON COLUMN hll_bounds.upper IS 'upper bound';
CREATE TYPE hll_info AS (
    format_version integer, "precision" integer, domain text, form text, bytes integer, occupied integer,
    cardinality double precision, relative_error double precision
);
COMMENT ON TYPE hll_info IS 'what is known of a sketch';
COMMENT ON COLUMN hll_info.format_version IS 'version of the stored form';
COMMENT ON COLUMN hll_info."precision" IS 'precision: there are 2^precision registers';
COMMENT ON COLUMN hll_info.domain IS 'domain of the values, null while there are none';
COMMENT ON COLUMN hll_info.form IS 'empty, sparse or dense';
COMMENT ON COLUMN hll_info.bytes IS 'length of the stored form';
COMMENT ON COLUMN hll_info.occupied IS 'entries or registers in use';
COMMENT ON COLUMN hll_info.cardinality IS 'estimated number of distinct values';
COMMENT ON COLUMN hll_info.relative_error IS 'standard error of the estimate, relative to it';

-- Functions. An untyped literal is of type unknown, and nothing is ever cast to that type. An overload for text would also
-- accept a citext, and would count its cases apart.

CREATE FUNCTION hll_empty() RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_empty' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_empty() IS 'sketch of no values, at precision 14';
CREATE FUNCTION hll_empty("precision" bigint) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_empty_precision' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_empty(bigint) IS 'sketch of no values, at a precision from 4 to 18';
CREATE FUNCTION hll_add(sketch hll, value sketch_item) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hll_add(hll, sketch_item) IS 'sketch with a value added; the same bytes if it is in the sketch already';
CREATE FUNCTION hll_add(sketch hll, value unknown) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hll_add(hll, unknown) IS 'sketch with an untyped literal added, as text';
CREATE FUNCTION hll_union(sketch hll, other hll) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_union' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 200;
COMMENT ON FUNCTION hll_union(hll, hll) IS 'sketch of the values of either';
CREATE FUNCTION hll_cardinality(sketch hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_cardinality' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hll_cardinality(hll) IS 'estimated number of distinct values, a whole number';
CREATE FUNCTION hll_cardinality_bounds(sketch hll, confidence double precision DEFAULT 0.95) RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_cardinality_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hll_cardinality_bounds(hll, double precision) IS 'estimate, and the bounds of the true count at the given confidence';
CREATE FUNCTION hll_relative_error(sketch hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_relative_error' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hll_relative_error(hll) IS 'standard error of the estimate, relative to it: 1.04/sqrt(2^precision) for many values, less for few';
CREATE FUNCTION hll_precision(sketch hll) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_precision' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION hll_precision(hll) IS 'precision: there are 2^precision registers';
CREATE FUNCTION hll_downsample(sketch hll, "precision" bigint) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_downsample' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 200;
COMMENT ON FUNCTION hll_downsample(hll, bigint) IS 'the sketch that the same values have at a lower precision';
CREATE FUNCTION hll_info(sketch hll) RETURNS hll_info
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_info' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hll_info(hll) IS 'what is known of a sketch: format version, precision, domain of its values, form (empty, sparse or dense), stored bytes, entries or registers in use, estimate and its standard error';

CREATE OPERATOR || (FUNCTION = hll_union, LEFTARG = hll, RIGHTARG = hll, COMMUTATOR = ||);
COMMENT ON OPERATOR || (hll, hll) IS 'sketch of the values of either';
CREATE OPERATOR # (FUNCTION = hll_cardinality, RIGHTARG = hll);
COMMENT ON OPERATOR # (NONE, hll) IS 'estimated number of distinct values';
-- hll: comparison, byte by byte. scripts/sql fills in sql/comparison.template.

CREATE FUNCTION hll_eq(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_eq(hll, hll) IS 'implementation of = operator';
CREATE FUNCTION hll_ne(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_ne(hll, hll) IS 'implementation of <> operator';
CREATE FUNCTION hll_lt(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_lt(hll, hll) IS 'implementation of < operator';
CREATE FUNCTION hll_le(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_le(hll, hll) IS 'implementation of <= operator';
CREATE FUNCTION hll_gt(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_gt(hll, hll) IS 'implementation of > operator';
CREATE FUNCTION hll_ge(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_ge(hll, hll) IS 'implementation of >= operator';
CREATE FUNCTION hll_cmp(hll, hll) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_cmp(hll, hll) IS 'less-equal-greater';
CREATE FUNCTION hll_hash(hll) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_hash(hll) IS 'hash';
CREATE FUNCTION hll_hash_extended(hll, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_hash_extended(hll, bigint) IS 'hash with a seed';

CREATE OPERATOR = (
    FUNCTION = hll_eq, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (hll, hll) IS 'the same set of values at the same precision, byte for byte';
CREATE OPERATOR <> (
    FUNCTION = hll_ne, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (hll, hll) IS 'not the same bytes';
CREATE OPERATOR < (
    FUNCTION = hll_lt, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (hll, hll) IS 'before, in the order of the bytes';
CREATE OPERATOR <= (
    FUNCTION = hll_le, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (hll, hll) IS 'before or the same, in the order of the bytes';
CREATE OPERATOR > (
    FUNCTION = hll_gt, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (hll, hll) IS 'after, in the order of the bytes';
CREATE OPERATOR >= (
    FUNCTION = hll_ge, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (hll, hll) IS 'after or the same, in the order of the bytes';

CREATE OPERATOR CLASS hll_ops DEFAULT FOR TYPE hll USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 hll_cmp(hll, hll);
COMMENT ON OPERATOR CLASS hll_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY hll_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
CREATE OPERATOR CLASS hll_ops DEFAULT FOR TYPE hll USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 hll_hash(hll),
    FUNCTION 2 hll_hash_extended(hll, bigint);
COMMENT ON OPERATOR CLASS hll_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY hll_ops USING hash IS 'for GROUP BY and hash joins';
-- What two sets have in common, estimated from their sketches.

CREATE FUNCTION hll_intersection_cardinality(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_intersection_cardinality' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION hll_intersection_cardinality(hll, hll) IS 'estimated number of distinct values that both sets have, a whole number';
CREATE FUNCTION hll_difference_cardinality(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_difference_cardinality' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION hll_difference_cardinality(hll, hll) IS 'estimated number of distinct values that the first set has and the second has not, a whole number';
CREATE FUNCTION hll_jaccard(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_jaccard' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION hll_jaccard(hll, hll) IS 'estimated share of the distinct values of either set that both have, from 0 to 1; 1 if both are empty';
CREATE FUNCTION hll_intersection_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_intersection_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
COMMENT ON FUNCTION hll_intersection_bounds(hll, hll, double precision) IS 'estimate, and the bounds of the true number of common values at the given confidence';
CREATE FUNCTION hll_difference_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_difference_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
COMMENT ON FUNCTION hll_difference_bounds(hll, hll, double precision) IS 'estimate, and the bounds of the true number of values that only the first set has, at the given confidence';
CREATE FUNCTION hll_jaccard_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_jaccard_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
COMMENT ON FUNCTION hll_jaccard_bounds(hll, hll, double precision) IS 'estimate, and the bounds of the true share at the given confidence';
-- The aggregates over hll. Their transition state is the in-memory form of a sketch; the final functions return the stored
-- form, or the count.

CREATE FUNCTION hll_add_trans(hll, sketch_item) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_add_trans(hll, sketch_item) IS 'aggregate transition function; an aggregate made of it needs hll_final';
CREATE FUNCTION hll_add_trans(hll, sketch_item, bigint) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_trans_precision' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_add_trans(hll, sketch_item, bigint) IS 'aggregate transition function; an aggregate made of it needs hll_final';
CREATE FUNCTION hll_union_trans(hll, hll) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_union_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_union_trans(hll, hll) IS 'aggregate transition and combine function; an aggregate made of it needs hll_final';
CREATE FUNCTION hll_final(hll) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_final(hll) IS 'aggregate final function';
CREATE FUNCTION hll_count_final(hll) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_count_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_count_final(hll) IS 'aggregate final function';

-- Over a window frame whose start moves: a transition function adds the rows that enter the frame, and its inverse removes
-- those that leave it.

CREATE FUNCTION hll_add_moving_trans(internal, sketch_item) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_moving_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_add_moving_trans(internal, sketch_item) IS 'aggregate transition function';
CREATE FUNCTION hll_add_moving_trans(internal, sketch_item, bigint) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_moving_trans_precision' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_add_moving_trans(internal, sketch_item, bigint) IS 'aggregate transition function';
CREATE FUNCTION hll_union_moving_trans(internal, hll) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_union_moving_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_union_moving_trans(internal, hll) IS 'aggregate transition function';
CREATE FUNCTION hll_moving_inverse(internal, sketch_item) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_inverse(internal, sketch_item) IS 'aggregate inverse transition function';
CREATE FUNCTION hll_moving_inverse(internal, sketch_item, bigint) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_inverse_precision' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_inverse(internal, sketch_item, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION hll_moving_inverse(internal, hll) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_inverse(internal, hll) IS 'aggregate inverse transition function';
CREATE FUNCTION hll_moving_final(internal) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_final(internal) IS 'aggregate final function';
CREATE FUNCTION hll_moving_count_final(internal) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_count_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_count_final(internal) IS 'aggregate final function';

-- SSPACE is the planner's guess of the size of a state. Most groups of values are small. Most sketches that are merged are
-- not.

CREATE AGGREGATE hll_add_agg(value sketch_item) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_add_agg(sketch_item) IS 'sketch of all values that are not null, at precision 14; empty if there are none';
CREATE AGGREGATE hll_add_agg(value sketch_item, "precision" bigint) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_add_agg(sketch_item, bigint) IS 'sketch of all values that are not null, at a precision from 4 to 18; empty if there are none';
CREATE AGGREGATE hll_union_agg(sketch hll) (
    SFUNC = hll_union_trans, STYPE = hll, SSPACE = 8192,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_union_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_union_agg(hll) IS 'sketch of the union of all sketches; empty if there are none';
CREATE AGGREGATE hll_count_distinct(value sketch_item) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_count_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_count_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_count_distinct(sketch_item) IS 'estimated number of distinct values that are not null, at precision 14';
CREATE AGGREGATE hll_count_distinct(value sketch_item, "precision" bigint) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_count_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_count_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_count_distinct(sketch_item, bigint) IS 'estimated number of distinct values that are not null, at a precision from 4 to 18';
-- bloom: the type, and its casts from and to bytea. scripts/sql fills in sql/type.template.

CREATE TYPE bloom;

CREATE FUNCTION bloom_in(cstring, oid, integer) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_in(cstring, oid, integer) IS 'I/O';
CREATE FUNCTION bloom_out(bloom) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_out(bloom) IS 'I/O';
CREATE FUNCTION bloom_recv(internal, oid, integer) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_recv(internal, oid, integer) IS 'I/O';
CREATE FUNCTION bloom_send(bloom) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_send(bloom) IS 'I/O';

CREATE TYPE bloom (
    INPUT = bloom_in,
    OUTPUT = bloom_out,
    RECEIVE = bloom_recv,
    SEND = bloom_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = external
);
COMMENT ON TYPE bloom IS 'Bloom filter: whether a value was added, certainly not or maybe; a value that was added is always found, and so is the requested share of other values';

-- Casts

CREATE FUNCTION bloom(bytea) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom(bytea) IS 'filter of stored bytes, which are checked in full';
CREATE FUNCTION bytea(bloom) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bytea(bloom) IS 'stored bytes of the filter';

CREATE CAST (bytea AS bloom) WITH FUNCTION bloom(bytea);
COMMENT ON CAST (bytea AS bloom) IS 'stored bytes, checked in full';
CREATE CAST (bloom AS bytea) WITH FUNCTION bytea(bloom);
COMMENT ON CAST (bloom AS bytea) IS 'stored bytes';
-- bloom: the functions on one or two filters.

-- A row that a function returns. It has a type of its own, so that a table can store it.

CREATE TYPE bloom_info AS (
    format_version integer, domain text, form text, capacity bigint, fpr double precision, layers integer,
    bytes bigint, fill double precision[], cardinality double precision, lower double precision,
    upper double precision, estimated_fpr double precision
);
COMMENT ON TYPE bloom_info IS 'what is known of a filter';
COMMENT ON COLUMN bloom_info.format_version IS 'version of the stored form';
COMMENT ON COLUMN bloom_info.domain IS 'domain of the values, null while there are none';
COMMENT ON COLUMN bloom_info.form IS 'empty, list or filter';
COMMENT ON COLUMN bloom_info.capacity IS 'number of values that the filter was made for';
COMMENT ON COLUMN bloom_info.fpr IS 'requested false-positive rate';
COMMENT ON COLUMN bloom_info.layers IS 'number of layers';
COMMENT ON COLUMN bloom_info.bytes IS 'length of the stored form';
COMMENT ON COLUMN bloom_info.fill IS 'share of the bits of each layer that are set';
COMMENT ON COLUMN bloom_info.cardinality IS 'estimated number of values, null where merged filters leave it unknown';
COMMENT ON COLUMN bloom_info.lower IS 'lower bound of the number of values';
COMMENT ON COLUMN bloom_info.upper IS 'upper bound of the number of values';
COMMENT ON COLUMN bloom_info.estimated_fpr IS 'false-positive rate as it is now';

-- Functions. An untyped literal is of type unknown, and nothing is ever cast to that type. An overload for text would also
-- accept a citext, and would tell its cases apart.

CREATE FUNCTION bloom_contains_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_contains_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_contains_support(internal) IS 'planner support for bloom_contains';

CREATE FUNCTION bloom_empty(capacity bigint, fpr double precision DEFAULT 0.01) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_empty' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_empty(bigint, double precision) IS 'filter of no values, made for that many of them at a false-positive rate from 1e-8 to 0.5';
CREATE FUNCTION bloom_add(filter bloom, value sketch_item) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION bloom_add(bloom, sketch_item) IS 'filter with a value added; the same bytes if the filter finds it already';
CREATE FUNCTION bloom_add(filter bloom, value unknown) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION bloom_add(bloom, unknown) IS 'filter with an untyped literal added, as text';
CREATE FUNCTION bloom_contains(filter bloom, value sketch_item) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_contains' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100
    SUPPORT bloom_contains_support;
COMMENT ON FUNCTION bloom_contains(bloom, sketch_item) IS 'whether the value may have been added: false is certain, true is wrong for the requested share of other values';
CREATE FUNCTION bloom_contains(filter bloom, value unknown) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_contains_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100
    SUPPORT bloom_contains_support;
COMMENT ON FUNCTION bloom_contains(bloom, unknown) IS 'whether an untyped literal may have been added, as text';
CREATE FUNCTION bloom_union(filter bloom, other bloom) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_union' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION bloom_union(bloom, bloom) IS 'filter of the values of either';
CREATE FUNCTION bloom_cardinality(filter bloom) RETURNS double precision
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_cardinality' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION bloom_cardinality(bloom) IS 'estimated number of distinct values, a whole number; NULL where merged filters leave it unknown';
CREATE FUNCTION bloom_size(capacity bigint, fpr double precision DEFAULT 0.01) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_size' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_size(bigint, double precision) IS 'bytes of a filter that is filled to its capacity';
CREATE FUNCTION bloom_info(filter bloom) RETURNS bloom_info
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_info' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION bloom_info(bloom) IS 'what is known of a filter: format version, domain of its values, form (empty, list or filter), requested capacity and false-positive rate, number of layers, stored bytes, share of the bits of each layer that are set, estimated number of values and its bounds, false-positive rate as it is now';

CREATE OPERATOR || (FUNCTION = bloom_union, LEFTARG = bloom, RIGHTARG = bloom);
COMMENT ON OPERATOR || (bloom, bloom) IS 'filter of the values of either';
CREATE OPERATOR # (FUNCTION = bloom_cardinality, RIGHTARG = bloom);
COMMENT ON OPERATOR # (NONE, bloom) IS 'estimated number of distinct values; NULL where merged filters leave it unknown';
-- bloom: comparison, byte by byte. scripts/sql fills in sql/comparison.template.

CREATE FUNCTION bloom_eq(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_eq(bloom, bloom) IS 'implementation of = operator';
CREATE FUNCTION bloom_ne(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_ne(bloom, bloom) IS 'implementation of <> operator';
CREATE FUNCTION bloom_lt(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_lt(bloom, bloom) IS 'implementation of < operator';
CREATE FUNCTION bloom_le(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_le(bloom, bloom) IS 'implementation of <= operator';
CREATE FUNCTION bloom_gt(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_gt(bloom, bloom) IS 'implementation of > operator';
CREATE FUNCTION bloom_ge(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_ge(bloom, bloom) IS 'implementation of >= operator';
CREATE FUNCTION bloom_cmp(bloom, bloom) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_cmp(bloom, bloom) IS 'less-equal-greater';
CREATE FUNCTION bloom_hash(bloom) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_hash(bloom) IS 'hash';
CREATE FUNCTION bloom_hash_extended(bloom, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_hash_extended(bloom, bigint) IS 'hash with a seed';

CREATE OPERATOR = (
    FUNCTION = bloom_eq, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (bloom, bloom) IS 'the same bytes: the same values at the same capacity and rate';
CREATE OPERATOR <> (
    FUNCTION = bloom_ne, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (bloom, bloom) IS 'not the same bytes';
CREATE OPERATOR < (
    FUNCTION = bloom_lt, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (bloom, bloom) IS 'before, in the order of the bytes';
CREATE OPERATOR <= (
    FUNCTION = bloom_le, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (bloom, bloom) IS 'before or the same, in the order of the bytes';
CREATE OPERATOR > (
    FUNCTION = bloom_gt, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (bloom, bloom) IS 'after, in the order of the bytes';
CREATE OPERATOR >= (
    FUNCTION = bloom_ge, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (bloom, bloom) IS 'after or the same, in the order of the bytes';

CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 bloom_cmp(bloom, bloom);
COMMENT ON OPERATOR CLASS bloom_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY bloom_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_hash(bloom),
    FUNCTION 2 bloom_hash_extended(bloom, bigint);
COMMENT ON OPERATOR CLASS bloom_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY bloom_ops USING hash IS 'for GROUP BY and hash joins';
-- The aggregates over bloom. Their transition state is the in-memory form of a filter; the final function returns the
-- stored form.

CREATE FUNCTION bloom_add_trans(bloom, sketch_item) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_add_trans(bloom, sketch_item) IS 'aggregate transition function; an aggregate made of it needs bloom_final';
CREATE FUNCTION bloom_add_trans(bloom, sketch_item, bigint) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_trans_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_add_trans(bloom, sketch_item, bigint) IS 'aggregate transition function; an aggregate made of it needs bloom_final';
CREATE FUNCTION bloom_add_trans(bloom, sketch_item, bigint, double precision) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_trans_capacity_rate' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_add_trans(bloom, sketch_item, bigint, double precision) IS 'aggregate transition function; an aggregate made of it needs bloom_final';
CREATE FUNCTION bloom_union_trans(bloom, bloom) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_union_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_union_trans(bloom, bloom) IS 'aggregate transition and combine function; an aggregate made of it needs bloom_final';
CREATE FUNCTION bloom_final(bloom) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_final(bloom) IS 'aggregate final function';

-- SSPACE is the planner's guess of the size of a state. Most groups of values are small. Most filters that are merged are
-- not.

CREATE AGGREGATE bloom_add_agg(value sketch_item) (
    SFUNC = bloom_add_trans, STYPE = bloom, SSPACE = 512,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE bloom_add_agg(sketch_item) IS 'filter of all values that are not null, made for as many as there are, rounded up to a power of two, at a false-positive rate of 0.01; empty if there are none';
CREATE AGGREGATE bloom_add_agg(value sketch_item, capacity bigint) (
    SFUNC = bloom_add_trans, STYPE = bloom, SSPACE = 512,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE bloom_add_agg(sketch_item, bigint) IS 'filter of all values that are not null, made for that many of them, at a false-positive rate of 0.01; empty if there are none';
CREATE AGGREGATE bloom_add_agg(value sketch_item, capacity bigint, fpr double precision) (
    SFUNC = bloom_add_trans, STYPE = bloom, SSPACE = 512,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE bloom_add_agg(sketch_item, bigint, double precision) IS 'filter of all values that are not null, made for that many of them at a false-positive rate from 1e-8 to 0.5; empty if there are none';
CREATE AGGREGATE bloom_union_agg(filter bloom) (
    SFUNC = bloom_union_trans, STYPE = bloom, SSPACE = 8192,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE bloom_union_agg(bloom) IS 'filter of the union of all filters; empty if there are none';
-- sketch_value: a value itself, not its hash, as the argument of functions and aggregates. Values are cast to it implicitly.
-- Its bytes are those that are hashed; text among them is in UTF-8, whatever the encoding of the database.

CREATE TYPE sketch_value;

CREATE FUNCTION sketch_value_in(cstring) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_in(cstring) IS 'I/O';
CREATE FUNCTION sketch_value_out(sketch_value) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_out(sketch_value) IS 'I/O';
CREATE FUNCTION sketch_value_recv(internal) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_recv(internal) IS 'I/O';
CREATE FUNCTION sketch_value_send(sketch_value) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_send(sketch_value) IS 'I/O';

CREATE TYPE sketch_value (
    INPUT = sketch_value_in,
    OUTPUT = sketch_value_out,
    RECEIVE = sketch_value_recv,
    SEND = sketch_value_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = plain
);
COMMENT ON TYPE sketch_value IS 'argument of functions and aggregates of sketches that keep values: a value of any type that has a hash; an untyped literal or parameter is refused';

-- Casts. All of them are implicit. For a type without a cast the statement fails when it is parsed.

CREATE FUNCTION sketch_value(smallint) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_int2' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(smallint) IS 'the value, of the integer domain';
CREATE FUNCTION sketch_value(integer) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(integer) IS 'the value, of the integer domain';
CREATE FUNCTION sketch_value(bigint) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(bigint) IS 'the value, of the integer domain';
CREATE FUNCTION sketch_value(text) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(text) IS 'the value, of the text domain';
CREATE FUNCTION sketch_value(varchar) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(varchar) IS 'the value, of the text domain';
CREATE FUNCTION sketch_value(char) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_bpchar' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(char) IS 'the value without trailing blanks, of the char domain';
CREATE FUNCTION sketch_value(name) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_name' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(name) IS 'the value, of the text domain';
CREATE FUNCTION sketch_value(uuid) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(uuid) IS 'the value, of the uuid domain';
CREATE FUNCTION sketch_value(bytea) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(bytea) IS 'the value, of the bytea domain';
CREATE FUNCTION sketch_value(boolean) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_bool' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(boolean) IS 'the value, of the boolean domain';
CREATE FUNCTION sketch_value(real) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_float4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(real) IS 'the value, of the float domain';
CREATE FUNCTION sketch_value(double precision) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_float8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(double precision) IS 'the value, of the float domain';
CREATE FUNCTION sketch_value(numeric) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_numeric' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(numeric) IS 'the value, whatever its scale, of the numeric domain';
CREATE FUNCTION sketch_value(date) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(date) IS 'the value, of the date domain';
CREATE FUNCTION sketch_value(timestamp) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(timestamp) IS 'the value, of the timestamp domain';
CREATE FUNCTION sketch_value(timestamptz) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(timestamptz) IS 'the value, of the timestamptz domain';
CREATE FUNCTION sketch_value(inet) RETURNS sketch_value
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_value_inet' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value(inet) IS 'the value, of the inet domain';

CREATE CAST (smallint AS sketch_value) WITH FUNCTION sketch_value(smallint) AS IMPLICIT;
COMMENT ON CAST (smallint AS sketch_value) IS 'the value as an argument';
CREATE CAST (integer AS sketch_value) WITH FUNCTION sketch_value(integer) AS IMPLICIT;
COMMENT ON CAST (integer AS sketch_value) IS 'the value as an argument';
CREATE CAST (bigint AS sketch_value) WITH FUNCTION sketch_value(bigint) AS IMPLICIT;
COMMENT ON CAST (bigint AS sketch_value) IS 'the value as an argument';
CREATE CAST (text AS sketch_value) WITH FUNCTION sketch_value(text) AS IMPLICIT;
COMMENT ON CAST (text AS sketch_value) IS 'the value as an argument';
CREATE CAST (varchar AS sketch_value) WITH FUNCTION sketch_value(varchar) AS IMPLICIT;
COMMENT ON CAST (varchar AS sketch_value) IS 'the value as an argument';
CREATE CAST (char AS sketch_value) WITH FUNCTION sketch_value(char) AS IMPLICIT;
COMMENT ON CAST (char AS sketch_value) IS 'the value as an argument';
CREATE CAST (name AS sketch_value) WITH FUNCTION sketch_value(name) AS IMPLICIT;
COMMENT ON CAST (name AS sketch_value) IS 'the value as an argument';
CREATE CAST (uuid AS sketch_value) WITH FUNCTION sketch_value(uuid) AS IMPLICIT;
COMMENT ON CAST (uuid AS sketch_value) IS 'the value as an argument';
CREATE CAST (bytea AS sketch_value) WITH FUNCTION sketch_value(bytea) AS IMPLICIT;
COMMENT ON CAST (bytea AS sketch_value) IS 'the value as an argument';
CREATE CAST (boolean AS sketch_value) WITH FUNCTION sketch_value(boolean) AS IMPLICIT;
COMMENT ON CAST (boolean AS sketch_value) IS 'the value as an argument';
CREATE CAST (real AS sketch_value) WITH FUNCTION sketch_value(real) AS IMPLICIT;
COMMENT ON CAST (real AS sketch_value) IS 'the value as an argument';
CREATE CAST (double precision AS sketch_value) WITH FUNCTION sketch_value(double precision) AS IMPLICIT;
COMMENT ON CAST (double precision AS sketch_value) IS 'the value as an argument';
CREATE CAST (numeric AS sketch_value) WITH FUNCTION sketch_value(numeric) AS IMPLICIT;
COMMENT ON CAST (numeric AS sketch_value) IS 'the value as an argument';
CREATE CAST (date AS sketch_value) WITH FUNCTION sketch_value(date) AS IMPLICIT;
COMMENT ON CAST (date AS sketch_value) IS 'the value as an argument';
CREATE CAST (timestamp AS sketch_value) WITH FUNCTION sketch_value(timestamp) AS IMPLICIT;
COMMENT ON CAST (timestamp AS sketch_value) IS 'the value as an argument';
CREATE CAST (timestamptz AS sketch_value) WITH FUNCTION sketch_value(timestamptz) AS IMPLICIT;
COMMENT ON CAST (timestamptz AS sketch_value) IS 'the value as an argument';
CREATE CAST (inet AS sketch_value) WITH FUNCTION sketch_value(inet) AS IMPLICIT;
COMMENT ON CAST (inet AS sketch_value) IS 'the value as an argument';

-- DISTINCT and ORDER BY inside an aggregate compare arguments, byte by byte. The operators have names of their own: every
-- type is cast to sketch_value, so an operator of another name would accept any two values.

CREATE FUNCTION sketch_value_eq(sketch_value, sketch_value) RETURNS boolean
    AS 'byteaeq' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_eq(sketch_value, sketch_value) IS 'implementation of @=@ operator';
CREATE FUNCTION sketch_value_lt(sketch_value, sketch_value) RETURNS boolean
    AS 'bytealt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_lt(sketch_value, sketch_value) IS 'implementation of @<@ operator';
CREATE FUNCTION sketch_value_le(sketch_value, sketch_value) RETURNS boolean
    AS 'byteale' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_le(sketch_value, sketch_value) IS 'implementation of @<=@ operator';
CREATE FUNCTION sketch_value_gt(sketch_value, sketch_value) RETURNS boolean
    AS 'byteagt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_gt(sketch_value, sketch_value) IS 'implementation of @>@ operator';
CREATE FUNCTION sketch_value_ge(sketch_value, sketch_value) RETURNS boolean
    AS 'byteage' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_ge(sketch_value, sketch_value) IS 'implementation of @>=@ operator';
CREATE FUNCTION sketch_value_cmp(sketch_value, sketch_value) RETURNS integer
    AS 'byteacmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_cmp(sketch_value, sketch_value) IS 'less-equal-greater';
CREATE FUNCTION sketch_value_hash(sketch_value) RETURNS integer
    AS 'hashvarlena' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_hash(sketch_value) IS 'hash';
CREATE FUNCTION sketch_value_hash_extended(sketch_value, bigint) RETURNS bigint
    AS 'hashvarlenaextended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_value_hash_extended(sketch_value, bigint) IS 'hash with a seed';

CREATE OPERATOR @=@ (
    FUNCTION = sketch_value_eq, LEFTARG = sketch_value, RIGHTARG = sketch_value,
    COMMUTATOR = @=@, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR @=@ (sketch_value, sketch_value) IS 'the same value of the same domain';
CREATE OPERATOR @<@ (
    FUNCTION = sketch_value_lt, LEFTARG = sketch_value, RIGHTARG = sketch_value,
    COMMUTATOR = @>@, NEGATOR = @>=@, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR @<@ (sketch_value, sketch_value) IS 'before, in the order of the bytes';
CREATE OPERATOR @<=@ (
    FUNCTION = sketch_value_le, LEFTARG = sketch_value, RIGHTARG = sketch_value,
    COMMUTATOR = @>=@, NEGATOR = @>@, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR @<=@ (sketch_value, sketch_value) IS 'before or the same, in the order of the bytes';
CREATE OPERATOR @>@ (
    FUNCTION = sketch_value_gt, LEFTARG = sketch_value, RIGHTARG = sketch_value,
    COMMUTATOR = @<@, NEGATOR = @<=@, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR @>@ (sketch_value, sketch_value) IS 'after, in the order of the bytes';
CREATE OPERATOR @>=@ (
    FUNCTION = sketch_value_ge, LEFTARG = sketch_value, RIGHTARG = sketch_value,
    COMMUTATOR = @<=@, NEGATOR = @<@, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR @>=@ (sketch_value, sketch_value) IS 'after or the same, in the order of the bytes';

CREATE OPERATOR CLASS sketch_value_ops DEFAULT FOR TYPE sketch_value USING btree AS
    OPERATOR 1 @<@, OPERATOR 2 @<=@, OPERATOR 3 @=@, OPERATOR 4 @>=@, OPERATOR 5 @>@,
    FUNCTION 1 sketch_value_cmp(sketch_value, sketch_value);
COMMENT ON OPERATOR CLASS sketch_value_ops USING btree IS 'for DISTINCT and ORDER BY inside an aggregate';
COMMENT ON OPERATOR FAMILY sketch_value_ops USING btree IS 'for DISTINCT and ORDER BY inside an aggregate';
CREATE OPERATOR CLASS sketch_value_ops DEFAULT FOR TYPE sketch_value USING hash AS
    OPERATOR 1 @=@,
    FUNCTION 1 sketch_value_hash(sketch_value),
    FUNCTION 2 sketch_value_hash_extended(sketch_value, bigint);
COMMENT ON OPERATOR CLASS sketch_value_ops USING hash IS 'for DISTINCT inside an aggregate';
COMMENT ON OPERATOR FAMILY sketch_value_ops USING hash IS 'for DISTINCT inside an aggregate';

-- Keyed hashes. A NULL key is an error: were these functions STRICT, every row would be skipped, and the count be 0.

CREATE TYPE sketch_key_mark AS (type text, domain text);
COMMENT ON TYPE sketch_key_mark IS 'what the domain of a sketch is called that was made with a key';
COMMENT ON COLUMN sketch_key_mark.type IS 'type of the values';
COMMENT ON COLUMN sketch_key_mark.domain IS 'domain of their hashes, as hll_info and its like name it';

CREATE FUNCTION sketch_hash_keyed(value sketch_value, key bytea) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_keyed' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_keyed(sketch_value, bytea) IS 'hash of a value with a secret key of 16 bytes (SipHash-2-4)';
CREATE FUNCTION sketch_hash_keyed(value unknown, key bytea) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_hash_keyed_literal' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_keyed(unknown, bytea) IS 'hash of an untyped literal, as text, with a secret key of 16 bytes';
CREATE FUNCTION sketch_key_fingerprint(key bytea) RETURNS SETOF sketch_key_mark
    AS 'MODULE_PATHNAME', 'pg_sketch_sketch_key_fingerprint' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 12;
COMMENT ON FUNCTION sketch_key_fingerprint(bytea) IS 'what the domains of sketches are called that were made with the key, for each type of value';
-- topk: the type, and its casts from and to bytea. scripts/sql fills in sql/type.template.

CREATE TYPE topk;

CREATE FUNCTION topk_in(cstring, oid, integer) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_in(cstring, oid, integer) IS 'I/O';
CREATE FUNCTION topk_out(topk) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_out(topk) IS 'I/O';
CREATE FUNCTION topk_recv(internal, oid, integer) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_recv(internal, oid, integer) IS 'I/O';
CREATE FUNCTION topk_send(topk) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_send(topk) IS 'I/O';

CREATE TYPE topk (
    INPUT = topk_in,
    OUTPUT = topk_out,
    RECEIVE = topk_recv,
    SEND = topk_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = extended
);
COMMENT ON TYPE topk IS 'sketch of the most frequent values: each with bounds of how often it was added; topk(n) keeps n values, from 1 to 100,000';

-- Casts

CREATE FUNCTION topk(bytea) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk(bytea) IS 'sketch of stored bytes, which are checked in full';
CREATE FUNCTION bytea(topk) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bytea(topk) IS 'stored bytes of the sketch';

CREATE CAST (bytea AS topk) WITH FUNCTION topk(bytea);
COMMENT ON CAST (bytea AS topk) IS 'stored bytes, checked in full';
CREATE CAST (topk AS bytea) WITH FUNCTION bytea(topk);
COMMENT ON CAST (topk AS bytea) IS 'stored bytes';
-- topk: its type modifier, and the functions on one or two sketches.

CREATE FUNCTION topk_typmod_in(cstring[]) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_typmod_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_typmod_in(cstring[]) IS 'I/O typmod';
CREATE FUNCTION topk_typmod_out(integer) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_typmod_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_typmod_out(integer) IS 'I/O typmod';

ALTER TYPE topk SET (TYPMOD_IN = topk_typmod_in, TYPMOD_OUT = topk_typmod_out);

CREATE FUNCTION topk(topk, integer, boolean) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_typmod' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk(topk, integer, boolean) IS 'checks that the sketch has the capacity of its column; an empty one gets it';

CREATE CAST (topk AS topk) WITH FUNCTION topk(topk, integer, boolean) AS IMPLICIT;
COMMENT ON CAST (topk AS topk) IS 'checks the capacity of a column';

-- Rows that functions return. They have types of their own, so that a table can store them.

CREATE TYPE topk_entry AS (value text, count bigint, lower bigint, upper bigint, certain boolean);
COMMENT ON TYPE topk_entry IS 'a value that a sketch lists, and how often it was added';
COMMENT ON COLUMN topk_entry.value IS 'the value as text';
COMMENT ON COLUMN topk_entry.count IS 'estimate: the middle of lower and upper';
COMMENT ON COLUMN topk_entry.lower IS 'it was added at least that often';
COMMENT ON COLUMN topk_entry.upper IS 'it was added at most that often';
COMMENT ON COLUMN topk_entry.certain IS 'whether no value outside of this list can have been added more often';
CREATE TYPE topk_bounds AS (lower bigint, estimate bigint, upper bigint);
COMMENT ON TYPE topk_bounds IS 'how often a value was added';
COMMENT ON COLUMN topk_bounds.lower IS 'at least that often';
COMMENT ON COLUMN topk_bounds.estimate IS 'estimate';
COMMENT ON COLUMN topk_bounds.upper IS 'at most that often';
CREATE TYPE topk_info AS (
    format_version integer, capacity integer, domain text, bytes integer, entries integer, total bigint, bound bigint
);
COMMENT ON TYPE topk_info IS 'what is known of a sketch';
COMMENT ON COLUMN topk_info.format_version IS 'version of the stored form';
COMMENT ON COLUMN topk_info.capacity IS 'number of values that it keeps at most';
COMMENT ON COLUMN topk_info.domain IS 'domain of the values, null while there are none';
COMMENT ON COLUMN topk_info.bytes IS 'length of the stored form';
COMMENT ON COLUMN topk_info.entries IS 'number of values that it keeps';
COMMENT ON COLUMN topk_info.total IS 'sum of all that was added';
COMMENT ON COLUMN topk_info.bound IS 'no value that is not kept was added more often';

-- Functions. An untyped literal is of type unknown, and nothing is ever cast to that type. An overload for text would also
-- accept a citext, and would count its cases apart. Beside an untyped literal a weight may be an integer or a bigint: Postgres
-- does not choose between overloads otherwise.

CREATE FUNCTION topk_list_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_list_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_list_support(internal) IS 'planner support for topk_list';

CREATE FUNCTION topk_empty() RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_empty' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_empty() IS 'sketch of no values, of capacity 1,000';
CREATE FUNCTION topk_empty(capacity bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_empty_capacity' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_empty(bigint) IS 'sketch of no values, of a capacity from 1 to 100,000';
CREATE FUNCTION topk_add(sketch topk, value sketch_value) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, sketch_value) IS 'sketch with a value added once';
CREATE FUNCTION topk_add(sketch topk, value sketch_value, weight bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_weight' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, sketch_value, bigint) IS 'sketch with a value added that often';
CREATE FUNCTION topk_add(sketch topk, value unknown) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, unknown) IS 'sketch with an untyped literal added once, as text';
CREATE FUNCTION topk_add(sketch topk, value unknown, weight bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_weight_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, unknown, bigint) IS 'sketch with an untyped literal added that often, as text';
CREATE FUNCTION topk_add(sketch topk, value unknown, weight integer) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_weight_literal_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, unknown, integer) IS 'sketch with an untyped literal added that often, as text';
CREATE FUNCTION topk_merge(sketch topk, other topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_merge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_merge(topk, topk) IS 'sketch of all that was added to either';
CREATE FUNCTION topk_truncate(sketch topk, capacity bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_truncate' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_truncate(topk, bigint) IS 'sketch of a lower capacity';
CREATE FUNCTION topk_list(sketch topk) RETURNS SETOF topk_entry
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_list' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 1000
    SUPPORT topk_list_support;
COMMENT ON FUNCTION topk_list(topk) IS 'the values that are kept, the most frequent first';
CREATE FUNCTION topk_list(sketch topk, n bigint) RETURNS SETOF topk_entry
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_list_first' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10
    SUPPORT topk_list_support;
COMMENT ON FUNCTION topk_list(topk, bigint) IS 'the n most frequent values';
CREATE FUNCTION topk_count(sketch topk, value sketch_value) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_count' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION topk_count(topk, sketch_value) IS 'estimate of how often a value was added; 0 if it is not kept';
CREATE FUNCTION topk_count_bounds(sketch topk, value sketch_value) RETURNS topk_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_count_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION topk_count_bounds(topk, sketch_value) IS 'how often a value was added at least and at most';
CREATE FUNCTION topk_count(sketch topk, value unknown) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_count_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION topk_count(topk, unknown) IS 'estimate of how often an untyped literal, as text, was added; 0 if it is not kept';
CREATE FUNCTION topk_count_bounds(sketch topk, value unknown) RETURNS topk_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_count_bounds_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION topk_count_bounds(topk, unknown) IS 'how often an untyped literal, as text, was added at least and at most';
CREATE FUNCTION topk_total(sketch topk) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_total' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION topk_total(topk) IS 'sum of all that was added';
CREATE FUNCTION topk_bound(sketch topk) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_bound' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION topk_bound(topk) IS 'no value that is not kept was added more often';
CREATE FUNCTION topk_capacity(sketch topk) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_capacity' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION topk_capacity(topk) IS 'number of values that the sketch keeps at most';
CREATE FUNCTION topk_info(sketch topk) RETURNS topk_info
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_info' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION topk_info(topk) IS 'what is known of a sketch: format version, capacity, domain of its values, stored bytes, number of values, total, and the bound of all others';

CREATE OPERATOR + (FUNCTION = topk_merge, LEFTARG = topk, RIGHTARG = topk, COMMUTATOR = +);
COMMENT ON OPERATOR + (topk, topk) IS 'sketch of all that was added to either';
-- topk: comparison, byte by byte. scripts/sql fills in sql/comparison.template.

CREATE FUNCTION topk_eq(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_eq(topk, topk) IS 'implementation of = operator';
CREATE FUNCTION topk_ne(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_ne(topk, topk) IS 'implementation of <> operator';
CREATE FUNCTION topk_lt(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_lt(topk, topk) IS 'implementation of < operator';
CREATE FUNCTION topk_le(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_le(topk, topk) IS 'implementation of <= operator';
CREATE FUNCTION topk_gt(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_gt(topk, topk) IS 'implementation of > operator';
CREATE FUNCTION topk_ge(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_ge(topk, topk) IS 'implementation of >= operator';
CREATE FUNCTION topk_cmp(topk, topk) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_cmp(topk, topk) IS 'less-equal-greater';
CREATE FUNCTION topk_hash(topk) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_hash(topk) IS 'hash';
CREATE FUNCTION topk_hash_extended(topk, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_hash_extended(topk, bigint) IS 'hash with a seed';

CREATE OPERATOR = (
    FUNCTION = topk_eq, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (topk, topk) IS 'the same bytes: the same values with the same bounds';
CREATE OPERATOR <> (
    FUNCTION = topk_ne, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (topk, topk) IS 'not the same bytes';
CREATE OPERATOR < (
    FUNCTION = topk_lt, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (topk, topk) IS 'before, in the order of the bytes';
CREATE OPERATOR <= (
    FUNCTION = topk_le, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (topk, topk) IS 'before or the same, in the order of the bytes';
CREATE OPERATOR > (
    FUNCTION = topk_gt, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (topk, topk) IS 'after, in the order of the bytes';
CREATE OPERATOR >= (
    FUNCTION = topk_ge, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (topk, topk) IS 'after or the same, in the order of the bytes';

CREATE OPERATOR CLASS topk_ops DEFAULT FOR TYPE topk USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 topk_cmp(topk, topk);
COMMENT ON OPERATOR CLASS topk_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY topk_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
CREATE OPERATOR CLASS topk_ops DEFAULT FOR TYPE topk USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 topk_hash(topk),
    FUNCTION 2 topk_hash_extended(topk, bigint);
COMMENT ON OPERATOR CLASS topk_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY topk_ops USING hash IS 'for GROUP BY and hash joins';
-- The aggregates over topk. Their transition state is the in-memory form of a sketch. Over a window frame whose start moves,
-- the rows that leave the frame are subtracted.

CREATE FUNCTION topk_add_trans(topk, sketch_value) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_add_trans(topk, sketch_value) IS 'aggregate transition function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_add_trans(topk, sketch_value, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_trans_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_add_trans(topk, sketch_value, bigint) IS 'aggregate transition function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_sum_trans(topk, sketch_value, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_sum_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_sum_trans(topk, sketch_value, bigint) IS 'aggregate transition function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_sum_trans(topk, sketch_value, bigint, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_sum_trans_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_sum_trans(topk, sketch_value, bigint, bigint) IS 'aggregate transition function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_merge_trans(topk, topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_merge_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_merge_trans(topk, topk) IS 'aggregate transition and combine function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_merge_moving_trans(topk, topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_merge_moving_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_merge_moving_trans(topk, topk) IS 'aggregate transition function of moving frames';
CREATE FUNCTION topk_add_inverse(topk, sketch_value) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_add_inverse(topk, sketch_value) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_add_inverse(topk, sketch_value, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_inverse_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_add_inverse(topk, sketch_value, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_sum_inverse(topk, sketch_value, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_sum_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_sum_inverse(topk, sketch_value, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_sum_inverse(topk, sketch_value, bigint, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_sum_inverse_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_sum_inverse(topk, sketch_value, bigint, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_merge_inverse(topk, topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_merge_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_merge_inverse(topk, topk) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_final(topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_final(topk) IS 'aggregate final function';

-- SSPACE is the planner's guess of the size of a state.

CREATE AGGREGATE topk_add_agg(value sketch_value) (
    SFUNC = topk_add_trans, STYPE = topk, SSPACE = 2048,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_add_trans, MINVFUNC = topk_add_inverse, MSTYPE = topk, MSSPACE = 2048,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_add_agg(sketch_value) IS 'sketch of all values that are not null, of capacity 1,000; empty if there are none';
CREATE AGGREGATE topk_add_agg(value sketch_value, capacity bigint) (
    SFUNC = topk_add_trans, STYPE = topk, SSPACE = 2048,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_add_trans, MINVFUNC = topk_add_inverse, MSTYPE = topk, MSSPACE = 2048,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_add_agg(sketch_value, bigint) IS 'sketch of all values that are not null, of a capacity from 1 to 100,000; empty if there are none';
CREATE AGGREGATE topk_sum_agg(value sketch_value, weight bigint) (
    SFUNC = topk_sum_trans, STYPE = topk, SSPACE = 2048,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_sum_trans, MINVFUNC = topk_sum_inverse, MSTYPE = topk, MSSPACE = 2048,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_sum_agg(sketch_value, bigint) IS 'sketch of all values that are not null, each added as often as its weight says, of capacity 1,000; empty if there are none';
CREATE AGGREGATE topk_sum_agg(value sketch_value, weight bigint, capacity bigint) (
    SFUNC = topk_sum_trans, STYPE = topk, SSPACE = 2048,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_sum_trans, MINVFUNC = topk_sum_inverse, MSTYPE = topk, MSSPACE = 2048,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_sum_agg(sketch_value, bigint, bigint) IS 'sketch of all values that are not null, each added as often as its weight says, of a capacity from 1 to 100,000; empty if there are none';
CREATE AGGREGATE topk_merge_agg(sketch topk) (
    SFUNC = topk_merge_trans, STYPE = topk, SSPACE = 32768,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_merge_moving_trans, MINVFUNC = topk_merge_inverse, MSTYPE = topk, MSSPACE = 32768,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_merge_agg(topk) IS 'sketch of all that was added to the sketches; empty if there are none';
-- cms: the type, and its casts from and to bytea. scripts/sql fills in sql/type.template.

CREATE TYPE cms;

CREATE FUNCTION cms_in(cstring, oid, integer) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_in(cstring, oid, integer) IS 'I/O';
CREATE FUNCTION cms_out(cms) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_out(cms) IS 'I/O';
CREATE FUNCTION cms_recv(internal, oid, integer) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_recv(internal, oid, integer) IS 'I/O';
CREATE FUNCTION cms_send(cms) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_send(cms) IS 'I/O';

CREATE TYPE cms (
    INPUT = cms_in,
    OUTPUT = cms_out,
    RECEIVE = cms_recv,
    SEND = cms_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = external
);
COMMENT ON TYPE cms IS 'Count-Min sketch: how often any value was added, never too low';

-- Casts

CREATE FUNCTION cms(bytea) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms(bytea) IS 'sketch of stored bytes, which are checked in full';
CREATE FUNCTION bytea(cms) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bytea(cms) IS 'stored bytes of the sketch';

CREATE CAST (bytea AS cms) WITH FUNCTION cms(bytea);
COMMENT ON CAST (bytea AS cms) IS 'stored bytes, checked in full';
CREATE CAST (cms AS bytea) WITH FUNCTION bytea(cms);
COMMENT ON CAST (cms AS bytea) IS 'stored bytes';
-- cms: the functions on one or two sketches.

-- Rows that functions return. They have types of their own, so that a table can store them.

CREATE TYPE cms_bounds AS (lower bigint, estimate bigint, upper bigint);
COMMENT ON TYPE cms_bounds IS 'how often a value was added';
COMMENT ON COLUMN cms_bounds.lower IS 'at least that often, with a probability of 1 - delta';
COMMENT ON COLUMN cms_bounds.estimate IS 'estimate, which is the upper bound';
COMMENT ON COLUMN cms_bounds.upper IS 'at most that often, certainly';
CREATE TYPE cms_info AS (
    format_version integer, width integer, depth integer, epsilon double precision, delta double precision, domain text,
    form text, bytes bigint, total bigint
);
COMMENT ON TYPE cms_info IS 'what is known of a sketch';
COMMENT ON COLUMN cms_info.format_version IS 'version of the stored form';
COMMENT ON COLUMN cms_info.width IS 'counters in a row';
COMMENT ON COLUMN cms_info.depth IS 'number of rows';
COMMENT ON COLUMN cms_info.epsilon IS 'a count is too high by at most that share of the total';
COMMENT ON COLUMN cms_info.delta IS 'but for that share of the values';
COMMENT ON COLUMN cms_info.domain IS 'domain of the values, null while there are none';
COMMENT ON COLUMN cms_info.form IS 'empty, sparse or dense';
COMMENT ON COLUMN cms_info.bytes IS 'length of the stored form';
COMMENT ON COLUMN cms_info.total IS 'sum of all that was added';

-- Functions. An untyped literal is of type unknown, and nothing is ever cast to that type. An overload for text would also
-- accept a citext, and would count its cases apart. Beside an untyped literal a weight may be an integer or a bigint: Postgres
-- does not choose between overloads otherwise.

CREATE FUNCTION cms_empty(epsilon double precision DEFAULT 0.001, delta double precision DEFAULT 0.01) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_empty' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_empty(double precision, double precision) IS 'sketch of no values, whose counts will be too high by at most epsilon * total, but for a share delta of the values';
CREATE FUNCTION cms_add(sketch cms, value sketch_item) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION cms_add(cms, sketch_item) IS 'sketch with a value added once';
CREATE FUNCTION cms_add(sketch cms, value sketch_item, weight bigint) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_weight' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION cms_add(cms, sketch_item, bigint) IS 'sketch with a value added that often';
CREATE FUNCTION cms_add(sketch cms, value unknown) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION cms_add(cms, unknown) IS 'sketch with an untyped literal added once, as text';
CREATE FUNCTION cms_add(sketch cms, value unknown, weight bigint) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_weight_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION cms_add(cms, unknown, bigint) IS 'sketch with an untyped literal added that often, as text';
CREATE FUNCTION cms_add(sketch cms, value unknown, weight integer) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_weight_literal_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION cms_add(cms, unknown, integer) IS 'sketch with an untyped literal added that often, as text';
CREATE FUNCTION cms_merge(sketch cms, other cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_merge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION cms_merge(cms, cms) IS 'sketch of all that was added to either';
CREATE FUNCTION cms_subtract(sketch cms, other cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_subtract' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION cms_subtract(cms, cms) IS 'sketch of what was added to the first alone, if all that was added to the other one was added to it as well';
CREATE FUNCTION cms_count(sketch cms, value sketch_item) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_count' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION cms_count(cms, sketch_item) IS 'how often a value was added: never too low';
CREATE FUNCTION cms_count_bounds(sketch cms, value sketch_item) RETURNS cms_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_count_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION cms_count_bounds(cms, sketch_item) IS 'how often a value was added at least and at most';
CREATE FUNCTION cms_count(sketch cms, value unknown) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_count_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION cms_count(cms, unknown) IS 'how often an untyped literal, as text, was added: never too low';
CREATE FUNCTION cms_count_bounds(sketch cms, value unknown) RETURNS cms_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_count_bounds_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION cms_count_bounds(cms, unknown) IS 'how often an untyped literal, as text, was added at least and at most';
CREATE FUNCTION cms_total(sketch cms) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_total' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION cms_total(cms) IS 'sum of all that was added';
CREATE FUNCTION cms_size(epsilon double precision DEFAULT 0.001, delta double precision DEFAULT 0.01) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_size' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_size(double precision, double precision) IS 'bytes of a sketch with counters of four bytes';
CREATE FUNCTION cms_info(sketch cms) RETURNS cms_info
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_info' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION cms_info(cms) IS 'what is known of a sketch: format version, width and depth, epsilon and delta, domain of its values, form (empty, sparse or dense), stored bytes, total';

CREATE OPERATOR + (FUNCTION = cms_merge, LEFTARG = cms, RIGHTARG = cms, COMMUTATOR = +);
COMMENT ON OPERATOR + (cms, cms) IS 'sketch of all that was added to either';
CREATE OPERATOR - (FUNCTION = cms_subtract, LEFTARG = cms, RIGHTARG = cms);
COMMENT ON OPERATOR - (cms, cms) IS 'sketch of what was added to the first alone';
-- cms: comparison, byte by byte. scripts/sql fills in sql/comparison.template.

CREATE FUNCTION cms_eq(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_eq(cms, cms) IS 'implementation of = operator';
CREATE FUNCTION cms_ne(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_ne(cms, cms) IS 'implementation of <> operator';
CREATE FUNCTION cms_lt(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_lt(cms, cms) IS 'implementation of < operator';
CREATE FUNCTION cms_le(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_le(cms, cms) IS 'implementation of <= operator';
CREATE FUNCTION cms_gt(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_gt(cms, cms) IS 'implementation of > operator';
CREATE FUNCTION cms_ge(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_ge(cms, cms) IS 'implementation of >= operator';
CREATE FUNCTION cms_cmp(cms, cms) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_cmp(cms, cms) IS 'less-equal-greater';
CREATE FUNCTION cms_hash(cms) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_hash(cms) IS 'hash';
CREATE FUNCTION cms_hash_extended(cms, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_hash_extended(cms, bigint) IS 'hash with a seed';

CREATE OPERATOR = (
    FUNCTION = cms_eq, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (cms, cms) IS 'the same bytes: the same counters';
CREATE OPERATOR <> (
    FUNCTION = cms_ne, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (cms, cms) IS 'not the same bytes';
CREATE OPERATOR < (
    FUNCTION = cms_lt, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (cms, cms) IS 'before, in the order of the bytes';
CREATE OPERATOR <= (
    FUNCTION = cms_le, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (cms, cms) IS 'before or the same, in the order of the bytes';
CREATE OPERATOR > (
    FUNCTION = cms_gt, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (cms, cms) IS 'after, in the order of the bytes';
CREATE OPERATOR >= (
    FUNCTION = cms_ge, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (cms, cms) IS 'after or the same, in the order of the bytes';

CREATE OPERATOR CLASS cms_ops DEFAULT FOR TYPE cms USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 cms_cmp(cms, cms);
COMMENT ON OPERATOR CLASS cms_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY cms_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
CREATE OPERATOR CLASS cms_ops DEFAULT FOR TYPE cms USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 cms_hash(cms),
    FUNCTION 2 cms_hash_extended(cms, bigint);
COMMENT ON OPERATOR CLASS cms_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY cms_ops USING hash IS 'for GROUP BY and hash joins';
-- The aggregates over cms. Their transition state is the in-memory form of a sketch. Over a window frame whose start moves,
-- the rows that leave the frame are subtracted.

CREATE FUNCTION cms_add_trans(cms, sketch_item) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_add_trans(cms, sketch_item) IS 'aggregate transition function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_add_trans(cms, sketch_item, double precision, double precision) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_trans_parameters' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_add_trans(cms, sketch_item, double precision, double precision) IS 'aggregate transition function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_sum_trans(cms, sketch_item, bigint) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_sum_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_sum_trans(cms, sketch_item, bigint) IS 'aggregate transition function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_sum_trans(cms, sketch_item, bigint, double precision, double precision) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_sum_trans_parameters' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_sum_trans(cms, sketch_item, bigint, double precision, double precision) IS 'aggregate transition function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_merge_trans(cms, cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_merge_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_merge_trans(cms, cms) IS 'aggregate transition and combine function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_merge_moving_trans(cms, cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_merge_moving_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_merge_moving_trans(cms, cms) IS 'aggregate transition function of moving frames';
CREATE FUNCTION cms_add_inverse(cms, sketch_item) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_add_inverse(cms, sketch_item) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_add_inverse(cms, sketch_item, double precision, double precision) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_inverse_parameters' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_add_inverse(cms, sketch_item, double precision, double precision) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_sum_inverse(cms, sketch_item, bigint) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_sum_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_sum_inverse(cms, sketch_item, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_sum_inverse(cms, sketch_item, bigint, double precision, double precision) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_sum_inverse_parameters' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_sum_inverse(cms, sketch_item, bigint, double precision, double precision) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_merge_inverse(cms, cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_merge_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_merge_inverse(cms, cms) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_final(cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_final(cms) IS 'aggregate final function';

-- SSPACE is the planner's guess of the size of a state.

CREATE AGGREGATE cms_add_agg(value sketch_item) (
    SFUNC = cms_add_trans, STYPE = cms, SSPACE = 1024,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_add_trans, MINVFUNC = cms_add_inverse, MSTYPE = cms, MSSPACE = 1024,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_add_agg(sketch_item) IS 'sketch of all values that are not null, with an epsilon of 0.001 and a delta of 0.01; empty if there are none';
CREATE AGGREGATE cms_add_agg(value sketch_item, epsilon double precision, delta double precision) (
    SFUNC = cms_add_trans, STYPE = cms, SSPACE = 1024,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_add_trans, MINVFUNC = cms_add_inverse, MSTYPE = cms, MSSPACE = 1024,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_add_agg(sketch_item, double precision, double precision) IS 'sketch of all values that are not null, whose counts are too high by at most epsilon * total, but for a share delta of the values; empty if there are none';
CREATE AGGREGATE cms_sum_agg(value sketch_item, weight bigint) (
    SFUNC = cms_sum_trans, STYPE = cms, SSPACE = 1024,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_sum_trans, MINVFUNC = cms_sum_inverse, MSTYPE = cms, MSSPACE = 1024,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_sum_agg(sketch_item, bigint) IS 'sketch of all values that are not null, each added as often as its weight says, with an epsilon of 0.001 and a delta of 0.01; empty if there are none';
CREATE AGGREGATE cms_sum_agg(value sketch_item, weight bigint, epsilon double precision, delta double precision) (
    SFUNC = cms_sum_trans, STYPE = cms, SSPACE = 1024,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_sum_trans, MINVFUNC = cms_sum_inverse, MSTYPE = cms, MSSPACE = 1024,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_sum_agg(sketch_item, bigint, double precision, double precision) IS 'sketch of all values that are not null, each added as often as its weight says, whose counts are too high by at most epsilon * total, but for a share delta of the values; empty if there are none';
CREATE AGGREGATE cms_merge_agg(sketch cms) (
    SFUNC = cms_merge_trans, STYPE = cms, SSPACE = 65536,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_merge_moving_trans, MINVFUNC = cms_merge_inverse, MSTYPE = cms, MSSPACE = 65536,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_merge_agg(cms) IS 'sketch of all that was added to the sketches; empty if there are none';
-- Where a key belongs: jump, rendezvous and ring over the hash of a value, and the places that other systems give to keys.

-- An untyped literal is of type unknown, and is placed as a text. Postgres finds a function for unknown only where all other
-- arguments are of exactly its types: so there is one for each type that a number may have, and one for nodes that are an
-- untyped literal, too. An ARRAY of numbers has other types than weights, so with these a literal is refused, with a hint.
-- All other numbers are declared bigint alone. An integer is cast to it, and two declarations would be ambiguous.

CREATE FUNCTION jump_hash(value sketch_item, buckets bigint) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_jump_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION jump_hash(sketch_item, bigint) IS 'bucket of a value, from 0 to buckets - 1; a new bucket moves values only to itself';
CREATE FUNCTION jump_hash(value unknown, buckets integer) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_jump_hash_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION jump_hash(unknown, integer) IS 'bucket of an untyped literal, as text';
CREATE FUNCTION jump_hash(value unknown, buckets bigint) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_jump_hash_literal_bigint' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION jump_hash(unknown, bigint) IS 'bucket of an untyped literal, as text';

CREATE FUNCTION rendezvous_node(value sketch_item, nodes text[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_node' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION rendezvous_node(sketch_item, text[]) IS 'node that takes a value; a new node moves values only to itself, one that leaves only from itself';
CREATE FUNCTION rendezvous_node(value unknown, nodes text[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_node_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION rendezvous_node(unknown, text[]) IS 'node that takes an untyped literal, as text';
CREATE FUNCTION rendezvous_node(value unknown, nodes unknown) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_node_literals' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION rendezvous_node(unknown, unknown) IS 'node that takes an untyped literal, as text; the nodes are an untyped literal, too';
CREATE FUNCTION rendezvous_node(value sketch_item, nodes text[], weights double precision[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_node_weights' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION rendezvous_node(sketch_item, text[], double precision[]) IS 'node that takes a value, where each takes values in proportion to its weight, and none at weight 0';

CREATE FUNCTION rendezvous_nodes(value sketch_item, nodes text[], n bigint) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(sketch_item, text[], bigint) IS 'the first n nodes for a value, in order of preference, or all if there are fewer';
CREATE FUNCTION rendezvous_nodes(value unknown, nodes text[], n integer) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(unknown, text[], integer) IS 'the first n nodes for an untyped literal, as text, in order of preference';
CREATE FUNCTION rendezvous_nodes(value unknown, nodes text[], n bigint) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes_literal_bigint' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(unknown, text[], bigint) IS 'the first n nodes for an untyped literal, as text, in order of preference';
CREATE FUNCTION rendezvous_nodes(value unknown, nodes unknown, n integer) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes_literals' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(unknown, unknown, integer) IS 'the first n nodes for an untyped literal, as text, in order of preference; the nodes are an untyped literal, too';
CREATE FUNCTION rendezvous_nodes(value sketch_item, nodes text[], n bigint, weights double precision[]) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes_weights' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(sketch_item, text[], bigint, double precision[]) IS 'the first n nodes for a value, in order of preference, without those of weight 0';

CREATE FUNCTION ring_node(value sketch_item, nodes text[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_node' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ring_node(sketch_item, text[]) IS 'node that takes a value on a ring with 150 points for each node';
CREATE FUNCTION ring_node(value unknown, nodes text[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_node_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ring_node(unknown, text[]) IS 'node that takes an untyped literal, as text, on a ring with 150 points for each node';
CREATE FUNCTION ring_node(value unknown, nodes unknown) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_node_literals' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ring_node(unknown, unknown) IS 'node that takes an untyped literal, as text, on a ring with 150 points for each node; the nodes are an untyped literal, too';
CREATE FUNCTION ring_node(value sketch_item, nodes text[], weights double precision[], points bigint DEFAULT 150) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_node_weights' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ring_node(sketch_item, text[], double precision[], bigint) IS 'node that takes a value on a ring with that many points for a node of weight 1';

CREATE FUNCTION ring_nodes(value sketch_item, nodes text[], n bigint) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(sketch_item, text[], bigint) IS 'the first n nodes for a value on a ring with 150 points for each node, or all if there are fewer';
CREATE FUNCTION ring_nodes(value unknown, nodes text[], n integer) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(unknown, text[], integer) IS 'the first n nodes for an untyped literal, as text, on a ring with 150 points for each node';
CREATE FUNCTION ring_nodes(value unknown, nodes text[], n bigint) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes_literal_bigint' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(unknown, text[], bigint) IS 'the first n nodes for an untyped literal, as text, on a ring with 150 points for each node';
CREATE FUNCTION ring_nodes(value unknown, nodes unknown, n integer) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes_literals' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(unknown, unknown, integer) IS 'the first n nodes for an untyped literal, as text, on a ring with 150 points for each node, in order of preference; the nodes are an untyped literal, too';
CREATE FUNCTION ring_nodes(value sketch_item, nodes text[], n bigint, weights double precision[], points bigint DEFAULT 150) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes_weights' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(sketch_item, text[], bigint, double precision[], bigint) IS 'the first n nodes for a value on a ring with that many points for a node of weight 1, without those of weight 0';

-- Places that others give. A text is hashed as its bytes are in the server's encoding.

CREATE FUNCTION redis_slot(key text) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_redis_slot' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION redis_slot(text) IS 'slot of a key in a Redis Cluster, from 0 to 16383';
CREATE FUNCTION redis_slot(key bytea) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_redis_slot_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION redis_slot(bytea) IS 'slot of a key in a Redis Cluster, from 0 to 16383';
CREATE FUNCTION kafka_partition(key text, partitions bigint, partitioner text DEFAULT 'murmur2') RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_kafka_partition' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION kafka_partition(text, bigint, text) IS 'partition that a producer of Kafka chooses for a key, from 0 to partitions - 1; the partitioner is murmur2 or crc32';
CREATE FUNCTION kafka_partition(key bytea, partitions bigint, partitioner text DEFAULT 'murmur2') RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_kafka_partition_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION kafka_partition(bytea, bigint, text) IS 'partition that a producer of Kafka chooses for a key, from 0 to partitions - 1; the partitioner is murmur2 or crc32';
