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

# Practice, for docs/lecturers.md, in a browser that marks some edges and checks them.
if command -v chromium >/dev/null; then
    run exercise --seed 4 --output "${results}/practice.html"
    cat >"${results}/marked.html" <<'END'
<!DOCTYPE html><meta charset="utf-8"><style>body { margin: 0 } iframe { border: 0 }</style>
<iframe src="practice.html" width="1180" height="640"></iframe>
<script>
const frame = document.querySelector("iframe");
frame.onload = () => {
  const page = frame.contentDocument;
  page.documentElement.dataset.theme = "light";
  page.getElementById("questions").children[3].click();
  const edge = ({ node }) => page.querySelector(`.edge.can[data-node="${node}"]`);
  const data = JSON.parse(page.getElementById("data").textContent);
  const { marks } = data.problems[0].tasks[3];
  const cut = marks.filter((mark) => Number(mark.truth)).sort((a, b) => a.truth - b.truth);
  const wrong = marks.findLast((mark) => mark.truth === "no");
  for (const mark of [cut[1], cut[0], wrong]) edge(mark).dispatchEvent(new frame.contentWindow.MouseEvent("click", { bubbles: true }));
  page.getElementById("check").click();
  frame.contentWindow.scrollTo(0, 0);
};
</script>
END
    chromium --headless=new --no-sandbox --hide-scrollbars --allow-file-access-from-files --user-data-dir="${results}/profile" \
        --window-size=1180,640 --virtual-time-budget=3000 --screenshot="${results}/practice.png" "file://${results}/marked.html" 2>/dev/null
    convert "${results}/practice.png" +dither -colors 48 -strip assets/practice.png
fi
