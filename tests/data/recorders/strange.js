const { Recorder } = require("./recorder.js");

const trace = new Recorder(process.argv[2], 30000);
trace.begin('quotes "\\"');
trace.nextPass({ number: 1, alpha: -Infinity });
trace.enter({ children: 4, alpha: 0.1, beta: Infinity, key: 2n ** 64n - 1n });
trace.enter({ move: '"N\\f3"\n\t\u265e', alpha: 0.1, beta: 30000, depth: -1, why: "probe" });
trace.evaluate(-2.5);
trace.enter({ move: "\u00fc", player: "min", alpha: 0.1, beta: 30000 });
trace.recall(0.1 + 0.2);
trace.enter({ move: "", alpha: 0.1 + 0.2, beta: 30000 });
trace.evaluate(2 ** 53 - 1);
trace.cutoff({ bound: 1, skipped: 0 });
process.kill(process.pid, "SIGKILL");
