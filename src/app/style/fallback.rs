//! System fonts for names in scripts that the program's fonts do not cover.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui;

use crate::app::job::Job;
use crate::font::system::{SystemFont, lacking, look_for};
use crate::tree::Tree;

/// Finds fonts with the characters of a tree's names; `None` if none is needed.
pub(crate) fn find(ctx: &egui::Context, tree: &Arc<Tree>) -> Job<Option<Vec<SystemFont>>> {
    let tree = Arc::clone(tree);
    Job::start(ctx, "plyscope fonts", move |progress| {
        let names = tree.names().chain([tree.title(), tree.source()]);
        let missing: BTreeSet<char> = names.flat_map(lacking).collect();
        (!missing.is_empty()).then(|| look_for(missing, progress).fonts)
    })
}
