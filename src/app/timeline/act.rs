//! What moves the time line, and what follows it.

use eframe::egui::{Context, ViewportCommand};

use super::action::TimeAction;
use super::{Jump, TimeState};
use crate::app::trees::AlgorithmRun;
use crate::app::{Model, Plyscope, keys};
use crate::draw::Shown;

/// The magnification in the lecture hall.
const LECTURE_HALL: f32 = 1.4;

/// What is said on entering it.
fn way_out() -> String {
    format!("{} or {} leaves the lecture hall", keys::text(keys::PRESENT), keys::text(keys::DESELECT))
}

impl Plyscope {
    /// Carries out an action on the time line.
    pub(crate) fn act_on_time(&mut self, action: TimeAction) {
        let model = &mut self.model;
        match action {
            TimeAction::Toggle => self.toggle_time_line(),
            TimeAction::ToggleMachine => model.shows_machine = !model.shows_machine,
            TimeAction::Jump(jump) => self.jump(jump),
            TimeAction::TogglePlay => self.toggle_play(),
            TimeAction::SetSpeed(speed) => model.time.iter_mut().for_each(|time| time.speed = speed),
            TimeAction::SetRace(race) => model.time.iter_mut().for_each(|time| time.race = race),
            TimeAction::GoToFinding(to) => self.go_to_finding(to),
            TimeAction::ToggleFindings => model.shows_findings = !model.shows_findings,
            TimeAction::GoToCause => self.go_to_cause(),
        }
    }

    fn toggle_time_line(&mut self) {
        let model = &mut self.model;
        model.time = if model.time.is_some() { None } else { Some(TimeState::open()) };
        // The drawings show a step or a difference.
        model.difference.take_if(|_| model.time.is_some());
        self.follow_step();
    }

    /// Advances the time line.
    pub(crate) fn advance_time(&mut self, ctx: &Context) {
        let marked = self.model.marked();
        if self.model.time.is_some() {
            // Whatever happens to other searches, the time line stays with this one.
            self.model.focused = self.model.focused.or(marked);
        }
        let Model { document: Some(document), runs, time: Some(time), selected, shows_machine, .. } = &mut self.model
        else {
            return;
        };
        if time.advance(ctx, &document.tree, runs, marked, *selected, *shows_machine) {
            self.follow_step();
        }
    }

    /// Opens the fold in which the time line stands, closes the one that it has left, and brings the step's node into the panes.
    pub(crate) fn follow_step(&mut self) {
        let marked = self.model.marked();
        let Model { document: Some(document), time, folding, .. } = &mut self.model else { return };
        let (tree, time) = (&document.tree, time.as_ref());
        let moment = time.and_then(|time| Some(&time.now(marked?)?.moment));
        // The first node that a sentence names is the one at which something happens.
        let named = time.and_then(|time| time.sentence.nodes.first().copied());
        let node = moment.and_then(|moment| named.or(moment.node()));
        let is_open = |node| moment.is_some_and(|moment| moment.open(node, tree.depth(node)).is_some());
        if let Some(before) = folding.enter(tree, node, is_open) {
            self.view.refold(&Shown { tree, folds: &before }, &folding.shown(tree));
        }
        if let Some(node) = node.filter(|_| time.is_some_and(|time| !time.is_playing)) {
            self.view.reveal(&folding.shown(tree), node);
        }
    }

    pub(crate) fn jump(&mut self, jump: Jump) {
        let Some(marked) = self.model.marked() else { return };
        let Model { document: Some(document), runs, time: Some(time), selected, .. } = &mut self.model else { return };
        if let Some(finished) = runs.get(marked).and_then(AlgorithmRun::finished) {
            time.is_playing = false;
            time.back = None;
            time.jump(jump, &document.tree, finished, marked, *selected);
        }
    }

    pub(crate) fn toggle_play(&mut self) {
        let Some(marked) = self.model.marked() else { return };
        let Some(time) = &mut self.model.time else { return };
        let is_at_end = time.now(marked).is_some_and(|now| now.moment.time >= now.timeline.len());
        if is_at_end {
            time.time = Some(0);
        }
        time.is_playing = !time.is_playing;
    }

    pub(crate) fn go_to_cause(&mut self) {
        let Some(time) = &mut self.model.time else { return };
        let (to, back) = match (time.sentence.cause, time.back) {
            (Some(cause), _) => (cause, time.time),
            (None, Some(back)) => (back, None),
            (None, None) => return,
        };
        (time.time, time.back, time.is_playing) = (Some(to), back, false);
    }

    pub(crate) fn toggle_presenter(&mut self, ctx: &Context) {
        let model = &mut self.model;
        model.presents = !model.presents;
        if model.presents {
            model.say(way_out());
        } else {
            model.note.take_if(|note| note.text == way_out());
        }
        if model.difference.is_none() {
            model.time.get_or_insert_with(TimeState::open);
        }
        ctx.send_viewport_cmd(ViewportCommand::Fullscreen(model.presents));
        ctx.set_zoom_factor(if model.presents { self.size * LECTURE_HALL } else { self.size });
    }
}
