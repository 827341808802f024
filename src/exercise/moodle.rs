//! Exercises as Moodle XML: a category of cloze questions, whose fields are in their text in Moodle's notation of embedded answers.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::fields::tolerance;
use super::xml::Element;
use super::{Asks, Choice, Sheet, Side, Unfit, Worth};
use crate::draw::export::svg;
use crate::draw::page::Page;
use crate::escape;

/// The characters with a meaning in the notation of fields, and before it. As entities they have none.
const MARKS: &[char] = &['{', '}', '~', '#', '=', '%', '\\', '@', '*', ':', '$', '[', ']'];

/// A file to import in a bank of questions.
pub fn moodle(sheets: &[Sheet<'_>]) -> Result<Vec<u8>, Unfit> {
    let mut quiz = Element::new("quiz");
    if let Some(sheet) = sheets.first() {
        quiz = quiz.child(category(sheet, sheets.len()));
    }
    for sheet in sheets {
        quiz = quiz.child(exercise(sheet)?);
    }
    Ok(quiz.document()?)
}

/// The category of a run, named after its only sheet, or after the search and the first and the last sheet.
fn category(sheet: &Sheet<'_>, count: usize) -> Element {
    let mut name = sheet.title();
    if let Some(first) = sheet.solved.seed.filter(|_| count > 1) {
        let seeds = format!("{first}–{}", first + count as u64 - 1);
        name = format!("{} {}", sheet.words.get("title"), sheet.words.with("seed", "seed", &seeds));
    }
    // A single slash would begin a category in a category.
    let name = format!("{name}, {}", sheet.solved.method.algorithm.title()).replace('/', "//");
    let path = Element::new("category").child(text(format!("$course$/top/{name}")));
    Element::new("question").with("type", "category").child(path)
}

fn exercise(sheet: &Sheet<'_>) -> Result<Element, Unfit> {
    let told = sheet.solution().iter().map(|line| paragraph(&html(line))).collect::<String>();
    let (problem, solution) = (sheet.picture(Side::Problem)?, sheet.picture(Side::Solution)?);
    let all = [
        Element::new("name").child(text(sheet.title())),
        html_with_picture("questiontext", &asked(sheet, &problem)?, &problem, "tree.svg"),
        html_with_picture(
            "generalfeedback",
            &(told + &image(sheet, "solution.svg", &solution)),
            &solution,
            "solution.svg",
        ),
        Element::new("penalty").text("0.3333333"),
        Element::new("hidden").text("0"),
    ];
    Ok(Element::new("question").with("type", "cloze").children(all))
}

fn text(text: impl ToString) -> Element {
    Element::new("text").text(text)
}

/// An element with HTML and the picture that it shows.
fn html_with_picture(name: &'static str, html: &str, page: &Page, file: &str) -> Element {
    let file = Element::new("file").with("name", file).with("path", "/").with("encoding", "base64");
    let file = file.text(STANDARD.encode(svg(page)));
    Element::new(name).with("format", "html").child(text(html)).child(file)
}

/// The text of an exercise, with its fields.
fn asked(sheet: &Sheet<'_>, picture: &Page) -> Result<String, Unfit> {
    let mut words = paragraph(&html(&sheet.introduction_by_values()));
    words += &image(sheet, "tree.svg", picture);
    for (index, question) in sheet.questions.iter().enumerate() {
        let head = format!("{}. {} ({})", index + 1, sheet.prompt(question), sheet.points(question));
        words += &paragraph(&html(&head));
        let fields = sheet.fields(question)?;
        let fields: Vec<String> =
            fields.iter().map(|field| named(&html(&field.name), &embedded(&field.asks, field.points))).collect();
        // Lists of choices are tables, which are not allowed in a paragraph.
        words += "<div>";
        words += &fields.join(" &nbsp; ");
        words += "</div>\n";
    }
    Ok(words)
}

fn named(name: &str, field: &str) -> String {
    if name.is_empty() { field.to_owned() } else { format!("<span style=\"white-space:nowrap\">{name} {field}</span>") }
}

fn paragraph(html: &str) -> String {
    format!("<p>{html}</p>\n")
}

fn image(sheet: &Sheet<'_>, file: &str, page: &Page) -> String {
    let (words, width) = (html(&sheet.in_brackets()), page.size.x.ceil());
    format!("<p><img src=\"@@PLUGINFILE@@/{file}\" alt=\"{words}\" width=\"{width}\" style=\"max-width:100%\" /></p>\n")
}

/// A field in the notation of embedded answers.
fn embedded(asks: &Asks, points: usize) -> String {
    let (kind, answers) = match asks {
        Asks::Number(number) => ("NUMERICAL", format!("={}:{}", number.get(), tolerance(*number))),
        Asks::One(choices) => ("MULTICHOICE", alternatives(choices, ["100", "0"])),
        Asks::All(choices) | Asks::Any(choices) => {
            // Moodle wants the shares of the right ones to be 100 in all, to two decimals.
            let share = format!("{:.5}", 100.0 * asks.share());
            ("MULTIRESPONSE_H", alternatives(choices, [&share, &format!("-{share}")]))
        }
    };
    format!("{{{points}:{kind}:{answers}}}")
}

fn alternatives(choices: &[Choice], [right, wrong]: [&str; 2]) -> String {
    let one = |choice: &Choice| {
        let share = match choice.worth {
            Worth::Right => right,
            Worth::Either => "0",
            Worth::Wrong => wrong,
        };
        // Moodle replaces the entities of a field once when it reads the field.
        format!("%{share}%{}", without_marks(&escape::xml(&escape::xml(&choice.name))))
    };
    choices.iter().map(one).collect::<Vec<_>>().join("~")
}

/// A text as HTML in which Moodle finds no fields and no names of files.
fn html(text: &str) -> String {
    without_marks(&escape::xml(text))
}

fn without_marks(html: &str) -> String {
    let mut plain = String::with_capacity(html.len());
    for c in html.chars() {
        if MARKS.contains(&c) {
            let _ = write!(plain, "&#{};", u32::from(c));
        } else {
            plain.push(c);
        }
    }
    plain
}
