-- The functions on one filter or two, but for how they find what is stored: that is bloom_probing.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;
CREATE SCHEMA bloom_functions;
SET search_path = bloom_functions, public;

CREATE TABLE f AS
SELECT (SELECT bloom_add_agg(g, 1000) FROM generate_series(1, 50) AS g) AS few,
    (SELECT bloom_add_agg(g, 10000) FROM generate_series(1, 10000) AS g) AS many,
    (SELECT bloom_add_agg(g, 10000) FROM generate_series(5001, 10000) AS g) AS others,
    (SELECT bloom_add_agg(g, 10000, 0.001) FROM generate_series(1, 10000) AS g) AS strict,
    (SELECT bloom_add_agg(g, 500) FROM generate_series(1, 10000) AS g) AS grown,
    (SELECT bloom_add_agg('p:' || g, 1000) FROM generate_series(1, 1000) AS g) AS texts;

-- bloom_empty
SELECT bloom_empty(1000), bloom_empty(1), bloom_empty(1000, 0.5),
    bloom_empty(1000) = bloom_empty(1000, 0.01) AS is_default;
SELECT bloom_empty(capacity => 1000, fpr => 0.1) = bloom_empty(1000, 0.1) AS named;
SELECT bloom_empty(0);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(-1);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1099511627777);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1000000000000000000);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1000, 0);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1000, -0.01);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1, 0.999999);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1000, 1e-300);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1000, 'NaN');
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1000, 'Infinity');
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY terse
SELECT bloom_empty(1000000000);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_empty(1099511627776);
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY default

-- The smallest and the strictest filters work as well.
SELECT capacity, fpr, bool_and(bloom_contains(filter, g)) AS all_found, count(*) AS added,
    count(*) FILTER (WHERE bloom_contains(filter, -g)) <= greatest(3, fpr * 2000) AS few_others
FROM (VALUES (1, 0.5), (1, 0.01), (1, 1e-8), (2, 0.1), (7, 0.01), (64, 1e-8), (1000, 0.5)) AS made(capacity, fpr),
    LATERAL (SELECT bloom_add_agg(g, capacity, fpr) AS filter FROM generate_series(1, capacity) AS g) AS v,
    generate_series(1, capacity) AS g
GROUP BY capacity, fpr ORDER BY capacity, fpr;

-- bloom_add
SELECT # bloom_add(bloom_empty(10), 1), # bloom_add(bloom_add(bloom_empty(10), 1), 2),
    # bloom_add(bloom_add(bloom_empty(10), 1), 1::bigint);
SELECT bloom_add(few, 50) = few AS known, # bloom_add(few, 51) AS new FROM f;
SELECT bloom_add(many, 10000) = many AS known, bloom_add(grown, 10000) = grown AS known_in_layers FROM f;
SELECT bloom_add(filter => bloom_empty(10), value => 1) = bloom_add(bloom_empty(10), 1) AS named;
SELECT bloom_contains(bloom_add(many, -1), -1) AS added, bloom_contains(bloom_add(grown, -1), -1) AS added_to_layers
FROM f;
-- ... of an untyped literal, which is text; an untyped parameter could be anything
SELECT bloom_add(bloom_empty(10), 'p:1') = bloom_add(bloom_empty(10), 'p:1'::text) AS literal,
    bloom_add(bloom_empty(10), '') = bloom_add(bloom_empty(10), ''::text) AS nothing;
PREPARE add_parameter AS SELECT bloom_add(bloom_empty(10), $1);
\echo :LAST_ERROR_SQLSTATE
-- ... of another domain
SELECT bloom_add(few, 'p:1') FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add(texts, 1) FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add(grown, 1.0) FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_add(bloom_add(bloom_empty(10), date '2020-01-01'), timestamp '2020-01-01');
\echo :LAST_ERROR_SQLSTATE

-- bloom_contains
SELECT bloom_contains(few, 1), bloom_contains(few, 51), bloom_contains(texts, 'p:7'),
    bloom_contains(texts, 'p:7'::text),
    bloom_contains(filter => few, value => 50::smallint) AS named FROM f;
SELECT bool_and(bloom_contains(many, g)) AS many, bool_and(bloom_contains(grown, g)) AS grown
FROM f, generate_series(1, 10000) AS g;
SELECT count(*) FILTER (WHERE bloom_contains(many, g)) BETWEEN 50 AND 110 AS one_in_a_hundred,
    count(*) FILTER (WHERE bloom_contains(strict, g)) BETWEEN 3 AND 16 AS one_in_a_thousand,
    count(*) FILTER (WHERE bloom_contains(grown, g)) < 200 AS two_in_a_hundred,
    count(*) FILTER (WHERE bloom_contains(few, g)) AS none
FROM f, generate_series(10001, 20000) AS g;
SELECT bloom_contains(bloom_empty(10), 1), bloom_contains(bloom_empty(10), 'a'), bloom_contains(bloom_empty(10), 1.0);
SELECT bloom_contains(NULL, 1), bloom_contains(few, NULL::integer), bloom_contains(few, NULL) FROM f;
SELECT bloom_contains(few, 'p:1') FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(many, 1.0) FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(grown, '1') FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(texts, 1) FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_contains(few, '{"a": 1}'::jsonb) FROM f;
\echo :LAST_ERROR_SQLSTATE

-- bloom_union and ||
SELECT bloom_union(bloom_add(bloom_empty(10), 1),
    bloom_add(bloom_empty(10), 2)) = bloom_add(bloom_add(bloom_empty(10), 2), 1) AS same;
SELECT many || others = many AS contained, many || many = many AS idempotent,
    others || many = many || others AS commutative,
    many || bloom_empty(10000) = many AS empty_right, bloom_empty(10000) || many = many AS empty_left FROM f;
-- ... an empty one yields, whatever it was made for
SELECT many || bloom_empty(7, 0.5) = many AS right, bloom_empty(7, 0.5) || many = many AS left,
    bloom_empty(1) || bloom_empty(2) = bloom_empty(2) || bloom_empty(1) AS two_empties FROM f;
-- ... of different capacities: side by side, and nothing is lost
SELECT (bloom_info(many || few)).layers, (bloom_info(few || many)).layers, (bloom_info(many || grown)).layers >
    (bloom_info(grown)).layers AS more_layers FROM f;
SELECT bool_and(bloom_contains(many || few, g)) AS list, bool_and(bloom_contains(many || grown, g)) AS layers,
    bool_and(bloom_contains(bloom_add(grown, -g) || many, -g)) AS added
FROM (SELECT few, many, grown FROM f OFFSET 0) AS f, generate_series(1, 10000, 100) AS g;
-- ... of equal ones that together hold too much
SELECT layers, bool_and(bloom_contains(filter, g)) AS all_found
FROM (SELECT many || (SELECT bloom_add_agg(g, 10000) FROM generate_series(10001, 20000) AS g) AS filter
        FROM f OFFSET 0) AS u,
    bloom_info(filter), generate_series(1, 20000) AS g GROUP BY layers;
SELECT many || strict FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT strict || few FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT few || texts FROM f;
\echo :LAST_ERROR_SQLSTATE
SELECT texts || many FROM f;
\echo :LAST_ERROR_SQLSTATE

-- bloom_cardinality and #
SELECT # bloom_empty(10), bloom_cardinality(bloom_empty(1, 0.5)), # few, bloom_cardinality(few) FROM f;
SELECT # many = round(# many) AS whole, # many BETWEEN 9800 AND 10200 AS near,
    # grown BETWEEN 9500 AND 10500 AS near_in_layers FROM f;

-- bloom_size, of 1.05, 1.08 and 1.10 times the classical optimum at most
SELECT capacity, fpr, bloom_size(capacity, fpr) / (-capacity * ln(fpr) / ln(2) ^ 2 / 8) < most AS fits
FROM (VALUES (0.01, 1.05), (0.001, 1.08), (0.0001, 1.10)) AS rate(fpr, most),
    unnest(ARRAY[10000, 1000000, 10000000]) AS capacity
ORDER BY fpr, capacity;
SELECT bloom_size(1000) = bloom_size(1000, 0.01) AS is_default,
    bloom_size(capacity => 1000, fpr => 0.01) = bloom_size(1000) AS named,
    bloom_size(10000) = length(many::bytea) AS is_true,
    bloom_size(10000, 0.001) = length(strict::bytea) AS of_other_rates FROM f;
SELECT bloom_size(0);
\echo :LAST_ERROR_SQLSTATE
SELECT bloom_size(1000, 2);
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY terse
SELECT bloom_size(1000000000);
\echo :LAST_ERROR_SQLSTATE
\set VERBOSITY default
SELECT bloom_size(1000000000, 0.05) < 1000000000 AS a_higher_rate_fits;

-- bloom_info
SELECT * FROM bloom_info(bloom_empty(1000, 0.001));
SELECT format_version, domain, form, capacity, fpr, layers, bytes = length(few::bytea) AS bytes, fill, cardinality,
    estimated_fpr < 1e-12 AS exact FROM f, bloom_info(few);
SELECT format_version, domain, form, capacity, fpr, layers, bytes = length(many::bytea) AS bytes,
    round(fill[1]::numeric, 2) AS fill, cardinality = # many AS cardinality,
    estimated_fpr BETWEEN 0.009 AND 0.011 AS as_asked_for FROM f, bloom_info(many);
SELECT domain, form, capacity, fpr, layers, layers = cardinality(fill) AS fill_of_each,
    bytes = length(grown::bytea) AS bytes,
    info.cardinality = # grown AS cardinality, estimated_fpr BETWEEN 0.01 AND 0.02 AS no_more_than_twice
FROM f, bloom_info(grown) AS info;
SELECT (bloom_info(filter)).domain FROM unnest(ARRAY[
    bloom_add(bloom_empty(10), 1), bloom_add(bloom_empty(10), 'a'),
    bloom_add(bloom_empty(10), '00000000-0000-0000-0000-000000000001'::uuid),
    bloom_add(bloom_empty(10), '\x01'::bytea), bloom_add(bloom_empty(10), true), bloom_add(bloom_empty(10), 1::real),
    bloom_add(bloom_empty(10), 1.0),
    bloom_add(bloom_empty(10), date '2020-01-01'), bloom_add(bloom_empty(10), timestamp '2020-01-01'),
    bloom_add(bloom_empty(10), timestamptz '2020-01-01'), bloom_add(bloom_empty(10), inet '::1')]) AS filter;

-- No false negative for any domain, from a list through a filter to layers.
CREATE TABLE every_domain AS SELECT g AS a, g::text AS b, md5(g::text)::uuid AS c, int4send(g) AS d, g % 2 = 0 AS e,
    g / 3::float8 AS f,
    g / 7::numeric AS g, date '2020-01-01' + g AS h, timestamp '2020-01-01' + g * interval '1 s' AS i,
    timestamptz '2020-01-01' + g * interval '1 s' AS j, inet '10.0.0.0' + g AS k FROM generate_series(1, 3000) AS g;
SELECT capacity, (SELECT count(*) FROM every_domain WHERE bloom_contains(fa, a) AND bloom_contains(fb, b) AND
    bloom_contains(fc, c) AND bloom_contains(fd, d) AND bloom_contains(fe, e) AND bloom_contains(ff, f) AND
    bloom_contains(fg, g) AND bloom_contains(fh, h) AND bloom_contains(fi, i) AND bloom_contains(fj, j) AND
    bloom_contains(fk, k)) AS found
FROM unnest(ARRAY[100, 3000, 100000]) AS capacity, LATERAL (
    SELECT bloom_add_agg(a, capacity) AS fa, bloom_add_agg(b, capacity) AS fb, bloom_add_agg(c, capacity) AS fc,
        bloom_add_agg(d, capacity) AS fd, bloom_add_agg(e, capacity) AS fe, bloom_add_agg(f, capacity) AS ff,
        bloom_add_agg(g, capacity) AS fg, bloom_add_agg(h, capacity) AS fh, bloom_add_agg(i, capacity) AS fi,
        bloom_add_agg(j, capacity) AS fj, bloom_add_agg(k, capacity) AS fk FROM every_domain) AS filters
ORDER BY capacity;
