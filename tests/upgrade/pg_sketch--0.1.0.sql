-- sketch_hash: a value as sketches see it, to be stored, published and computed elsewhere. sketch_item: the same eight
-- bytes as the argument of functions and aggregates, to which values are cast by themselves. They are two types so that
-- no text is ever hashed where a hash was meant, or taken for a hash where a value was meant.

CREATE TYPE sketch_hash;
CREATE TYPE sketch_item;

CREATE FUNCTION sketch_hash_in(cstring) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'sketch_hash_in_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_hash_out(sketch_hash) RETURNS cstring
    AS 'MODULE_PATHNAME', 'sketch_hash_out_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_hash_recv(internal) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'sketch_hash_recv_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_hash_send(sketch_hash) RETURNS bytea
    AS 'MODULE_PATHNAME', 'sketch_hash_send_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

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

CREATE FUNCTION sketch_item_in(cstring) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_in_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item_out(sketch_item) RETURNS cstring
    AS 'MODULE_PATHNAME', 'sketch_item_out_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item_recv(internal) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_recv_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item_send(sketch_item) RETURNS bytea
    AS 'MODULE_PATHNAME', 'sketch_item_send_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

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

COMMENT ON TYPE sketch_hash IS 'a value as sketches see it: 56 bits of its XXH3 hash and 8 bits that name its domain, in 16 hexadecimal digits; the same for ever and everywhere';
COMMENT ON FUNCTION sketch_hash_in(cstring) IS 'I/O';
COMMENT ON FUNCTION sketch_hash_out(sketch_hash) IS 'I/O';
COMMENT ON FUNCTION sketch_hash_recv(internal) IS 'I/O';
COMMENT ON FUNCTION sketch_hash_send(sketch_hash) IS 'I/O';
COMMENT ON TYPE sketch_item IS 'argument of functions and aggregates of sketches: a value of any type that has a hash, or a sketch_hash; an untyped literal or parameter is refused';
COMMENT ON FUNCTION sketch_item_in(cstring) IS 'I/O';
COMMENT ON FUNCTION sketch_item_out(sketch_item) IS 'I/O';
COMMENT ON FUNCTION sketch_item_recv(internal) IS 'I/O';
COMMENT ON FUNCTION sketch_item_send(sketch_item) IS 'I/O';

-- Digits are read, as an input function does, whatever type of string holds them.
CREATE FUNCTION sketch_hash_parse(digits text) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'sketch_hash_parse_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_hash_parse(digits char) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'sketch_hash_parse_bpchar_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_hash_parse(digits name) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'sketch_hash_parse_name_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_hash_of(value sketch_item) RETURNS sketch_hash
    AS 'MODULE_PATHNAME', 'sketch_hash_of_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION sketch_hash_parse(text) IS 'hash that was computed elsewhere, from its 16 hexadecimal digits';
COMMENT ON FUNCTION sketch_hash_parse(char) IS 'hash that was computed elsewhere, from its 16 hexadecimal digits without trailing blanks';
COMMENT ON FUNCTION sketch_hash_parse(name) IS 'hash that was computed elsewhere, from its 16 hexadecimal digits';
COMMENT ON FUNCTION sketch_hash_of(sketch_item) IS 'hash of a value';

-- Casts. To sketch_item they are implicit, so that a value stands where an argument is expected; a type without one
-- fails when the statement is parsed. To sketch_hash they are explicit, and those from strings read digits, as a cast
-- from text to uuid does: a driver may send a hash as a text. What hashes a value is sketch_hash_of: a function of the
-- type's own name would be taken for a cast where its argument is a literal, or of a type that has no hash.

CREATE FUNCTION sketch_item(smallint) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_int2' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(integer) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(bigint) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(text) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(varchar) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(char) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_bpchar' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(name) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_name' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(uuid) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(bytea) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(boolean) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_bool' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(real) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_float4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(double precision) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_float8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(numeric) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_numeric_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(date) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(timestamp) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(timestamptz) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_item(inet) RETURNS sketch_item
    AS 'MODULE_PATHNAME', 'sketch_item_inet' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

-- The two types are one without a function, in both directions: DISTINCT and ORDER BY inside an aggregate sort
-- arguments as hashes.
CREATE CAST (sketch_hash AS sketch_item) WITHOUT FUNCTION AS IMPLICIT;
CREATE CAST (sketch_item AS sketch_hash) WITHOUT FUNCTION AS IMPLICIT;

CREATE CAST (smallint AS sketch_hash) WITH FUNCTION sketch_item(smallint);
CREATE CAST (integer AS sketch_hash) WITH FUNCTION sketch_item(integer);
CREATE CAST (bigint AS sketch_hash) WITH FUNCTION sketch_item(bigint);
CREATE CAST (text AS sketch_hash) WITH FUNCTION sketch_hash_parse(text);
CREATE CAST (varchar AS sketch_hash) WITH FUNCTION sketch_hash_parse(text);
CREATE CAST (char AS sketch_hash) WITH FUNCTION sketch_hash_parse(char);
CREATE CAST (name AS sketch_hash) WITH FUNCTION sketch_hash_parse(name);
CREATE CAST (uuid AS sketch_hash) WITH FUNCTION sketch_item(uuid);
CREATE CAST (bytea AS sketch_hash) WITH FUNCTION sketch_item(bytea);
CREATE CAST (boolean AS sketch_hash) WITH FUNCTION sketch_item(boolean);
CREATE CAST (real AS sketch_hash) WITH FUNCTION sketch_item(real);
CREATE CAST (double precision AS sketch_hash) WITH FUNCTION sketch_item(double precision);
CREATE CAST (numeric AS sketch_hash) WITH FUNCTION sketch_item(numeric);
CREATE CAST (date AS sketch_hash) WITH FUNCTION sketch_item(date);
CREATE CAST (timestamp AS sketch_hash) WITH FUNCTION sketch_item(timestamp);
CREATE CAST (timestamptz AS sketch_hash) WITH FUNCTION sketch_item(timestamptz);
CREATE CAST (inet AS sketch_hash) WITH FUNCTION sketch_item(inet);

CREATE CAST (smallint AS sketch_item) WITH FUNCTION sketch_item(smallint) AS IMPLICIT;
CREATE CAST (integer AS sketch_item) WITH FUNCTION sketch_item(integer) AS IMPLICIT;
CREATE CAST (bigint AS sketch_item) WITH FUNCTION sketch_item(bigint) AS IMPLICIT;
CREATE CAST (text AS sketch_item) WITH FUNCTION sketch_item(text) AS IMPLICIT;
CREATE CAST (varchar AS sketch_item) WITH FUNCTION sketch_item(varchar) AS IMPLICIT;
CREATE CAST (char AS sketch_item) WITH FUNCTION sketch_item(char) AS IMPLICIT;
CREATE CAST (name AS sketch_item) WITH FUNCTION sketch_item(name) AS IMPLICIT;
CREATE CAST (uuid AS sketch_item) WITH FUNCTION sketch_item(uuid) AS IMPLICIT;
CREATE CAST (bytea AS sketch_item) WITH FUNCTION sketch_item(bytea) AS IMPLICIT;
CREATE CAST (boolean AS sketch_item) WITH FUNCTION sketch_item(boolean) AS IMPLICIT;
CREATE CAST (real AS sketch_item) WITH FUNCTION sketch_item(real) AS IMPLICIT;
CREATE CAST (double precision AS sketch_item) WITH FUNCTION sketch_item(double precision) AS IMPLICIT;
CREATE CAST (numeric AS sketch_item) WITH FUNCTION sketch_item(numeric) AS IMPLICIT;
CREATE CAST (date AS sketch_item) WITH FUNCTION sketch_item(date) AS IMPLICIT;
CREATE CAST (timestamp AS sketch_item) WITH FUNCTION sketch_item(timestamp) AS IMPLICIT;
CREATE CAST (timestamptz AS sketch_item) WITH FUNCTION sketch_item(timestamptz) AS IMPLICIT;
CREATE CAST (inet AS sketch_item) WITH FUNCTION sketch_item(inet) AS IMPLICIT;

COMMENT ON CAST (smallint AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (integer AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (bigint AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (text AS sketch_hash) IS 'hash from its 16 hexadecimal digits';
COMMENT ON CAST (varchar AS sketch_hash) IS 'hash from its 16 hexadecimal digits';
COMMENT ON CAST (char AS sketch_hash) IS 'hash from its 16 hexadecimal digits';
COMMENT ON CAST (name AS sketch_hash) IS 'hash from its 16 hexadecimal digits';
COMMENT ON CAST (uuid AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (bytea AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (boolean AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (real AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (double precision AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (numeric AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (date AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (timestamp AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (timestamptz AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (inet AS sketch_hash) IS 'hash of the value';
COMMENT ON CAST (sketch_hash AS sketch_item) IS 'the hash as an argument';
COMMENT ON CAST (sketch_item AS sketch_hash) IS 'the hash of the argument';
COMMENT ON CAST (smallint AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (integer AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (bigint AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (text AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (varchar AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (char AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (name AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (uuid AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (bytea AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (boolean AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (real AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (double precision AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (numeric AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (date AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (timestamp AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (timestamptz AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON CAST (inet AS sketch_item) IS 'the value as an argument: its hash';
COMMENT ON FUNCTION sketch_item(smallint) IS 'hash of a value, in the integer domain';
COMMENT ON FUNCTION sketch_item(integer) IS 'hash of a value, in the integer domain';
COMMENT ON FUNCTION sketch_item(bigint) IS 'hash of a value, in the integer domain';
COMMENT ON FUNCTION sketch_item(text) IS 'hash of a value, in the text domain';
COMMENT ON FUNCTION sketch_item(varchar) IS 'hash of a value, in the text domain';
COMMENT ON FUNCTION sketch_item(char) IS 'hash of a value without trailing blanks, in the char domain';
COMMENT ON FUNCTION sketch_item(name) IS 'hash of a value, in the text domain';
COMMENT ON FUNCTION sketch_item(uuid) IS 'hash of a value, in the uuid domain';
COMMENT ON FUNCTION sketch_item(bytea) IS 'hash of a value, in the bytea domain';
COMMENT ON FUNCTION sketch_item(boolean) IS 'hash of a value, in the boolean domain';
COMMENT ON FUNCTION sketch_item(real) IS 'hash of a value, in the float domain';
COMMENT ON FUNCTION sketch_item(double precision) IS 'hash of a value, in the float domain';
COMMENT ON FUNCTION sketch_item(numeric) IS 'hash of a value whatever its scale, in the numeric domain';
COMMENT ON FUNCTION sketch_item(date) IS 'hash of a value, in the date domain';
COMMENT ON FUNCTION sketch_item(timestamp) IS 'hash of a value, in the timestamp domain';
COMMENT ON FUNCTION sketch_item(timestamptz) IS 'hash of a value, in the timestamptz domain';
COMMENT ON FUNCTION sketch_item(inet) IS 'hash of a value, in the inet domain';

-- Order and equality of the hashes themselves, for DISTINCT and ORDER BY inside an aggregate. The operators have names
-- of their own: = of two hashes would look like that of the values, which it is not.

CREATE FUNCTION sketch_hash_eq(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8eq' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION sketch_hash_lt(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8lt' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION sketch_hash_le(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8le' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION sketch_hash_gt(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8gt' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION sketch_hash_ge(sketch_hash, sketch_hash) RETURNS boolean
    AS 'int8ge' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION sketch_hash_cmp(sketch_hash, sketch_hash) RETURNS integer
    AS 'btint8cmp' LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION sketch_hash_hash(sketch_hash) RETURNS integer
    AS 'hashint8' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION sketch_hash_hash_extended(sketch_hash, bigint) RETURNS bigint
    AS 'hashint8extended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR #=# (
    FUNCTION = sketch_hash_eq, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #=#, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
CREATE OPERATOR #<# (
    FUNCTION = sketch_hash_lt, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #>#, NEGATOR = #>=#, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR #<=# (
    FUNCTION = sketch_hash_le, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #>=#, NEGATOR = #>#, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR #># (
    FUNCTION = sketch_hash_gt, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #<#, NEGATOR = #<=#, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
CREATE OPERATOR #>=# (
    FUNCTION = sketch_hash_ge, LEFTARG = sketch_hash, RIGHTARG = sketch_hash,
    COMMUTATOR = #<=#, NEGATOR = #<#, RESTRICT = scalargesel, JOIN = scalargejoinsel
);

CREATE OPERATOR CLASS sketch_hash_ops DEFAULT FOR TYPE sketch_hash USING btree AS
    OPERATOR 1 #<#, OPERATOR 2 #<=#, OPERATOR 3 #=#, OPERATOR 4 #>=#, OPERATOR 5 #>#,
    FUNCTION 1 sketch_hash_cmp(sketch_hash, sketch_hash);
CREATE OPERATOR CLASS sketch_hash_ops DEFAULT FOR TYPE sketch_hash USING hash AS
    OPERATOR 1 #=#,
    FUNCTION 1 sketch_hash_hash(sketch_hash),
    FUNCTION 2 sketch_hash_hash_extended(sketch_hash, bigint);

COMMENT ON FUNCTION sketch_hash_eq(sketch_hash, sketch_hash) IS 'implementation of #=# operator';
COMMENT ON FUNCTION sketch_hash_lt(sketch_hash, sketch_hash) IS 'implementation of #<# operator';
COMMENT ON FUNCTION sketch_hash_le(sketch_hash, sketch_hash) IS 'implementation of #<=# operator';
COMMENT ON FUNCTION sketch_hash_gt(sketch_hash, sketch_hash) IS 'implementation of #># operator';
COMMENT ON FUNCTION sketch_hash_ge(sketch_hash, sketch_hash) IS 'implementation of #>=# operator';
COMMENT ON FUNCTION sketch_hash_cmp(sketch_hash, sketch_hash) IS 'less-equal-greater';
COMMENT ON FUNCTION sketch_hash_hash(sketch_hash) IS 'hash';
COMMENT ON FUNCTION sketch_hash_hash_extended(sketch_hash, bigint) IS 'hash with a seed';
COMMENT ON OPERATOR #=# (sketch_hash, sketch_hash) IS 'the same hash and domain';
COMMENT ON OPERATOR #<# (sketch_hash, sketch_hash) IS 'before, as signed bigints';
COMMENT ON OPERATOR #<=# (sketch_hash, sketch_hash) IS 'before or the same, as signed bigints';
COMMENT ON OPERATOR #># (sketch_hash, sketch_hash) IS 'after, as signed bigints';
COMMENT ON OPERATOR #>=# (sketch_hash, sketch_hash) IS 'after or the same, as signed bigints';
COMMENT ON OPERATOR CLASS sketch_hash_ops USING btree IS 'for DISTINCT and ORDER BY inside an aggregate';
COMMENT ON OPERATOR CLASS sketch_hash_ops USING hash IS 'for DISTINCT inside an aggregate';
COMMENT ON OPERATOR FAMILY sketch_hash_ops USING btree IS 'for DISTINCT and ORDER BY inside an aggregate';
COMMENT ON OPERATOR FAMILY sketch_hash_ops USING hash IS 'for DISTINCT inside an aggregate';
-- hll: the type, its operators, and the functions on one or two sketches.

CREATE TYPE hll;

CREATE FUNCTION hll_in(cstring, oid, integer) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_in_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_out(hll) RETURNS cstring
    AS 'MODULE_PATHNAME', 'hll_out_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_recv(internal, oid, integer) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_recv_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_send(hll) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hll_send_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_typmod_in(cstring[]) RETURNS integer
    AS 'MODULE_PATHNAME', 'hll_typmod_in_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_typmod_out(integer) RETURNS cstring
    AS 'MODULE_PATHNAME', 'hll_typmod_out_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE hll (
    INPUT = hll_in,
    OUTPUT = hll_out,
    RECEIVE = hll_recv,
    SEND = hll_send,
    TYPMOD_IN = hll_typmod_in,
    TYPMOD_OUT = hll_typmod_out,
    INTERNALLENGTH = VARIABLE,
    STORAGE = external
);

COMMENT ON TYPE hll IS 'HyperLogLog sketch: how many distinct values, with a standard error of 1.04/sqrt(2^precision); hll(p) has precision p, from 4 to 18';
COMMENT ON FUNCTION hll_in(cstring, oid, integer) IS 'I/O';
COMMENT ON FUNCTION hll_out(hll) IS 'I/O';
COMMENT ON FUNCTION hll_recv(internal, oid, integer) IS 'I/O';
COMMENT ON FUNCTION hll_send(hll) IS 'I/O';
COMMENT ON FUNCTION hll_typmod_in(cstring[]) IS 'I/O typmod';
COMMENT ON FUNCTION hll_typmod_out(integer) IS 'I/O typmod';

-- Casts

CREATE FUNCTION hll(hll, integer, boolean) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_to_typmod_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll(bytea) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_from_bytea_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bytea(hll) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hll_send_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (hll AS hll) WITH FUNCTION hll(hll, integer, boolean) AS IMPLICIT;
CREATE CAST (bytea AS hll) WITH FUNCTION hll(bytea);
CREATE CAST (hll AS bytea) WITH FUNCTION bytea(hll);

COMMENT ON CAST (hll AS hll) IS 'checks the precision of a column';
COMMENT ON CAST (bytea AS hll) IS 'stored bytes, checked in full';
COMMENT ON CAST (hll AS bytea) IS 'stored bytes';
COMMENT ON FUNCTION hll(hll, integer, boolean) IS 'checks that the sketch has the precision of its column; an empty one takes it on';
COMMENT ON FUNCTION hll(bytea) IS 'sketch of stored bytes, which are checked in full';
COMMENT ON FUNCTION bytea(hll) IS 'stored bytes of the sketch';

-- Rows that functions return. They are types of their own, so that a table can store them.

CREATE TYPE hll_bounds AS (lower double precision, estimate double precision, upper double precision);
CREATE TYPE hll_info AS (
    format_version integer, "precision" integer, domain text, form text, bytes integer, occupied integer,
    cardinality double precision, relative_error double precision
);

COMMENT ON TYPE hll_bounds IS 'an estimate, and the bounds that hold the truth with the confidence that was asked for';
COMMENT ON COLUMN hll_bounds.lower IS 'lower bound';
COMMENT ON COLUMN hll_bounds.estimate IS 'estimate';
COMMENT ON COLUMN hll_bounds.upper IS 'upper bound';
COMMENT ON TYPE hll_info IS 'what there is to tell of a sketch';
COMMENT ON COLUMN hll_info.format_version IS 'version of the stored form';
COMMENT ON COLUMN hll_info."precision" IS 'precision: there are 2^precision registers';
COMMENT ON COLUMN hll_info.domain IS 'domain of the values, null while there are none';
COMMENT ON COLUMN hll_info.form IS 'empty, sparse or dense';
COMMENT ON COLUMN hll_info.bytes IS 'length of the stored form';
COMMENT ON COLUMN hll_info.occupied IS 'entries or registers in use';
COMMENT ON COLUMN hll_info.cardinality IS 'estimated number of distinct values';
COMMENT ON COLUMN hll_info.relative_error IS 'standard error of the estimate, relative to it';

-- Functions. An untyped literal is of type unknown, to which nothing is ever cast: an overload for text
-- would take a citext as well, and count it by case.

CREATE FUNCTION hll_empty() RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_empty_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_empty("precision" bigint) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_empty_precision_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_add(sketch hll, value sketch_item) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_add_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION hll_add(sketch hll, value unknown) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_add_literal_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION hll_union(sketch hll, other hll) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_union_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 200;
CREATE FUNCTION hll_cardinality(sketch hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'hll_cardinality_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION hll_cardinality_bounds(sketch hll, confidence double precision DEFAULT 0.95) RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'hll_cardinality_bounds_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION hll_relative_error(sketch hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'hll_relative_error_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION hll_precision(sketch hll) RETURNS integer
    AS 'MODULE_PATHNAME', 'hll_precision_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION hll_downsample(sketch hll, "precision" bigint) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_downsample_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 200;
CREATE FUNCTION hll_info(sketch hll) RETURNS hll_info
    AS 'MODULE_PATHNAME', 'hll_info_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION hll_empty() IS 'sketch of no values, at precision 14';
COMMENT ON FUNCTION hll_empty(bigint) IS 'sketch of no values, at a precision from 4 to 18';
COMMENT ON FUNCTION hll_add(hll, sketch_item) IS 'sketch with a value added; the same bytes if it was there';
COMMENT ON FUNCTION hll_add(hll, unknown) IS 'sketch with an untyped literal added, as text';
COMMENT ON FUNCTION hll_union(hll, hll) IS 'sketch of the values of either';
COMMENT ON FUNCTION hll_cardinality(hll) IS 'estimated number of distinct values, a whole number';
COMMENT ON FUNCTION hll_cardinality_bounds(hll, double precision) IS 'estimate, and the bounds that hold the true count with the given confidence';
COMMENT ON FUNCTION hll_relative_error(hll) IS 'standard error of the estimate, relative to it: 1.04/sqrt(2^precision) for many values, less for few';
COMMENT ON FUNCTION hll_precision(hll) IS 'precision: there are 2^precision registers';
COMMENT ON FUNCTION hll_downsample(hll, bigint) IS 'the sketch that the same values have at a lower precision';
COMMENT ON FUNCTION hll_info(hll) IS 'what there is to tell of a sketch: format version, precision, domain of its values, form (empty, sparse or dense), stored bytes, entries or registers in use, estimate and its standard error';

CREATE OPERATOR || (FUNCTION = hll_union, LEFTARG = hll, RIGHTARG = hll, COMMUTATOR = ||);
CREATE OPERATOR # (FUNCTION = hll_cardinality, RIGHTARG = hll);

COMMENT ON OPERATOR || (hll, hll) IS 'sketch of the values of either';
COMMENT ON OPERATOR # (NONE, hll) IS 'estimated number of distinct values';

-- Comparison, byte by byte: equal sets of values have equal bytes.

CREATE FUNCTION hll_eq(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hll_eq_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_ne(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hll_ne_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_lt(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hll_lt_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_le(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hll_le_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_gt(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hll_gt_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_ge(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hll_ge_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_cmp(hll, hll) RETURNS integer
    AS 'MODULE_PATHNAME', 'hll_cmp_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_hash(hll) RETURNS integer
    AS 'MODULE_PATHNAME', 'hll_hash_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hll_hash_extended(hll, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'hll_hash_extended_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR = (
    FUNCTION = hll_eq, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
CREATE OPERATOR <> (
    FUNCTION = hll_ne, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
CREATE OPERATOR < (
    FUNCTION = hll_lt, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR <= (
    FUNCTION = hll_le, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR > (
    FUNCTION = hll_gt, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
CREATE OPERATOR >= (
    FUNCTION = hll_ge, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);

CREATE OPERATOR CLASS hll_ops DEFAULT FOR TYPE hll USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 hll_cmp(hll, hll);
CREATE OPERATOR CLASS hll_ops DEFAULT FOR TYPE hll USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 hll_hash(hll),
    FUNCTION 2 hll_hash_extended(hll, bigint);

COMMENT ON FUNCTION hll_eq(hll, hll) IS 'implementation of = operator';
COMMENT ON FUNCTION hll_ne(hll, hll) IS 'implementation of <> operator';
COMMENT ON FUNCTION hll_lt(hll, hll) IS 'implementation of < operator';
COMMENT ON FUNCTION hll_le(hll, hll) IS 'implementation of <= operator';
COMMENT ON FUNCTION hll_gt(hll, hll) IS 'implementation of > operator';
COMMENT ON FUNCTION hll_ge(hll, hll) IS 'implementation of >= operator';
COMMENT ON FUNCTION hll_cmp(hll, hll) IS 'less-equal-greater';
COMMENT ON FUNCTION hll_hash(hll) IS 'hash';
COMMENT ON FUNCTION hll_hash_extended(hll, bigint) IS 'hash with a seed';
COMMENT ON OPERATOR = (hll, hll) IS 'the same set of values at the same precision, byte for byte';
COMMENT ON OPERATOR <> (hll, hll) IS 'not the same bytes';
COMMENT ON OPERATOR < (hll, hll) IS 'before, in the order of the bytes';
COMMENT ON OPERATOR <= (hll, hll) IS 'before or the same, in the order of the bytes';
COMMENT ON OPERATOR > (hll, hll) IS 'after, in the order of the bytes';
COMMENT ON OPERATOR >= (hll, hll) IS 'after or the same, in the order of the bytes';
COMMENT ON OPERATOR CLASS hll_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR CLASS hll_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY hll_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY hll_ops USING hash IS 'for GROUP BY and hash joins';
-- What two sets have in common, from their sketches.

CREATE FUNCTION hll_intersection_cardinality(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'hll_intersection_cardinality_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION hll_difference_cardinality(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'hll_difference_cardinality_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION hll_jaccard(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'hll_jaccard_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION hll_intersection_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'hll_intersection_bounds_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
CREATE FUNCTION hll_difference_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'hll_difference_bounds_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
CREATE FUNCTION hll_jaccard_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'hll_jaccard_bounds_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;

COMMENT ON FUNCTION hll_intersection_cardinality(hll, hll) IS 'estimated number of distinct values that both sets have, a whole number';
COMMENT ON FUNCTION hll_difference_cardinality(hll, hll) IS 'estimated number of distinct values that the first set has and the second has not, a whole number';
COMMENT ON FUNCTION hll_jaccard(hll, hll) IS 'estimated share of the distinct values of either set that both have, from 0 to 1; 1 if both are empty';
COMMENT ON FUNCTION hll_intersection_bounds(hll, hll, double precision) IS 'estimate, and the bounds that hold the true number of common values with the given confidence';
COMMENT ON FUNCTION hll_difference_bounds(hll, hll, double precision) IS 'estimate, and the bounds that hold the true number of values of the first set alone with the given confidence';
COMMENT ON FUNCTION hll_jaccard_bounds(hll, hll, double precision) IS 'estimate, and the bounds that hold the true share with the given confidence';
-- The aggregates over hll. Their state is an hll at work in memory, of which their final functions make a value.

CREATE FUNCTION hll_add_trans(hll, sketch_item) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_add_trans(hll, sketch_item, bigint) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_precision_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_union_trans(hll, hll) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_union_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_final(hll) RETURNS hll
    AS 'MODULE_PATHNAME', 'hll_final_wrapper' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_count_final(hll) RETURNS bigint
    AS 'MODULE_PATHNAME', 'hll_count_final_wrapper' LANGUAGE c IMMUTABLE PARALLEL SAFE;

-- Over a window frame whose start moves, rows join by the first of these and leave by the second.

CREATE FUNCTION hll_add_moving_trans(internal, sketch_item) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_moving' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_add_moving_trans(internal, sketch_item, bigint) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_precision_moving' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_union_moving_trans(internal, hll) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_union_moving' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_moving_inverse(internal, sketch_item) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_moving_inverse(internal, sketch_item, bigint) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_precision_moving_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_moving_inverse(internal, hll) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_moving_final(internal) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hll_moving_count_final(internal) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_count_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;

-- SSPACE is what the planner takes a state for: a group of values is mostly small, while sketches
-- worth merging mostly are not.

CREATE AGGREGATE hll_add_agg(value sketch_item) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
CREATE AGGREGATE hll_add_agg(value sketch_item, "precision" bigint) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
CREATE AGGREGATE hll_union_agg(sketch hll) (
    SFUNC = hll_union_trans, STYPE = hll, SSPACE = 8192,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_union_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
CREATE AGGREGATE hll_count_distinct(value sketch_item) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_count_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_count_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
CREATE AGGREGATE hll_count_distinct(value sketch_item, "precision" bigint) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_count_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_count_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);

COMMENT ON FUNCTION hll_add_trans(hll, sketch_item) IS 'aggregate transition function; an aggregate made of it needs hll_final';
COMMENT ON FUNCTION hll_add_trans(hll, sketch_item, bigint) IS 'aggregate transition function; an aggregate made of it needs hll_final';
COMMENT ON FUNCTION hll_union_trans(hll, hll) IS 'aggregate transition and combine function; an aggregate made of it needs hll_final';
COMMENT ON FUNCTION hll_final(hll) IS 'aggregate final function';
COMMENT ON FUNCTION hll_count_final(hll) IS 'aggregate final function';
COMMENT ON FUNCTION hll_add_moving_trans(internal, sketch_item) IS 'aggregate transition function';
COMMENT ON FUNCTION hll_add_moving_trans(internal, sketch_item, bigint) IS 'aggregate transition function';
COMMENT ON FUNCTION hll_union_moving_trans(internal, hll) IS 'aggregate transition function';
COMMENT ON FUNCTION hll_moving_inverse(internal, sketch_item) IS 'aggregate inverse transition function';
COMMENT ON FUNCTION hll_moving_inverse(internal, sketch_item, bigint) IS 'aggregate inverse transition function';
COMMENT ON FUNCTION hll_moving_inverse(internal, hll) IS 'aggregate inverse transition function';
COMMENT ON FUNCTION hll_moving_final(internal) IS 'aggregate final function';
COMMENT ON FUNCTION hll_moving_count_final(internal) IS 'aggregate final function';
COMMENT ON AGGREGATE hll_add_agg(sketch_item) IS 'sketch of all values that are not null, at precision 14; empty if there are none';
COMMENT ON AGGREGATE hll_add_agg(sketch_item, bigint) IS 'sketch of all values that are not null, at a precision from 4 to 18; empty if there are none';
COMMENT ON AGGREGATE hll_union_agg(hll) IS 'sketch of the union of all sketches; empty if there are none';
COMMENT ON AGGREGATE hll_count_distinct(sketch_item) IS 'estimated number of distinct values that are not null, at precision 14';
COMMENT ON AGGREGATE hll_count_distinct(sketch_item, bigint) IS 'estimated number of distinct values that are not null, at a precision from 4 to 18';
-- bloom: the type, its operators, and the functions on one or two filters.

CREATE TYPE bloom;

CREATE FUNCTION bloom_in(cstring) RETURNS bloom
    AS 'MODULE_PATHNAME', 'bloom_in_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_out(bloom) RETURNS cstring
    AS 'MODULE_PATHNAME', 'bloom_out_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_recv(internal) RETURNS bloom
    AS 'MODULE_PATHNAME', 'bloom_recv_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_send(bloom) RETURNS bytea
    AS 'MODULE_PATHNAME', 'bloom_send_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE bloom (
    INPUT = bloom_in,
    OUTPUT = bloom_out,
    RECEIVE = bloom_recv,
    SEND = bloom_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = external
);

COMMENT ON TYPE bloom IS 'Bloom filter: whether a value was added, certainly not or maybe; a value that was added is always found, of others the share that was asked for passes';
COMMENT ON FUNCTION bloom_in(cstring) IS 'I/O';
COMMENT ON FUNCTION bloom_out(bloom) IS 'I/O';
COMMENT ON FUNCTION bloom_recv(internal) IS 'I/O';
COMMENT ON FUNCTION bloom_send(bloom) IS 'I/O';

-- Casts

CREATE FUNCTION bloom(bytea) RETURNS bloom
    AS 'MODULE_PATHNAME', 'bloom_from_bytea_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bytea(bloom) RETURNS bytea
    AS 'MODULE_PATHNAME', 'bloom_to_bytea_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (bytea AS bloom) WITH FUNCTION bloom(bytea);
CREATE CAST (bloom AS bytea) WITH FUNCTION bytea(bloom);

COMMENT ON CAST (bytea AS bloom) IS 'stored bytes, checked in full';
COMMENT ON CAST (bloom AS bytea) IS 'stored bytes';
COMMENT ON FUNCTION bloom(bytea) IS 'filter of stored bytes, which are checked in full';
COMMENT ON FUNCTION bytea(bloom) IS 'stored bytes of the filter';

-- A row that a function returns. It is a type of its own, so that a table can store it.

CREATE TYPE bloom_info AS (
    format_version integer, domain text, form text, capacity bigint, fpr double precision, layers integer,
    bytes bigint, fill double precision[], cardinality double precision, lower double precision,
    upper double precision, estimated_fpr double precision
);

COMMENT ON TYPE bloom_info IS 'what there is to tell of a filter';
COMMENT ON COLUMN bloom_info.format_version IS 'version of the stored form';
COMMENT ON COLUMN bloom_info.domain IS 'domain of the values, null while there are none';
COMMENT ON COLUMN bloom_info.form IS 'empty, list or filter';
COMMENT ON COLUMN bloom_info.capacity IS 'number of values that the filter was made for';
COMMENT ON COLUMN bloom_info.fpr IS 'false-positive rate that was asked for';
COMMENT ON COLUMN bloom_info.layers IS 'layers';
COMMENT ON COLUMN bloom_info.bytes IS 'length of the stored form';
COMMENT ON COLUMN bloom_info.fill IS 'share of the bits of each layer that are set';
COMMENT ON COLUMN bloom_info.cardinality IS 'estimated number of values, null where merged filters do not tell it';
COMMENT ON COLUMN bloom_info.lower IS 'lower bound of the number of values';
COMMENT ON COLUMN bloom_info.upper IS 'upper bound of the number of values';
COMMENT ON COLUMN bloom_info.estimated_fpr IS 'false-positive rate as it is now';

-- Functions. An untyped literal is of type unknown, to which nothing is ever cast: an overload for text
-- would take a citext as well, and tell its cases apart.

CREATE FUNCTION bloom_contains_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_contains_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION bloom_empty(capacity bigint, fpr double precision DEFAULT 0.01) RETURNS bloom
    AS 'MODULE_PATHNAME', 'bloom_empty_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_add(filter bloom, value sketch_item) RETURNS bloom
    AS 'MODULE_PATHNAME', 'bloom_add_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_add(filter bloom, value unknown) RETURNS bloom
    AS 'MODULE_PATHNAME', 'bloom_add_literal_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_contains(filter bloom, value sketch_item) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_contains' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100
    SUPPORT bloom_contains_support;
CREATE FUNCTION bloom_contains(filter bloom, value unknown) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_contains_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100
    SUPPORT bloom_contains_support;
CREATE FUNCTION bloom_union(filter bloom, other bloom) RETURNS bloom
    AS 'MODULE_PATHNAME', 'bloom_union_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_cardinality(filter bloom) RETURNS double precision
    AS 'MODULE_PATHNAME', 'bloom_cardinality_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION bloom_size(capacity bigint, fpr double precision DEFAULT 0.01) RETURNS bigint
    AS 'MODULE_PATHNAME', 'bloom_size_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_info(filter bloom) RETURNS bloom_info
    AS 'MODULE_PATHNAME', 'bloom_info_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_contains_support(internal) IS 'planner support for bloom_contains';
COMMENT ON FUNCTION bloom_empty(bigint, double precision) IS 'filter of no values, made for so many of them at a false-positive rate from 1e-8 to 0.5';
COMMENT ON FUNCTION bloom_add(bloom, sketch_item) IS 'filter with a value added; the same bytes if it was found there';
COMMENT ON FUNCTION bloom_add(bloom, unknown) IS 'filter with an untyped literal added, as text';
COMMENT ON FUNCTION bloom_contains(bloom, sketch_item) IS 'whether the value may have been added: false is certain, true is wrong for the share of other values that was asked for';
COMMENT ON FUNCTION bloom_contains(bloom, unknown) IS 'whether an untyped literal may have been added, as text';
COMMENT ON FUNCTION bloom_union(bloom, bloom) IS 'filter of the values of either';
COMMENT ON FUNCTION bloom_cardinality(bloom) IS 'estimated number of distinct values, a whole number; NULL where merged filters do not tell it';
COMMENT ON FUNCTION bloom_size(bigint, double precision) IS 'bytes of a filter that is filled to its capacity';
COMMENT ON FUNCTION bloom_info(bloom) IS 'what there is to tell of a filter: format version, domain of its values, form (empty, list or filter), capacity and false-positive rate asked for, layers, stored bytes, share of the bits of each layer that are set, estimated number of values and its bounds, false-positive rate as it is now';

CREATE OPERATOR || (FUNCTION = bloom_union, LEFTARG = bloom, RIGHTARG = bloom);
CREATE OPERATOR # (FUNCTION = bloom_cardinality, RIGHTARG = bloom);

COMMENT ON OPERATOR || (bloom, bloom) IS 'filter of the values of either';
COMMENT ON OPERATOR # (NONE, bloom) IS 'estimated number of distinct values; NULL where merged filters do not tell it';

-- Comparison, byte by byte: equal sets of values, within their capacity, have equal bytes.

CREATE FUNCTION bloom_eq(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'bloom_eq_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_ne(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'bloom_ne_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_lt(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'bloom_lt_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_le(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'bloom_le_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_gt(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'bloom_gt_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_ge(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'bloom_ge_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_cmp(bloom, bloom) RETURNS integer
    AS 'MODULE_PATHNAME', 'bloom_cmp_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_hash(bloom) RETURNS integer
    AS 'MODULE_PATHNAME', 'bloom_hash_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_hash_extended(bloom, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'bloom_hash_extended_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR = (
    FUNCTION = bloom_eq, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
CREATE OPERATOR <> (
    FUNCTION = bloom_ne, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
CREATE OPERATOR < (
    FUNCTION = bloom_lt, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR <= (
    FUNCTION = bloom_le, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR > (
    FUNCTION = bloom_gt, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
CREATE OPERATOR >= (
    FUNCTION = bloom_ge, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);

CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 bloom_cmp(bloom, bloom);
CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_hash(bloom),
    FUNCTION 2 bloom_hash_extended(bloom, bigint);

COMMENT ON FUNCTION bloom_eq(bloom, bloom) IS 'implementation of = operator';
COMMENT ON FUNCTION bloom_ne(bloom, bloom) IS 'implementation of <> operator';
COMMENT ON FUNCTION bloom_lt(bloom, bloom) IS 'implementation of < operator';
COMMENT ON FUNCTION bloom_le(bloom, bloom) IS 'implementation of <= operator';
COMMENT ON FUNCTION bloom_gt(bloom, bloom) IS 'implementation of > operator';
COMMENT ON FUNCTION bloom_ge(bloom, bloom) IS 'implementation of >= operator';
COMMENT ON FUNCTION bloom_cmp(bloom, bloom) IS 'less-equal-greater';
COMMENT ON FUNCTION bloom_hash(bloom) IS 'hash';
COMMENT ON FUNCTION bloom_hash_extended(bloom, bigint) IS 'hash with a seed';
COMMENT ON OPERATOR = (bloom, bloom) IS 'the same bytes: the same values at the same capacity and rate';
COMMENT ON OPERATOR <> (bloom, bloom) IS 'not the same bytes';
COMMENT ON OPERATOR < (bloom, bloom) IS 'before, in the order of the bytes';
COMMENT ON OPERATOR <= (bloom, bloom) IS 'before or the same, in the order of the bytes';
COMMENT ON OPERATOR > (bloom, bloom) IS 'after, in the order of the bytes';
COMMENT ON OPERATOR >= (bloom, bloom) IS 'after or the same, in the order of the bytes';
COMMENT ON OPERATOR CLASS bloom_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR CLASS bloom_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY bloom_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY bloom_ops USING hash IS 'for GROUP BY and hash joins';
-- The aggregates over bloom. Their state is a filter at work in memory, of which their final function makes a value.

CREATE FUNCTION bloom_add_trans(bloom, sketch_item) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_trans(bloom, sketch_item, bigint) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_capacity_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_trans(bloom, sketch_item, bigint, double precision) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_capacity_rate_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_union_trans(bloom, bloom) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_union_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_final(bloom) RETURNS bloom
    AS 'MODULE_PATHNAME', 'bloom_final_wrapper' LANGUAGE c IMMUTABLE PARALLEL SAFE;

-- SSPACE is what the planner takes a state for: a group of values is mostly small, while filters
-- worth merging mostly are not.

CREATE AGGREGATE bloom_add_agg(value sketch_item) (
    SFUNC = bloom_add_trans, STYPE = bloom, SSPACE = 512,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
CREATE AGGREGATE bloom_add_agg(value sketch_item, capacity bigint) (
    SFUNC = bloom_add_trans, STYPE = bloom, SSPACE = 512,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
CREATE AGGREGATE bloom_add_agg(value sketch_item, capacity bigint, fpr double precision) (
    SFUNC = bloom_add_trans, STYPE = bloom, SSPACE = 512,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
CREATE AGGREGATE bloom_union_agg(filter bloom) (
    SFUNC = bloom_union_trans, STYPE = bloom, SSPACE = 8192,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);

COMMENT ON FUNCTION bloom_add_trans(bloom, sketch_item) IS 'aggregate transition function; an aggregate made of it needs bloom_final';
COMMENT ON FUNCTION bloom_add_trans(bloom, sketch_item, bigint) IS 'aggregate transition function; an aggregate made of it needs bloom_final';
COMMENT ON FUNCTION bloom_add_trans(bloom, sketch_item, bigint, double precision) IS 'aggregate transition function; an aggregate made of it needs bloom_final';
COMMENT ON FUNCTION bloom_union_trans(bloom, bloom) IS 'aggregate transition and combine function; an aggregate made of it needs bloom_final';
COMMENT ON FUNCTION bloom_final(bloom) IS 'aggregate final function';
COMMENT ON AGGREGATE bloom_add_agg(sketch_item) IS 'filter of all values that are not null, made for as many as there are, rounded up to a power of two, at a false-positive rate of 0.01; empty if there are none';
COMMENT ON AGGREGATE bloom_add_agg(sketch_item, bigint) IS 'filter of all values that are not null, made for so many of them, at a false-positive rate of 0.01; empty if there are none';
COMMENT ON AGGREGATE bloom_add_agg(sketch_item, bigint, double precision) IS 'filter of all values that are not null, made for so many of them at a false-positive rate from 1e-8 to 0.5; empty if there are none';
COMMENT ON AGGREGATE bloom_union_agg(bloom) IS 'filter of the union of all filters; empty if there are none';
