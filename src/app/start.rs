//! Starts the window, and reports what is missing if that fails.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use eframe::egui::ViewportBuilder;

use super::Plyscope;
use super::job::panic_message;

/// The name of the program on the desktop, and of the folder of the settings.
const NAME: &str = "plyscope";

/// A bitmap of `assets/icon.svg`.
const ICON: &[u8] = include_bytes!("../../assets/icon.png");

/// The size of the window at first: it fits a screen of 1280 by 800 with a panel and a title bar.
const SIZE: [f32; 2] = [1200.0, 700.0];

/// Why the window could not be opened, as a sentence that says what to install.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppError {
    /// There is no display server, or its libraries are missing.
    #[error(
        "the window cannot be opened, because no display is available ({0}); run it in a desktop session, or install \
         the display libraries (on Debian: libxkbcommon-x11-0 libx11-xcb1 libwayland-client0 libxcursor1 libxi6)"
    )]
    NoDisplay(String),
    /// There is no OpenGL.
    #[error(
        "the window cannot be opened, because OpenGL is not available ({0}); install it (on Debian: libgl1 libegl1 \
         libgl1-mesa-dri)"
    )]
    NoOpenGl(String),
    /// The window was refused for another reason.
    #[error("the window cannot be opened: {0}")]
    Other(String),
    /// The window was open and crashed.
    #[error("the window was closed by an internal error (please report it): {0}")]
    Fault(String),
}

impl From<eframe::Error> for AppError {
    fn from(error: eframe::Error) -> AppError {
        match error {
            eframe::Error::Winit(error) => AppError::NoDisplay(clean(&error.to_string())),
            eframe::Error::WinitEventLoop(error) => AppError::NoDisplay(clean(&error.to_string())),
            eframe::Error::Glutin(error) => AppError::NoOpenGl(clean(&error.to_string())),
            eframe::Error::NoGlutinConfigs(_, error) => AppError::NoOpenGl(clean(&error.to_string())),
            eframe::Error::OpenGL(error) => AppError::NoOpenGl(clean(&error.to_string())),
            error @ eframe::Error::AppCreation(_) => AppError::Other(clean(&error.to_string())),
        }
    }
}

/// A library's message on one line, without its location in the source.
fn clean(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    let line = words.join(" ");
    let line = match line.split_once("os error at ") {
        Some((_, rest)) => rest.split_once(": ").map_or(rest, |(_, text)| text).to_owned(),
        None => line,
    };
    line.trim_end_matches('.').to_owned()
}

/// Opens the window with a file, or with the start page, and returns when it is closed.
pub fn run(file: Option<PathBuf>) -> Result<(), AppError> {
    let viewport = ViewportBuilder::default()
        .with_title("Plyscope")
        .with_app_id(NAME)
        .with_inner_size(SIZE)
        .with_min_inner_size([480.0, 280.0]);
    // The icon is not essential.
    let viewport = match eframe::icon_data::from_png_bytes(ICON) {
        Ok(icon) => viewport.with_icon(icon),
        Err(_) => viewport,
    };
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let is_open = Arc::new(AtomicBool::new(false));
    let opened = Arc::clone(&is_open);
    quiet_until(Arc::clone(&is_open));
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let create: eframe::AppCreator<'_> = Box::new(move |creation| {
            opened.store(true, Ordering::Relaxed);
            let app = match file {
                Some(_) => Plyscope::new(creation, file),
                None => Plyscope::empty(creation),
            };
            // Beside the settings.
            Ok(Box::new(match eframe::storage_dir(NAME) {
                Some(folder) => app.keeping_work_in(&creation.egui_ctx, &folder.join("unsaved")),
                None => app,
            }))
        });
        eframe::run_native(NAME, options, create)
    }));
    match ended {
        Ok(result) => result.map_err(AppError::from),
        Err(panic) if is_open.load(Ordering::Relaxed) => Err(AppError::Fault(panic_message(panic.as_ref()))),
        Err(panic) => Err(AppError::NoDisplay(clean(&panic_message(panic.as_ref())))),
    }
}

/// If a library is missing, the window's own libraries panic. That is reported as an error, so the panic message is
/// not printed as well. Panics after the start are printed.
fn quiet_until(is_open: Arc<AtomicBool>) {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if is_open.load(Ordering::Relaxed) {
            print(panic);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_window_fits_a_screen_of_1280_by_800_with_a_panel_and_a_title_bar() {
        const AROUND: [f32; 2] = [8.0, 90.0];
        const { assert!(SIZE[0] + AROUND[0] <= 1280.0 && SIZE[1] + AROUND[1] <= 800.0) }
    }
}
