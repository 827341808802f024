//! Notebooks of Jupyter: a tree may be in one of their code cells.

use serde_json::Value;

use super::looks;

/// Longer notebooks are not looked through.
const MOST: usize = 64 << 20;

/// The text of each code cell; `None` if a text is not a notebook.
pub(super) fn cells(text: &str) -> Option<Vec<String>> {
    let is_notebook =
        text.len() <= MOST && text.trim_start().starts_with('{') && looks::head(text).contains("\"cell_type\"");
    if !is_notebook {
        return None;
    }
    let notebook: Value = serde_json::from_str(text).ok()?;
    let cells = notebook.get("cells")?.as_array()?;
    let code = cells.iter().filter(|cell| cell.get("cell_type").and_then(Value::as_str) == Some("code"));
    Some(code.map(|cell| source(cell.get("source"))).collect())
}

/// The lines of a cell, which are one text or several.
fn source(source: Option<&Value>) -> String {
    match source {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}
