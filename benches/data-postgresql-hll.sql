-- The same sets as sketches of postgresql-hll, in the form that it chooses for them.

CREATE SCHEMA pghll;
CREATE EXTENSION hll SCHEMA pghll;

CREATE TABLE their_block_sketches AS
SELECT block, pghll.hll_add_agg(pghll.hll_hash_bigint(x), 14) AS s FROM blocks GROUP BY block;
CREATE TABLE their_sketches (id int, s pghll.hll);
INSERT INTO their_sketches
SELECT id, pghll.hll_union_agg(s) FROM members JOIN their_block_sketches USING (block) GROUP BY id;
CREATE TABLE their_sketches_in_line (LIKE their_sketches) WITH (toast_tuple_target = 8160);
INSERT INTO their_sketches_in_line TABLE their_sketches;

CREATE TABLE their_small (empty pghll.hll, one pghll.hll);
INSERT INTO their_small VALUES (
    pghll.hll_empty(14), pghll.hll_add(pghll.hll_empty(14), pghll.hll_hash_bigint(42))
);

VACUUM ANALYZE;
