-- Texts of different bytes that a collation calls equal would hash apart, so such a collation is refused.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
\set SHOW_CONTEXT never

-- Nondeterministic collations are those of ICU, which a server may have been built without.
SELECT NOT EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') AS no_icu \gset
\if :no_icu
\quit
\endif

CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE COLLATION cased (provider = icu, locale = 'und-u-ks-level2', deterministic = true);
RESET client_min_messages;
CREATE DOMAIN nick AS text COLLATE caseless;
CREATE DOMAIN short_nick AS char(5) COLLATE caseless;
CREATE TABLE person (
    any_case text COLLATE caseless, up_to_nine varchar(9) COLLATE caseless, of_five char(5) COLLATE caseless,
    name name COLLATE caseless, nick nick, short_nick short_nick, by_bytes text COLLATE cased, own text
);
INSERT INTO person SELECT v, v, v, v, v, v, v, v FROM unnest(ARRAY['ada', 'Ada', 'bob']) AS v;
SELECT count(DISTINCT any_case) AS any_case, count(DISTINCT by_bytes) AS by_bytes FROM person;

SELECT hll_count_distinct(any_case) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(up_to_nine) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add_agg(of_five) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(name) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(nick) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(bloom_empty(10), short_nick) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT sketch_hash_of(any_case) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT any_case::sketch_item FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg(any_case::text) FROM person;
\echo :LAST_ERROR_SQLSTATE

-- Those that are deterministic are not, whatever they sort by.
SELECT hll_count_distinct(by_bytes) AS by_bytes, hll_count_distinct(own) AS own,
    hll_add_agg(by_bytes) = hll_add_agg(own) AS same FROM person;

-- The ways that the HINT tells.
SELECT hll_count_distinct(lower(any_case COLLATE "default")) AS lower,
    hll_count_distinct(any_case COLLATE "C" || '') AS bytes,
    hll_count_distinct(lower(nick COLLATE "default")) AS nicks FROM person;
SELECT hll_count_distinct(v) FROM (SELECT any_case COLLATE "C" AS v FROM person) AS by_bytes;
-- Postgres drops a COLLATE that stands around the whole argument, here of either sort.
SELECT hll_count_distinct(any_case COLLATE "C") FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(own COLLATE caseless) FROM person;

-- Of two collations in conflict one may be nondeterministic.
SELECT hll_count_distinct(by_bytes || any_case) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(by_bytes || any_case COLLATE "C") FROM person;

-- Each place in a statement has a collation of its own; one that was found good is not asked about again.
SELECT hll_count_distinct(by_bytes) AS by_bytes, hll_count_distinct(any_case) AS any_case FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(CASE WHEN g < 90 THEN by_bytes END) FROM person, generate_series(1, 100) AS g;
