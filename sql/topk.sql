-- topk: its type modifier, and the functions on one or two sketches.

CREATE FUNCTION topk_typmod_in(cstring[]) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_typmod_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_typmod_in(cstring[]) IS 'I/O typmod';
CREATE FUNCTION topk_typmod_out(integer) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_typmod_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_typmod_out(integer) IS 'I/O typmod';

ALTER TYPE topk SET (TYPMOD_IN = topk_typmod_in, TYPMOD_OUT = topk_typmod_out);

CREATE FUNCTION topk(topk, integer, boolean) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_typmod' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk(topk, integer, boolean) IS 'checks that the sketch has the capacity of its column; an empty one gets it';

CREATE CAST (topk AS topk) WITH FUNCTION topk(topk, integer, boolean) AS IMPLICIT;
COMMENT ON CAST (topk AS topk) IS 'checks the capacity of a column';

-- Rows that functions return. They have types of their own, so that a table can store them.

CREATE TYPE topk_entry AS (value text, count bigint, lower bigint, upper bigint, certain boolean);
COMMENT ON TYPE topk_entry IS 'a value that a sketch lists, and how often it was added';
COMMENT ON COLUMN topk_entry.value IS 'the value as text';
COMMENT ON COLUMN topk_entry.count IS 'estimate: the middle of lower and upper';
COMMENT ON COLUMN topk_entry.lower IS 'it was added at least that often';
COMMENT ON COLUMN topk_entry.upper IS 'it was added at most that often';
COMMENT ON COLUMN topk_entry.certain IS 'whether no value outside of this list can have been added more often';
CREATE TYPE topk_bounds AS (lower bigint, estimate bigint, upper bigint);
COMMENT ON TYPE topk_bounds IS 'how often a value was added';
COMMENT ON COLUMN topk_bounds.lower IS 'at least that often';
COMMENT ON COLUMN topk_bounds.estimate IS 'estimate';
COMMENT ON COLUMN topk_bounds.upper IS 'at most that often';
CREATE TYPE topk_info AS (
    format_version integer, capacity integer, domain text, bytes integer, entries integer, total bigint, bound bigint
);
COMMENT ON TYPE topk_info IS 'what is known of a sketch';
COMMENT ON COLUMN topk_info.format_version IS 'version of the stored form';
COMMENT ON COLUMN topk_info.capacity IS 'number of values that it keeps at most';
COMMENT ON COLUMN topk_info.domain IS 'domain of the values, null while there are none';
COMMENT ON COLUMN topk_info.bytes IS 'length of the stored form';
COMMENT ON COLUMN topk_info.entries IS 'number of values that it keeps';
COMMENT ON COLUMN topk_info.total IS 'sum of all that was added';
COMMENT ON COLUMN topk_info.bound IS 'no value that is not kept was added more often';

-- Functions. An untyped literal is of type unknown, and nothing is ever cast to that type. An overload for text would also
-- accept a citext, and would count its cases apart. Beside an untyped literal a weight may be an integer or a bigint: Postgres
-- does not choose between overloads otherwise.

CREATE FUNCTION topk_list_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_list_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_list_support(internal) IS 'planner support for topk_list';

CREATE FUNCTION topk_empty() RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_empty' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_empty() IS 'sketch of no values, of capacity 1,000';
CREATE FUNCTION topk_empty(capacity bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_empty_capacity' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_empty(bigint) IS 'sketch of no values, of a capacity from 1 to 100,000';
CREATE FUNCTION topk_add(sketch topk, value sketch_value) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, sketch_value) IS 'sketch with a value added once';
CREATE FUNCTION topk_add(sketch topk, value sketch_value, weight bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_weight' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, sketch_value, bigint) IS 'sketch with a value added that often';
CREATE FUNCTION topk_add(sketch topk, value unknown) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, unknown) IS 'sketch with an untyped literal added once, as text';
CREATE FUNCTION topk_add(sketch topk, value unknown, weight bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_weight_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, unknown, bigint) IS 'sketch with an untyped literal added that often, as text';
CREATE FUNCTION topk_add(sketch topk, value unknown, weight integer) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_weight_literal_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_add(topk, unknown, integer) IS 'sketch with an untyped literal added that often, as text';
CREATE FUNCTION topk_merge(sketch topk, other topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_merge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_merge(topk, topk) IS 'sketch of all that was added to either';
CREATE FUNCTION topk_truncate(sketch topk, capacity bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_truncate' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION topk_truncate(topk, bigint) IS 'sketch of a lower capacity';
CREATE FUNCTION topk_list(sketch topk) RETURNS SETOF topk_entry
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_list' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 1000
    SUPPORT topk_list_support;
COMMENT ON FUNCTION topk_list(topk) IS 'the values that are kept, the most frequent first';
CREATE FUNCTION topk_list(sketch topk, n bigint) RETURNS SETOF topk_entry
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_list_first' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10
    SUPPORT topk_list_support;
COMMENT ON FUNCTION topk_list(topk, bigint) IS 'the n most frequent values';
CREATE FUNCTION topk_count(sketch topk, value sketch_value) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_count' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION topk_count(topk, sketch_value) IS 'estimate of how often a value was added; 0 if it is not kept';
CREATE FUNCTION topk_count_bounds(sketch topk, value sketch_value) RETURNS topk_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_count_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION topk_count_bounds(topk, sketch_value) IS 'how often a value was added at least and at most';
CREATE FUNCTION topk_count(sketch topk, value unknown) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_count_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION topk_count(topk, unknown) IS 'estimate of how often an untyped literal, as text, was added; 0 if it is not kept';
CREATE FUNCTION topk_count_bounds(sketch topk, value unknown) RETURNS topk_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_count_bounds_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION topk_count_bounds(topk, unknown) IS 'how often an untyped literal, as text, was added at least and at most';
CREATE FUNCTION topk_total(sketch topk) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_total' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION topk_total(topk) IS 'sum of all that was added';
CREATE FUNCTION topk_bound(sketch topk) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_bound' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION topk_bound(topk) IS 'no value that is not kept was added more often';
CREATE FUNCTION topk_capacity(sketch topk) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_capacity' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION topk_capacity(topk) IS 'number of values that the sketch keeps at most';
CREATE FUNCTION topk_info(sketch topk) RETURNS topk_info
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_info' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION topk_info(topk) IS 'what is known of a sketch: format version, capacity, domain of its values, stored bytes, number of values, total, and the bound of all others';

CREATE OPERATOR + (FUNCTION = topk_merge, LEFTARG = topk, RIGHTARG = topk, COMMUTATOR = +);
COMMENT ON OPERATOR + (topk, topk) IS 'sketch of all that was added to either';
