-- citext, of contrib, is refused too: it calls texts equal that have other bytes.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
CREATE EXTENSION IF NOT EXISTS citext;
RESET client_min_messages;

CREATE DOMAIN email AS citext;

SELECT hll_count_distinct('A'::citext, 12);
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg('A'::email);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg('A'::email, 10, 0.1);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(bloom_empty(10), 'A'::citext);
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_of('2fbc593564db7901'::citext);
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_of('2fbc593564db7901'::email);
\echo :LAST_ERROR_SQLSTATE

-- The way out is a cast to text.
SELECT hll_count_distinct(lower(value::text)) AS citexts FROM unnest(ARRAY['a', 'A', 'b']::citext[]) AS value;
