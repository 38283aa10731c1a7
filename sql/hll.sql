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
