//! Files dragged onto the window.

use std::path::PathBuf;

use eframe::egui::{Area, Context, Id, Label, Order, RichText, Stroke, StrokeKind};

use crate::app::FileAction;
use crate::app::prelude::*;

/// Opens the first dropped file, and shows a hint while a file is held over the window.
pub(crate) fn ui(ctx: &Context) {
    let (dropped, hovering): (Option<PathBuf>, bool) = ctx.input(|input| {
        let dropped = input.raw.dropped_files.first().map(|file| file.path().to_owned());
        (dropped, !input.raw.hovered_files.is_empty())
    });
    if hovering {
        invite(ctx);
    }
    if let Some(path) = dropped {
        ctx.ask(FileAction::Open(path));
    }
}

fn invite(ctx: &Context) {
    let (rect, style) = (ctx.content_rect(), ctx.global_style());
    Area::new(Id::unique("drop target")).order(Order::Foreground).fixed_pos(rect.min).interactable(false).show(
        ctx,
        |ui| {
            ui.set_min_size(rect.size());
            ui.painter().rect_filled(rect, 0.0, style.visuals.panel_fill.gamma_multiply(0.85));
            let border = Stroke::new(2.0, style.visuals.selection.stroke.color);
            ui.painter().rect_stroke(rect.shrink(12.0), 8.0, border, StrokeKind::Inside);
            let text = RichText::new("Drop the file to open it").size(28.0).strong();
            ui.put(rect, Label::new(text).selectable(false));
        },
    );
}
