//! The desktop's native file dialog, shown on a thread so that the window does not wait.

use eframe::egui;
use rfd::FileHandle;
use std::borrow::Cow;
use std::env;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use crate::app::{Action, Destination, ExperimentAction, Export, FileAction, Job};
use crate::experiment::sweep::{SPEC, Spec};
use crate::session::EXTENSION;
use crate::tree::file::Formats;

/// A dialog that closes within this time has failed; no person is as fast.
const TOO_FAST: Duration = Duration::from_millis(300);

/// The user's choice.
pub(crate) enum FileChoice {
    File(PathBuf),
    Nothing,
    /// The desktop showed no dialog.
    NoDialog,
}

/// Whether the desktop can show file dialogs.
pub(crate) fn is_available() -> bool {
    let has_bus = env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|address| !address.is_empty())
        || env::var_os("XDG_RUNTIME_DIR").is_some_and(|dir| Path::new(&dir).join("bus").exists());
    !cfg!(target_os = "linux") || has_bus || has_zenity()
}

fn has_zenity() -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|dir| dir.join("zenity").is_file()))
}

/// What a file or folder is chosen for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FileRequest {
    /// A tree or an experiment to open.
    File,
    /// A sweep to open.
    Spec,
    /// The folder of a sweep to open.
    Sweep,
    /// A file for a sweep.
    SpecFile(Box<Spec>),
    /// The folder for the runs of a sweep.
    SweepFolder,
    /// The folder for exported files.
    ExportFolder,
    /// A file for a table or a chart.
    Export(Export),
    /// A file for the open tree, and the action after saving.
    Tree { name: String, then: Option<Box<Action>> },
    /// A file for the session.
    Session { name: String },
}

impl FileRequest {
    /// The title of the dialog, the label of the field for a path, and that of the button for a typed path.
    pub(crate) fn words(&self) -> (&'static str, Cow<'static, str>, &'static str) {
        const FOLDER: Cow<'static, str> = Cow::Borrowed("Path of a folder, which is created if necessary");
        match self {
            FileRequest::File => (
                "Open a tree, a session, a trace or a sweep",
                "Path of a tree, a trace (.jsonl) or a session (.plyscope), or of a sweep: its folder, its .toml file or a chart".into(),
                "Open",
            ),
            FileRequest::Spec => ("Open a sweep", "Path of a .toml file, or of a chart".into(), "Open"),
            FileRequest::Sweep => ("Open the folder of a sweep", "Path of the folder of a sweep".into(), "Open"),
            FileRequest::SpecFile(_) => ("Save the sweep", "Path of a .toml file".into(), "Save"),
            FileRequest::SweepFolder => ("Keep the sweep in a folder", FOLDER, "Choose"),
            FileRequest::ExportFolder => ("Export to a folder", FOLDER, "Export"),
            FileRequest::Export(export) => {
                (export.title, format!("Path of a .{} file", export.extension()).into(), "Save")
            }
            FileRequest::Tree { .. } => {
                ("Save the tree", format!("Path of a {} file", Formats::BUILT_IN.endings()).into(), "Save")
            }
            FileRequest::Session { .. } => ("Save the session", "Path of a .plyscope file".into(), "Save"),
        }
    }

    /// The suggested name of the file to write.
    pub(crate) fn suggestion(&self) -> Option<&str> {
        match self {
            FileRequest::SpecFile(_) => Some(SPEC),
            FileRequest::Export(export) => Some(&export.name),
            FileRequest::Tree { name, .. } | FileRequest::Session { name } => Some(name),
            _ => None,
        }
    }

    /// The action for the answer. `replace` says whether an existing file may be replaced.
    pub(crate) fn action(self, path: PathBuf, replace: bool) -> Action {
        Action::Experiment(match self {
            FileRequest::File | FileRequest::Sweep => return Action::File(FileAction::Open(path)),
            FileRequest::Export(export) => return Action::Export(export, Destination::File(path, replace)),
            FileRequest::Tree { then, .. } => return Action::File(FileAction::SaveTo { path, replace, then }),
            FileRequest::Session { .. } => return Action::File(FileAction::SaveSessionTo { path, replace }),
            FileRequest::Spec => ExperimentAction::OpenSpec { path, discard: false },
            FileRequest::SpecFile(spec) => ExperimentAction::SaveSpec { spec, path, replace },
            FileRequest::SweepFolder => ExperimentAction::KeepIn(Some(path)),
            // The user has not been asked about the files in it.
            FileRequest::ExportFolder => ExperimentAction::Export { folder: path, replace: false },
        })
    }
}

/// Shows the dialog, starting in a directory.
pub(crate) fn show(ctx: &egui::Context, request: &FileRequest, directory: Option<&Path>) -> Job<FileChoice> {
    let mut dialog = rfd::AsyncFileDialog::new().set_title(request.words().0);
    if let Some(directory) = directory {
        dialog = dialog.set_directory(directory);
    }
    if let Some(name) = request.suggestion() {
        dialog = dialog.set_file_name(name);
    }
    match request {
        FileRequest::File => {
            let mut endings: Vec<&str> = Formats::BUILT_IN.extensions().collect();
            endings.extend(["jsonl", EXTENSION, "toml", "svg", "png", "pdf"]);
            let dialog =
                dialog.add_filter("Trees, traces, sessions and sweeps", &endings).add_filter("All files", &["*"]);
            answer(ctx, dialog.pick_file())
        }
        FileRequest::Spec => {
            let dialog = dialog.add_filter("Sweeps and their charts", &["toml", "svg", "png", "pdf"]);
            answer(ctx, dialog.add_filter("All files", &["*"]).pick_file())
        }
        FileRequest::SpecFile(_) => answer(ctx, dialog.add_filter("Sweeps", &["toml"]).save_file()),
        FileRequest::Export(export) => {
            let dialog = dialog.add_filter(export.extension().to_uppercase(), &[export.extension()]);
            answer(ctx, dialog.save_file())
        }
        FileRequest::Tree { .. } => {
            let mut dialog = dialog;
            for entry in Formats::BUILT_IN.written() {
                dialog = dialog.add_filter(entry.title, entry.extensions);
            }
            answer(ctx, dialog.save_file())
        }
        FileRequest::Session { .. } => answer(ctx, dialog.add_filter("Sessions", &[EXTENSION]).save_file()),
        FileRequest::Sweep | FileRequest::SweepFolder | FileRequest::ExportFolder => answer(ctx, dialog.pick_folder()),
    }
}

/// Waits for the answer on a thread.
fn answer(ctx: &egui::Context, answer: impl Future<Output = Option<FileHandle>> + Send + 'static) -> Job<FileChoice> {
    Job::start(ctx, "plyscope dialog", move |_| {
        let asked = Instant::now();
        match wait(answer) {
            Some(file) => FileChoice::File(file.path().to_owned()),
            None if asked.elapsed() < TOO_FAST => FileChoice::NoDialog,
            None => FileChoice::Nothing,
        }
    })
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Blocks this thread until the future is done.
fn wait<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = TaskContext::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}
