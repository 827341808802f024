mod recorder;

use recorder::{Begin, Node, Recorder};

fn main() {
    let mut trace = Recorder::create(std::env::args_os().nth(1).unwrap()).unwrap();
    trace.infinity = 30000.0;
    trace.begin("quotes \"\\\"", &Begin::default());
    trace.next_pass(1);
    let node = Node { alpha: 0.1, beta: 30000.0, ..Node::default() };
    trace.enter(&Node { children: Some(4), beta: f64::INFINITY, key: Some(u64::MAX), ..node });
    trace.enter(&Node { mv: Some("\"N\\f3\"\n\t\u{265e}"), depth: Some(-1), why: Some("probe"), ..node });
    trace.evaluate(-2.5);
    trace.enter(&Node { mv: Some("\u{fc}"), player: Some("min"), ..node });
    trace.recall(0.1 + 0.2, "exact");
    trace.enter(&Node { mv: Some(""), alpha: 0.1 + 0.2, ..node });
    trace.evaluate(9007199254740991.0);
    trace.cutoff(1.0, 0);
    std::process::exit(1);
}
