//! Exports from the window: tables and charts in all formats, made on a thread, to a file or the clipboard.

mod act;
pub(crate) mod menu;
mod request;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{ColorImage, Context};

use super::Job;
use crate::chart::CHART_FORMATS;
use crate::draw::export::{Exported, PICTURE_FORMATS};
use crate::format::file_name;
use crate::output;
use crate::table::TABLE_FORMATS;

pub(crate) use request::{ChartRequest, PictureRequest};

/// A table or chart in one format, made on demand.
#[derive(Clone)]
pub struct Export {
    /// The title of the file dialog.
    pub(crate) title: &'static str,
    /// The suggested file name.
    pub(crate) name: String,
    make: Arc<dyn Fn() -> Result<Exported, String> + Send + Sync>,
}

impl Export {
    /// An export of a file that lacks nothing, whose contents are made by `make` on a thread.
    pub fn whole(
        title: &'static str,
        name: String,
        make: impl Fn() -> Result<Vec<u8>, String> + Send + Sync + 'static,
    ) -> Export {
        Export::new(title, name, move || make().map(|bytes| Exported { bytes, notes: Vec::new() }))
    }

    /// An export whose contents are made by `make` on a thread.
    pub fn new(
        title: &'static str,
        name: String,
        make: impl Fn() -> Result<Exported, String> + Send + Sync + 'static,
    ) -> Export {
        Export { title, name, make: Arc::new(make) }
    }

    /// The picture, if it consists of dots.
    ///
    /// # Errors
    ///
    /// If it cannot be made, or is not a picture of dots.
    pub(crate) fn image(&self) -> Result<ColorImage, String> {
        image(&(self.make)()?.bytes)
    }

    /// The file extension, without the dot.
    pub(crate) fn extension(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or_default()
    }

    /// Refuses a file name that belongs to another format.
    fn check_name(&self, path: &Path) -> Result<(), String> {
        let Some(given) = path.extension().map(|extension| extension.to_string_lossy().to_lowercase()) else {
            return Ok(());
        };
        let is_known = PICTURE_FORMATS.iter().any(|format| format.extension == given)
            || TABLE_FORMATS.iter().any(|format| format.extension == given)
            || CHART_FORMATS.iter().any(|format| format.extension == given);
        if given == self.extension() || !is_known {
            return Ok(());
        }
        let (name, extension) = (file_name(path), self.extension());
        Err(format!("{name}: the chosen format has the extension .{extension}; choose another name or another format"))
    }
}

impl PartialEq for Export {
    fn eq(&self, other: &Export) -> bool {
        Arc::ptr_eq(&self.make, &other.make)
    }
}

impl fmt::Debug for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The destination of an export.
#[derive(Clone, Debug, PartialEq)]
pub enum Destination {
    /// A file that the user is asked for.
    Ask,
    /// A file, and whether an existing one may be replaced.
    File(PathBuf, bool),
    /// The clipboard, as text.
    Clipboard,
    /// The clipboard, as a bitmap.
    ClipboardPicture,
}

/// An export in progress.
pub(crate) struct Exporting {
    job: Job<Result<Done, String>>,
    export: Export,
}

enum Done {
    /// The file, and what is missing from it.
    Written(PathBuf, Vec<String>),
    /// The file already exists, so nothing was written.
    There(PathBuf),
    Text(String),
    Picture(ColorImage),
}

impl Exporting {
    fn start(ctx: &Context, export: Export, to: Destination) -> Exporting {
        let make = Arc::clone(&export.make);
        let job = Job::start(ctx, "plyscope export", move |_| match to {
            Destination::File(path, false) if path.exists() => Ok(Done::There(path)),
            Destination::File(path, replace) => {
                let Exported { bytes, notes } = make()?;
                let written = output::write(&path, replace, |out| out.write_all(&bytes));
                written.map_err(|error| error.to_string()).map(|()| Done::Written(path, notes))
            }
            Destination::ClipboardPicture => image(&make()?.bytes).map(Done::Picture),
            Destination::Clipboard | Destination::Ask => {
                String::from_utf8(make()?.bytes).map(Done::Text).map_err(|error| error.to_string())
            }
        });
        Exporting { job, export }
    }
}

/// The pixels of a PNG file.
fn image(file: &[u8]) -> Result<ColorImage, String> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let mut dots = vec![0; reader.output_buffer_size()];
    let frame = reader.next_frame(&mut dots).map_err(|error| error.to_string())?;
    let size = [frame.width as usize, frame.height as usize];
    Ok(ColorImage::from_rgba_unmultiplied(size, &dots[..frame.buffer_size()]))
}
