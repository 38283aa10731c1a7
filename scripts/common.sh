# shellcheck shell=bash
# Sourced by the other scripts: where we are, which Postgres is meant, and how to speak.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

PG_CONFIG=${PG_CONFIG:-pg_config}
PGRX_VERSION=0.18.1

say() { printf '%s\n' "== $*" >&2; }

fail() {
    printf '%s\n' "error: $1" "${@:2}" >&2
    exit 1
}

pg_major() { "$PG_CONFIG" --version | sed -E 's/^PostgreSQL ([0-9]+).*/\1/'; }

# The version of the extension, and those whose install scripts were kept, the last one last.
version() { sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml; }

releases() { find tests/upgrade -name 'pg_sketch--*.sql' | sed 's/.*--\(.*\)\.sql/\1/' | sort -V; }

# into_postgres COMMAND...: one that writes into the folders of Postgres.
into_postgres() {
    local folder
    for folder in "$("$PG_CONFIG" --pkglibdir)" "$("$PG_CONFIG" --sharedir)/extension"; do
        if [ ! -w "$folder" ]; then
            sudo "$@"
            return
        fi
    done
    "$@"
}

# pgrx reads this instead of a config.toml in the home directory, so nothing has to be initialised there.
use_postgres_for_pgrx() {
    PGRX_PG_CONFIG_PATH=$(command -v "$PG_CONFIG") || fail "$PG_CONFIG was not found: run 'make setup'"
    export PGRX_PG_CONFIG_PATH
}

# Another version of cargo-pgrx that a user needs elsewhere is left alone: ours then stands in .tools.
cargo_pgrx() {
    if [ -x .tools/bin/cargo-pgrx ]; then
        .tools/bin/cargo-pgrx pgrx "$@"
    else
        cargo pgrx "$@"
    fi
}

has_cargo_pgrx() { [ "$(cargo_pgrx --version 2>/dev/null)" = "cargo-pgrx $PGRX_VERSION" ]; }
