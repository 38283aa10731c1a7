-- bloom: the type, and its casts from and to bytea. scripts/sql fills in sql/type.template.

CREATE TYPE bloom;

CREATE FUNCTION bloom_in(cstring, oid, integer) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_in(cstring, oid, integer) IS 'I/O';
CREATE FUNCTION bloom_out(bloom) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_out(bloom) IS 'I/O';
CREATE FUNCTION bloom_recv(internal, oid, integer) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_recv(internal, oid, integer) IS 'I/O';
CREATE FUNCTION bloom_send(bloom) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom_send(bloom) IS 'I/O';

CREATE TYPE bloom (
    INPUT = bloom_in,
    OUTPUT = bloom_out,
    RECEIVE = bloom_recv,
    SEND = bloom_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = external
);
COMMENT ON TYPE bloom IS 'Bloom filter: whether a value was added, certainly not or maybe; a value that was added is always found, and so is the requested share of other values';

-- Casts

CREATE FUNCTION bloom(bytea) RETURNS bloom
    AS 'MODULE_PATHNAME', 'pg_sketch_bloom_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bloom(bytea) IS 'filter of stored bytes, which are checked in full';
CREATE FUNCTION bytea(bloom) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bytea(bloom) IS 'stored bytes of the filter';

CREATE CAST (bytea AS bloom) WITH FUNCTION bloom(bytea);
COMMENT ON CAST (bytea AS bloom) IS 'stored bytes, checked in full';
CREATE CAST (bloom AS bytea) WITH FUNCTION bytea(bloom);
COMMENT ON CAST (bloom AS bytea) IS 'stored bytes';
