// Writes the trace of a search, which Plyscope draws, explains and checks. C++11 or later, a single header.
//
//     plyscope::Recorder trace("mine.jsonl");
//     trace.begin(plyscope::Begin("alpha-beta"));
//     ... in the search: enter each node, and evaluate, recall or leave it ...
//     trace.end();
//
//     plyscope check mine.jsonl     where the search first went wrong
//     plyscope mine.jsonl           its drawing
//
// Every line is written at once, so the trace of a program that crashes or is stopped can be opened, too.
// A trace takes about 100 bytes per event and may have 1 GiB: begin with a small depth.
#pragma once

#include <cfloat>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace plyscope {

// The fields of a line.
class Fields {
public:
    std::string json;
    void plain(const char* name, const std::string& value) { json += std::string(", \"") + name + "\": " + value; }

    void text(const char* name, const std::string& text) {
        std::string quoted = "\"";
        for (char c : text) {
            char escaped[8] = {c};
            if (static_cast<unsigned char>(c) < ' ') std::snprintf(escaped, sizeof escaped, "\\u%04x", unsigned(c));
            quoted.append(c == '"' || c == '\\' ? "\\" : "").append(escaped);
        }
        plain(name, quoted + '"');
    }

    // A number in the fewest digits that give it exactly; nothing if it is not finite.
    void number(const char* name, double number) {
        char text[40];
        int digits = 15;
        do std::snprintf(text, sizeof text, "%.*g", digits, number);
        while (std::strtod(text, nullptr) != number && ++digits <= 17);
        char* comma = std::strchr(text, ',');  // of the language of the user
        if (comma) *comma = '.';
        if (!std::strchr(text, 'n')) plain(name, text);
    }
};

// The first line: the name of the search. All else is optional.
class Begin {
public:
    Fields fields;
    explicit Begin(const std::string& algorithm) { fields.text("algorithm", algorithm); }
    // "non-strict" (alpha >= beta) or "strict".
    Begin& cutoff(const std::string& rule) { return fields.text("cutoff", rule), *this; }
    // The player at the root, "max" or "min".
    Begin& root(const std::string& player) { return fields.text("root", player), *this; }
    // "mover" if values and windows are those of the side to move (negamax).
    Begin& scores(const std::string& whose) { return fields.text("scores", whose), *this; }
    Begin& title(const std::string& title) { return fields.text("title", title), *this; }
};

// A node that is entered: a child, by its index, which is from 0 and the same in all visits, or, if the moves are
// sorted, by its move. The root has neither. All else is optional.
class Node {
public:
    Fields fields;
    double alpha = -DBL_MAX, beta = DBL_MAX;
    Node& child(int index) { return fields.plain("child", std::to_string(index)), *this; }
    Node& move(const std::string& move) { return fields.text("move", move), *this; }
    // "max", "min" or "chance", if they do not alternate.
    Node& player(const std::string& player) { return fields.text("player", player), *this; }
    // Their number.
    Node& children(int count) { return fields.plain("children", std::to_string(count)), *this; }
    Node& window(double low, double high) { return alpha = low, beta = high, *this; }
    // The plies that are left to search.
    Node& depth(int plies) { return fields.plain("depth", std::to_string(plies)), *this; }
    // The hash of the position.
    Node& key(std::uint64_t hash) { return fields.plain("key", std::to_string(hash)), *this; }
    // "probe" (a null window), "re-search", "null-move" or a word of your own.
    Node& why(const std::string& word) { return fields.text("why", word), *this; }
};

class Recorder {
    std::ofstream file;

    void write(const std::string& begin, const Fields& fields) { file << begin + fields.json + "}\n" << std::flush; }
    void say(const char* event, const Fields& fields) { write(std::string("{\"event\": \"") + event + '"', fields); }
    void say(const char* event, double value) {
        Fields fields;
        fields.number("value", value);
        say(event, fields);
    }
    void bound(Fields& fields, const char* name, double bound) const {
        if (bound > -infinity && bound < infinity) fields.number(name, bound);
    }

public:
    // A window that reaches this, such as 30000, is open on that side.
    double infinity = DBL_MAX;

    // Creates or replaces the file, or throws `std::ios_base::failure`.
    explicit Recorder(const std::string& path) : file(path, std::ios::binary) {
        file.exceptions(file.failbit | file.badbit);
    }

    // The first call.
    void begin(const Begin& begin) { write("{\"plyscope-trace\": 1", begin.fields); }

    // The search enters a child of the innermost node that it has entered and not left, or the root.
    void enter(Node node) {
        bound(node.fields, "alpha", node.alpha);
        bound(node.fields, "beta", node.beta);
        say("enter", node.fields);
    }
    // The node is left with its static value, or with that of its children.
    void evaluate(double value) { say("evaluate", value); }
    void leave(double value) { say("leave", value); }
    // The node is left with a value from the transposition table: "exact", or a "lower" or "upper" bound.
    void recall(double value, const std::string& kind = "exact") {
        Fields fields;
        fields.number("value", value);
        fields.text("bound", kind);
        say("recall", fields);
    }
    // The node may be left before its last child: the bound reached and the number of skipped children, if any.
    void cutoff(double reached, int skipped) {
        Fields fields;
        bound(fields, "bound", reached);
        fields.plain("skipped", std::to_string(skipped));
        if (skipped > 0) say("cutoff", fields);
    }
    // The root is entered again: iterative deepening, or another window.
    void next_pass(int number) {
        Fields fields;
        say("pass", (fields.plain("number", std::to_string(number)), fields));
    }
    // The last call: how the search ended, "finished", "budget" or "cancelled".
    void end(const std::string& outcome = "finished") {
        Fields fields;
        say("end", (fields.text("outcome", outcome), fields));
        file.close();
    }
};

}  // namespace plyscope
