//! The tour: six steps on one small tree, each with a callout that points to the controls it is about.
//!
//! A step goes on when the user has done it, or does itself on *Next*.

pub(super) mod action;
mod callout;
mod steps;

use eframe::egui::{Context, Id, Rect, pos2};

use super::Action;
use super::model::{Model, Page};
use super::plyscope::Plyscope;
use super::trees::panes::Panes;
use crate::search::Algorithm;
use crate::tree::NodeId;
use crate::tree::samples::{GROUPS, Sample};
use action::TourAction;
use callout::Callout;
pub(crate) use callout::layer;
use steps::STEPS;

/// The searches that the tour compares.
const SEARCHES: [Algorithm; 2] = [Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA];
/// Of the tour's tree: the node that is cut, and the leaf below it whose value decides that.
const CUT: NodeId = NodeId::at(4);
const LEAF: NodeId = NodeId::at(5);

/// The tree of the tour.
pub(crate) fn sample() -> &'static Sample {
    &GROUPS[1].samples[0]
}

/// A control that a callout points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Anchor {
    /// The picture of the tour's tree on the start page, or else the menu with the samples.
    Sample,
    FileMenu,
    AddAlgorithm,
    Comparison,
    /// A node in the first pane of the tour.
    Node(NodeId),
    Inspector,
    TimeLineMenu,
    TimeLine,
    Experiments,
    Run,
    Chart,
}

/// Says where a control was in this frame.
pub(crate) fn mark(ctx: &Context, anchor: Anchor, rect: Rect) {
    let now = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(Id::unique(("tour", anchor)), (now, rect)));
}

/// Where a control is, if it was drawn a moment ago.
fn place(ctx: &Context, anchor: Anchor) -> Option<Rect> {
    let now = ctx.cumulative_frame_nr();
    let (drawn, rect): (u64, Rect) = ctx.data(|data| data.get_temp(Id::unique(("tour", anchor))))?;
    (drawn + 1 >= now).then_some(rect)
}

/// How often the tour tries to do a step itself.
const TRIES: u32 = 8;

/// How far the tour is.
pub(crate) struct Tour {
    step: usize,
    /// Whether the step was done, so that only its explanation is left.
    is_done: bool,
    /// How often the tour will still try to do the step itself.
    tries: u32,
    /// The algorithms that had panes before.
    before: Vec<Algorithm>,
}

impl Tour {
    /// The first step; the algorithms that have panes come back when the tour ends.
    pub(crate) fn start(before: Vec<Algorithm>) -> Tour {
        Tour { step: 0, is_done: false, tries: 0, before }
    }

    /// Whether it does something by itself.
    pub(crate) fn is_busy(&self) -> bool {
        self.tries > 0
    }

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
    pub(crate) fn show_tour(&self, ctx: &Context) -> Vec<Action> {
        let Some(tour) = self.model.tour.as_ref().filter(|_| self.dialog.is_none()) else { return Vec::new() };
        for &node in &[CUT, LEAF] {
            if let Some(rect) = node_place(&self.model, &self.panes, node) {
                mark(ctx, Anchor::Node(node), rect);
            }
        }
        let step = &STEPS[tour.step];
        let (words, anchors) = if tour.is_done { (step.seen, step.seen_at) } else { (step.task, step.task_at) };
        let target = anchors.iter().find_map(|&anchor| place(ctx, anchor));
        let callout = Callout {
            title: step.title,
            number: tour.step + 1,
            count: STEPS.len(),
            words,
            is_done: tour.is_done,
            target,
        };
        callout.ui(ctx)
    }
}

/// Where a node of the tour's tree is on the screen.
fn node_place(model: &Model, panes: &Panes, node: NodeId) -> Option<Rect> {
    let frame = panes.frame(SEARCHES[0])?;
    let shown = model.shown().filter(|shown| node.index() < shown.tree.len())?;
    let at = frame.position_of(&shown, node);
    Some(Rect::from_center_size(pos2(at.x, at.y), eframe::egui::Vec2::splat(44.0)))
}
