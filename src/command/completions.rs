//! `plyscope completions`: a script that completes commands and flags in a shell.

use clap_complete::Shell;

use super::{Arguments, Failure, choice, wrong};

/// Prints a script that completes commands, flags and their values in a shell.
///
/// Write it where the shell looks for completions, such as ~/.local/share/bash-completion/completions/plyscope.
#[derive(clap::Args, Debug)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_parser = choice::<Shell>())]
    shell: Shell,
}

/// Returns the script.
pub(super) fn run(arguments: &CompletionsArguments) -> Result<String, Failure> {
    let mut command = Arguments::definition();
    let name = command.get_name().to_string();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    String::from_utf8(script).map_err(|error| wrong(format!("the script is not text: {error}")))
}
