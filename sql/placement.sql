-- Where a key belongs: jump, rendezvous and ring over the hash of a value, and the places that other systems give to keys.

-- An untyped literal is of type unknown, and is placed as a text. Postgres finds a function for unknown only where all other
-- arguments are of exactly its types: so there is one for each type that a number may have, and one for nodes that are an
-- untyped literal, too. An ARRAY of numbers has other types than weights, so with these a literal is refused, with a hint.
-- All other numbers are declared bigint alone. An integer is cast to it, and two declarations would be ambiguous.

CREATE FUNCTION jump_hash(value sketch_item, buckets bigint) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_jump_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION jump_hash(sketch_item, bigint) IS 'bucket of a value, from 0 to buckets - 1; a new bucket moves values only to itself';
CREATE FUNCTION jump_hash(value unknown, buckets integer) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_jump_hash_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION jump_hash(unknown, integer) IS 'bucket of an untyped literal, as text';
CREATE FUNCTION jump_hash(value unknown, buckets bigint) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_jump_hash_literal_bigint' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION jump_hash(unknown, bigint) IS 'bucket of an untyped literal, as text';

CREATE FUNCTION rendezvous_node(value sketch_item, nodes text[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_node' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION rendezvous_node(sketch_item, text[]) IS 'node that takes a value; a new node moves values only to itself, one that leaves only from itself';
CREATE FUNCTION rendezvous_node(value unknown, nodes text[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_node_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION rendezvous_node(unknown, text[]) IS 'node that takes an untyped literal, as text';
CREATE FUNCTION rendezvous_node(value unknown, nodes unknown) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_node_literals' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION rendezvous_node(unknown, unknown) IS 'node that takes an untyped literal, as text; the nodes are an untyped literal, too';
CREATE FUNCTION rendezvous_node(value sketch_item, nodes text[], weights double precision[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_node_weights' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION rendezvous_node(sketch_item, text[], double precision[]) IS 'node that takes a value, where each takes values in proportion to its weight, and none at weight 0';

CREATE FUNCTION rendezvous_nodes(value sketch_item, nodes text[], n bigint) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(sketch_item, text[], bigint) IS 'the first n nodes for a value, in order of preference, or all if there are fewer';
CREATE FUNCTION rendezvous_nodes(value unknown, nodes text[], n integer) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(unknown, text[], integer) IS 'the first n nodes for an untyped literal, as text, in order of preference';
CREATE FUNCTION rendezvous_nodes(value unknown, nodes text[], n bigint) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes_literal_bigint' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(unknown, text[], bigint) IS 'the first n nodes for an untyped literal, as text, in order of preference';
CREATE FUNCTION rendezvous_nodes(value unknown, nodes unknown, n integer) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes_literals' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(unknown, unknown, integer) IS 'the first n nodes for an untyped literal, as text, in order of preference; the nodes are an untyped literal, too';
CREATE FUNCTION rendezvous_nodes(value sketch_item, nodes text[], n bigint, weights double precision[]) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_rendezvous_nodes_weights' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION rendezvous_nodes(sketch_item, text[], bigint, double precision[]) IS 'the first n nodes for a value, in order of preference, without those of weight 0';

CREATE FUNCTION ring_node(value sketch_item, nodes text[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_node' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ring_node(sketch_item, text[]) IS 'node that takes a value on a ring with 150 points for each node';
CREATE FUNCTION ring_node(value unknown, nodes text[]) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_node_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ring_node(unknown, text[]) IS 'node that takes an untyped literal, as text, on a ring with 150 points for each node';
CREATE FUNCTION ring_node(value unknown, nodes unknown) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_node_literals' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ring_node(unknown, unknown) IS 'node that takes an untyped literal, as text, on a ring with 150 points for each node; the nodes are an untyped literal, too';
CREATE FUNCTION ring_node(value sketch_item, nodes text[], weights double precision[], points bigint DEFAULT 150) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_node_weights' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ring_node(sketch_item, text[], double precision[], bigint) IS 'node that takes a value on a ring with that many points for a node of weight 1';

CREATE FUNCTION ring_nodes(value sketch_item, nodes text[], n bigint) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(sketch_item, text[], bigint) IS 'the first n nodes for a value on a ring with 150 points for each node, or all if there are fewer';
CREATE FUNCTION ring_nodes(value unknown, nodes text[], n integer) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(unknown, text[], integer) IS 'the first n nodes for an untyped literal, as text, on a ring with 150 points for each node';
CREATE FUNCTION ring_nodes(value unknown, nodes text[], n bigint) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes_literal_bigint' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(unknown, text[], bigint) IS 'the first n nodes for an untyped literal, as text, on a ring with 150 points for each node';
CREATE FUNCTION ring_nodes(value unknown, nodes unknown, n integer) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes_literals' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(unknown, unknown, integer) IS 'the first n nodes for an untyped literal, as text, on a ring with 150 points for each node, in order of preference; the nodes are an untyped literal, too';
CREATE FUNCTION ring_nodes(value sketch_item, nodes text[], n bigint, weights double precision[], points bigint DEFAULT 150) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_sketch_ring_nodes_weights' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION ring_nodes(sketch_item, text[], bigint, double precision[], bigint) IS 'the first n nodes for a value on a ring with that many points for a node of weight 1, without those of weight 0';

-- Places that others give. A text is hashed as its bytes are in the server's encoding.

CREATE FUNCTION redis_slot(key text) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_redis_slot' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION redis_slot(text) IS 'slot of a key in a Redis Cluster, from 0 to 16383';
CREATE FUNCTION redis_slot(key bytea) RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_redis_slot_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION redis_slot(bytea) IS 'slot of a key in a Redis Cluster, from 0 to 16383';
CREATE FUNCTION kafka_partition(key text, partitions bigint, partitioner text DEFAULT 'murmur2') RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_kafka_partition' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION kafka_partition(text, bigint, text) IS 'partition that a producer of Kafka chooses for a key, from 0 to partitions - 1; the partitioner is murmur2 or crc32';
CREATE FUNCTION kafka_partition(key bytea, partitions bigint, partitioner text DEFAULT 'murmur2') RETURNS integer
    AS 'MODULE_PATHNAME', 'pg_sketch_kafka_partition_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION kafka_partition(bytea, bigint, text) IS 'partition that a producer of Kafka chooses for a key, from 0 to partitions - 1; the partitioner is murmur2 or crc32';
