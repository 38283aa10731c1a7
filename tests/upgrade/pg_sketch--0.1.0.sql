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
