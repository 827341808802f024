//! All output goes through here: results to standard output, messages to standard error.
//!
//! Labels, titles, keys and file names are untrusted. Everything that is printed is made [visible](format::visible), so that nothing
//! in it moves the cursor, changes a colour or reverses the direction of a line. Only a tree that another program will read is written [as it
//! is](stream).

use std::io::{self, BufWriter, StdoutLock, Write};

use crate::format;
use crate::output::{Refusal, SaveError};

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
    match write(&mut output).and_then(|()| Ok(output.flush()?)) {
        Err(Refusal::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|refusal| refusal.of("standard output".as_ref())),
    }
}

/// Prints a message to standard error, ignoring failures.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "plyscope: {}", format::visible_lines(message));
}
