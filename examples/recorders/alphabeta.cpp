// Negamax with alpha-beta on a small tree, with its trace:
//
//     plyscope recorder cpp > recorder.hpp
//     c++ -std=c++11 alphabeta.cpp -o alphabeta && ./alphabeta mine.jsonl
//     plyscope check mine.jsonl
#include <algorithm>
#include <iostream>
#include <vector>

#include "recorder.hpp"

struct Tree {
    int value;
    std::vector<Tree> children;
    Tree(int value) : value(value) {}
    Tree(std::initializer_list<Tree> children) : value(0), children(children) {}
};

const int INFINITE = 30000;

int alpha_beta(plyscope::Recorder& trace, const Tree& tree, int sign, int alpha, int beta, plyscope::Node node) {
    const int count = static_cast<int>(tree.children.size());
    trace.enter(node.children(count).window(alpha, beta));
    if (count == 0) {
        trace.evaluate(sign * tree.value);
        return sign * tree.value;
    }
    int best = -INFINITE;
    for (int i = 0; i < count; i++) {
        best = std::max(best, -alpha_beta(trace, tree.children[i], -sign, -beta, -alpha, plyscope::Node().child(i)));
        alpha = std::max(alpha, best);
        if (alpha >= beta) {
            trace.cutoff(beta, count - i - 1);
            break;
        }
    }
    trace.leave(best);
    return best;
}

int main(int, char** arguments) {
    const Tree tree{5, Tree{Tree{Tree{4, 100}, 6}, 8}, Tree{3, Tree{9, 1}}};
    plyscope::Recorder trace(arguments[1]);
    trace.infinity = INFINITE;
    trace.begin(plyscope::Begin("negamax in C++").cutoff("non-strict").root("max").scores("mover"));
    const int value = alpha_beta(trace, tree, 1, -INFINITE, INFINITE, plyscope::Node());
    trace.end();
    std::cout << value << "\n";
}
