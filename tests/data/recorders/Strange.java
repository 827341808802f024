public final class Strange {
    public static void main(String[] arguments) throws Exception {
        Recorder trace = new Recorder(arguments[0]);
        trace.infinity = 30000;
        trace.begin(new Recorder.Begin("quotes \"\\\""));
        trace.nextPass(1);
        trace.enter(new Recorder.Node().children(4).window(0.1, Double.POSITIVE_INFINITY).key(-1));
        trace.enter(new Recorder.Node().move("\"N\\f3\"\n\t\u265e").window(0.1, 30000).depth(-1).why("probe"));
        trace.evaluate(-2.5);
        trace.enter(new Recorder.Node().move("\u00fc").player("min").window(0.1, 30000));
        trace.recall(0.1 + 0.2, "exact");
        trace.enter(new Recorder.Node().move("").window(0.1 + 0.2, 30000));
        trace.evaluate(9007199254740991.0);
        trace.cutoff(1, 0);
        Runtime.getRuntime().halt(1);
    }
}
