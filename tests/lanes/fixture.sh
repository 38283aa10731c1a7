# shellcheck shell=bash
# Sourced by the lanes that move a database: fills one with sketches in every place where Postgres can hold them, and
# computes its contents and its dump. The extension is in a schema outside of every search path.

# fill [VERSION]: fills the database with all types of this version of the extension.
fill() {
    local present
    sql -c 'DROP EXTENSION pg_sketch' -c 'CREATE SCHEMA sketches' \
        -c "CREATE EXTENSION pg_sketch SCHEMA sketches ${1:+VERSION '$1'}"
    present=$(sql -c "SELECT string_agg(quote_literal(typname), ', ') FROM pg_type
        WHERE typnamespace = 'sketches'::regnamespace")
    of_each_type "name IN ($present)" | sql
    sql <<'SQL'
SET search_path = sketches, public;
CREATE DOMAIN public.coarse AS hll(8);
CREATE TABLE public.sketch (
    id integer PRIMARY KEY,
    name text,
    free hll,
    declared hll(12) DEFAULT hll_empty(12) NOT NULL CHECK (hll_precision(declared) = 12),
    many hll(10)[],
    narrow public.coarse,
    hash sketch_hash,
    uniques bigint GENERATED ALWAYS AS (hll_cardinality(free)) STORED
);
CREATE INDEX ON public.sketch (declared);
CREATE INDEX ON public.sketch USING hash (free);
CREATE INDEX ON public.sketch ((# free));
INSERT INTO public.sketch (id, name, free, declared, many, narrow, hash)
SELECT row_number() OVER (), format('%s values at %s', n, p),
    (SELECT hll_add_agg(g, p) FROM generate_series(1, n) AS g),
    (SELECT hll_add_agg('v' || g, 12) FROM generate_series(1, n / 100) AS g),
    ARRAY[hll_empty(10), NULL, (SELECT hll_add_agg(g, 10) FROM generate_series(1, n / 10) AS g)],
    (SELECT hll_add_agg(g::numeric, 8) FROM generate_series(1, n / 10) AS g), sketch_hash_of(n)
FROM unnest(ARRAY[0, 1, 100, 3000, 50000]) AS n, unnest(ARRAY[4, 11, 14, 18]) AS p;
INSERT INTO public.sketch (id) VALUES (0);
CREATE VIEW public.total AS
    SELECT hll_union_agg(declared) AS sketch, # hll_union_agg(declared) AS uniques FROM public.sketch;
CREATE INDEX ON public.sketch (sketch_hash_of(name)) WHERE hash #>=# 3000::sketch_hash;
CREATE VIEW public.hashed AS
    SELECT hll_add_agg(hash) AS hashes, hll_add_agg(name) AS texts, hll_add_agg(name::char(30)) AS chars,
        hll_count_distinct(name::sketch_item, 12) AS items, hll_add(hll_add_agg(id), 5::sketch_hash) AS numbers,
        hll_add_agg(DISTINCT id::sketch_hash ORDER BY id::sketch_hash) AS ordered,
        hll_add_agg('sketch_hash:d5a6f8c838df2701') = hll_add_agg(42) AS literal
    FROM public.sketch;
CREATE MATERIALIZED VIEW public.coarse_total AS
    SELECT id % 3 AS part, hll_union_agg(narrow::hll) AS sketch FROM public.sketch GROUP BY 1;
CREATE TABLE public.filter (
    id integer PRIMARY KEY,
    name text,
    filter bloom DEFAULT bloom_empty(1000, 0.001) NOT NULL CHECK (bloom_contains(filter, 1) OR # filter = 0),
    many bloom[],
    items bigint GENERATED ALWAYS AS (bloom_cardinality(filter)) STORED
);
CREATE INDEX ON public.filter USING hash (filter);
CREATE INDEX ON public.filter ((# filter));
CREATE INDEX ON public.filter (id) WHERE bloom_contains(filter, 100);
INSERT INTO public.filter (id, name, filter, many)
SELECT row_number() OVER (), format('%s values, made for %s at %s', n, capacity, rate),
    (SELECT bloom_add_agg(g, capacity, rate) FROM generate_series(1, n) AS g),
    ARRAY[bloom_empty(capacity), NULL, (SELECT bloom_add_agg('v' || g) FROM generate_series(1, n / 10) AS g)]
FROM unnest(ARRAY[0, 1, 100, 3000, 50000]) AS n,
    unnest(ARRAY[1, 64, 5000, 100000], ARRAY[0.5, 0.01, 0.01, 1e-8]) AS made(capacity, rate);
INSERT INTO public.filter (id) VALUES (0);
CREATE VIEW public.all_filtered AS
    SELECT bloom_union_agg(filter) AS filter, bool_or(bloom_contains(filter, 'never'::text)) AS never
    FROM public.filter WHERE # filter = 0;
CREATE MATERIALIZED VIEW public.filter_of_rate AS
    SELECT fpr, bloom_union_agg(filter) AS filter FROM public.filter, bloom_info(filter) GROUP BY 1;
SQL
}

# of_each_type CONDITION: statements for the types of lane.types that meet it. Each type has a column of its name, one of
# what its aggregates made, an array, a generated column, indexes, views and an aggregate of a user.
of_each_type() {
    local ordered="$1 AND is_ordered"
    cat <<SQL
SET search_path = sketches, public;
CREATE TABLE public.every (
    id integer PRIMARY KEY,
    $(each_type '{name} {name} DEFAULT {empty} NOT NULL CHECK ({read_out}({name}) >= 0), many_{name} {name}[],
        told_{name} double precision GENERATED ALWAYS AS ({read_out}({name})) STORED' ', ' "$1")
);
$(each_type 'CREATE INDEX ON public.every (({read_out}({name})));' ' ' "$1")
$(each_type 'CREATE INDEX ON public.every USING hash ({name});' ' ' "$ordered")
INSERT INTO public.every (id, $(each_type '{name}, many_{name}' ', ' "$1"))
SELECT n, $(each_type '{of_values}, ARRAY[{empty}, NULL, {small_of_values}]' ', ' "$1")
FROM unnest(ARRAY[1, 9, 100, 1900, 20000]) AS n, generate_series(1, n) AS value GROUP BY n;
INSERT INTO public.every (id) VALUES (0);
CREATE VIEW public.every_union AS SELECT $(each_type '{merge_agg}({name}) AS {name}' ', ' "$1") FROM public.every;
CREATE VIEW public.every_found AS
SELECT $(each_type '(SELECT count(*) FROM public.every WHERE {name} = {empty}) AS {name}' ', ' "$ordered");
$(each_type 'CREATE AGGREGATE public.all_of({name}) (
    SFUNC = {merge_trans}, STYPE = {name}, COMBINEFUNC = {merge_trans}, FINALFUNC = {name}_final, PARALLEL = SAFE);' ' ' "$1")
CREATE VIEW public.every_of_all AS SELECT $(each_type 'all_of({name}) AS {name}' ', ' "$1") FROM public.every;
SQL
}

# The contents of database $1, one digest a column.
contents() {
    sql -d "$1" <<'SQL'
SET search_path = sketches, public;
SELECT count(*), count(free), count(narrow), sum(uniques),
    md5(string_agg(free::bytea, '' ORDER BY id)), md5(string_agg(declared::bytea, '' ORDER BY id)),
    md5(string_agg(many::text, ',' ORDER BY id)), md5(string_agg(narrow::hll::bytea, '' ORDER BY id)),
    md5(string_agg(hash::text, ',' ORDER BY id))
FROM sketch;
SELECT sketch::bytea, uniques FROM total;
SELECT md5(string_agg(sketch::bytea, '' ORDER BY part)) FROM coarse_total;
SELECT md5(all_of(declared)::text) FROM sketch;
SELECT count(*), sum(items), md5(string_agg(filter::bytea, '' ORDER BY id)),
    md5(string_agg(many::text, ',' ORDER BY id)) FROM filter;
SELECT * FROM all_filtered;
SELECT count(*), md5(string_agg(t::text, ' ' ORDER BY id)) FROM every AS t;
SELECT md5(t::text) FROM every_union AS t;
SELECT md5(t::text) FROM every_of_all AS t;
SELECT md5(string_agg(filter::bytea, '' ORDER BY fpr)) FROM filter_of_rate;
SELECT fpr, md5(all_of(filter)::text) FROM filter_of_rate GROUP BY fpr ORDER BY fpr;
SET enable_seqscan = off;
SELECT * FROM every_found;
SELECT count(*) FROM sketch WHERE free = hll_empty(4);
SELECT count(*) FROM sketch WHERE # free = 1;
SELECT count(*) FROM filter WHERE filter = bloom_empty(5000);
SELECT count(*) FROM filter WHERE # filter = 1;
SELECT count(*) FROM filter WHERE id > 0 AND bloom_contains(filter, 100);
SQL
}

# Removes what differs between dumps: the version of pg_dump, and the key of \restrict.
dump() { pg_dump "$@" | grep -vE '^(-- Dumped (from|by)|\\(un)?restrict )'; }

# What COPY can carry of each table.
COPIED=("every (id, $(each_type '{name}, many_{name}'))"
    'sketch (id, name, free, declared, many, narrow, hash)' 'filter (id, name, filter, many)')

# copy_out DATABASE FORMAT FILE: into files of that name and a number.
copy_out() {
    local i
    for i in "${!COPIED[@]}"; do
        sql -d "$1" -c "\\copy ${COPIED[i]} TO $3.$i (FORMAT $2)" || return
    done
}

# copy_in DATABASE FORMAT FILE: in place of the rows that are there.
copy_in() {
    local i
    for i in "${!COPIED[@]}"; do
        sql -d "$1" -c "TRUNCATE ${COPIED[i]%% *}" -c "\\copy ${COPIED[i]} FROM $3.$i (FORMAT $2)" || return
    done
}

# All that the catalogue of a database knows of the extension.
catalogue() { psql -X -q -d "$1" -f tests/upgrade/catalogue.sql; }
