-- The aggregates over cms. Their transition state is the in-memory form of a sketch. Over a window frame whose start moves,
-- the rows that leave the frame are subtracted.

CREATE FUNCTION cms_add_trans(cms, sketch_item) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_add_trans(cms, sketch_item) IS 'aggregate transition function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_add_trans(cms, sketch_item, double precision, double precision) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_trans_parameters' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_add_trans(cms, sketch_item, double precision, double precision) IS 'aggregate transition function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_sum_trans(cms, sketch_item, bigint) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_sum_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_sum_trans(cms, sketch_item, bigint) IS 'aggregate transition function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_sum_trans(cms, sketch_item, bigint, double precision, double precision) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_sum_trans_parameters' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_sum_trans(cms, sketch_item, bigint, double precision, double precision) IS 'aggregate transition function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_merge_trans(cms, cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_merge_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_merge_trans(cms, cms) IS 'aggregate transition and combine function; an aggregate made of it needs cms_final';
CREATE FUNCTION cms_merge_moving_trans(cms, cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_merge_moving_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_merge_moving_trans(cms, cms) IS 'aggregate transition function of moving frames';
CREATE FUNCTION cms_add_inverse(cms, sketch_item) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_add_inverse(cms, sketch_item) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_add_inverse(cms, sketch_item, double precision, double precision) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_add_inverse_parameters' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_add_inverse(cms, sketch_item, double precision, double precision) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_sum_inverse(cms, sketch_item, bigint) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_sum_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_sum_inverse(cms, sketch_item, bigint) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_sum_inverse(cms, sketch_item, bigint, double precision, double precision) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_sum_inverse_parameters' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_sum_inverse(cms, sketch_item, bigint, double precision, double precision) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_merge_inverse(cms, cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_merge_inverse' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_merge_inverse(cms, cms) IS 'aggregate inverse transition function';
CREATE FUNCTION cms_final(cms) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION cms_final(cms) IS 'aggregate final function';

-- SSPACE is the planner's guess of the size of a state.

CREATE AGGREGATE cms_add_agg(value sketch_item) (
    SFUNC = cms_add_trans, STYPE = cms, SSPACE = 1024,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_add_trans, MINVFUNC = cms_add_inverse, MSTYPE = cms, MSSPACE = 1024,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_add_agg(sketch_item) IS 'sketch of all values that are not null, with an epsilon of 0.001 and a delta of 0.01; empty if there are none';
CREATE AGGREGATE cms_add_agg(value sketch_item, epsilon double precision, delta double precision) (
    SFUNC = cms_add_trans, STYPE = cms, SSPACE = 1024,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_add_trans, MINVFUNC = cms_add_inverse, MSTYPE = cms, MSSPACE = 1024,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_add_agg(sketch_item, double precision, double precision) IS 'sketch of all values that are not null, whose counts are too high by at most epsilon * total, but for a share delta of the values; empty if there are none';
CREATE AGGREGATE cms_sum_agg(value sketch_item, weight bigint) (
    SFUNC = cms_sum_trans, STYPE = cms, SSPACE = 1024,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_sum_trans, MINVFUNC = cms_sum_inverse, MSTYPE = cms, MSSPACE = 1024,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_sum_agg(sketch_item, bigint) IS 'sketch of all values that are not null, each added as often as its weight says, with an epsilon of 0.001 and a delta of 0.01; empty if there are none';
CREATE AGGREGATE cms_sum_agg(value sketch_item, weight bigint, epsilon double precision, delta double precision) (
    SFUNC = cms_sum_trans, STYPE = cms, SSPACE = 1024,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_sum_trans, MINVFUNC = cms_sum_inverse, MSTYPE = cms, MSSPACE = 1024,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_sum_agg(sketch_item, bigint, double precision, double precision) IS 'sketch of all values that are not null, each added as often as its weight says, whose counts are too high by at most epsilon * total, but for a share delta of the values; empty if there are none';
CREATE AGGREGATE cms_merge_agg(sketch cms) (
    SFUNC = cms_merge_trans, STYPE = cms, SSPACE = 65536,
    COMBINEFUNC = cms_merge_trans,
    FINALFUNC = cms_final, FINALFUNC_MODIFY = READ_ONLY,
    MSFUNC = cms_merge_moving_trans, MINVFUNC = cms_merge_inverse, MSTYPE = cms, MSSPACE = 65536,
    MFINALFUNC = cms_final, MFINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE cms_merge_agg(cms) IS 'sketch of all that was added to the sketches; empty if there are none';
