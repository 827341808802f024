/* Alpha-beta on a small tree, with its trace:
 *
 *     plyscope recorder c > recorder.h
 *     cc alphabeta.c -o alphabeta && ./alphabeta mine.jsonl
 *     plyscope check mine.jsonl
 */
#include "recorder.h"

/* A leaf has no children. */
typedef struct tree {
    int value, count;
    const struct tree *children[3];
} tree;

static double alpha_beta(const recorder *trace, const tree *tree, int is_max, double alpha, double beta,
                         recorder_node node) {
    node.player = is_max ? "max" : "min", node.children = tree->count, node.alpha = alpha, node.beta = beta;
    recorder_enter(trace, node);
    if (tree->count == 0) {
        recorder_evaluate(trace, tree->value);
        return tree->value;
    }
    double best = is_max ? -DBL_MAX : DBL_MAX;
    for (int i = 0; i < tree->count; i++) {
        double value = alpha_beta(trace, tree->children[i], !is_max, alpha, beta, recorder_child(i));
        if (is_max ? value > best : value < best) best = value;
        if (is_max && best > alpha) alpha = best;
        if (!is_max && best < beta) beta = best;
        if (alpha >= beta) {
            recorder_cutoff(trace, is_max ? beta : alpha, tree->count - i - 1);
            break;
        }
    }
    recorder_leave(trace, best);
    return best;
}

#define LEAF(number) (&(const tree){.value = (number)})
#define NODE(number, ...) (&(const tree){.count = (number), .children = {__VA_ARGS__}})

int main(int count, char **arguments) {
    if (count < 2) return fputs("alphabeta: give the path of the trace\n", stderr), 2;
    const tree *deep = NODE(2, NODE(2, NODE(2, LEAF(4), LEAF(100)), LEAF(6)), LEAF(8));
    const tree *shallow = NODE(2, LEAF(3), NODE(2, LEAF(9), LEAF(1)));
    recorder trace = recorder_open(arguments[1]);
    recorder_begin(&trace, "alpha-beta in C", "non-strict", "max", NULL);
    double value = alpha_beta(&trace, NODE(3, LEAF(5), deep, shallow), 1, -DBL_MAX, DBL_MAX, recorder_root());
    recorder_end(&trace, "finished");
    printf("%g\n", value);
    return 0;
}
