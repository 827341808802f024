//! What is drawn of a run: its search, the step of the time line, or the difference from another run.

use std::sync::Arc;

use super::{Compared, Drawn, Finished};
use crate::app::Model;
use crate::app::timeline::Now;
use crate::app::timeline::findings::Checked;
use crate::draw::{Overlay, Plain, Warned};
use crate::search::Algorithm;
use crate::search::story::timeline::Time;
use crate::tree::Tree;

/// What is drawn of a run.
pub(super) struct Drawing {
    pub(super) algorithm: Algorithm,
    pub(super) drawn: Option<Arc<Drawn>>,
    pub(super) now: Option<Arc<Now>>,
    /// The difference, if it is about this run.
    pub(super) compared: Option<Arc<Compared>>,
    pub(super) checked: Option<Arc<Checked>>,
}

impl Drawing {
    /// What is drawn of the result of an algorithm's run.
    pub(super) fn of(model: &Model, algorithm: Algorithm, result: Option<&Finished>) -> Drawing {
        let drawn = result.and_then(|result| result.drawn.clone());
        let compared = model.difference.as_ref().and_then(|bar| bar.compared().cloned());
        Drawing {
            algorithm,
            now: model.time.as_ref().and_then(|time| time.shared(algorithm)),
            compared: compared.filter(|compared| drawn.is_some() && compared.is_about(algorithm)),
            checked: result.and_then(Finished::checked).cloned(),
            drawn,
        }
    }

    /// The overlay of the tree, without warnings.
    pub(super) fn overlay<'a>(&'a self, tree: &'a Tree) -> Box<dyn Overlay + 'a> {
        let Some(drawn) = &self.drawn else { return Box::new(Plain(tree)) };
        if let Some(compared) = &self.compared {
            return Box::new(compared.overlay(tree, self.algorithm));
        }
        match self.now.as_ref().and_then(|now| now.overlay(tree, drawn)) {
            Some(moment) => Box::new(moment),
            None => Box::new(drawn.overlay(tree)),
        }
    }

    /// The overlay with the warnings of the check of a trace, which a difference does not have.
    pub(super) fn warned<'a>(&'a self, overlay: &'a dyn Overlay) -> Option<Warned<'a>> {
        let checked = self.checked.as_ref().filter(|_| self.compared.is_none())?;
        let time = self.now.as_ref().map_or(Time::MAX, |now| now.moment.time);
        Some(Warned { of: overlay, warnings: &checked.warnings, time })
    }
}
