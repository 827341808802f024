//! Plyscope.

/// Opens the window.
fn main() -> std::process::ExitCode {
    match plyscope::app::run(std::env::args_os().nth(1).map(Into::into)) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plyscope: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
