-- The aggregates over bloom. Their transition state is the in-memory form of a filter; the final function returns the
-- stored form.

CREATE FUNCTION bloom_add_trans(bloom, sketch_item) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_add_trans(bloom, sketch_item) IS 'aggregate transition function; an aggregate made of it needs bloom_final';
CREATE FUNCTION bloom_add_trans(bloom, sketch_item, bigint) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_trans_capacity' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_add_trans(bloom, sketch_item, bigint) IS 'aggregate transition function; an aggregate made of it needs bloom_final';
CREATE FUNCTION bloom_add_trans(bloom, sketch_item, bigint, double precision) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_add_trans_capacity_rate' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_add_trans(bloom, sketch_item, bigint, double precision) IS 'aggregate transition function; an aggregate made of it needs bloom_final';
CREATE FUNCTION bloom_union_trans(bloom, bloom) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_union_trans' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_union_trans(bloom, bloom) IS 'aggregate transition and combine function; an aggregate made of it needs bloom_final';
CREATE FUNCTION bloom_final(bloom) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_final' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION bloom_final(bloom) IS 'aggregate final function';

-- SSPACE is the planner's guess of the size of a state. Most groups of values are small. Most filters that are merged are
-- not.

CREATE AGGREGATE bloom_add_agg(value sketch_item) (
    SFUNC = bloom_add_trans, STYPE = bloom, SSPACE = 512,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE bloom_add_agg(sketch_item) IS 'filter of all values that are not null, made for as many as there are, rounded up to a power of two, at a false-positive rate of 0.01; empty if there are none';
CREATE AGGREGATE bloom_add_agg(value sketch_item, capacity bigint) (
    SFUNC = bloom_add_trans, STYPE = bloom, SSPACE = 512,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE bloom_add_agg(sketch_item, bigint) IS 'filter of all values that are not null, made for that many of them, at a false-positive rate of 0.01; empty if there are none';
CREATE AGGREGATE bloom_add_agg(value sketch_item, capacity bigint, fpr double precision) (
    SFUNC = bloom_add_trans, STYPE = bloom, SSPACE = 512,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE bloom_add_agg(sketch_item, bigint, double precision) IS 'filter of all values that are not null, made for that many of them at a false-positive rate from 1e-8 to 0.5; empty if there are none';
CREATE AGGREGATE bloom_union_agg(filter bloom) (
    SFUNC = bloom_union_trans, STYPE = bloom, SSPACE = 8192,
    COMBINEFUNC = bloom_union_trans,
    FINALFUNC = bloom_final, FINALFUNC_MODIFY = READ_ONLY,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE bloom_union_agg(bloom) IS 'filter of the union of all filters; empty if there are none';
