"""Writes the trace of a search, which Plyscope draws, explains and checks.

    trace = Recorder("mine.jsonl")
    trace.begin("alpha-beta")
    ... in the search: enter each node, and evaluate, recall or leave it ...
    trace.end()

    plyscope check mine.jsonl     where the search first went wrong
    plyscope mine.jsonl           its drawing

Every line is written at once, so the trace of a program that crashes or is stopped can be opened, too.
A trace takes about 100 bytes per event and may have 1 GiB: begin with a small depth.
"""
import json
import math


class Recorder:
    def __init__(self, path, infinity=math.inf):
        """Creates or replaces the file. A window that reaches `infinity`, such as 30000, is open on that side."""
        self.file = open(path, "w", encoding="utf-8", buffering=1, newline="\n")
        self.infinity = infinity

    def begin(self, algorithm, **fields):
        """The first call; `algorithm` is the name of the search. All other fields are optional:

        `cutoff`: "non-strict" (alpha >= beta) or "strict"; `root`: the player at the root, "max" or "min";
        `scores`: "mover" if values and windows are those of the side to move (negamax); `title`; `game`.
        """
        self._write({"plyscope-trace": 1, "algorithm": algorithm, **fields})

    def enter(self, child=None, move=None, alpha=None, beta=None, **fields):
        """The search enters a child of the innermost node that it has entered and not left, or the root.

        `child` is the index of the child, from 0 and the same in all visits. If the moves are sorted, give the
        `move`, a text, instead. The root has neither. All other fields are optional: `alpha` and `beta`;
        `player`: "max", "min" or "chance", if they do not alternate; `children`: their number; `depth`: the plies
        that are left to search; `key`: the hash of the position, or a text; `why`: "probe" (a null window),
        "re-search", "null-move" or a word of your own.
        """
        if isinstance(fields.get("key"), int):
            fields["key"] &= 2**64 - 1
        move = None if move is None else str(move)
        self._say("enter", child=child, move=move, alpha=self._end(alpha), beta=self._end(beta), **fields)

    def evaluate(self, value):
        """The node is left with its static value."""
        self._say("evaluate", value=value)

    def recall(self, value, bound="exact"):
        """The node is left with a value from the transposition table: "exact", or a "lower" or "upper" bound."""
        self._say("recall", value=value, bound=bound)

    def cutoff(self, bound=None, skipped=None, **fields):
        """The node may be left before its last child: the bound that was reached, and how many children are skipped,
        if any."""
        if skipped != 0:
            self._say("cutoff", bound=self._end(bound), skipped=skipped, **fields)

    def leave(self, value):
        """The node is left with the value of its children."""
        self._say("leave", value=value)

    def next_pass(self, number=None, alpha=None, beta=None):
        """The root is entered again: iterative deepening, or another window."""
        self._say("pass", number=number, alpha=self._end(alpha), beta=self._end(beta))

    def end(self, value=None, outcome="finished"):
        """The last call: the value, unless it is the one that the root was left with, and how the search ended:
        "finished", "budget" or "cancelled"."""
        self._say("end", outcome=outcome, value=value)
        self.file.close()

    def _end(self, bound):
        """An end of a window, or None if it is open."""
        return None if bound is None or not -self.infinity < bound < self.infinity else bound

    def _say(self, event, **fields):
        self._write({"event": event, **fields})

    def _write(self, fields):
        fields = {name: value for name, value in fields.items() if value is not None}
        self.file.write(json.dumps(fields, allow_nan=False, default=_plain) + "\n")


def _plain(number):
    """A number of another type, such as NumPy's or a fraction, as one that JSON has."""
    return number.item() if hasattr(number, "item") else float(number)
