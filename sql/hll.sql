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
