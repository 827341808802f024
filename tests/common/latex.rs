//! What of LaTeX this machine has.

use std::process::Command;

/// Whether this machine has pdfLaTeX and these of its files. Without one of the files `kpsewhich` fails.
pub(crate) fn has_latex_with(files: &[&str]) -> bool {
    let is_there = |program, arguments: &[&str]| {
        Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
    };
    is_there("pdflatex", &["--version"]) && is_there("kpsewhich", files)
}
