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
