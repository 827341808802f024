import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes the trace of a search, which Plyscope draws, explains and checks.
 *
 * <pre>
 * Recorder trace = new Recorder("mine.jsonl");
 * trace.begin(new Recorder.Begin("alpha-beta"));
 * ... in the search: enter each node, and evaluate, recall or leave it ...
 * trace.end("finished");
 *
 * plyscope check mine.jsonl     where the search first went wrong
 * plyscope mine.jsonl           its drawing
 * </pre>
 *
 * Every line is written at once, so the trace of a program that crashes or is stopped can be opened, too.
 * A trace takes about 100 bytes per event and may have 1 GiB: begin with a small depth.
 */
public final class Recorder {
    /** A window that reaches this, such as 30000, is open on that side. */
    public double infinity = Double.POSITIVE_INFINITY;
    private final FileOutputStream file;

    /** Creates or replaces the file. */
    public Recorder(String path) throws IOException {
        file = new FileOutputStream(path);
    }

    /** The first line: the name of the search. All else is optional. */
    public static final class Begin {
        private final StringBuilder line = new StringBuilder("{\"plyscope-trace\": 1");
        public Begin(String algorithm) { text(line, "algorithm", algorithm); }
        /** "non-strict" (alpha >= beta) or "strict". */
        public Begin cutoff(String rule) { text(line, "cutoff", rule); return this; }
        /** The player at the root, "max" or "min". */
        public Begin root(String player) { text(line, "root", player); return this; }
        /** "mover" if values and windows are those of the side to move (negamax). */
        public Begin scores(String whose) { text(line, "scores", whose); return this; }
        public Begin title(String title) { text(line, "title", title); return this; }
    }

    /**
     * A node that is entered: a child, by its index, which is from 0 and the same in all visits, or, if the moves are
     * sorted, by its move. The root has neither. All else is optional.
     */
    public static final class Node {
        private final StringBuilder line = event("enter");
        private double alpha = Double.NEGATIVE_INFINITY;
        private double beta = Double.POSITIVE_INFINITY;
        public Node child(int index) { plain(line, "child", index); return this; }
        public Node move(String move) { text(line, "move", move); return this; }
        /** "max", "min" or "chance", if they do not alternate. */
        public Node player(String player) { text(line, "player", player); return this; }
        /** Their number. */
        public Node children(int count) { plain(line, "children", count); return this; }
        public Node window(double low, double high) { alpha = low; beta = high; return this; }
        /** The plies that are left to search. */
        public Node depth(int plies) { plain(line, "depth", plies); return this; }
        /** The hash of the position. */
        public Node key(long hash) { plain(line, "key", Long.toUnsignedString(hash)); return this; }
        /** "probe" (a null window), "re-search", "null-move" or a word of your own. */
        public Node why(String word) { text(line, "why", word); return this; }
    }

    /** The first call. */
    public void begin(Begin begin) { write(begin.line); }

    /** The search enters a child of the innermost node that it has entered and not left, or the root. */
    public void enter(Node node) {
        bound(node.line, "alpha", node.alpha);
        bound(node.line, "beta", node.beta);
        write(node.line);
    }

    /** The node is left with its static value. */
    public void evaluate(double value) { write(plain(event("evaluate"), "value", number(value))); }

    /** The node is left with the value of its children. */
    public void leave(double value) { write(plain(event("leave"), "value", number(value))); }

    /** The node is left with a value from the transposition table: "exact", or a "lower" or "upper" bound. */
    public void recall(double value, String bound) {
        write(text(plain(event("recall"), "value", number(value)), "bound", bound));
    }

    /** The node may be left before its last child: the bound reached and the number of skipped children, if any. */
    public void cutoff(double bound, int skipped) {
        if (skipped > 0) write(plain(bound(event("cutoff"), "bound", bound), "skipped", skipped));
    }

    /** The root is entered again: iterative deepening, or another window. */
    public void nextPass(int number) { write(plain(event("pass"), "number", number)); }

    /** The last call: how the search ended, "finished", "budget" or "cancelled". */
    public void end(String outcome) {
        write(text(event("end"), "outcome", outcome));
        try {
            file.close();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static StringBuilder event(String event) { return new StringBuilder("{\"event\": \"" + event + '"'); }

    private static StringBuilder plain(StringBuilder line, String name, Object value) {
        return line.append(", \"").append(name).append("\": ").append(value);
    }

    private static StringBuilder text(StringBuilder line, String name, String text) {
        plain(line, name, "\"");
        for (char c : text.toCharArray()) {
            if (c < ' ') line.append(String.format("\\u%04x", (int) c));
            else line.append(c == '"' || c == '\\' ? "\\" : "").append(c);
        }
        return line.append('"');
    }

    private static String number(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw new IllegalArgumentException("the value is " + number + "; a trace has only finite numbers");
        }
        boolean isWhole = number == Math.rint(number) && Math.abs(number) < 1L << 53;
        return isWhole ? Long.toString((long) number) : Double.toString(number);
    }

    private StringBuilder bound(StringBuilder line, String name, double bound) {
        return Math.abs(bound) < infinity ? plain(line, name, number(bound)) : line;
    }

    private void write(StringBuilder line) {
        try {
            file.write(line.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
