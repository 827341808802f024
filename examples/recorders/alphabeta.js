// Negamax with alpha-beta on a tree of nested arrays, with its trace:
//
//     plyscope recorder javascript > recorder.js
//     node alphabeta.js mine.jsonl
//     plyscope check mine.jsonl
"use strict";
const { Recorder } = require("./recorder.js");

function alphaBeta(node, sign, alpha, beta, child) {
  const children = Array.isArray(node) ? node : [];
  trace.enter({ child, alpha, beta, children: children.length });
  if (children.length === 0) {
    trace.evaluate(sign * node);
    return sign * node;
  }
  let best = -Infinity;
  for (const [index, below] of children.entries()) {
    best = Math.max(best, -alphaBeta(below, -sign, -beta, -alpha, index));
    alpha = Math.max(alpha, best);
    if (alpha >= beta) {
      trace.cutoff({ bound: beta, skipped: children.length - index - 1 });
      break;
    }
  }
  trace.leave(best);
  return best;
}

const trace = new Recorder(process.argv[2]);
trace.begin("negamax in JavaScript", { cutoff: "non-strict", root: "max", scores: "mover" });
const value = alphaBeta([5, [[[4, 100], 6], 8], [3, [9, 1]]], 1, -Infinity, Infinity);
trace.end(value);
console.log(value);
