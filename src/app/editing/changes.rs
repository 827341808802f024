//! Changes of the open tree: small ones are made at once, large ones on a worker, one after the other.

use std::collections::VecDeque;
use std::sync::Arc;

use eframe::egui::Context;

use super::AT_ONCE;
use super::jobs::{Change, Changes, Made, Making, Work};
use crate::app::job::{Job, start_thread};
use crate::app::trees::Task;
use crate::app::{LatestJob, Model, Plyscope};
use crate::draw::Shown;
use crate::game::GameName;
use crate::progress::Progress;
use crate::tree::edit::{Arrival, Edit, EditError, Moved};
use crate::tree::{NodeId, Tree};

impl Plyscope {
    /// Changes the open tree, at once or after the changes that are under way.
    pub(crate) fn change(&mut self, ctx: &Context, change: Change) {
        let Some(document) = &self.model.document else { return };
        if let Some(reason) = document.why_fixed() {
            self.model.error = Some(reason.into());
        } else if self.changes.is_busy() {
            self.changes.waiting.push_back(change);
        } else {
            self.begin_change(ctx, change);
        }
    }

    /// Takes in the change that was made, and begins those that wait.
    pub(crate) fn advance_changes(&mut self, ctx: &Context) {
        let made = |changes: &mut Changes| Job::take_with(&mut changes.making, |making| &making.job);
        while let Some((Making { change, tree, .. }, result)) = made(&mut self.changes) {
            if self.model.tree().is_some_and(|open| open.identity() == tree) {
                match result {
                    Ok(made) => self.end_change(ctx, &change, made),
                    Err(fault) => self.model.error = Some(fault),
                }
            } else {
                // Another player begins in the meantime, and no node has moved.
                self.begin_change(ctx, change);
            }
            while !self.changes.is_busy()
                && let Some(next) = self.changes.waiting.pop_front()
            {
                self.begin_change(ctx, next);
            }
        }
    }

    /// Stops the change that is being made; those that wait for it are not made either.
    pub(crate) fn cancel_change(&mut self) {
        (self.changes, self.what_if) = (Changes::default(), None);
    }

    fn begin_change(&mut self, ctx: &Context, change: Change) {
        let Some(document) = &self.model.document else { return };
        let history = &document.history;
        let way = match &change {
            // A value that is tried and is the first one again leaves no step.
            Change::Edit(Edit::Value(node, value), Some(gesture)) => history.way_back_to(*gesture, *node, *value),
            Change::Edit(..) | Change::Paste(..) => None,
            Change::Undo => history.position().checked_sub(1).and_then(|to| history.way_to(to)),
            Change::Redo => history.way_to(history.position() + 1),
            Change::GoTo(position) => history.way_to(*position),
            Change::GiveUp(gesture) => history.way_before(*gesture),
        };
        let work = match (way, &change) {
            (Some(way), _) => Work::Way(way),
            (None, Change::Edit(edit, _)) => Work::Edit(edit.clone()),
            (None, Change::Paste(node, text)) => Work::Paste(*node, Arc::clone(text)),
            (None, _) => return,
        };
        let tree = Arc::clone(&document.tree);
        if work.size(&tree) <= AT_ONCE {
            let made = work.run(&tree, &Progress::new());
            self.end_change(ctx, &change, made);
        } else {
            let identity = tree.identity();
            let job = Job::start(ctx, "plyscope edit", move |progress| work.run(&tree, progress));
            self.changes.making = Some(Making { change, tree: identity, job });
        }
    }

    fn end_change(&mut self, ctx: &Context, change: &Change, made: Result<Made, EditError>) {
        let Some(document) = &mut self.model.document else { return };
        let history = &mut document.history;
        match made {
            Ok(Made::Edited(edited)) => {
                let gesture = if let Change::Edit(_, gesture) = change { *gesture } else { None };
                let is_about_the_tree = matches!(change, Change::Edit(Edit::Properties(_), _));
                let select = Some(edited.node).filter(|_| gesture.is_none() && !is_about_the_tree);
                let arrival = history.push(edited, gesture);
                self.take(ctx, arrival, select, gesture.is_some());
            }
            Ok(Made::Gone(gone)) => {
                let arrival = history.arrive(gone);
                let is_in_history = matches!(change, Change::Undo | Change::Redo | Change::GoTo(_));
                let back = came_back(&document.tree, &arrival).filter(|_| is_in_history);
                let is_tried = matches!(change, Change::Edit(..));
                if is_tried || matches!(change, Change::GiveUp(_)) {
                    history.forget_undone();
                }
                self.take(ctx, arrival, back, is_tried);
            }
            Err(EditError::Nothing | EditError::Cancelled) => {}
            Err(error) => self.model.error = Some(error.to_string()),
        }
    }

    /// Shows a changed tree.
    fn take(&mut self, ctx: &Context, arrival: Arrival, select: Option<NodeId>, is_tried: bool) {
        // A job that changes the player at the root of the tree from before is begun anew.
        if self.model.loading.as_ref().is_some_and(|loading| loading.task == Task::SetRootPlayer) {
            self.model.loading = None;
        }
        let Arrival { tree, moved } = arrival;
        let after = Arc::new(tree);
        let Model { document: Some(document), settings, .. } = &mut self.model else { return };
        let before = std::mem::replace(&mut document.tree, Arc::clone(&after));
        let root = after.player(NodeId::ROOT);
        if before.player(NodeId::ROOT) != root {
            (document.file_root, settings.root) = (root, None);
        }
        document.game = GameName::of_tree(&after);
        self.follow(&before, &after, &moved, select, is_tried);
        if moved.is_nothing() {
            self.model.runs.restart_soon();
        } else {
            self.model.runs.restart_quickly();
        }
        let waiting = std::mem::take(&mut self.changes.waiting);
        let pastes_before = pastes(&waiting);
        self.changes.waiting.extend(waiting.into_iter().filter_map(|change| change.followed(&moved)));
        let has_lost_paste = pastes(&self.changes.waiting) < pastes_before;
        if let Some(node) = select {
            self.select_and_reveal(node);
        }
        self.model.error = has_lost_paste.then(|| "nothing was pasted; the node for it was deleted meanwhile".into());
        self.may_lose_tree = false;
        self.set_title(ctx);
        if !is_tried {
            self.look_for_fonts(ctx);
        }
        self.settle_root(ctx);
        drop_elsewhere(before);
    }

    /// What is selected, folded, in sight, and at the step of the time line stays so where it is still there.
    pub(crate) fn follow(
        &mut self,
        before: &Tree,
        after: &Tree,
        moved: &Moved,
        select: Option<NodeId>,
        is_tried: bool,
    ) {
        let marked = self.model.marked();
        let Model { folding, selected, hovered, difference, time, .. } = &mut self.model;
        *selected = select.or(selected.map(|node| moved.follow_up(before, node)));
        if let Some(time) = time {
            time.follow(marked, is_tried, |node| moved.follow(node));
        }
        if moved.is_nothing() {
            return;
        }
        let folds = folding.follow(before, after, moved);
        let (old, new) = (Shown { tree: before, folds: &folds }, folding.shown(after));
        self.view.follow(&old, &new, |node| moved.follow_up(before, node));
        *hovered = None;
        if let Some(bar) = difference {
            bar.comparison = LatestJob::default();
        }
    }
}

/// The first node that a tree has again, which is what is looked at after an undo.
fn came_back(before: &Tree, Arrival { tree, moved }: &Arrival) -> Option<NodeId> {
    if moved.is_nothing() || tree.len() <= before.len() {
        return None;
    }
    let mut is_kept = vec![false; tree.len()];
    for now in (0..before.len()).filter_map(|node| moved.follow(NodeId::at(node))) {
        is_kept[now.index()] = true;
    }
    is_kept.iter().position(|is_kept| !is_kept).map(NodeId::at)
}

/// How many texts wait to be pasted.
fn pastes(waiting: &VecDeque<Change>) -> usize {
    waiting.iter().filter(|change| matches!(change, Change::Paste(..))).count()
}

/// Frees a tree, which takes long where it is large and has many names, on a thread of its own.
fn drop_elsewhere(tree: Arc<Tree>) {
    if tree.len() > AT_ONCE {
        // Where no thread can be started it is freed here.
        let _ = start_thread("plyscope free", Box::new(move || drop(tree)));
    }
}
