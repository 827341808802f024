//! The state that the panels show.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::dialogs::{FindTreeChoices, JudgeChoices};
use super::experiments::ExperimentsModel;
use super::export::Exporting;
use super::export::PictureRequest;
use super::timeline::{Now, TimeState};
use super::tour::state::Tour;
use super::trees::{AlgorithmRun, Differing, Document, Folding, Loading, Runs};
use super::{Action, Page, RandomTree, Settings};
use crate::draw::{Options, Shown};
use crate::exercise::Class;
use crate::format;
use crate::game::GameTree;
use crate::search::Algorithm;
use crate::search::hughes::Pipeline;
use crate::tree::{NodeId, Tree, Value};

/// The state shared by all panels. Panels read it; only `act` changes it, except for the node under the pointer.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the View menu")]
pub(crate) struct Model {
    pub(crate) page: Page,
    pub(crate) document: Option<Document>,
    pub(crate) runs: Runs,
    pub(crate) settings: Settings,
    /// The algorithms that were shown before a tree with chance nodes was opened, to which none of them is applicable.
    pub(crate) set_aside: Option<Vec<Algorithm>>,
    pub(crate) selected: Option<NodeId>,
    pub(crate) hovered: Option<NodeId>,
    pub(crate) folding: Folding,
    /// The time line, while it is open.
    pub(crate) time: Option<TimeState>,
    /// Whether the state of the machine is shown beside the time line.
    pub(crate) shows_machine: bool,
    /// Whether only drawings and time line are shown, for a lecture hall.
    pub(crate) presents: bool,
    /// The comparison of two searches, while it is open.
    pub(crate) difference: Option<Differing>,
    /// What the drawings show.
    pub(crate) options: Options,
    /// The settings of the last exported picture.
    pub(crate) picture: PictureRequest,
    /// The algorithm whose row and pane are marked.
    pub(crate) focused: Option<Algorithm>,
    pub(crate) loading: Option<Loading>,
    pub(crate) error: Option<String>,
    /// What the user should know, beside an error.
    pub(crate) note: Option<Note>,
    /// The recent files, the last one first.
    pub(crate) recent: Vec<PathBuf>,
    /// The last random tree.
    pub(crate) random_tree: Option<RandomTree>,
    /// The last class of exercises, with the seed.
    pub(crate) exercise: Option<(Class, u64)>,
    /// The last tree taken from a game.
    pub(crate) game_tree: Option<GameTree>,
    pub(crate) shows_inspector: bool,
    pub(crate) shows_comparison: bool,
    /// Whether the history of changes is shown.
    pub(crate) shows_history: bool,
    /// Whether what the check of a trace found is shown, where something was.
    pub(crate) shows_findings: bool,
    /// The last composition of Hughes' pipeline.
    pub(crate) pipeline: Pipeline,
    /// What was chosen last to judge a program.
    pub(crate) judge: JudgeChoices,
    /// What was chosen last to find a tree on which two searches differ.
    pub(crate) find_tree: FindTreeChoices,
    pub(crate) experiments: ExperimentsModel,
    /// The tour, while it is taken.
    pub(crate) tour: Option<Tour>,
    /// Whether the start page offers the tour.
    pub(crate) offers_tour: bool,
    /// The exports in progress.
    pub(crate) exports: Vec<Exporting>,
}

/// How long a note is shown that asks for nothing: a while, and longer for each of its letters, up to a most.
const NOTED: Duration = Duration::from_millis(2500);
const NOTED_BY_LETTER: Duration = Duration::from_millis(45);
const NOTED_AT_MOST: Duration = Duration::from_secs(8);
/// How long an offer is shown.
const OFFERED: Duration = Duration::from_secs(30);

/// What the user should know.
pub(crate) struct Note {
    pub(crate) text: String,
    /// What can be done about it.
    pub(crate) offer: Option<(&'static str, Action)>,
    /// When it goes by itself.
    until: Option<Instant>,
}

impl Note {
    /// It goes after a while.
    pub(crate) fn passing(text: String) -> Note {
        let letters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        let shown = NOTED_BY_LETTER.saturating_mul(letters).saturating_add(NOTED).min(NOTED_AT_MOST);
        Note { text, offer: None, until: Some(Instant::now() + shown) }
    }

    /// It goes after a while, in which something can be done about it.
    pub(crate) fn offering_for_a_while(text: String, verb: &'static str, action: Action) -> Note {
        Note { text, offer: Some((verb, action)), until: Some(Instant::now() + OFFERED) }
    }

    /// It stays until something is done about it.
    pub(crate) fn offering(text: String, verb: &'static str, action: Action) -> Note {
        Note { text, offer: Some((verb, action)), until: None }
    }

    /// For how long it is still shown, if it goes by itself.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.until.map(|until| until.saturating_duration_since(Instant::now()))
    }
}

impl Model {
    /// Shows a page. An error of another page goes.
    pub(crate) fn go_to(&mut self, page: Page) {
        if self.page != page {
            self.error = None;
        }
        self.page = page;
    }

    /// Says of something that it has worked, for a while; an error from before goes.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.error = None;
        self.note = Some(Note::passing(text.into()));
    }

    /// Says something until it is dismissed.
    pub(crate) fn warn(&mut self, text: String) {
        self.note = Some(Note { text, offer: None, until: None });
    }

    /// The state in which the window begins: the usual searches and panels, and no tree.
    pub(crate) fn new() -> Model {
        Model {
            runs: Runs::new(&Algorithm::usual()),
            shows_inspector: true,
            shows_comparison: true,
            shows_findings: true,
            offers_tour: true,
            ..Model::default()
        }
    }

    /// The page on the screen: without a tree the start page is in place of that of trees.
    pub(crate) fn shown_page(&self) -> Page {
        if self.lacks(self.page) { Page::Start } else { self.page }
    }

    /// Whether there is nothing to show on a page: no tree.
    pub(crate) fn lacks(&self, page: Page) -> bool {
        page == Page::Trees && self.document.is_none() && self.loading.is_none()
    }

    /// Whether a tree is in front.
    pub(crate) fn shows_trees(&self) -> bool {
        self.page == Page::Trees && self.document.is_some()
    }

    /// The open tree, if it can be changed.
    pub(crate) fn editable(&self) -> Option<&Document> {
        self.document.as_ref().filter(|document| document.why_fixed().is_none())
    }

    /// As many digits as tell the values of the tree apart.
    pub(crate) fn digits(&self) -> usize {
        self.tree().map_or(format::FEWEST_DIGITS, Tree::telling_digits)
    }

    /// A text with numbers that are as short as in the drawings.
    pub(crate) fn shortened<'t>(&self, text: &'t str) -> Cow<'t, str> {
        format::shortened_to(text, &[], self.digits())
    }

    pub(crate) fn tree(&self) -> Option<&Tree> {
        self.document.as_ref().map(|document| document.tree.as_ref())
    }

    /// The marked algorithm, or else the first finished one with a cutoff, or the first finished one.
    pub(crate) fn marked(&self) -> Option<Algorithm> {
        let is_drawn = |run: &&AlgorithmRun| run.drawn().is_some();
        let focused = self.focused_run().filter(is_drawn);
        let cuts = |run: &&AlgorithmRun| run.drawn().is_some_and(|drawn| drawn.has_cuts());
        let first = || self.runs.iter().find(cuts).or_else(|| self.runs.iter().find(is_drawn));
        focused.or_else(first).map(|run| run.algorithm)
    }

    /// The run of the pane in the foreground, if one was chosen.
    pub(crate) fn focused_run(&self) -> Option<&AlgorithmRun> {
        self.runs.get(self.focused?)
    }

    /// The marked search at the step of the time line.
    pub(crate) fn now(&self) -> Option<&Now> {
        self.time.as_ref()?.now(self.marked()?)
    }

    /// The open tree with its folds.
    pub(crate) fn shown(&self) -> Option<Shown<'_>> {
        self.tree().map(|tree| self.folding.shown(tree))
    }

    /// Depth of the tree, or of a game too large to unfold; `None` if unknown.
    pub(crate) fn height(&self) -> Option<u32> {
        let document = self.document.as_ref()?;
        document.visited.as_ref().map_or_else(|| Some(document.tree.height()), |visited| visited.game.depth)
    }

    /// The value of the root, if a run has found it, otherwise 0.
    pub(crate) fn value_or_zero(&self) -> Value {
        let found = self.runs.iter().filter_map(AlgorithmRun::finished).find_map(|run| run.summary.outcome.value());
        found.unwrap_or_else(|| Value::from(0))
    }

    /// Every algorithm, with the parameter of its pane if it has one.
    pub(crate) fn every_algorithm(&self) -> Vec<Algorithm> {
        let shown = self.runs.algorithms();
        let mut algorithms = Algorithm::ALL.to_vec();
        algorithms.extend([Algorithm::threshold, Algorithm::proof_number].map(|test| test(Value::from(0))));
        for algorithm in &mut algorithms {
            let same = shown.iter().find(|shown| shown.id() == algorithm.id());
            *algorithm = same.copied().unwrap_or(*algorithm);
        }
        algorithms.push(Algorithm::of_pipeline(self.pipeline));
        algorithms
    }
}
