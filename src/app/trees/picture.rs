//! The drawings as pictures to export: an owned copy of what they are made from, so that a thread can make them.

use std::sync::Arc;

use super::{Document, Drawing, Panes, status_text};
use crate::app::canvas::{Kind, View};
use crate::app::export::PictureRequest;
use crate::app::{Export, Model};
use crate::draw::export::export;
use crate::draw::page::{self, Panel, Sheet, Style};
use crate::draw::{Difference, Figure, Folds, Frame, Options, Overlay, Plain, Shown, Steps, Warned};
use crate::format;
use crate::game::GameName;
use crate::progress::Progress;
use crate::search::story::{Story, Timeline};
use crate::tree::Tree;

/// A pane's picture.
struct Pane {
    drawing: Drawing,
    title: String,
    seen: Option<Frame>,
    /// The name of the algorithm, and the story of its search.
    name: String,
    story: Option<Arc<Story>>,
}

/// Everything that the pictures are made from.
struct Sources {
    tree: Arc<Tree>,
    folds: Arc<Folds>,
    game: Option<GameName>,
    options: Options,
    panes: Vec<Pane>,
    /// What just happened at the step of the time line, or which searches a difference is of; empty where neither is shown.
    sentence: String,
    /// Whether the picture shows all steps.
    has_steps: bool,
}

/// The requested export.
pub(crate) fn of(request: &PictureRequest, model: &Model, document: &Document, view: &View, panes: &Panes) -> Export {
    let (format, dpi) = (request.format(), request.dpi);
    let view = if view.kind == Kind::Icicle { page::View::Icicle } else { page::View::NodeLink };
    let style = Style { view, ..request.style };
    let marked = model.marked();
    let mut drawings = Vec::new();
    for run in model.runs.iter() {
        if !request.all && Some(run.algorithm) != marked {
            continue;
        }
        let drawing = Drawing::of(model, run.algorithm, run.finished());
        // A picture with all steps says of each where it stands.
        let at = drawing.now.as_ref().filter(|_| !format.has_steps());
        let status = at.map_or_else(|| status_text::status(run), |now| status_text::at_step(run, now));
        drawings.push(Pane {
            title: format!("{}: {}", run.algorithm.title(), model.shortened(&status)),
            drawing,
            seen: panes.frame(run.algorithm).filter(|_| request.seen),
            name: run.algorithm.title().into_owned(),
            story: run.finished().map(|finished| Arc::clone(&finished.story)),
        });
    }
    let sentence = model.time.as_ref().filter(|_| !format.has_steps());
    let of_difference =
        model.difference.as_ref().filter(|bar| bar.compared().is_some()).map(|bar| Difference::in_words(&bar.names()));
    let sources = Sources {
        tree: Arc::clone(&document.tree),
        folds: Arc::clone(&model.folding.folds),
        game: document.game,
        options: model.options,
        panes: drawings,
        sentence: of_difference.or(sentence.map(|time| time.sentence.words.clone())).unwrap_or_default(),
        has_steps: format.has_steps(),
    };
    let title = if document.tree.title().is_empty() { "tree" } else { document.tree.title() };
    let name: String = title.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
    Export::new("Save the picture", format!("{}.{}", name.to_lowercase(), format.extension), move || {
        let exported = sources.with_sheet(&|sheet| export(sheet, &style, dpi, format));
        exported.map_err(|error| error.to_string())
    })
}

impl Pane {
    /// The time line of the search, made where that of the window is not there.
    fn timeline(&self, tree: &Tree) -> Option<Arc<Timeline>> {
        if let Some(now) = &self.drawing.now {
            return Some(Arc::clone(&now.timeline));
        }
        Timeline::new(tree, self.story.as_ref()?, &Progress::new()).map(Arc::new)
    }

    /// All steps of the search. A reader first sees the step of the window.
    fn steps<'a>(&'a self, tree: &'a Tree, timeline: &'a Timeline) -> Option<Steps<'a>> {
        let Drawing { algorithm, drawn, now, compared: None, checked } = &self.drawing else { return None };
        let (drawn, story) = (drawn.as_ref()?, self.story.as_ref()?);
        Some(Steps {
            id: algorithm.id(),
            name: &self.name,
            searched: drawn.overlay(tree),
            explained: drawn.explained(tree, story, timeline),
            warnings: checked.as_ref().map(|checked| &checked.warnings),
            opens_at: now.as_ref().map_or(0, |now| now.moment.time),
        })
    }
}

impl Sources {
    /// Makes the sheet of all panes and passes it on.
    fn with_sheet<R>(&self, make: &dyn Fn(&Sheet<'_>) -> R) -> R {
        let plain = Plain(&self.tree);
        let overlays: Vec<_> = self.panes.iter().map(|pane| pane.drawing.overlay(&self.tree)).collect();
        let timeline = |pane: &Pane| if self.has_steps { pane.timeline(&self.tree) } else { None };
        let timelines: Vec<Option<Arc<Timeline>>> = self.panes.iter().map(timeline).collect();
        let mut panels: Vec<Panel<'_>> = Vec::new();
        let warned: Vec<Option<Warned<'_>>> =
            self.panes.iter().zip(&overlays).map(|(pane, overlay)| pane.drawing.warned(overlay.as_ref())).collect();
        for (index, pane) in self.panes.iter().enumerate() {
            let shown = Shown { tree: &self.tree, folds: &self.folds };
            let overlay = warned[index].as_ref().map_or(overlays[index].as_ref(), |warned| warned as &dyn Overlay);
            let figure = Figure { shown, overlay, game: self.game, options: self.options };
            let steps = timelines[index].as_ref().and_then(|timeline| pane.steps(&self.tree, timeline));
            panels.push(Panel { title: pane.title.clone(), figure, seen: pane.seen, steps });
        }
        if panels.is_empty() {
            let shown = Shown { tree: &self.tree, folds: &self.folds };
            let figure = Figure { shown, overlay: &plain, game: self.game, options: self.options };
            panels.push(Panel { title: String::new(), figure, seen: None, steps: None });
        }
        let title = format::visible(self.tree.title());
        let caption = if self.sentence.is_empty() || title.is_empty() {
            format!("{title}{}", self.sentence)
        } else {
            format!("{title}. {}", self.sentence)
        };
        make(&Sheet { title, caption, panels })
    }
}
