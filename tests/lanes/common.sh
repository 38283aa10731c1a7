# shellcheck shell=bash
# Sourced by the lanes: makes and counts checks. The current directory of a lane is the top of the repository.

source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/common.sh"

passed=0
failed=0
UNFORESEEN_SIGNAL=

# The table of types (tests/lanes/types.sql) is in a database of the server on which the lane starts. The file lists the
# types that the lane has tested.
TYPES_SERVER=(-h "${PGHOST:-}" -p "${PGPORT:-}" -U "${PGUSER:-}")
TYPES_TRIED=${PGHOST:-}/types_tried
# The lanes of one type, of values, and of what is not in the table.
WITHOUT_TYPES=' package placement postgresql_hll readme recipes sql vectors '

# check NAME COMMAND...
check() {
    if "${@:2}"; then
        echo "ok: $1"
        passed=$((passed + 1))
    else
        echo "NOT OK: $1"
        failed=$((failed + 1))
    fi
}

# absent ARGUMENT...: grep finds nothing. If grep fails itself, its status is another one, and the check fails.
absent() {
    local status=0
    grep -n "$@" || status=$?
    [ "$status" = 1 ]
}

# Ends a lane. A lane without a check fails. A lane with a server also checks the server's log, and that it tested every
# type of sketch.
finish() {
    [ $((passed + failed)) -gt 0 ] || check 'something was tried' false
    [ -z "${SERVER_LOG:-}" ] || {
        [[ $WITHOUT_TYPES = *" $(basename "$0") "* ]] || check 'no type of sketch is left out' no_type_is_left_out
        check 'no crash, no internal error' no_internal_errors "$SERVER_LOG"
    }
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}

# new_database NAME: creates a database with the extension, for the rest of the lane.
new_database() {
    dropdb --if-exists "$1" 2>/dev/null
    createdb "$1"
    export PGDATABASE=$1
    sql -c 'CREATE EXTENSION pg_sketch'
}

sql() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

# is TEXT QUERY...: the query returns exactly that.
is() {
    local result
    result=$(sql -c "${*:2}" 2>&1)
    [ "$result" = "$1" ] || {
        printf '%s\n' "expected: $1" "got:      $result" "from:     ${*:2}"
        return 1
    }
}

# none QUERY: the query returns no row. A few are enough to see what is wrong.
none() { is '' "$1 LIMIT 5"; }

# block PAGE HEADING NUMBER [KIND]: the block of that number under that heading; of SQL, unless it is of another kind.
block() {
    awk -v heading="$2" -v number="$3" -v fence="\`\`\`${4:-sql}" '
        !code && /^#/ { inside = $0 == heading }
        inside && !code && $0 == fence { code = 1; blocks++; next }
        /^```$/ { code = 0 }
        code && blocks == number { print; found = 1 }
        END { exit !found }
    ' "$1"
}

# fails SQLSTATE STATEMENT
fails() {
    local output
    output=$(sql -v VERBOSITY=sqlstate -c "$2" 2>&1) || true
    [ "$output" = "ERROR:  $1" ] || {
        printf '%s\n' "expected: $1" "got:      $output" "from:     $2"
        return 1
    }
}

# ask_types QUERY: of the database with the table of types, which is made when it is first asked.
ask_types() {
    local -x PGOPTIONS=
    [ -e "$TYPES_TRIED" ] || {
        createdb "${TYPES_SERVER[@]}" lane_types && : >"$TYPES_TRIED" &&
            sql "${TYPES_SERVER[@]}" -d lane_types -c 'CREATE EXTENSION pg_sketch' -f tests/lanes/types.sql
    } || return
    sql "${TYPES_SERVER[@]}" -d lane_types -v template="${template:-}" -v separator="${separator:-}" <<<"$1"
}

# try_types: the lane tries all types that the table has.
try_types() {
    local names
    [ ! -s "$TYPES_TRIED" ] || return 0
    names=$(ask_types 'SELECT name FROM lane.types') && echo "$names" >>"$TYPES_TRIED"
}

# types [CONDITION]: the names of all types, or of those with such a row in lane.types.
types() { try_types && ask_types "SELECT name FROM lane.types WHERE ${1:-true} ORDER BY name"; }

# each_type TEMPLATE [SEPARATOR [CONDITION]]: the template for each type, with its columns of lane.types in place of
# {column}; a comma stands between them unless another separator is given.
each_type() {
    local template=$1 separator=${2:-, }
    try_types && ask_types "SELECT string_agg(lane.filled(types, :'template'), :'separator' ORDER BY name)
        FROM lane.types WHERE ${3:-true}"
}

# check_each NAME COMMAND...: a check of each type, its columns in place of {column} in the name and in the command.
check_each() {
    local type argument arguments
    for type in $(types "${CONDITION:-true}"); do
        arguments=()
        for argument in "$@"; do
            arguments+=("$(each_type "$argument" '' "name = '$type'")")
        done
        check "${arguments[@]}"
    done
}

# Every type of the extension has an entry in the table, and the lane has tested all entries.
no_type_is_left_out() {
    diff <(ask_types 'SELECT name FROM lane.sketch ORDER BY name') <(LC_ALL=C sort -u "$TYPES_TRIED")
}

# on_own_server SETTINGS: the rest of the lane runs on a server of its own, which scripts/with-server removes.
on_own_server() {
    local lane
    lane=tests/lanes/$(basename "$0")
    [ "${OWN_SERVER:-}" = "$lane" ] || OWN_SERVER=$lane SERVER_OPTIONS=$1 exec scripts/with-server "$lane"
}

# eventually QUERY: waits until it returns true. The time-out of ten minutes or more ends a wait that would never end.
eventually() {
    local i
    for ((i = 0; i < 6000; i++)); do
        [ "$(sql -c "$1" 2>/dev/null)" != t ] || return 0
        [ -e "$PGHOST" ] || break
        sleep 0.1
    done
    echo "never true: $1"
    return 1
}

# same_through_index INDEX TABLE KEY: looking up the key of each row through the index finds the rows that have the
# same bytes there.
same_through_index() {
    local key="(SELECT $3 AS key FROM $2)" plan result
    # OFFSET keeps Postgres 18 from seeing that it is the table itself.
    local query="SELECT count(*) FROM (SELECT $3 AS key FROM $2 OFFSET 0) AS a JOIN $key AS b ON a.key = b.key"
    local options='-c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off
        -c enable_material=off -c enable_memoize=off'
    plan=$(PGOPTIONS=$options sql -c "EXPLAIN $query")
    grep -A 1 "Scan using $1 on" <<<"$plan" | grep -q 'Index Cond' || {
        echo "$plan"
        return 1
    }
    result=$(PGOPTIONS=$options sql -c "$query")
    is "$result" "SELECT count(*) FROM $key AS a JOIN $key AS b ON a.key::text = b.key::text"
}

# copied_columns: definitions of a column TYPE_too for each type that is ordered, with what is in the column TYPE.
copied_columns() { each_type '{name}_too {name} GENERATED ALWAYS AS ({name}) STORED' ', ' is_ordered; }

# create_indexes TABLE [CONCURRENTLY]: statements that make a btree of each column TYPE, and a hash index of TYPE_too.
create_indexes() {
    each_type "CREATE INDEX ${2:-} $1_{name}_btree ON $1 ({name});
        CREATE INDEX ${2:-} $1_{name}_hash ON $1 USING hash ({name}_too);" ' ' is_ordered
}

# same_through_indexes TABLE: same_through_index for these.
same_through_indexes() {
    local type
    for type in $(types is_ordered); do
        same_through_index "$1_${type}_btree" "$1" "$type" && same_through_index "$1_${type}_hash" "$1" "${type}_too" ||
            return
    done
}

# available EXTENSION: such as those of contrib, which Debian's packages have.
available() { [ "$(sql -c "SELECT count(*) FROM pg_available_extensions WHERE name = '$1'")" = 1 ]; }

create_amcheck() {
    if available amcheck; then
        sql -c 'CREATE EXTENSION IF NOT EXISTS amcheck'
    else
        echo 'skipped: amcheck of the indexes, which is not available here'
    fi
}

# amcheck finds each row of the table in each of its btrees, and these in order. Without amcheck nothing is known.
sound_btrees() {
    [ "$(sql -c "SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'")" = 0 ] ||
        is t "SELECT count(*) > 0 FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
            JOIN pg_am ON pg_am.oid = relam, bt_index_check(indexrelid, true)
            WHERE indrelid = '$1'::regclass AND amname = 'btree'"
}

# no_internal_errors LOG...: no server crashed, and no error is an internal one.
no_internal_errors() { absent -E -A 3 "^XX000 |PANIC: |was terminated by signal $UNFORESEEN_SIGNAL" "$@"; }

# regress_tests: the tests that can run here. The names of the others go to standard error.
regress_tests() {
    local left_out=()
    if ! available citext; then
        left_out+=(types_citext)
        echo 'skipped: types_citext, for citext is not available here' >&2
    fi
    if [ "$(sql -c "SELECT count(*) FROM pg_collation WHERE collname = 'und-x-icu'")" = 0 ]; then
        left_out+=(collations)
        echo 'skipped: collations, for this server is built without ICU' >&2
    fi
    basename -s .sql tests/pg_regress/sql/*.sql | grep -vxF "$(printf '%s\n' "${left_out[@]}")"
}

# run_pg_regress OUTPUTS ARGUMENT...: tests of tests/pg_regress, on the server of the lane.
run_pg_regress() {
    local program
    program=$(dirname "$("$PG_CONFIG" --pgxs)")/../../src/test/regress/pg_regress
    mkdir -p "$1"
    (
        cd tests/pg_regress || exit
        "$program" --bindir="$("$PG_CONFIG" --bindir)" --host="$PGHOST" --port="$PGPORT" --user="$PGUSER" \
            --outputdir="$1" "${@:2}"
    )
}

# Settings that make Postgres choose a parallel plan if there is one.
parallel_options() {
    local force=debug_parallel_query
    [ "$(sql -c 'SHOW server_version_num')" -ge 160000 ] || force=force_parallel_mode
    echo "-c $force=$1 -c parallel_setup_cost=0 -c parallel_tuple_cost=0 -c min_parallel_table_scan_size=0" \
        "-c min_parallel_index_scan_size=0 -c max_parallel_workers_per_gather=2"
}
