-- topk: comparison, byte by byte. scripts/sql fills in sql/comparison.template.

CREATE FUNCTION topk_eq(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_eq(topk, topk) IS 'implementation of = operator';
CREATE FUNCTION topk_ne(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_ne(topk, topk) IS 'implementation of <> operator';
CREATE FUNCTION topk_lt(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_lt(topk, topk) IS 'implementation of < operator';
CREATE FUNCTION topk_le(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_le(topk, topk) IS 'implementation of <= operator';
CREATE FUNCTION topk_gt(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_gt(topk, topk) IS 'implementation of > operator';
CREATE FUNCTION topk_ge(topk, topk) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_sketch_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_ge(topk, topk) IS 'implementation of >= operator';
CREATE FUNCTION topk_cmp(topk, topk) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_cmp(topk, topk) IS 'less-equal-greater';
CREATE FUNCTION topk_hash(topk) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_hash(topk) IS 'hash';
CREATE FUNCTION topk_hash_extended(topk, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_sketch_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_hash_extended(topk, bigint) IS 'hash with a seed';

CREATE OPERATOR = (
    FUNCTION = topk_eq, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (topk, topk) IS 'the same bytes: the same values with the same bounds';
CREATE OPERATOR <> (
    FUNCTION = topk_ne, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (topk, topk) IS 'not the same bytes';
CREATE OPERATOR < (
    FUNCTION = topk_lt, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (topk, topk) IS 'before, in the order of the bytes';
CREATE OPERATOR <= (
    FUNCTION = topk_le, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (topk, topk) IS 'before or the same, in the order of the bytes';
CREATE OPERATOR > (
    FUNCTION = topk_gt, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (topk, topk) IS 'after, in the order of the bytes';
CREATE OPERATOR >= (
    FUNCTION = topk_ge, LEFTARG = topk, RIGHTARG = topk,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (topk, topk) IS 'after or the same, in the order of the bytes';

CREATE OPERATOR CLASS topk_ops DEFAULT FOR TYPE topk USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 topk_cmp(topk, topk);
COMMENT ON OPERATOR CLASS topk_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
COMMENT ON OPERATOR FAMILY topk_ops USING btree IS 'for ORDER BY, DISTINCT, merge joins and unique indexes';
CREATE OPERATOR CLASS topk_ops DEFAULT FOR TYPE topk USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 topk_hash(topk),
    FUNCTION 2 topk_hash_extended(topk, bigint);
COMMENT ON OPERATOR CLASS topk_ops USING hash IS 'for GROUP BY and hash joins';
COMMENT ON OPERATOR FAMILY topk_ops USING hash IS 'for GROUP BY and hash joins';
