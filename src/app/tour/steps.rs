//! The steps of the tour, in order.

use super::anchor::Anchor;
use super::sample::{CUT, LEAF, SEARCHES, sample};
use crate::app::experiments::{Experiment, ExperimentAction};
use crate::app::timeline::Jump;
use crate::app::trees::{NewTree, Source};
use crate::app::{Action, EditAction, FileAction, Model, Page, RunAction, TimeAction, ViewAction};
use crate::tree::Value;
use crate::tree::edit::Edit;
use crate::tree::file::Asked;

/// A step.
pub(super) struct Step {
    pub(super) title: &'static str,
    /// What to do.
    pub(super) task: &'static str,
    /// To what that points: the first of these that is on the screen.
    pub(super) task_at: &'static [Anchor],
    /// What is to be seen when it is done.
    pub(super) seen: &'static str,
    pub(super) seen_at: &'static [Anchor],
    pub(super) is_done: fn(&Model) -> bool,
    /// What is to be done next so that it gets done, the tour's tree being open; nothing where that is under way.
    pub(super) next: fn(&Model) -> Vec<Action>,
    /// What is done before the next step.
    pub(super) leave: fn(&Model) -> Vec<Action>,
}

pub(super) const STEPS: [Step; 7] = [
    Step {
        title: "Open a tree",
        task: "Open the sample “A deep cutoff”: click its picture, or choose it from File › Open sample › Cutoffs. \
               Or click Next, which does every step for you.",
        task_at: &[Anchor::Sample, Anchor::FileMenu],
        seen: "Triangles that point up are moves of MAX, who wants a large number; those that point down are moves of \
               MIN, who wants a small one. Squares are leaves. With best play on both sides this tree is worth 6.",
        seen_at: &[],
        is_done: is_open,
        next: nothing,
        leave: nothing,
    },
    Step {
        title: "Compare two searches",
        task: "Click Next to see alpha-beta and lazy alpha-beta alone, side by side. (Add algorithm and the × of a \
               pane do the same by hand.)",
        task_at: &[Anchor::AddAlgorithm],
        seen: "Both find 6, but alpha-beta evaluated 4 leaves and lazy alpha-beta all 5. Filled squares were \
               evaluated. The dashed one was pruned: alpha-beta never evaluated 100. What did it know?",
        seen_at: &[Anchor::Comparison],
        is_done: |model| {
            let done = |algorithm| model.runs.get(algorithm).is_some_and(|run| run.finished().is_some());
            model.runs.iter().len() == 2 && SEARCHES.iter().all(|&algorithm| done(algorithm))
        },
        next: |model| {
            let algorithms = model.runs.algorithms();
            if algorithms == SEARCHES { Vec::new() } else { vec![Action::Run(RunAction::ShowOnly(SEARCHES.into()))] }
        },
        leave: nothing,
    },
    Step {
        title: "Ask why",
        task: "The stroke across an edge marks a cutoff: this node was left before its last child. Click it.",
        task_at: &[Anchor::Node(SEARCHES[0], CUT)],
        seen: "At the root MAX already has 5. Here MIN can take 4, so MAX would never come here, and 100 cannot matter. \
               Alpha-beta knows the 5, since it hands its bounds down the whole tree: this is a deep cutoff. \
               Lazy alpha-beta hands on one bound only, from a node to the siblings after it. A node that has no \
               sibling before it, like this one, is entered with an open window (−∞, +∞). So lazy alpha-beta finds \
               shallow cutoffs only, and looks at 100.",
        seen_at: &[Anchor::Inspector],
        is_done: |model| model.selected == Some(CUT) && is_open(model),
        next: |_| vec![Action::View(ViewAction::SelectAndReveal(CUT))],
        leave: nothing,
    },
    Step {
        title: "Step through it",
        task: "Show the time line (T), and go to the next deep cutoff: press Shift+], or choose it from the menu Time line.",
        task_at: &[Anchor::TimeLine, Anchor::TimeLineMenu],
        seen: "The sentence says what happens at this step, and the link beside it leads to the step that set the \
               bound. Lazy alpha-beta stands at the same number of evaluations: step on (Page Down), and it enters the \
               leaf 100.",
        seen_at: &[Anchor::TimeLine],
        is_done: |model| model.time.as_ref().is_some_and(|time| time.sentence.cause.is_some()),
        next: |model| match &model.time {
            None => vec![Action::View(ViewAction::Focus(SEARCHES[0])), Action::Time(TimeAction::Toggle)],
            Some(time) if time.now(SEARCHES[0]).is_some() => {
                vec![
                    Action::View(ViewAction::Focus(SEARCHES[0])),
                    Action::Time(TimeAction::Jump(Jump::NextCut { deep: true })),
                ]
            }
            Some(_) => Vec::new(),
        },
        leave: |model| if model.time.is_some() { vec![Action::Time(TimeAction::Toggle)] } else { Vec::new() },
    },
    Step {
        title: "Change a leaf",
        task: "Would any other value do? Select the leaf 4, type 7 and press Enter.",
        task_at: &[Anchor::Node(SEARCHES[0], LEAF)],
        seen: "7 is more than the 5 that MAX has, so MAX might come here: there is no cutoff any more, and both searches \
               evaluate all 5 leaves. Next takes the change back, as Ctrl+Z does.",
        seen_at: &[Anchor::Comparison],
        is_done: |model| model.tree().is_some_and(|tree| tree.value(LEAF) != Some(Value::from(4))),
        next: |_| vec![Action::Edit(EditAction::Change(Edit::Value(LEAF, Some(Value::from(7)))))],
        leave: |model| {
            let is_changed = model.document.as_ref().is_some_and(|document| document.history.undo_name().is_some());
            let undo = is_changed.then_some(Action::Edit(EditAction::Undo));
            // With a node selected, what is pasted next would go there.
            undo.into_iter().chain([Action::View(ViewAction::Select(None))]).collect()
        },
    },
    Step {
        title: "Bring your own tree",
        task: "Copy a tree from a slide, your homework or a program, and press Ctrl+V; almost any notation will do. \
               Next pastes [[3, 12, 8], [2, 4, 6], [14, 5, 2]], from figure 5.2 of Russell & Norvig.",
        task_at: &[Anchor::FileMenu],
        seen: "Both searches ran on it, and each cutoff says why. Search › Judge a program finds the smallest tree on which \
               a search of your own is wrong. To hand the tree to students, press Ctrl+E and choose Web page: they \
               step through it in a browser. File › New exercise makes sheets and practice.",
        seen_at: &[Anchor::FileMenu],
        is_done: |model| model.document.is_some() && !has_sample(model) && model.page == Page::Trees,
        next: |_| {
            let text = String::from("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]");
            vec![Action::File(FileAction::Create(NewTree::Text { text, asked: Asked::default() }))]
        },
        leave: nothing,
    },
    Step {
        title: "Sweep over many trees",
        task: "One tree proves little. Go to Sweeps and press Run: it searches hundreds of random trees, 2 to 7 \
               moves deep, and counts the evaluations.",
        task_at: &[Anchor::Run, Anchor::Experiments],
        seen: "Each point is a mean over 100 trees. The deeper the trees, the further lazy alpha-beta lies above \
               alpha-beta: that is what deep cutoffs save. The tour ends here; Help has it again.",
        seen_at: &[Anchor::Chart],
        is_done: |model| {
            let experiment = model.experiments.experiment.as_ref();
            model.page == Page::Experiments
                && experiment.is_some_and(|experiment| !experiment.is_running())
                && model.experiments.runs() > 0
        },
        next: |model| {
            if model.page != Page::Experiments {
                return vec![Action::ShowPage(Page::Experiments)];
            }
            let is_running = model.experiments.experiment.as_ref().is_some_and(Experiment::is_running);
            if is_running { Vec::new() } else { vec![Action::Experiment(ExperimentAction::RunForm)] }
        },
        leave: nothing,
    },
];

impl Step {
    /// What is to be done next so that it gets done; nothing where that is under way.
    pub(super) fn help(&self, model: &Model) -> Vec<Action> {
        if model.loading.is_some() {
            Vec::new()
        } else if is_open(model) || self.title == STEPS[STEPS.len() - 1].title {
            (self.next)(model)
        } else if has_sample(model) {
            vec![Action::ShowPage(Page::Trees)]
        } else {
            vec![Action::File(FileAction::OpenSample(sample()))]
        }
    }
}

fn nothing(_: &Model) -> Vec<Action> {
    Vec::new()
}

/// Whether the tour's tree is in front.
pub(super) fn is_open(model: &Model) -> bool {
    has_sample(model) && model.page == Page::Trees
}

fn has_sample(model: &Model) -> bool {
    let source = model.document.as_ref().map(|document| &document.source);
    matches!(source, Some(Source::Sample(open)) if **open == *sample())
}
