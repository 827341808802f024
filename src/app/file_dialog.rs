//! The desktop's own file dialog, asked on a thread so that the window never waits for it.

use eframe::egui;
use std::env;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::job::Job;

/// No person closes a dialog as fast as one fails that cannot be shown.
const TOO_FAST: Duration = Duration::from_millis(300);

/// What the user chose.
pub(super) enum Chosen {
    File(PathBuf),
    Nothing,
    /// The desktop showed no dialog.
    NoDialog,
}

/// Whether the desktop has something that shows file dialogs.
pub(super) fn is_available() -> bool {
    let has_bus = env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|address| !address.is_empty())
        || env::var_os("XDG_RUNTIME_DIR").is_some_and(|dir| Path::new(&dir).join("bus").exists());
    !cfg!(target_os = "linux") || has_bus || has_zenity()
}

fn has_zenity() -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|dir| dir.join("zenity").is_file()))
}

/// Asks for a tree file, starting where the last one was.
pub(super) fn ask(ctx: &egui::Context, directory: Option<&Path>) -> Job<Chosen> {
    let mut dialog = rfd::AsyncFileDialog::new()
        .set_title("Open a tree")
        .add_filter("Trees", &["json", "tree"])
        .add_filter("All files", &["*"]);
    if let Some(directory) = directory {
        dialog = dialog.set_directory(directory);
    }
    let answer = dialog.pick_file();
    Job::start(ctx, "plyscope dialog", move |_| {
        let asked = Instant::now();
        match wait(answer) {
            Some(file) => Chosen::File(file.path().to_owned()),
            None if asked.elapsed() < TOO_FAST => Chosen::NoDialog,
            None => Chosen::Nothing,
        }
    })
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Lets this thread sleep until the future is done.
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
