#include "recorder.hpp"

#include <cmath>

using plyscope::Node;

int main(int, char** arguments) {
    plyscope::Recorder trace(arguments[1]);
    trace.infinity = 30000;
    trace.begin(plyscope::Begin("quotes \"\\\""));
    trace.next_pass(1);
    trace.enter(Node().children(4).window(0.1, INFINITY).key(UINT64_MAX));
    trace.enter(Node().move("\"N\\f3\"\n\t\xe2\x99\x9e").window(0.1, 30000).depth(-1).why("probe"));
    trace.evaluate(-2.5);
    trace.enter(Node().move("\xc3\xbc").player("min").window(0.1, 30000));
    trace.recall(0.1 + 0.2);
    trace.enter(Node().move("").window(0.1 + 0.2, 30000));
    trace.evaluate(9007199254740991.0);
    trace.cutoff(1, 0);
    std::_Exit(1);
}
