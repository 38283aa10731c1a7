-- cms: comparison, byte by byte. scripts/sql fills in sql/comparison.template.

CREATE FUNCTION cms_eq(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_eq(cms, cms) IS 'implementation of = operator';
CREATE FUNCTION cms_ne(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_ne(cms, cms) IS 'implementation of <> operator';
CREATE FUNCTION cms_lt(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_lt(cms, cms) IS 'implementation of < operator';
CREATE FUNCTION cms_le(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_le(cms, cms) IS 'implementation of <= operator';
CREATE FUNCTION cms_gt(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_gt(cms, cms) IS 'implementation of > operator';
CREATE FUNCTION cms_ge(cms, cms) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_ge(cms, cms) IS 'implementation of >= operator';
CREATE FUNCTION cms_cmp(cms, cms) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_cmp(cms, cms) IS 'less-equal-greater';
CREATE FUNCTION cms_hash(cms) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_hash(cms) IS 'hash';
CREATE FUNCTION cms_hash_extended(cms, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_hash_extended(cms, bigint) IS 'hash with a seed';

CREATE OPERATOR = (
    FUNCTION = cms_eq, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (cms, cms) IS 'the same bytes: the same counters';
CREATE OPERATOR <> (
    FUNCTION = cms_ne, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (cms, cms) IS 'not the same bytes';
CREATE OPERATOR < (
    FUNCTION = cms_lt, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (cms, cms) IS 'before, in the order of the bytes';
CREATE OPERATOR <= (
    FUNCTION = cms_le, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (cms, cms) IS 'before or the same, in the order of the bytes';
CREATE OPERATOR > (
    FUNCTION = cms_gt, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (cms, cms) IS 'after, in the order of the bytes';
CREATE OPERATOR >= (
    FUNCTION = cms_ge, LEFTARG = cms, RIGHTARG = cms,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (cms, cms) IS 'after or the same, in the order of the bytes';

CREATE OPERATOR CLASS cms_ops DEFAULT FOR TYPE cms USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 cms_cmp(cms, cms);
COMMENT ON OPERATOR CLASS cms_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY cms_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
CREATE OPERATOR CLASS cms_ops DEFAULT FOR TYPE cms USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 cms_hash(cms),
    FUNCTION 2 cms_hash_extended(cms, bigint);
COMMENT ON OPERATOR CLASS cms_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY cms_ops USING hash IS 'for GROUP BY and hash joins';
