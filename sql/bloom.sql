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
