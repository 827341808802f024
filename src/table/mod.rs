//! Tables for people and programs: one description, and one writer per format.
//!
//! Each cell of a [`Table`] has two forms: text for people, with separators and units, and a bare value for programs. [`TABLE_FORMATS`] has one
//! entry per format; a new format is a file here and an entry.

mod csv;
mod html;
mod latex;
mod markdown;
mod text;

pub use self::csv::csv;
pub use html::html;
pub use latex::latex;
pub use markdown::markdown;
pub use text::text;

use crate::format::MISSING;

/// A table: the same number of cells in every row as there are columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The columns from left to right.
    pub columns: Vec<Column>,
    /// The rows from top to bottom.
    pub rows: Vec<Vec<Cell>>,
    /// Notes on the table, one sentence each; CSV leaves them out.
    pub notes: Vec<String>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The heading for people.
    pub title: String,
    /// The heading for programs.
    pub id: String,
    /// Whether it holds numbers, which are right-aligned; text is left-aligned.
    pub is_numeric: bool,
    /// Whether only the formats for programs have it: their columns do not depend on the rows, but people need not read what says nothing.
    pub is_for_programs: bool,
}

impl Column {
    /// A column of text for everyone.
    pub fn words(title: impl Into<String>, id: impl Into<String>) -> Column {
        Column { title: title.into(), id: id.into(), is_numeric: false, is_for_programs: false }
    }

    /// A column of numbers for everyone.
    pub fn numbers(title: impl Into<String>, id: impl Into<String>) -> Column {
        Column { is_numeric: true, ..Column::words(title, id) }
    }
}

impl Table {
    /// The table with the columns of these ids, in this order, in every format; unknown ids are left out.
    #[must_use]
    pub fn with_columns(&self, ids: &[String]) -> Table {
        let place = |id: &String| self.columns.iter().position(|column| column.id == *id);
        let mut table = self.of(&ids.iter().filter_map(place).collect::<Vec<_>>());
        table.columns.iter_mut().for_each(|column| column.is_for_programs = false);
        table
    }

    /// The table without the columns that are only for programs.
    fn for_people(&self) -> Table {
        let is_shown = |place: &usize| !self.columns[*place].is_for_programs;
        self.of(&(0..self.columns.len()).filter(is_shown).collect::<Vec<_>>())
    }

    /// The columns with these indices.
    fn of(&self, shown: &[usize]) -> Table {
        let rows = self.rows.iter().map(|row| chosen(row, shown)).collect();
        Table { columns: chosen(&self.columns, shown), rows, notes: self.notes.clone() }
    }
}

/// The items of a list at these places.
fn chosen<T: Clone>(list: &[T], places: &[usize]) -> Vec<T> {
    places.iter().map(|&place| list[place].clone()).collect()
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// For people, with separators between thousands and with units.
    pub text: String,
    /// For programs: a bare number or an id; empty if there is no value.
    pub bare: String,
}

impl Cell {
    /// A cell without a value.
    pub fn missing() -> Cell {
        Cell { text: MISSING.into(), bare: String::new() }
    }

    /// Text that is the same for people and programs.
    pub fn words(words: impl Into<String>) -> Cell {
        let text = words.into();
        Cell { bare: text.clone(), text }
    }

    /// A number and its text for people.
    pub fn number(number: f64, text: impl Into<String>) -> Cell {
        Cell { text: text.into(), bare: bare(number) }
    }
}

/// A number for programs: without separators, and with all its digits.
pub fn bare(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 {
        "0".into()
    } else if (1e-4..1e15).contains(&size) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

/// A format of tables.
pub struct TableFormat {
    /// The identifier in commands.
    pub id: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// Its purpose, in a few words.
    pub purpose: &'static str,
    /// The file extension, without the dot.
    pub extension: &'static str,
    /// Writes a table.
    pub write: fn(&Table) -> String,
}

/// The formats of tables.
pub static TABLE_FORMATS: &[TableFormat] = &[
    TableFormat { id: "table", title: "Plain text", purpose: "aligned columns", extension: "txt", write: text },
    TableFormat {
        id: "markdown",
        title: "Markdown",
        purpose: "for notes and README files",
        extension: "md",
        write: markdown,
    },
    TableFormat { id: "csv", title: "CSV", purpose: "bare numbers, for a spreadsheet", extension: "csv", write: csv },
    TableFormat {
        id: "latex",
        title: "LaTeX",
        purpose: "a tabular, or a longtable, with booktabs rules",
        extension: "tex",
        write: latex,
    },
    TableFormat {
        id: "html",
        title: "HTML",
        purpose: "a table element for a web page",
        extension: "html",
        write: html,
    },
];

impl TableFormat {
    /// The format with this identifier.
    pub fn of_id(id: &str) -> Option<&'static TableFormat> {
        TABLE_FORMATS.iter().find(|format| format.id == id)
    }
}
