-- The aggregates over topk. Their transition state is the in-memory form of a sketch. Over a window frame whose start moves,
-- the rows that leave the frame are subtracted.

CREATE FUNCTION topk_add_trans(topk, sketch_value) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_add_trans(topk, sketch_value) IS 'aggregate transition function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_add_trans(topk, sketch_value, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_trans_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_add_trans(topk, sketch_value, bigint) IS 'aggregate transition function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_sum_trans(topk, sketch_value, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_sum_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_sum_trans(topk, sketch_value, bigint) IS 'aggregate transition function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_sum_trans(topk, sketch_value, bigint, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_sum_trans_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_sum_trans(topk, sketch_value, bigint, bigint) IS 'aggregate transition function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_merge_trans(topk, topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_merge_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_merge_trans(topk, topk) IS 'aggregate transition and combine function; an aggregate made of it needs topk_final';
CREATE FUNCTION topk_merge_moving_trans(topk, topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_merge_moving_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_merge_moving_trans(topk, topk) IS 'aggregate transition function of moving frames';
CREATE FUNCTION topk_add_inverse(topk, sketch_value) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_add_inverse(topk, sketch_value) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_add_inverse(topk, sketch_value, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_add_inverse_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_add_inverse(topk, sketch_value, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_sum_inverse(topk, sketch_value, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_sum_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_sum_inverse(topk, sketch_value, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_sum_inverse(topk, sketch_value, bigint, bigint) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_sum_inverse_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_sum_inverse(topk, sketch_value, bigint, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_merge_inverse(topk, topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_merge_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_merge_inverse(topk, topk) IS 'aggregate inverse transition function';
CREATE FUNCTION topk_final(topk) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION topk_final(topk) IS 'aggregate final function';

-- SSPACE is the planner's guess of the size of a state.

CREATE AGGREGATE topk_add_agg(value sketch_value) (
    SFUNC = topk_add_trans, STYPE = topk, SSPACE = 2048,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_add_trans, MINVFUNC = topk_add_inverse, MSTYPE = topk, MSSPACE = 2048,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_add_agg(sketch_value) IS 'sketch of all values that are not null, of capacity 1,000; empty if there are none';
CREATE AGGREGATE topk_add_agg(value sketch_value, capacity bigint) (
    SFUNC = topk_add_trans, STYPE = topk, SSPACE = 2048,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_add_trans, MINVFUNC = topk_add_inverse, MSTYPE = topk, MSSPACE = 2048,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_add_agg(sketch_value, bigint) IS 'sketch of all values that are not null, of a capacity from 1 to 100,000; empty if there are none';
CREATE AGGREGATE topk_sum_agg(value sketch_value, weight bigint) (
    SFUNC = topk_sum_trans, STYPE = topk, SSPACE = 2048,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_sum_trans, MINVFUNC = topk_sum_inverse, MSTYPE = topk, MSSPACE = 2048,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_sum_agg(sketch_value, bigint) IS 'sketch of all values that are not null, each added as often as its weight says, of capacity 1,000; empty if there are none';
CREATE AGGREGATE topk_sum_agg(value sketch_value, weight bigint, capacity bigint) (
    SFUNC = topk_sum_trans, STYPE = topk, SSPACE = 2048,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_sum_trans, MINVFUNC = topk_sum_inverse, MSTYPE = topk, MSSPACE = 2048,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_sum_agg(sketch_value, bigint, bigint) IS 'sketch of all values that are not null, each added as often as its weight says, of a capacity from 1 to 100,000; empty if there are none';
CREATE AGGREGATE topk_merge_agg(sketch topk) (
    SFUNC = topk_merge_trans, STYPE = topk, SSPACE = 32768,
    COMBINEFUNC = topk_merge_trans,
    FINALFUNC = topk_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = topk_merge_moving_trans, MINVFUNC = topk_merge_inverse, MSTYPE = topk, MSSPACE = 32768,
    MFINALFUNC = topk_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE topk_merge_agg(topk) IS 'sketch of all that was added to the sketches; empty if there are none';
