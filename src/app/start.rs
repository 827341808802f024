//! Starts the window, and reports what is missing if that fails.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use eframe::egui::ViewportBuilder;

use super::Plyscope;
use super::job::panic_message;
use super::storage::SettingsFile;

/// The name of the program on the desktop, and of its folder of data.
const NAME: &str = "plyscope";

/// A bitmap of `assets/icon.svg`.
const ICON: &[u8] = include_bytes!("../../assets/icon.png");

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
    let folder = data_folder();
    let settings = folder.as_deref().map(SettingsFile::in_folder);
    let size = settings.as_ref().map(|settings| settings.window).unwrap_or_default();
    let viewport = ViewportBuilder::default()
        .with_title("Plyscope")
        .with_app_id(NAME)
        .with_inner_size(size.size())
        .with_maximized(size.maximised)
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
            let (mut app, ctx) = (Plyscope::empty(creation), &creation.egui_ctx);
            if let Some(settings) = settings {
                app = app.remembering(ctx, settings);
            }
            if file.is_some() {
                app = app.opening(ctx, file);
            }
            if let Some(folder) = folder {
                app = app.keeping_work_in(ctx, &folder.join("unsaved"));
            }
            Ok(Box::new(app))
        });
        eframe::run_native(NAME, options, create)
    }));
    match ended {
        Ok(result) => result.map_err(AppError::from),
        Err(panic) if is_open.load(Ordering::Relaxed) => Err(AppError::Fault(panic_message(panic.as_ref()))),
        Err(panic) => Err(AppError::NoDisplay(clean(&panic_message(panic.as_ref())))),
    }
}

/// The folder of the user's settings and of unsaved work.
fn data_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let at_home = |path: &str| std::env::home_dir().map(|home| home.join(path));
    let data = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        at_home("Library/Application Support")
    } else {
        variable("XDG_DATA_HOME").or_else(|| at_home(".local/share"))
    };
    data.map(|data| data.join(NAME))
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
    use eframe::egui::Vec2;

    use super::super::storage::WindowSize;

    #[test]
    fn the_first_window_fits_a_screen_of_1280_by_800_with_a_panel_and_a_title_bar() {
        const AROUND: Vec2 = Vec2::new(8.0, 90.0);
        let whole = WindowSize::default().size() + AROUND;
        assert!(whole.x <= 1280.0 && whole.y <= 800.0);
    }
}
