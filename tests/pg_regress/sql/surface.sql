-- All objects of the extension, from the catalogue: a change here is a change for users.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_sketch;
RESET client_min_messages;

\pset format unaligned
\pset fieldsep ' | '

SELECT extversion, extrelocatable FROM pg_extension WHERE extname = 'pg_sketch';
SELECT superuser, trusted, relocatable, schema, requires, comment FROM pg_available_extension_versions
WHERE name = 'pg_sketch' AND installed;

-- Without array types, which belong to the extension only since Postgres 17.
CREATE VIEW member AS SELECT classid, objid FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_sketch')
    AND deptype = 'e' AND (classid, objid) NOT IN (SELECT 'pg_type'::regclass, typarray FROM pg_type);

SELECT classid::regclass, count(*) FROM member GROUP BY classid ORDER BY classid::regclass::text COLLATE "C";

-- Types
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory, typispreferred, typinput, typoutput, typreceive,
    typsend, typmodin, typmodout
FROM pg_type JOIN member ON classid = 'pg_type'::regclass AND objid = oid
ORDER BY typname COLLATE "C";

-- Rows that functions return
SELECT typname AS type, attname AS column, format_type(atttypid, atttypmod) AS of_type,
    col_description(attrelid, attnum) AS comment
FROM pg_type AS t JOIN member ON classid = 'pg_type'::regclass AND objid = t.oid
JOIN pg_attribute ON attrelid = typrelid
ORDER BY typname COLLATE "C", attnum;

-- Functions
SELECT proname AS name, pg_get_function_arguments(oid) AS arguments, pg_get_function_result(oid) AS result,
    CASE provolatile WHEN 'i' THEN 'immutable' ELSE provolatile::text END AS volatility,
    CASE WHEN proisstrict THEN 'strict' ELSE 'null' END AS nulls,
    CASE proparallel WHEN 's' THEN 'safe' ELSE proparallel::text END AS parallel, procost AS cost,
    obj_description(oid, 'pg_proc') AS comment
FROM pg_proc JOIN member ON classid = 'pg_proc'::regclass AND objid = oid WHERE prokind = 'f'
ORDER BY proname COLLATE "C", pg_get_function_arguments(oid) COLLATE "C";

-- No function is volatile or stable, unsafe in a worker, or run with the rights of its owner.
SELECT proname FROM pg_proc JOIN member ON classid = 'pg_proc'::regclass AND objid = oid WHERE prokind = 'f'
    AND provolatile <> 'i' ORDER BY 1;
SELECT oid::regprocedure FROM pg_proc JOIN member ON classid = 'pg_proc'::regclass AND objid = oid
WHERE prosecdef OR proparallel <> 's' ORDER BY 1;

-- Support functions for the planner.
SELECT oid::regprocedure AS function, prosupport
FROM pg_proc JOIN member ON classid = 'pg_proc'::regclass AND objid = oid
WHERE prosupport <> 0 ORDER BY oid::regprocedure::text COLLATE "C";

-- Aggregates: the transition state is the sketch itself, so nothing has to be serialized. That of a sliding frame never
-- leaves its process.
SELECT p.oid::regprocedure AS aggregate, pg_get_function_arguments(p.oid) AS arguments, prorettype::regtype AS result,
    proparallel AS parallel, aggtransfn::regprocedure, aggtranstype::regtype, aggtransspace,
    aggcombinefn::regprocedure, aggfinalfn::regprocedure, aggfinalmodify AS modify, aggserialfn, aggdeserialfn,
    agginitval, aggmtransfn::regprocedure, aggminvtransfn::regprocedure, aggmtranstype::regtype,
    aggmfinalfn::regprocedure, aggmfinalmodify AS mmodify, obj_description(p.oid, 'pg_proc') AS comment
FROM pg_aggregate JOIN pg_proc AS p ON p.oid = aggfnoid JOIN member ON classid = 'pg_proc'::regclass AND objid = p.oid
ORDER BY p.oid::regprocedure::text COLLATE "C";
SELECT count(*) AS internal_states FROM pg_aggregate JOIN member ON classid = 'pg_proc'::regclass AND objid = aggfnoid
WHERE aggtranstype = 'internal'::regtype;

-- Casts: i is implicit, e explicit.
SELECT castsource::regtype::text AS source, casttarget::regtype::text AS target, castfunc::regprocedure AS function,
    castcontext, castmethod
FROM pg_cast JOIN member ON classid = 'pg_cast'::regclass AND objid = oid
ORDER BY castsource::regtype::text COLLATE "C", casttarget::regtype::text COLLATE "C";

-- Operators
SELECT o.oid::regoperator AS operator, oprcode, oprresult::regtype AS result, oprcom::regoperator AS commutator,
    oprnegate::regoperator AS negator,
    oprcanmerge AS merges, oprcanhash AS hashes, oprrest, oprjoin, obj_description(o.oid, 'pg_operator') AS comment
FROM pg_operator AS o JOIN member ON classid = 'pg_operator'::regclass AND objid = o.oid
ORDER BY o.oid::regoperator::text COLLATE "C";
SELECT opcname, amname, opcintype::regtype AS type, opcdefault, opfname FROM pg_opclass AS c
JOIN member ON classid = 'pg_opclass'::regclass AND objid = c.oid
JOIN pg_am AS a ON a.oid = opcmethod JOIN pg_opfamily AS f ON f.oid = opcfamily ORDER BY opcname COLLATE "C",
    amname COLLATE "C";
SELECT opfname, amname, amopstrategy AS strategy, amopopr::regoperator AS operator FROM pg_amop
JOIN pg_opfamily AS f ON f.oid = amopfamily
JOIN member ON classid = 'pg_opfamily'::regclass AND objid = f.oid JOIN pg_am AS a ON a.oid = amopmethod
ORDER BY opfname COLLATE "C", amname COLLATE "C", amopstrategy;
SELECT opfname, amname, amprocnum AS number, amproc::regprocedure AS function FROM pg_amproc
JOIN pg_opfamily AS f ON f.oid = amprocfamily
JOIN member ON classid = 'pg_opfamily'::regclass AND objid = f.oid JOIN pg_am AS a ON a.oid = opfmethod
ORDER BY opfname COLLATE "C", amname COLLATE "C", amprocnum;
SELECT opcname, amname, amvalidate(c.oid) AS valid FROM pg_opclass AS c JOIN member ON classid = 'pg_opclass'::regclass
    AND objid = c.oid
JOIN pg_am AS a ON a.oid = opcmethod ORDER BY opcname COLLATE "C", amname COLLATE "C";

-- What has no comment: nothing that a user can name. (Casts have no name, columns of rows are listed above.)
SELECT pg_describe_object(classid, objid, 0) AS without_comment FROM member
WHERE classid <> 'pg_cast'::regclass AND obj_description(objid, (classid::regclass)::name) IS NULL
ORDER BY 1;
