/* Writes the trace of a search, which Plyscope draws, explains and checks. C99 or later, a single header.
 *
 *     recorder trace = recorder_open("mine.jsonl");
 *     recorder_begin(&trace, "alpha-beta", "non-strict", "max", NULL);
 *     ... in the search: enter each node, and evaluate, recall or leave it ...
 *     recorder_end(&trace, "finished");
 *
 *     plyscope check mine.jsonl     where the search first went wrong
 *     plyscope mine.jsonl           its drawing
 *
 * Every line is written at once, so the trace of a program that crashes or is stopped can be opened, too.
 * A trace takes about 100 bytes per event and may have 1 GiB: begin with a small depth.
 */
#pragma once

#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    FILE *file;
    double infinity; /* a window that reaches this, such as 30000, is open on that side */
} recorder;

/* A node that is entered. All fields but `child` or `move` are optional. */
typedef struct {
    int child;          /* its index, from 0 and the same in all visits; -1 if missing */
    const char *move;   /* if the moves are sorted: the move instead of the index; NULL if missing */
    const char *player; /* "max", "min" or "chance", if they do not alternate */
    int children;       /* their number; -1 if missing */
    double alpha, beta; /* the window; -DBL_MAX and DBL_MAX if it is open */
    int depth;          /* the plies that are left to search; INT_MIN if missing */
    uint64_t key;       /* the hash of the position; 0 if missing */
    const char *why;    /* "probe" (a null window), "re-search", "null-move" or a word of your own */
} recorder_node;

/* Creates or replaces the file, or ends the program. */
static inline recorder recorder_open(const char *path) {
    recorder r = {fopen(path, "wb"), DBL_MAX};
    if (!r.file) perror(path), exit(2);
    return r;
}

/* The root, which has neither an index nor a move; set the fields of what is returned as you like. */
static inline recorder_node recorder_root(void) {
    recorder_node node = {-1, NULL, NULL, -1, -DBL_MAX, DBL_MAX, INT_MIN, 0, NULL};
    return node;
}

/* The child with this index, and the child to which this move leads. */
static inline recorder_node recorder_child(int child) {
    recorder_node node = recorder_root();
    return node.child = child, node;
}
static inline recorder_node recorder_move(const char *move) {
    recorder_node node = recorder_root();
    return node.move = move, node;
}

static inline void recorder_text_(const recorder *r, const char *name, const char *text) {
    if (!text) return;
    fprintf(r->file, ", \"%s\": \"", name);
    for (; *text; text++) {
        if ((unsigned char)*text < ' ') fprintf(r->file, "\\u%04x", (unsigned)*text);
        else fprintf(r->file, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    fputc('"', r->file);
}

/* A number in the fewest digits that give it exactly; nothing if it is not finite. */
static inline void recorder_number_(const recorder *r, const char *name, double number) {
    char text[40];
    int digits = 15;
    do snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && ++digits <= 17);
    char *comma = strchr(text, ','); /* of the language of the user */
    if (comma) *comma = '.';
    if (!strchr(text, 'n')) fprintf(r->file, ", \"%s\": %s", name, text);
}

/* An end of a window, unless it is open. */
static inline void recorder_bound_(const recorder *r, const char *name, double bound) {
    if (bound > -r->infinity && bound < r->infinity) recorder_number_(r, name, bound);
}

static inline void recorder_finish_(const recorder *r) { fputs("}\n", r->file), fflush(r->file); }

static inline void recorder_value_(const recorder *r, const char *event, double value, const char *bound) {
    fprintf(r->file, "{\"event\": \"%s\"", event);
    recorder_number_(r, "value", value);
    recorder_text_(r, "bound", bound);
    recorder_finish_(r);
}

/* The first call: the name of the search; "non-strict" (alpha >= beta) or "strict"; the player at the root, "max" or
 * "min"; and "mover" if values and windows are those of the side to move (negamax), or NULL. */
static inline void recorder_begin(const recorder *r, const char *algorithm, const char *cutoff, const char *root,
                                  const char *scores) {
    fputs("{\"plyscope-trace\": 1", r->file);
    recorder_text_(r, "algorithm", algorithm), recorder_text_(r, "cutoff", cutoff);
    recorder_text_(r, "root", root), recorder_text_(r, "scores", scores);
    recorder_finish_(r);
}

/* The search enters a child of the innermost node that it has entered and not left, or the root. */
static inline void recorder_enter(const recorder *r, recorder_node node) {
    fputs("{\"event\": \"enter\"", r->file);
    if (node.child >= 0) fprintf(r->file, ", \"child\": %d", node.child);
    recorder_text_(r, "move", node.move), recorder_text_(r, "player", node.player);
    if (node.children >= 0) fprintf(r->file, ", \"children\": %d", node.children);
    recorder_bound_(r, "alpha", node.alpha), recorder_bound_(r, "beta", node.beta);
    if (node.depth != INT_MIN) fprintf(r->file, ", \"depth\": %d", node.depth);
    if (node.key) fprintf(r->file, ", \"key\": %llu", (unsigned long long)node.key);
    recorder_text_(r, "why", node.why);
    recorder_finish_(r);
}

/* The node is left with its static value, with that of its children, or with one from the transposition table, which is
 * "exact", or a "lower" or "upper" bound. */
static inline void recorder_evaluate(const recorder *r, double value) { recorder_value_(r, "evaluate", value, NULL); }
static inline void recorder_leave(const recorder *r, double value) { recorder_value_(r, "leave", value, NULL); }
static inline void recorder_recall(const recorder *r, double value, const char *bound) {
    recorder_value_(r, "recall", value, bound);
}

/* The node may be left before its last child: the bound reached and the number of skipped children, if any. */
static inline void recorder_cutoff(const recorder *r, double bound, int skipped) {
    if (skipped == 0) return;
    fputs("{\"event\": \"cutoff\"", r->file);
    recorder_bound_(r, "bound", bound);
    fprintf(r->file, ", \"skipped\": %d", skipped);
    recorder_finish_(r);
}

/* The root is entered again: iterative deepening, or another window. */
static inline void recorder_next_pass(const recorder *r, int number) {
    fprintf(r->file, "{\"event\": \"pass\", \"number\": %d", number);
    recorder_finish_(r);
}

/* The last call: how the search ended, "finished", "budget" or "cancelled". */
static inline void recorder_end(const recorder *r, const char *outcome) {
    fputs("{\"event\": \"end\"", r->file);
    recorder_text_(r, "outcome", outcome);
    recorder_finish_(r);
    fclose(r->file);
}
