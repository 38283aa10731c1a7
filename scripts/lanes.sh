# shellcheck shell=bash
# Sourced by what runs lanes: runs them one after another, also past a failed one, and adds up what they count.

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
all_passed=0
all_failed=0

# lane NAME COMMAND...: a lane that tells no failure, but ends badly or counts nothing, has failed once, unless it says
# that it is skipped.
lane() {
    local status=0 lane_passed lane_failed
    printf '\n=== %s ===\n' "$1"
    "${@:2}" 2>&1 </dev/null | tee "$work/output" || status=$?
    read -r lane_passed lane_failed < <(count "$work/output")
    if [ "$status" = 0 ] && [ "$(tail -n 1 "$work/output" | cut -d: -f1)" = skipped ]; then
        printf -- '--- %s: skipped\n' "$1"
        return
    fi
    if [ "$lane_failed" = 0 ] && { [ "$status" != 0 ] || [ "$lane_passed" = 0 ]; }; then
        lane_failed=1
    fi
    all_passed=$((all_passed + lane_passed))
    all_failed=$((all_failed + lane_failed))
    printf -- '--- %s: %s ok, %s not ok\n' "$1" "$lane_passed" "$lane_failed"
}

# Adds up what cargo test prints for each of its binaries; else takes the last 'N passed, N failed'.
count() {
    awk '
        /^test result: / { cargo = 1; cargo_passed += $4; cargo_failed += $6 }
        /^[0-9]+ passed, [0-9]+ failed$/ { passed = $1; failed = $3 }
        END { print cargo ? cargo_passed " " cargo_failed : passed + 0 " " failed + 0 }
    ' "$1"
}

# The lanes in a folder: what can be executed there.
lanes_in() { find "$1" -maxdepth 1 -type f -perm -u+x -printf '%f\n' | sort; }

# The end of a script that ran lanes.
total() {
    printf '\n'
    echo "$all_passed passed, $all_failed failed"
    [ "$all_failed" = 0 ] && [ "$all_passed" -gt 0 ]
}
