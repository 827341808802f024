// Writes the trace of a search, which Plyscope draws, explains and checks. For Node.js; in a package of ES modules
// name this file recorder.cjs.
//
//     const trace = new Recorder("mine.jsonl");
//     trace.begin("alpha-beta");
//     ... in the search: enter each node, and evaluate, recall or leave it ...
//     trace.end();
//
//     plyscope check mine.jsonl     where the search first went wrong
//     plyscope mine.jsonl           its drawing
//
// Every line is written at once, so the trace of a program that crashes or is stopped can be opened, too.
// A trace takes about 100 bytes per event and may have 1 GiB: begin with a small depth.
"use strict";
const fs = require("node:fs");

class Recorder {
  // Creates or replaces the file. A window that reaches `infinity`, such as 30000, is open on that side.
  constructor(path, infinity = Infinity) {
    this.file = fs.openSync(path, "w");
    this.infinity = infinity;
  }

  // The first call; `algorithm` is the name of the search. All fields are optional: `cutoff`, "non-strict"
  // (alpha >= beta) or "strict"; `root`, the player at the root, "max" or "min"; `scores`, "mover" if values and
  // windows are those of the side to move (negamax); `title`; `game`.
  begin(algorithm, fields = {}) {
    this.#write({ "plyscope-trace": 1, algorithm, ...fields });
  }

  // The search enters a child of the innermost node that it has entered and not left, or the root. `child` is the
  // index of the child, from 0 and the same in all visits. If the moves are sorted, give the `move`, a text,
  // instead. The root has neither. All other fields are optional: `alpha` and `beta`; `player`, "max", "min" or
  // "chance", if they do not alternate; `children`, their number; `depth`, the plies that are left to search;
  // `key`, the hash of the position, as a BigInt or a text; `why`, "probe" (a null window), "re-search", "null-move"
  // or a word of your own.
  enter(fields = {}) {
    const { alpha, beta, ...others } = fields;
    this.#write({ event: "enter", ...others, ...this.#window(alpha, beta) });
  }

  // The node is left with its static value.
  evaluate(value) {
    this.#write({ event: "evaluate", value });
  }

  // The node is left with a value from the transposition table: "exact", or a "lower" or "upper" bound.
  recall(value, bound = "exact") {
    this.#write({ event: "recall", value, bound });
  }

  // The node may be left before its last child: the `bound` that was reached, and how many children are `skipped`,
  // if any.
  cutoff({ bound, skipped, ...fields } = {}) {
    if (skipped !== 0) this.#write({ event: "cutoff", bound: this.#end(bound), skipped, ...fields });
  }

  // The node is left with the value of its children.
  leave(value) {
    this.#write({ event: "leave", value });
  }

  // The root is entered again: iterative deepening, or another window.
  nextPass({ number, alpha, beta } = {}) {
    this.#write({ event: "pass", number, ...this.#window(alpha, beta) });
  }

  // The last call: the value, unless it is the one that the root was left with, and how the search ended:
  // "finished", "budget" or "cancelled".
  end(value, outcome = "finished") {
    this.#write({ event: "end", outcome, value });
    fs.closeSync(this.file);
  }

  #window(alpha, beta) {
    return { alpha: this.#end(alpha), beta: this.#end(beta) };
  }

  // An end of a window, or nothing if it is open.
  #end(bound) {
    return bound > -this.infinity && bound < this.infinity ? bound : undefined;
  }

  #write(fields) {
    const line = JSON.stringify(fields, (name, value) => {
      if (typeof value === "number" && !Number.isFinite(value)) {
        throw new RangeError(`${name} is ${value}, which a trace cannot have; give a finite number`);
      }
      return typeof value === "bigint" ? String(value) : value;
    });
    fs.writeSync(this.file, line + "\n");
  }
}

module.exports = { Recorder };
