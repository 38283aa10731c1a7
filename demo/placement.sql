-- Where keys belong: 100,000 keys on four nodes, and then on five. Which keys move, and how even the loads are.

CREATE EXTENSION IF NOT EXISTS pg_sketch;

CREATE TABLE products AS SELECT n, 'product:' || n AS key FROM generate_series(1, 100000) AS n;
CREATE TABLE cluster (nodes text[] NOT NULL);
INSERT INTO cluster VALUES ('{node1,node2,node3,node4}'), ('{node1,node2,node3,node4,node5}');

-- Each key, the number of nodes, and its node by each rule.
CREATE TABLE placed AS
SELECT key, cardinality(nodes) AS nodes, place, rule, node
FROM products, cluster, LATERAL (VALUES
    (1, 'hash modulo nodes',  'node' || 1 + (hashtextextended(key, 0) & 1073741823) % cardinality(nodes)),
    (2, 'ring, 1 point',      ring_node(key, nodes, array_fill(1.0::double precision, ARRAY[cardinality(nodes)]), 1)),
    (3, 'ring, 150 points',   ring_node(key, nodes)),
    (4, 'jump hash',          'node' || 1 + jump_hash(key, cardinality(nodes))),
    (5, 'rendezvous hashing', rendezvous_node(key, nodes))
) AS rules (place, rule, node);

\echo
\echo 'A fifth node comes. To have equal loads again, it has to take a fifth of the keys, and no other key has to move:'
SELECT rule, count(*) FILTER (WHERE before.node <> after.node) AS moved,
       round(100.0 * count(*) FILTER (WHERE before.node <> after.node) / count(*), 1) AS "moved, %",
       count(*) FILTER (WHERE before.node <> after.node AND after.node <> 'node5') AS "to another node than the new one"
FROM placed AS before JOIN placed AS after USING (key, place, rule)
WHERE before.nodes = 4 AND after.nodes = 5
GROUP BY place, rule ORDER BY place;

\echo 'Keys of each of the five nodes. The mean is 20,000:'
SELECT rule, count(*) FILTER (WHERE node = 'node1') AS node1, count(*) FILTER (WHERE node = 'node2') AS node2,
       count(*) FILTER (WHERE node = 'node3') AS node3, count(*) FILTER (WHERE node = 'node4') AS node4,
       count(*) FILTER (WHERE node = 'node5') AS node5
FROM placed WHERE nodes = 5 GROUP BY place, rule ORDER BY place;

\echo 'Who has to send what to the new node, on the ring of 150 points:'
SELECT before.node AS "from", after.node AS "to", count(*) AS keys
FROM placed AS before JOIN placed AS after USING (key, place, rule)
WHERE before.nodes = 4 AND after.nodes = 5 AND rule = 'ring, 150 points' AND before.node <> after.node
GROUP BY before.node, after.node ORDER BY before.node;

\echo 'Slots of a Redis Cluster. What stands in braces decides alone, so the last two keys can be used in one command:'
SELECT key, redis_slot(key) AS slot
FROM (VALUES (1, 'somekey'), (2, 'foo{hash_tag}'), (3, 'rl:{user42}:minute'), (4, 'rl:{user42}:hour')) AS keys (place, key)
ORDER BY place;
