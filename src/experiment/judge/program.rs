//! The program that is judged, and how it is run.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::format;
use crate::output::os_message;

/// What stands for the path of the tree in an argument.
const PLACE_OF_PATH: &str = "{}";
/// What stands for the path of a program that is one of several.
const PLACE_OF_PROGRAM: &str = "{program}";

/// A program, its arguments and its limits.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name or path.
    pub name: OsString,
    /// Its arguments; `{}` in one stands for the path of a file with the tree.
    pub arguments: Vec<OsString>,
    /// Whether one process reads all trees, one a line, and writes an answer a line.
    pub reads_lines: bool,
    /// How long a tree may take.
    pub timeout: Duration,
    /// How much it may write for a tree, in bytes.
    pub most_bytes: usize,
}

/// Why a program is not judged: what is wrong, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct JudgeError(String);

impl Program {
    /// The most that a program may usually write for a tree, in bytes.
    pub const MOST_BYTES: usize = 1 << 20;

    /// Whether the tree is passed as a file.
    pub fn reads_file(&self) -> bool {
        self.arguments.iter().any(|argument| with_path(argument, PLACE_OF_PATH, OsStr::new("")).is_some())
    }

    /// The same with the path of one of several programs where `{program}` stands; `None` if that stands nowhere.
    pub fn of_file(&self, path: &Path) -> Option<Program> {
        // A name alone would be looked for among the installed programs, and one that begins with a dash taken for a flag.
        let path = if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) };
        let mut is_named = false;
        let mut with_program = |argument: &OsString| {
            let with_program = with_path(argument, PLACE_OF_PROGRAM, path.as_os_str());
            is_named |= with_program.is_some();
            with_program.unwrap_or_else(|| argument.clone())
        };
        let name = with_program(&self.name);
        let arguments = self.arguments.iter().map(with_program).collect();
        is_named.then(|| Program { name, arguments, ..self.clone() })
    }

    /// The command that starts it, with the path of the tree.
    pub(super) fn command(&self, path: Option<&OsStr>) -> Command {
        let mut command = Command::new(&self.name);
        for argument in &self.arguments {
            match path.and_then(|path| with_path(argument, PLACE_OF_PATH, path)) {
                Some(argument) => command.arg(argument),
                None => command.arg(argument),
            };
        }
        command
    }

    /// The error of the operating system when it was started.
    pub(super) fn not_started(&self, error: &io::Error) -> JudgeError {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "there is no such program; check its name, or give its path".to_owned(),
            io::ErrorKind::PermissionDenied => {
                "cannot be run; make it executable, or name the program that runs it first".to_owned()
            }
            _ => format!("cannot be started: {}", os_message(error)),
        };
        JudgeError(format!("{}: {message}", format::visible(&self.name.to_string_lossy())))
    }
}

impl JudgeError {
    pub(super) fn new(message: impl Display) -> JudgeError {
        JudgeError(message.to_string())
    }

    /// The file with the tree could not be written, for which the program cannot be blamed.
    pub(super) fn no_file(error: &io::Error) -> JudgeError {
        let (folder, error) = (format::file(&std::env::temp_dir()), os_message(error));
        JudgeError(format!(
            "{folder}: the file with the tree cannot be written there: {error}; set TMPDIR to another folder"
        ))
    }
}

/// The argument with the path in it, if it has a place for one.
fn with_path(argument: &OsStr, place: &str, path: &OsStr) -> Option<OsString> {
    let (before, after) = argument.to_str()?.split_once(place)?;
    let mut whole = OsString::from(before);
    whole.push(path);
    whole.push(after);
    Some(whole)
}
