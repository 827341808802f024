#!/usr/bin/env bash
# Remakes the animated picture of README.md: assets/tour.sh [PLYSCOPE]; by default with the program that cargo builds.
# It starts the real window on a virtual screen, steps through a search of a small tree, and shows the difference of two searches.
# Needs Xvfb, xdotool and ImageMagick (on Debian: xvfb xdotool imagemagick).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly width=1000 height=640 output=assets/tour.gif
# Alpha-beta's steps on the tree, and the one with the deep cutoff.
readonly steps=13 deep=7
# How long a step, a sentence to be read, and the end are shown, in hundredths of a second.
readonly short=90 long=260 last=400

if [ $# -gt 0 ]; then
    plyscope=$1
else
    cargo build --release --quiet
    plyscope=${CARGO_TARGET_DIR:-target}/release/plyscope
fi

work=$(mktemp -d)
display=$((100 + RANDOM % 800))
# Without key repeat, which would double letters where the machine is busy.
Xvfb ":$display" -r -screen 0 "${width}x${height}x24" 2>/dev/null &
screen=$!
trap 'kill "${app:-}" "$screen" 2>/dev/null || true; rm -rf "$work"' EXIT
sleep 1

# The light theme, and no settings of the person who runs this.
mkdir -p "$work/plyscope"
cat >"$work/plyscope/settings.json" <<'END'
{"theme": "Light", "offers_tour": false, "shows_comparison": false, "shows_inspector": false, "algorithms": ["alpha-beta", "lazy-alpha-beta"]}
END
export DISPLAY=":$display" LIBGL_ALWAYS_SOFTWARE=1 XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work
unset WAYLAND_DISPLAY WAYLAND_SOCKET
"$plyscope" sample_trees/deep-cutoff.json &
app=$!
# The window's title names the tree once that is open.
for _ in $(seq 300); do
    window=$(xdotool search --onlyvisible --name 'deep cutoff' 2>/dev/null | head -n 1) && [ -n "$window" ] && break
    sleep 0.2
done
xdotool windowmove "$window" 0 0 windowsize "$window" "$width" "$height"
xdotool windowfocus "$window"

frames=()
# Waits until the screen stays as it is, for a few seconds at most: the cursor of a field blinks.
settle() {
    local before='' now
    for _ in $(seq 6); do
        sleep 0.6
        now=$(import -window root -depth 8 rgb:- | md5sum)
        [ "$now" != "$before" ] || return 0
        before=$now
    done
}

# Keeps what is on the screen as a frame that is shown for so long.
frame() {
    settle
    local file
    file=$work/$(printf '%03d' "${#frames[@]}").png
    import -window root "$file"
    frames+=(-delay "$1" "$file")
}

press() {
    xdotool key --window "$window" "$1"
}

# Runs a command by a part of its name.
run() {
    press ctrl+k
    settle
    xdotool type --window "$window" --delay 80 "$1"
    settle
    press Return
    settle
}

# The pointer stays out of the picture.
xdotool mousemove $((width - 1)) $((height - 1))
frame "$long"
run "show the time line"
frame "$short"
for step in $(seq "$steps"); do
    press Next
    case $step in
    "$deep" | "$steps") frame "$long" ;;
    *) frame "$short" ;;
    esac
done
run "show the time line"
run "difference of two runs"
frame "$long"
xdotool mousemove $((width / 2)) $((height / 2))
run "next difference"
xdotool mousemove $((width - 1)) $((height - 1))
frame "$last"

convert "${frames[@]}" +dither -colors 96 -loop 0 -layers Optimize "$output"
echo "$output: $(stat -c %s "$output") bytes, $((${#frames[@]} / 3)) frames"
