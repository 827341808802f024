//! Alpha-beta on a small tree, with its trace:
//!
//! ```text
//! plyscope recorder rust > recorder.rs
//! rustc alphabeta.rs && ./alphabeta mine.jsonl
//! plyscope check mine.jsonl
//! ```

mod recorder;

use recorder::{Begin, Node, Recorder};

enum Tree {
    Leaf(i32),
    Inner(Vec<Tree>),
}
use Tree::{Inner, Leaf};

fn alpha_beta(trace: &mut Recorder, tree: &Tree, is_max: bool, window: [f64; 2], child: Option<usize>) -> f64 {
    let [mut alpha, mut beta] = window;
    let children: &[Tree] = if let Inner(children) = tree { children } else { &[] };
    let player = Some(if is_max { "max" } else { "min" });
    trace.enter(&Node { child, alpha, beta, player, children: Some(children.len()), ..Node::default() });
    if let Leaf(value) = *tree {
        trace.evaluate(value.into());
        return value.into();
    }
    let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
    for (index, below) in children.iter().enumerate() {
        let value = alpha_beta(trace, below, !is_max, [alpha, beta], Some(index));
        best = if is_max { best.max(value) } else { best.min(value) };
        (alpha, beta) = if is_max { (alpha.max(best), beta) } else { (alpha, beta.min(best)) };
        if alpha >= beta {
            trace.cutoff(if is_max { beta } else { alpha }, children.len() - index - 1);
            break;
        }
    }
    trace.leave(best);
    best
}

fn main() -> std::io::Result<()> {
    let deep = Inner(vec![Inner(vec![Inner(vec![Leaf(4), Leaf(100)]), Leaf(6)]), Leaf(8)]);
    let shallow = Inner(vec![Leaf(3), Inner(vec![Leaf(9), Leaf(1)])]);
    let tree = Inner(vec![Leaf(5), deep, shallow]);
    let mut trace = Recorder::create(std::env::args_os().nth(1).expect("the path of the trace"))?;
    trace.begin("alpha-beta in Rust", &Begin { cutoff: Some("non-strict"), root: Some("max"), ..Begin::default() });
    let value = alpha_beta(&mut trace, &tree, true, [f64::NEG_INFINITY, f64::INFINITY], None);
    trace.end(Some(value), "finished")?;
    println!("{value}");
    Ok(())
}
