//! Files dragged onto the window.

use std::path::PathBuf;

use eframe::egui::{Align2, Context, FontId, Id, LayerId, Order};

use super::Action;

/// Opens the first file dropped, and says so while one is held over the window.
pub(super) fn ui(ctx: &Context) -> Option<Action> {
    let (dropped, hovering): (Option<PathBuf>, bool) = ctx.input(|input| {
        let dropped = input.raw.dropped_files.first().map(|file| file.path().to_owned());
        (dropped, !input.raw.hovered_files.is_empty())
    });
    if hovering {
        invite(ctx);
    }
    dropped.map(Action::Open)
}

fn invite(ctx: &Context) {
    let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::unique("drop target")));
    let (rect, style) = (ctx.content_rect(), ctx.global_style());
    painter.rect_filled(rect, 0.0, style.visuals.panel_fill.gamma_multiply(0.85));
    let font = FontId::proportional(28.0);
    painter.text(
        rect.center(),
        Align2::CENTER_CENTER,
        "Drop the file to open it",
        font,
        style.visuals.strong_text_color(),
    );
}
