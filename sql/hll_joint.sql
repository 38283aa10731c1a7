-- What two sets have in common, from their sketches.

CREATE FUNCTION hll_intersection_cardinality(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'hll_intersection_cardinality_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION hll_difference_cardinality(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'hll_difference_cardinality_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION hll_jaccard(sketch hll, other hll) RETURNS double precision
    AS 'MODULE_PATHNAME', 'hll_jaccard_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION hll_intersection_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'hll_intersection_bounds_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
CREATE FUNCTION hll_difference_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'hll_difference_bounds_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;
CREATE FUNCTION hll_jaccard_bounds(sketch hll, other hll, confidence double precision DEFAULT 0.95)
    RETURNS hll_bounds
    AS 'MODULE_PATHNAME', 'hll_jaccard_bounds_wrapper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1500;

COMMENT ON FUNCTION hll_intersection_cardinality(hll, hll) IS 'estimated number of distinct values that both sets have, a whole number';
COMMENT ON FUNCTION hll_difference_cardinality(hll, hll) IS 'estimated number of distinct values that the first set has and the second has not, a whole number';
COMMENT ON FUNCTION hll_jaccard(hll, hll) IS 'estimated share of the distinct values of either set that both have, from 0 to 1; 1 if both are empty';
COMMENT ON FUNCTION hll_intersection_bounds(hll, hll, double precision) IS 'estimate, and the bounds that hold the true number of common values with the given confidence';
COMMENT ON FUNCTION hll_difference_bounds(hll, hll, double precision) IS 'estimate, and the bounds that hold the true number of values of the first set alone with the given confidence';
COMMENT ON FUNCTION hll_jaccard_bounds(hll, hll, double precision) IS 'estimate, and the bounds that hold the true share with the given confidence';
