-- cms: the type, and its casts from and to bytea. scripts/sql fills in sql/type.template.

CREATE TYPE cms;

CREATE FUNCTION cms_in(cstring, oid, integer) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_in(cstring, oid, integer) IS 'I/O';
CREATE FUNCTION cms_out(cms) RETURNS cstring
    AS 'MODULE_PATHNAME', 'pg_sketch_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_out(cms) IS 'I/O';
CREATE FUNCTION cms_recv(internal, oid, integer) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_recv(internal, oid, integer) IS 'I/O';
CREATE FUNCTION cms_send(cms) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms_send(cms) IS 'I/O';

CREATE TYPE cms (
    INPUT = cms_in,
    OUTPUT = cms_out,
    RECEIVE = cms_recv,
    SEND = cms_send,
    INTERNALLENGTH = VARIABLE,
    STORAGE = external
);
COMMENT ON TYPE cms IS 'Count-Min sketch: how often any value was added, never too low';

-- Casts

CREATE FUNCTION cms(bytea) RETURNS cms
    AS 'MODULE_PATHNAME', 'pg_sketch_cms_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION cms(bytea) IS 'sketch of stored bytes, which are checked in full';
CREATE FUNCTION bytea(cms) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_sketch_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bytea(cms) IS 'stored bytes of the sketch';

CREATE CAST (bytea AS cms) WITH FUNCTION cms(bytea);
COMMENT ON CAST (bytea AS cms) IS 'stored bytes, checked in full';
CREATE CAST (cms AS bytea) WITH FUNCTION bytea(cms);
COMMENT ON CAST (cms AS bytea) IS 'stored bytes';
