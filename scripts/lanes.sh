# shellcheck shell=bash
# Sourced by scripts that run lanes. Runs lanes, also after a failed one, and adds up their counts.

work=$(mktemp -d)
all_passed=0
all_failed=0
failed_lanes=()
skipped_lanes=()

# Ends the lanes that still run. scripts/with-server then removes their servers.
end_lanes() {
    local running
    trap '' INT TERM HUP
    mapfile -t running < <(jobs -pr)
    [ ${#running[@]} = 0 ] || kill "${running[@]}" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap end_lanes EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# lane NAME COMMAND...: one lane, whose output is shown as it comes.
lane() {
    local status=0 started=$SECONDS
    heading "$1"
    "${@:2}" 2>&1 </dev/null | tee "$work/output" || status=$?
    tell_end "$1" "$work/output" "$status" $((SECONDS - started))
}

# lanes JOBS COMMAND NAME...: several at a time, each as COMMAND NAME. What one prints is shown as a whole, in the order
# of the names.
lanes() {
    local jobs=$1 command=$2 names=("${@:3}") started=0 shown=0 running
    while [ "$shown" -lt ${#names[@]} ]; do
        mapfile -t running < <(jobs -pr)
        if [ "$started" -lt ${#names[@]} ] && [ ${#running[@]} -lt "$jobs" ]; then
            in_background "$command" "${names[started]}" &
            started=$((started + 1))
        elif [ -e "$work/${names[shown]}.end" ]; then
            heading "${names[shown]}"
            cat "$work/${names[shown]}.output"
            # shellcheck disable=SC2046 # a status and a time
            tell_end "${names[shown]}" "$work/${names[shown]}.output" $(<"$work/${names[shown]}.end")
            shown=$((shown + 1))
        elif [ ${#running[@]} = 0 ]; then
            # It was killed.
            echo 1 0 >"$work/${names[shown]}.end"
        else
            wait -n || true
        fi
    done
}

# A shell handles signals while it waits, but not while a child runs in the foreground, and a child in the background
# ignores Ctrl-C. Each lane is a process group, which is killed as a whole: the programs of a lane that is a function here
# would go on.
in_background() {
    local status=0 started=$SECONDS child=
    trap '{ [ -z "$child" ] || kill -- "-$child"; wait; } 2>/dev/null; exit 143' HUP INT TERM
    set -m
    "$1" "$2" >"$work/$2.output" 2>&1 </dev/null &
    child=$!
    set +m
    wait "$child" || status=$?
    echo "$status $((SECONDS - started))" >"$work/$2.written"
    mv "$work/$2.written" "$work/$2.end"
}

heading() { printf '\n=== %s ===\n' "$1"; }

# tell_end NAME OUTPUT STATUS SECONDS: prints the result of a lane. A lane that reports no failure, but exits with an
# error or counts no check, counts as one failure, unless it says that it is skipped.
tell_end() {
    local lane_passed lane_failed
    read -r lane_passed lane_failed < <(count "$2")
    if [ "$3" = 0 ] && [ "$(tail -n 1 "$2" | cut -d: -f1)" = skipped ]; then
        skipped_lanes+=("$1")
        printf -- '--- %s: skipped\n' "$1"
        return
    fi
    if [ "$lane_failed" = 0 ] && { [ "$3" != 0 ] || [ "$lane_passed" = 0 ]; }; then
        lane_failed=1
    fi
    [ "$lane_failed" = 0 ] || failed_lanes+=("$1")
    all_passed=$((all_passed + lane_passed))
    all_failed=$((all_failed + lane_failed))
    printf -- '--- %s: %s ok, %s not ok, %s s\n' "$1" "$lane_passed" "$lane_failed" "$4"
}

# Adds up the counts that cargo test prints for each binary, or uses the last line 'N passed, N failed'.
count() {
    awk '
        /^test result: / { cargo = 1; cargo_passed += $4; cargo_failed += $6 }
        /^[0-9]+ passed, [0-9]+ failed$/ { passed = $1; failed = $3 }
        END { print cargo ? cargo_passed " " cargo_failed : passed + 0 " " failed + 0 }
    ' "$1"
}

# The lanes in a folder are its executable files.
lanes_in() { find "$1" -maxdepth 1 -type f -perm -u+x -printf '%f\n' | LC_ALL=C sort; }

# The end of a script that ran lanes.
total() {
    printf '\n'
    [ ${#skipped_lanes[@]} = 0 ] || echo "skipped: ${skipped_lanes[*]}"
    [ ${#failed_lanes[@]} = 0 ] || echo "failed: ${failed_lanes[*]}"
    echo "$all_passed passed, $all_failed failed"
    [ "$all_failed" = 0 ] && [ "$all_passed" -gt 0 ]
}
