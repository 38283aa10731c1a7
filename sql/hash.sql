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
