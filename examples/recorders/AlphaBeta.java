import java.io.IOException;

/**
 * Alpha-beta on a tree of nested arrays, with its trace:
 *
 * <pre>
 * plyscope recorder java > Recorder.java
 * javac AlphaBeta.java && java AlphaBeta mine.jsonl
 * plyscope check mine.jsonl
 * </pre>
 */
public final class AlphaBeta {
    private static Recorder trace;

    private static double alphaBeta(Object tree, boolean isMax, double alpha, double beta, Recorder.Node node) {
        Object[] children = tree instanceof Object[] ? (Object[]) tree : new Object[0];
        trace.enter(node.player(isMax ? "max" : "min").children(children.length).window(alpha, beta));
        if (children.length == 0) {
            trace.evaluate((Integer) tree);
            return (Integer) tree;
        }
        double best = isMax ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        for (int i = 0; i < children.length; i++) {
            double value = alphaBeta(children[i], !isMax, alpha, beta, new Recorder.Node().child(i));
            best = isMax ? Math.max(best, value) : Math.min(best, value);
            if (isMax) alpha = Math.max(alpha, best);
            else beta = Math.min(beta, best);
            if (alpha >= beta) {
                trace.cutoff(isMax ? beta : alpha, children.length - i - 1);
                break;
            }
        }
        trace.leave(best);
        return best;
    }

    private static Object[] node(Object... children) {
        return children;
    }

    public static void main(String[] arguments) throws IOException {
        Object[] tree = node(5, node(node(node(4, 100), 6), 8), node(3, node(9, 1)));
        trace = new Recorder(arguments[0]);
        trace.begin(new Recorder.Begin("alpha-beta in Java").cutoff("non-strict").root("max"));
        double infinite = Double.POSITIVE_INFINITY;
        double value = alphaBeta(tree, true, -infinite, infinite, new Recorder.Node());
        trace.end("finished");
        System.out.println((int) value);
    }
}
