//! Exercises: their trees, their solutions and their sheets.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;

use serde_json::{Value as Json, json};

use crate::program::{failure, json as printed, plyscope};

pub(crate) type Path = Vec<usize>;

/// Alpha-beta as a course teaches it, fail-soft, on the tree of a JSON file.
#[derive(Default)]
pub(crate) struct AlphaBeta {
    pub(crate) is_strict: bool,
    pub(crate) from_right: bool,
    pub(crate) leaves: Vec<Path>,
    pub(crate) cutoffs: Vec<(Path, Vec<Path>, bool)>,
    /// The value, and alpha and beta when the node is entered and when it is left.
    pub(crate) visits: BTreeMap<Path, [f64; 5]>,
}

/// A window with the depths of the nodes that set its ends.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    alpha: f64,
    beta: f64,
    by: [usize; 2],
}

pub(crate) const OPEN: Bounds = Bounds { alpha: f64::NEG_INFINITY, beta: f64::INFINITY, by: [usize::MAX; 2] };

pub(crate) fn children(node: &Json) -> Option<&Vec<Json>> {
    node.as_array().or_else(|| node["children"].as_array())
}

fn number(node: &Json) -> f64 {
    node.as_f64().or_else(|| node["value"].as_f64()).unwrap()
}

pub(crate) fn minimax(node: &Json, is_max: bool) -> f64 {
    let Some(children) = children(node) else { return number(node) };
    let values = children.iter().map(|child| minimax(child, !is_max));
    if is_max { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
}

impl AlphaBeta {
    pub(crate) fn search(&mut self, node: &Json, path: &[usize], bounds: Bounds) -> f64 {
        let Bounds { alpha: low, beta: high, .. } = bounds;
        let Some(children) = children(node) else {
            let value = number(node);
            self.leaves.push(path.to_vec());
            self.visits.insert(path.to_vec(), [value, low, high, low, high]);
            return value;
        };
        let (is_max, depth) = (path.len().is_multiple_of(2), path.len());
        let mut order: Vec<usize> = (0..children.len()).collect();
        if self.from_right {
            order.reverse();
        }
        let (mut now, mut best) = (bounds, if is_max { f64::NEG_INFINITY } else { f64::INFINITY });
        for (place, &index) in order.iter().enumerate() {
            let below = |index: usize| [path, &[index]].concat();
            let value = self.search(&children[index], &below(index), now);
            best = if is_max { best.max(value) } else { best.min(value) };
            if is_max && value > now.alpha {
                (now.alpha, now.by[0]) = (value, depth);
            } else if !is_max && value < now.beta {
                (now.beta, now.by[1]) = (value, depth);
            }
            let cuts = if self.is_strict { now.alpha > now.beta } else { now.alpha >= now.beta };
            if cuts && place + 1 < order.len() {
                let skipped = order[place + 1..].iter().map(|&index| below(index)).collect();
                self.cutoffs.push((path.to_vec(), skipped, now.by[usize::from(is_max)] + 1 != depth));
                break;
            }
        }
        self.visits.insert(path.to_vec(), [best, low, high, now.alpha, now.beta]);
        best
    }
}

fn path(json: &Json) -> Path {
    serde_json::from_value(json.clone()).unwrap()
}

fn end(json: &Json, open: f64) -> f64 {
    json.as_f64().unwrap_or(open)
}

/// Compares a solution with the alpha-beta above.
fn check(exercise: &Json) -> AlphaBeta {
    let tree = &exercise["tree"]["tree"];
    let (is_strict, from_right) = (exercise["rule"] == "strict", exercise["order"] == "right");
    let mut own = AlphaBeta { is_strict, from_right, ..AlphaBeta::default() };
    let value = own.search(tree, &[], OPEN);
    let seed = &exercise["seed"];
    assert_eq!(exercise["value"].as_f64(), Some(value), "{seed}");
    let leaves: Vec<Path> = exercise["leaves"].as_array().unwrap().iter().map(path).collect();
    assert_eq!(leaves, own.leaves, "{seed}");
    let cutoff = |cutoff: &Json| {
        let skipped: Vec<Path> = cutoff["skipped"].as_array().unwrap().iter().map(path).collect();
        (path(&cutoff["node"]), skipped, cutoff["deep"].as_bool().unwrap())
    };
    let cutoffs: Vec<_> = exercise["cutoffs"].as_array().unwrap().iter().map(cutoff).collect();
    assert_eq!(cutoffs, own.cutoffs, "{seed}");
    let visit = |visit: &Json| {
        let [low, high] = [&visit["entered"], &visit["left"]]
            .map(|window| [end(&window["alpha"], f64::NEG_INFINITY), end(&window["beta"], f64::INFINITY)]);
        (path(&visit["node"]), [visit["value"].as_f64().unwrap(), low[0], low[1], high[0], high[1]])
    };
    let visits: BTreeMap<_, _> = exercise["visits"].as_array().unwrap().iter().map(visit).collect();
    assert_eq!(visits, own.visits, "{seed}");
    for value in exercise["values"].as_array().unwrap() {
        let at = path(&value["node"]);
        let node = at.iter().fold(tree, |node, &index| &children(node).unwrap()[index]);
        assert_eq!(value["value"].as_f64(), Some(minimax(node, at.len().is_multiple_of(2))), "{seed}");
    }
    own
}

/// The values of the leaves of a tree; each inner node must have as many children as this, and each leaf this depth.
fn leaves(node: &Json, branching: std::ops::RangeInclusive<usize>, depth: usize) -> Vec<f64> {
    let Some(children) = children(node) else {
        assert_eq!(depth, 0);
        return vec![number(node)];
    };
    assert!(branching.contains(&children.len()));
    children.iter().flat_map(|child| leaves(child, branching.clone(), depth - 1)).collect()
}

fn exercises(arguments: &[&str]) -> Vec<Json> {
    let all = printed(&[&["exercise", "--format", "json"], arguments].concat());
    all["exercises"].as_array().unwrap().clone()
}

#[test]
fn exercises_meet_their_conditions_and_solutions_are_those_of_alpha_beta() {
    for rule in ["non-strict", "strict"] {
        for order in ["left", "right"] {
            let exercises = exercises(&["--seed", "1..200", "--rule", rule, "--order", order]);
            assert_eq!(exercises.len(), 200);
            for exercise in &exercises {
                let own = check(exercise);
                let leaves = leaves(&exercise["tree"]["tree"], 2..=3, 3);
                let distinct: BTreeSet<i64> = leaves.iter().map(|&value| value as i64).collect();
                assert!((10..=16).contains(&leaves.len()) && own.cutoffs.len() >= 2);
                assert!(distinct.len() == leaves.len() && distinct.iter().all(|value| (0..=20).contains(value)));
            }
        }
    }
}

#[test]
fn deep_cutoffs_and_ties_that_decide_are_there_if_asked_for() {
    let conditions = ["--branching", "2", "--depth", "4", "--leaves", "16", "--deep", "1..", "--ties", "deciding"];
    let asked = ["--values", "-4..4", "--question", "deep,cuts", "--seed", "1..50"];
    for rule in ["non-strict", "strict"] {
        for exercise in exercises(&[&conditions[..], &asked, &["--rule", rule]].concat()) {
            let own = check(&exercise);
            assert!(own.cutoffs.iter().any(|&(_, _, is_deep)| is_deep));
            assert_eq!(leaves(&exercise["tree"]["tree"], 2..=2, 4).len(), 16);
            let mut other = AlphaBeta { is_strict: !own.is_strict, ..AlphaBeta::default() };
            other.search(&exercise["tree"]["tree"], &[], OPEN);
            assert_ne!(other.leaves, own.leaves);
            assert_ne!(exercise["questions"][0]["parts"][0]["answer"], "none");
        }
    }
}

#[test]
fn questions_are_about_any_search_that_visits_a_node_once() {
    let message = failure(&["exercise", "--algorithm", "mtd-f"]);
    let (_, fit) = message.trim().split_once("choose one of ").unwrap();
    let like_alpha_beta = ["alpha-beta", "lattice-pruning", "selection-gk-alpha-beta", "tail-recursive-alpha-beta"];
    assert!(like_alpha_beta.iter().all(|id| fit.split(", ").any(|fit| fit == *id)), "{fit}");
    for id in fit.split(", ") {
        let asked = ["--question", "values,best-move,leaves", "--seed", "1..20", "--cutoffs", "0.."];
        for exercise in exercises(&[&asked[..], &["--algorithm", id]].concat()) {
            let mut own = AlphaBeta::default();
            let value = own.search(&exercise["tree"]["tree"], &[], OPEN);
            assert_eq!(exercise["value"].as_f64(), Some(value));
            let leaves: Vec<Path> = exercise["leaves"].as_array().unwrap().iter().map(path).collect();
            assert_eq!(leaves.len(), leaves.iter().collect::<BTreeSet<_>>().len(), "{id}");
            if like_alpha_beta.contains(&id) {
                assert_eq!(leaves, own.leaves, "{id}");
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_exercise_alone_and_among_others() {
    let many = exercises(&["--seed", "3..5"]);
    assert_eq!(many[1], exercises(&["--seed", "4"])[0]);
    assert_ne!(many[0]["tree"], many[1]["tree"]);
}

/// Where the forms of the nodes are in a picture.
fn places(svg: &str) -> Vec<String> {
    let mut places = Vec::new();
    for form in svg.split("id=\"drawing-1-n").skip(1) {
        let number = form.split('"').next().unwrap();
        let start = [" points=", " x="].iter().filter_map(|key| form.find(key)).min().unwrap();
        let place = form[start..].split(" fill").next().unwrap();
        places.push(format!("{number}{place}"));
    }
    places
}

#[test]
fn problem_and_solution_have_everything_at_the_same_places() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (index, more) in [
        &["--seed", "1..6"][..],
        &[
            "--seed",
            "1..3",
            "--depth",
            "4",
            "--branching",
            "2",
            "--question",
            "values,deep,leaves",
            "--paper",
            "letter",
        ],
        &["--seed", "1..3", "--leaves", "20..27", "--order", "right", "--question", "cuts,windows", "--marked", "5"],
    ]
    .iter()
    .enumerate()
    {
        let output = file(&format!("x{index}.svg"));
        plyscope(&[&["exercise", "--output", &output], *more].concat()).success();
        for seed in 1..=3 {
            let problem = read_to_string(file(&format!("x{index}-{seed}.svg"))).unwrap();
            let solution = read_to_string(file(&format!("x{index}-{seed}-solution.svg"))).unwrap();
            assert!(places(&problem).len() > 12);
            assert_eq!(places(&problem), places(&solution));
            let (_, texts) = problem.split_once("<g id=\"legend\"").unwrap();
            let missing = texts.lines().find(|line| !solution.contains(line));
            assert_eq!(missing, None, "every text and line of the problem is in the solution");
            assert!(solution.lines().count() > problem.lines().count() && solution.contains(">solution<"));
            assert!(!problem.contains("stroke-dasharray"), "nothing of the search shows in the problem");
        }
    }
}

#[test]
fn a_pdf_has_a_page_for_each_seed_and_csv_a_row_for_each_part() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    plyscope(&["exercise", "--seed", "1..3", "--output", &file("x.pdf")]).success();
    for name in ["x.pdf", "x-solution.pdf"] {
        let bytes = std::fs::read(file(name)).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains("/Count 3"), "{name}");
    }
    plyscope(&["exercise", "--seed", "1..3", "--output", &file("x.csv")]).success();
    let rows = read_to_string(file("x.csv")).unwrap();
    assert!(rows.starts_with("seed,question,part,answer\n1,values,A,"), "{rows}");
    assert!(rows.contains("\n3,best-move,,"), "{rows}");
    plyscope(&["exercise", "--seed", "1..3", "--output", &file("x.tex")]).success();
    let text = read_to_string(file("x-solution.tex")).unwrap();
    assert_eq!(text.matches("\\begin{tikzpicture}").count(), 3);
    assert_eq!(text.matches("\\begin{questions}").count(), text.matches("\\end{questions}").count());
}

#[test]
fn hostile_names_in_a_tree_of_ones_own_stay_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let tree = json!({ "title": "</svg>\\input{x} & \u{202e}", "tree": { "label": "<b>&\"", "children": [
        { "label": "\\end{", "children": [3, 5] }, { "label": "]]>%", "children": [2, 9] } ] } });
    std::fs::write(file("own.json"), tree.to_string()).unwrap();
    for name in ["x.svg", "x.pdf", "x.tex"] {
        plyscope(&["exercise", &file("own.json"), "--output", &file(name)]).success();
    }
    let svg = read_to_string(file("x-solution.svg")).unwrap();
    assert!(svg.contains("&lt;b&gt;&amp;&quot;") && !svg.contains("<b>") && svg.matches("</svg>").count() == 1);
    assert!(!svg.contains('\u{202e}'));
    let tex = read_to_string(file("x-solution.tex")).unwrap();
    let tex: String = tex.lines().filter(|line| !line.starts_with('%')).collect();
    assert!(!tex.contains("\\input") && !tex.contains("\\end{}") && !tex.contains("]]>%"), "{tex}");
    let exercise = &printed(&["exercise", &file("own.json"), "--format", "json"])["exercises"][0];
    check(exercise);
    assert_eq!(exercise["questions"][0]["parts"][0]["part"], "<b>&\"");
}

#[test]
fn words_can_be_translated() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let german = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/exercise-words-de.toml");
    plyscope(&["exercise", "--words", german, "--output", &file("x.svg")]).success();
    let svg = read_to_string(file("x.svg")).unwrap();
    assert!(svg.contains("Aufgabe Nr. 1") && svg.contains("Welcher Zug"), "{svg}");
    for english in ["Exercise", "Which", "Name both", "from left"] {
        assert!(!svg.contains(english), "{english}");
    }
    plyscope(&["exercise", "--words", german, "--output", &file("x.html")]).success();
    let page = read_to_string(file("x.html")).unwrap();
    assert!(page.contains("Geben Sie") && page.contains("Nächste Frage"));
    for english in ["Mark every", "Next question", "question by question", "Look at"] {
        assert!(!page.contains(english), "{english}");
    }
    std::fs::write(file("bad.toml"), "titel = \"x\"").unwrap();
    let message = failure(&["exercise", "--words", &file("bad.toml")]);
    assert!(message.contains("bad.toml: unknown key “titel”; expected one of title, seed"), "{message}");
    std::fs::write(file("bad.toml"), "title = 3").unwrap();
    assert!(failure(&["exercise", "--words", &file("bad.toml")]).contains("“title” is not a text"));
    std::fs::write(file("bad.toml"), "title = ").unwrap();
    assert!(failure(&["exercise", "--words", &file("bad.toml")]).contains("bad.toml: is not TOML"));
}

#[test]
fn nothing_is_overwritten_without_being_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(file("x-solution.svg"), "mine").unwrap();
    assert!(failure(&["exercise", "--output", &file("x.svg")]).contains("x-solution.svg: already exists"));
    assert_eq!(read_to_string(file("x-solution.svg")).unwrap(), "mine");
    assert!(!folder.path().join("x.svg").exists(), "no half of an exercise");
    plyscope(&["exercise", "--force", "--output", &file("x.svg")]).success();
}

#[test]
fn what_cannot_be_is_refused_in_a_sentence() {
    for (flags, words) in [
        (&["--deep", "1.."][..], "--deep 1..: a deep cutoff needs --depth 4"),
        (&["--cutoffs", "40.."], "seed 1: none of 20,000 trees meets --cutoffs 40..; ask for less"),
        (&["--leaves", "40.."], "--leaves 40..: a sheet has room for 1 to 32 leaves"),
        (&["--leaves", "30"], "have 8 to 27 leaves"),
        (&["--values", "0..5"], "--ties none: 6 different --values do not suffice"),
        (&["--values", "0..100000"], "--values 0..100000: values are from -999 to 999"),
        (&["--branching", "0"], "a node has 1 to 32 children"),
        (&["--seed", "1.."], "--seed 1..: has no end"),
        (&["--seed", "1..5000"], "at most 1,000 seeds"),
        (&["--seed", "5..1"], "5..1 ends before it begins; write 1..5"),
        (&["--leaves", "many"], "“many” is not a range of whole numbers"),
        (&["--question", "moves"], "--question: unknown question “moves”; expected one of values, best-move"),
        (&["--algorithm", "minimax"], "--question cuts: minimax prunes nothing"),
        (&["--algorithm", "mtd-f"], "--algorithm: mtd-f may visit a node more than once"),
        (&["--algorithm", "beta"], "--algorithm: unknown algorithm"),
        (
            &["--exam", "--output", "x.pdf"],
            "--exam: only a page of practice is an exam; write one with --output X.html",
        ),
        (
            &["--algorithm", "sss-star", "--output", "x.html"],
            "--question: windows is asked about searches that visit each node at most once, unlike sss-star; leave it out",
        ),
        (&["--seed", "1..201", "--output", "x.html"], "--seed: a page has at most 200 trees; choose fewer seeds"),
        (
            &["--output", "x.doc"],
            "x.doc: unknown format; write a name that ends in .svg, .pdf, .tex, .csv, .json or .html",
        ),
    ] {
        let message = failure(&[&["exercise"], flags].concat());
        assert!(message.contains(words), "{flags:?}: {message}");
    }
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree.json");
    for (text, words) in [
        ("[1, null]", "tree.json: leaf 2 has no value; give it one"),
        ("7", "the tree is a single leaf"),
        ("[{\"player\": \"chance\", \"children\": [1, 2]}, 3]", "chance moves in the tree"),
        (&format!("[{}1]", "2,".repeat(40)), "the tree has 41 leaves on 2 levels, but a sheet has room for 32"),
    ] {
        std::fs::write(&tree, text).unwrap();
        let message = failure(&["exercise", tree.to_str().unwrap()]);
        assert!(message.contains(words), "{text}: {message}");
    }
    assert!(failure(&["exercise", tree.to_str().unwrap(), "--seed", "2"]).contains("--seed"));
}
