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
