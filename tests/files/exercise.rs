//! Exercises: their trees, their solutions and their sheets.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::{Value as Json, json};

use crate::folder::Folder;
use crate::latex::has_latex_with;
use crate::program::{failure, json as printed, plyscope};

pub(crate) type Path = Vec<usize>;

/// Alpha-beta as a course teaches it, fail-soft, on the tree of a JSON file.
#[derive(Default)]
pub(crate) struct AlphaBeta {
    pub(crate) is_strict: bool,
    pub(crate) from_right: bool,
    /// Without deep cutoffs: a child gets no bound but that of its parent.
    pub(crate) is_shallow: bool,
    pub(crate) leaves: Vec<Path>,
    pub(crate) cutoffs: Vec<(Path, Vec<Path>, bool)>,
    /// The value, and alpha and beta when the node is entered and when it is left.
    pub(crate) visits: BTreeMap<Path, [f64; 5]>,
}

/// A window with the depths of the nodes that set its ends.
#[derive(Clone, Copy)]
struct Bounds {
    alpha: f64,
    beta: f64,
    by: [usize; 2],
}

const OPEN: Bounds = Bounds { alpha: f64::NEG_INFINITY, beta: f64::INFINITY, by: [usize::MAX; 2] };

pub(crate) fn children(node: &Json) -> Option<&Vec<Json>> {
    node.as_array().or_else(|| node["children"].as_array())
}

/// The node at the end of a path.
pub(crate) fn at<'t>(tree: &'t Json, path: &[usize]) -> &'t Json {
    path.iter().fold(tree, |node, &index| &children(node).unwrap()[index])
}

pub(crate) fn number(node: &Json) -> f64 {
    node.as_f64().or_else(|| node["value"].as_f64()).unwrap()
}

pub(crate) fn minimax(node: &Json, is_max: bool) -> f64 {
    let Some(children) = children(node) else { return number(node) };
    let values = children.iter().map(|child| minimax(child, !is_max));
    if is_max { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
}

impl AlphaBeta {
    pub(crate) fn of(tree: &Json, is_strict: bool, from_right: bool) -> AlphaBeta {
        AlphaBeta { is_strict, from_right, ..AlphaBeta::default() }.on(tree)
    }

    pub(crate) fn on(mut self, tree: &Json) -> AlphaBeta {
        self.search(tree, &[], OPEN);
        self
    }

    fn search(&mut self, node: &Json, path: &[usize], bounds: Bounds) -> f64 {
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
            let mut passed = now;
            if self.is_shallow {
                *(if is_max { &mut passed.beta } else { &mut passed.alpha }) =
                    if is_max { OPEN.beta } else { OPEN.alpha };
            }
            let value = self.search(&children[index], &below(index), passed);
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

fn paths(json: &Json) -> Vec<Path> {
    serde_json::from_value(json.clone()).unwrap()
}

fn end(json: &Json, open: f64) -> f64 {
    json.as_f64().unwrap_or(open)
}

/// Compares a solution with the alpha-beta above.
pub(crate) fn check(exercise: &Json) -> AlphaBeta {
    let tree = &exercise["tree"]["tree"];
    let (is_strict, from_right) = (exercise["rule"] == "strict", exercise["order"] == "right");
    let own = AlphaBeta::of(tree, is_strict, from_right);
    let seed = &exercise["seed"];
    assert_eq!(exercise["value"].as_f64(), Some(own.visits[&Path::new()][0]), "{seed}");
    assert_eq!(paths(&exercise["leaves"]), own.leaves, "{seed}");
    let cutoff = |cutoff: &Json| (path(&cutoff["node"]), paths(&cutoff["skipped"]), cutoff["deep"].as_bool().unwrap());
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
        let path = path(&value["node"]);
        assert_eq!(value["value"].as_f64(), Some(minimax(at(tree, &path), path.len().is_multiple_of(2))), "{seed}");
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

/// How many seeds are tried: 200, or what `PLYSCOPE_SEEDS` says.
fn seeds() -> usize {
    std::env::var("PLYSCOPE_SEEDS").map_or(200, |seeds| seeds.parse().unwrap())
}

#[test]
fn exercises_meet_their_conditions_and_solutions_are_those_of_alpha_beta() {
    for rule in ["non-strict", "strict"] {
        for order in ["left", "right"] {
            let exercises = exercises(&["--seed", &format!("1..{}", seeds()), "--rule", rule, "--order", order]);
            assert_eq!(exercises.len(), seeds());
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
            let other = AlphaBeta::of(&exercise["tree"]["tree"], !own.is_strict, false);
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
            let own = AlphaBeta::of(&exercise["tree"]["tree"], false, false);
            assert_eq!(exercise["value"].as_f64(), Some(own.visits[&Path::new()][0]));
            let leaves = paths(&exercise["leaves"]);
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
    let folder = Folder::new();
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
        let output = folder.at(&format!("x{index}.svg"));
        plyscope(&[&["exercise", "--output", &output], *more].concat()).success();
        for seed in 1..=3 {
            let problem = folder.read(&format!("x{index}-{seed}.svg"));
            let solution = folder.read(&format!("x{index}-{seed}-solution.svg"));
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

/// The names in the drawing of a sheet, and those of the parts of its questions.
fn names(svg: &str) -> [BTreeSet<&str>; 2] {
    let (drawing, below) = svg.split_once("<g id=\"legend\"").unwrap();
    let texts = |part: &'_ str| -> Vec<usize> { part.match_indices("</text>").map(|(end, _)| end).collect() };
    [drawing, below].map(|part| {
        let words = texts(part).into_iter().map(|end| part[..end].rsplit_once('>').unwrap().1);
        words.filter(|word| word.len() <= 2 && word.starts_with(|c: char| c.is_ascii_uppercase())).collect()
    })
}

#[test]
fn every_name_that_is_asked_for_is_in_the_drawing() {
    let folder = Folder::new();
    for row in [
        ["--depth", "4", "--branching", "2..3", "--leaves", "21..24"],
        ["--depth", "4", "--branching", "2..3", "--leaves", "25..28"],
        ["--depth", "5", "--branching", "2", "--leaves", "32"],
    ] {
        let seeds = ["--seed", "1..20", "--values", "0..99"];
        plyscope(&[&["exercise", "--force", "--output", &folder.at("x.svg")], &seeds[..], &row].concat()).success();
        for seed in 1..=20 {
            for side in ["", "-solution"] {
                let svg = folder.read(&format!("x-{seed}{side}.svg"));
                let [drawn, asked] = names(&svg);
                assert!(asked.len() > 10 && asked.is_subset(&drawn), "{row:?} {seed}: {:?}", asked.difference(&drawn));
            }
        }
        plyscope(&[&["exercise", "--force", "--output", &folder.at("x.tex")], &seeds[..], &row].concat()).success();
    }
    let seed = ["--seed", "4", "--values", "0..99", "--depth", "5", "--branching", "2", "--leaves", "32"];
    plyscope(&[&["exercise", "--output", &folder.at("wide.svg")], &seed[..]].concat()).success();
    let svg = folder.read("wide-solution.svg");
    let boxes: Vec<[f32; 2]> = places(&svg).iter().filter_map(|place| across(place)).collect();
    assert_eq!(boxes.len(), 32);
    for pair in boxes.windows(2) {
        assert!(pair[1][0] - pair[0][1] > 2.0, "{pair:?} run into each other");
    }
}

/// Where a box begins and ends from left to right; `None` for another form.
fn across(place: &str) -> Option<[f32; 2]> {
    let number = |key: &str| place.split_once(key)?.1.split('"').next()?.parse::<f32>().ok();
    let left = number(" x=\"")?;
    Some([left, left + number(" width=\"")?])
}

#[test]
fn a_sheet_without_room_is_refused_in_a_sentence_that_says_for_what() {
    let folder = Folder::new();
    let node = |index: usize| json!({ "label": format!("Knoten{index:02}"), "children": [index] });
    let tree = json!({ "label": "oben", "children": (10..38).map(node).collect::<Vec<_>>() });
    let file = folder.write("own.json", &tree.to_string());
    for name in ["x.svg", "x.pdf", "x.tex", "x.xml", "x.zip"] {
        let message = failure(&["exercise", &file, "--question", "values", "--output", &folder.at(name)]);
        assert!(message.contains("no room for the names of "), "{message}");
        assert!(message.contains(" nodes, such as “Knoten"), "{message}");
    }
    plyscope(&["exercise", &file, "--question", "leaves", "--output", &folder.at("x.svg")]).success();
    let all = "values,best-move,leaves,cuts,windows,lazy,best-order,worst-order";
    let large = ["--depth", "4", "--branching", "2..3", "--leaves", "25..28", "--values", "0..99", "--marked", "8"];
    let message = failure(&[&["exercise", "--question", all, "--output", &folder.at("y.pdf")], &large[..]].concat());
    assert!(
        message.contains("the tree and 8 questions do not fit on one page, which has room for the first "),
        "{message}"
    );
    assert!(message.contains("; ask fewer, or choose a smaller tree"), "{message}");
    let fit = message.split_once("the first ").unwrap().1.split(';').next().unwrap().parse::<usize>().unwrap();
    let first = all.split(',').take(fit).collect::<Vec<_>>().join(",");
    plyscope(&[&["exercise", "--question", &first, "--output", &folder.at("y.pdf")], &large[..]].concat()).success();
}

#[test]
fn where_leaves_are_equal_a_sheet_says_how_they_are_told_apart() {
    let folder = Folder::new();
    let ties = ["--ties", "deciding", "--depth", "4", "--branching", "2", "--leaves", "16"];
    plyscope(&[&["exercise", "--output", &folder.at("x.tex")], &ties[..]].concat()).success();
    let sheet = folder.read("x.tex");
    assert!(sheet.contains("write which of all leaves you mean, such as ") && sheet.contains("(leaf "), "{sheet}");
    plyscope(&["exercise", "--output", &folder.at("y.tex")]).success();
    assert!(!folder.read("y.tex").contains("which of all leaves"));
    // Leaves of a page have names.
    let orders = ["--question", "best-order,worst-order,leaves"];
    plyscope(&[&["exercise", "--output", &folder.at("x.html")], &ties[..], &orders].concat()).success();
    let page = folder.read("x.html");
    assert!(!page.contains("which of all leaves") && !page.contains("(leaf "));
    assert!(page.contains("for example with A: "));
}

#[test]
fn chance_nodes_are_asked_for_their_value_also_as_a_fraction() {
    let folder = Folder::new();
    let star = concat!(env!("CARGO_MANIFEST_DIR"), "/sample_trees/star1.json");
    let exercise = &printed(&["exercise", star, "--format", "json"])["exercises"][0];
    let question = &exercise["questions"][0];
    assert!(
        !question["text"].as_str().unwrap().contains("minimax") && question["text"].as_str().unwrap().contains("14/3")
    );
    assert_eq!(question["parts"][2], json!({ "part": "C", "answer": "14/3 ≈ 4.67" }));
    plyscope(&["exercise", star, "--output", &folder.at("x.svg")]).success();
    assert!(folder.read("x-solution.svg").contains(">14/3 ≈ 4.67<"));
    plyscope(&["exercise", star, "--question", "values", "--output", &folder.at("x.xml")]).success();
    let moodle = folder.read("x.xml");
    assert!(moodle.contains("=4.666666666666667:0.005}") && moodle.contains("such as 4.67 for 14/3"), "{moodle}");
}

#[test]
fn a_page_says_of_each_search_what_it_does_and_no_machine_numbers() {
    let folder = Folder::new();
    let wikipedia = concat!(env!("CARGO_MANIFEST_DIR"), "/sample_trees/wikipedia.json");
    let page = |id: &str| {
        plyscope(&["exercise", wikipedia, "--force", "--algorithm", id, "--output", &folder.at("x.html")]).success();
        folder.read("x.html")
    };
    for (id, said) in [
        ("sss-star", "SSS* searches this tree. Best first: of all solution trees"),
        ("dual-star", "DUAL* searches this tree. SSS* with MAX and MIN exchanged"),
        ("mtd-f", "Repeats null-window searches"),
        ("scout", "SCOUT searches this tree. Evaluates the first child"),
        ("proof-number=5", "Best first: it goes on where the fewest nodes"),
        ("threshold=5", "is the value at least a given number?"),
        ("minimal-tree", "A proof of the value with the fewest leaves"),
    ] {
        let page = page(id);
        assert!(page.contains(said), "{id}");
        for wrong in ["α ≥ β", "depth first, from", "e308", "e−324", "e-324"] {
            assert!(!page.contains(wrong), "{id}: {wrong}");
        }
    }
    for id in ["alpha-beta", "lazy-alpha-beta", "negascout", "aspiration"] {
        let page = page(id);
        assert!(
            page.contains("searches this tree depth first, from left to right. It cuts off as soon as α ≥ β."),
            "{id}"
        );
    }
    assert!(page("minimax").contains("depth first, from left to right. MAX"));
}

/// The words of a LaTeX document with their places, in points; `None` without pdftotext.
fn typeset(folder: &std::path::Path, name: &str) -> Option<Vec<(String, i32, i32)>> {
    // The class counts points in the first pass.
    for _ in 0..2 {
        assert!(!crate::latex::typeset(folder, &format!("{name}.tex")).contains("Overfull"));
    }
    let read =
        Command::new("pdftotext").args(["-bbox", &format!("{name}.pdf"), "-"]).current_dir(folder).output().ok()?;
    let boxes = String::from_utf8(read.stdout).unwrap();
    let place = |line: &str, key: &str| -> Option<i32> {
        let number = line.split_once(key)?.1.split('"').nth(1)?;
        Some(number.parse::<f64>().ok()?.round() as i32)
    };
    let word =
        |line: &str| Some((line.split(['<', '>']).nth(2)?.to_owned(), place(line, "xMin")?, place(line, "yMin")?));
    Some(boxes.lines().filter(|line| line.contains("<word")).filter_map(word).collect())
}

#[test]
fn sheets_in_latex_are_typeset_with_everything_at_the_same_places() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("sheet.tex").display().to_string();
    let questions = "values,best-move,leaves,cuts,windows,lazy,best-order,worst-order";
    plyscope(&["exercise", "--seed", "1..2", "--question", questions, "--output", &output]).success();
    if !has_latex_with(&["exam.cls", "tikz.sty"]) {
        eprintln!("sheets are not typeset, since there is no pdfLaTeX with exam and tikz");
        return;
    }
    let [Some(problem), Some(solution)] = ["sheet", "sheet-solution"].map(|name| typeset(folder.path(), name)) else {
        eprintln!("the places of words are not compared, since there is no pdftotext");
        return;
    };
    assert!(problem.len() > 300);
    // A name and the answer close to it can be one word.
    let is_there = |(text, x, y): &&(String, i32, i32)| {
        solution.iter().any(|(other, left, top)| other.starts_with(text) && (left - x).abs() < 2 && (top - y).abs() < 2)
    };
    let moved: Vec<_> = problem.iter().filter(|word| !is_there(word)).collect();
    assert!(moved.is_empty(), "{moved:?}");
}

#[test]
fn a_pdf_has_a_page_for_each_seed_and_csv_a_row_for_each_part() {
    let folder = Folder::new();
    plyscope(&["exercise", "--seed", "1..3", "--output", &folder.at("x.pdf")]).success();
    for name in ["x.pdf", "x-solution.pdf"] {
        let bytes = std::fs::read(folder.at(name)).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains("/Count 3"), "{name}");
    }
    plyscope(&["exercise", "--seed", "1..3", "--output", &folder.at("x.csv")]).success();
    let rows = folder.read("x.csv");
    assert!(rows.starts_with("seed,question,part,answer\n1,values,A,"), "{rows}");
    assert!(rows.contains("\n3,best-move,,"), "{rows}");
    plyscope(&["exercise", "--seed", "1..3", "--output", &folder.at("x.tex")]).success();
    let text = folder.read("x-solution.tex");
    assert_eq!(text.matches("\\begin{tikzpicture}").count(), 3);
    assert_eq!(text.matches("\\begin{questions}").count(), text.matches("\\end{questions}").count());
}

#[test]
fn hostile_names_in_a_tree_of_ones_own_stay_text() {
    let folder = Folder::new();
    let tree = json!({ "title": "</svg>\\input{x} & \u{202e}", "tree": { "label": "<b>&\"", "children": [
        { "label": "\\end{", "children": [3, 5] }, { "label": "]]>%", "children": [2, 9] } ] } });
    folder.write("own.json", &tree.to_string());
    for name in ["x.svg", "x.pdf", "x.tex"] {
        plyscope(&["exercise", &folder.at("own.json"), "--output", &folder.at(name)]).success();
    }
    let svg = folder.read("x-solution.svg");
    assert!(svg.contains("&lt;b&gt;&amp;&quot;") && !svg.contains("<b>") && svg.matches("</svg>").count() == 1);
    assert!(!svg.contains('\u{202e}'));
    let tex = folder.read("x-solution.tex");
    let tex: String = tex.lines().filter(|line| !line.starts_with('%')).collect();
    assert!(!tex.contains("\\input") && !tex.contains("\\end{}") && !tex.contains("]]>%"), "{tex}");
    let exercise = &printed(&["exercise", &folder.at("own.json"), "--format", "json"])["exercises"][0];
    check(exercise);
    assert_eq!(exercise["questions"][0]["parts"][0]["part"], "<b>&\"");
}

#[test]
fn words_can_be_translated() {
    let folder = Folder::new();
    let german = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/exercise-words-de.toml");
    plyscope(&["exercise", "--words", german, "--output", &folder.at("x.svg")]).success();
    let svg = folder.read("x.svg");
    assert!(svg.contains("Aufgabe Nr. 1") && svg.contains("Welcher Zug"), "{svg}");
    for english in ["Exercise", "Which", "Name both", "from left"] {
        assert!(!svg.contains(english), "{english}");
    }
    plyscope(&["exercise", "--words", german, "--output", &folder.at("x.html")]).success();
    let page = folder.read("x.html");
    assert!(page.contains("Geben Sie") && page.contains("Nächste Frage"));
    for english in ["Mark every", "Next question", "question by question", "Look at", "Made with", "lang=\"en\""] {
        assert!(!page.contains(english), "{english}");
    }
    assert!(page.contains("<html lang=\"de\">"));
    for (text, said) in [
        ("titel = \"x\"", "bad.toml: unknown key “titel”; the nearest one is “title”"),
        ("ask-valeus = \"x\"", "unknown key “ask-valeus”; the nearest one is “ask-values”"),
        ("score = \"{point} von {most}\"", "“score” has {point}, which is not filled in; write {points} or {most}"),
        ("title = \"{seed}\"", "“title” has {seed}, which is not filled in; leave it out"),
        ("title = 3", "“title” is not a text"),
        (&format!("title = \"{}\"", "ä".repeat(1001)), "“title” has 1,001 characters, of at most 1,000"),
        ("title = ", "bad.toml: is not TOML"),
    ] {
        let message = failure(&["exercise", "--words", &folder.write("bad.toml", text)]);
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn nothing_is_overwritten_without_being_asked() {
    let folder = Folder::new();
    folder.write("x-solution.svg", "mine");
    assert!(failure(&["exercise", "--output", &folder.at("x.svg")]).contains("x-solution.svg: already exists"));
    assert_eq!(folder.read("x-solution.svg"), "mine");
    assert!(!folder.has("x.svg"), "no half of an exercise");
    plyscope(&["exercise", "--force", "--output", &folder.at("x.svg")]).success();
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
        (&["--algorithm", "minimax", "--question", "cuts"], "--question cuts: minimax prunes nothing"),
        (&["--question", "empty,values"], "--question empty: its picture answers other questions"),
        (&["--chance", "1", "--question", "windows"], "--question windows: expectiminimax prunes nothing"),
        (&["--chance", "1", "--algorithm", "star1", "--question", "deep"], "deep: is about trees without chance nodes"),
        (&["--chance", "1", "--algorithm", "alpha-beta"], "choose one of expectiminimax, star1"),
        (&["--chance", "1", "--ties", "deciding"], "--ties deciding with --chance 1: is about trees of MAX and MIN"),
        (&["--chance", "30"], "none of 20,000 trees meets --chance 30"),
        (&["--algorithm", "mtd-f"], "--algorithm: mtd-f may visit a node more than once"),
        (&["--algorithm", "beta"], "--algorithm: unknown algorithm"),
        (
            &["--exam", "--output", "x.pdf"],
            "--exam: only a page of practice is an exam; write one with --output X.html",
        ),
        (
            &["--algorithm", "sss-star", "--question", "windows", "--output", "x.html"],
            "--question: windows is asked about searches that visit each node at most once, unlike sss-star; leave it out",
        ),
        (&["--seed", "1..201", "--output", "x.html"], "--seed: a page has at most 200 trees; choose fewer seeds"),
        (
            &["--output", "x.doc"],
            "x.doc: unknown format; write a name that ends in .svg, .pdf, .tex, .csv, .json, .xml, .html or .zip",
        ),
    ] {
        let message = failure(&[&["exercise"], flags].concat());
        assert!(message.contains(words), "{flags:?}: {message}");
    }
    let folder = Folder::new();
    for (text, words) in [
        ("[1, null]", "tree.json: leaf 2 has no value; give it one"),
        ("7", "the tree is a single leaf"),
        (&format!("[{}1]", "2,".repeat(40)), "the tree has 41 leaves on 2 levels, but an exercise has room for 32"),
    ] {
        let message = failure(&["exercise", &folder.write("tree.json", text)]);
        assert!(message.contains(words), "{text}: {message}");
    }
    let message = failure(&["exercise", &folder.at("tree.json"), "--seed", "1..3"]);
    assert!(message.contains("--seed: a tree of your own needs no seed; leave it out, or leave out "), "{message}");
    let tree = folder.write("tree.json", "[{\"player\": \"chance\", \"children\": [1, 2]}, 3]");
    let message = failure(&["exercise", &tree, "--algorithm", "alpha-beta"]);
    assert!(
        message.contains("--algorithm: chance moves in the tree, and alpha-beta is about MAX and MIN"),
        "{message}"
    );
}

/// The value of a tree with chance nodes whose children are equally likely.
fn expected(node: &Json, is_max: bool, chance: &mut usize) -> f64 {
    let Some(children) = children(node) else { return number(node) };
    let is_chance = node["player"] == "chance";
    let values: Vec<f64> = children.iter().map(|child| expected(child, is_max == is_chance, chance)).collect();
    let best = values.iter().copied().reduce(if is_max { f64::max } else { f64::min }).unwrap();
    if !is_chance {
        return best;
    }
    *chance += 1;
    for child in children.iter().filter(|child| !child["probability"].is_null()) {
        assert_eq!(child["probability"], format!("1/{}", children.len()));
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    assert!((mean - mean.round()).abs() < 1e-9, "{mean}");
    mean.round()
}

#[test]
fn chance_nodes_have_whole_expected_values_and_star1_cuts_nothing_that_matters() {
    for more in
        [&["--chance", "1..3"][..], &["--chance", "2", "--algorithm", "star1", "--cutoffs", "1..", "--order", "right"]]
    {
        for exercise in exercises(&[&["--seed", "1..100"], more].concat()) {
            let tree = &exercise["tree"]["tree"];
            let mut chance = 0;
            let value = expected(tree, true, &mut chance);
            assert!((1..=3).contains(&chance));
            assert_eq!(exercise["value"].as_f64(), Some(value));
            let leaves = leaves(tree, 2..=3, 3);
            let evaluated = paths(&exercise["leaves"]);
            let cutoffs = exercise["cutoffs"].as_array().unwrap();
            let cut: Vec<Path> = cutoffs.iter().flat_map(|cutoff| paths(&cutoff["skipped"])).collect();
            assert!(!evaluated.iter().any(|leaf| cut.iter().any(|cut| leaf.starts_with(cut))));
            let below = |cut: &Path| leaves_below(at(tree, cut));
            assert_eq!(evaluated.len() + cut.iter().map(below).sum::<usize>(), leaves.len());
            assert_eq!(cut.is_empty(), exercise["algorithm"] == "expectiminimax");
        }
    }
}

fn leaves_below(node: &Json) -> usize {
    children(node).map_or(1, |children| children.iter().map(leaves_below).sum())
}

/// All trees that differ from one in the orders of children.
fn reorderings(node: &Json) -> Vec<Json> {
    let Some(children) = children(node) else { return vec![node.clone()] };
    let mut all = Vec::new();
    for order in orders(children.len()) {
        let mut partial = vec![Vec::new()];
        for index in order {
            let below = reorderings(&children[index]);
            let longer = |start: &Vec<Json>| {
                below.iter().map(|child| [start.clone(), vec![child.clone()]].concat()).collect::<Vec<_>>()
            };
            partial = partial.iter().flat_map(longer).collect();
        }
        all.extend(partial.into_iter().map(Json::from));
    }
    all
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(count - 1);
    let insert = |order: &Vec<usize>, at: usize| [&order[..at], &[count - 1], &order[at..]].concat();
    shorter.iter().flat_map(|order| (0..count).map(move |at| insert(order, at))).collect()
}

/// The tree with the orders of an answer, such as `C, B` for the node `A`.
fn reordered(node: &Json, answer: &BTreeMap<&str, Vec<&str>>) -> Json {
    let Some(children) = children(node) else { return node.clone() };
    let name = |node: &Json| node["label"].as_str().map_or_else(|| number(node).to_string(), str::to_owned);
    let mut children: Vec<&Json> = children.iter().collect();
    if let Some(order) = answer.get(name(node).as_str()) {
        assert_eq!(order.len(), children.len());
        children.sort_by_key(|child| order.iter().position(|one| *one == name(child)).unwrap());
    }
    json!({ "children": children.into_iter().map(|child| reordered(child, answer)).collect::<Vec<_>>() })
}

pub(crate) fn evaluated(tree: &Json, is_strict: bool) -> usize {
    AlphaBeta::of(tree, is_strict, false).leaves.len()
}

#[test]
fn no_order_of_the_children_is_better_than_the_best_or_worse_than_the_worst() {
    for shape in [
        &["--branching", "2", "--depth", "3", "--leaves", "8"][..],
        &["--branching", "2..3", "--depth", "2", "--leaves", "6..9"],
    ] {
        for (rule, ties) in [("non-strict", "none"), ("non-strict", "any"), ("strict", "any")] {
            let more =
                ["--cutoffs", "0..", "--values", "0..9", "--seed", "1..25", "--question", "best-order,worst-order"];
            for exercise in exercises(&[shape, &more, &["--rule", rule, "--ties", ties]].concat()) {
                let tree = &exercise["tree"]["tree"];
                let counts: Vec<usize> =
                    reorderings(tree).iter().map(|tree| evaluated(tree, rule == "strict")).collect();
                for (index, count) in [counts.iter().min(), counts.iter().max()].into_iter().enumerate() {
                    let parts = exercise["questions"][index]["parts"].as_array().unwrap();
                    let (last, order) = parts.split_last().unwrap();
                    assert_eq!(last["answer"], count.unwrap().to_string(), "{tree}");
                    if ties == "none" {
                        let text = |part: &'_ Json, key: &str| -> String { part[key].as_str().unwrap().to_owned() };
                        let order: Vec<(String, String)> =
                            order.iter().map(|part| (text(part, "part"), text(part, "answer"))).collect();
                        let order = order
                            .iter()
                            .map(|(node, children)| (node.as_str(), children.split(", ").collect()))
                            .collect();
                        assert_eq!(evaluated(&reordered(tree, &order), false), *count.unwrap());
                    }
                }
            }
        }
    }
}

#[test]
fn empty_leaves_are_empty_in_the_problem_and_have_their_values_in_the_solution() {
    let folder = Folder::new();
    plyscope(&["exercise", "--question", "empty", "--seed", "1..5", "--output", &folder.at("x.svg")]).success();
    for (seed, exercise) in (1..=5).zip(exercises(&["--question", "empty", "--seed", "1..5"])) {
        let [problem, solution] = ["", "-solution"].map(|suffix| folder.read(&format!("x-{seed}{suffix}.svg")));
        assert_eq!(places(&problem), places(&solution));
        let all = leaves(&exercise["tree"]["tree"], 2..=3, 3);
        for part in exercise["questions"][0]["parts"].as_array().unwrap() {
            let number: usize = part["part"].as_str().unwrap().strip_prefix("leaf ").unwrap().parse().unwrap();
            assert_eq!(part["answer"], all[number - 1].to_string());
            let text = format!(">{}</text>", all[number - 1]);
            assert_eq!((problem.matches(&text).count(), solution.matches(&text).count()), (0, 2), "{text}");
        }
    }
}
