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
