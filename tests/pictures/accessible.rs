//! Web pages for those who hear them, use the keyboard or see little: names, the order of focus and contrast, in Chromium where it is installed.

use std::path::Path;

use plyscope::draw::page::Style;
use plyscope::exercise::{Method, Order, QUESTIONS, Question, Solved};
use plyscope::search::{Algorithm, CutoffRule};
use serde_json::Value as Json;

use crate::browser::{chromium, driven};
use crate::drawn::{NONE, sample};
use crate::practice::page_about;
use crate::web::{Told, page};

/// A phone, a laptop and a large screen.
const SIZES: [[u32; 2]; 3] = [[390, 844], [1280, 800], [1920, 1080]];

/// The page that uses another one in a frame, by a script, and looks for faults in both themes; `look` does that, with words for where it is.
fn harness(page: &Path, size: [u32; 2], script: &str) -> String {
    let (name, [width, height]) = (page.file_name().unwrap().to_str().unwrap(), size);
    let faults = include_str!("faults.js");
    // Colours do not depend on the size.
    let themes = if size == SIZES[1] { r#"["light", "dark"]"# } else { r#"["light"]"# };
    format!(
        r#"<!DOCTYPE html><meta charset="utf-8"><iframe id="f" src="{name}" width="{width}" height="{height}"></iframe><pre id="seen"></pre>
<script>
{faults}
const frame = document.getElementById("f");
frame.onload = () => {{
  const [inside, its] = [frame.contentDocument, frame.contentWindow];
  const [errors, seen] = [[], []];
  its.addEventListener("error", (event) => errors.push(event.message));
  const by = (id) => inside.getElementById(id);
  const press = (element, key) => element.dispatchEvent(new its.KeyboardEvent("keydown", {{ key, bubbles: true, cancelable: true }}));
  let looks = 0;
  const look = (where) => {{
    for (const theme of {themes}) {{
      inside.documentElement.dataset.theme = theme;
      looks += 1;
      seen.push(...faults(its).map((fault) => `${{where}}, ${{theme}}: ${{fault}}`));
    }}
  }};
  {script}
  seen.unshift(looks);
  document.getElementById("seen").textContent = JSON.stringify({{ seen, errors, asked: performance.getEntriesByType("resource").map((entry) => entry.name) }});
}};
</script>"#
    )
}

/// Looks at a page in some sizes; how often is in the answer of the script.
fn has_no_faults(page: &str, sizes: &[[u32; 2]], script: &str) {
    let Some(chromium) = chromium() else { return };
    for &size in sizes {
        let seen = driven(&chromium, page, |file| harness(file, size, script))["seen"].clone();
        let (looks, faults) = seen.as_array().unwrap().split_first().unwrap();
        assert!(looks.as_u64().unwrap() >= 5, "{looks}");
        assert!(faults.is_empty(), "{size:?}: {faults:#?}");
    }
}

/// Marks some, types some, asks for a hint and checks, in each question, and looks at each state; then at the end.
const PRACTISES: &str = r#"
  const count = by("questions").children.length;
  for (let index = 0; index < count; index += 1) {
    by("questions").children[index].click();
    look(`question ${index + 1}`);
    const marks = [...inside.querySelectorAll(".problem:not([hidden]) [aria-checked]")];
    marks.forEach((mark, at) => at % 3 < 2 && press(mark, " "));
    [...by("fields").querySelectorAll("input")].forEach((field, at) => {
      if (at % 3 === 2) return;
      field.value = at % 2 ? "3" : "-inf";
      field.dispatchEvent(new its.Event("input", { bubbles: true }));
    });
    (marks[0] ?? by("fields").querySelector("input")).focus();
    look(`question ${index + 1} answered`);
    if (!by("hint").hidden) by("hint").click();
    look(`question ${index + 1} with a hint`);
    if (!by("check").hidden) by("check").click();
    look(`question ${index + 1} checked`);
  }
  by("end").hidden ? by("next").click() : by("end").click();
  look("the end");"#;

fn solved() -> Solved {
    let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order: Order::Left };
    Solved::new(&sample("Wikipedia"), Some(7), method, 2).unwrap()
}

#[test]
fn practice_has_names_an_order_and_contrast_in_every_question() {
    let solved = [solved()];
    let (alone, together): (Vec<&'static Question>, Vec<&'static Question>) =
        QUESTIONS.iter().partition(|question| question.is_alone);
    for questions in [together, alone] {
        has_no_faults(&page_about(&solved, &questions, false), &SIZES, PRACTISES);
        has_no_faults(&page_about(&solved, &questions, true), &SIZES[1..2], PRACTISES);
    }
}

#[test]
fn a_page_of_steps_has_names_an_order_and_contrast_at_every_step() {
    let told = [Algorithm::ALPHA_BETA, Algorithm::MINIMAX, Algorithm::LAZY_ALPHA_BETA, Algorithm::NEGASCOUT]
        .map(|algorithm| Told::new(&sample("A deep cutoff"), algorithm));
    let page = page(&told, &NONE, &Style::default()).unwrap();
    let script = r#"
  press(inside.body, "Home");
  for (let step = 0; step < 12; step += 1) {
    if (step === 6) press(inside.body, "w");
    look(`step ${step}`);
    press(inside.body, "ArrowRight");
  }
  press(inside.body, "End");
  look("the end");"#;
    has_no_faults(&page, &SIZES, script);
}

#[test]
fn faults_are_found() {
    let Some(chromium) = chromium() else { return };
    let page = page_about(&[solved()], &[Question::of_id("values").unwrap()], false);
    let script = r##"
  const sheet = new its.CSSStyleSheet();
  sheet.replaceSync("#ask { color: #999 } .node text { fill: #aaa } .edge line { stroke: #ddd } input { border-color: #eee !important } .buttons { display: flex; flex-direction: row-reverse }");
  inside.adoptedStyleSheets = [sheet];
  by("check").textContent = "";
  inside.querySelector(".node").setAttribute("aria-label", "");
  inside.querySelector(".scroll").tabIndex = 1;
  look("bad");"##;
    let seen: Json = driven(&chromium, &page, |file| harness(file, [1280, 800], script))["seen"].clone();
    let faults = seen.to_string();
    for part in [
        "button#check.main “” has no name",
        "g.node.inner.looked “” has no name",
        "its own place in the order of focus",
        "but is before it on the screen",
        "the text of h2#ask",
        "the text “A” of g.node.inner",
        "the line (",
        "the rim of input",
    ] {
        assert!(faults.contains(part), "{part}: {faults}");
    }
}
