//! Web pages in a real browser: Chromium, where it is installed.
//!
//! A second page shows the page in a frame, presses keys in it and writes down what it shows. No protocol and no change of the page is needed.

use std::path::{Path, PathBuf};
use std::process::Command;

use plyscope::draw::page::Style;
use plyscope::search::Algorithm;
use plyscope::tree::Tree;
use serde_json::Value as Json;

use crate::drawn::{NONE, sample};
use crate::web::{Told, kebab, page};

/// The names under which Chromium is installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The trees whose pages are stepped through.
const TREES: [&str; 10] = [
    "Wikipedia",
    "A deep cutoff",
    "A deep cutoff and a tie",
    "AIMA figure 5.2",
    "Ties",
    "A full trace",
    "Hughes",
    "Four levels",
    "MIN at the root",
    "Shallow cutoffs",
];

/// Chromium, unless it is not installed, which is said.
pub(crate) fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found =
        std::env::split_paths(&path).flat_map(|folder| NAMES.map(|name| folder.join(name))).find(|file| file.is_file());
    if found.is_none() {
        eprintln!("skipped: Chromium is not installed (on Debian: apt-get install chromium)");
    }
    found
}

/// The page that presses keys in another one and writes down what that shows.
fn harness(page: &Path, keys: &str, steps: usize) -> String {
    format!(
        r#"<!DOCTYPE html><meta charset="utf-8"><iframe id="f" src="{}" width="1280" height="800"></iframe><pre id="seen"></pre>
<script>
const frame = document.getElementById("f");
frame.onload = () => {{
  const inside = frame.contentDocument;
  const errors = [];
  inside.addEventListener("securitypolicyviolation", (event) => errors.push(event.violatedDirective));
  frame.contentWindow.addEventListener("error", (event) => errors.push(event.message));
  const press = (key) => inside.body.dispatchEvent(new frame.contentWindow.KeyboardEvent("keydown", {{ key, bubbles: true }}));
  const seen = [];
  const look = () => seen.push({{
    sentence: inside.getElementById("sentence").textContent,
    otherwise: inside.getElementById("otherwise").textContent,
    status: [...inside.querySelectorAll(".status")].map((status) => status.textContent),
    panes: [...inside.querySelectorAll(".pane")].map((pane) => [...pane.querySelectorAll("[data-node]")].map((node) =>
      [Number(node.dataset.node), node.dataset.look, node.getAttribute("aria-label")])),
    arrow: inside.querySelector(".marks").querySelectorAll(".bound").length,
  }});
  for (const key of {keys}) press(key);
  look();
  for (let step = 0; step < {steps}; step += 1) {{
    press("ArrowRight");
    look();
  }}
  document.getElementById("seen").textContent = JSON.stringify({{ seen, errors, asked: performance.getEntriesByType("resource").map((entry) => entry.name) }});
}};
</script>"#,
        page.file_name().unwrap().to_str().unwrap()
    )
}

/// What a browser shows of a page after some keys and then after each step on.
fn stepped(chromium: &Path, page: &str, keys: &str, steps: usize) -> Json {
    driven(chromium, page, |file| harness(file, keys, steps))["seen"].clone()
}

/// What a second page writes down of a page, in `seen`; it shows it in a frame.
pub(crate) fn driven(chromium: &Path, page: &str, harness: impl Fn(&Path) -> String) -> Json {
    let folder = tempfile::tempdir().unwrap();
    let (file, outer) = (folder.path().join("page.html"), folder.path().join("harness.html"));
    std::fs::write(&file, page).unwrap();
    std::fs::write(&outer, harness(&file)).unwrap();
    let profile = folder.path().join("profile");
    let output = Command::new(chromium)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--dump-dom"])
        .args(["--enable-logging=stderr", "--virtual-time-budget=20000"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", outer.display()))
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!messages.contains("CONSOLE"), "{messages}");
    let dump = String::from_utf8(output.stdout).unwrap();
    let seen = dump.split_once("<pre id=\"seen\">").unwrap().1.split_once("</pre>").unwrap().0;
    let seen: Json =
        serde_json::from_str(&plyscope::escape::from_xml(seen)).unwrap_or_else(|error| panic!("{error}: {messages}"));
    assert_eq!(seen["errors"].as_array().unwrap().len(), 0, "{}", seen["errors"]);
    for asked in seen["asked"].as_array().unwrap() {
        assert!(asked.as_str().unwrap().starts_with("file://"), "{asked}");
    }
    seen
}

/// Checks what a pane shows of a search after a number of steps: the look, the value and the window of every node.
fn pane_shows(told: &Told, step: usize, pane: &Json) {
    let tree: &Tree = &told.run.tree;
    told.at(step, |overlay| {
        let shown = pane.as_array().unwrap();
        assert_eq!(shown.len(), tree.len());
        for shown in shown {
            let node = tree.node(shown[0].as_u64().unwrap() as usize).unwrap();
            let label = shown[2].as_str().unwrap();
            let about = format!("{} step {step}, {label}", told.algorithm.id());
            assert_eq!(shown[1].as_str().unwrap(), kebab(overlay.look(node)), "{about}");
            match overlay.words(node).filter(|words| !words.is_empty() && !tree.is_end(node)) {
                Some(words) => assert!(label.contains(&format!(", value {words},")), "{about}: {words}"),
                None => assert!(tree.is_end(node) || !label.contains(", value"), "{about}"),
            }
            match overlay.aim(node) {
                Some(aim) => assert!(label.ends_with(&format!(", window {aim}")), "{about}: {aim}"),
                None => assert!(!label.contains(", window"), "{about}"),
            }
        }
    });
}

/// The step of a search that is beside a time of another one, as the window has it: at the same number of evaluations.
fn beside(other: &Told, lead: &Told, step: usize) -> usize {
    let (marked, other) = (&lead.timeline, &other.timeline);
    let time = marked.end_of(step);
    if time == marked.len() {
        return other.steps();
    }
    let count = marked.evaluations(time);
    let beyond = time - marked.after_evaluations(count);
    let (from, next) = (other.after_evaluations(count), other.after_evaluations(count + 1));
    let time = if from == other.len() { from } else { (from + beyond).min(next - 1) };
    other.step(other.end_of_step(time))
}

#[test]
fn a_browser_shows_each_step_as_the_pictures_and_the_explanation_have_it() {
    let Some(chromium) = chromium() else { return };
    let algorithms = [Algorithm::ALPHA_BETA, Algorithm::MINIMAX, Algorithm::LAZY_ALPHA_BETA, Algorithm::NEGASCOUT];
    for title in TREES {
        let tree = sample(title);
        let told = algorithms.map(|algorithm| Told::new(&tree, algorithm));
        let page = page(&told, &NONE, &Style::default()).unwrap();
        let lead = &told[0];
        let steps = lead.timeline.steps();
        let seen = stepped(&chromium, &page, r#"["w", "End", "Home"]"#, steps);
        assert_eq!(seen[0]["sentence"], format!("{}: The search has not begun.", lead.algorithm.title()));
        let explained = lead.explained();
        let sentences: Vec<_> = explained.steps().collect();
        for step in 0..=steps {
            let now = &seen[step];
            if let Some((_, sentence)) = step.checked_sub(1).map(|before| &sentences[before]) {
                assert_eq!(now["sentence"], format!("{}: {}", lead.algorithm.title(), sentence.words));
                let otherwise = sentence.otherwise.as_ref().map_or("", |otherwise| &otherwise.words);
                assert_eq!(now["otherwise"], otherwise);
                assert_eq!(now["arrow"], u64::from(sentence.bound.is_some_and(|[from, to]| from != to)));
            }
            for (index, told) in told.iter().enumerate() {
                let at = if index == 0 { step } else { beside(told, lead, step) };
                let status = now["status"][index].as_str().unwrap();
                assert!(
                    status.starts_with(&format!("step {at} of {} · ", told.timeline.steps())),
                    "{status}, not {at}"
                );
                pane_shows(told, at, &now["panes"][index]);
            }
        }
    }
}

#[test]
fn keys_jump_to_cutoffs_and_to_their_causes_and_back() {
    let Some(chromium) = chromium() else { return };
    let told = [Told::new(&sample("A deep cutoff"), Algorithm::ALPHA_BETA)];
    let page = page(&told, &NONE, &Style::default()).unwrap();
    let cut = told[0].timeline.step(told[0].timeline.cuts()[0].time);
    let explained = told[0].explained();
    let (_, sentence) = explained.steps().nth(cut - 1).unwrap();
    let cause = told[0].timeline.step(sentence.cause.unwrap());
    for (keys, step) in [
        (r#"["]"]"#, cut),
        (r#"["]", "c"]"#, cause),
        (r#"["]", "c", "c"]"#, cut),
        (r#"["End", "["]"#, cut),
        (r#"["End"]"#, told[0].timeline.steps()),
    ] {
        let seen = stepped(&chromium, &page, keys, 0);
        assert!(seen[0]["status"][0].as_str().unwrap().starts_with(&format!("step {step} of ")), "{keys}: {seen}");
    }
}

/// A page that shows another one in a frame of a size, goes to the last cutoff, and writes down how that is laid out.
fn laid_out(page: &Path, [width, height]: [u32; 2]) -> String {
    format!(
        r#"<!DOCTYPE html><meta charset="utf-8"><iframe id="f" src="{}" width="{width}" height="{height}"></iframe><pre id="seen"></pre>
<script>
const frame = document.getElementById("f");
const later = (act) => setTimeout(act, 300);
frame.onload = () => later(() => {{
  const inside = frame.contentDocument;
  for (const key of ["End", "["]) inside.body.dispatchEvent(new frame.contentWindow.KeyboardEvent("keydown", {{ key, bubbles: true }}));
  later(() => {{
    const place = (name) => inside.querySelector(name).getBoundingClientRect();
    const [room, ring] = [place(".scroll"), place(".ring")];
    const columns = new Set([...inside.querySelectorAll(".pane")].map((pane) => Math.round(pane.getBoundingClientRect().left))).size;
    const isSeen = ring.left >= room.left && ring.right <= room.right && ring.top >= room.top && ring.bottom <= room.bottom;
    const seen = {{ columns, isFitted: inside.getElementById("fit").checked, isSeen }};
    document.getElementById("seen").textContent = JSON.stringify({{ seen, errors: [], asked: [] }});
  }});
}});
</script>"#,
        page.file_name().unwrap().to_str().unwrap()
    )
}

/// A full binary tree as nested lists.
fn full(depth: u32) -> String {
    if depth == 0 { "1".into() } else { format!("[{0},{0}]", full(depth - 1)) }
}

#[test]
fn searches_stand_beside_each_other_where_they_stay_readable_and_the_nodes_of_a_step_come_into_view() {
    let Some(chromium) = chromium() else { return };
    let algorithms = [Algorithm::ALPHA_BETA, Algorithm::MINIMAX, Algorithm::LAZY_ALPHA_BETA, Algorithm::NEGASCOUT];
    let large: Tree = full(9).parse().unwrap();
    for (tree, size, columns, is_fitted) in [
        (sample("Wikipedia"), [1920, 1080], 2, true),
        (sample("Wikipedia"), [1280, 800], 1, true),
        (sample("Wikipedia"), [390, 844], 1, false),
        (large, [1280, 800], 1, false),
    ] {
        let told = algorithms.map(|algorithm| Told::new(&tree, algorithm));
        let page = page(&told, &NONE, &Style::default()).unwrap();
        let seen = driven(&chromium, &page, |file| laid_out(file, size))["seen"].clone();
        let expected = serde_json::json!({ "columns": columns, "isFitted": is_fitted, "isSeen": true });
        assert_eq!(seen, expected, "{} nodes at {size:?}", tree.len());
    }
}
