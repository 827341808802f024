//! A program for `plyscope judge --lines`: reads trees, one a line, and writes their values.
//!
//!     rustc -O examples/judged.rs && plyscope judge --lines -- ./judged

use std::io::{self, BufRead, Write};

/// The value of the node at the beginning of a text; the text goes on after it.
fn value(text: &mut &[u8], is_max: bool) -> i64 {
    if text.first() != Some(&b'[') {
        let end = text.iter().position(|byte| b",]".contains(byte)).unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        *text = rest;
        return String::from_utf8_lossy(number).parse().unwrap_or_default();
    }
    let mut best = None;
    // Each child follows a bracket or a comma.
    while let Some((separator, rest)) = text.split_first() {
        *text = rest;
        if *separator == b']' {
            break;
        }
        let child = value(text, !is_max);
        best = Some(best.map_or(child, |best: i64| if is_max { best.max(child) } else { best.min(child) }));
    }
    best.unwrap_or_default()
}

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line: String = line?.split_whitespace().collect();
        writeln!(output, "{}", value(&mut line.as_bytes(), true))?;
        output.flush()?;
    }
    Ok(())
}
