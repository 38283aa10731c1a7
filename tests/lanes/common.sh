# shellcheck shell=bash
# Sourced by the lanes: how a check is made and counted. Their current directory is the top of the repository.

source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/common.sh"

passed=0
failed=0

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

# absent ARGUMENT...: grep finds nothing. That it could not look is another status, and a failure.
absent() {
    local status=0
    grep -n "$@" || status=$?
    [ "$status" = 1 ]
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

# new_database NAME: a fresh one with the extension in it, for the rest of the lane.
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

# Settings with which Postgres takes a parallel plan wherever there is one.
parallel_options() {
    local force=debug_parallel_query
    [ "$(sql -c 'SHOW server_version_num')" -ge 160000 ] || force=force_parallel_mode
    echo "-c $force=$1 -c parallel_setup_cost=0 -c parallel_tuple_cost=0 -c min_parallel_table_scan_size=0" \
        "-c min_parallel_index_scan_size=0 -c max_parallel_workers_per_gather=2"
}
