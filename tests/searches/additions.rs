//! Adding an algorithm or a format: a type or two functions, and one entry.

use plyscope::experiment::sweep::{Folder, Results, Spec};
use plyscope::game::{Chess, Erased, Game, Nim, TicTacToe};
use plyscope::progress::Progress;
use plyscope::search::catalogue::{Dash, ENTRIES, Entry, Holds, LeafClass, Look, Machine, Mark, Publication, Revisits};
use plyscope::search::kinds::Searches;
use plyscope::search::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use plyscope::search::story::{Entrance, Why};
use plyscope::search::{Algorithm, Answer, Catalogue, CutoffRule, Limits, Search, Setting, search};
use plyscope::tree::file::{Asked, FormatEntry, Formats, Refusal, Writer};
use plyscope::tree::{Builder, Tree, Value};

use crate::told::{self, limits};

/// Minimax from the last child to the first.
struct Backwards;

impl Search for Backwards {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        run.visit(root, &(), Visit).map(Answer::of)
    }
}

struct Visit;

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for Visit {
    type Context = ();
    type Output = M::Score;

    fn entrance(&self, (): ()) -> Entrance<M::Score> {
        Entrance::Open(Why::Normal)
    }

    fn leaf(self, _: &NodeOf<G, M>, score: M::Score, (): ()) -> M::Score {
        score
    }

    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        (): (),
    ) -> Result<M::Score, Stopped> {
        let mut children: Vec<_> = std::iter::once(first).chain(others).collect();
        let last = children.pop().expect("at least one");
        let mut best = run.visit(last, &(), Visit)?;
        for child in children.into_iter().rev() {
            let score = run.visit(child, &(), Visit)?;
            if P::PLAYER.prefers(score, best) {
                best = score;
            }
        }
        Ok(run.leave(&node, best))
    }
}

static NOWHERE: Publication = Publication { title: "This test", authors: "", year: "", venue: "", link: "" };

static BACKWARDS: Entry = Entry {
    id: "backwards",
    name: "Backwards",
    summary: "Minimax from the last child to the first.",
    law: "The minimax value.",
    visits: "Every leaf, once.",
    leaves: LeafClass::All,
    revisits: Revisits::Never,
    evaluations: None,
    is_lazy: false,
    has_table: false,
    has_memory: false,
    deepens: false,
    asks: false,
    transposes: false,
    takes_chance: false,
    parameters: &[],
    machine: Machine { title: "Calls", summary: "", children: "children", holds: Holds::Nothing },
    publication: &NOWHERE,
    section: "",
    definition: &[],
    look: Look { colour: [0, 0, 0], mark: Mark::Tall, dash: Dash::Dotted },
    is_usual: false,
    searches: Searches::of::<Backwards>(),
};

#[test]
fn an_algorithm_is_one_search_and_one_entry() {
    let entries: Vec<&'static Entry> = ENTRIES.iter().copied().chain([&BACKWARDS]).collect();
    let catalogue = Catalogue(&entries);
    let backwards = catalogue.algorithm("backwards").unwrap();
    assert!("backwards".parse::<Algorithm>().is_err(), "it is in no other catalogue");
    assert!(catalogue.all().any(|algorithm| algorithm == backwards));
    assert!(catalogue.algorithm("forwards").unwrap_err().to_string().contains("proof-number, backwards"));

    // On a tree it is recorded and counted like the others.
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let ran = told::ran(backwards, &tree, &tree, limits(CutoffRule::NonStrict, None));
    assert_eq!(ran.value(), Some(Value::from(3)));
    assert_eq!((ran.counts.evaluations, ran.counts.visited_nodes), (9, 13));
    let order: Vec<usize> = ran.order.iter().map(|&leaf| tree.slots(leaf).start).collect();
    assert_eq!(order, [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(ran.record.line(&tree).last().map(|&end| tree.path(end)), Some(vec![0, 0]));

    // A sweep with it runs in memory only, since no folder of it could be read again.
    let spec = Spec { algorithm: vec![backwards], trees: 2, ..Spec::new("2".parse().unwrap(), "3".parse().unwrap()) };
    let (sweep, mut results) = (spec.sweep().unwrap(), Results::default());
    sweep.run(&mut results, &Progress::new(), &|_| {}).unwrap();
    assert_eq!(results.runs().len(), 2);
    let folder = tempfile::tempdir().unwrap();
    let refused = Folder::open(&folder.path().join("sweep"), &sweep, false).unwrap_err().to_string();
    assert!(refused.contains("backwards is not an algorithm of Plyscope's own"), "{refused}");
    assert!(!folder.path().join("sweep").exists());

    // It also runs on every other kind of game.
    let value = |report: Option<Value>| report.map(Value::get);
    let game = TicTacToe::from_position("XO./.X./..O").unwrap();
    let expected = search(Algorithm::MINIMAX, &Erased::to_depth(9, &game), Limits::default()).outcome.value();
    let found = search(backwards, &Erased::to_depth(9, &game), Limits::default()).outcome.value();
    assert_eq!(value(found), value(expected));
    let (nim, chess) =
        (Nim::from_position("1,2,3").unwrap(), Chess::from_position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -").unwrap());
    for game in [Erased::new(&nim), Erased::to_depth(3, &chess)] {
        let found = search(backwards, &game, Limits::default());
        assert_eq!(found.outcome.value(), search(Algorithm::MINIMAX, &game, Limits::default()).outcome.value());
    }
}

/// A format for trees of depth 2: one line for each child of the root, with its leaves.
static LINES: FormatEntry = FormatEntry {
    id: "children",
    title: "one line for each child of the root",
    extensions: &["lines"],
    recognises: |text| text.lines().count() == 2,
    read: |text| {
        let mut builder = Builder::new();
        builder.open().expect("room");
        for line in text.as_str().lines() {
            builder.open().expect("room");
            for leaf in line.split_whitespace() {
                builder.leaf(leaf.parse().ok()).expect("room");
            }
            builder.close();
        }
        builder.close();
        text.built(builder, 0).map(Into::into)
    },
    writer: Some(Writer::of(&[], write_lines)),
};

fn write_lines(tree: &Tree, out: &mut dyn std::io::Write) -> Result<(), Refusal> {
    for child in tree.children(plyscope::tree::NodeId::ROOT) {
        let leaves = tree.children(child).filter_map(|leaf| tree.value(leaf)).map(|value| value.to_string());
        writeln!(out, "{}", leaves.collect::<Vec<_>>().join(" ")).map_err(Refusal::Io)?;
    }
    Ok(())
}

#[test]
fn a_format_of_trees_is_two_functions_and_one_entry() {
    let built_in = Formats::BUILT_IN.0;
    let entries: Vec<&'static FormatEntry> = built_in.iter().copied().chain([&LINES]).collect();
    let formats = Formats(&entries);
    assert!(formats.endings().ends_with(" or .lines"), "{}", formats.endings());
    let tree: Tree = "((3 12 8) (2 4 6))".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("aima.lines");
    formats.save(&tree, &path, false).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "3 12 8\n2 4 6\n");
    let again = formats.open(&path, Asked::default(), &Progress::new()).unwrap().tree;
    assert_eq!(again.title(), "aima");
    assert_eq!(told_order(&again), told_order(&tree));
    let unknown = plyscope::tree::file::save(&tree, &path, true).unwrap_err().to_string();
    assert!(!unknown.contains("or .lines") && unknown.contains("has an unknown extension; use "), "{unknown}");
}

fn told_order(tree: &Tree) -> Vec<Option<Value>> {
    (0..tree.leaf_count()).map(|slot| tree.value(tree.leaf(slot))).collect()
}
