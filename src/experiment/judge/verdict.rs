//! Judges a program on all trees, and finds the smallest one on which it fails.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::answer::{Answer, is_trace};
use super::change::line;
use super::compare::Compared;
use super::fault::{Criterion, Fault, Kind};
use super::habit::Habits;
use super::program::{JudgeError, Program};
use super::run::{self, Lines, Said};
use super::shrink::shrink;
use super::standard::Standard;
use super::trees::Trees;
use crate::format;
use crate::progress::Progress;
use crate::tree::{Tree, Value};

/// The order in which faults are told: what explains the others first.
const TOLD: [Criterion; 6] =
    [Criterion::Ends, Criterion::Value, Criterion::Best, Criterion::Leaves, Criterion::Evaluations, Criterion::Trace];

/// How often a program was right by a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The criterion.
    pub criterion: Criterion,
    /// On how many trees it was judged by it.
    pub trees: usize,
    /// On how many of them it was right.
    pub right: usize,
    /// The first tree on which it was wrong, from 1.
    pub first_wrong: Option<usize>,
}

impl Tally {
    fn count(&mut self, number: usize, is_right: bool) {
        self.trees += 1;
        if is_right {
            self.right += 1;
        } else {
            self.first_wrong = self.first_wrong.or(Some(number));
        }
    }
}

/// What was found about a program.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// On how many trees it was judged.
    pub trees: usize,
    /// How many trees there were.
    pub asked: usize,
    /// On how many it was right by all criteria, and by one at least.
    pub right: usize,
    /// On how many nothing that it said could be compared with anything.
    pub uncompared: usize,
    /// How often it was right by each criterion, in the order of [`Criterion::ALL`].
    pub tallies: Vec<Tally>,
    /// The first tree on which it failed, made small.
    pub found: Option<Found>,
}

/// A tree on which a program fails.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of the tree on which it failed first, from 1.
    pub number: usize,
    /// Where that came from, in words.
    pub origin: String,
    /// How many leaves that had.
    pub leaves: usize,
    /// The smallest tree that was found on which it fails in the same way.
    pub tree: Tree,
    /// What is wrong there.
    pub fault: Fault,
    /// The trace that the program wrote there, if it did.
    pub trace: Option<Vec<u8>>,
    /// A mistake that explains everything that the program said, in a sentence.
    pub habit: Option<&'static str>,
    /// What limits this result, in a sentence.
    pub note: Option<&'static str>,
}

/// Runs a program on all trees. After a tree on which it is out of time, no further one is tried. Progress counts trees; whoever cancels
/// also [ends the program](super::end_all), for which this waits otherwise.
pub fn judge(
    program: &Program,
    standard: &Standard,
    trees: Arc<Trees>,
    progress: &Progress,
) -> Result<Judgement, JudgeError> {
    let judging = Judging { program, standard, progress };
    progress.set_total(trees.len() as u64);
    let mut judged = Judgement {
        trees: 0,
        asked: trees.len(),
        right: 0,
        uncompared: 0,
        tallies: Criterion::ALL.map(|criterion| Tally { criterion, trees: 0, right: 0, first_wrong: None }).to_vec(),
        found: None,
    };
    let mut first: Option<(usize, Tree, Wrong)> = None;
    let (mut habits, mut unmade, mut before) = (Habits::new(), None, [false; 2]);
    let sent = Arc::clone(&trees);
    let line = Arc::new(move |index| sent.get(index).ok().flatten().map(|tree| line(&tree)));
    run::run(program, &Lines { count: trees.len(), line }, &mut |index, said| {
        if progress.is_cancelled() {
            return ControlFlow::Break(());
        }
        let tree = match trees.get(index) {
            Ok(Some(tree)) => tree,
            Ok(None) => return ControlFlow::Break(()),
            Err(error) => {
                unmade = Some(error);
                return ControlFlow::Break(());
            }
        };
        let heard = judging.heard(&tree, said);
        if judged.trees > index {
            judged.take_back(index, before);
        } else {
            judged.count(index, &heard);
        }
        progress.set_done(judged.trees as u64);
        before = [heard.is_all_right(), heard.is_right[Criterion::Ends as usize] == Some(true)];
        if let Some(value) = heard.value {
            habits.hear(&tree, value);
        }
        let is_slow = heard.wrong.as_ref().is_some_and(|wrong| wrong.fault.kind == Kind::TimeOut);
        if let (None, Some(wrong)) = (&first, heard.wrong) {
            first = Some((index, tree, wrong));
        }
        if is_slow { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if let Some(error) = unmade {
        return Err(error);
    }
    if let Some((index, tree, wrong)) = first {
        let mut found = judging.found(index, trees.origin(index), tree, wrong)?;
        found.habit = habits.sentence().filter(|_| found.fault.kind == Kind::Value);
        judged.found = Some(found);
    }
    Ok(judged)
}

impl Found {
    /// The most characters of a tree that are printed.
    const MOST_PRINTED: usize = 1_000;

    /// The smallest tree as a line, which ends early if it is long.
    pub fn tree_in_words(&self) -> String {
        format::clipped(&line(&self.tree), Found::MOST_PRINTED).into_owned()
    }

    /// What was found, in some lines.
    pub fn in_words(&self) -> String {
        let count = |leaves: usize| format::count(leaves as u64, "leaf", "leaves");
        let mut said = vec![format!(
            "wrong on tree {} ({}, {}); the smallest such tree that was found has {}:\n\n    {}\n",
            format::grouped(self.number as u64),
            count(self.leaves),
            self.origin,
            count(self.tree.leaf_count()),
            self.tree_in_words(),
        )];
        let Fault { said: was_said, right, why, .. } = &self.fault;
        for (what, text) in [("said", was_said), ("right", right), ("why", why)] {
            said.push(format!("{what:<6} {}", format::visible(text)));
        }
        let is_clipped = line(&self.tree).chars().count() > Found::MOST_PRINTED;
        let whole = is_clipped.then_some("The tree is shortened here; --output writes it whole to a folder.");
        for note in [self.habit, self.note, whole].into_iter().flatten() {
            said.push(format!("note   {note}"));
        }
        said.join("\n") + "\n"
    }
}

impl Judgement {
    /// Whether it was right on every tree.
    pub fn is_right(&self) -> bool {
        self.found.is_none() && self.uncompared == 0
    }

    /// What is said if a program said nothing on some trees that could be compared: that, and what to add.
    pub fn uncompared_in_words(&self) -> Option<String> {
        let trees = |number: usize| format::count(number as u64, "tree", "trees");
        let right = if self.right > 0 { format!("right on {}; ", trees(self.right)) } else { String::new() };
        let words = format!(
            "{right}not judged on {}, since nothing that the program said there can be compared: add its “value” or the index of its \
             “best” move, or name (--as) the algorithm whose evaluations and leaves it should have; a trace needs a value at its end",
            trees(self.uncompared)
        );
        (self.uncompared > 0).then_some(words)
    }

    /// The process failed after its last answer, which is no longer right. `before` tells whether that was right, and whether it was one.
    fn take_back(&mut self, index: usize, before: [bool; 2]) {
        let [was_right, was_answer] = before.map(usize::from);
        self.right -= was_right;
        let ends = &mut self.tallies[Criterion::Ends as usize];
        ends.right -= was_answer;
        ends.first_wrong = ends.first_wrong.or(Some(index + 1));
    }

    fn count(&mut self, index: usize, heard: &Heard) {
        self.trees += 1;
        self.right += usize::from(heard.is_all_right());
        self.uncompared += usize::from(heard.wrong.is_none() && !heard.is_compared());
        for (tally, is_right) in self.tallies.iter_mut().zip(heard.is_right) {
            if let Some(is_right) = is_right {
                tally.count(index + 1, is_right);
            }
        }
    }
}

/// What is wrong with what a program said of a tree.
pub(super) struct Wrong {
    pub(super) fault: Fault,
    /// The trace that it wrote.
    pub(super) trace: Option<Vec<u8>>,
}

/// What a program said of a tree, judged.
struct Heard {
    /// Whether it was right by each of [`Criterion::ALL`], where it said anything.
    is_right: [Option<bool>; 6],
    /// The value that it said.
    value: Option<Value>,
    wrong: Option<Wrong>,
}

impl Heard {
    /// Whether anything was compared. That a program ends, or has a trace without errors, does not count.
    fn is_compared(&self) -> bool {
        let answers = [Criterion::Value, Criterion::Best, Criterion::Evaluations, Criterion::Leaves];
        answers.iter().any(|&criterion| self.is_right[criterion as usize].is_some())
    }

    fn is_all_right(&self) -> bool {
        self.wrong.is_none() && self.is_compared()
    }
}

/// Makes the tree with an index, if it can be made.
pub(super) type MakeTree = Arc<dyn Fn(usize) -> Option<Tree> + Send + Sync>;

/// Takes a tree and what is wrong with the answer on it, and says whether to go on.
type Hear<'a> = dyn FnMut(usize, Tree, Option<Wrong>) -> ControlFlow<()> + 'a;

/// A program and what it is compared with.
pub(super) struct Judging<'a> {
    pub(super) program: &'a Program,
    pub(super) standard: &'a Standard,
    pub(super) progress: &'a Progress,
}

impl Judging<'_> {
    /// Runs the program on trees and tells what is wrong with each answer. One that cannot be made is passed over.
    pub(super) fn run(&self, count: usize, make: MakeTree, hear: &mut Hear<'_>) -> Result<(), JudgeError> {
        let makes = Arc::clone(&make);
        let line = Arc::new(move |index: usize| Some(makes(index).map_or_else(|| "0".to_owned(), |tree| line(&tree))));
        run::run(self.program, &Lines { count, line }, &mut |index, said| {
            let Some(tree) = make(index) else { return ControlFlow::Continue(()) };
            let wrong = self.heard(&tree, said).wrong;
            hear(index, tree, wrong)
        })
    }

    /// What is wrong when the program begins with this tree.
    pub(super) fn alone(&self, tree: &Tree) -> Result<Option<Wrong>, JudgeError> {
        let mut found = None;
        let tree = tree.clone();
        self.run(1, Arc::new(move |_| Some(tree.clone())), &mut |_, _, wrong| {
            found = wrong;
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    fn heard(&self, tree: &Tree, said: Said) -> Heard {
        let read = said.and_then(|bytes| Ok((self.read(&bytes)?, bytes)));
        let mut heard = Heard { is_right: [None; 6], value: None, wrong: None };
        heard.is_right[Criterion::Ends as usize] = Some(read.is_ok());
        let (answer, bytes) = match read {
            Ok(read) => read,
            Err(fault) => return Heard { wrong: Some(Wrong { fault, trace: None }), ..heard },
        };
        heard.value = answer.value;
        let Some(right) = self.standard.of(tree) else { return heard };
        let compared = Compared { tree, standard: self.standard, right: &right, answer: &answer };
        for criterion in TOLD {
            let Some(result) = compared.by(criterion) else { continue };
            heard.is_right[criterion as usize] = Some(result.is_ok());
            if let (Err(fault), None) = (result, &heard.wrong) {
                let trace = answer.trace.is_some().then(|| bytes.clone());
                heard.wrong = Some(Wrong { fault, trace });
            }
        }
        heard
    }

    fn read(&self, bytes: &[u8]) -> Result<Answer, Fault> {
        let said = String::from_utf8_lossy(bytes);
        let why = if self.program.reads_lines && is_trace(&said) {
            Err("A trace has several lines, and with --lines an answer has one; leave --lines out".to_owned())
        } else {
            Answer::read(bytes)
        };
        why.map_err(|why| Fault {
            kind: Kind::NoAnswer,
            said: if said.trim().is_empty() { "nothing".into() } else { format::quoted(said.trim()) },
            right: "an answer".into(),
            why: format!("{why}."),
        })
    }

    /// Makes the tree small.
    fn found(&self, index: usize, origin: String, tree: Tree, wrong: Wrong) -> Result<Found, JudgeError> {
        let leaves = tree.leaf_count();
        let is_alone =
            !self.program.reads_lines || self.alone(&tree)?.is_some_and(|alone| alone.fault.kind == wrong.fault.kind);
        let (tree, Wrong { fault, trace }, note) = if is_alone {
            let (tree, wrong, is_smallest) = shrink(self, tree, wrong)?;
            (tree, wrong, (!is_smallest).then_some("There was no time to try all smaller trees."))
        } else {
            let note = "It fails only after other trees, in the same process: something is kept from tree to tree.";
            (tree, wrong, Some(note))
        };
        Ok(Found { number: index + 1, origin, leaves, tree, fault, trace, habit: None, note })
    }
}
