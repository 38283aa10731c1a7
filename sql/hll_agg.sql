-- The aggregates over hll. Their transition state is the in-memory form of a sketch; the final functions return the stored
-- form, or the count.

CREATE FUNCTION hll_add_trans(hll, sketch_item) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_add_trans(hll, sketch_item) IS 'aggregate transition function; an aggregate made of it needs hll_final';
CREATE FUNCTION hll_add_trans(hll, sketch_item, bigint) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_trans_precision' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_add_trans(hll, sketch_item, bigint) IS 'aggregate transition function; an aggregate made of it needs hll_final';
CREATE FUNCTION hll_union_trans(hll, hll) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_union_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_union_trans(hll, hll) IS 'aggregate transition and combine function; an aggregate made of it needs hll_final';
CREATE FUNCTION hll_final(hll) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_final(hll) IS 'aggregate final function';
CREATE FUNCTION hll_count_final(hll) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_count_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_count_final(hll) IS 'aggregate final function';

-- Over a window frame whose start moves: a transition function adds the rows that enter the frame, and its inverse removes
-- those that leave it.

CREATE FUNCTION hll_add_moving_trans(internal, sketch_item) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_moving_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_add_moving_trans(internal, sketch_item) IS 'aggregate transition function';
CREATE FUNCTION hll_add_moving_trans(internal, sketch_item, bigint) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_add_moving_trans_precision' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_add_moving_trans(internal, sketch_item, bigint) IS 'aggregate transition function';
CREATE FUNCTION hll_union_moving_trans(internal, hll) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_union_moving_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_union_moving_trans(internal, hll) IS 'aggregate transition function';
CREATE FUNCTION hll_moving_inverse(internal, sketch_item) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_inverse(internal, sketch_item) IS 'aggregate inverse transition function';
CREATE FUNCTION hll_moving_inverse(internal, sketch_item, bigint) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_inverse_precision' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_inverse(internal, sketch_item, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION hll_moving_inverse(internal, hll) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_inverse(internal, hll) IS 'aggregate inverse transition function';
CREATE FUNCTION hll_moving_final(internal) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_final(internal) IS 'aggregate final function';
CREATE FUNCTION hll_moving_count_final(internal) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_moving_count_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hll_moving_count_final(internal) IS 'aggregate final function';

-- SSPACE is the planner's guess of the size of a state. Most groups of values are small. Most sketches that are merged are
-- not.

CREATE AGGREGATE hll_add_agg(value sketch_item) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_add_agg(sketch_item) IS 'sketch of all values that are not null, at precision 14; empty if there are none';
CREATE AGGREGATE hll_add_agg(value sketch_item, "precision" bigint) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_add_agg(sketch_item, bigint) IS 'sketch of all values that are not null, at a precision from 4 to 18; empty if there are none';
CREATE AGGREGATE hll_union_agg(sketch hll) (
    SFUNC = hll_union_trans, STYPE = hll, SSPACE = 8192,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_union_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_union_agg(hll) IS 'sketch of the union of all sketches; empty if there are none';
CREATE AGGREGATE hll_count_distinct(value sketch_item) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_count_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_count_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_count_distinct(sketch_item) IS 'estimated number of distinct values that are not null, at precision 14';
CREATE AGGREGATE hll_count_distinct(value sketch_item, "precision" bigint) (
    SFUNC = hll_add_trans, STYPE = hll, SSPACE = 512,
    COMBINEFUNC = hll_union_trans,
    FINALFUNC = hll_count_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = hll_add_moving_trans, MINVFUNC = hll_moving_inverse, MSTYPE = internal,
    MFINALFUNC = hll_moving_count_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE hll_count_distinct(sketch_item, bigint) IS 'estimated number of distinct values that are not null, at a precision from 4 to 18';
