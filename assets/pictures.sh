#!/bin/sh
# Remakes the pictures in README.md and docs: assets/pictures.sh [PLYSCOPE]; by default with the program that cargo builds.
set -eu
cd "$(dirname "$0")/.."

plyscope=${1-}
run() {
    if [ -n "${plyscope}" ]; then "${plyscope}" "$@"; else cargo run --release --quiet -- "$@"; fi
}
draw() {
    run draw "$@" --force
}

draw sample_trees/wikipedia.json --algorithm alpha-beta --no-caption --output assets/wikipedia.svg
draw sample_trees/deep-cutoff.json --algorithm alpha-beta,lazy-alpha-beta --windows --no-caption --output assets/deep-cutoff.svg

draw examples/debugging/mine.jsonl --windows --no-caption --output assets/debugging.svg

# The charts of docs/selection-monad.md, from a sweep of some seconds.
results=$(mktemp -d)
trap 'rm -r "${results}"' EXIT
run sweep --preset selection-monad --output "${results}/sweep"
cp "${results}/sweep/evaluations-continuous-random.svg" assets/selection-monad.svg
cp "${results}/sweep/evaluations-tictactoe.svg" assets/selection-monad-tictactoe.svg

# A solution, for docs/lecturers.md.
run exercise --seed 4 --question leaves,cuts,windows --output "${results}/sheet.svg"
cp "${results}/sheet-solution.svg" assets/sheet-solution.svg
