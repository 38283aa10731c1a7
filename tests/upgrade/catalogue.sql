-- Everything that the catalogue knows of the extension, a row a line: of each object that belongs to it, all columns,
-- with names in place of numbers, what is said about it, who may use it, and on what it depends.
\set ON_ERROR_STOP on
\pset format unaligned
\pset tuples_only on
SET search_path = pg_catalog;

CREATE TEMPORARY TABLE object AS
WITH RECURSIVE object (classid, objid) AS (
    SELECT classid, objid FROM pg_depend
    WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
        AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_sketch')
    UNION
    -- What belongs to such an object: an operator of its family, the array type of a type.
    SELECT d.classid, d.objid FROM object JOIN pg_depend AS d ON d.refclassid = object.classid
        AND d.refobjid = object.objid AND d.deptype IN ('a', 'i')
    WHERE d.classid IN ('pg_amop'::regclass, 'pg_amproc'::regclass, 'pg_type'::regclass)
)
SELECT classid, objid, pg_describe_object(classid, objid, 0) AS name FROM object;

-- The row of an object, or of what is kept of it in another catalogue, with the names of what it refers to.
CREATE FUNCTION pg_temp.named_row(catalog regclass, key name, id oid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    described jsonb;
    reference record;
BEGIN
    -- Defaults of arguments are kept as trees with numbers in them: the whole declaration says more below.
    EXECUTE format('SELECT to_jsonb(t) - ''oid'' - %L - ''proargdefaults'' FROM %s AS t WHERE %I = $1', key, catalog, key)
        INTO described USING id;
    FOR reference IN
        SELECT f.fkcols[1] AS col, f.pktable, f.is_array FROM pg_get_catalog_foreign_keys() AS f
        WHERE f.fktable = catalog AND cardinality(f.fkcols) = 1 AND f.pkcols = ARRAY['oid'] AND described ? f.fkcols[1]
    LOOP
        EXECUTE format('SELECT jsonb_set_lax($1, ARRAY[%1$L], to_jsonb((
                SELECT string_agg(pg_describe_object($2, r::oid, 0), '', '' ORDER BY number)
                FROM unnest(%2$s) WITH ORDINALITY AS u(r, number) WHERE r::oid <> 0)), true)
            FROM %3$s AS t WHERE %4$I = $3',
            reference.col, CASE WHEN reference.is_array THEN format('t.%I::oid[]', reference.col)
                ELSE format('ARRAY[t.%I::oid]', reference.col) END, catalog, key)
            INTO described USING described, reference.pktable, id;
    END LOOP;
    RETURN jsonb_strip_nulls(described);
END
$$;

SELECT line FROM (
    SELECT format('%s: %s', name, pg_temp.named_row(classid, 'oid', objid)) AS line FROM object
    UNION ALL
    SELECT format('%s aggregates: %s', name, pg_temp.named_row('pg_aggregate', 'aggfnoid', aggfnoid))
    FROM object JOIN pg_aggregate ON classid = 'pg_proc'::regclass AND objid = aggfnoid::oid
    UNION ALL
    SELECT format('%s is declared: (%s) %s', name, pg_get_function_arguments(objid), pg_get_function_result(objid))
    FROM object WHERE classid = 'pg_proc'::regclass
    UNION ALL
    SELECT format('%s is described: %s', name, obj_description(objid, classid::regclass::name)) FROM object
    UNION ALL
    SELECT format('%s has column %s: %I %s: %s', name, attnum, attname, format_type(atttypid, atttypmod),
        col_description(attrelid, attnum))
    FROM object JOIN pg_type AS t ON classid = 'pg_type'::regclass AND objid = t.oid
    JOIN pg_attribute ON attrelid = typrelid
    UNION ALL
    SELECT format('%s depends on %s (%s)', name, pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid), d.deptype)
    FROM object JOIN pg_depend AS d USING (classid, objid)
    UNION ALL
    SELECT format('initial rights on %s: %s', name, initprivs)
    FROM object JOIN pg_init_privs AS i ON i.classoid = classid AND i.objoid = objid
    UNION ALL
    SELECT format('extension: %s %s %s %s %s', extversion, extrelocatable, extconfig, extcondition,
        obj_description(oid, 'pg_extension'))
    FROM pg_extension WHERE extname = 'pg_sketch'
) AS catalogue ORDER BY line COLLATE "C";
