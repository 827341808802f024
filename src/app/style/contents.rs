//! Lines, columns and containers of the toolkit. Unlike its own methods, these are compiled once for all contents.

use eframe::egui::{CentralPanel, ComboBox, Frame, Grid, Layout, Panel, Rect, Response, ScrollArea, Ui};

/// Arrangements of what is added.
pub(crate) trait Lines {
    /// To what it is added.
    fn room(&mut self) -> &mut Ui;

    /// Adds something on one line.
    fn line(&mut self, add: &mut dyn FnMut(&mut Ui)) -> Response {
        self.room().horizontal(add).response
    }

    /// Adds something on as many lines as it needs.
    fn lines(&mut self, add: &mut dyn FnMut(&mut Ui)) -> Response {
        self.room().horizontal_wrapped(add).response
    }

    /// Adds something side by side, aligned at the top.
    fn side_by_side(&mut self, add: &mut dyn FnMut(&mut Ui)) -> Response {
        self.room().horizontal_top(add).response
    }

    /// Adds something in a column.
    fn column(&mut self, add: &mut dyn FnMut(&mut Ui)) -> Response {
        self.room().vertical(add).response
    }

    /// Adds something in a layout.
    fn laid_out(&mut self, layout: Layout, add: &mut dyn FnMut(&mut Ui)) -> Response {
        self.room().with_layout(layout, add).response
    }

    /// Adds something that is available under a condition.
    fn available_if(&mut self, is_available: bool, add: &mut dyn FnMut(&mut Ui)) -> Response {
        self.room().add_enabled_ui(is_available, add).response
    }
}

impl Lines for Ui {
    fn room(&mut self) -> &mut Ui {
        self
    }
}

/// A container that is shown with its contents.
pub(crate) trait Container {
    /// Shows it; where it is.
    fn show_in(self, ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)) -> Rect;
}

macro_rules! containers {
    ($($container:ty),*) => {$(
        impl Container for $container {
            fn show_in(self, ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)) -> Rect {
                self.show(ui, add).response.rect
            }
        }
    )*};
}

containers!(Panel, CentralPanel, Frame, Grid);

impl Container for ScrollArea {
    fn show_in(self, ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)) -> Rect {
        self.show(ui, add).inner_rect
    }
}

/// A list of choices that opens when its control is clicked.
pub(crate) trait Choices {
    /// Shows it, with its choices while it is open.
    fn list(self, ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)) -> Response;
}

impl Choices for ComboBox<'_> {
    fn list(self, ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)) -> Response {
        self.show_ui(ui, add).response
    }
}
