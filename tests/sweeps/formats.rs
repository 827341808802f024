//! Charts and tables in each of their formats: other programs can read them, and equal input gives equal bytes.

use std::process::Command;

use plyscope::chart::{CHART_FORMATS, Page, PageSize, csv, latex, pdf, svg};
use plyscope::experiment::sweep::{Against, Folder, Measure, Scale, Spec, View, summarise, summary_table};
use plyscope::search::{Algorithm, Budget, CutoffRule};
use plyscope::table::{self, Cell, Column, TABLE_FORMATS, Table};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Group, Node, Options, Rect, Tree, roxmltree};

use crate::latex::{has_latex_with, typeset};
use crate::running::{charts, run};
use crate::{meter, running};

fn spec(branching: &str, depth: &str) -> Spec {
    let algorithm = vec![Algorithm::MINIMAX, Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA];
    Spec { algorithm, trees: 10, ..running::spec(branching, depth) }
}

fn evaluations(points: bool) -> Vec<View> {
    vec![View { points, ..View::of(Measure::evaluations()) }]
}

/// A table with texts that are difficult to write in some format.
fn hard() -> Table {
    let column = |title: &str, id: &str, is_numeric| Column {
        title: title.into(),
        id: id.into(),
        is_numeric,
        is_for_programs: false,
    };
    let words = "a|b_c & 50% <i>\"x, y\"</i> {z} \\end{tabular} #1 $2 ^~ 'q' *s* [t]";
    Table {
        columns: vec![column("Name | <of>", "name", false), column("Number & unit", "number", true)],
        rows: vec![
            vec![Cell::words(words), Cell::number(1_234_567.0, "1,234,567")],
            vec![Cell::words("line\nend \u{202e}right\u{7}"), Cell::number(-2.5e-9, "-2.50 ns")],
            vec![Cell::missing(), Cell::missing()],
        ],
        notes: vec!["All agree: 3 < 4 & so on".into(), "Twice".into()],
    }
}

#[test]
fn a_table_in_csv_reads_back_bare() {
    let text = table::csv(&hard());
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["name", "number"]);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(&rows[0][0], hard().rows[0][0].text);
    assert_eq!(rows[0][1].parse::<f64>(), Ok(1_234_567.0));
    assert_eq!(rows[1][1].parse::<f64>(), Ok(-2.5e-9));
    assert_eq!(&rows[1][0], "line\\nend \\u{202e}right\\u{7}");
    assert_eq!(rows[2], vec!["", ""]);
}

#[test]
fn a_table_in_html_is_well_formed_and_complete() {
    let text = table::html(&hard());
    let document = roxmltree::Document::parse(&text).unwrap();
    let said = |tag: &str| -> Vec<String> {
        let cells = document.descendants().filter(|node| node.has_tag_name(tag));
        cells.map(|node| node.text().unwrap_or_default().to_string()).collect()
    };
    assert_eq!(said("th"), ["Name | <of>", "Number & unit"]);
    assert_eq!(said("td")[..2], [hard().rows[0][0].text.as_str(), "1,234,567"]);
    assert_eq!(said("tr").len(), 4);
    let right = document.descendants().filter(|node| node.attribute("style") == Some("text-align: right"));
    assert_eq!(right.count(), 4);
    assert_eq!(said("caption"), ["All agree: 3 < 4 & so on"]);
}

#[test]
fn a_table_in_markdown_keeps_its_columns() {
    let text = table::markdown(&hard());
    let lines: Vec<&str> = text.lines().collect();
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(lines[..5].iter().all(|line| bars(line) == 3), "{text}");
    assert_eq!(lines[1], "| --- | ---: |");
    assert!(lines[2].contains("a\\|b\\_c &amp; 50% &lt;i&gt;") && lines[2].ends_with("| 1,234,567 |"), "{text}");
    assert_eq!(lines[5..], ["", "All agree: 3 &lt; 4 &amp; so on", "", "Twice"]);
}

#[test]
fn a_table_in_latex_has_no_unescaped_special_characters() {
    let text = table::latex(&hard());
    let row = text.lines().find(|line| line.contains("1,234,567")).unwrap();
    for part in ["50\\%", "\\&", "\\{z\\}", "\\textbackslash{}end\\{tabular\\}", "\\#1", "\\$2", "\\textasciicircum{}"]
    {
        assert!(row.contains(part), "{part} in {row}");
    }
    assert!(text.contains("$-$2.50 ns \\\\"), "{text}");
    assert_eq!(text.matches("\\end{tabular}").count(), 1);
    assert!(text.starts_with('%') && text.contains("{lr}\n\\toprule\n") && text.contains("\\midrule\n"));
}

#[test]
fn no_table_has_invisible_characters() {
    for format in TABLE_FORMATS {
        let text = (format.write)(&hard());
        assert!(!text.chars().any(|c| c != '\n' && (c.is_control() || c == '\u{202e}')), "{}: {text}", format.id);
        assert_eq!(text, (format.write)(&hard()));
        let none = Table { columns: hard().columns, ..Table::default() };
        assert!(!(format.write)(&none).is_empty(), "{}", format.id);
    }
}

#[test]
fn every_number_of_a_summary_reads_back_from_csv() {
    let (sweep, results) = run(spec("2..3", "1..3"));
    let rows = summarise(&sweep, &results);
    let text = table::csv(&summary_table(&rows, 0..rows.len()));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let place = |id: &str| heads.iter().position(|head| head == id).unwrap();
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(&rows) {
        assert_eq!(&record[place("algorithm")], row.algorithm.to_string());
        assert_eq!(&record[place("measure")], row.measure.id());
        for (id, number) in
            [("mean", Some(row.mean)), ("standard_error", row.standard_error), ("expected", row.expected)]
        {
            assert_eq!(record[place(id)].parse().ok(), number, "{id}");
        }
    }
}

#[test]
fn the_columns_of_a_summary_for_programs_do_not_depend_on_the_sweep() {
    let directory = tempfile::tempdir().unwrap();
    let heads = |name: &str, spec: Spec| {
        let (sweep, results) = run(spec);
        let (folder, _) = Folder::open(&directory.path().join(name), &sweep, false).unwrap();
        folder.finish(&sweep, &results).unwrap();
        let rows = summarise(&sweep, &results);
        let table = summary_table(&rows, 0..rows.len());
        let first = |text: &str| text.lines().next().unwrap().split(',').map(String::from).collect::<Vec<String>>();
        let file = std::fs::read_to_string(folder.file("summary.csv")).unwrap();
        (first(&table::csv(&table)), first(&file), table::text(&table).lines().next().unwrap().to_owned())
    };
    let small = heads("small", Spec { algorithm: vec![Algorithm::MINIMAX], trees: 1, ..spec("2", "2") });
    let mut irregular = spec("2..3", "1..3");
    irregular.random.as_mut().unwrap().min_branching = Some(1);
    let large = heads("large", Spec { cutoff: vec![CutoffRule::Strict, CutoffRule::NonStrict], ..irregular });
    assert_eq!(small.0, large.0);
    let sorted = |mut heads: Vec<String>| {
        heads.sort_unstable();
        heads
    };
    assert_eq!(sorted(small.0), sorted(small.1));
    assert!(!small.2.contains("Smallest") && !small.2.contains("Cutoff") && large.2.contains("Cutoff"), "{}", large.2);
}

#[test]
fn a_long_table_in_latex_is_broken_across_pages() {
    let (sweep, results) = run(spec("2..3", "1..3"));
    let rows = summarise(&sweep, &results);
    let table = summary_table(&rows, 0..rows.len());
    let text = table::latex(&table);
    assert!(rows.len() > 40 && text.contains("longtable") && !text.contains("{tabular}"), "{text}");
    assert!(!text.contains(" & Cutoff") && text.contains("% In all rows "), "{text}");
    assert!(table::latex(&summary_table(&rows, 0..9)).contains("\\begin{tabular}"));
    if !has_latex_with(&["booktabs.sty", "longtable.sty"]) {
        eprintln!("the table is not typeset, since there is no LaTeX with booktabs and longtable");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("table.tex"), text).unwrap();
    let whole =
        "\\documentclass{article}\\usepackage{booktabs,longtable}\\begin{document}\\input{table}\\end{document}";
    std::fs::write(folder.path().join("whole.tex"), whole).unwrap();
    typeset(folder.path(), "whole.tex");
}

#[test]
fn the_csv_of_a_chart_has_the_numbers_that_it_draws() {
    for points in [false, true] {
        let chart = &charts(Spec { chart: evaluations(points), ..spec("3", "1..4") })[0];
        let text = csv(chart);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let heads = reader.headers().unwrap().clone();
        let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let column = |title: &str| -> Vec<(f64, f64)> {
            let place = heads.iter().position(|head| head == title).unwrap_or_else(|| panic!("{title} in {text}"));
            let number = |text: &str| text.parse::<f64>().ok();
            records.iter().filter_map(|record| Some((number(&record[0])?, number(&record[place])?))).collect()
        };
        for series in &chart.series {
            let means: Vec<(f64, f64)> = series.means.iter().map(|mean| (mean.x, mean.y)).collect();
            assert_eq!(column(&series.name()), means);
            if points {
                assert_eq!(column(&format!("{}: runs", series.name())), series.runs);
            }
        }
        for curve in &chart.curves {
            assert_eq!(column(curve.kind.name()), curve.points);
        }
    }
}

#[test]
fn a_chart_in_latex_has_every_line_and_legend_entry() {
    let chart = &charts(Spec { chart: evaluations(true), budget: Budget::Evaluations(30), ..spec("3", "1..4") })[0];
    let text = latex(chart, &Page::default()).unwrap();
    let lines = chart.series.len() + chart.curves.len();
    assert_eq!(text.matches("\\addlegendentry[").count(), lines);
    assert_eq!(text.matches('{').count(), text.matches('}').count());
    for environment in ["document", "tikzpicture", "axis"] {
        assert_eq!(text.matches(&format!("\\end{{{environment}}}")).count(), 1, "{environment}");
    }
    assert!(text.contains("\\draw[->"), "runs that hit the budget have an arrow");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("chart.tex"), &text).unwrap();
    let whole = "\\documentclass{article}\\usepackage{pgfplots}\\begin{document}\\input{chart}\\input{chart}Rest\\end{document}";
    std::fs::write(folder.path().join("whole.tex"), whole).unwrap();
    if !has_latex_with(&["standalone.cls", "pgfplots.sty"]) {
        eprintln!("the chart is not typeset, since there is no LaTeX with standalone and pgfplots");
        return;
    }
    for file in ["chart.tex", "whole.tex"] {
        typeset(folder.path(), file);
    }
}

#[test]
fn a_pdf_of_a_chart_has_selectable_text() {
    let chart = &charts(Spec { chart: evaluations(false), ..spec("3", "1..4") })[0];
    let bytes = pdf(chart, &Page::default()).unwrap();
    assert!(bytes.starts_with(b"%PDF") && bytes.windows(10).any(|part| part == b"DejaVuSans"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chart.pdf");
    std::fs::write(&path, bytes).unwrap();
    match Command::new("pdftotext").arg(&path).arg("-").output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            for words in [&chart.title, &chart.x.title, "Lazy alpha-beta", "Theory: minimum, alpha-beta"] {
                assert!(text.contains(words), "{words} in {text}");
            }
        }
        Err(error) => eprintln!("the text is not read, since there is no pdftotext: {error}"),
    }
}

#[test]
fn equal_charts_give_equal_bytes() {
    let chart = &charts(Spec { chart: evaluations(true), ..spec("2", "1..3") })[0];
    for format in CHART_FORMATS {
        let draw = || (format.draw)(chart, &Page::of_dpi(100)).unwrap();
        assert!(draw() == draw(), "{}", format.extension);
    }
}

/// The positions of the texts of an SVG.
fn texts(group: &Group, found: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => texts(group, found),
            Node::Text(text) => {
                let words = text.chunks().iter().map(|chunk| chunk.text().to_string()).collect();
                found.push((words, text.abs_bounding_box()));
            }
            _ => {}
        }
    }
}

#[test]
fn no_text_of_a_chart_covers_another_or_leaves_the_picture() {
    let mut fonts = Database::new();
    fonts.load_font_data(plyscope::font::dejavu_sans().to_vec());
    let options = Options { fontdb: fonts.into(), ..Options::default() };
    meter::install();
    let mut all = charts(Spec { algorithm: Algorithm::ALL.to_vec(), memory: true, ..spec("2..3", "1..4") });
    let mut long = Spec { chart: evaluations(true), ..spec("3", "1..9") };
    long.budget = Budget::Evaluations(5);
    if let Some(of_trees) = &mut long.random {
        of_trees.leaves = vec!["integers:1000".parse().unwrap()];
        of_trees.leaf_probability = plyscope::generate::Probability::try_from(0.125).unwrap();
        of_trees.min_branching = Some(2);
    }
    all.extend(charts(long));
    meter::install();
    let mut worded = Spec { chart: Vec::new(), memory: true, ..spec("3", "3") };
    for scale in [Scale::Share, Scale::Ratio(Algorithm::LAZY_ALPHA_BETA)] {
        let view = |against| View { scale, against: Some(against), ..View::of(Measure::evaluations()) };
        worded.chart.extend(Against::ALL.map(view));
    }
    if let Some(of_trees) = &mut worded.random {
        of_trees.leaves.push("integers:1000".parse().unwrap());
        of_trees.ordering = ["random", "best-first:0.5", "best-first", "estimated:0.1", "estimated:0.3"]
            .map(|ordering| ordering.parse().unwrap())
            .to_vec();
    }
    all.extend(charts(worded));
    all.extend(charts(Spec {
        budget: Budget::Evaluations(5),
        trees: 1,
        chart: evaluations(false),
        ..spec("8", "1..16")
    }));
    let narrow = PageSize::new(28.0 * 10.0 * 25.4 / 72.0, Some(10.0)).unwrap();
    let narrow = Page { size: Some(narrow), ..Page::default() };
    let bare = Page { has_title: false, has_legend: false, has_caption: false, ..narrow };
    for (chart, page) in all.iter().flat_map(|chart| [Page::default(), narrow, bare].map(|page| (chart, page))) {
        let tree = Tree::from_str(&svg(chart, &page).unwrap(), &options).unwrap();
        let mut found = Vec::new();
        texts(tree.root(), &mut found);
        assert!(found.len() > 5, "{}", chart.name);
        let page = tree.size();
        for (index, (words, place)) in found.iter().enumerate() {
            let is_inside = place.left() >= 0.0
                && place.top() >= 0.0
                && place.right() <= page.width()
                && place.bottom() <= page.height();
            assert!(is_inside, "{}: “{words}” leaves the picture: {place:?}", chart.name);
            for (other, at) in &found[..index] {
                let are_apart = place.right() <= at.left()
                    || at.right() <= place.left()
                    || place.bottom() <= at.top()
                    || at.bottom() <= place.top();
                assert!(are_apart, "{}: “{words}” covers “{other}”", chart.name);
            }
        }
    }
}
