//! Alpha-beta on a small tree, writing a trace for Plyscope. It uses neither Plyscope's searches nor any
//! other library:
//!
//! ```text
//! cargo run --example trace > mine.jsonl
//! plyscope mine.jsonl
//! ```

/// A tree: a value, or children.
enum Tree {
    Leaf(i64),
    Node(Vec<Tree>),
}

/// A bound, and what set it: a child of the ancestor at a depth.
#[derive(Clone, Copy)]
struct Bound {
    value: i64,
    depth: usize,
    child: usize,
}

impl Bound {
    fn by(self) -> String {
        format!(r#"{{"depth": {}, "child": {}}}"#, self.depth, self.child)
    }
}

/// The value of a node; `child` is its index among its siblings, if it is not the root.
fn alpha_beta(
    node: &Tree,
    is_max: bool,
    mut alpha: Option<Bound>,
    mut beta: Option<Bound>,
    depth: usize,
    child: Option<usize>,
) -> i64 {
    let children = if let Tree::Node(children) = node { children.as_slice() } else { &[] };
    let child = child.map_or_else(String::new, |child| format!(r#", "child": {child}"#));
    let player = if is_max { "max" } else { "min" };
    let [low, high] = [("alpha", alpha), ("beta", beta)].map(|(name, end)| {
        end.map_or_else(String::new, |end| format!(r#", "{name}": {}, "{name}_by": {}"#, end.value, end.by()))
    });
    let count = children.len();
    println!(r#"{{"event": "enter"{child}, "player": "{player}", "children": {count}{low}{high}}}"#);
    if let Tree::Leaf(value) = node {
        println!(r#"{{"event": "evaluate", "value": {value}}}"#);
        return *value;
    }
    let mut best = if is_max { i64::MIN } else { i64::MAX };
    for (child, below) in children.iter().enumerate() {
        let value = alpha_beta(below, !is_max, alpha, beta, depth + 1, Some(child));
        let bound = Bound { value, depth, child };
        if is_max {
            best = best.max(value);
            alpha = alpha.filter(|alpha| alpha.value >= value).or(Some(bound));
        } else {
            best = best.min(value);
            beta = beta.filter(|beta| beta.value <= value).or(Some(bound));
        }
        let skipped = children.len() - child - 1;
        if let (Some(low), Some(high)) = (alpha, beta)
            && low.value >= high.value
            && skipped > 0
        {
            let bound = if is_max { high } else { low };
            let kind = if bound.depth + 1 == depth { "shallow" } else { "deep" };
            let (value, by) = (bound.value, bound.by());
            println!(r#"{{"event": "cutoff", "kind": "{kind}", "bound": {value}, "by": {by}, "skipped": {skipped}}}"#);
            break;
        }
    }
    println!(r#"{{"event": "leave", "value": {best}}}"#);
    best
}

fn main() {
    use Tree::{Leaf, Node};
    let tree = Node(vec![Leaf(5), Node(vec![Node(vec![Node(vec![Leaf(4), Leaf(100)]), Leaf(6)]), Leaf(8)])]);
    println!(r#"{{"plyscope-trace": 1, "algorithm": "alpha-beta in Rust", "cutoff": "non-strict", "root": "max"}}"#);
    let value = alpha_beta(&tree, true, None, None, 0, None);
    println!(r#"{{"event": "end", "outcome": "finished", "value": {value}}}"#);
}
