//! Reads the arguments, and opens the window or runs a command.

mod meter;

use std::path::Path;
use std::process::ExitCode;

use plyscope::command::{self, Arguments, Failure};
use plyscope::format::visible;
use plyscope::output::os_message;
use plyscope::terminal;

fn main() -> ExitCode {
    meter::install();
    #[cfg(unix)]
    outlive_limits();
    let arguments = match Arguments::read(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    let text = match &arguments.command {
        Some(command) => command.run(),
        #[cfg(feature = "window")]
        None if has_display() => return open_window(arguments.file),
        None => without_window(arguments.file.as_deref()),
    };
    match text {
        Ok(text) => print(&text, ExitCode::SUCCESS),
        Err(Failure::Negative(text)) => print(&text, ExitCode::from(1)),
        Err(failure) => fail(&visible(&failure.to_string())),
    }
}

/// A file that would be larger than the user allows (`ulimit -f`) cannot be written, which is said; the program does not end by that.
#[cfg(unix)]
fn outlive_limits() {
    // Without the handler only the sentence is missing.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Whether a window can be shown. Systems other than those with X11 or Wayland always have a display.
#[cfg(feature = "window")]
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(target_os = "linux")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

#[cfg(feature = "window")]
fn open_window(file: Option<std::path::PathBuf>) -> ExitCode {
    match plyscope::app::run(file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

fn without_window(file: Option<&Path>) -> Result<String, Failure> {
    let text = command::comparison_without_window(file)?;
    let reason = if cfg!(feature = "window") {
        "there is no display (DISPLAY and WAYLAND_DISPLAY are not set)"
    } else {
        "this program was built without its window"
    };
    terminal::say(&format!("{reason}, so here is the comparison as text"));
    Ok(text)
}

/// Prints a result, with the exit code if that succeeds.
fn print(text: &str, code: ExitCode) -> ExitCode {
    match terminal::print(text) {
        Ok(()) => code,
        Err(error) => fail(&format!("the result could not be written: {}", os_message(&error))),
    }
}

/// Prints the help, or what is wrong with the arguments.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return print(&error.to_string(), ExitCode::SUCCESS);
    }
    let text = error.to_string();
    fail(text.strip_prefix("error: ").unwrap_or(&text).trim_end())
}

fn fail(message: &str) -> ExitCode {
    terminal::say(message);
    ExitCode::from(2)
}
