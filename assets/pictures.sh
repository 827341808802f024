#!/bin/sh
# Remakes the pictures of trees in README.md and docs: assets/pictures.sh [PLYSCOPE]; by default with the program that cargo builds.
set -eu
cd "$(dirname "$0")/.."

draw() {
    if [ -n "${plyscope}" ]; then "${plyscope}" draw "$@" --force; else cargo run --release --quiet -- draw "$@" --force; fi
}

plyscope=${1-}
draw sample_trees/wikipedia.json --algorithm alpha-beta --no-caption --output assets/wikipedia.svg
draw sample_trees/deep-cutoff.json --algorithm alpha-beta,lazy-alpha-beta --windows --no-caption --output assets/deep-cutoff.svg
