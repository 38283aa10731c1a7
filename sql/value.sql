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
