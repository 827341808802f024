//! Exports from the window: tables and charts in all formats, made on a thread, to a file or the clipboard.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{ColorImage, Context, Role, Ui};

use super::Action;
use super::commands::Menu;
use super::dialogs::Dialog;
use super::dialogs::file_dialog::FileRequest;
use super::job::Job;
use super::plyscope::Plyscope;
use super::style::icons;
use super::style::widgets::{Tips as _, accessible_name, menu_button};
use crate::chart::CHART_FORMATS;
use crate::draw::export::{Exported, PICTURE_FORMATS};
use crate::format::file_name;
use crate::output;
use crate::table::{TABLE_FORMATS, Table};

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

impl Plyscope {
    /// Starts an export, or asks for its file.
    pub(crate) fn export(&mut self, ctx: &Context, export: Export, to: Destination) {
        self.model.error = None;
        match &to {
            Destination::Ask => return self.request_file(ctx, FileRequest::Export(export)),
            Destination::File(path, _) => self.model.error = export.check_name(path).err(),
            Destination::Clipboard | Destination::ClipboardPicture => {}
        }
        if self.model.error.is_none() {
            self.model.exports.push(Exporting::start(ctx, export, to));
        }
    }

    /// Takes the results of exports.
    pub(crate) fn advance_exports(&mut self, ctx: &Context) {
        let mut under_way = Vec::new();
        for exporting in std::mem::take(&mut self.model.exports) {
            let Some(result) = exporting.job.poll() else {
                under_way.push(exporting);
                continue;
            };
            match result.unwrap_or_else(Err) {
                Ok(Done::Written(path, notes)) => {
                    let mut said = vec![path.display().to_string()];
                    said.extend(notes);
                    self.model.say(format!("Saved {}", said.join("; ")));
                }
                Ok(Done::There(path)) => {
                    let names = [file_name(&path)];
                    let then = Action::Export(exporting.export, Destination::File(path, true));
                    self.ask(Dialog::replace(&names, then));
                }
                Ok(Done::Text(text)) => ctx.copy_text(text),
                Ok(Done::Picture(image)) => ctx.copy_image(image),
                Err(error) => self.model.error = Some(error),
            }
        }
        self.model.exports = under_way;
    }
}

/// A format as a menu entry.
pub(crate) struct Entry {
    pub(crate) title: &'static str,
    pub(crate) purpose: &'static str,
    pub(crate) is_text: bool,
}

/// Something that can be copied or saved in a format.
pub(crate) struct Choice {
    pub(crate) title: String,
    pub(crate) tip: &'static str,
    pub(crate) action: Action,
}

/// What can be copied and what can be saved, of something that `make` makes in the format with an index.
pub(crate) fn choices(entries: &[Entry], make: &dyn Fn(usize) -> Export) -> [Vec<Choice>; 2] {
    let choice = |verb: &str, index: usize, to: Destination| {
        let Entry { title, purpose, .. } = entries[index];
        let title = if title.starts_with("Plain") { title.to_lowercase() } else { title.to_owned() };
        let dots = if to == Destination::Ask { "…" } else { "" };
        Choice { title: format!("{verb} as {title}{dots}"), tip: purpose, action: Action::Export(make(index), to) }
    };
    let (mut copied, mut saved) = (Vec::new(), Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        if entry.is_text {
            copied.push(choice("Copy", index, Destination::Clipboard));
        }
        saved.push(choice("Save", index, Destination::Ask));
    }
    [copied, saved]
}

/// A menu that copies or saves something; `parts` makes its choices when it is open.
pub(crate) fn menu(ui: &mut Ui, label: &str, parts: &dyn Fn() -> Vec<Vec<Choice>>) -> Vec<Action> {
    let mut actions = Vec::new();
    // It opens towards the side with more room.
    let opens_down = ui.cursor().top() < ui.ctx().content_rect().center().y;
    let button = MenuButton::new((label, icons::triangle(opens_down)));
    let button = menu_button(ui, button, &mut |ui| {
        for (part, choices) in parts().into_iter().enumerate() {
            if part > 0 {
                ui.separator();
            }
            for Choice { title, tip, action } in choices {
                if ui.button(title).tip(tip).clicked() {
                    actions.push(action);
                    ui.close();
                }
            }
        }
    });
    accessible_name(&button, Role::Button, label);
    actions
}

/// The same as commands.
pub(crate) fn commands(menu: &mut Menu, choices: [Vec<Choice>; 2]) {
    for Choice { title, tip, action } in choices.into_iter().flatten() {
        menu.add(title, action).tip(tip);
    }
}

/// The formats of tables.
fn table_formats() -> Vec<Entry> {
    let mut formats = Vec::new();
    for format in TABLE_FORMATS {
        formats.push(Entry { title: format.title, purpose: format.purpose, is_text: true });
    }
    formats
}

/// Makes a table, on any thread.
pub(crate) type MakeTable = Box<dyn Fn() -> Table + Send + Sync>;

/// The export of a table, which `table` makes on a thread, in the format with an index.
fn of_table(name: &str, index: usize, table: MakeTable) -> Export {
    let format = &TABLE_FORMATS[index];
    let name = Path::new(name).with_extension(format.extension).display().to_string();
    Export::whole("Save the table", name, move || Ok((format.write)(&table()).into_bytes()))
}

/// How a table can be copied or saved.
pub(crate) fn table_choices(name: &str, table: &dyn Fn() -> MakeTable) -> [Vec<Choice>; 2] {
    choices(&table_formats(), &|index| of_table(name, index, table()))
}

/// The menu of a table, which `table` makes on a thread.
pub(crate) fn table_menu(ui: &mut Ui, name: &str, table: &dyn Fn() -> MakeTable) -> Vec<Action> {
    menu(ui, "Table as", &|| table_choices(name, table).into())
}
