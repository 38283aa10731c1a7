-- What the lanes know of each type of sketch. A new type joins the lanes by an entry in lane.type. What the
-- catalogue has is read from the catalogue.
--
-- The functions of tests/lanes/common.sh read lane.types in a database of its own. A lane that needs the table next to
-- its own tables reads this file there.

CREATE SCHEMA lane;

CREATE TABLE lane.type (
    name text PRIMARY KEY,
    -- A sketch without values.
    empty text NOT NULL,
    -- An aggregate call: the sketch of the column `value`, whose type may be any that is hashed.
    of_values text NOT NULL,
    -- The same two with parameters for which a sketch of 1,900 values is full, and takes less than three kilobytes.
    small_empty text NOT NULL,
    small_of_values text NOT NULL,
    -- The most distinct values for which the bytes do not depend on the order of merges; NULL if any number does.
    certain integer,
    -- The operator that merges two sketches, and whether merging a sketch again changes nothing.
    operator text NOT NULL,
    is_idempotent boolean NOT NULL,
    -- A function: of a sketch of up to a thousand distinct values it returns their number.
    read_out text NOT NULL,
    -- A function that finds what was added, or NULL.
    contains text,
    -- A full sketch whose parameters do not fit those of `empty`.
    other text NOT NULL,
    -- SQLSTATEs of functions of sound sketches, in addition to those that functions of every type have.
    more_errors text[] NOT NULL,
    -- Queries for small sketches in every form that is stored.
    forms text[] NOT NULL,
    -- Queries for sketches at the limits of their parameters and sizes.
    extremes text[] NOT NULL
);

INSERT INTO lane.type (name, empty, of_values, small_empty, small_of_values, certain, operator, is_idempotent, read_out,
    contains, other, more_errors, forms, extremes)
VALUES (
    'hll', 'hll_empty()', 'hll_add_agg(value)', 'hll_empty(10)', 'hll_add_agg(value, 10)', NULL, '||', true, 'hll_cardinality',
    NULL, '(SELECT hll_add_agg(g, 4) FROM generate_series(1, 9) AS g)', '{}',
    ARRAY[
        'SELECT hll_empty()',
        'SELECT hll_add(hll_empty(), 1)',
        'SELECT (SELECT hll_add_agg(g, p) FROM generate_series(1, n) AS g)
            FROM unnest(ARRAY[30, 1900, 30000]) AS n, unnest(ARRAY[4, 10, 14]) AS p'
    ], ARRAY[
        'SELECT hll_empty(p) FROM generate_series(4, 18) AS p',
        'SELECT hll_add_agg(g, p) FROM generate_series(4, 18) AS p, unnest(ARRAY[0, 12, 13, 200]) AS percent,
            generate_series(0, (1 << p) * percent / 100) AS g GROUP BY p, percent'
    ]
), (
    'bloom', 'bloom_empty(30000)', 'bloom_add_agg(value, 30000)', 'bloom_empty(2000)', 'bloom_add_agg(value, 2000)',
    30000, '||', true, 'bloom_cardinality', 'bloom_contains',
    '(SELECT bloom_add_agg(g, 30, 0.001) FROM generate_series(1, 30) AS g)', '{54000}',
    ARRAY[
        'SELECT bloom_empty(1000)',
        'SELECT bloom_add(bloom_empty(1), 1)',
        'SELECT (SELECT bloom_add_agg(g, capacity, fpr) FROM generate_series(1, n) AS g)
            FROM (VALUES (30, 1000, 0.01), (900, 50000, 1e-6), (60, 64, 0.5), (3000, 3000, 0.01), (1000, 1000, 1e-8),
                (200, 20, 0.1), (3000, 300, 0.01)) AS made(n, capacity, fpr)',
        'SELECT bloom_union_agg(bloom_add(bloom_empty(g), g)) FROM generate_series(1, 5) AS g',
        'SELECT bloom_add(bloom_empty(9), ''a'')'
    ], ARRAY[
        'SELECT bloom_empty(capacity, rate)
            FROM (VALUES (1, 0.5), (64, 0.01), (64, 1e-8), (800000000, 0.01)) AS made(capacity, rate)',
        'SELECT bloom_add_agg(g, capacity, rate) FROM (VALUES (1, 1), (9, 5000), (1024, 100000), (1025, 100000),
            (5000, 5000), (3000, 20)) AS made(n, capacity), unnest(ARRAY[0.01, 0.5, 1e-8]) AS rate,
            generate_series(1, n) AS g GROUP BY n, capacity, rate',
        'SELECT bloom_add_agg(g) FROM unnest(ARRAY[1, 64, 100, 5000]) AS n, generate_series(1, n) AS g GROUP BY n',
        'SELECT bloom_union_agg(bloom_add(bloom_empty(g), g)) FROM generate_series(1, 60) AS g'
    ]
), (
    'topk', 'topk_empty(30000)', 'topk_add_agg(value, 30000)', 'topk_empty(100)', 'topk_add_agg(value, 100)', 30000, '+', false,
    'topk_total',
    NULL, '(SELECT topk_add_agg(g, 7) FROM generate_series(1, 9) AS g)', '{22003, 22023}',
    ARRAY[
        'SELECT topk_empty()',
        'SELECT topk_add(topk_empty(), ''a'')',
        'SELECT (SELECT topk_sum_agg(g % 70, g, capacity) FROM generate_series(1, n) AS g)
            FROM unnest(ARRAY[3, 100, 3000]) AS n, unnest(ARRAY[1, 20, 1000]) AS capacity',
        'SELECT topk_add_agg(md5(g::text), 50) + topk_add_agg(md5((g % 90)::text), 50) FROM generate_series(1, 300) AS g',
        'SELECT topk_add_agg(repeat(''x'', 250 + g % 9), 5) FROM generate_series(1, 100) AS g'
    ], ARRAY[
        'SELECT topk_empty(capacity) FROM unnest(ARRAY[1, 100000]) AS capacity',
        'SELECT topk_add(topk_empty(), 1, 9223372036854775807)',
        'SELECT topk_add_agg(g, capacity) FROM unnest(ARRAY[1, 1000, 100000]) AS capacity, unnest(ARRAY[1, 1001, 70000]) AS n,
            generate_series(1, n) AS g GROUP BY capacity, n'
    ]
), (
    'cms', 'cms_empty()', 'cms_add_agg(value)', 'cms_empty(0.1)', 'cms_add_agg(value, 0.1, 0.01)', NULL, '+', false, 'cms_total',
    NULL, '(SELECT cms_add_agg(g, 0.05, 0.05) FROM generate_series(1, 9) AS g)', '{22003}',
    ARRAY[
        'SELECT cms_empty()',
        'SELECT cms_add(cms_empty(), ''a'')',
        'SELECT (SELECT cms_sum_agg(g % 700, g * weight, epsilon, 0.1) FROM generate_series(1, n) AS g)
            FROM unnest(ARRAY[3, 300, 3000]) AS n, unnest(ARRAY[0.5, 0.02]) AS epsilon, unnest(ARRAY[1, 1000000]::bigint[]) AS weight'
    ], ARRAY[
        'SELECT cms_empty(epsilon, delta) FROM (VALUES (0.5, 0.5), (0.000001, 0.000000001)) AS made(epsilon, delta)',
        'SELECT cms_add(cms_empty(), 1, 9223372036854775807)',
        'SELECT cms_sum_agg(g, n::bigint << 33) FROM generate_series(1, 3) AS n, generate_series(1, 20000) AS g GROUP BY n',
        'SELECT cms_sum_agg(g, 1::bigint << bits, 0.01, 0.01) FROM unnest(ARRAY[0, 8, 16, 32, 40]) AS bits, unnest(ARRAY[1, 70000]) AS n,
            generate_series(1, n) AS g GROUP BY bits, n'
    ]
);

-- An argument of an aggregate, by its name, for which any expression of its type will do. A sketch is the column that
-- has the name of its type.
CREATE TABLE lane.argument (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO lane.argument VALUES ('value', 'value'), ('precision', '12'), ('capacity', '20000'), ('fpr', '0.02'),
    ('weight', '1'), ('epsilon', '0.01'), ('delta', '0.1');

CREATE VIEW lane.member AS SELECT classid, objid FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
    AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_sketch');

-- The types of sketches that the extension has: an aggregate returns them.
CREATE VIEW lane.sketch AS SELECT DISTINCT pg_type.oid, typname::text AS name
FROM pg_type JOIN pg_proc ON prorettype = pg_type.oid AND prokind = 'a'
    JOIN lane.member AS of_proc ON of_proc.classid = 'pg_proc'::regclass AND of_proc.objid = pg_proc.oid
    JOIN lane.member AS of_type ON of_type.classid = 'pg_type'::regclass AND of_type.objid = pg_type.oid
WHERE typtype = 'b';

-- The aggregates, each with a call of it; `?` stands for an argument whose name is not known.
CREATE VIEW lane.aggregate AS
SELECT p.oid, p.oid::regprocedure::text AS name, proname, prorettype, pronargs,
    format('%s(%s)', proname, string_agg(coalesce(sketch.name, value, '?'), ', ' ORDER BY place)) AS call,
    string_agg(sketch.name, ', ' ORDER BY place) AS of_sketch
FROM pg_proc AS p JOIN lane.member ON classid = 'pg_proc'::regclass AND objid = p.oid,
    unnest(proargtypes::oid[], proargnames) WITH ORDINALITY AS given (oid, name, place)
    LEFT JOIN lane.sketch ON sketch.oid = given.oid LEFT JOIN lane.argument ON argument.name = given.name
WHERE prokind = 'a' AND place <= pronargs GROUP BY p.oid;

-- The types of lane.type that the extension has, with what the catalogue has of them: the function behind the operator
-- that merges, the aggregate that does, its transition function, and whether sketches are ordered.
CREATE VIEW lane.types AS
SELECT type.*, oprcode::text AS merge, of_merging.proname AS merge_agg, aggtransfn::text AS merge_trans, EXISTS (
        SELECT FROM pg_opclass JOIN pg_am ON pg_am.oid = opcmethod WHERE opcintype = sketch.oid AND amname = 'btree'
    ) AS is_ordered
FROM lane.type JOIN lane.sketch USING (name)
    JOIN pg_operator ON oprname = operator AND oprleft = sketch.oid AND oprright = sketch.oid
    JOIN lane.aggregate AS of_merging ON prorettype = sketch.oid AND of_sketch = type.name AND pronargs = 1
    JOIN pg_aggregate ON aggfnoid = of_merging.oid;

-- A template, each {column} in it replaced by what the row of lane.types has there.
CREATE FUNCTION lane.filled(lane.types, template text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    field record;
BEGIN
    FOR field IN SELECT key, value FROM jsonb_each_text(to_jsonb($1)) LOOP
        template := replace(template, '{' || field.key || '}', coalesce(field.value, 'NULL'));
    END LOOP;
    RETURN template;
END
$$;

-- The same for all types, one after the other.
CREATE FUNCTION lane.each(template text, separator text DEFAULT ', ') RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(lane.filled(types, template), separator ORDER BY name) FROM lane.types
$$;
