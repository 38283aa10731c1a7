-- hll: comparison, byte by byte. scripts/sql fills in sql/comparison.template.

CREATE FUNCTION hll_eq(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_eq(hll, hll) IS 'implementation of = operator';
CREATE FUNCTION hll_ne(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_ne(hll, hll) IS 'implementation of <> operator';
CREATE FUNCTION hll_lt(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_lt(hll, hll) IS 'implementation of < operator';
CREATE FUNCTION hll_le(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_le(hll, hll) IS 'implementation of <= operator';
CREATE FUNCTION hll_gt(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_gt(hll, hll) IS 'implementation of > operator';
CREATE FUNCTION hll_ge(hll, hll) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_ge(hll, hll) IS 'implementation of >= operator';
CREATE FUNCTION hll_cmp(hll, hll) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_cmp(hll, hll) IS 'less-equal-greater';
CREATE FUNCTION hll_hash(hll) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_hash(hll) IS 'hash';
CREATE FUNCTION hll_hash_extended(hll, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_hash_extended(hll, bigint) IS 'hash with a seed';

CREATE OPERATOR = (
    FUNCTION = hll_eq, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (hll, hll) IS 'the same set of values at the same precision, byte for byte';
CREATE OPERATOR <> (
    FUNCTION = hll_ne, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (hll, hll) IS 'not the same bytes';
CREATE OPERATOR < (
    FUNCTION = hll_lt, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (hll, hll) IS 'before, in the order of the bytes';
CREATE OPERATOR <= (
    FUNCTION = hll_le, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (hll, hll) IS 'before or the same, in the order of the bytes';
CREATE OPERATOR > (
    FUNCTION = hll_gt, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (hll, hll) IS 'after, in the order of the bytes';
CREATE OPERATOR >= (
    FUNCTION = hll_ge, LEFTARG = hll, RIGHTARG = hll,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (hll, hll) IS 'after or the same, in the order of the bytes';

CREATE OPERATOR CLASS hll_ops DEFAULT FOR TYPE hll USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 hll_cmp(hll, hll);
COMMENT ON OPERATOR CLASS hll_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY hll_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
CREATE OPERATOR CLASS hll_ops DEFAULT FOR TYPE hll USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 hll_hash(hll),
    FUNCTION 2 hll_hash_extended(hll, bigint);
COMMENT ON OPERATOR CLASS hll_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY hll_ops USING hash IS 'for GROUP BY and hash joins';
