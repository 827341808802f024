//! Sessions: what is written is read as the same, and what is wrong is said by its place.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyscope::draw::{FoldMode, Kind};
use plyscope::fingerprint::Hash;
use plyscope::game::{AnyGame, GAMES, GameName, GameTree, Stages};
use plyscope::generate::{Chance, Generator, Ordering, Probabilities, Probability, RandomTree, Shape};
use plyscope::progress::Progress;
use plyscope::search::hughes::Pipeline;
use plyscope::search::{Algorithm, Budget, CutoffRule};
use plyscope::session::{Search, Session, SessionTree, Spot, TimeLine, TreeFile, View, is_session, read};
use plyscope::tree::file::Asked;
use plyscope::tree::{Builder, Player, Tree, Value};
use proptest::prelude::*;

fn reread(text: &str) -> Session {
    read(text, &Progress::new()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn wrong(text: &str) -> String {
    read(text, &Progress::new()).unwrap_err().to_string()
}

/// Names with everything that ends a text, or may not stand in one.
fn name() -> impl Strategy<Value = String> {
    let pieces = ["'", "''", "'''", "\"", "\\", "\n", "\r", "\u{7f}", "\u{1}", "\u{2028}", "é∞", "#", "a b"];
    let piece = prop::sample::select(pieces.to_vec());
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn tree() -> impl Strategy<Value = Tree> {
    let node = (0..4_usize, name(), name(), prop::option::of(-1e3..1e3), prop::option::of(any::<bool>()));
    (prop::collection::vec(node, 1..12), name(), name()).prop_map(|(nodes, title, source)| {
        let mut builder = Builder::new();
        builder.set_title(title);
        builder.set_source(source);
        let mut nodes = nodes.into_iter();
        builder
            .grown(|builder, node| {
                let Some((children, label, name, value, player)) = nodes.next() else { return 0 };
                builder.set_label(node, label);
                if node.index() > 0 {
                    builder.set_move(node, name);
                }
                builder.set_value(node, value.and_then(Value::new));
                if let Some(is_max) = player.filter(|_| node.index() > 0) {
                    builder.set_player(node, if is_max { Player::Max } else { Player::Min });
                }
                children
            })
            .unwrap()
    })
}

fn random_tree() -> impl Strategy<Value = RandomTree> {
    let shape = (1..9_u32, 0..9_u32, 0..8_u32, 0.0..0.9);
    let laws = prop::sample::select(vec!["continuous", "integers:7", "growth:-2..5", "n-game", "two-valued:0.25"]);
    let third = Probability::try_from(0.3).unwrap();
    let chances = prop::sample::select(vec![
        (Chance::None, Probabilities::Equal),
        (Chance::EveryOther, Probabilities::Random),
        (Chance::share(third), Probabilities::Equal),
    ]);
    (laws, shape, any::<u64>(), prop::option::of(0.0..3.0), chances).prop_map(
        |(leaves, (branching, depth, fewer, early), seed, static_noise, (chance, probabilities))| {
            let min_branching = (fewer > 0).then(|| branching.saturating_sub(fewer).max(1));
            let leaf_probability = Probability::try_from(early).unwrap();
            let shape = Shape { branching, depth, min_branching, leaf_probability };
            let generator = Generator::new(leaves.parse().unwrap(), Ordering::Random, shape).unwrap();
            // Where a law has no chance nodes it stays as it is.
            let generator = generator.with_chance(chance, probabilities).unwrap_or(generator);
            RandomTree { generator, seed, static_noise }
        },
    )
}

fn game_tree() -> impl Strategy<Value = GameTree> {
    let games: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
    let switches = (any::<bool>(), any::<bool>());
    (prop::sample::select(games), prop::option::of(0..9_u32), switches).prop_map(|(id, depth, (dynamic, sooner))| {
        let game = AnyGame::from_start(GameName::of_id(id).unwrap());
        GameTree { dynamic, sooner, ..GameTree::new(game, depth) }
    })
}

fn file() -> impl Strategy<Value = TreeFile> {
    let path = prop::sample::select(vec!["aima.json", "trees/a b.tree", "/home/me/it's.json", "../é\"\\.jsonl"]);
    (path, prop::option::of(any::<u64>())).prop_map(|(path, hash)| TreeFile {
        path: path.into(),
        hash: hash.map(Hash),
        asked: Asked::default(),
    })
}

fn any_tree() -> impl Strategy<Value = SessionTree> {
    prop_oneof![
        tree().prop_map(|tree| SessionTree::Itself(Arc::new(tree))),
        file().prop_map(SessionTree::File),
        random_tree().prop_map(SessionTree::Random),
        game_tree().prop_map(SessionTree::Game),
    ]
}

fn search() -> impl Strategy<Value = Search> {
    let named = Algorithm::ALL.into_iter().chain([Algorithm::threshold(Value::from(-3))]);
    let algorithms = prop::sample::subsequence(named.collect::<Vec<_>>(), 0..=8).prop_shuffle();
    let stages = (prop::option::of(0..9_u32), any::<bool>(), any::<bool>(), prop::option::of(1..5_usize));
    let pipeline = (stages, any::<bool>()).prop_map(|((prune, dynamic, highfirst, taketree), alpha_beta)| Pipeline {
        stages: Stages { prune, dynamic, highfirst, taketree, sooner: false },
        alpha_beta,
    });
    let root = prop::option::of(prop_oneof![Just(Player::Max), Just(Player::Min)]);
    let cutoff = prop_oneof![Just(CutoffRule::NonStrict), Just(CutoffRule::Strict)];
    let budget =
        prop_oneof![Just(Budget::Automatic), Just(Budget::Unlimited), any::<u64>().prop_map(Budget::Evaluations)];
    let rest = (prop::option::of(0..9_u32), root, cutoff, budget, prop::option::of(0..99_u32));
    (algorithms, prop::option::of(pipeline), rest).prop_map(
        |(algorithms, pipeline, (marked, root, cutoff, budget, depth))| Search {
            algorithms,
            pipeline,
            marked,
            root,
            cutoff,
            budget,
            depth,
            bounds: depth.map(|depth| [-3, depth as i32].map(Into::into)),
        },
    )
}

fn view() -> impl Strategy<Value = View> {
    let kind = prop_oneof![Just(Kind::NodeLink), Just(Kind::Icicle)];
    let fold =
        prop::sample::select(vec![FoldMode::ByHand, FoldMode::HidePruned, FoldMode::OnlyVisited, FoldMode::BestLine]);
    let folds = prop::collection::vec(any::<[u32; 2]>(), 0..4);
    let spot = (1.0..1e9, prop::array::uniform2(0.0..=1.0)).prop_map(|(zoom, centre)| Spot { zoom, centre });
    let rest = (prop::option::of(0.5_f32..4.0), prop::option::of(0..9_u32), prop::option::of(spot));
    (kind, any::<[bool; 3]>(), fold, folds, prop::option::of(any::<u32>()), rest).prop_map(
        |(kind, [windows, order, numbers], fold, folds, selected, (text, maximised, spot))| View {
            kind,
            text,
            windows,
            order,
            numbers,
            fold,
            folds,
            selected,
            maximised,
            spot,
        },
    )
}

fn session() -> impl Strategy<Value = Session> {
    let time_line = prop::option::of(prop::option::of(0..=i64::MAX as usize).prop_map(|step| TimeLine { step }));
    (any_tree(), search(), view(), time_line, prop::option::of(file())).prop_map(
        |(tree, search, view, time_line, changed_from)| Session { tree, changed_from, search, view, time_line },
    )
}

proptest! {
    #[test]
    fn a_session_is_read_as_it_is_written(session in session()) {
        let text = session.to_text().unwrap();
        prop_assert!(is_session(&text));
        prop_assert_eq!(&reread(&text), &session, "{}", text);
        // Mails and editors change the ends of lines.
        prop_assert_eq!(&reread(&text.replace('\n', "\r\n")), &session);
    }
}

#[test]
fn a_session_reads_like_this() {
    let tree: Tree = r#"{"title": "It's small", "tree": [[3, 12], [2, 4]]}"#.parse().unwrap();
    let session = Session {
        tree: SessionTree::Itself(Arc::new(tree)),
        search: Search { algorithms: vec![Algorithm::MINIMAX, Algorithm::ALPHA_BETA], ..Search::default() },
        view: View { text: Some(1.1), selected: Some(3), ..View::default() },
        time_line: Some(TimeLine { step: Some(5) }),
        changed_from: None,
    };
    let text = r#"plyscope-session = 1

[search]
algorithms = ["minimax", "alpha-beta"]
cutoff = "non-strict"
budget = "automatic"

[view]
kind = "node-link"
text = 1.1
windows = false
order = false
numbers = false
fold = "by-hand"
selected = 3

[time-line]
step = 5

[tree]
text = '''
{
  "title": "It's small",
  "root": "max",
  "tree": [[3, 12], [2, 4]]
}
'''
"#;
    assert_eq!(session.to_text().unwrap(), text);
    assert_eq!(reread(text), session);
}

#[test]
fn little_is_needed_by_hand() {
    let session = reread("# mine\n\nplyscope-session = 1\ntree.text = '((3 12) (2 4))'");
    let SessionTree::Itself(tree) = &session.tree else { panic!("{session:?}") };
    assert_eq!(tree.leaf_count(), 4);
    assert_eq!((session.search, session.view, session.time_line), Default::default());
}

#[test]
fn a_deep_tree_is_kept_in_a_session() {
    let deep = 200_000;
    let text = format!("{}1{}", "(".repeat(deep), ")".repeat(deep));
    let tree: Tree = text.parse().unwrap();
    let tree = SessionTree::Itself(Arc::new(tree));
    let session =
        Session { tree, search: Search::default(), view: View::default(), time_line: None, changed_from: None };
    let text = session.to_text().unwrap();
    let SessionTree::Itself(again) = reread(&text).tree else { panic!("a tree") };
    assert_eq!(again.height() as usize, deep);
}

/// How a session begins.
const HEAD: &str = "plyscope-session = 1\n";

/// Each text, behind a head, is refused with a sentence that contains what is expected.
fn assert_refused(head: &str, cases: &[(&str, &str)]) {
    let mut failures = Vec::new();
    for &(text, expected) in cases {
        let error = wrong(&format!("{head}{text}"));
        let place = error.split(": ").next().unwrap();
        let has_place = place.split(':').all(|part| part.parse::<u64>().is_ok());
        if !error.contains(expected) || !has_place || error.contains('\n') {
            failures.push(format!("{text}\n{error}\n{expected}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn what_is_wrong_is_one_sentence_with_its_place() {
    let random = "leaves = 'integers:4'\n";
    assert_refused(
        "",
        &[
            ("", "1:1: this is not a session of Plyscope"),
            ("title = 3", "1:1: this is not a session of Plyscope"),
            ("plyscope-session = \"1\"\n", "1:20: the format of a session is a number"),
            (
                "\n plyscope-session = 2\nnew = 1\n",
                "2:21: this session has format 2, and this version of Plyscope reads format 1 only",
            ),
        ],
    );
    assert_refused(
        HEAD,
        &[
            ("tree.text = '(1'", "2:16: the text ends inside a bracket"),
            ("[tree]\ntext = '''\n((3 12)\n (2 x))\n'''", "5:5: "),
            ("[tree]\ntext = '''((3 12)\n (2 x))\n'''", "4:5: "),
            ("[tree]\ntext = \"((3 x))\"", "3:13: "),
            ("[tree]\ntext = '(1 2)'\n[view]\ncolour = 1", "5:1: unknown field “colour”; expected one of kind, text, "),
            ("[tree]\ntext = '(1 2)'\n[search]\nalgorithms = ['minmax']", "5:15: unknown algorithm “minmax”"),
            ("[tree]\ntext = '(1 2)'\n[search]\nbudget = 'much'", "5:10: “much” is not a budget"),
            (
                "[tree]\ntext = '(1 2)'\n[search]\nbudget = -1",
                "5:10: -1 cannot stand here; write a number of evaluations, \"automatic\" or \"unlimited\"",
            ),
            ("[search]\n", "the field “tree” is missing; add it"),
            ("[tree]\n", "2:1: a field is missing here; add one of text, file, random, game"),
            (
                &format!("view = '{}'", "long".repeat(1000)),
                "2:8: the text “longlonglonglonglonglonglonglonglonglong…” cannot",
            ),
            ("[tree]\ntext = '(1)'\nfile = 1", "2:1: “file” and “text” stand here, but only one of"),
            ("[tree]\ntext = '(1)'\nfile = 1\ngame = 2", "2:1: “file”, “game” and “text” stand here, but"),
            ("tree.text = '1'\ntime-line.stop = 3", "3:11: unknown field “stop”; expected step"),
            ("tree.text = '1'\nview.folds = [[1, 2], [3, 4, 5]]", "3:30: this is one too many"),
            ("tree.text = '1'\nview.text = 1979-05-27", "3:13: a date or time cannot stand here; write it in quotes"),
            ("tree.text = '1'\nview.text = 1e999", "3:13: the number 1e999 is too large"),
            ("tree.text = '1'\nview.selected = 18446744073709551616", "3:17: the number 1844"),
            ("tree.text = '1'\nview.selected = -1", "3:17: -1 cannot stand here; write a whole number from 0 to"),
            ("tree.text = 5", "2:13: 5 cannot stand here; write a text in quotes"),
            ("tree.text = '1'\nview = [1]", "3:8: a list cannot stand here; write a table"),
            ("tree.text = '1'\nview.kind = 3", "3:13: 3 cannot stand here; write one of node-link, icicle"),
            ("tree.text = '1'\nview.order = 'yes'", "3:14: the text “yes” cannot stand here; write true or false"),
            ("tree.text = '1'\nview.kind = 'pie'", "3:13: unknown value “pie”; expected one of node-link, icicle"),
            (&format!("[tree.random]\n{random}branching = 0\ndepth = 2\nseed = 1"), "4:13: the branching"),
            (&format!("[tree.random]\n{random}branching = 2\ndepth = 2000000\nseed = 1"), "5:9: the depth"),
            (
                &format!("[tree.random]\n{random}branching = 2\ndepth = 2\nseed = -1"),
                "6:8: -1 cannot stand here; write a whole number from 0 to 18,446,744,073,709,551,615",
            ),
            (
                &format!("[tree.random]\n{random}branching = 2\ndepth = 2\nseed = 1\nstatic-noise = -1"),
                "7:16: the static noise",
            ),
            (
                &format!("[tree.random]\n{random}branching = 2\ndepth = 2\nseed = 1\nmin-branching = 3"),
                "7:17: the smallest branching",
            ),
            (
                "tree.random = { leaves = 'permutation', branching = 2, depth = 2, seed = 1, leaf-probability = 0.5 }",
                "2:15: a permutation of leaf values needs a full tree",
            ),
            ("[tree.game]\nname = 'go'\nposition = ''", "3:8: unknown game “go”"),
            ("[tree.game]\nname = 'nim'\nposition = 'x'", "4:12: "),
            ("[tree.game]\nname = 'nim'\nposition = '1'\ndepth = 9999", "5:9: a game can be searched"),
            ("[tree.file]\npath = 'a.json'\nhash = 'md5'", "4:8: “md5” is not a hash"),
            ("tree.text = '(1 2)\n", "2:19: a field before this has no value, or a text in quotes"),
            ("view = { kind }\ntree.text = '1'\n", "2:15: a field before this has no value, or a text"),
            ("tree.text = \"(1\\n x)\"", "2:19: “x” is not a number"),
            (r#"tree.text = "{\"label\": \"a\", \"value\": x}""#, "2:44: “x” is not a number"),
            ("tree.file.path = ''", "2:18: the path is empty; write that of a tree's file"),
            ("tree.text = '1'\nview.folds = [[1]]", "3:15: a list of 1 cannot stand here; write a list of 2"),
            ("tree.text = '1'\nview.text = 1.2.3", "3:16: this is not a number; write one such as 5"),
        ],
    );
    let many = vec!["'threshold=1'"; 65].join(", ");
    assert!(wrong(&format!("{HEAD}tree.text = '1'\nsearch.algorithms = [{many}]")).contains("at most 64"));
}

#[test]
fn what_is_no_toml_is_said_in_our_words() {
    assert_refused(
        HEAD,
        &[
            ("tree.text = = '1'", "2:13: this = is one too many; remove it"),
            (
                &format!("tree.text = '1'\nview.folds = {}", "[".repeat(100)),
                "nested too deeply here; remove some levels",
            ),
            (&format!("tree.text = '1'\n{}a = 1", "a.".repeat(100)), "nested too deeply here; remove some levels"),
            ("tree.text = '1'\ntree.text = '2'", "3:6: this field is given twice; remove one"),
            ("tree.text = '1'\nview.folds = [[1, 2] [3, 4]]", "a comma is missing here; add it"),
            ("tree.text = '1'\nview.folds = [[1, 2],, [3, 4]]", "this comma is one too many; remove it"),
            ("tree.text = '1'\nview.folds = [[1, 2]", "a bracket is open here; close it with ]"),
            (
                "tree.text = '1'\nview.kind = pie",
                "3:13: this is not a value; write a number, true or false, a list in brackets, or a text in quotes",
            ),
            ("tree.text = '1'\nview.kind", "this field has no value; write = and the value after its name"),
            ("tree.text = '1'\nview.kind =", "3:12: this is not a value; write a number"),
            ("tree.text = \"\\q\"", "unknown escape sequence after this backslash"),
            ("tree.text = '1' '2'", "2:17: nothing can stand here after a value; begin a new line"),
            ("tree.text = '1'\nview.ki?d = 3", "3:8: this is not the name of a field; write letters"),
            ("tree.text = '1'\n= 3", "3:1: this is not the name of a field"),
            ("tree.text = '1'\nview = { ] }", "3:10: this is not a field; write its name"),
            ("tree.text = '1'\nview.folds = ]", "3:14: no bracket is open here; remove this one"),
            ("tree.text = '1'\nview.kind = pie'", "the quotation mark before this text is missing"),
            ("tree.text = '1'\nview.order = tru", "3:14: this is not a value; write a number, true or false"),
            ("tree.text = '1'\nview = 1\nview.kind = 'icicle'", "this field has a value, so it has no"),
            ("tree.text = '1'\rview.kind = 'icicle'", "a carriage return without a line feed is here"),
            ("tree.text = '1' # \u{1}", "a control character is in this comment; remove it"),
        ],
    );
}

#[test]
fn a_file_is_named_from_the_folder_of_the_session() {
    let folder = Path::new("/work book");
    let file = |path: &str| TreeFile { path: path.into(), hash: None, asked: Asked::default() };
    let seen = |path: &str| file(path).seen_from(Some(folder)).path;
    assert_eq!(seen("/work book/trees/a.json"), PathBuf::from("trees/a.json"));
    assert_eq!(seen("/elsewhere/a.json"), PathBuf::from("/elsewhere/a.json"));
    assert_eq!(file("trees/a.json").path_from(Some(folder)), Path::new("/work book/trees/a.json"));
    assert_eq!(file("/elsewhere/a.json").path_from(Some(folder)), Path::new("/elsewhere/a.json"));
    assert!(file("trees/a.json").is_beside());
    assert!(!file("../a.json").is_beside() && !file("/a.json").is_beside() && !file("a/../../b").is_beside());
}

#[test]
fn only_what_begins_like_a_session_is_one() {
    for text in ["plyscope-session = 1", "\u{feff}\n# a comment\n plyscope-session=7"] {
        assert!(is_session(text), "{text}");
    }
    for text in ["", "((3 12))", "title = 1\nplyscope-session = 1", "plyscope-sessions = 1", "plyscope-session"] {
        assert!(!is_session(text), "{text}");
    }
    // Only the beginning of a text is looked at, however long it is.
    let blank = "\n".repeat(100_000);
    for text in [blank.clone(), format!("{blank}plyscope-session = 1\n"), "é".repeat(100_000)] {
        assert!(!is_session(&text), "{} bytes", text.len());
    }
}
