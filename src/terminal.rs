//! All output goes through here: results to standard output, messages to standard error.
//!
//! Labels, titles, keys and file names are untrusted. Everything that is printed is made [visible](format::visible), so that nothing
//! in it moves the cursor, changes a colour or reverses the direction of a line.

use std::io::{self, BufWriter, StdoutLock, Write};

use crate::format;
use crate::output::{Refusal, SaveError, os_message};

/// Prints a result. A closed pipe, as with `| head`, is not an error.
pub fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let is_json = text.starts_with('{');
    let text = if is_json { format::visible_json(text) } else { format::visible_lines(text) };
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Prints a long result line by line, while it is made.
#[derive(Debug)]
pub struct Lines(BufWriter<StdoutLock<'static>>);

impl Lines {
    /// Begins a result.
    pub fn begin() -> Lines {
        Lines(BufWriter::new(io::stdout().lock()))
    }

    /// Prints a line. Fails if the reader has closed the pipe.
    pub fn print(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.0, "{}", format::visible_lines(line))
    }

    /// Ends the result.
    pub fn end(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes data to standard output as they are, for a file or another program. A closed pipe is not an error.
pub fn stream(write: &mut dyn FnMut(&mut dyn Write) -> Result<(), Refusal>) -> Result<(), SaveError> {
    let mut output = BufWriter::new(io::stdout().lock());
    let written = write(&mut output).and_then(|()| Ok(output.flush()?));
    written.or_else(|refusal| {
        let message = match refusal {
            Refusal::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Refusal::Io(error) => os_message(&error),
            Refusal::Says(message) => message,
        };
        Err(SaveError { file: "standard output".into(), message })
    })
}

/// Prints a message to standard error, ignoring failures.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "plyscope: {}", format::visible_lines(message));
}
