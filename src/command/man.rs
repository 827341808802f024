//! `plyscope man`: the manual pages of all commands.

use std::path::PathBuf;

use clap_mangen::Man;

use super::{Arguments, Failure, wrong_file};
use crate::format;
use crate::output::{self, SaveError};

/// Writes a manual page for Plyscope and for each of its commands.
#[derive(clap::Args, Debug)]
pub struct ManArguments {
    /// The folder for the pages, such as ~/.local/share/man/man1; created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Replace pages that exist
    #[arg(long)]
    force: bool,
}

/// A manual page: the name of its file and its text.
type Page = (String, Vec<u8>);

/// Writes the pages and returns a line on them.
pub(super) fn run(arguments: &ManArguments) -> Result<String, Failure> {
    let ManArguments { folder, force } = arguments;
    let mut command = Arguments::definition().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    collect(&command, &mut pages).map_err(|error| SaveError::io(folder, &error))?;
    // Either all pages are written or none. A name is taken also by a symbolic link that leads nowhere.
    let mut taken = pages.iter().map(|(name, _)| folder.join(name)).filter(|path| path.symlink_metadata().is_ok());
    if let Some(existing) = taken.next().filter(|_| !force) {
        return Err(wrong_file(&existing, "already exists; choose another folder, or add --force"));
    }
    output::create_folder(folder)?;
    for (name, text) in &pages {
        output::write_here(&folder.join(name), *force, |out| out.write_all(text))?;
    }
    Ok(format!("{}: {}\n", format::file(folder), format::count(pages.len() as u64, "manual page", "manual pages")))
}

/// The pages of a command and of the commands below it.
fn collect(command: &clap::Command, pages: &mut Vec<Page>) -> std::io::Result<()> {
    let man = Man::new(command.clone()).manual("Plyscope").source(concat!("plyscope ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render(&mut text)?;
    pages.push((man.get_filename(), text));
    command.get_subcommands().filter(|command| !command.is_hide_set()).try_for_each(|command| collect(command, pages))
}
