#include "recorder.h"

#include <math.h>

static void enter(const recorder *trace, recorder_node node, double alpha, double beta) {
    node.alpha = alpha, node.beta = beta;
    recorder_enter(trace, node);
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
    recorder trace = recorder_open(arguments[1]);
    trace.infinity = 30000;
    recorder_begin(&trace, "quotes \"\\\"", NULL, NULL, NULL);
    recorder_next_pass(&trace, 1);
    recorder_node root = recorder_root(), knight = recorder_move("\"N\\f3\"\n\t\xe2\x99\x9e"), u = recorder_move("\xc3\xbc");
    root.children = 4, root.key = UINT64_MAX;
    enter(&trace, root, 0.1, INFINITY);
    knight.depth = -1, knight.why = "probe";
    enter(&trace, knight, 0.1, 30000);
    recorder_evaluate(&trace, -2.5);
    u.player = "min";
    enter(&trace, u, 0.1, 30000);
    recorder_recall(&trace, 0.1 + 0.2, "exact");
    enter(&trace, recorder_move(""), 0.1 + 0.2, 30000);
    recorder_evaluate(&trace, 9007199254740991.0);
    recorder_cutoff(&trace, 1, 0);
    _Exit(1);
}
