"""Alpha-beta on a tree of nested lists, writing a trace for Plyscope:

    python3 examples/trace.py "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" > mine.jsonl
    plyscope mine.jsonl
"""
import json
import sys


def say(event, **fields):
    print(json.dumps({"event": event, **fields}))


def alpha_beta(node, player, alpha, beta, depth, **child):
    """The value of a node. Alpha and beta are None, or a value and what set it: a child of an ancestor."""
    children = node if isinstance(node, list) else []
    ends = [(name, end) for name, end in (("alpha", alpha), ("beta", beta)) if end]
    window = {name: end[0] for name, end in ends} | {name + "_by": end[1] for name, end in ends}
    say("enter", **child, player=player, children=len(children), **window)
    if not children:
        say("evaluate", value=node)
        return node
    best = None
    for index, below in enumerate(children):
        value = alpha_beta(below, "min" if player == "max" else "max", alpha, beta, depth + 1, child=index)
        by = {"depth": depth, "child": index}
        if player == "max":
            best = value if best is None else max(best, value)
            alpha = (value, by) if alpha is None or value > alpha[0] else alpha
        else:
            best = value if best is None else min(best, value)
            beta = (value, by) if beta is None or value < beta[0] else beta
        skipped = len(children) - index - 1
        if alpha and beta and alpha[0] >= beta[0] and skipped:
            bound, setter = beta if player == "max" else alpha
            kind = "shallow" if setter["depth"] == depth - 1 else "deep"
            say("cutoff", kind=kind, bound=bound, by=setter, skipped=skipped)
            break
    say("leave", value=best)
    return best


tree = json.loads(sys.argv[1] if len(sys.argv) > 1 else "[5, [[[4, 100], 6], 8], [3, [9, 1]], [[7, [9, 1]], [9, 2]]]")
print(json.dumps({"plyscope-trace": 1, "algorithm": "alpha-beta in Python", "cutoff": "non-strict", "root": "max"}))
say("end", outcome="finished", value=alpha_beta(tree, "max", None, None, 0))
