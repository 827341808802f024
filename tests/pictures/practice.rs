//! Pages of practice: what they contain, and, in Chromium where it is installed, that they grade as the library does.

use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use plyscope::exercise::{
    Answers, Kind, Method, Order, Paper, QUESTIONS, Question, Sheet, Solved, Task, Tasks, Truth, Verdict, Words,
    practice,
};
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::tree::Tree;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::browser::{chromium, driven};
use crate::drawn::sample;
use crate::web::{between, data, hostile};

const IDS: [&str; 6] = ["values", "best-move", "leaves", "cuts", "windows", "deep"];

fn questions() -> Vec<&'static Question> {
    IDS.iter().map(|id| Question::of_id(id).unwrap()).collect()
}

fn solved(tree: &Tree, order: Order) -> Solved {
    let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order };
    Solved::new(tree, Some(7), method, 2).unwrap()
}

fn page(solved: &[Solved], is_exam: bool) -> String {
    let (words, questions) = (Words::default(), questions());
    let sheet = |solved| Sheet { solved, questions: &questions, words: &words, paper: Paper::A4 };
    let sheets: Vec<_> = solved.iter().map(sheet).collect();
    practice(&sheets, is_exam).unwrap()
}

#[test]
fn a_page_of_practice_runs_its_own_script_and_asks_for_nothing() {
    let page = page(&[solved(&sample("Wikipedia"), Order::Left), solved(&hostile(), Order::Left)], false);
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
    let script = page.rsplit_once("<script>").unwrap().1.split_once("</script>").unwrap().0;
    let style = between(&page, "<style>", "</style>");
    let own = format!("default-src 'none'; script-src {}; style-src {};", hash(script), hash(style));
    assert!(policy.starts_with(&own), "{policy}");
    assert!(!page.contains(" style=\""), "the policy forbids styles of elements");
    for words in ["http:", "https:", "src=", "url(", "@import"] {
        let found = page.replace("http://www.w3.org/2000/svg", "").contains(words);
        assert!(!found, "{words}");
    }
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
                    Truth::Number(number) => number,
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
            Truth::Number(number) => _ = answers.insert(mark.place, number.clone()),
            Truth::Unmarked | Truth::Either => {}
        }
    }
    answers
}

/// No answers, all answers with one fault, for each place, and the right ones.
fn variations(task: &Task) -> Vec<Answers> {
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
    all.push(right);
    all
}

/// What a page should say of some answers: each fault with its sentence.
fn said(task: &Task, answers: &Answers) -> Json {
    let verdicts = task.grade(answers);
    let mut said = Vec::new();
    for (mark, verdict) in task.marks.iter().zip(verdicts) {
        match verdict {
            Verdict::Wrong => said.push(json!(["wrong", mark.why])),
            Verdict::Missed => said.push(json!(["missed", mark.why])),
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
    if (told.problems[0].tasks[task].kind === "numbers") {{
      [...by("fields").querySelectorAll("input")].forEach((field, index) => {{
        field.value = answers[told.problems[0].tasks[task].marks[index].place] ?? "";
        field.dispatchEvent(new its.Event("input", {{ bubbles: true }}));
        field.dispatchEvent(new its.Event("change", {{ bubbles: true }}));
      }});
      return;
    }}
    for (const mark of told.problems[0].tasks[task].marks) {{
      const group = checks().find((group) => group.dataset.node === String(mark.node));
      if ((group.getAttribute("aria-checked") === "true") === (mark.place in answers)) continue;
      isByKey = !isByKey;
      if (isByKey) press(group, " ");
      else group.dispatchEvent(new its.MouseEvent("click", {{ bubbles: true }}));
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
    for (title, order) in [("Wikipedia", Order::Left), ("A deep cutoff and a tie", Order::Right)] {
        let solved = [solved(&sample(title), order)];
        let tasks = Tasks::new(&solved[0], &questions(), &Words::default()).unwrap().tasks;
        let tries: Vec<Vec<Answers>> = tasks.iter().map(variations).collect();
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
        let seen = driven(&chromium, &page(&solved, false), |file| harness(file, &told, script));
        let (mut points, mut most) = (0, 0);
        for (index, (task, tries)) in tasks.iter().zip(&tries).enumerate() {
            for (number, answers) in tries.iter().enumerate() {
                let about = format!("{title}, {}, try {number}: {answers:?}", task.question.id);
                let [faults, is_all_right] = [0, 1].map(|part| &seen["seen"][index][number][part]);
                assert_eq!(*faults, said(task, answers), "{about}");
                let (points, most) = task.points(&task.grade(answers));
                assert_eq!(*is_all_right, points == most, "{about}");
            }
            // The first try counts.
            let of = task.points(&task.grade(&tries[0]));
            (points, most) = (points + of.0, most + of.1);
        }
        assert_eq!(seen["seen"][tasks.len()], format!("{points} of {most} points"));
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
    let first = tasks.tasks[3].marks.iter().find(|mark| mark.truth == Truth::Marked).unwrap();
    for step in 0..3 {
        assert_eq!(seen[step], json!(first.hints[..=step]));
    }
    assert_eq!(seen[3], json!(tasks.tree.label(first.look)));
    assert_eq!(seen[4], "3 hints");
    assert_eq!([&seen[5], &seen[6]], [&json!("2"), &json!(1)]);
    assert_eq!(seen[7], "Tree 2 of 2 · question 1 of 6");
    assert_eq!([&seen[8], &seen[9]], [&json!(true), &json!(2)]);
}

#[test]
fn questions_of_a_page_are_those_that_have_marks() {
    let solved = solved(&sample("Wikipedia"), Order::Left);
    let words = Words::default();
    for question in QUESTIONS {
        let of = Tasks::new(&solved, &[question], &words);
        assert_eq!(of.is_ok(), IDS.contains(&question.id), "{}", question.id);
    }
}
