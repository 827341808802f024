//! The tour: seven steps, most of them on one small tree, each with a callout that points to the controls it is about.
//!
//! A step goes on when the user has done it, or does itself on *Next*.

pub(super) mod action;
pub(crate) mod anchor;
mod callout;
pub(crate) mod sample;
pub(crate) mod state;
mod steps;

use eframe::egui::{Context, Rect};

use super::{Action, Model, Page, Plyscope};
use crate::search::Algorithm;
use crate::tree::{NodeId, Tree};
use action::TourAction;
use anchor::{Anchor, mark, place};
use callout::Callout;
use sample::SEARCHES;
use state::Tour;
use steps::{STEPS, is_open};

/// How often the tour tries to do a step itself.
const TRIES: u32 = 8;

impl Tour {
    /// Notices that a step was done, and does it where that was asked for.
    fn advance(&mut self, model: &Model) -> Vec<Action> {
        let step = &STEPS[self.step];
        if !self.is_done && (step.is_done)(model) {
            (self.is_done, self.tries) = (true, 0);
        }
        if self.tries == 0 {
            return Vec::new();
        }
        let actions = step.help(model);
        if !actions.is_empty() {
            self.tries -= 1;
        }
        actions
    }

    /// Does the step if that is still to do, and else turns to the next one; whether there is one.
    fn go_on(&mut self) -> bool {
        if !self.is_done {
            self.tries = TRIES;
            return true;
        }
        (self.step, self.is_done) = (self.step + 1, false);
        self.step < STEPS.len()
    }
}

impl Plyscope {
    /// Carries out an action on the tour.
    pub(crate) fn act_on_tour(&mut self, ctx: &Context, action: TourAction) {
        match action {
            TourAction::Start => self.start_tour(),
            TourAction::Decline => self.model.offers_tour = false,
            TourAction::GoOn => self.go_on_with_tour(ctx),
            TourAction::End => self.end_tour(),
        }
    }

    /// Begins with the first step.
    pub(crate) fn start_tour(&mut self) {
        let model = &mut self.model;
        let algorithms = model.runs.own_algorithms();
        let before = model.tour.take().map_or(algorithms, |tour| tour.before);
        (model.tour, model.offers_tour, model.page) = (Some(Tour::start(before)), false, Page::Start);
    }

    /// Does the step that the tour is at, or turns to the next one.
    pub(crate) fn go_on_with_tour(&mut self, ctx: &Context) {
        let Some(tour) = &mut self.model.tour else { return };
        let leave = if tour.is_done { STEPS[tour.step].leave } else { |_: &Model| Vec::new() };
        if tour.go_on() {
            for action in leave(&self.model) {
                self.act(ctx, action);
            }
        } else {
            self.end_tour();
        }
    }

    /// Ends the tour; the panes from before are there again.
    pub(crate) fn end_tour(&mut self) {
        if let Some(tour) = self.model.tour.take() {
            self.show_only(&tour.before);
        }
    }

    /// Notices what was done of the tour.
    pub(crate) fn advance_tour(&mut self, ctx: &Context) {
        let Some(mut tour) = self.model.tour.take() else { return };
        let actions = tour.advance(&self.model);
        self.model.tour = Some(tour);
        for action in actions {
            self.act(ctx, action);
        }
        // What a dialog asks is not for the tour to answer.
        if let (Some(_), Some(tour)) = (&self.dialog, &mut self.model.tour) {
            tour.tries = 0;
        }
    }

    /// Shows the callout of the step that the tour is at.
    pub(crate) fn show_tour(&self, ctx: &Context) {
        let Some(tour) = self.model.tour.as_ref().filter(|_| self.dialog.is_none()) else { return };
        let step = &STEPS[tour.step];
        let (words, anchors) = if tour.is_done { (step.seen, step.seen_at) } else { (step.task, step.task_at) };
        let target = anchors.iter().find_map(|&anchor| place(ctx, anchor));
        let nodes = || nodes(&self.model);
        let drawn = SEARCHES.iter().flat_map(|&search| nodes().map(move |node| Anchor::Node(search, node)));
        let callout = Callout {
            title: step.title,
            number: tour.step + 1,
            count: STEPS.len(),
            words,
            is_done: tour.is_done,
            target,
            drawn: drawn.filter_map(|node| place(ctx, node)).collect(),
        };
        callout.ui(ctx);
    }
}

/// The nodes of the tour's tree, if that is open.
fn nodes(model: &Model) -> impl Iterator<Item = NodeId> {
    model.tree().filter(|_| is_open(model)).into_iter().flat_map(Tree::nodes)
}

/// Says where the nodes of the tour were drawn in a pane, which knows the place of each.
pub(crate) fn mark_nodes(
    ctx: &Context,
    model: &Model,
    algorithm: Algorithm,
    place: &mut dyn FnMut(NodeId) -> Option<Rect>,
) {
    if model.tour.is_none() {
        return;
    }
    for node in nodes(model) {
        if let Some(rect) = place(node) {
            mark(ctx, Anchor::Node(algorithm, node), rect);
        }
    }
}
