-- hll: the type, and its casts from and to bytea. scripts/sql fills in sql/type.template.

CREATE TYPE hll;

CREATE FUNCTION hll_in(cstring, oid, integer) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_in(cstring, oid, integer) IS 'I/O';
CREATE FUNCTION hll_out(hll) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_out(hll) IS 'I/O';
CREATE FUNCTION hll_recv(internal, oid, integer) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_recv(internal, oid, integer) IS 'I/O';
CREATE FUNCTION hll_send(hll) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll_send(hll) IS 'I/O';

CREATE TYPE hll (
    INPUT = hll_in,
    OUTPUT = hll_out,
    RECEIVE = hll_recv,
    SEND = hll_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = external
);
COMMENT ON TYPE hll IS 'HyperLogLog sketch: how many distinct values, with a standard error of 1.04/sqrt(2^precision); hll(p) has precision p, from 4 to 18';

-- Casts

CREATE FUNCTION hll(bytea) RETURNS hll
    AS 'MODULE_PATHNAME', 'pg_sketch_hll_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hll(bytea) IS 'sketch of stored bytes, which are checked in full';
CREATE FUNCTION bytea(hll) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bytea(hll) IS 'stored bytes of the sketch';

CREATE CAST (bytea AS hll) WITH FUNCTION hll(bytea);
COMMENT ON CAST (bytea AS hll) IS 'stored bytes, checked in full';
CREATE CAST (hll AS bytea) WITH FUNCTION bytea(hll);
COMMENT ON CAST (hll AS bytea) IS 'stored bytes';
