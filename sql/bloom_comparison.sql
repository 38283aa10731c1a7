-- bloom: comparison, byte by byte. scripts/sql fills in sql/comparison.template.

CREATE FUNCTION bloom_eq(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_eq(bloom, bloom) IS 'implementation of = operator';
CREATE FUNCTION bloom_ne(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_ne(bloom, bloom) IS 'implementation of <> operator';
CREATE FUNCTION bloom_lt(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_lt(bloom, bloom) IS 'implementation of < operator';
CREATE FUNCTION bloom_le(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_le(bloom, bloom) IS 'implementation of <= operator';
CREATE FUNCTION bloom_gt(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_gt(bloom, bloom) IS 'implementation of > operator';
CREATE FUNCTION bloom_ge(bloom, bloom) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_ge(bloom, bloom) IS 'implementation of >= operator';
CREATE FUNCTION bloom_cmp(bloom, bloom) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_cmp(bloom, bloom) IS 'less-equal-greater';
CREATE FUNCTION bloom_hash(bloom) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_hash(bloom) IS 'hash';
CREATE FUNCTION bloom_hash_extended(bloom, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_hash_extended(bloom, bigint) IS 'hash with a seed';

CREATE OPERATOR = (
    FUNCTION = bloom_eq, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (bloom, bloom) IS 'the same bytes: the same values at the same capacity and rate';
CREATE OPERATOR <> (
    FUNCTION = bloom_ne, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (bloom, bloom) IS 'not the same bytes';
CREATE OPERATOR < (
    FUNCTION = bloom_lt, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (bloom, bloom) IS 'before, in the order of the bytes';
CREATE OPERATOR <= (
    FUNCTION = bloom_le, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (bloom, bloom) IS 'before or the same, in the order of the bytes';
CREATE OPERATOR > (
    FUNCTION = bloom_gt, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (bloom, bloom) IS 'after, in the order of the bytes';
CREATE OPERATOR >= (
    FUNCTION = bloom_ge, LEFTARG = bloom, RIGHTARG = bloom,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (bloom, bloom) IS 'after or the same, in the order of the bytes';

CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 bloom_cmp(bloom, bloom);
COMMENT ON OPERATOR CLASS bloom_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY bloom_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_hash(bloom),
    FUNCTION 2 bloom_hash_extended(bloom, bigint);
COMMENT ON OPERATOR CLASS bloom_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY bloom_ops USING hash IS 'for GROUP BY and hash joins';
