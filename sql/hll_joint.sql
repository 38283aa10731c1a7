-- What two sets have in common, estimated from their sketches.

CREATE FUNCTION hll_intersection_cardinality(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_intersection_cardinality' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION hll_intersection_cardinality(hll, hll) IS 'estimated number of distinct values that both sets have, a whole number';
CREATE FUNCTION hll_difference_cardinality(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_difference_cardinality' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION hll_difference_cardinality(hll, hll) IS 'estimated number of distinct values that the first set has and the second has not, a whole number';
CREATE FUNCTION hll_jaccard(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_jaccard' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION hll_jaccard(hll, hll) IS 'estimated share of the distinct values of either set that both have, from 0 to 1; 1 if both are empty';
CREATE FUNCTION hll_intersection_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_intersection_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
COMMENT ON FUNCTION hll_intersection_bounds(hll, hll, double precision) IS 'estimate, and the bounds of the true number of common values at the given confidence';
CREATE FUNCTION hll_difference_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_difference_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
COMMENT ON FUNCTION hll_difference_bounds(hll, hll, double precision) IS 'estimate, and the bounds of the true number of values that only the first set has, at the given confidence';
CREATE FUNCTION hll_jaccard_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_jaccard_bounds' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
COMMENT ON FUNCTION hll_jaccard_bounds(hll, hll, double precision) IS 'estimate, and the bounds of the true share at the given confidence';
