"""The same search with its trace: `plyscope recorder python > recorder.py`, and then its calls."""
import json
import math
import sys

from recorder import Recorder


def max_value(tree, alpha, beta, child=None):
    children = tree if isinstance(tree, list) else []
    trace.enter(child, alpha=alpha, beta=beta, player="max", children=len(children))
    if not children:
        trace.evaluate(tree)
        return tree
    value = -math.inf
    for index, below in enumerate(children):
        value = max(value, min_value(below, alpha, beta, index))
        if value >= beta:
            trace.cutoff(beta, skipped=len(children) - index - 1)
            break
        alpha = max(alpha, value)
    trace.leave(value)
    return value


def min_value(tree, alpha, beta, child=None):
    children = tree if isinstance(tree, list) else []
    trace.enter(child, alpha=alpha, beta=beta, player="min", children=len(children))
    if not children:
        trace.evaluate(tree)
        return tree
    value = math.inf
    for index, below in enumerate(children):
        value = min(value, max_value(below, alpha, beta, index))
        if value <= beta:
            trace.cutoff(beta, skipped=len(children) - index - 1)
            break
        beta = min(beta, value)
    trace.leave(value)
    return value


tree = json.loads(sys.stdin.readline())
trace = Recorder(sys.argv[1])
trace.begin("my alpha-beta", cutoff="non-strict", root="max")
trace.end(max_value(tree, -math.inf, math.inf))
