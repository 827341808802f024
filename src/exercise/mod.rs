//! Exercises: trees, questions about a search on them, and sheets of paper with the problems and with the solutions.
//!
//! [`Conditions`] describe the trees of a class of exercises; a seed gives one of them. [`Solved`] is a tree with what a search
//! does on it, from the [story](crate::search::story) of the search. Each entry of [`QUESTIONS`] asks something about it and knows the
//! answer. A [`Sheet`] arranges them on a page, which is the same for problem and solution but for the answers; for a learning platform
//! a question has [fields](Field), each of which is judged by itself. [`Tasks`] are questions as marks that can be graded one by one, and
//! [`practice`] writes a web page that does so. All words are in one table, [`WORDS`], so that they can be translated.
//! [`EXERCISE_FORMATS`] has the formats of files.

mod answers;
mod blanks;
mod class;
mod conditions;
mod fields;
mod formats;
mod grade;
mod judge;
mod latex;
mod marks;
mod moodle;
mod numbers;
mod orders;
mod practice;
mod qti;
mod questions;
mod reasons;
mod run;
mod sheet;
mod solved;
mod span;
mod unfit;
mod words;
mod xml;

pub use answers::{as_json, as_table};
pub use class::Class;
pub use conditions::{Conditions, Ties};
pub use fields::{Asks, Choice, Field, Worth};
pub use formats::{EXERCISE_FORMATS, ExerciseFormat, Files, pdf};
pub use grade::{Answers, Asked, Kind, Mark, Place, Task, Tasks, Truth, Verdict};
pub use latex::latex;
pub use moodle::moodle;
pub use numbers::normal;
pub use orders::{Orders, Wanted, leaves_in_order, orders};
#[cfg(feature = "window")]
pub(crate) use practice::without_questions;
pub use practice::{MOST_PROBLEMS, practice};
pub use qti::qti;
pub use questions::{Part, QUESTIONS, Question, Room, USUAL};
pub use reasons::End;
pub use run::{Method, Order, Run, Skipped, Visited};
pub use sheet::{Paper, Sheet, Side};
pub use solved::{MOST_LEAVES, MOST_LEVELS, Solved};
pub use span::Span;
pub use unfit::Unfit;
pub use words::{MOST_CHARACTERS, WORDS, Words};
