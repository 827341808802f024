//! The one place where text goes out: results to standard output, messages to standard error.
//!
//! Labels, titles, keys and names of files come from strangers. What leaves the program here is [visible](format::visible): nothing
//! in it moves the cursor, changes a colour or turns the direction of a line.

use std::io::{self, Write};

use crate::format;

/// Prints a result. A reader that has gone away, as `| head` does, is no error.
pub fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let is_json = text.starts_with('{');
    let text = if is_json { format::visible_json(text) } else { format::visible_lines(text) };
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Says something on standard error. Where that cannot be written there is nobody to tell.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "plyscope: {}", format::visible_lines(message));
}
