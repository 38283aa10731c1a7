# shellcheck shell=bash
# Sourced by the lanes of this folder. While they run, there is a server of each of the versions MAJORS. SERVER_N is the
# folder of version N, SERVER_LOG_N its log.

source "$(dirname "${BASH_SOURCE[0]}")/../lanes/common.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

server_of() {
    local folder=SERVER_$1
    echo "${!folder}"
}

# on MAJOR COMMAND...: runs it with the programs and the server of that version.
on() { PATH=/usr/lib/postgresql/$1/bin:$PATH PGHOST=$(server_of "$1") "${@:2}"; }

# pairs: each version with each later one.
pairs() {
    local from to
    for from in $MAJORS; do
        for to in $MAJORS; do
            [ "$from" -ge "$to" ] || echo "$from $to"
        done
    done
}

# The minor releases of November 2026 put a mark, pg_attver, into the options of every column. A newer pg_dump writes it
# into dumps of older servers, and no server takes these. So the marks of these tables are removed.
unmark_columns() {
    sql -c "UPDATE pg_attribute SET attoptions = NULL WHERE attoptions[1] LIKE 'pg_attver=%' AND attrelid >= 16384"
}

logs_are_clean() {
    local major log
    for major in $MAJORS; do
        log=SERVER_LOG_$major
        check "$major: no crash, no internal error" no_internal_errors "${!log}"
    done
}
