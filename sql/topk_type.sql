-- topk: the type, and its casts from and to bytea. scripts/sql fills in sql/type.template.

CREATE TYPE topk;

CREATE FUNCTION topk_in(cstring, oid, integer) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_in(cstring, oid, integer) IS 'I/O';
CREATE FUNCTION topk_out(topk) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_out(topk) IS 'I/O';
CREATE FUNCTION topk_recv(internal, oid, integer) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_recv(internal, oid, integer) IS 'I/O';
CREATE FUNCTION topk_send(topk) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk_send(topk) IS 'I/O';

CREATE TYPE topk (
    INPUT = topk_in,
    OUTPUT = topk_out,
    RECEIVE = topk_recv,
    SEND = topk_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = extended
);
COMMENT ON TYPE topk IS 'sketch of the most frequent values: each with bounds of how often it was added; topk(n) keeps n values, from 1 to 100,000';

-- Casts

CREATE FUNCTION topk(bytea) RETURNS topk
    AS 'MODULE_PATHNAME', 'pg_sketch_topk_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION topk(bytea) IS 'sketch of stored bytes, which are checked in full';
CREATE FUNCTION bytea(topk) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bytea(topk) IS 'stored bytes of the sketch';

CREATE CAST (bytea AS topk) WITH FUNCTION topk(bytea);
COMMENT ON CAST (bytea AS topk) IS 'stored bytes, checked in full';
CREATE CAST (topk AS bytea) WITH FUNCTION bytea(topk);
COMMENT ON CAST (topk AS bytea) IS 'stored bytes';
