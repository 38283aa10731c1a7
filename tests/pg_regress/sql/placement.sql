-- Where a key belongs: results, the nodes that a call site keeps, and every error. docs/hashing.md says how it is computed.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
\set SHOW_CONTEXT never

-- Buckets.
SELECT jump_hash(42, 5), jump_hash(42, 16), jump_hash(42::bigint, 1024), jump_hash(42, 1), jump_hash(42, 2147483647);
SELECT jump_hash('a', 1000) AS literal, jump_hash('a'::text, 1000) AS text, jump_hash('a'::char(3), 1000) AS char,
    jump_hash('42', 1000) AS digits, jump_hash(42, 1000) AS number, jump_hash(sketch_hash_of(42), 1000) AS hash;
-- Numbers of each type of integer, in place and by name.
SELECT jump_hash('a', 1000::bigint) AS literal, jump_hash(42, 16::smallint) AS small, jump_hash(42, 16::bigint) AS big, jump_hash(42, '16') AS untyped,
    jump_hash(buckets => 16, value => 42) AS named, jump_hash(buckets => 16::bigint, value => 42) AS big_named, jump_hash('a', count(*) + 999) AS counted;
SELECT kafka_partition('abc', 12::bigint), kafka_partition('abc', 12::smallint, 'crc32'), kafka_partition('\x616263'::bytea, 12::bigint),
    kafka_partition(partitions => 12, key => 'abc'), kafka_partition('abc'::varchar(3), 12), kafka_partition('abc'::char(5), 12);
PREPARE of_bigints(bigint) AS SELECT jump_hash(42, $1), jump_hash('a', $1), kafka_partition('abc', $1),
    rendezvous_nodes('a', ARRAY['a', 'b', 'c'], $1), ring_nodes('a', ARRAY['a', 'b', 'c'], $1), ring_nodes(42, '{a,b,c}', $1, '{1,1,2}', $1);
EXECUTE of_bigints(2);
EXECUTE of_bigints(2147483647);
DEALLOCATE of_bigints;
SELECT count(*) FILTER (WHERE jump_hash(i, 4) <> jump_hash(i, 5)) AS moved,
    count(*) FILTER (WHERE jump_hash(i, 4) <> jump_hash(i, 5) AND jump_hash(i, 5) <> 4) AS elsewhere
FROM generate_series(1, 10000) AS i;

-- Nodes. Their order means nothing.
SELECT rendezvous_node(42, '{a,b,c}'), rendezvous_node(42, '{c,b,a}'), rendezvous_nodes(42, '{a,b,c}', 2),
    rendezvous_nodes(42, '{a,b,c}', 9), ring_node(42, '{a,b,c}'), ring_node(42, '{c,b,a}'), ring_nodes(42, '{a,b,c}', 2),
    ring_nodes(42, '{a,b,c}', 9);
SELECT rendezvous_node('key', ARRAY['a', 'b', 'c']) = rendezvous_node('key'::text, ARRAY['a', 'b', 'c']) AS same,
    ring_node('key', ARRAY['a', 'b', 'c']) = ring_node('key'::text, ARRAY['a', 'b', 'c']) AS ring_same,
    ring_nodes('key', ARRAY['a', 'b', 'c'], 2) = ring_nodes('key'::text, ARRAY['a', 'b', 'c'], 2) AS nodes_same,
    rendezvous_nodes('key', ARRAY['a', 'b'], 2) = rendezvous_nodes('key'::text, ARRAY['a', 'b'], 2) AS more_same;

-- Nodes that are an untyped literal, as the key is.
SELECT rendezvous_node('key', '{a,b,c}') = rendezvous_node('key'::text, '{a,b,c}') AS node, ring_node('key', '{a,b,c}') = ring_node('key'::text, '{a,b,c}') AS ring,
    rendezvous_nodes('key', '{a,b,c}', 2) = rendezvous_nodes('key'::text, '{a,b,c}', 2) AS nodes, ring_nodes('key', '{a,b,c}', 2) = ring_nodes('key'::text, '{a,b,c}', 2) AS ring_nodes,
    rendezvous_node(NULL, '{a}') AS no_key, ring_nodes('key', NULL, 2) AS no_nodes;
CREATE VIEW of_literals AS SELECT rendezvous_node('key', '{a,b,c}') AS node, ring_nodes('key', '{a,"b c"}', 2) AS nodes, jump_hash('key', 5::bigint) AS bucket;
SELECT pg_get_viewdef('of_literals');
TABLE of_literals;
DROP VIEW of_literals;
DO $$
BEGIN
    FOR i IN 1 .. 3 LOOP
        RAISE NOTICE '% %', rendezvous_node('key', '{a,b,c}'), ring_nodes('key', '{c,b,a}', i);
    END LOOP;
END $$;

-- Weights: integers, numerics, in place and by name. A node of weight 0 takes nothing and is never listed.
SELECT rendezvous_node(i, '{a,b,c,d}', ARRAY[1, 1, 2, 4]) AS node, count(*) FROM generate_series(1, 80000) AS i
GROUP BY 1 ORDER BY 1;
SELECT ring_node(i, '{a,b,c,d}', ARRAY[1, 0.0, 2, 4], points => 1000) AS node, count(*)
FROM generate_series(1, 70000) AS i GROUP BY 1 ORDER BY 1;
SELECT rendezvous_nodes(42, '{a,b,c}', 3, '{1,0,1}'), ring_nodes(42, '{a,b,c}', 3, '{1,0,1}'),
    ring_nodes(42, '{a,b,c}', 3, '{1,0,1}', 7), ring_nodes(value => 42, nodes => '{a,b}', n => 1, weights => '{1,1}', points => 1);
SELECT rendezvous_node(i, '{a,b,c}', '{1e-300,1e300,1}') AS node, count(*) FROM generate_series(1, 1000) AS i GROUP BY 1;
SELECT rendezvous_nodes(42, '{a,b,c}', 3, '{5e-324,1e308,1}');
-- Equal weights are no weights.
SELECT bool_and(rendezvous_node(i, '{a,b,c,d}') = rendezvous_node(i, '{a,b,c,d}', '{3,3,3,3}')
    AND ring_node(i, '{a,b,c,d}') = ring_node(i, '{a,b,c,d}', '{1,1,1,1}')) FROM generate_series(1, 1000) AS i;

-- Names: any text, compared by its bytes under every collation; an array's bounds mean nothing.
SELECT node, count(*) FROM generate_series(1, 1000) AS i, rendezvous_node(i, ARRAY['', 'a', 'A', ' ']) AS node
GROUP BY node ORDER BY node COLLATE "C";
SELECT rendezvous_node(42, '[-1:1]={a,b,c}') = rendezvous_node(42, '{a,b,c}') AS bounds,
    rendezvous_node(42, ARRAY['a', 'b', 'c']::varchar(3)[]) = rendezvous_node(42, '{a,b,c}') AS varchar,
    rendezvous_node(42, ARRAY['a', 'b', 'c']::name[]) = rendezvous_node(42, '{a,b,c}') AS name;
SELECT collation for (rendezvous_node(42, ARRAY['a' COLLATE "C"]));

-- NULL in, NULL out.
SELECT jump_hash(NULL::integer, 5), jump_hash(1, NULL), rendezvous_node(1, NULL), rendezvous_node(NULL::text, '{a}'),
    rendezvous_node(1, '{a}', NULL), ring_node(1, '{a}', '{1}', NULL), redis_slot(NULL::text), kafka_partition('a', 3, NULL);

-- Slots and partitions.
SELECT redis_slot('somekey'), redis_slot('foo{hash_tag}'), redis_slot('rl:{user42}:minute') AS minute,
    redis_slot('rl:{user42}:hour') AS hour, redis_slot('123456789'), redis_slot('{user1000}.following'),
    redis_slot('foo{{bar}}zap'), redis_slot('{}x'), redis_slot('');
SELECT redis_slot('\x736f6d656b6579'::bytea), redis_slot('\x7b0061007d62'::bytea), redis_slot('\x006100'::bytea);
SELECT kafka_partition(key, 12), kafka_partition(key::bytea, 12) AS bytes, kafka_partition(key, 12, 'crc32') AS crc32,
    kafka_partition(key, 2147483647) AS of_many
FROM unnest(ARRAY['21', 'foobar', 'a-little-bit-long-string', 'abc', '']) AS key;

-- What is refused.
SELECT jump_hash(1, 0);
\echo :LAST_ERROR_SQLSTATE
SELECT jump_hash(1, -5);
SELECT jump_hash(1, 2147483648);
\echo :LAST_ERROR_SQLSTATE
SELECT jump_hash('a', '-9223372036854775808'::bigint);
SELECT jump_hash(1, 9223372036854775808);
\echo :LAST_ERROR_SQLSTATE
SELECT rendezvous_node(1, '{}');
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node(1, '{a,b,a}');
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node(1, ARRAY['a', NULL]);
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node(1, '{{a,b},{c,d}}');
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node(1, '{a,b}', '{1}');
\echo :LAST_ERROR_SQLSTATE
SELECT rendezvous_node(1, '{a,b}', '{1,-1}');
\echo :LAST_ERROR_SQLSTATE
SELECT rendezvous_node(1, '{a,b}', '{NaN,1}');
SELECT rendezvous_node(1, '{a,b}', '{1,Infinity}');
SELECT rendezvous_node(1, '{a,b}', '{0,0}');
\echo :LAST_ERROR_SQLSTATE
SELECT rendezvous_node(1, '{a,b}', ARRAY[1, NULL]);
\echo :LAST_ERROR_SQLSTATE
SELECT rendezvous_node(1, '{a,b}', '{{1,2}}');
SELECT rendezvous_nodes(1, '{a,b}', 0);
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node(1, '{a,b}', '{1,1}', 0);
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node(1, '{a,b}', '{1,1}', 500001);
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node(1, '{a,b}', '{1,1}', 9223372036854775807);
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node(1, '{a,b}', '{1e300,1}');
SELECT ring_node(1, array_agg(n::text)) FROM generate_series(1, 10000) AS n;
\echo :LAST_ERROR_SQLSTATE
SELECT kafka_partition('a', 0);
\echo :LAST_ERROR_SQLSTATE
SELECT kafka_partition('a', 4294967297);
\echo :LAST_ERROR_SQLSTATE
SELECT kafka_partition('a', 3, 'Murmur2');
\echo :LAST_ERROR_SQLSTATE
SELECT rendezvous_node('key', 'a,b');
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node('key', '{{a},{b}}');
\echo :LAST_ERROR_SQLSTATE
SELECT rendezvous_nodes('key', '{a,a}', 1);
\echo :LAST_ERROR_SQLSTATE
-- A key that is an untyped literal needs other arguments of exactly a function's types.
SELECT jump_hash('key', 5::smallint);
\echo :LAST_ERROR_SQLSTATE
SELECT jump_hash('key', '5');
\echo :LAST_ERROR_SQLSTATE
SELECT ring_node('key', ARRAY['a', 'b'], ARRAY[1, 2]);
\echo :LAST_ERROR_SQLSTATE
PREPARE untyped AS SELECT jump_hash($1, 5);
\echo :LAST_ERROR_SQLSTATE
PREPARE untyped AS SELECT rendezvous_node($1, $2);
\echo :LAST_ERROR_SQLSTATE
SELECT jump_hash('{"a": 1}'::json, 5);
\echo :LAST_ERROR_SQLSTATE
-- An error is no reason to forget what comes after it.
DO $$
DECLARE
    given text[];
    placed text;
BEGIN
    FOREACH placed IN ARRAY ARRAY['{a,b}', '{a,a}', '{a,b}', '{}', '{b}'] LOOP
        given := placed;
        BEGIN
            placed := ring_node(1, given);
            RAISE NOTICE '% %', given, placed;
        EXCEPTION WHEN invalid_parameter_value THEN
            RAISE NOTICE '% %', given, SQLERRM;
        END;
    END LOOP;
END $$;

-- Nodes from a literal, a subquery, a row, a parameter and a variable, in line, compressed and out of line.
CREATE TABLE ring (name text PRIMARY KEY, nodes text[] NOT NULL, weights double precision[] NOT NULL);
INSERT INTO ring SELECT n, array_agg('node-' || i), array_agg(1 + i % 3) FROM unnest(ARRAY[3, 300, 3000]) AS n, generate_series(1, n) AS i GROUP BY n;
INSERT INTO ring SELECT 'long names', array_agg(repeat('node', 500) || i), array_agg(1) FROM generate_series(1, 3) AS i;
ALTER TABLE ring ALTER nodes SET STORAGE EXTERNAL;
INSERT INTO ring SELECT 'external', nodes, weights FROM ring WHERE name = '3000';
SELECT name, count(*) FILTER (WHERE by_row = by_subquery AND by_row = by_copy) AS same, count(DISTINCT by_row) AS nodes
FROM ring, LATERAL (
    SELECT ring_node(i, nodes, weights, 10) AS by_row,
        ring_node(i, (SELECT r.nodes FROM ring AS r WHERE r.name = ring.name), (SELECT r.weights FROM ring AS r WHERE r.name = ring.name), 10) AS by_subquery,
        (ring_nodes(i, nodes || '{}', 2, weights || '{}', 10))[1] AS by_copy
    FROM generate_series(1, 200) AS i
) AS placed GROUP BY name ORDER BY name COLLATE "C";
-- Other nodes in each row, and the same ones for a while.
SELECT count(*) FILTER (WHERE ring_node(i, nodes) = ANY (nodes)) AS on_a_node,
    count(*) FILTER (WHERE ring_node(i, nodes) = (rendezvous_nodes(i, nodes, 1))[1]) < count(*) AS differ
FROM generate_series(1, 2000) AS i, LATERAL (SELECT ARRAY['a', 'b', 'n' || i / 1000, 'm' || i % 2] AS nodes) AS nodes;
SELECT bool_and(ring_node(i, nodes) = ring_node(i, ARRAY['a', 'b', 'n' || i / 1000, 'm' || i % 2])) AS same
FROM generate_series(1, 2000) AS i, LATERAL (SELECT ARRAY['m' || i % 2, 'n' || i / 1000, 'b', 'a'] AS nodes OFFSET 0) AS nodes;
PREPARE place(integer, text[]) AS SELECT string_agg(ring_node(i, $2), '' ORDER BY i) FROM generate_series(1, $1) AS i;
EXECUTE place(40, '{a,b,c}');
EXECUTE place(40, '{c,b,a}');
SET plan_cache_mode = force_generic_plan;
EXECUTE place(40, '{a,b,c}');
EXECUTE place(40, '{a,b}');
RESET plan_cache_mode;
CREATE FUNCTION placed(numbers integer, nodes text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text = '';
BEGIN
    FOR i IN 1 .. numbers LOOP
        result := result || ring_node(i, nodes);
        IF i = numbers / 2 THEN
            nodes := array_remove(nodes, 'c');
        END IF;
    END LOOP;
    RETURN result;
END $$;
SELECT placed(80, '{a,b,c}');
SELECT string_agg(ring_node(i, CASE WHEN i > 40 THEN '{a,b}'::text[] ELSE '{a,b,c}' END), '' ORDER BY i) = placed(80, '{a,b,c}') AS same
FROM generate_series(1, 80) AS i;

-- Where a function must be immutable: an index, a generated column, a key of partitions.
CREATE TABLE session (id bigint, home text GENERATED ALWAYS AS (rendezvous_node(id, '{a,b,c}')) STORED);
INSERT INTO session SELECT i FROM generate_series(1, 1000) AS i;
CREATE INDEX ON session (ring_node(id, '{a,b,c}', '{1,1,2}'));
SELECT home, count(*) FROM session GROUP BY home ORDER BY home;
SET enable_seqscan = off;
SELECT count(*) FROM session WHERE ring_node(id, '{a,b,c}', '{1,1,2}') = 'c';
RESET enable_seqscan;
SELECT count(*) FROM session WHERE ring_node(id, '{a,b,c}', '{1,1,2}') = 'c';
CREATE TABLE event (id bigint) PARTITION BY LIST (jump_hash(id, 3));
CREATE TABLE event_0 PARTITION OF event FOR VALUES IN (0);
CREATE TABLE event_1 PARTITION OF event FOR VALUES IN (1);
CREATE TABLE event_2 PARTITION OF event FOR VALUES IN (2);
-- The number of buckets is a part of the key: a further partition gets nothing.
CREATE TABLE event_3 PARTITION OF event FOR VALUES IN (3);
INSERT INTO event SELECT i FROM generate_series(1, 3000) AS i;
SELECT tableoid::regclass AS partition, count(*), bool_and(jump_hash(id, 3) = right(tableoid::regclass::text, 1)::integer) AS right
FROM event GROUP BY tableoid ORDER BY 1;

-- Workers place as their leader does.
CREATE TABLE many AS SELECT i, ring_nodes(i, ARRAY['a', 'b', 'c', 'd'], 2) AS ring, rendezvous_node(i, ARRAY['a', 'b', 'c'], ARRAY[1, 2, 3]) AS node FROM generate_series(1, 20000) AS i;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT count(*) FROM many WHERE ring = ring_nodes(i, ARRAY['a', 'b', 'c', 'd'], 2) AND node = rendezvous_node(i, ARRAY['a', 'b', 'c'], ARRAY[1, 2, 3]);
RESET ALL;

-- Many nodes.
SELECT length(rendezvous_node(42, array_agg('node-' || i))) AS of_many, rendezvous_node(42, array_agg('node-' || i)) = (rendezvous_nodes(42, array_agg('node-' || i), 5))[1] AS first,
    ring_nodes(42, array_agg('node-' || i), 2, array_agg(1), 2) = ring_nodes(42, array_agg('node-' || i ORDER BY i DESC), 2, array_agg(1), 2) AS same
FROM generate_series(1, 100000) AS i;

DROP TABLE ring, session, event, many;
DROP FUNCTION placed;
