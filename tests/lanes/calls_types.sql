-- Every argument of every function with a value of every type: whether Postgres accepts it, and whether it should.

CREATE TYPE colour AS ENUM ('red', 'green');
CREATE TYPE pair AS (a integer, b text);
CREATE PROCEDURE create_domains() LANGUAGE plpgsql AS $$
DECLARE
    type name;
BEGIN
    FOR type IN
        SELECT typname FROM pg_type WHERE typname IN (SELECT unnest(types) FROM callable)
            AND typtype = 'b' AND typcategory <> 'A'
    LOOP
        EXECUTE format('CREATE DOMAIN %I AS %I', 'domain over ' || type, type);
    END LOOP;
END
$$;
CALL create_domains();
CREATE DOMAIN coarse AS hll(8);
CREATE DOMAIN coarse_or_null AS coarse;

-- Arrays of types that some argument accepts, and a few more.
CREATE TABLE given AS
WITH RECURSIVE based (type, base) AS (
    SELECT oid, oid FROM pg_type
    WHERE typtype IN ('b', 'e', 'r', 'm') AND typcategory <> 'A'
        AND typnamespace IN ('pg_catalog'::regnamespace, 'public'::regnamespace)
        OR typname IN ('pair', '_int8', '_text', '_bytea', '_sketch_hash', '_sketch_item', 'int2vector', 'oidvector')
        OR typname IN (SELECT '_' || name FROM sketch_type)
        OR typname IN (SELECT unnest(types) FROM callable)
    UNION ALL
    SELECT oid, base FROM pg_type JOIN based ON typbasetype = type
    WHERE typtype = 'd' AND typnamespace = 'public'::regnamespace
)
SELECT given.typname AS name, type, base, of_base.typcategory = 'S' AS is_text,
    CASE of_base.typsubscript WHEN 'array_subscript_handler'::regproc THEN of_base.typelem END AS element
FROM based JOIN pg_type AS given ON given.oid = type JOIN pg_type AS of_base ON of_base.oid = base;

-- Where a type is wanted, is a value of the given one taken: by itself, or by an explicit cast? Any text can be read. An
-- array is taken as its elements are.
CREATE TABLE taken AS
SELECT wanted, given, same OR count(castsource) FILTER (WHERE castcontext = 'i') > 0 AS implicitly,
    same OR count(castsource) > 0 OR is_text AS explicitly
FROM (
    SELECT wanted.name AS wanted, given.name AS given, wanted.type AS target, given.type AS source, given.base,
        wanted.element AS target_element, given.element AS source_element,
        wanted.type IN (given.type, given.base) OR given.name = 'unknown' AS same, given.is_text
    FROM given AS wanted, given
) AS pair LEFT JOIN pg_cast ON castsource IN (source, base) AND casttarget = target
    OR castsource = source_element AND casttarget = target_element
GROUP BY wanted, given, same, is_text;
CREATE UNIQUE INDEX ON taken (wanted, given) INCLUDE (implicitly, explicitly);
ANALYZE taken;

-- Each call once, even if several functions have its name.
CREATE TABLE typed AS
SELECT DISTINCT ON (template, given_types) oid, kind, template, result, given, given_types,
    format('SELECT ' || template, VARIADIC nulls) AS statement
FROM callable, generate_series(1, places) AS place, given, LATERAL (
    SELECT array_agg(type ORDER BY n) AS given_types,
        array_agg(CASE type WHEN 'unknown' THEN 'NULL' ELSE format('NULL::%I', type) END ORDER BY n) AS nulls
    FROM (
        SELECT n, CASE n WHEN place THEN given.name ELSE wanted END AS type
        FROM unnest(types) WITH ORDINALITY AS argument(wanted, n)
    ) AS argument
) AS arguments
WHERE 'internal' <> ALL (types) AND given.name <> 'internal' AND hashtext(template || given.name) % :share = 0
ORDER BY template, given_types, oid;

-- How many functions or operators there are that Postgres could choose, or whether there is such a cast. A function
-- that has the name of a type is a cast, too, unless it is the type of its row.
ALTER TABLE typed ADD choices bigint, ADD code text;
UPDATE typed SET code = (outcome(statement)).code, choices = CASE kind WHEN 'c' THEN (
    SELECT explicitly::integer FROM taken JOIN pg_type ON typname = taken.wanted
    WHERE pg_type.oid = result AND taken.given = given_types[1]
) ELSE (
    SELECT count(*) FROM callable AS candidate WHERE candidate.template = typed.template AND NOT EXISTS (
        SELECT FROM unnest(given_types, types) AS argument(given, wanted) JOIN taken USING (given, wanted)
        WHERE NOT implicitly
    )
) + (
    SELECT count(*) FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype <> 'c'
        AND template = format('public.%I(%%s)', typname) AND ((given).is_text OR (given).base = pg_type.oid
            OR EXISTS (SELECT FROM pg_cast
                WHERE castsource = (given).base AND casttarget = pg_type.oid AND castmethod = 'b'))
) END;
