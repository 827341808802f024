//! `plyscope recorder`: a source file with which a program writes the trace of its search.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::{Failure, STANDARD_STREAM, interrupt, refuse_existing};
use crate::{format, output};

/// Prints a source file, without dependencies, with which your own search writes its trace.
///
/// Call it where the search enters a node, evaluates it, cuts off and leaves it. `plyscope TRACE` then draws the search, and
/// `plyscope check TRACE` says where it first went wrong.
#[derive(clap::Args, Debug)]
pub struct RecorderArguments {
    /// The language of your program
    #[arg(value_parser = named_language())]
    language: &'static Language,
    #[arg(short, long, value_name = "FILE", default_value = STANDARD_STREAM, help = file_to_write())]
    output: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

fn file_to_write() -> String {
    let files = LANGUAGES.each_ref().map(|language| language.file).join(", ");
    format!("The file to write, by its usual name {files}; - writes to standard output")
}

/// A language with a recorder.
#[derive(Debug)]
struct Language {
    id: &'static str,
    title: &'static str,
    /// The usual name of the recorder, by which programs include it.
    file: &'static str,
    text: &'static str,
}

const fn language(id: &'static str, title: &'static str, file: &'static str, text: &'static str) -> Language {
    Language { id, title, file, text }
}

/// The languages with a recorder.
static LANGUAGES: [Language; 6] = [
    language("python", "Python", "recorder.py", include_str!("../../assets/recorders/recorder.py")),
    language("c", "C", "recorder.h", include_str!("../../assets/recorders/recorder.h")),
    language("cpp", "C++", "recorder.hpp", include_str!("../../assets/recorders/recorder.hpp")),
    language("java", "Java", "Recorder.java", include_str!("../../assets/recorders/Recorder.java")),
    language("javascript", "JavaScript", "recorder.js", include_str!("../../assets/recorders/recorder.js")),
    language("rust", "Rust", "recorder.rs", include_str!("../../assets/recorders/recorder.rs")),
];

/// Reads the name of a language.
fn named_language() -> impl TypedValueParser<Value = &'static Language> {
    let names = LANGUAGES.each_ref().map(|language| PossibleValue::new(language.id).help(language.file));
    PossibleValuesParser::new(names)
        .try_map(|name| LANGUAGES.iter().find(|language| language.id == name).ok_or("unknown language"))
}

/// Returns the source file, or writes it and returns a line about it.
pub(super) fn run(arguments: &RecorderArguments) -> Result<String, Failure> {
    let RecorderArguments { language, output: path, force } = arguments;
    if path == STANDARD_STREAM {
        return Ok(language.text.into());
    }
    refuse_existing(path, *force)?;
    interrupt::leaves_nothing_behind();
    output::write(path, *force, |out| out.write_all(language.text.as_bytes())).map_err(Failure::Save)?;
    Ok(format!("{}: the recorder for {}\n", format::file(path), language.title))
}
