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
    hll_count_distinct(sketch_item(any_case COLLATE "C")) AS bytes,
    hll_count_distinct(lower(nick COLLATE "default")) AS nicks FROM person;
SELECT hll_count_distinct(v) FROM (SELECT any_case COLLATE "C" AS v FROM person) AS by_bytes;
SELECT hll_add_agg(sketch_item(up_to_nine COLLATE "C")) = hll_add_agg(own) AS varchar,
    hll_add_agg(sketch_item(of_five COLLATE "C")) = hll_add_agg(own::char(5)) AS char,
    hll_add_agg(sketch_item(name COLLATE "C")) = hll_add_agg(own) AS name,
    hll_add_agg(sketch_item(nick COLLATE "C")) = hll_add_agg(own) AS domain FROM person;
-- Postgres drops a COLLATE that stands around the whole argument, here of either sort.
SELECT hll_count_distinct(any_case COLLATE "C") FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(own COLLATE caseless) FROM person;

-- Of two collations in conflict one may be nondeterministic.
SELECT hll_count_distinct(by_bytes || any_case) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(CASE WHEN length(own) = 3 THEN by_bytes ELSE any_case END) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(CASE WHEN true THEN by_bytes ELSE any_case END) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(v) FROM (SELECT by_bytes AS v FROM person UNION ALL SELECT any_case FROM person) AS two;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(v COLLATE "C") FROM (SELECT coalesce(by_bytes, any_case) AS v FROM person) AS one;
\echo :LAST_ERROR_SQLSTATE
-- The ways that the HINT tells.
SELECT hll_count_distinct(by_bytes || any_case COLLATE "C") FROM person;
SELECT hll_count_distinct(sketch_item((by_bytes || any_case) COLLATE "C")) FROM person;
SELECT hll_count_distinct(sketch_item(v COLLATE "C"))
FROM (SELECT by_bytes AS v FROM person UNION ALL SELECT any_case FROM person) AS two;

-- Where Postgres tells none: in the cast of an array, whatever collation that has,
SELECT ARRAY[own]::sketch_item[] = ARRAY(SELECT sketch_item(own)) AS elements FROM person LIMIT 1;
SELECT string_to_array('a,b', ',')::sketch_item[];
\echo :LAST_ERROR_SQLSTATE
SELECT (ARRAY(SELECT any_case FROM person))::sketch_item[];
SELECT (ARRAY(SELECT of_five FROM person))::sketch_item[];
SELECT (ARRAY(SELECT name FROM person))::sketch_item[];
SELECT (ARRAY(SELECT nick FROM person))::sketch_item[];
SELECT '{1,2}'::integer[]::sketch_item[] = ARRAY[1, 2]::sketch_item[] AS integers;
SELECT hll_count_distinct(item) FROM unnest(ARRAY(SELECT sketch_item(value) FROM unnest('{a,b}'::text[]) AS value)) AS item;
SELECT ARRAY(SELECT sketch_item(value) FROM unnest(ARRAY(SELECT any_case FROM person)) AS value);
\echo :LAST_ERROR_SQLSTATE
-- and in an assignment of PL/pgSQL, but for := after BEGIN.
CREATE FUNCTION pg_temp.run(declared text, body text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    EXECUTE format('CREATE OR REPLACE FUNCTION pg_temp.ran() RETURNS sketch_item LANGUAGE plpgsql AS %L',
        format('DECLARE item sketch_item%s; BEGIN %s; RETURN item; END', declared, body));
    RETURN pg_temp.ran();
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN concat(SQLSTATE, ' ', detail);
END
$$;
SELECT declared, body, pg_temp.run(declared, body) FROM (VALUES
    ('', $$item := 'a'::text$$),
    ('', $$item := (SELECT nick FROM person LIMIT 1)$$),
    ('', $$SELECT 'a'::text INTO item$$),
    ('', $$SELECT any_case FROM person INTO item$$),
    ('', $$SELECT nick FROM person INTO item$$),
    ('', $$EXECUTE 'SELECT ''a''::text' INTO item$$),
    ('', $$FOREACH item IN ARRAY '{a}'::text[] LOOP EXIT; END LOOP$$),
    ('', $$FOR item IN SELECT own FROM person LOOP EXIT; END LOOP$$),
    ('', $$INSERT INTO person (own) VALUES ('a') RETURNING own INTO item$$),
    ('', $$RETURN 'a'::text$$),
    (' := ''a''::text', 'NULL'),
    ('', $$SELECT 7 INTO item$$),
    ('', $$SELECT sketch_item('a'::text) INTO item$$),
    ('', $$SELECT sketch_item(nick) FROM person INTO item$$),
    ('', $$FOR item IN SELECT sketch_item(v) FROM unnest('{a}'::text[]) AS v LOOP EXIT; END LOOP$$),
    ('', $$RETURN sketch_item('a'::text)$$),
    (' := sketch_item(''a''::text)', 'NULL')
) AS function (declared, body);

-- Elsewhere a value has the collation of its expression, or of its type.
CREATE TYPE words AS RANGE (subtype = text);
CREATE FUNCTION item_of(item sketch_item DEFAULT 'a'::text) RETURNS sketch_item LANGUAGE sql AS 'SELECT item';
CREATE FUNCTION item_of_text(value text) RETURNS sketch_item LANGUAGE sql AS 'SELECT value';
SELECT sketch_item('a'::text) AS a, item_of() AS parameter, item_of_text('a') AS result,
    (jsonb '{"k": "a"}' ->> 'k')::sketch_item AS jsonb, lower(words('a', 'b'))::sketch_item AS range \gx
SELECT item_of_text(any_case) FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_add_agg((person).any_case) FROM person;
\echo :LAST_ERROR_SQLSTATE

-- Each place in a statement has a collation of its own; one that was found good is not asked about again.
SELECT hll_count_distinct(by_bytes) AS by_bytes, hll_count_distinct(any_case) AS any_case FROM person;
\echo :LAST_ERROR_SQLSTATE
SELECT hll_count_distinct(CASE WHEN g < 90 THEN by_bytes END) FROM person, generate_series(1, 100) AS g;

-- Names of nodes are compared and hashed by their bytes, whatever their collation; a value is a value as above.
SELECT ring_nodes(1, ARRAY['ada' COLLATE caseless, 'Ada', 'bob'], 3) = ring_nodes(1, ARRAY['ada', 'Ada', 'bob'], 3) AS same,
    count(DISTINCT rendezvous_node(g, ARRAY['ada', 'Ada'])) AS nodes FROM generate_series(1, 100) AS g;
SELECT jump_hash(any_case, 5) FROM person;
\echo :LAST_ERROR_SQLSTATE
