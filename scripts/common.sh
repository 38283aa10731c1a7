# shellcheck shell=bash
# Sourced by the other scripts: the current directory, the Postgres to use, and messages.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

PG_CONFIG=${PG_CONFIG:-pg_config}

say() { printf '%s\n' "== $*" >&2; }

fail() {
    printf '%s\n' "error: $1" "${@:2}" >&2
    exit 1
}

have() { command -v "$1" >/dev/null; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# install_debian PACKAGE...: installs those that are missing.
install_debian() {
    have apt-get || fail "this system has no apt-get. Please install, then run this again:" "  $*"
    [ "$(id -u)" = 0 ] || have sudo ||
        fail "Debian packages are missing, and there is no sudo to install them with. As root:" "  apt-get install $*"
    say "installing Debian packages: $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
        fail "apt-get could not install: $*"
}

update_debian_lists() {
    say 'updating the lists of Debian packages'
    as_root apt-get update -qq || say 'the lists could not be updated: trying with those that are there'
}

pg_major() { "$PG_CONFIG" --version | sed -E 's/^PostgreSQL ([0-9]+).*/\1/'; }

# The version of the extension, and those whose install scripts were kept, the last one last.
version() { sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml; }

releases() { find tests/upgrade -name 'pg_sketch--*.sql' | sed 's/.*--\(.*\)\.sql/\1/' | sort -V; }

# The user of the server must be able to read what is built here.
check_folder() {
    [ "$(id -u)" != 0 ] || setpriv --reuid=nobody --clear-groups test -x "$PWD" ||
        fail "no other user may enter $PWD, but Postgres does not run as root: move the checkout"
}

pinned_rust() { sed -n 's/^channel = "\(.*\)"$/\1/p' rust-toolchain.toml; }

# into_postgres COMMAND...: runs a command that writes into the folders of Postgres.
into_postgres() {
    local folder
    [ -z "${DESTDIR:-}" ] || {
        "$@"
        return
    }
    for folder in "$("$PG_CONFIG" --pkglibdir)" "$("$PG_CONFIG" --sharedir)/extension"; do
        if [ ! -w "$folder" ]; then
            as_root "$@"
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
