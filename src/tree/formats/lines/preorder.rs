//! The numbers of children in preorder, and the values of the leaves from left to right: `branches = 2, 0, 2, 0, 0` and
//! `values = 3, 5, 1`.

use std::io::Write;

use super::{Counted, check_commas, head, lines, value_of, words};
use crate::format::quoted;
use crate::output::Refusal;
use crate::tree::file_error::ParseError;
use crate::tree::formats::looks;
use crate::tree::formats::text::Text;
use crate::tree::formats::writing::Part;
use crate::tree::formats::{FormatEntry, Found, Writer};
use crate::tree::{NodeId, Tree};

pub(in crate::tree::formats) static ENTRY: FormatEntry = FormatEntry {
    id: "preorder",
    title: "numbers of children in preorder, and values",
    extensions: &["preorder"],
    recognises: |text| {
        let head = head(text).to_lowercase();
        let begins = |names: &[&str]| {
            lines(&head).any(|(_, line)| {
                names.iter().any(|name| line.trim_start().starts_with(name)) && line.contains(['=', ':'])
            })
        };
        // Of a long text only the first row may be in sight.
        let is_cut = head.len() + 4 > looks::HEAD && !head.contains('\n');
        (begins(&CHILDREN) && begins(&VALUES) || is_cut && (begins(&CHILDREN) || begins(&VALUES)))
            && !head.contains(['{', '"'])
    },
    read,
    writer: Some(Writer::of(&[Part::UnknownLeaves], write)),
};

const CHILDREN: [&str; 5] = ["branches", "children", "arity", "arities", "counts"];
const VALUES: [&str; 4] = ["values", "leaves", "utilities", "payoffs"];

/// The words of the row with one of these names.
fn row<'t>(text: &Text<'t>, names: &[&str]) -> Result<Vec<(usize, &'t str)>, ParseError> {
    let str = text.as_str();
    let is_name = |name: &str| names.contains(&name.trim().to_lowercase().as_str());
    let mut found = None;
    for (at, line) in lines(str) {
        let name = line.split(['=', ':']).next().unwrap_or_default();
        let has_name = name.len() < line.len();
        if has_name && is_name(name) {
            if found.is_some() {
                return Err(text.wrong(at, format!("“{}” is given twice; remove one", name.trim())));
            }
            let start = at + name.len() + 1;
            found = Some((start, start));
        } else if has_name {
            let is_known = |names: &[&str]| names.contains(&name.trim().to_lowercase().as_str());
            if !is_known(&CHILDREN) && !is_known(&VALUES) {
                return Err(text
                    .wrong(at, format!("{} does not belong here; expected branches and values", quoted(name.trim()))));
            }
            continue;
        }
        // A row may go on in the next lines.
        if let Some((_, end)) = found.as_mut().filter(|(_, end)| has_name || str[*end..at].trim().is_empty()) {
            *end = at + line.len();
        }
    }
    let Some((start, end)) = found else {
        return Err(
            text.wrong(0, format!("“{}” is missing; write two lines, branches = 2, 0, 0 and values = 3, 5", names[0]))
        );
    };
    check_commas(text, start..end)?;
    let count = |bracket: char| str[start..end].matches(bracket).count();
    if count('[') != count(']') || count('(') != count(')') {
        return Err(text.wrong(start, "a bracket is missing in this row"));
    }
    Ok(words(&str[start..end]).map(|(at, word)| (start + at, word)).collect())
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let (children, values) = (row(text, &CHILDREN)?, row(text, &VALUES)?);
    let mut values = values.into_iter();
    let mut tree = Counted::new(text);
    let mut steps = text.steps();
    let mut last = 0;
    for (at, word) in children {
        steps.step(at)?;
        last = at;
        if !tree.builder.is_empty() && tree.missing.is_empty() {
            return Err(text.wrong(at, "the tree ends before this number; remove it, or correct those before"));
        }
        let count = word
            .parse::<u32>()
            .map_err(|_| text.wrong(at, "expected a number of children, which is a whole number from 0"))?;
        if count > 0 {
            tree.open(count, at)?;
            continue;
        }
        let (at, word) =
            values.next().ok_or_else(|| text.wrong(at, "there is no value for this leaf; add it to the values"))?;
        tree.leaf(value_of(text, at, word)?, at)?;
    }
    if let Some(open) = tree.missing.last() {
        return Err(text.wrong(last, format!("the numbers end before the tree does: {open} more children are missing")));
    }
    if let Some((at, _)) = values.next() {
        return Err(text.wrong(at, "there is no leaf for this value; remove it, or add leaves"));
    }
    text.built(tree.builder, 0).map(Found::from)
}

fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    let mut row = |name: &str, nodes: &mut dyn Iterator<Item = NodeId>, word: &dyn Fn(NodeId) -> String| {
        write!(out, "{name} = ")?;
        for (number, node) in nodes.enumerate() {
            write!(out, "{}{}", if number > 0 { ", " } else { "" }, word(node))?;
        }
        writeln!(out)
    };
    let value = |node| tree.value(node).map_or("?".into(), |value| value.to_string());
    row("branches", &mut tree.nodes(), &|node| tree.children(node).count().to_string()).map_err(Refusal::Io)?;
    row("values", &mut tree.nodes().filter(|&node| tree.is_leaf(node)), &value).map_err(Refusal::Io)
}
