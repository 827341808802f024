//! `plyscope convert`: reads a tree in one format and writes it in another.

use std::path::PathBuf;

use super::reading::{ReadArguments, format_to_write, opened, root_player};
use super::{
    Failure, STANDARD_STREAM, interrupt, is_same, refuse_existing, too_large_to_open, tree_session_or_trace, wrong,
    wrong_file,
};
use crate::experiment::trace::Opened;
use crate::progress::Progress;
use crate::tree::Player;
use crate::tree::file::{Format, Formats, words};
use crate::{format, output, terminal};

/// Converts a tree from any format that is read to any that is written.
///
/// Says what the target has no room for, such as labels. What a search needs, such as players, is never left out: a format without room
/// for it is refused.
#[derive(clap::Args, Debug)]
pub struct ConvertArguments {
    #[arg(help = tree_session_or_trace())]
    file: PathBuf,
    #[arg(value_name = "OUT", help = format!(
        "The file to write: {}; - writes to standard output",
        Formats::BUILT_IN.endings()
    ))]
    output: PathBuf,
    /// The format to write [default: that of the file's extension, JSON on standard output]
    #[arg(long, value_name = "FORMAT", value_parser = format_to_write())]
    to: Option<Format>,
    /// Refuse to leave anything out
    #[arg(long)]
    strict: bool,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    /// The player at the root, whatever the file says
    #[arg(long, value_name = "max|min", value_parser = root_player())]
    root: Option<Player>,
    #[command(flatten)]
    reading: ReadArguments,
}

/// Writes the tree and returns a line about it.
pub(super) fn run(arguments: &ConvertArguments) -> Result<String, Failure> {
    let target = arguments.target()?;
    let path = &arguments.output;
    let Opened { tree, .. } = opened(&arguments.file, arguments.reading, arguments.root, &Progress::new())?;
    let mut lost = target.loses(&tree);
    if !arguments.strict {
        lost.retain(|part| !part.is_needed());
    }
    let file = if path == STANDARD_STREAM { "standard output".into() } else { format::file(path) };
    if arguments.strict && !lost.is_empty() {
        let message = format!("{file}: {} has no room for {}", target.entry().title, words(&lost));
        return Err(wrong(format!("{message}; remove --strict, or choose another format")));
    }
    if path == STANDARD_STREAM {
        terminal::stream(&mut |out| target.write(&tree, out)).map_err(Failure::Save)?;
    } else {
        interrupt::leaves_nothing_behind();
        output::write(path, arguments.force, |out| target.write(&tree, out)).map_err(Failure::Save)?;
    }
    if !lost.is_empty() {
        terminal::say(&format!("{file}: left out: {}", words(&lost)));
    }
    if path == STANDARD_STREAM {
        return Ok(String::new());
    }
    let nodes = format::count(tree.len() as u64, "node", "nodes");
    Ok(format!("{file}: {}, {nodes}{}\n", target.entry().title, too_large_to_open(path)))
}

impl ConvertArguments {
    /// The format to write, if the options allow it.
    fn target(&self) -> Result<Format, Failure> {
        let is_stream = *self.output == *STANDARD_STREAM;
        if !is_stream {
            refuse_existing(&self.output, self.force)?;
            if is_same(&self.file, &self.output) {
                return Err(wrong_file(&self.output, "is the file that is read; choose another name"));
            }
        }
        let named = Format::of_name(&self.output).filter(|format| format.entry().writer.is_some());
        let usual = if is_stream { Some(Format::JSON) } else { named };
        self.to.or(usual).ok_or_else(|| {
            let endings = Formats::BUILT_IN.endings();
            wrong_file(&self.output, format!("has an unknown extension; use {endings}, or add --to"))
        })
    }
}
