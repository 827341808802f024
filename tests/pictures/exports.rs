//! The files that pictures are written to.

use std::collections::{HashMap, HashSet};

use plyscope::draw::export::{ExportError, PICTURE_FORMATS, PictureFormat, export, svg};
use plyscope::draw::page::{Sheet, Style, View, compose};
use plyscope::draw::text::width as measured;
use plyscope::draw::{AtMoment, Common, Difference, Figure, Options, Palette, Plain, Reached};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use plyscope::search::story::Timeline;
use plyscope::tree::{Builder, Tree, Value};
use proptest::prelude::*;
use roxmltree::Document;

use crate::drawn::{NONE, Run, exported, figure, full, panel, sample, sheet, tree};
use crate::program::{failure, plyscope, stdout};

const PALETTES: [Palette; 3] = [Palette::Light, Palette::Grey, Palette::BlackAndWhite];

/// A tree whose texts contain special characters of every output language.
fn tricky() -> Tree {
    let words = ["50% & $x_1^2$ \\end{document}", "a \"b\" <c> ]]> \u{1}", "#{}~ | \u{202e}", "\\n\\l\\"];
    let mut next = words.iter().cycle();
    Builder::new()
        .grown(|builder, node| {
            builder.set_label(node, *next.next().unwrap());
            builder.set_value(node, Some(Value::from(node.index() as i32)));
            usize::from(node.index() < 3) * 2
        })
        .unwrap()
}

fn bytes(run: &Run, format: &PictureFormat, style: &Style) -> Vec<u8> {
    let overlay = run.overlay();
    let figure = figure(&run.tree, &overlay, &NONE, Options { windows: true, ..Options::default() });
    export(&sheet(&figure, 2), style, 96, format).unwrap().bytes
}

fn text(run: &Run, id: &str, style: &Style) -> String {
    String::from_utf8_lossy(&bytes(run, PictureFormat::of_id(id).unwrap(), style)).into_owned()
}

/// Checks that the SVG of a tree is well formed, has no duplicate ids, and contains exactly the words of the picture.
fn svg_is_sound(run: &Run, style: &Style) {
    let overlay = run.overlay();
    let folds = run.folds();
    let page = compose(&sheet(&figure(&run.tree, &overlay, &folds, Options::default()), 2), style);
    let text = svg(&page);
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let shown: Vec<&str> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    let words = page.picture.texts().map(|text| text.words.replace(|c: char| c < ' ', "\u{fffd}"));
    assert!(words.eq(shown.iter().copied()), "{shown:?}");
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids.len(), ids.iter().collect::<HashSet<_>>().len(), "an id is there twice: {ids:?}");
    for link in document.descendants().flat_map(|node| [node.attribute("fill"), node.attribute("clip-path")]).flatten()
    {
        if let Some(id) = link.strip_prefix("url(#").and_then(|link| link.strip_suffix(')')) {
            assert!(ids.contains(&id), "{id} is nowhere");
        }
    }
}

#[test]
fn svg_is_well_formed_and_has_the_words_of_the_picture() {
    for tree in [tricky(), sample("AIMA"), sample("Wikipedia"), sample("A deep cutoff"), full(3, 6)] {
        let run = Run::new(tree, Algorithm::ALPHA_BETA);
        for palette in PALETTES {
            for view in [View::NodeLink, View::Icicle] {
                svg_is_sound(&run, &Style { palette, view, ..Style::default() });
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn svg_of_random_trees_is_well_formed_and_has_the_words_of_the_picture(tree in tree()) {
        svg_is_sound(&Run::new(tree, Algorithm::ALPHA_BETA), &Style::default());
    }
}

#[test]
fn equal_input_gives_equal_bytes() {
    for format in PICTURE_FORMATS {
        let [a, b] = [(); 2].map(|()| {
            let run = Run::new(sample("AIMA"), Algorithm::ALPHA_BETA);
            bytes(&run, format, &Style { width: Some(60.0), ..Style::default() })
        });
        assert!(a == b, "{}", format.title);
    }
}

#[test]
fn pdf_has_real_text_in_an_embedded_font() {
    let run = Run::new(sample("AIMA"), Algorithm::ALPHA_BETA);
    for palette in PALETTES {
        let text = text(&run, "pdf", &Style { palette, ..Style::default() });
        assert!(text.starts_with("%PDF") && text.contains("/FontFile") && text.contains("DejaVuSans"));
    }
}

#[test]
fn png_has_its_resolution() {
    let run = Run::new(sample("AIMA"), Algorithm::ALPHA_BETA);
    let png = bytes(&run, PictureFormat::of_id("png").unwrap(), &Style { width: Some(25.4), ..Style::default() });
    let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    assert_eq!(reader.info().width, 96);
}

/// A text without its quoted strings, and the number of those.
fn without_strings(dot: &str) -> (String, usize) {
    let (mut rest, mut count, mut is_inside, mut is_escaped) = (String::new(), 0, false, false);
    for c in dot.chars() {
        match (is_inside, is_escaped, c) {
            (true, true, _) => is_escaped = false,
            (true, false, '\\') => is_escaped = true,
            (_, false, '"') => {
                is_inside = !is_inside;
                count += usize::from(is_inside);
            }
            (true, ..) => {}
            (false, ..) => rest.push(c),
        }
    }
    assert!(!is_inside, "a string does not end in {dot}");
    (rest, count)
}

#[test]
fn negative_values_have_a_minus_sign_in_every_format() {
    let values = [-1.0, -2.5, -3e-9, -4e7, -12_345.678];
    let tree = Builder::new()
        .grown(|builder, node| {
            let value = node.index().checked_sub(1).map(|leaf| Value::new(values[leaf]).unwrap());
            builder.set_value(node, value);
            if value.is_none() { values.len() } else { 0 }
        })
        .unwrap();
    let run = Run::new(tree, Algorithm::ALPHA_BETA);
    let overlay = run.overlay();
    for view in [View::NodeLink, View::Icicle] {
        let style = Style { view, ..Style::default() };
        let page = compose(&sheet(&figure(&run.tree, &overlay, &NONE, Options::default()), 1), &style);
        let words: Vec<&str> = page.picture.texts().map(|text| text.words.as_str()).collect();
        for value in ["−1", "−2.5", "−3e−9", "−4e7", "−12346"] {
            assert!(words.contains(&value), "{value} is not in {words:?}");
        }
        assert!(svg(&page).contains(">−2.5</text>"));
    }
    assert!(text(&run, "dot", &Style::default()).contains("label=\"−2.5\""));
    for id in ["tikz", "tikz-fragment"] {
        assert!(text(&run, id, &Style::default()).contains("{$-$2.5}"));
    }
}

#[test]
fn words_are_escaped_in_dot() {
    let dot = text(&Run::new(tricky(), Algorithm::ALPHA_BETA), "dot", &Style::default());
    let (rest, strings) = without_strings(&without_markup(&dot));
    assert!(strings > 20);
    assert!(
        rest.chars().all(|c| c.is_ascii_alphanumeric() || c.is_whitespace() || "_{}[];,=->.".contains(c)),
        "{rest}"
    );
    // Beside a leaf that is dark a text has its own colour.
    assert!(dot.contains("\">a \"b\" &lt;c&gt; ]]&gt;") || dot.contains("xlabel=\"a \\\"b\\\" <c> ]]>"), "{dot}");
    assert!(dot.contains("\\\\n\\\\l\\\\") || dot.contains("\">\\n\\l\\"), "{dot}");
}

/// The text without its labels that are written in HTML.
fn without_markup(dot: &str) -> String {
    let mut parts = dot.split("xlabel=<<font color=\"");
    let mut rest = parts.next().unwrap().to_owned();
    for part in parts {
        let (label, after) = part.split_once("</font>>").expect("the label ends");
        let (color, words) = label.split_once("\">").expect("the colour ends");
        assert!(color.starts_with('#') && !words.contains(['<', '>']), "{label}");
        rest += after;
    }
    rest
}

#[test]
fn dot_has_the_structure_the_values_and_the_states() {
    let run = Run::new(sample("A deep cutoff"), Algorithm::ALPHA_BETA);
    let overlay = run.overlay();
    let figure = figure(&run.tree, &overlay, &NONE, Options::default());
    let text = exported(&sheet(&figure, 1), &Style::default(), "dot").unwrap();
    assert_eq!(text.matches(" -> ").count(), run.tree.len() - 1);
    for part in ["label=\"100\"", "class=\"leaf pruned deep\"", "class=\"max visited line\"", "arrowtail=teetee"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    let folds = plyscope::draw::Folds::below(&run.tree, 2);
    let folded = plyscope::draw::Figure { shown: plyscope::draw::Shown { folds: &folds, ..figure.shown }, ..figure };
    let text = exported(&sheet(&folded, 1), &Style::default(), "dot").unwrap();
    assert!(text.contains("shape=box3d") && !text.contains("label=\"100\""), "{text}");
}

/// A figure in each of the formats, as text or as the bytes that it begins with.
fn in_every_format(figure: &Figure<'_>) -> HashMap<&'static str, String> {
    let written = |id| (id, exported(&sheet(figure, 1), &Style::default(), id).unwrap());
    let written: HashMap<&str, String> = PICTURE_FORMATS.iter().map(|format| written(format.id)).collect();
    assert!(written["pdf"].starts_with("%PDF") && written["pdf"].contains("/FontFile"));
    assert!(written["png"].contains("PNG"));
    Document::parse(&written["svg"]).unwrap();
    written
}

#[test]
fn a_step_of_a_search_is_written_like_a_finished_run() {
    let run = Run::new(sample("Wikipedia"), Algorithm::ALPHA_BETA);
    let timeline = Timeline::new(&run.tree, &run.story, &Progress::new()).unwrap();
    let (moment, reached) = (timeline.at(&run.tree, &run.story, 12), Reached::new(&run.tree, &timeline, 12));
    let overlay = AtMoment {
        searched: run.overlay(),
        story: &run.story,
        timeline: &timeline,
        moment: &moment,
        reached: &reached,
    };
    let written = in_every_format(&figure(&run.tree, &overlay, &NONE, Options::default()));
    assert!(written["svg"].contains(">being searched<") && written["svg"].contains(">not reached<"));
    assert!(written["dot"].contains(" open") && written["dot"].contains(" ahead"));
    assert!(written["tikz"].contains("{being searched}") && written["tikz-fragment"].contains("{not reached}"));
}

#[test]
fn the_difference_of_two_runs_is_written_like_a_finished_run() {
    let tree = sample("A deep cutoff");
    let [one, other] = [Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA].map(|id| Run::new(tree.clone(), id));
    let (first, second) = (one.overlay(), other.overlay());
    let common = Common::new(first.states, second.states);
    let names = ["A".to_owned(), "B".to_owned()];
    let overlay = Difference { first, second, shown: first, common: &common, names: &names };
    let written = in_every_format(&figure(&tree, &overlay, &NONE, Options::default()));
    for words in ["visited by both", "visited by B only"] {
        assert!(written["svg"].contains(&format!(">{words}<")), "{words} is missing");
        assert!(written["tikz"].contains(&format!("{{{words}}}")), "{words} is missing");
    }
    assert!(!written["svg"].contains("the first only"), "lazy alpha-beta evaluates all that alpha-beta does");
    assert!(written["dot"].contains(" both\"") && written["dot"].contains(" second\""));
    assert!(written["svg"].contains(">deep cutoff<"), "alpha-beta made it");
    let overlay = Difference { shown: second, ..overlay };
    let written = in_every_format(&figure(&tree, &overlay, &NONE, Options::default()));
    assert!(!written["svg"].contains(">deep cutoff<"), "lazy alpha-beta made none");
}

#[test]
fn characters_without_a_font_are_named_and_others_have_one() {
    let label = |label: &str| {
        Builder::new()
            .grown(|builder, node| {
                builder.set_label(node, label);
                0
            })
            .unwrap()
    };
    // No font has what is not a character.
    for (tree, is_boxed) in [(label("leaf α"), false), (label("leaf \u{10fffe}"), true)] {
        let plain = Plain(&tree);
        let sheet = sheet(&figure(&tree, &plain, &NONE, Options::default()), 1);
        for format in PICTURE_FORMATS {
            let notes = export(&sheet, &Style::default(), 96, format).unwrap().notes;
            assert_eq!(!notes.is_empty(), is_boxed && !format.is_text, "{}: {notes:?}", format.title);
        }
    }
}

#[test]
fn words_are_escaped_in_tex_and_a_fragment_is_not_a_document() {
    let run = Run::new(tricky(), Algorithm::ALPHA_BETA);
    let style = Style { width: Some(400.0), ..Style::default() };
    let document = text(&run, "tikz", &style);
    assert!(
        document.contains("50\\% \\& \\$x\\_1\\textasciicircum{}2\\$ \\textbackslash{}end\\{document\\}"),
        "{document}"
    );
    assert_eq!(document.matches("\\end{document}").count(), 1);
    let fragment = text(&run, "tikz-fragment", &style);
    assert!(!fragment.contains("document}"));
    assert!(fragment.contains("\\begin{tikzpicture}") && fragment.contains("\\end{tikzpicture}"));
}

#[test]
fn texts_in_the_font_of_a_document_are_no_wider_than_their_room() {
    let tex = text(&Run::new(sample("Wikipedia"), Algorithm::ALPHA_BETA), "tikz", &Style::default());
    let room_of = |words: &str, size: f32| format!("{{\\plyscopefit{{{:.2}bp}}{{{words}}}}};", measured(words, size));
    let values = Style::default().font_size;
    assert!(tex.contains(&room_of("6", values)), "{tex}");
    let nodes: Vec<&str> = tex.lines().filter(|line| line.starts_with("\\node")).collect();
    assert!(nodes.len() > 60 && nodes.iter().all(|line| line.contains("{\\plyscopefit{")), "{tex}");
}

#[test]
fn comments_of_tex_stay_on_their_lines() {
    let tree = sample("AIMA");
    let plain = Plain(&tree);
    let panels = vec![panel(figure(&tree, &plain, &NONE, Options::default()))];
    let sheet = Sheet { title: "one\n\\input{secret}".into(), caption: String::new(), panels };
    let tex = exported(&sheet, &Style::default(), "tikz").unwrap();
    assert!(tex.lines().all(|line| !line.starts_with("\\input")), "{tex}");
}

#[test]
fn pictures_too_large_for_a_format_are_refused_with_their_size() {
    let tree = full(200_001, 1);
    let plain = Plain(&tree);
    let figure = self::figure(&tree, &plain, &NONE, Options::default());
    let dot = exported(&sheet(&figure, 1), &Style::default(), "dot").unwrap_err();
    assert!(matches!(dot, ExportError::TooManyNodes { nodes: 200_002, most: 200_000, .. }));
    assert!(dot.to_string().starts_with("the picture has 200,002 nodes, but DOT allows at most 200,000; "), "{dot}");
    let tree = full(20, 3);
    let plain = Plain(&tree);
    let figure = self::figure(&tree, &plain, &NONE, Options::default());
    let wide = Style { width: Some(5e4), font_size: 6.0, ..Style::default() };
    let tex = exported(&sheet(&figure, 1), &wide, "tikz").unwrap_err();
    assert!(matches!(tex, ExportError::TooManyShapes { most: 20_000, .. }), "{tex}");
}

#[test]
fn a_png_of_too_many_pixels_is_refused_before_it_is_written_or_read() {
    let tree = full(20, 2);
    let plain = Plain(&tree);
    let figure = self::figure(&tree, &plain, &NONE, Options::default());
    let wide = Style { width: Some(4000.0), ..Style::default() };
    let png = PictureFormat::of_id("png").unwrap();
    let refused = || export(&sheet(&figure, 1), &wide, 1200, png).unwrap_err();
    assert!(refused().to_string().contains("pixels; choose fewer dots per inch"), "{}", refused());
    let to_refuse = allocation_counter::measure(|| drop(refused())).bytes_total;
    let to_write =
        allocation_counter::measure(|| drop(exported(&sheet(&figure, 1), &wide, "svg").unwrap())).bytes_total;
    assert!(to_refuse < to_write, "{to_refuse} bytes to refuse it, {to_write} to write its shapes");
}

fn draw(arguments: &[&str]) -> assert_cmd::assert::Assert {
    plyscope(&[&["draw"], arguments].concat())
}

fn refused(arguments: &[&str]) -> String {
    failure(&[&["draw"], arguments].concat())
}

#[test]
fn draw_writes_every_format_once() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["x.svg", "x.pdf", "x.png", "x.tex", "x.dot"] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let arguments = ["sample_trees/hughes.tree", "--algorithm", "alpha-beta,minimax", "--output", path];
        let said = draw(&arguments).success();
        assert!(stdout(&said).starts_with(path));
        assert!(refused(&arguments).contains("--force"));
        draw(&[&arguments[..], &["--force"]].concat()).success();
    }
}

#[test]
fn draw_writes_the_values_that_fit_and_counts_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let [tree, svg] = ["x.json", "x.svg"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    // For two of the leaves there is no room below them either.
    std::fs::write(&tree, "[[3,12,-98765],[-98765,-98765,-98765],[-98765,-98765,-1234.5]]").unwrap();
    let narrow = [tree.as_str(), "--algorithm", "alpha-beta", "--output", &svg, "--width", "84"];
    let said = |arguments: &[&str]| stdout(&draw(arguments).success());
    assert!(said(&narrow).contains("; 2 texts do not fit in a width of "));
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.contains(">12<") && picture.contains("−98765<"), "{picture}");
    assert!(!said(&[&narrow[..5], &["--force"]].concat()).contains("fit"));
}

#[test]
fn draw_shows_a_step_and_what_is_below_a_depth_limit() {
    let folder = tempfile::tempdir().unwrap();
    let [tree, dot, svg] =
        ["x.tree", "x.dot", "x.svg"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    std::fs::write(&tree, "((3 12) (2 4))").unwrap();
    let drawn = |path: &str, flags: &[&str]| {
        let arguments = [&[tree.as_str(), "--algorithm", "alpha-beta", "--force", "--output", path], flags].concat();
        draw(&arguments).success();
        std::fs::read_to_string(path).unwrap()
    };
    let classes = |picture: &str, classes: [&str; 6]| {
        let of_nodes: Vec<&str> = picture.split("class=\"").filter_map(|rest| rest.split('"').next()).collect();
        classes.map(|class| of_nodes.iter().filter(|of_node| of_node.contains(class)).count())
    };
    // After the first child of the root has returned 3.
    let picture = drawn(&dot, &["--step", "5"]);
    let counts = classes(&picture, ["open", "visited", "evaluated", "ahead", "pruned", "left out"]);
    assert_eq!(counts, [1, 1, 2, 3, 0, 0], "{picture}");
    let picture = drawn(&svg, &["--step", "5"]);
    assert!(picture.contains("Alpha-beta: step 5 of 10"), "{picture}");
    assert!(picture.contains("Node 1 returns 3; MAX at the root"), "{picture}");
    let error = refused(&[&tree, "--algorithm", "alpha-beta", "--output", &svg, "--force", "--step", "11"]);
    assert!(error.contains("Alpha-beta has 10 steps"), "{error}");

    let [json, rest] = [tree.replace(".tree", ".json"), r#"{"value": 2, "children": [2, 4]}"#.to_owned()];
    std::fs::write(&json, format!(r#"{{"tree": {{"children": [{{"value": 3, "children": [3, 12]}}, {rest}]}}}}"#))
        .unwrap();
    draw(&[&json, "--algorithm", "alpha-beta", "--force", "--output", &dot, "--depth", "1"]).success();
    let picture = std::fs::read_to_string(&dot).unwrap();
    let counts = classes(&picture, ["open", "visited", "evaluated", "ahead", "pruned", "left out"]);
    assert_eq!(counts, [0, 1, 2, 0, 0, 4], "{picture}");
    assert!(picture.contains("searched to depth 1"), "{picture}");
}

#[test]
fn draw_refuses_contradictory_flags_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, gif, dot, html] =
        ["x.svg", "x.gif", "x.dot", "x.html"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let tree = "sample_trees/wikipedia.json";
    for (arguments, says) in [
        (vec![tree, "--output", &gif], ".svg, .pdf, .png, .tex, .dot or .html"),
        (vec![tree, "--output", &svg, "--dpi", "100"], "--dpi"),
        (vec![tree, "--output", &svg, "--fragment"], "--fragment"),
        (vec![tree, "--output", &svg, "--width", "5"], "a number from 10 to 20000"),
        (vec![tree, "--output", &svg, "--windows"], "--windows shows a search; choose one with --algorithm"),
        (vec![tree, "--output", &svg, "--order"], "--order shows a search; choose one with --algorithm"),
        (vec![tree, "--output", &svg, "--hide-pruned"], "--hide-pruned shows a search; choose one with --algorithm"),
        (vec![tree, "--output", &svg, "--algorithm", "threshold"], "threshold needs a number"),
        (vec![tree, "--output", &dot, "--view", "icicle"], "--view icicle does not apply"),
        (vec![tree, "--output", &dot, "--width", "90"], "--width does not apply"),
        (vec![tree, "--output", &dot, "--no-legend"], "--no-legend does not apply"),
        (vec![tree, "--output", &html, "--width", "90"], "a web page is as wide as the window of its reader"),
        (vec!["nowhere.json", "--output", &svg], "nowhere.json"),
    ] {
        let said = refused(&arguments);
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn draw_marks_the_difference_of_two_searches() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, dot, html, pdf] =
        ["x.svg", "x.dot", "x.html", "x.pdf"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let tree = concat!(env!("CARGO_MANIFEST_DIR"), "/sample_trees/deep-cutoff.json");
    let flags = [tree, "--difference", "--algorithm"];
    let drawn = |output: &str| {
        draw(&[&flags[..], &["lazy-alpha-beta,lattice-pruning", "--output", output]].concat()).success();
        std::fs::read_to_string(output).unwrap()
    };
    let picture = drawn(&svg);
    for words in ["Lazy alpha-beta: 5 of 5 leaves", "Lattice pruning: 4 of 5 leaves", "visited by both"] {
        assert!(picture.contains(words), "{words}: {picture}");
    }
    assert!(
        picture.contains("visited by Lazy alpha-beta only") && !picture.contains("Lattice pruning only"),
        "{picture}"
    );
    assert!(picture.contains("The difference of Lazy alpha-beta and"), "{picture}");
    // The leaf 100, in each of two panels.
    assert_eq!(drawn(&dot).matches("class=\"leaf first\"").count(), 2);
    let refused = |algorithms, output: &str| refused(&[&flags[..], &[algorithms, "--output", output]].concat());
    assert!(refused("minimax", &pdf).contains("compares two searches"));
    assert!(refused("minimax,alpha-beta", &html).contains("a web page has their steps"));
}
