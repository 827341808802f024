//! Pages of practice: what they contain, and, in Chromium where it is installed, that they grade as the library does.

use std::path::Path;

use plyscope::exercise::{
    Answers, Conditions, Kind, Method, Order, Paper, Place, QUESTIONS, Question, Sheet, Solved, Span, Task, Tasks,
    Ties, Truth, Verdict, Wanted, Words, practice,
};
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::tree::{Tree, Value};
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::browser::{chromium, driven};
use crate::drawn::sample;
use crate::web::{between, data, hostile, is_closed};

const IDS: [&str; 9] =
    ["values", "best-move", "leaves", "cuts", "windows", "deep", "lazy", "best-order", "worst-order"];

fn questions() -> Vec<&'static Question> {
    IDS.iter().map(|id| Question::of_id(id).unwrap()).collect()
}

fn solved(tree: &Tree, order: Order) -> Solved {
    let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order };
    Solved::new(tree, Some(7), method, 2).unwrap()
}

/// The questions that are asked of an exercise on one page: all but those that are alone, or one of those.
fn page(solved: &[Solved], is_exam: bool) -> String {
    page_about(solved, &questions(), is_exam)
}

pub(crate) fn page_about(solved: &[Solved], questions: &[&'static Question], is_exam: bool) -> String {
    let words = Words::default();
    let sheet = |solved| Sheet { solved, questions, words: &words, paper: Paper::A4 };
    let sheets: Vec<_> = solved.iter().map(sheet).collect();
    practice(&sheets, is_exam).unwrap()
}

#[test]
fn a_page_of_practice_runs_its_own_script_and_asks_for_nothing() {
    let page = page(&[solved(&sample("Wikipedia"), Order::Left), solved(&hostile(), Order::Left)], false);
    is_closed(&page);
    assert!(!page.contains("src=") && !page.contains("url("));
    let script = page.rsplit_once("<script>").unwrap().1.split_once("</script>").unwrap().0;
    let style = between(&page, "<style>", "</style>");
    assert!(script.len() + style.len() < 60_000, "{} of script and style", script.len() + style.len());
}

#[test]
fn hostile_texts_in_a_page_of_practice_stay_text() {
    let tree = hostile();
    let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order: Order::Left };
    let named = plyscope::tree::file::parse(
        None,
        r#"{"title": "</title><script>alert(1)</script> ]]> & \"'", "tree": {"label": "]]>&", "children": [{"label": "</b>", "children": [1, 2]}, {"label": "\"'", "children": [3, 4]}]}}"#.as_bytes(),
        &plyscope::progress::Progress::new(),
    )
    .unwrap();
    for (tree, labels) in [(&tree, vec![]), (&named, vec!["]]>&", "</b>", "\"'"])] {
        for is_exam in [false, true] {
            let page = page(&[Solved::new(tree, None, method, 2).unwrap()], is_exam);
            assert_eq!(page.matches("<script").count(), 2);
            assert_eq!(page.matches("</script>").count(), 2);
            assert!(!page.contains(['\u{202e}', '\u{2028}']));
            let body = between(&page, "<body", "<script type");
            let markup = format!("<body{body}</body>").replace("<!DOCTYPE html>", "");
            for label in &labels {
                assert!(markup.contains(&format!("data-name=\"{}\"", plyscope::escape::xml(label))), "{label}");
            }
            data(&page);
        }
    }
}

#[test]
fn an_exam_has_only_hashes_of_its_answers_and_the_same_ones_each_time() {
    let solved = [solved(&sample("Wikipedia"), Order::Left), solved(&sample("A deep cutoff"), Order::Right)];
    let exam = page(&solved, true);
    assert_eq!(exam, page(&solved, true));
    let data = data(&exam);
    assert_eq!(data["sentences"], json!([]));
    for (number, solved) in solved.iter().enumerate() {
        let tasks = Tasks::new(solved, &questions(), &Words::default()).unwrap();
        for (index, task) in tasks.tasks.iter().enumerate() {
            let told = &data["problems"][number]["tasks"][index];
            for (mark, told) in task.marks.iter().zip(told["marks"].as_array().unwrap()) {
                let answer = match &mark.truth {
                    Truth::Marked => "yes",
                    Truth::Unmarked => "no",
                    Truth::Either => "either",
                    Truth::Turn(turn) => &turn.to_string(),
                    Truth::Number(text) | Truth::Outcome(text) => text,
                };
                let salt = data["salt"].as_str().unwrap();
                let text = format!("{salt}\n{number}/{}/{}\n{answer}", task.question.id, mark.place);
                let hash = Sha256::digest(text).iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"));
                assert_eq!(told["hash"], hash);
                let mut keys: Vec<&str> = told.as_object().unwrap().keys().map(String::as_str).collect();
                keys.retain(|key| !["place", "node", "hash", "label", "end"].contains(key));
                assert!(keys.is_empty(), "{keys:?}");
                assert!(!exam.contains(&plyscope::escape::xml(&mark.why)), "{}", mark.why);
            }
        }
    }
    let salts = [&solved[..1], &solved[1..]].map(|solved| crate::web::data(&page(solved, true))["salt"].clone());
    assert_ne!(salts[0], salts[1]);
}

#[test]
fn the_script_uses_words_that_there_are() {
    let script = include_str!("../../assets/practice.js");
    let page = page(&[solved(&sample("Wikipedia"), Order::Left)], false);
    let data = data(&page);
    let mut count = 0;
    for rest in script.split("say(\"").skip(1) {
        let key = rest.split('"').next().unwrap();
        assert!(data["words"][key].is_string(), "{key}");
        count += 1;
    }
    assert!(count > 15);
    for id in IDS {
        assert!(data["words"][format!("ask-{id}")].is_string(), "{id}");
    }
}

/// The right answers of a task, by place.
fn right(task: &Task) -> Answers {
    let mut answers = Answers::new();
    for mark in &task.marks {
        match &mark.truth {
            Truth::Marked if task.kind == Kind::Move && !answers.is_empty() => {}
            Truth::Marked => _ = answers.insert(mark.place, "yes".to_owned()),
            Truth::Turn(turn) => _ = answers.insert(mark.place, turn.to_string()),
            Truth::Number(number) => _ = answers.insert(mark.place, number.clone()),
            Truth::Unmarked | Truth::Either | Truth::Outcome(_) => {}
        }
    }
    answers
}

/// Orders of children: those that begin with each pair of edges.
fn orders(task: &Task) -> Vec<Answers> {
    let edges = &task.marks[1..];
    let mut all = vec![Answers::new()];
    for (number, first) in edges.iter().enumerate() {
        let second = &edges[(3 * number + 2) % edges.len()];
        all.push(Answers::from([(second.place, "2".to_owned()), (first.place, "1".to_owned())]));
        let reversed = edges.iter().rev().take(number + 1).zip(1..);
        all.push(reversed.map(|(mark, turn)| (mark.place, turn.to_string())).collect());
    }
    all
}

/// An order of children that is right.
fn in_order(solved: &Solved, wanted: Wanted) -> Answers {
    let children = plyscope::exercise::orders(solved, wanted).children.into_iter().flat_map(|(_, children)| children);
    children.enumerate().map(|(turn, child)| (Place::of(child), turn.to_string())).collect()
}

/// Values for empty leaves: none, some, the same for all, and others.
fn fillings(task: &Task) -> Vec<Answers> {
    let leaves = &task.marks[1..];
    let filled = |value: &dyn Fn(usize) -> String| -> Answers {
        leaves.iter().enumerate().map(|(index, mark)| (mark.place, value(index))).collect()
    };
    let mut all = vec![Answers::new(), Answers::from([(leaves[0].place, "3".to_owned())])];
    all.push(filled(&|_| "x".to_owned()));
    all.extend((0..12).map(|value| filled(&|_| value.to_string())));
    all.extend((0..40).map(|seed| filled(&|index| ((7 * seed + 5 * index + seed * index) % 19).to_string())));
    all.push(filled(&|index| format!("-{index}.5")));
    all
}

/// No answers, all answers with one fault, for each place, and the right ones.
fn variations(task: &Task) -> Vec<Answers> {
    match task.kind {
        Kind::Order => return orders(task),
        Kind::Empty => return fillings(task),
        _ => {}
    }
    let right = right(task);
    let mut all = vec![Answers::new()];
    for mark in &task.marks {
        let mut answers = right.clone();
        if task.kind == Kind::Numbers {
            answers.insert(mark.place, "1000".to_owned());
            all.push(answers.clone());
        }
        if answers.remove(&mark.place).is_none() {
            if task.kind == Kind::Move {
                answers.clear();
            }
            answers.insert(mark.place, "yes".to_owned());
        }
        all.push(answers);
    }
    if task.kind == Kind::Cuts {
        // Each edge last, and all the other way round.
        for place in right.keys() {
            all.push(
                right
                    .iter()
                    .map(|(other, turn)| (*other, if other == place { "99" } else { turn }.to_owned()))
                    .collect(),
            );
        }
        let turn = |turn: &String| (99 - turn.parse::<usize>().unwrap()).to_string();
        all.push(right.iter().map(|(place, text)| (*place, turn(text))).collect());
    }
    all.push(right);
    all
}

/// What a page should say of some answers: each fault with its sentence.
fn said(task: &Task, answers: &Answers, tree: &Tree) -> Json {
    let verdicts = task.grade(answers);
    let mut said = Vec::new();
    for (mark, verdict) in task.marks.iter().zip(verdicts) {
        match verdict {
            Verdict::Wrong => said.push(json!(["wrong", task.why(mark, answers, tree)])),
            Verdict::Misplaced => said.push(json!(["misplaced", task.why(mark, answers, tree)])),
            Verdict::Missed => said.push(json!(["missed", task.why(mark, answers, tree)])),
            Verdict::Right | Verdict::Unmarked => {}
        }
    }
    json!(said)
}

/// The page that answers in another one, by the mouse and the keyboard, and writes down what that says. `tasks` has for each question the
/// answers of each try, by place.
fn harness(page: &Path, tasks: &Json, script: &str) -> String {
    format!(
        r#"<!DOCTYPE html><meta charset="utf-8"><iframe id="f" src="{}" width="1280" height="800"></iframe><pre id="seen"></pre>
<script>
const frame = document.getElementById("f");
frame.onload = () => {{
  const inside = frame.contentDocument;
  const its = frame.contentWindow;
  const errors = [];
  inside.addEventListener("securitypolicyviolation", (event) => errors.push(event.violatedDirective));
  its.addEventListener("error", (event) => errors.push(event.message));
  const by = (id) => inside.getElementById(id);
  const told = JSON.parse(by("data").textContent);
  const tries = {tasks};
  const press = (element, key) => element.dispatchEvent(new its.KeyboardEvent("keydown", {{ key, bubbles: true, cancelable: true }}));
  const shown = () => inside.querySelector(".problem:not([hidden])");
  const checks = () => [...shown().querySelectorAll("[role=checkbox], [role=radio]")];
  let isByKey = false;
  // Brings a question to some answers.
  function answer(task, answers) {{
    const {{ kind, marks }} = told.problems[0].tasks[task];
    if (["numbers", "empty"].includes(kind)) {{
      [...by("fields").querySelectorAll("input")].forEach((field) => {{
        field.value = answers[marks[Number(field.dataset.index)].place] ?? "";
        field.dispatchEvent(new its.Event("input", {{ bubbles: true }}));
        field.dispatchEvent(new its.Event("change", {{ bubbles: true }}));
      }});
      return;
    }}
    const group = (mark) => checks().find((group) => group.dataset.node === String(mark.node));
    const isMarked = (mark) => group(mark)?.getAttribute("aria-checked") === "true";
    const turn = (mark) => Number(answers[mark.place]) || 0;
    const isOrdered = ["cuts", "order"].includes(kind);
    const removed = marks.filter((mark) => isMarked(mark) && (isOrdered || !(mark.place in answers)));
    const added = marks.filter((mark) => mark.place in answers && (isOrdered || !isMarked(mark)));
    for (const mark of [...removed, ...added.sort((a, b) => turn(a) - turn(b))]) {{
      isByKey = !isByKey;
      if (isByKey) press(group(mark), " ");
      else group(mark).dispatchEvent(new its.MouseEvent("click", {{ bubbles: true }}));
    }}
  }}
  const seen = [];
  {script}
  document.getElementById("seen").textContent = JSON.stringify({{ seen, errors, asked: performance.getEntriesByType("resource").map((entry) => entry.name) }});
}};
</script>"#,
        page.file_name().unwrap().to_str().unwrap()
    )
}

/// Answers by place, for a script.
fn by_place(answers: &Answers) -> Json {
    let places = answers.iter().map(|(place, answer)| (place.to_string(), json!(answer)));
    Json::Object(places.collect())
}

#[test]
fn a_browser_finds_each_single_fault_and_says_why_as_the_library_does() {
    let Some(chromium) = chromium() else { return };
    let empty = [Question::of_id("empty").unwrap()];
    let all = questions();
    for (title, order, questions) in [
        ("Wikipedia", Order::Left, &all[..]),
        ("A deep cutoff and a tie", Order::Right, &all[..]),
        ("Wikipedia", Order::Left, &empty[..]),
        ("A deep cutoff and a tie", Order::Right, &empty[..]),
    ] {
        let solved = [solved(&sample(title), order)];
        let Tasks { tree, tasks } = Tasks::new(&solved[0], questions, &Words::default()).unwrap();
        let mut tries: Vec<Vec<Answers>> = tasks.iter().map(variations).collect();
        for (id, wanted) in [("best-order", Wanted::Fewest), ("worst-order", Wanted::Most)] {
            let index = tasks.iter().position(|task| task.question.id == id);
            if let Some(index) = index {
                tries[index].push(in_order(&solved[0], wanted));
            }
        }
        let told: Json = tries.iter().map(|tries| tries.iter().map(by_place).collect::<Json>()).collect();
        let script = r#"
  tries.forEach((tries, task) => {
    by("questions").children[task].click();
    const results = [];
    for (const answers of tries) {
      answer(task, answers);
      by("check").click();
      const faults = [...by("told").querySelectorAll("li")].map((item) => [item.className, item.lastChild.textContent]);
      results.push([faults, by("told").textContent === told.words["all-right"]]);
      if (!by("retry").hidden) by("retry").click();
      else by("questions").children[task].click();
    }
    seen.push(results);
  });
  seen.push(by("score").textContent);"#;
        let page = page_about(&solved, questions, false);
        let seen = driven(&chromium, &page, |file| harness(file, &told, script));
        let (mut points, mut most) = (0, 0);
        for (index, (task, tries)) in tasks.iter().zip(&tries).enumerate() {
            let mut verdicts = Vec::new();
            for (number, answers) in tries.iter().enumerate() {
                let about = format!("{title}, {}, try {number}: {answers:?}", task.question.id);
                let [faults, is_all_right] = [0, 1].map(|part| &seen["seen"][index][number][part]);
                assert_eq!(*faults, said(task, answers, &tree), "{about}");
                let graded = task.grade(answers);
                let (points, most) = task.points(&graded);
                assert_eq!(*is_all_right, points == most, "{about}");
                verdicts.extend(graded);
            }
            if task.kind.is_whole() {
                let both = [Verdict::Right, Verdict::Wrong].map(|verdict| verdicts.contains(&verdict));
                assert_eq!(both, [true, true], "{title}, {}: the answers say little", task.question.id);
            }
            // The first try counts.
            let of = task.points(&task.grade(&tries[0]));
            (points, most) = (points + of.0, most + of.1);
        }
        let word = if most == 1 { "point" } else { "points" };
        assert_eq!(seen["seen"][tasks.len()], format!("{points} of {most} {word}"));
    }
}

#[test]
fn a_browser_checks_an_exam_by_its_hashes() {
    let Some(chromium) = chromium() else { return };
    let solved = [solved(&sample("Wikipedia"), Order::Left)];
    let tasks = Tasks::new(&solved[0], &questions(), &Words::default()).unwrap().tasks;
    for choose in [0, 1, 5, usize::MAX] {
        let tries: Vec<Answers> =
            tasks.iter().map(|task| variations(task)[choose.min(variations(task).len() - 1)].clone()).collect();
        let told: Json = tries.iter().map(by_place).collect();
        let script = r#"
  tries.forEach((answers, task) => {
    by("questions").children[task].click();
    answer(task, answers);
    if (!by("hint").hidden || !by("check").hidden || by("told").textContent) errors.push("an exam that helps");
  });
  by("next").click();
  if (!by("results").hidden) errors.push("an exam that ends without a question");
  by("end-now").click();
  seen.push([...by("results").querySelectorAll("tbody button")].map((button) => button.textContent));"#;
        let seen = driven(&chromium, &page(&solved, true), |file| harness(file, &told, script));
        let points = tasks.iter().zip(&tries).map(|(task, answers)| {
            let (points, most) = task.points(&task.grade(answers));
            format!("{points}/{most}")
        });
        assert_eq!(seen["seen"][0], points.collect::<Json>(), "try {choose}");
    }
}

#[test]
fn a_browser_shows_hints_in_steps_goes_on_to_another_tree_and_ends() {
    let Some(chromium) = chromium() else { return };
    let solved = [solved(&sample("Wikipedia"), Order::Left), solved(&sample("A deep cutoff"), Order::Left)];
    let script = r#"
  by("questions").children[3].click();
  for (let step = 0; step < 3; step += 1) {
    by("hint").click();
    seen.push([...by("told").querySelectorAll("li")].map((item) => item.textContent));
  }
  seen.push(shown().querySelector(".looked").dataset.name, by("score").textContent);
  const inOrder = () => checks().filter((one) => one.getAttribute("tabindex") === "0");
  const [first] = inOrder();
  first.focus();
  press(first, "ArrowRight");
  seen.push(inside.activeElement.dataset.node, inOrder().length);
  by("another").click();
  seen.push(by("where").textContent);
  by("end").click();
  seen.push(by("panel").hidden, by("results").querySelectorAll("tbody tr").length);"#;
    let seen = driven(&chromium, &page(&solved, false), |file| harness(file, &json!([]), script));
    let seen = &seen["seen"];
    let tasks = Tasks::new(&solved[0], &questions(), &Words::default()).unwrap();
    let first = tasks.tasks[3].marks.iter().find(|mark| mark.truth == Truth::Turn(1)).unwrap();
    for step in 0..3 {
        assert_eq!(seen[step], json!(first.hints[..=step]));
    }
    assert_eq!(seen[3], json!(tasks.tree.label(first.look)));
    assert_eq!(seen[4], "3 hints");
    assert_eq!([&seen[5], &seen[6]], [&json!("2"), &json!(1)]);
    assert_eq!(seen[7], "Tree 2 of 2 · question 1 of 9");
    assert_eq!([&seen[8], &seen[9]], [&json!(true), &json!(2)]);
}

#[test]
fn an_exam_keeps_its_answers_when_it_is_loaded_again_and_prints_them() {
    let Some(chromium) = chromium() else { return };
    let solved = [solved(&sample("Wikipedia"), Order::Left), solved(&sample("A deep cutoff"), Order::Left)];
    let script = r#"
  const field = () => by("fields").querySelector("input");
  const type = (text) => {
    field().value = text;
    field().dispatchEvent(new its.Event("input", { bubbles: true }));
  };
  if (!window.isAgain) {
    window.isAgain = true;
    type("17/2");
    by("name").value = "Ada";
    by("name").dispatchEvent(new its.Event("input", { bubbles: true }));
    by("end").click();
    const asked = by("told").textContent;
    by("go-on").click();
    window.seenBefore = [asked, by("told").textContent, by("results").hidden];
    its.location.reload();
    return;
  }
  seen.push(...window.seenBefore, field().value, by("name").value);
  by("end").click();
  by("end-now").click();
  seen.push(by("results").querySelector(".given li").textContent, by("results").querySelectorAll(".given ol").length);
  seen.push(its.getComputedStyle(by("results").querySelector("td")).whiteSpace);"#;
    let seen = driven(&chromium, &page(&solved, true), |file| harness(file, &json!([]), script));
    let seen = seen["seen"].as_array().unwrap();
    let asked = seen[0].as_str().unwrap();
    assert!(asked.starts_with("End the exam? After that, answers cannot be changed."), "{asked}");
    assert!(asked.contains("2, 3, 4, 5, 6, 7, 8, 9"), "{asked}");
    assert_eq!(seen[1..5], [json!(""), json!(true), json!("17/2"), json!("Ada")]);
    assert!(seen[5].as_str().unwrap().ends_with("A: 17/2"), "{}", seen[5]);
    assert_eq!(seen[6], 2);
    assert_eq!(seen[7], "nowrap");
}

#[test]
fn the_sign_of_a_numbered_edge_is_one_with_its_number_on_its_edge() {
    let Some(chromium) = chromium() else { return };
    let solved = [solved(&sample("Wikipedia"), Order::Left)];
    let script = r#"
  by("questions").children[3].click();
  const { marks } = told.problems[0].tasks[3];
  const first = marks.find((mark) => mark.truth === "1");
  const edge = shown().querySelector(`.edge[data-node="${first.node}"]`);
  edge.dispatchEvent(new its.MouseEvent("click", { bubbles: true }));
  by("check").click();
  const signs = [...shown().querySelectorAll(".verdicts .right")];
  seen.push(signs.map((sign) => sign.textContent), signs[0].getAttribute("transform") === `translate(${edge.dataset.at})`);"#;
    let seen = driven(&chromium, &page(&solved, false), |file| harness(file, &json!([]), script));
    assert_eq!(seen["seen"], json!([["1✓"], true]));
}

#[test]
fn a_hint_for_empty_leaves_is_about_the_cutoff_that_the_values_miss() {
    let Some(chromium) = chromium() else { return };
    let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order: Order::Left };
    let conditions = Conditions {
        branching: Span::of(2, 3),
        depth: 3,
        leaves: Span::of(10, 16),
        cutoffs: Span::from(2),
        deep: Span::from(0),
        ties: Ties::None,
        values: Span::of(0, 20),
        chance: Span::of(0, 0),
    };
    let tree = conditions.tree(1, &method).unwrap();
    let solved = [Solved::new(&tree, Some(1), method, 2).unwrap()];
    let script = r#"
  const fields = [...by("fields").querySelectorAll("input")];
  if (inside.activeElement !== fields[0]) errors.push("the first field has no focus");
  for (const [index, text] of ["11", "19", "15", "3"].entries()) {
    fields[index].value = text;
    fields[index].dispatchEvent(new its.Event("input", { bubbles: true }));
  }
  for (let step = 0; step < 2; step += 1) {
    by("hint").click();
    seen.push([...by("told").querySelectorAll("li")].map((item) => item.textContent));
  }
  press(fields[0], "Enter");
  if (inside.activeElement !== fields[1]) errors.push("Enter does not go on");
  press(fields.at(-1), "Enter");
  seen.push(by("told").textContent.includes("your values"));"#;
    let page = page_about(&solved, &[Question::of_id("empty").unwrap()], false);
    let seen = driven(&chromium, &page, |file| harness(file, &json!([]), script));
    let Tasks { tree, .. } = Tasks::new(&solved[0], &[Question::of_id("empty").unwrap()], &Words::default()).unwrap();
    let typed = |leaf, value: f64| (leaf, Value::new(value).unwrap());
    let values: Vec<_> =
        solved[0].blanks.iter().zip([11.0, 19.0, 15.0, 3.0]).map(|(&leaf, value)| typed(leaf, value)).collect();
    assert!(!solved[0].cuts_the_same(&values).unwrap());
    let hints = seen["seen"][1].as_array().unwrap();
    assert_eq!(hints[0], "Look at C.", "{hints:?}");
    let (said, node) = (hints[1].as_str().unwrap(), solved[0].inner()[2]);
    assert!(said.contains("C–") && said.contains("with your values") && tree.label(node) == Some("C"), "{said}");
    assert_eq!(seen["seen"][2], true);
}

#[test]
fn a_number_typed_at_a_chance_node_is_in_the_middle_of_its_circle_and_its_fraction_is_right() {
    let Some(chromium) = chromium() else { return };
    let method = Method { algorithm: Algorithm::STAR1, rule: CutoffRule::NonStrict, order: Order::Left };
    let solved = [Solved::new(&sample("Star1"), None, method, 2).unwrap()];
    for is_exam in [false, true] {
        let page = page_about(&solved, &[Question::of_id("values").unwrap()], is_exam);
        let group = between(&page, "<g class=\"node inner\" data-node=\"1\"", "</g>");
        let number = |text: &str, key: &str| between(text, &format!(" {key}=\""), "\"").parse::<f32>().unwrap();
        let typed = group.split_once("class=\"typed\"").unwrap().1;
        assert!((number(typed, "y") - 13.0 * 0.36 - number(group, "cy")).abs() < 0.2, "{group}");
        // The sign of a MIN node is below its name.
        let min = between(&page, "<g class=\"node inner\" data-node=\"3\"", "</g>");
        let at = between(min, "data-at=\"", "\"").split_once(' ').unwrap().1.parse::<f32>().unwrap();
        assert!(at > number(min.split_once("class=\"typed\"").unwrap().1, "y"), "{min}");
        for (text, is_right) in [("14/3", true), ("4.6667", true), ("4,67", true), ("4.66", false), ("14/4", false)] {
            let script = r#"
  const field = by("fields").querySelectorAll("input")[2];
  field.value = TYPED;
  field.dispatchEvent(new its.Event("input", { bubbles: true }));
  by(told.salt ? "end" : "check").click();
  if (told.salt) by("end-now").click();
  seen.push(told.salt ? by("results").querySelector("tbody button").textContent : field.className);"#;
            let script = script.replace("TYPED", &json!(text).to_string());
            let seen = driven(&chromium, &page, |file| harness(file, &json!([]), &script));
            let expected = match (is_exam, is_right) {
                (false, true) => "right",
                (false, false) => "wrong",
                (true, true) => "1/7",
                (true, false) => "0/7",
            };
            assert_eq!(seen["seen"][0], expected, "{text}");
        }
    }
}

#[test]
fn every_question_is_asked_on_a_page_and_only_alpha_beta_fills_empty_leaves() {
    let words = Words::default();
    for algorithm in [Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA] {
        let method = Method { algorithm, rule: CutoffRule::NonStrict, order: Order::Left };
        let solved = Solved::new(&sample("Wikipedia"), None, method, 2).unwrap();
        for question in QUESTIONS {
            let tasks = Tasks::new(&solved, &[question], &words);
            let is_known = question.id != "empty" || algorithm == Algorithm::ALPHA_BETA;
            assert_eq!(tasks.is_ok(), is_known, "{}", question.id);
            assert_eq!(Tasks::takes(question, &method), is_known, "{}", question.id);
            let Err(refused) = tasks else { continue };
            assert!(refused.to_string().contains("is asked about alpha-beta, unlike lazy-alpha-beta"), "{refused}");
        }
    }
}

#[test]
fn a_page_with_empty_leaves_tells_their_values_only_where_it_says_why() {
    let solved = [solved(&sample("Wikipedia"), Order::Left)];
    let empty = [Question::of_id("empty").unwrap()];
    for is_exam in [false, true] {
        let page = page_about(&solved, &empty, is_exam);
        let data = data(&page);
        let problem = &data["problems"][0];
        assert_eq!(
            page.matches("class=\"edge crossed\"").count(),
            problem["tasks"][0]["crossed"].as_array().unwrap().len()
        );
        for &leaf in &solved[0].blanks {
            assert!(problem["tree"]["values"][leaf.index()].is_null());
            let group = between(&page, &format!("<g class=\"node leaf\" data-node=\"{}\"", leaf.index()), "</g>");
            assert!(!group.contains(">?<"), "{group}");
            assert!(group.contains("class=\"typed\""), "{group}");
            assert!(group.contains("aria-label"), "{group}");
        }
        assert_eq!(data["sentences"] == json!([]), is_exam);
    }
}

#[test]
fn each_node_of_a_full_tree_has_its_name_in_the_drawing() {
    for (depth, branching) in [(4, 2), (3, 3), (2, 5)] {
        let tree = crate::drawn::full(branching, depth);
        let solved = [solved(&tree, Order::Left)];
        let page = page_about(&solved, &[Question::of_id("values").unwrap()], false);
        for node in solved[0].inner() {
            let group = between(&page, &format!("<g class=\"node inner\" data-node=\"{}\"", node.index()), "</g>");
            let name = solved[0].tree.label(node).unwrap();
            assert!(group.contains(&format!(">{name}</text>")), "{depth}, {branching}: {name} in {group}");
        }
    }
}
