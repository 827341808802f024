//! The window.

pub mod canvas;
pub mod theme;

/// Opens the window.
pub fn run(_file: Option<std::path::PathBuf>) -> Result<(), std::io::Error> {
    Ok(())
}
