import math
import os
import sys
from recorder import Recorder

trace = Recorder(sys.argv[1], infinity=30000)
trace.begin('quotes "\\"')
trace.next_pass(1, alpha=-math.inf)
trace.enter(children=4, alpha=0.1, beta=math.inf, key=2**64 - 1)
trace.enter(move='"N\\f3"\n\t\u265e', alpha=0.1, beta=30000, depth=-1, why="probe")
trace.evaluate(-2.5)
trace.enter(move="\u00fc", player="min", alpha=0.1, beta=30000)
trace.recall(0.1 + 0.2)
trace.enter(move="", alpha=0.1 + 0.2, beta=30000)
trace.evaluate(2**53 - 1)
trace.cutoff(1, skipped=0)
os._exit(1)
