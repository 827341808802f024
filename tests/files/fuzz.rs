//! Every reader of outside data, fed with mutated inputs: it ends soon, with a result or an error message, and never in a panic.
//!
//! By default all readers together have 3 seconds; `PLYSCOPE_FUZZ_SECONDS` gives them more, `PLYSCOPE_FUZZ_SEED` sets another seed, and
//! `PLYSCOPE_FUZZ_READER` chooses the readers whose names contain a text.
//! Inputs found in this way are kept in [`FOUND`].

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use plyscope::chart;
use plyscope::command::Arguments;
use plyscope::exercise::{
    Answers, EXERCISE_FORMATS, Method, Order, Paper, Question, Sheet, Solved, Tasks, Words, practice,
};
use plyscope::experiment::Settings;
use plyscope::experiment::explain::Explained;
use plyscope::experiment::judge::Answer;
use plyscope::experiment::perft::Printed;
use plyscope::experiment::sweep::{Preset, Spec};
use plyscope::experiment::trace::{self, Trace};
use plyscope::game::{AnyGame, GAMES, GameName, Stages};
use plyscope::progress::Progress;
use plyscope::search::story::Timeline;
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::session;
use plyscope::tree::Tree;
use plyscope::tree::file::{Asked, Format, Formats, parse, parse_as, to_json};

use crate::formats;
use crate::random::Random;

/// No input of a few kilobytes takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// The largest size of mutated inputs, in bytes.
const MOST_BYTES: usize = 1 << 14;

/// Inputs that once caused a panic, a hang or exhausted memory, by reader.
const FOUND: &[(&str, &[u8])] = &[
    ("flags", b"sweep\0--trees\0abc"),
    ("flags", b"sweep\x00--threads\x0065535\x00--output\x00x"),
    ("flags", b"theory\x00-b\x001\x00-d\x001000\x00--integers\x0010000000"),
    ("sweep files", b"standard-error = inf\n[random]\nbranching = \"2\"\ndepth = \"1\"\n"),
    ("haskell", b"int\"chance\""),
    ("python", b"int()"),
    ("python", b"graph = {1/0: ['L', 'R'], 'L': 4, 'R': 8}"),
    ("python", b"tree = defaultdict(list)\ntree['A'].append('B')\ntree['A'].append"),
    ("sweep files", b"repeat = 0\n[random]\nbranching = \"2\"\ndepth = \"1\"\n"),
];

type Read = dyn Fn(&[u8]);

/// A reader: its name, valid inputs, and a function that reads an input.
struct Reader {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    read: Box<Read>,
}

fn readers() -> Vec<Reader> {
    fn reader(name: &'static str, seeds: Vec<Vec<u8>>, read: impl Fn(&[u8]) + 'static) -> Reader {
        Reader { name, seeds, read: Box::new(read) }
    }
    let mut readers = vec![
        reader("trees in JSON", tree_seeds("json"), |bytes| read_tree(Format::JSON, bytes)),
        reader("trees in bracket notation", tree_seeds("tree"), |bytes| read_tree(Format::BRACKETS, bytes)),
        reader("traces", trace_seeds(), read_trace),
        reader("sweep files", spec_seeds(), read_spec),
        reader("sessions", session_seeds(), read_session),
        reader("PNG", png_seeds(), read_picture),
        reader("PNG with a valid checksum", png_seeds(), |bytes| read_picture(&with_checksums(bytes))),
        reader("SVG", svg_seeds(), read_picture),
        reader("positions", position_seeds(), read_position),
        reader("flags", flag_seeds(), read_flags),
        reader("pasted texts", texts(None), |bytes| read_pasted(Asked::default(), bytes)),
        reader("trees of one's own for exercises", texts(None), read_own_tree),
        reader("words of exercises", word_seeds(), read_words),
        reader("answers of students", answer_seeds(), read_answers),
        reader("answers of programs", program_seeds(), read_program),
        reader("counts of positions", count_seeds(), read_counts),
    ];
    for &entry in Formats::BUILT_IN.0 {
        // Only leaves need a number of children.
        let branching = (entry.id == "leaves").then_some(2);
        let asked = Asked { format: Formats::BUILT_IN.of_id(entry.id), branching, ..Asked::default() };
        readers.push(reader(entry.id, texts(Some(entry.id)), move |bytes| read_pasted(asked, bytes)));
    }
    readers
}

/// The texts of `tests/data/formats`, of one format or of all.
fn texts(id: Option<&str>) -> Vec<Vec<u8>> {
    let all = formats::samples().into_iter().filter(|sample| id.is_none_or(|id| sample.id == id));
    all.map(|sample| sample.text.into_bytes()).filter(|text| text.len() < MOST_BYTES).collect()
}

/// Reads a text as a tree; in the format in which it was read, a tree that fits must stay the same when it is written and read.
fn read_pasted(asked: Asked, bytes: &[u8]) {
    let Ok(read) = parse_as(asked, bytes, &Progress::new()) else { return };
    let format = read.reading.format;
    assert!(read.reading.to_string().len() < 100_000);
    let mut text = Vec::new();
    if !format.is_written() || !format.loses(&read.tree).is_empty() || format.write(&read.tree, &mut text).is_err() {
        return;
    }
    let again = parse_as(Asked::default().in_format(format), text.as_slice(), &Progress::new());
    let again = again.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&text)));
    assert!(read.tree == again.tree, "{format:?} changed a tree: {}", String::from_utf8_lossy(&text));
}

/// Makes the exercises of a tree, and writes them in the formats that are quick.
fn read_own_tree(bytes: &[u8]) {
    let Ok(read) = parse_as(Asked::default(), bytes, &Progress::new()) else { return };
    write_exercises(&read.tree, &Words::default());
}

/// Writes the usual questions about a tree in all formats but PDF, whose fonts take time, and grades empty answers to them.
fn write_exercises(tree: &Tree, words: &Words) {
    let algorithm = if tree.has_chance() { Algorithm::EXPECTIMINIMAX } else { Algorithm::ALPHA_BETA };
    let method = Method { algorithm, rule: CutoffRule::NonStrict, order: Order::Left };
    let Ok(solved) = Solved::new(tree, None, method, 2) else { return };
    let questions = Question::usual(&method, tree.has_chance());
    let sheets = [Sheet { solved: &solved, questions: &questions, words, paper: Paper::A4 }];
    for format in EXERCISE_FORMATS.iter().filter(|format| format.ending != "pdf") {
        if let Err(error) = (format.write)(&sheets, format!("x.{}", format.ending).as_ref()) {
            assert!(error.to_string().len() < 1000, "{error}");
        }
    }
    let _ = practice(&sheets, true);
    let Ok(tasks) = Tasks::new(&solved, &questions, words) else { return };
    for task in &tasks.tasks {
        assert_eq!(task.grade(&Answers::new()).len(), task.marks.len());
    }
}

fn word_seeds() -> Vec<Vec<u8>> {
    let german = std::fs::read("docs/exercise-words-de.toml").unwrap();
    assert!(german.len() < MOST_BYTES);
    vec![german, b"search = \"{algorithm}{order}{rule}{algorithm}\"\nentered = \"{node}{node}\"\n".to_vec()]
}

/// Reads words and writes an exercise with them.
fn read_words(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(words) = Words::parse(text) else { return };
    write_exercises(&"((3 12 8) (2 4 6) (14 5 2))".parse().unwrap(), &words);
}

fn answer_seeds() -> Vec<Vec<u8>> {
    let digits: Vec<String> = (0..10).map(|digit| digit.to_string()).collect();
    vec![b"3\0-inf\0\xe2\x88\x9e\0 1,50\0+0\0\xe2\x88\x92".to_vec(), digits.join("\0").into_bytes()]
}

/// Grades answers, separated by zeros, to all questions about a tree.
fn read_answers(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order: Order::Left };
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let solved = Solved::new(&tree, None, method, 2).unwrap();
    for question in plyscope::exercise::QUESTIONS.iter().filter(|question| Tasks::takes(question, &method)) {
        let tasks = Tasks::new(&solved, &[question], &Words::default()).unwrap();
        for task in &tasks.tasks {
            let places = task.marks.iter().map(|mark| mark.place);
            let answers: Answers = places.zip(text.split('\0').map(str::to_owned)).collect();
            let verdicts = task.grade(&answers);
            let (points, most) = task.points(&verdicts);
            assert!(points <= most, "{points} of {most} points");
            for mark in &task.marks {
                assert!(task.why(mark, &answers, &tasks.tree).len() < 10_000);
            }
            task.numbers(&answers, &tasks.tree);
        }
    }
}

fn program_seeds() -> Vec<Vec<u8>> {
    let answers = [
        "3",
        " 8/5\n",
        r#"{"value": 3, "best": 0, "evaluations": 7, "leaves": [0, 1, 2, 3, 6], "time": null}"#,
        r#"{"value": "-8/5", "leaves": []}"#,
    ];
    answers.map(|answer| answer.as_bytes().to_vec()).into_iter().chain(trace_seeds()).collect()
}

/// Reads what a program that is judged says.
fn read_program(bytes: &[u8]) {
    if let Err(error) = Answer::read(bytes) {
        assert!(error.len() < 1000, "{error}");
    }
}

fn count_seeds() -> Vec<Vec<u8>> {
    let counts = "Depth 2\na1: 8\na2 - 8\nb2 8\n3: 7\n\nafter a1\na2: 1\nafter a1, b2\nc3: 1\n\nNodes searched: 72\n";
    vec![counts.as_bytes().to_vec()]
}

/// Compares what another program counted with the positions of a game.
fn read_counts(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(printed) = Printed::read(text) else { return };
    let game = AnyGame::from_position(GameName::of_id("tictactoe").unwrap(), ".../.../...").unwrap();
    let _ = printed.difference(&game, 2);
}

fn tree_seeds(ending: &str) -> Vec<Vec<u8>> {
    let files = std::fs::read_dir("sample_trees").unwrap().map(|entry| entry.unwrap().path());
    let mut seeds: Vec<Vec<u8>> = files
        .filter(|path| path.extension().is_some_and(|has| has == ending))
        .map(|path| std::fs::read(path).unwrap())
        .filter(|bytes| bytes.len() < MOST_BYTES)
        .collect();
    seeds.extend(match ending {
        "json" => [
            r#"{"title": "t", "source": "s", "game": "nim", "root": "min", "tree": [{"label": "a", "move": "b", "player": "max", "value": "8/5"}, null, 1e300]}"#,
            "[[3, 12, 8], [2, 4, 6], {\"children\": [1], \"value\": -0.0}]",
            r#"[5, {"player": "chance", "children": [{"probability": "1/3", "value": 0}, {"probability": 0.1, "value": 1}, {"probability": "17/30", "player": "min", "children": [8]}]}]"#,
        ],
        _ => ["((3 12 8) (2 ? 8/5))", "(1e300 (-2.5 (((7)))))", "(1)"],
    }
    .map(|text| text.as_bytes().to_vec()));
    seeds
}

/// Reads a tree; a tree that was read must be the same after being written and read again.
fn read_tree(format: Format, bytes: &[u8]) {
    let Ok(tree) = parse(Some(format), bytes, &Progress::new()) else { return };
    let mut text = Vec::new();
    to_json(&tree, &mut text).unwrap();
    let again: Tree = parse(Some(Format::JSON), text.as_slice(), &Progress::new()).unwrap();
    assert!(tree == again, "a tree changed when it was written and read");
}

fn trace_seeds() -> Vec<Vec<u8>> {
    let game = r#"{"plyscope-trace": 1, "scores": "mover", "root": "min"}
{"event": "pass", "alpha": -3, "beta": {"above": -3}}
{"event": "enter", "children": 3, "label": "A", "board": "x", "why": "probe"}
{"event": "static", "move": "e4", "value": 2}
{"event": "enter", "move": "e4", "alpha": 1, "alpha_by": "table"}
{"event": "recall", "value": "8/5", "bound": "lower"}
{"event": "force", "index": 0, "value": 1, "again": true}
{"event": "enter", "why": "null-move"}
{"event": "evaluate", "value": 0}
{"event": "cutoff", "kind": "question", "bound": 1, "asked": ">", "skipped": 2}
{"event": "leave", "value": 1}
{"event": "end", "outcome": "undefined", "at": [0]}
"#;
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let own = |algorithm: Algorithm| {
        let mut text = Vec::new();
        trace::trace(algorithm, &tree, Settings::default(), &mut text, &Progress::new()).unwrap();
        text
    };
    let others = [std::fs::read("tests/data/trace_of_python.jsonl").unwrap(), game.into()];
    others.into_iter().chain(Algorithm::ALL.map(own)).collect()
}

/// Reads a trace; a trace that was read must be drawable and have steps.
fn read_trace(bytes: &[u8]) {
    let Ok(Trace { tree, run }) = trace::read(bytes, &Progress::new()) else { return };
    let measured = run.measured(&tree);
    assert!(measured.record.visits().len() <= tree.len());
    let Some(timeline) = Timeline::new(&tree, &run.story, &Progress::new()) else { return };
    let explained =
        Explained { tree: &tree, story: &run.story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
    assert_eq!(explained.steps().last().map(|(time, _)| time), Some(timeline.len()));
}

fn spec_seeds() -> Vec<Vec<u8>> {
    let presets = <Preset as clap::ValueEnum>::value_variants().iter();
    presets.map(|preset| preset.spec().unwrap().to_toml().unwrap().into_bytes()).collect()
}

fn read_spec(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(spec) = Spec::from_toml(text) else { return };
    if spec.standard_error.is_some_and(f64::is_nan) {
        return;
    }
    if let Ok(text) = spec.to_toml() {
        assert_eq!(Spec::from_toml(&text).unwrap(), spec, "a sweep changed when it was written and read");
    }
    if spec.runs() < 10_000 {
        let _ = spec.sweep();
    }
}

fn session_seeds() -> Vec<Vec<u8>> {
    let view =
        "[view]\nkind = \"icicle\"\nfold = \"best-line\"\nfolds = [[1, 2]]\nselected = 3\n[time-line]\nstep = 4\n";
    let search =
        "[search]\nalgorithms = [\"minimax\", \"threshold=8/5\"]\nbudget = \"9\"\n[search.pipeline]\nprune = 2\n";
    [
        "[tree]\ntext = '''\n{\"title\": \"It's\", \"tree\": [[3, 12], [2, {\"label\": \"a\", \"value\": 4}]]}\n'''\n",
        "[tree]\ntext = \"((3 12) (2 \\u003f))\"\n",
        "[tree.file]\npath = \"a.json\"\nhash = \"fnv1a-0123456789abcdef\"\n",
        "[tree.random]\nleaves = \"growth:1..3\"\nbranching = 3\nmin-branching = 2\nleaf-probability = 0.5\ndepth = 4\nstatic-noise = 0.1\nseed = 7\n",
        "[tree.game]\nname = \"nim\"\nposition = \"2,3,5\"\ndepth = 3\ndynamic = true\n",
    ]
    .map(|tree| format!("plyscope-session = 1\n{search}{view}{tree}").into_bytes())
    .to_vec()
}

/// Reads a session; what is read is written, and read again as the same.
fn read_session(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(read) = session::read(text, &Progress::new()) else { return };
    let again = session::read(&read.to_text().unwrap(), &Progress::new()).unwrap();
    assert!(read == again, "a session changed when it was written and read");
}

fn png_seeds() -> Vec<Vec<u8>> {
    let picture = |compressed: bool| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
        encoder.set_color(png::ColorType::Rgb);
        let spec = String::from_utf8(spec_seeds().swap_remove(0)).unwrap();
        let mut header;
        if compressed {
            header = encoder.write_header().unwrap();
            let mut chunk = png::text_metadata::ITXtChunk::new("plyscope-sweep", spec);
            chunk.compressed = true;
            chunk.compress_text().unwrap();
            header.write_text_chunk(&chunk).unwrap();
        } else {
            encoder.add_itxt_chunk("Title".into(), "title".into()).unwrap();
            encoder.add_itxt_chunk("plyscope-sweep".into(), spec).unwrap();
            header = encoder.write_header().unwrap();
        }
        header.write_image_data(&[9; 12]).unwrap();
        header.finish().unwrap();
        bytes
    };
    vec![picture(false), picture(true)]
}

fn svg_seeds() -> Vec<Vec<u8>> {
    let spec = String::from_utf8(spec_seeds().swap_remove(0)).unwrap().replace('"', "&quot;");
    vec![
        format!(
            "<svg width=\"9\">\n<title>t &amp; &lt;</title>\n<metadata id=\"plyscope-sweep\">{spec}</metadata></svg>"
        )
        .into_bytes(),
    ]
}

fn read_picture(bytes: &[u8]) {
    let _ = chart::spec_of(bytes);
}

/// The chunks of a PNG file with corrected checksums, so that their contents are read.
fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    let mut fixed = bytes.to_vec();
    let mut at = 8;
    while let Some(length) = fixed.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        let Some(chunk) = fixed.get(at + 4..at.saturating_add(8).saturating_add(length)) else { break };
        let sum = checksum(chunk).to_be_bytes();
        let end = at + 8 + length;
        let Some(written) = fixed.get_mut(end..end + 4) else { break };
        written.copy_from_slice(&sum);
        at = end + 4;
    }
    fixed
}

fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum: u32, &byte| (0..8).fold(sum ^ u32::from(byte), step))
}

fn position_seeds() -> Vec<Vec<u8>> {
    let texts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq e3 99 5949",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "X.O/.X./O..",
        "XXX/OOO/...",
        "44533",
        "1234567123456712345671234567",
        "2,3,5",
        "0",
        "4294967295,4294967295",
        "..../.OX./.XO./.... o",
        "6x6 e4c5b4",
        "3,0,2/1,4,0 5:3 min",
    ];
    texts.map(|text| text.as_bytes().to_vec()).to_vec()
}

fn read_position(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for game in GAMES {
        let name = GameName::of_id(game.id).unwrap();
        if let Ok(position) = AnyGame::from_position(name, text) {
            let stages = Stages { prune: Some(1), ..Stages::default() };
            let _ = position.game().size(stages, 1000, &Progress::new());
        }
    }
}

fn flag_seeds() -> Vec<Vec<u8>> {
    let lines = [
        "search x.json --algorithm alpha-beta,threshold --at 5 --depth 3 --budget 9 --repeat 2 --record --format json --root max",
        "sweep -b 2..6 -d 2,3 --leaves continuous,integers:3,growth:-5..5,two-valued:0.3 --trees 9 --seed 1 --cutoff strict -o x",
        "sweep --game chess:8/8 --depth 3 --standard-error 0.01 --measured-trees 3 --time --threads 2 --shard 1/2 --dpi 100 -o x",
        "sweep x.toml --output x --force",
        "sweep -d 2 --chart evaluations --scale ratio:minimax --against depth --linear --points -o x",
        "generate --leaves n-game -b 3 -d 4 --ordering best-first:0.5 --min-branching 2 --leaf-probability 0.1 --static-noise 2 -o x.json",
        "game nim --position 2,3 --depth 3 --highfirst --taketree 2",
        "game random --seed 3",
        "theory -b 3 -d 4 --integers 9 --cutoff strict",
        "merge a b -o c",
        "exercise --seed 1..30 -b 2..3 -d 4 --leaves 10..16 --cutoffs 2.. --deep 1 --values -9..9 --chance 0..2 --question values,cuts --marked 3 -o x.pdf",
        "judge --trees 20 --timeout 5 -- python3 x.py {}",
        "find --visits alpha-beta@strict --not-visited-by sss* --leaves 4 --random 1000 --seed 3",
        "draw x.json --width 80 --font-size 9 --step 3 --to-depth 4 --depth 4 -o x.svg",
        "perft chess --depth 3 --compare x.txt",
        "--help",
        "x.json",
    ];
    lines.map(|line| line.replace(' ', "\0").into_bytes()).to_vec()
}

/// Reads arguments, separated by zeros, like those of the program.
fn read_flags(bytes: &[u8]) {
    let argument = |bytes: &[u8]| OsString::from(String::from_utf8_lossy(bytes).into_owned());
    let arguments = bytes.split(|&byte| byte == 0).map(argument);
    if let Err(error) = Arguments::read([OsString::from("plyscope")].into_iter().chain(arguments)) {
        assert!(!error.to_string().contains("invalid digit"), "{error}");
    }
}

impl Random {
    fn range(&mut self, len: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        let most = if self.one_in(4) { len } else { 16 };
        start..(start + self.below(most + 1)).min(len)
    }
}

/// Words with a meaning for some reader.
const SHORT_WORDS: &[&str] = &[
    "[", "]", "{", "}", "(", ")", "\"", ",", ":", "/", "..", "=", "-", "\0", "\n", "\\u0000", "\\ud800", "é", "0",
    "-1", "1e999", "1/0", "NaN", "inf", "0.1", "null", "true", "?", "&amp;", "<svg", "[tree]", "'''", "nan", "--",
    "--help", "all", "iTXt", "zTXt", "tEXt", "iCCP", "acTL", "KQkq", "8/8",
];
/// Longer ones.
const WORDS: &[&str] = &[
    "\u{202e}",
    "\u{feff}",
    "4294967296",
    "18446744073709551616",
    "9223372036854775807",
    "\"value\"",
    "\"children\"",
    "\"tree\"",
    "\"player\"",
    "</metadata>",
    "id=\"plyscope-sweep\"",
    "[[chart]]",
    "[random]",
    "seed = \"18446744073709551615\"\n",
    "integers:0",
    " w - - 0 1",
    "\"chance\"",
    "\"probability\"",
    "-9223372036854775808..9223372036854775807",
    "{\"plyscope-trace\"",
    "1-0\n",
    "→",
];

fn mutated(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = random.of(seeds).clone();
    for _ in 0..=random.below(6) {
        match random.below(7) {
            0 if !bytes.is_empty() => {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
            1 if !bytes.is_empty() => {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
            2 => {
                let range = random.range(bytes.len());
                bytes.drain(range);
            }
            3 => {
                let range = random.range(bytes.len());
                let copy = bytes[range.clone()].repeat(1 + random.below(40));
                bytes.splice(range, copy);
            }
            4 => {
                let other = &seeds[random.below(seeds.len())];
                let (from, to) = (random.range(other.len()), random.range(bytes.len()));
                bytes.splice(to, other[from].iter().copied());
            }
            5 => bytes.truncate(random.below(bytes.len() + 1)),
            _ => {
                let words = if random.below(2) == 0 { SHORT_WORDS } else { WORDS };
                let word = words[random.below(words.len())];
                let range = random.range(bytes.len());
                let range = if random.below(2) == 0 { range.start..range.start } else { range };
                bytes.splice(range, word.bytes());
            }
        }
        bytes.truncate(MOST_BYTES);
    }
    bytes
}

fn run(reader: &Reader, bytes: &[u8]) {
    let started = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| (reader.read)(bytes)));
    let input = || bytes.escape_ascii().to_string();
    assert!(result.is_ok(), "{}: a panic on {}", reader.name, input());
    assert!(started.elapsed() < PATIENCE, "{}: {:?} for {}", reader.name, started.elapsed(), input());
}

#[test]
fn no_reader_panics_or_hangs_on_inputs_found_before() {
    for reader in readers() {
        for seed in &reader.seeds {
            run(&reader, seed);
        }
        for (_, bytes) in FOUND.iter().filter(|(name, _)| *name == reader.name) {
            run(&reader, bytes);
        }
    }
}

#[test]
fn no_reader_panics_or_hangs_on_mutated_inputs() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seconds = number("PLYSCOPE_FUZZ_SECONDS").unwrap_or(3);
    let chosen = std::env::var("PLYSCOPE_FUZZ_READER").unwrap_or_default();
    let mut readers = readers();
    readers.retain(|reader| reader.name.contains(&chosen));
    assert!(!readers.is_empty(), "no reader has “{chosen}” in its name");
    let share = Duration::from_secs(seconds) / readers.len() as u32;
    for reader in &readers {
        let mut random = Random(number("PLYSCOPE_FUZZ_SEED").unwrap_or(1));
        let (started, mut executions) = (Instant::now(), 0_u64);
        while started.elapsed() < share {
            run(reader, &mutated(&mut random, &reader.seeds));
            executions += 1;
        }
        eprintln!("{}: {executions} executions in {:.1} s", reader.name, share.as_secs_f64());
    }
}
