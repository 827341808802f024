//! What is practised on: the exercise of a seed, or the open tree.

use std::borrow::Cow;
use std::sync::Arc;

use super::exercise::in_words;
use crate::app::Model;
use crate::exercise::{Class, Method, Order, Question, Solved};
use crate::format;
use crate::tree::Tree;

/// The number of nodes whose windows are asked for.
const MARKED: usize = 2;

/// An exercise for practice.
#[derive(Clone)]
pub(crate) enum Practised {
    /// The tree of a seed.
    Drawn(Box<Class>, u64),
    /// A tree of one's own, and how it is searched.
    Own(Arc<Tree>, Method),
}

impl Practised {
    /// The open tree with the marked search, or why there are no exercises about them.
    pub(crate) fn open(model: &Model) -> Result<Practised, Cow<'static, str>> {
        let document = model.document.as_ref().ok_or("open a tree first")?;
        if document.visited.is_some() {
            return Err("only a part of the game is shown; open it with a smaller depth".into());
        }
        let tree = &document.tree;
        Solved::check(tree).map_err(|unfit| unfit.to_string())?;
        let settings = model.settings;
        if settings.depth.is_some() {
            return Err("practice is about the whole tree; choose no depth limit".into());
        }
        if settings.bounds.is_some() && tree.has_chance() {
            return Err("practice takes the bounds of the values from the tree; take off yours".into());
        }
        let algorithm = model.marked().ok_or("no search has finished yet")?;
        if algorithm.is_traced() {
            return Err("the marked pane is that of a trace; mark another one".into());
        }
        let method = Method { algorithm, rule: settings.cutoff, order: Order::Left };
        method.check_chance(tree.has_chance()).map_err(|unfit| unfit.to_string())?;
        Ok(Practised::Own(Arc::clone(tree), method))
    }

    /// The exercise with its questions.
    pub(crate) fn solved(&self) -> Result<(Solved, Vec<&'static Question>), String> {
        match self {
            Practised::Drawn(class, seed) => Ok((class.solved(*seed).map_err(in_words)?, class.questions())),
            Practised::Own(tree, method) => {
                let solved = Solved::new(tree, None, *method, MARKED).map_err(|unfit| unfit.to_string())?;
                Ok((solved, Question::usual(method, tree.has_chance())))
            }
        }
    }

    pub(crate) fn heading(&self) -> String {
        match self {
            Practised::Drawn(_, seed) => format!("Exercise no. {seed}"),
            Practised::Own(tree, _) if tree.title().trim().is_empty() => "Practice".to_owned(),
            Practised::Own(tree, _) => format!("Practice: {}", format::visible(tree.title())),
        }
    }

    pub(crate) fn order(&self) -> Order {
        match self {
            Practised::Drawn(class, _) => class.method.order,
            Practised::Own(_, method) => method.order,
        }
    }

    /// The next exercise of the same kind.
    pub(crate) fn next(&self) -> Option<Practised> {
        match self {
            Practised::Drawn(class, seed) => Some(Practised::Drawn(class.clone(), seed.saturating_add(1))),
            Practised::Own(..) => None,
        }
    }
}
