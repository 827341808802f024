//! Exercises for learning platforms: Moodle XML and QTI 2.1, read back as these platforms do.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use roxmltree::{Document, Node};
use serde_json::{Value as Json, json};

use crate::exercise::{AlphaBeta, at, check, children, minimax, number};
use crate::folder::Folder;
use crate::program::{failure, json as printed, plyscope};

/// A field as a platform has it.
#[derive(Debug)]
struct Given {
    name: String,
    points: f64,
    /// The choices, or the number that is right.
    right: Vec<String>,
    wrong: Vec<String>,
    /// Whether all right choices must be chosen.
    takes_all: bool,
}

const ALL: &str = "values,best-move,leaves,cuts,windows,deep,lazy,best-order,worst-order";

/// Writes exercises to a file and returns its bytes with the exercises as JSON.
fn written(name: &str, arguments: &[&str]) -> (Vec<u8>, Vec<Json>) {
    let folder = Folder::new();
    let file = folder.at(name);
    plyscope(&[&["exercise", "--output", &file], arguments].concat()).success();
    let exercises = printed(&[&["exercise", "--format", "json"], arguments].concat());
    (std::fs::read(file).unwrap(), exercises["exercises"].as_array().unwrap().clone())
}

/// Runs of the program whose exercises have all questions.
fn runs() -> Vec<Vec<&'static str>> {
    let deep = ["--depth", "4", "--branching", "2", "--leaves", "16", "--deep", "1..", "--seed", "1..25"];
    vec![
        vec!["--question", ALL, "--seed", "1..25"],
        [&["--question", ALL, "--order", "right", "--rule", "strict"], &deep[..]].concat(),
    ]
}

/// The names of all nodes, by their paths.
fn names(node: &Json, path: &[usize], names: &mut BTreeMap<Vec<usize>, String>) {
    let Some(children) = children(node) else {
        let value = number(node);
        names.insert(path.to_vec(), value.to_string().replace('-', "−"));
        return;
    };
    names.insert(path.to_vec(), node["label"].as_str().unwrap().to_owned());
    for (index, child) in children.iter().enumerate() {
        self::names(child, &[path, &[index]].concat(), names);
    }
}

/// Compares the fields of all questions with the alpha-beta of these tests.
fn compare(exercise: &Json, given: &[Given]) {
    let own = check(exercise);
    let tree = &exercise["tree"]["tree"];
    let mut names = BTreeMap::new();
    self::names(tree, &[], &mut names);
    let name = |path: &[usize]| names[path].clone();
    let edge = |above: &[usize], below: &[usize]| format!("{}–{}", name(above), name(below));
    let at = |path: &[usize]| at(tree, path);
    let mut given = given.iter();
    let mut next = |field: &str, points: f64, right: BTreeSet<String>, takes_all: bool| {
        let found = given.next().unwrap();
        assert_eq!((found.name.as_str(), found.points, found.takes_all), (field, points, takes_all), "{found:?}");
        assert_eq!(found.right.iter().cloned().collect::<BTreeSet<_>>(), right, "{field}");
        assert!(found.wrong.iter().all(|wrong| !right.contains(wrong)));
        found
    };
    let mut inner: Vec<&Vec<usize>> = names.keys().filter(|path| children(at(path)).is_some()).collect();
    inner.sort_by_key(|path| (path.len(), (*path).clone()));
    let value = |path: &[usize]| minimax(at(path), path.len().is_multiple_of(2));
    for path in &inner {
        next(&name(path), 1.0, [value(path).to_string()].into(), false);
    }
    let moves: Vec<Vec<usize>> = (0..children(tree).unwrap().len()).map(|index| vec![index]).collect();
    let best = moves.iter().filter(|path| value(path) == value(&[])).map(|path| name(path)).collect();
    let found = next("", 1.0, best, false);
    assert_eq!(found.right.len() + found.wrong.len(), moves.len());
    let none_or = |set: BTreeSet<String>| if set.is_empty() { ["none".to_owned()].into() } else { set };
    let found = next("", 3.0, own.leaves.iter().map(|path| name(path)).collect(), true);
    let leaves = names.keys().filter(|path| children(at(path)).is_none()).count();
    assert_eq!(found.right.len() + found.wrong.len(), leaves + 1, "all leaves, and none");
    let cut = |only_deep: bool| {
        let cutoffs = own.cutoffs.iter().filter(|&&(_, _, is_deep)| is_deep || !only_deep);
        none_or(cutoffs.flat_map(|(above, below, _)| below.iter().map(|below| edge(above, below))).collect())
    };
    let found = next("", 3.0, cut(false), true);
    assert_eq!(found.right.len() + found.wrong.len(), names.len(), "all edges, and none");
    let marked = exercise["questions"][4]["points"].as_u64().unwrap() / 4;
    let texts = exercise["questions"][4]["parts"].as_array().unwrap();
    for part in texts.iter().take(2 * marked as usize) {
        let part = part["part"].as_str().unwrap();
        let (node, when) = part.split_once(' ').unwrap();
        let path = names.iter().find(|(_, name)| *name == node).unwrap().0;
        let visit = own.visits[path];
        let [low, high] = if when == "entered" { [visit[1], visit[2]] } else { [visit[3], visit[4]] };
        let bound = |bound: f64| match bound {
            f64::NEG_INFINITY => "−∞".to_owned(),
            f64::INFINITY => "+∞".to_owned(),
            bound => bound.to_string().replace('-', "−"),
        };
        next(&format!("{part}: α"), 1.0, [bound(low)].into(), false);
        next(&format!("{part}: β"), 1.0, [bound(high)].into(), false);
    }
    next("", 2.0, cut(true), true);
    let AlphaBeta { is_strict, from_right, .. } = own;
    let lazy = AlphaBeta { is_strict, from_right, is_shallow: true, ..AlphaBeta::default() }.on(tree);
    let beside = lazy.leaves.iter().filter(|leaf| !own.leaves.contains(leaf)).map(|path| name(path)).collect();
    next("", 2.0, none_or(beside), true);
    for index in [7, 8] {
        let parts = exercise["questions"][index]["parts"].as_array().unwrap();
        next("", 3.0, [parts.last().unwrap()["answer"].as_str().unwrap().to_owned()].into(), false);
    }
    assert!(given.next().is_none());
}

fn points(exercise: &Json) -> f64 {
    exercise["questions"].as_array().unwrap().iter().map(|question| question["points"].as_f64().unwrap()).sum()
}

fn child<'a, 'b>(node: Node<'a, 'b>, name: &str) -> Node<'a, 'b> {
    node.children().find(|child| child.has_tag_name(name)).unwrap_or_else(|| panic!("no {name}"))
}

fn all<'a>(node: Node<'a, 'a>, name: &str) -> Vec<Node<'a, 'a>> {
    node.descendants().filter(|child| child.tag_name().name() == name).collect()
}

/// Text with its HTML entities replaced.
fn decoded(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain += before;
        let (entity, after) = after.split_once(';').unwrap();
        plain.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            "nbsp" => ' ',
            number => char::from_u32(number.strip_prefix('#').unwrap().parse().unwrap()).unwrap(),
        });
        rest = after;
    }
    plain + rest
}

/// Fields in the notation of Moodle. A field is `{POINTS:KIND:ALTERNATIVES}`; `~` before an alternative, `#` before its feedback and the end count
/// where they do not follow `\`, `&` or `&amp;`.
fn fields_of_moodle(text: &str) -> Vec<Given> {
    let mut fields = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let ends: Vec<usize> = after.match_indices(['~', '#', '}']).map(|(index, _)| index).collect();
        let ends =
            ends.into_iter().filter(|&index| !["\\", "&", "&amp;"].iter().any(|mark| after[..index].ends_with(mark)));
        let marks: Vec<usize> = ends.collect();
        let end = *marks.iter().find(|&&index| after[index..].starts_with('}')).unwrap();
        let (points, field) = after[..end].split_once(':').unwrap();
        let (kind, alternatives) = field.split_once(':').unwrap();
        assert!(["NUMERICAL", "MULTICHOICE", "MULTIRESPONSE_H"].contains(&kind), "{kind}");
        let mut given = Given {
            name: decoded(before.rsplit('>').next().unwrap()).trim().to_owned(),
            points: points.parse().unwrap(),
            right: Vec::new(),
            wrong: Vec::new(),
            takes_all: kind == "MULTIRESPONSE_H",
        };
        let mut total = 0.0;
        let mut begin = points.len() + kind.len() + 2;
        for mark in marks.into_iter().filter(|&mark| mark <= end) {
            assert!(!after[mark..].starts_with('#'), "no feedback in {alternatives}");
            let alternative = &after[begin..mark];
            begin = mark + 1;
            if let Some(number) = alternative.strip_prefix('=') {
                let (number, tolerance) = number.split_once(':').unwrap();
                assert_eq!(tolerance, "0");
                given.right.push(number.to_owned());
                continue;
            }
            let (share, name) = alternative.strip_prefix('%').unwrap().split_once('%').unwrap();
            let share: f64 = share.parse().unwrap();
            // Once when a field is read, once when its text is shown.
            let name = decoded(&decoded(name));
            total += share.max(0.0);
            if share > 0.0 { given.right.push(name) } else { given.wrong.push(name) }
        }
        if given.takes_all {
            assert!((total - 100.0).abs() < 0.005, "{total}");
        }
        fields.push(given);
        rest = &after[end + 1..];
    }
    assert!(!rest.contains('}'), "{rest}");
    fields
}

#[test]
fn moodle_asks_what_the_sheet_asks_and_knows_what_is_right() {
    for arguments in runs() {
        let (bytes, exercises) = written("x.xml", &arguments);
        let text = String::from_utf8(bytes).unwrap();
        let document = Document::parse(&text).unwrap();
        let quiz = document.root_element();
        assert!(quiz.has_tag_name("quiz"));
        let questions: Vec<Node> = quiz.children().filter(Node::is_element).collect();
        assert_eq!(questions[0].attribute("type"), Some("category"));
        let category = child(child(questions[0], "category"), "text").text().unwrap();
        assert_eq!(category, "$course$/top/Exercise no. 1–25, Alpha-beta");
        assert_eq!(questions.len(), exercises.len() + 1);
        for (question, exercise) in questions[1..].iter().zip(&exercises) {
            assert_eq!(question.attribute("type"), Some("cloze"));
            assert_eq!(child(child(*question, "name"), "text").text(), exercise["title"].as_str());
            let asked = child(child(*question, "questiontext"), "text").text().unwrap();
            let given = fields_of_moodle(asked);
            compare(exercise, &given);
            assert_eq!(given.iter().map(|field| field.points).sum::<f64>(), points(exercise));
            let solution = child(child(*question, "generalfeedback"), "text").text().unwrap();
            assert!(fields_of_moodle(solution).is_empty());
            for (html, parent, name) in
                [(asked, "questiontext", "tree.svg"), (solution, "generalfeedback", "solution.svg")]
            {
                let file = child(child(*question, parent), "file");
                assert_eq!((file.attribute("name"), file.attribute("path")), (Some(name), Some("/")));
                assert!(html.contains(&format!("<img src=\"@@PLUGINFILE@@/{name}\"")));
                assert_eq!(file.attribute("encoding"), Some("base64"));
                let picture = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, file.text().unwrap());
                let picture = String::from_utf8(picture.unwrap()).unwrap();
                Document::parse(&picture).unwrap();
                assert_eq!(picture.contains("stroke-dasharray"), name == "solution.svg", "the problem tells nothing");
            }
            for part in exercise["questions"][0]["parts"].as_array().unwrap() {
                let [part, answer] = ["part", "answer"].map(|key| part[key].as_str().unwrap());
                assert!(decoded(solution).contains(&format!("{part}: {answer}")));
            }
        }
    }
}

/// The files of a package.
fn unzipped(bytes: Vec<u8>) -> BTreeMap<String, String> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let time = file.last_modified().unwrap();
        assert_eq!((time.year(), time.month(), time.day(), time.hour()), (1980, 1, 1, 0));
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        files.insert(file.name().unwrap().into_owned(), text);
    }
    files
}

/// The fields of an item.
fn fields_of_item(item: Node) -> Vec<Given> {
    let mut fields = Vec::new();
    let interactions = child(item, "itemBody").descendants().filter(|node| node.has_attribute("responseIdentifier"));
    let declarations: BTreeMap<&str, Node> = all(item, "responseDeclaration")
        .into_iter()
        .map(|node| (node.attribute("identifier").unwrap(), node))
        .collect();
    for interaction in interactions {
        let declaration = declarations[interaction.attribute("responseIdentifier").unwrap()];
        let takes_all = declaration.attribute("cardinality") == Some("multiple");
        let before = interaction.prev_sibling().filter(|_| !takes_all).and_then(|text| text.text());
        let name = before.unwrap_or_default().trim().to_owned();
        let values = all(child(declaration, "correctResponse"), "value");
        let Some(mapping) = declaration.children().find(|node| node.has_tag_name("mapping")) else {
            let right = values.iter().map(|value| value.text().unwrap().to_owned()).collect();
            fields.push(Given { name, points: 1.0, right, wrong: Vec::new(), takes_all });
            continue;
        };
        let worth: BTreeMap<&str, f64> = all(mapping, "mapEntry")
            .into_iter()
            .map(|entry| (entry.attribute("mapKey").unwrap(), entry.attribute("mappedValue").unwrap().parse().unwrap()))
            .collect();
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for choice in interaction.children().filter(Node::is_element) {
            let worth = worth.get(choice.attribute("identifier").unwrap()).copied().unwrap_or_default();
            if worth > 0.0 { &mut right } else { &mut wrong }.push(choice.text().unwrap().to_owned());
        }
        for value in values {
            assert!(worth[value.text().unwrap()] > 0.0);
        }
        let points = mapping.attribute("upperBound").unwrap().parse().unwrap();
        fields.push(Given { name, points, right, wrong, takes_all });
    }
    fields
}

/// The score of an item for some responses, each a list of identifiers or a number.
fn score(item: Node, responses: &BTreeMap<&str, Vec<String>>) -> f64 {
    let declaration = |id: &str| {
        let mut all = all(item, "responseDeclaration").into_iter();
        all.find(|node| node.attribute("identifier") == Some(id)).unwrap()
    };
    let mut score = 0.0;
    for step in child(item, "responseProcessing").children().filter(Node::is_element) {
        let set = match step.tag_name().name() {
            "setOutcomeValue" => step,
            "responseCondition" => {
                let equal = child(child(step, "responseIf"), "equal");
                let id = child(equal, "variable").attribute("identifier").unwrap();
                assert_eq!(child(equal, "correct").attribute("identifier"), Some(id));
                let right: f64 = all(declaration(id), "value")[0].text().unwrap().parse().unwrap();
                let given = responses.get(id).and_then(|answer| answer.first());
                if given.is_none_or(|answer| answer.parse::<f64>().unwrap() != right) {
                    continue;
                }
                child(child(step, "responseIf"), "setOutcomeValue")
            }
            other => panic!("{other}"),
        };
        if set.attribute("identifier") == Some("FEEDBACK") {
            continue;
        }
        let sum = child(set, "sum");
        assert_eq!(child(sum, "variable").attribute("identifier"), Some("SCORE"));
        if let Some(value) = sum.children().find(|node| node.has_tag_name("baseValue")) {
            score += value.text().unwrap().parse::<f64>().unwrap();
            continue;
        }
        let id = child(sum, "mapResponse").attribute("identifier").unwrap();
        let mapping = child(declaration(id), "mapping");
        let mut points = 0.0;
        for choice in responses.get(id).into_iter().flatten() {
            let entry = all(mapping, "mapEntry").into_iter().find(|entry| entry.attribute("mapKey") == Some(choice));
            points += entry.map_or(0.0, |entry| entry.attribute("mappedValue").unwrap().parse::<f64>().unwrap());
        }
        let bound = |name| mapping.attribute(name).unwrap().parse::<f64>().unwrap();
        score += points.clamp(bound("lowerBound"), bound("upperBound"));
    }
    score
}

/// The elements of an item in the order of the schema.
const ORDER: [&str; 5] =
    ["responseDeclaration", "outcomeDeclaration", "itemBody", "responseProcessing", "modalFeedback"];

#[test]
fn a_package_of_qti_asks_what_the_sheet_asks_and_gives_points_for_what_is_right() {
    for arguments in runs() {
        let (bytes, exercises) = written("x.zip", &arguments);
        let files = unzipped(bytes);
        let manifest = Document::parse(&files["imsmanifest.xml"]).unwrap();
        let listed: BTreeSet<&str> =
            all(manifest.root_element(), "file").iter().map(|file| file.attribute("href").unwrap()).collect();
        let there: BTreeSet<&str> =
            files.keys().map(String::as_str).filter(|name| *name != "imsmanifest.xml").collect();
        assert_eq!(listed, there);
        let test = Document::parse(&files["test.xml"]).unwrap();
        let items = all(test.root_element(), "assessmentItemRef");
        assert_eq!(items.len(), exercises.len());
        for (item, exercise) in items.iter().zip(&exercises) {
            let document = Document::parse(&files[item.attribute("href").unwrap()]).unwrap();
            let item = document.root_element();
            assert_eq!(item.tag_name().namespace(), Some("http://www.imsglobal.org/xsd/imsqti_v2p1"));
            assert_eq!(item.attribute("title"), exercise["title"].as_str());
            let order: Vec<usize> = item
                .children()
                .filter(Node::is_element)
                .map(|node| ORDER.iter().position(|name| node.has_tag_name(*name)).unwrap())
                .collect();
            assert!(order.is_sorted());
            for image in all(item, "img") {
                assert!(files.contains_key(image.attribute("src").unwrap()));
            }
            let mut given = fields_of_item(item);
            // The points of a number are in the processing of responses.
            for field in given.iter_mut().rev().take(2) {
                field.points = 3.0;
            }
            compare(exercise, &given);
            let right: BTreeMap<&str, Vec<String>> = all(item, "responseDeclaration")
                .into_iter()
                .map(|node| {
                    let values = all(node, "value").iter().map(|value| value.text().unwrap().to_owned()).collect();
                    (node.attribute("identifier").unwrap(), values)
                })
                .collect();
            assert!((score(item, &right) - points(exercise)).abs() < 1e-9);
            assert_eq!(score(item, &BTreeMap::new()), 0.0);
            for (&id, values) in &right {
                let mut fewer = right.clone();
                fewer.insert(id, values[1..].to_vec());
                assert!(score(item, &fewer) < score(item, &right) - 0.01, "{id}: a missing answer costs points");
            }
        }
    }
}

#[test]
fn hostile_names_stay_text_on_platforms() {
    let folder = Folder::new();
    let labels = ["{1:SA:=x", "}~#=\"\\&'", "]]></p>", "%0%~{#1}", "<b>@@PL&", "&amp;~}#", "\u{202e}"];
    let [root, b, c, d, e, f, g] = labels;
    let title = "</script>]]>&\"'}~=#{1:SHORTANSWER:=x}\u{202e}@@PLUGINFILE@@/x";
    let tree = json!({ "title": title, "tree": { "label": root, "children": [
        { "label": b, "children": [{ "label": d, "children": [3, 5] }, { "label": e, "children": [6, 9] }] },
        { "label": c, "children": [{ "label": f, "children": [1, 2] }, { "label": g, "children": [0, -1] }] } ] } });
    folder.write("own.json", &tree.to_string());
    for name in ["x.xml", "x.zip"] {
        plyscope(&[
            "exercise",
            &folder.at("own.json"),
            "--question",
            "values,best-move,cuts",
            "--output",
            &folder.at(name),
        ])
        .success();
    }
    let shown: Vec<String> = labels.iter().map(|label| label.replace('\u{202e}', "\\u{202e}")).collect();
    let own = |given: &[Given]| {
        assert_eq!(given.len(), 9);
        for (field, name) in given.iter().zip(&shown) {
            assert_eq!(field.name, *name);
        }
        assert_eq!((&given[7].right, &given[7].wrong), (&vec![b.to_owned()], &vec![c.to_owned()]));
        assert!(given[8].wrong.contains(&format!("{root}–{b}")), "{:?}", given[8]);
        assert_eq!(given[8].right.len() + given[8].wrong.len(), 15);
    };
    let text = folder.read("x.xml");
    let document = Document::parse(&text).unwrap();
    let question = document.root_element().children().filter(Node::is_element).nth(1).unwrap();
    let html = child(child(question, "questiontext"), "text").text().unwrap();
    assert_eq!(html.matches("@@").count(), 2, "one name of a file");
    assert!(!html.contains("<b>") && !text.contains('\u{202e}') && !html.contains("</script>"));
    own(&fields_of_moodle(html));
    let files = unzipped(std::fs::read(folder.at("x.zip")).unwrap());
    let document = Document::parse(&files["exercise.xml"]).unwrap();
    assert!(document.root_element().attribute("title").unwrap().contains("</script>]]>&\"'}~=#"));
    own(&fields_of_item(document.root_element()));
}

#[test]
fn what_two_equal_bounds_cut_may_be_called_deep_or_not() {
    let ties = ["--seed", "1", "--depth", "4", "--branching", "2", "--leaves", "16", "--ties", "deciding"];
    let more = ["--order", "right", "--rule", "strict", "--question", "deep"];
    let arguments = [&ties[..], &more].concat();
    let (bytes, exercises) = written("x.xml", &arguments);
    let answers: Vec<&str> = exercises[0]["questions"][0]["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| part["answer"].as_str().unwrap())
        .collect();
    assert_eq!(answers, ["K–6 (leaf 7)", "H–10 (leaf 1) (or left out: the parent has the same bound)"]);
    let text = String::from_utf8(bytes).unwrap();
    let moodle = Document::parse(&text).unwrap();
    let question = moodle.root_element().children().filter(Node::is_element).nth(1).unwrap();
    let asked = decoded(child(child(question, "questiontext"), "text").text().unwrap());
    assert!(asked.contains("%0%H–10 (leaf 1)") && asked.contains("%100.00000%K–6 (leaf 7)"), "{asked}");
    let files = unzipped(written("x.zip", &arguments).0);
    let document = Document::parse(&files["exercise-1.xml"]).unwrap();
    let item = document.root_element();
    let choice = |name: &str| {
        let choices = all(item, "simpleChoice");
        let found = choices.iter().find(|choice| choice.text() == Some(name)).unwrap();
        found.attribute("identifier").unwrap().to_owned()
    };
    let scored =
        |names: &[&str]| score(item, &BTreeMap::from([("deep-1", names.iter().map(|name| choice(name)).collect())]));
    assert_eq!(scored(&["K–6 (leaf 7)"]), 2.0);
    assert_eq!(scored(&["K–6 (leaf 7)", "H–10 (leaf 1)"]), 2.0);
    assert_eq!(scored(&["K–6 (leaf 7)", "A–B"]), 0.0);
    assert_eq!(scored(&["H–10 (leaf 1)"]), 0.0);
}

#[test]
fn platforms_get_the_same_bytes_for_the_same_seeds() {
    for name in ["x.xml", "x.zip"] {
        let (one, other) = (written(name, &["--seed", "1..3"]).0, written(name, &["--seed", "1..3"]).0);
        assert!(one == other && one != written(name, &["--seed", "2..4"]).0);
    }
}

#[test]
fn what_a_platform_cannot_judge_is_refused() {
    for name in ["x.xml", "x.zip"] {
        let message = failure(&["exercise", "--question", "empty", "--output", name]);
        assert!(message.contains("--question empty: has many right answers"), "{message}");
    }
}
