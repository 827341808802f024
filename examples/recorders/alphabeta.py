"""Alpha-beta on a tree of nested lists, with its trace:

    plyscope recorder python > recorder.py
    python3 alphabeta.py mine.jsonl
    plyscope check mine.jsonl
"""
import math
import sys

from recorder import Recorder


def alpha_beta(node, is_max, alpha, beta, child=None):
    children = node if isinstance(node, list) else []
    trace.enter(child, alpha=alpha, beta=beta, player="max" if is_max else "min", children=len(children))
    if not children:
        trace.evaluate(node)
        return node
    best = -math.inf if is_max else math.inf
    for index, below in enumerate(children):
        value = alpha_beta(below, not is_max, alpha, beta, index)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            trace.cutoff(beta if is_max else alpha, skipped=len(children) - index - 1)
            break
    trace.leave(best)
    return best


trace = Recorder(sys.argv[1])
trace.begin("alpha-beta in Python", cutoff="non-strict", root="max")
value = alpha_beta([5, [[[4, 100], 6], 8], [3, [9, 1]]], True, -math.inf, math.inf)
trace.end(value)
print(value)
