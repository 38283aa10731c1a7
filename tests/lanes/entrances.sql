-- The ways of bytes into a column, for each type of lane.types (tests/lanes/types.sql): the input function, the cast and
-- the receive function of the type, and a cast that checks nothing, which nobody should make.

-- bytea and a sketch have the same binary form, so that a file of the one can be read as the other.
SELECT format('CREATE TABLE received (%s)', lane.each('{name} {name}')) \gexec
CREATE FUNCTION through_binary(type text, bytes bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    file text := current_setting('data_directory') || '/hostile.copy';
BEGIN
    EXECUTE format('COPY (SELECT %L::bytea) TO %L (FORMAT binary)', bytes, file);
    DELETE FROM received;
    EXECUTE format('COPY received (%I) FROM %L (FORMAT binary)', type, file);
    RETURN (SELECT to_jsonb(received) ->> type FROM received);
END
$$;

-- Statements, each with a type and bytes.
CREATE TABLE entrance (name text, statement text);
INSERT INTO entrance VALUES ('text', 'SELECT %2$L::%1$s'), ('bytea', 'SELECT %2$L::bytea::%1$s'),
    ('binary', 'SELECT through_binary(%1$L, %2$L)');

-- bytes::text::raw::hll is those bytes, whatever they are.
SET client_min_messages = warning;
CREATE TYPE raw;
CREATE FUNCTION raw_in(cstring) RETURNS raw AS 'byteain' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION raw_out(raw) RETURNS cstring AS 'byteaout' LANGUAGE internal IMMUTABLE STRICT;
CREATE TYPE raw (INPUT = raw_in, OUTPUT = raw_out);
SELECT lane.each('CREATE CAST (raw AS {name}) WITHOUT FUNCTION', ';') \gexec
