//! What of LaTeX this machine has.

use std::path::Path;
use std::process::Command;

/// Whether this machine has pdfLaTeX and these of its files. Without one of the files `kpsewhich` fails.
pub(crate) fn has_latex_with(files: &[&str]) -> bool {
    let is_there = |program, arguments: &[&str]| {
        Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
    };
    is_there("pdflatex", &["--version"]) && is_there("kpsewhich", files)
}

/// What pdfLaTeX says of a file in a folder, which it must typeset.
pub(crate) fn typeset(folder: &Path, file: &str) -> String {
    let arguments = ["-interaction=nonstopmode", "-halt-on-error", file];
    let output = Command::new("pdflatex").args(arguments).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    said
}
