#!/usr/bin/env bash
# Measures the figures of the documentation again: docs/figures.sh [PART...]; without parts all of them, which takes half an hour.
#
# Each part writes its tables between two markers of a page, with the machine, the date and the commit, and prints every number beside the
# old one with their ratio. `window` needs Xvfb and xdotool; `build` builds the program three times, without network.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly all=(searches games reading sweep section6 timeline frames panes window build)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

searches() { bench --bench search; }
games() { bench --bench games; }
reading() { bench --bench load; }
sweep() { bench --bench sweep; }
timeline() { bench --features window --bench timeline -- jumps; }
frames() { bench --features window --bench timeline -- frames; }
panes() { bench --features window --bench canvas -- panes; }

bench() {
    cargo bench --quiet -p plyscope-benches "$@" 2>/dev/null
}

# The tables of docs/selection-monad.md, from its preset, on one core, so that no search waits for another.
section6() {
    run sweep --preset selection-monad --threads 1 --output "$work/sweep" >/dev/null 2>&1
    awk -F, -f docs/section6.awk "$work/sweep/summary.csv"
}

run() {
    cargo run --release --quiet -- "$@"
}

# Starts of the window, rest, and memory.
window() {
    cargo build --release --quiet
    run generate --branching 4 --depth 10 --output "$work/million.json" >/dev/null
    run generate --branching 10 --depth 7 --output "$work/ten-million.json" >/dev/null
    # In a session of its own, without the settings of the user.
    XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work LIBGL_ALWAYS_SOFTWARE=1 \
        xvfb-run -a -s "-screen 0 1280x800x24 -noreset" "$PWD/docs/figures.sh" --inside-screen "$work"
}

inside_screen() {
    echo "| | window after | ticks of the processor in 10 s at rest | peak memory |"
    echo "| --- | --: | --: | --: |"
    started "start page"
    started "four panes with the Wikipedia sample" sample_trees/wikipedia.json
    started "with 1,398,101 nodes" "$1/million.json"
    started "with 11,111,111 nodes" "$1/ten-million.json"
}

# Starts the program three times with a file, and prints a row: started NAME [FILE].
started() {
    local name=$1 times=() begun rest='' memory app
    shift
    for _ in 1 2 3; do
        begun=$(date +%s%N)
        target/release/plyscope "$@" &
        app=$!
        until xdotool search --onlyvisible --name Plyscope >/dev/null 2>&1; do :; done
        times+=($((($(date +%s%N) - begun) / 1000000)))
        if [ -z "$rest" ]; then
            rest=$(at_rest "$app")
            memory=$(($(grep VmHWM "/proc/$app/status" | grep -o '[0-9]*') / 1024))
        fi
        kill "$app"
        wait "$app" 2>/dev/null || true
    done
    echo "| $name | $(printf '%s\n' "${times[@]}" | sort -n | sed -n 2p) ms | $rest | $memory MiB |"
}

# The processor time that a program takes in ten seconds, when it has no work left.
at_rest() {
    local before after=-1
    while before=$after; after=$(ticks "$1"); [ "$before" != "$after" ]; do sleep 3; done
    sleep 10
    echo $(($(ticks "$1") - after))
}

ticks() {
    echo $(($(cut -d' ' -f14,15 "/proc/$1/stat" | tr ' ' '+')))
}

# Builds in fresh clones of what is committed, with what was downloaded before.
build() {
    echo "| | clock | processor time | program |"
    echo "| --- | --: | --: | --: |"
    built "cargo build --release" release
    built "cargo build --release --no-default-features" release
    built "cargo build --profile dist" dist
}

# built COMMAND FOLDER
built() {
    local times
    rm -rf "$work/clone"
    git clone --quiet . "$work/clone"
    cd "$work/clone"
    times=$(TIMEFORMAT='%R %U %S'; { time $1 --quiet --offline >&2; } 2>&1)
    cd - >/dev/null
    awk -v command="$1" -v bytes="$(stat -c %s "$work/clone/target/$2/plyscope")" '
        function clock(seconds) { return sprintf("%d:%02d min", seconds / 60, seconds % 60) }
        { printf "| `%s` | %s | %s | %.1f MB |\n", command, clock($1), clock($2 + $3), bytes / 1e6 }' <<<"$times"
}

# Writes the standard input between the markers of a part, and prints old and new numbers: fill PART.
fill() {
    local part=$1 page machine
    page=$(grep -l "<!-- figures: $part -->" README.md docs/*.md)
    machine=$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)
    {
        cat
        echo
        echo "$machine, $(nproc) cores, $(date +'%-d %B %Y'), commit $(git rev-parse --short HEAD), \`docs/figures.sh $part\`."
    } >"$work/new"
    awk -v part="$part" '$0 == "<!-- figures: " part " -->" { inside = 1; next } /^<!-- end -->/ { inside = 0 } inside' "$page" >"$work/old"
    awk -v part="$part" -v new="$work/new" '
        { if (!inside || /^<!-- end -->/) print }
        $0 == "<!-- figures: " part " -->" { inside = 1; while ((getline line < new) > 0) print line }
        /^<!-- end -->/ { inside = 0 }' "$page" >"$work/page"
    cat "$work/page" >"$page"
    echo "== $part, in $page"
    awk -F'|' '
        function number(cell) { gsub(/,/, "", cell); return match(cell, /[0-9]+(\.[0-9]+)?/) ? substr(cell, RSTART, RLENGTH) : "" }
        FNR == 1 { table = 0 }
        /^$/ { table++ }
        NR == FNR { for (i = 3; i < NF; i++) old[table, $2, i] = number($i); next }
        /^\|/ {
            for (i = 3; i < NF; i++) {
                was = old[table, $2, i]; is = number($i)
                if (was != "" && is != "") printf "%s column %d: %s, now %s%s\n", $2, i - 2, was, is, (was + 0 == 0 ? "" : sprintf(" (%.2f times)", is / was))
            }
        }' "$work/old" "$work/new"
}

if [ "${1-}" = --inside-screen ]; then
    inside_screen "$2"
    exit
fi
for part in "${@:-${all[@]}}"; do
    case " ${all[*]} " in
        *" $part "*) ;;
        *) echo "docs/figures.sh: $part is not a part; the parts are ${all[*]}" >&2 && exit 2 ;;
    esac
    "$part" >"$work/made"
    fill "$part" <"$work/made"
done
