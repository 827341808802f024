"""A student's alpha-beta on nested lists. It has a mistake: docs/debugging.md finds it."""
import json
import math
import sys


def max_value(tree, alpha, beta):
    if not isinstance(tree, list):
        return tree
    value = -math.inf
    for child in tree:
        value = max(value, min_value(child, alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(tree, alpha, beta):
    if not isinstance(tree, list):
        return tree
    value = math.inf
    for child in tree:
        value = min(value, max_value(child, alpha, beta))
        if value <= beta:
            return value
        beta = min(beta, value)
    return value


tree = json.loads(sys.stdin.readline())
print(max_value(tree, -math.inf, math.inf))
