//! The keyboard focus: the order in which Tab goes through the controls, and a ring around the one that has it.
//!
//! Panels are laid out from the sides to the middle; Tab goes through them in the order in which they are read. F6 goes to the next panel.

use std::cmp::Ordering;
use std::ops::Range;

use eframe::egui::accesskit::{Action, ActionRequest, TreeId};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    Context, Event, FocusDirection, Id, Key, LayerId, Memory, Modifiers, Popup, Rect, Stroke, StrokeKind, Ui,
    WidgetRect,
};

use super::prelude::*;
use super::{input, keys, ring, tour::anchor};
use crate::sorting;

/// The parts of the window, in the order in which Tab goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Region {
    /// What the tour says, in front of the others.
    Tour,
    Menus,
    Toolbar,
    /// Messages, and the bars under the toolbar.
    Bars,
    /// A pane, by its number.
    Pane(usize),
    TimeLine,
    Inspector,
    Machine,
    Findings,
    History,
    Comparison,
    /// The page in the middle, where there are no panes.
    Page,
    /// The form of a sweep, and what runs it.
    Form,
    Run,
    /// The results of a sweep: what is said of it, its chart and its table.
    Results,
    Chart,
    Summary,
}

/// What of a frame's controls belongs to a region, by their numbers in the order in which they were made.
type Part = (Region, Range<usize>);

/// The keyboard focus in the main window. Dialogs and menus keep their own order.
#[derive(Default)]
pub(crate) struct Focus {
    /// The controls of the last frame.
    order: Vec<(Region, Id)>,
    /// The control that had the focus in the last frame.
    last: Option<Id>,
    /// A control that should be scrolled to.
    unseen: Option<Id>,
}

/// Shows a region; what was made then is noted in the context until the end of the frame.
pub(crate) fn within<R>(ctx: &Context, region: Region, show: impl FnOnce() -> R) -> R {
    let start = count(ctx);
    let shown = show();
    let part: Part = (region, start..count(ctx));
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Vec<Part>>(Id::NULL).push(part));
    shown
}

/// Shows a panel that is a region: where it is.
pub(crate) fn shown(ui: &mut Ui, region: Region, panel: impl Container, contents: &mut dyn FnMut(&mut Ui)) -> Rect {
    within(&ui.ctx().clone(), region, || panel.show_in(ui, contents))
}

/// Whether no control has the focus.
pub(crate) fn is_nowhere(ctx: &Context) -> bool {
    ctx.memory(Memory::focused).is_none()
}

/// What was made in a layer in this frame.
pub(crate) fn widgets(ctx: &Context, layer: LayerId) -> Vec<WidgetRect> {
    ctx.viewport(|viewport| viewport.this_pass.widgets.get_layer(layer).copied().collect())
}

/// How many controls the window has so far in this frame.
fn count(ctx: &Context) -> usize {
    ctx.viewport(|viewport| viewport.this_pass.widgets.get_layer(LayerId::background()).count())
}

impl Focus {
    /// Moves the focus as Tab, Shift+Tab, F6 and Shift+F6 say.
    pub(crate) fn navigate(&mut self, ctx: &Context) {
        if let Some(unseen) = self.unseen.take() {
            let request = ActionRequest {
                action: Action::ScrollIntoView,
                target_tree: TreeId::ROOT,
                target_node: unseen.accesskit_id(),
                data: None,
            };
            ctx.input_mut(|input| input.events.push(Event::AccessKitActionRequest(request)));
        }
        let pressed = |modifiers, key| keys::take(ctx, modifiers, key);
        if self.order.is_empty() || Popup::is_any_open(ctx) {
            return;
        }
        // With Shift first, since more modifiers than asked for do no harm.
        let next = if pressed(Modifiers::SHIFT, Key::Tab) {
            self.neighbour(ctx, false)
        } else if pressed(Modifiers::NONE, Key::Tab) {
            self.neighbour(ctx, true)
        } else if pressed(Modifiers::SHIFT, Key::F6) {
            self.region(ctx, false)
        } else if pressed(Modifiers::NONE, Key::F6) {
            self.region(ctx, true)
        } else {
            return;
        };
        ctx.memory_mut(|memory| {
            memory.move_focus(FocusDirection::None);
            memory.request_focus(next);
        });
    }

    /// The place of the control that has the focus.
    fn place(&self, ctx: &Context) -> Option<usize> {
        let focused = ctx.memory(Memory::focused)?;
        self.order.iter().position(|(_, id)| *id == focused)
    }

    /// The control after or before the one that has the focus.
    fn neighbour(&self, ctx: &Context, forward: bool) -> Id {
        self.order[ring::step(self.order.len(), self.place(ctx), forward)].1
    }

    /// The first control of the region after or before that of the focus.
    fn region(&self, ctx: &Context, forward: bool) -> Id {
        let is_start = |&at: &usize| at == 0 || self.order[at - 1].0 != self.order[at].0;
        let starts: Vec<usize> = (0..self.order.len()).filter(is_start).collect();
        let now = self.place(ctx).map(|place| starts.partition_point(|&start| start <= place) - 1);
        self.order[starts[ring::step(starts.len(), now, forward)]].1
    }

    /// Whether a text field had the focus in the last frame.
    pub(crate) fn was_in_text(&self, ctx: &Context) -> bool {
        self.last.is_some_and(|id| TextEditState::load(ctx, id).is_some())
    }

    /// Takes in the controls of this frame, and shows which has the focus.
    pub(crate) fn finish(&mut self, ctx: &Context) {
        let mut parts: Vec<Part> = ctx.data_mut(|data| data.remove_temp(Id::NULL)).unwrap_or_default();
        sorting::sort_by_key(&mut parts, |(region, nodes)| (*region, nodes.start));
        let is_control = |widget: &WidgetRect| widget.sense.is_focusable() && widget.enabled && widget.visible;
        let of_tour = widgets(ctx, anchor::layer()).into_iter().filter(is_control);
        self.order = of_tour.map(|widget| (Region::Tour, widget.id)).collect();
        let made = widgets(ctx, LayerId::background());
        for (region, part) in parts {
            let mut controls = made.get(part).unwrap_or_default().to_vec();
            controls.retain(is_control);
            if matches!(region, Region::Pane(_)) {
                // Its title, the drawing below, and then the buttons, which are laid out from the right.
                let place = |widget: &WidgetRect| (widget.rect.left(), widget.rect.height());
                sorting::sort_by(&mut controls, |a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
            }
            self.order.extend(controls.iter().map(|widget| (region, widget.id)));
        }
        let focused = ctx.memory(Memory::focused);
        let place = focused.and_then(|id| ctx.viewport(|viewport| viewport.this_pass.widgets.get(id).copied()));
        if let Some(place) = place {
            let by_key = input::is_any_key_pressed(ctx);
            if self.last != focused && by_key && !place.interact_rect.expand(1.0).contains_rect(place.rect) {
                self.unseen = focused;
                ctx.request_repaint();
            }
            ring(ctx, &place);
        }
        self.last = focused;
    }
}

/// A ring around the control that has the focus. Text fields have their own.
fn ring(ctx: &Context, control: &WidgetRect) {
    if ctx.text_edit_focused() || !control.interact_rect.is_positive() {
        return;
    }
    let style = ctx.global_style();
    let rect = control.interact_rect.expand(1.5).intersect(ctx.content_rect().shrink(1.0));
    let stroke = Stroke::new(2.0, style.visuals.selection.stroke.color);
    ctx.layer_painter(control.layer_id).rect_stroke(rect, 4.0, stroke, StrokeKind::Middle);
}
