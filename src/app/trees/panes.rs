//! The panes: a title bar and a drawing for each algorithm, in a layout that the user can rearrange.

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Id, Ui, Vec2, vec2};
use egui_tiles::{Behavior, Container, EditAction, Tile, TileId, Tiles, UiResponse};

use super::{Document, Pane, Panel};
use crate::app::canvas::{Canvas, View};
use crate::app::focus::{Region, widgets, within};
use crate::app::style::theme;
use crate::app::{Model, input};
use crate::draw::{Frame, Legend};
use crate::search::Algorithm;
use crate::sorting;
use crate::tree::NodeId;

/// The size of a slot and a level in a comfortable drawing, in points, including margins.
const SLOT: Vec2 = vec2(72.0, 92.0);
/// The same for the boards of a game.
const BOARD: Vec2 = vec2(120.0, 140.0);
const PADDING: f32 = 12.0;
/// The preferred aspect ratio of a pane.
const BROAD: f32 = 2.5;
/// The slot width, in points, below which leaves are drawn as cells in any grid.
const LEAST_SLOT: f32 = 3.0;
/// A grid is kept while the tree is at least this much as large in it as in the best one, so that panes stay where they are while a tree is
/// edited.
const KEPT: f32 = 0.75;

/// All panes in their layout.
pub(crate) struct Panes {
    layout: egui_tiles::Tree<Pane>,
    /// Their grid; `None` once the user has rearranged them.
    grid: Option<Grid>,
    /// The maximised pane.
    pub(crate) maximised: Option<Algorithm>,
}

/// A grid of panes.
#[derive(Clone, Copy, Default, PartialEq)]
struct Grid {
    /// The number of panes per row.
    columns: usize,
    /// The number of panes.
    count: usize,
    /// The [document](Document::serial) for whose tree it was chosen.
    document: u64,
}

impl Default for Panes {
    fn default() -> Panes {
        Panes::new(&[])
    }
}

impl Panes {
    pub(crate) fn new(algorithms: &[Algorithm]) -> Panes {
        let pane = |&algorithm: &Algorithm| Pane { algorithm, canvas: Canvas::default() };
        Panes {
            layout: rows(algorithms.iter().map(pane).collect(), usize::MAX),
            grid: Some(Grid::default()),
            maximised: None,
        }
    }

    /// Adds a pane after the others.
    pub(crate) fn add(&mut self, algorithm: Algorithm) {
        let pane = self.layout.tiles.insert_pane(Pane { algorithm, canvas: Canvas::default() });
        let Some(root) = self.layout.root else {
            self.layout.root = Some(pane);
            return;
        };
        if let Some(Tile::Container(container)) = self.layout.tiles.get_mut(root) {
            container.add_child(pane);
        } else {
            self.layout.root = Some(self.layout.tiles.insert_vertical_tile(vec![root, pane]));
        }
        self.forget_grid();
        self.maximised = None;
        self.show(algorithm);
    }

    /// Maximises a pane, or restores it.
    pub(crate) fn maximise(&mut self, algorithm: Algorithm) {
        self.maximised = if self.maximised == Some(algorithm) { None } else { Some(algorithm) };
    }

    /// Arranges the panes in the grid in which the tree is largest, unless the user has rearranged them.
    fn arrange(&mut self, room: Vec2, model: &Model, document: &Document) {
        let count = self.panes().len();
        let Some(grid) = &mut self.grid else { return };
        let shown = model.folding.shown(&document.tree);
        let size = vec2(shown.slot_count() as f32, shown.height() as f32 + 1.0);
        let slot = if document.game.is_some() { BOARD } else { SLOT };
        let now = (grid.count == count && grid.document == document.serial).then_some(grid.columns);
        let columns = columns(count, room, size, slot, now);
        *grid = Grid { columns, count, document: document.serial };
        if now == Some(columns) {
            return;
        }
        let tiles = &mut self.layout.tiles;
        let ids: Vec<TileId> = tiles.tile_ids().collect();
        let taken = ids.into_iter().filter_map(|id| tiles.remove(id));
        let mut panes: Vec<Pane> =
            taken.filter_map(|tile| if let Tile::Pane(pane) = tile { Some(pane) } else { None }).collect();
        sorting::sort_by_key(&mut panes, |pane| model.runs.place(pane.algorithm));
        self.layout = rows(panes, columns);
    }

    /// Arranges the panes anew before they are shown, also where one came for each that went.
    fn forget_grid(&mut self) {
        self.grid = self.grid.map(|_| Grid::default());
    }

    fn panes(&self) -> Vec<&Pane> {
        let tiles = self.layout.tiles.tiles();
        tiles.filter_map(|tile| if let Tile::Pane(pane) = tile { Some(pane) } else { None }).collect()
    }

    /// The tile of an algorithm's pane.
    fn tile(&self, algorithm: Algorithm) -> Option<TileId> {
        let mut tiles = self.layout.tiles.iter();
        tiles.find(|(_, tile)| is_of(tile, algorithm)).map(|(&id, _)| id)
    }

    /// Replaces an algorithm by another one in its pane.
    pub(crate) fn replace(&mut self, old: Algorithm, new: Algorithm) {
        for tile in self.layout.tiles.tiles_mut() {
            if let Tile::Pane(pane) = tile
                && pane.algorithm == old
            {
                pane.algorithm = new;
            }
        }
    }

    pub(crate) fn remove(&mut self, algorithm: Algorithm) {
        if let Some(id) = self.tile(algorithm) {
            self.layout.remove_recursively(id);
        }
        self.forget_grid();
        self.maximised = self.maximised.filter(|&maximised| maximised != algorithm);
    }

    /// Brings a pane to the front of its tabs.
    pub(crate) fn show(&mut self, algorithm: Algorithm) {
        self.maximised = self.maximised.map(|_| algorithm);
        self.layout.make_active(|_, tile| is_of(tile, algorithm));
    }

    /// Whether a drawing has the focus.
    pub(crate) fn has_focus(&self, ctx: &egui::Context) -> bool {
        self.panes().iter().any(|pane| pane.canvas.has_focus(ctx))
    }

    /// The frame of an algorithm's pane.
    pub(crate) fn frame(&self, algorithm: Algorithm) -> Option<Frame> {
        self.panes().iter().find(|pane| pane.algorithm == algorithm)?.canvas.frame()
    }

    /// Whether a part of the tree, or a value, is being dragged.
    pub(crate) fn is_pulling(&self) -> bool {
        self.panes().iter().any(|pane| pane.canvas.is_pulling())
    }

    /// The symbols in all drawings that show.
    pub(crate) fn legend(&self) -> Legend {
        let mut all = Legend::default();
        let is_shown = |pane: &&Pane| self.maximised.is_none_or(|maximised| pane.algorithm == maximised);
        let shown = self.panes().into_iter().filter(is_shown);
        shown.filter_map(|pane| pane.canvas.legend()).for_each(|legend| all.merge(legend));
        all
    }

    /// Shows the panes; the node under the pointer.
    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &Model, document: &Document, view: &mut View) -> Option<NodeId> {
        self.arrange(ui.available_size(), model, document);
        let maximised = self.maximised;
        let mut behavior = Panel { model, document, view, hovered: None, count: 0, maximised, is_arranged: false };
        let found = maximised.and_then(|algorithm| self.tile(algorithm));
        if let Some((id, Tile::Pane(pane))) = found.and_then(|id| Some((id, self.layout.tiles.get_mut(id)?))) {
            let _ = behavior.pane_ui(ui, id, pane);
        } else {
            self.layout.ui(&mut behavior, ui);
            name_borders(ui);
        }
        if behavior.is_arranged {
            self.grid = None;
            ui.ctx().request_repaint();
        }
        behavior.hovered
    }
}

/// Gives the borders between panes, which are dragged, a name for screen readers.
fn name_borders(ui: &Ui) {
    // Without a screen reader there are no names.
    if !input::describe_node(ui.ctx(), egui::accesskit_root_id(), &mut |_| ()) {
        return;
    }
    let width = 2.0 * ui.style().interaction.resize_grab_radius_side;
    let room = ui.max_rect().shrink(width);
    for widget in widgets(ui.ctx(), ui.layer_id()) {
        let size = widget.rect.size().min_elem();
        if !widget.sense.senses_drag() || (size - width).abs() >= 0.1 || !room.contains(widget.rect.center()) {
            continue;
        }
        input::describe_node(ui.ctx(), widget.id, &mut |node| {
            node.set_role(Role::Splitter);
            node.set_label("Resize panes");
        });
    }
}

/// Panes in rows, with this many columns.
fn rows(panes: Vec<Pane>, columns: usize) -> egui_tiles::Tree<Pane> {
    let mut tiles = Tiles::default();
    let ids: Vec<_> = panes.into_iter().map(|pane| tiles.insert_pane(pane)).collect();
    let rows = ids.chunks(columns.clamp(1, ids.len().max(1)));
    let rows = rows.map(|row| tiles.insert_horizontal_tile(row.to_vec())).collect();
    let root = tiles.insert_vertical_tile(rows);
    egui_tiles::Tree::new(Id::unique("panes"), root, tiles)
}

/// The number of columns for `count` panes in which a tree of a size in slots and levels is drawn largest, or the number `now` if that is not
/// much worse.
fn columns(count: usize, room: Vec2, size: Vec2, slot: Vec2, now: Option<usize>) -> usize {
    let tree = size * slot;
    let scale = |columns: usize| {
        let rows = count.div_ceil(columns);
        let pane =
            vec2(room.x / columns as f32, room.y / rows as f32 - theme::TITLE_HEIGHT) - Vec2::splat(2.0 * PADDING);
        // More than the comfortable size does not count.
        let scale = (pane.x / tree.x).min(pane.y / tree.y).min(1.0);
        (scale, pane.x.min(pane.y * BROAD), columns)
    };
    // If leaves cannot be distinguished in any grid, only the shape of the panes counts.
    let is_crowded = room.x / size.x < LEAST_SLOT;
    let has_titles = |&columns: &usize| columns == 1 || room.x / columns as f32 >= LEAST_PANE;
    let is_better = |a: (f32, f32, usize), b: (f32, f32, usize)| {
        let is_even = is_crowded || (a.0 - b.0).abs() < 0.02 * a.0.max(b.0);
        let order = if is_even { a.1.total_cmp(&b.1) } else { a.0.total_cmp(&b.0) };
        order.is_gt()
    };
    let scales = (1..=count).filter(has_titles).map(scale);
    let Some(best) = scales.reduce(|best, next| if is_better(next, best) { next } else { best }) else { return 1 };
    let is_as_good = |(drawn, shape, _): (f32, f32, usize)| {
        if is_crowded { shape >= KEPT * best.1 } else { drawn >= KEPT * best.0 }
    };
    now.filter(has_titles).filter(|&columns| is_as_good(scale(columns))).unwrap_or(best.2)
}

/// The least width of one of several columns of panes, in points: narrower ones have no room for a title.
const LEAST_PANE: f32 = 120.0;

fn is_of(tile: &Tile<Pane>, algorithm: Algorithm) -> bool {
    matches!(tile, Tile::Pane(pane) if pane.algorithm == algorithm)
}

impl Behavior<Pane> for Panel<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        let region = Region::Pane(self.count);
        self.count += 1;
        within(&ui.ctx().clone(), region, || self.show(ui, pane))
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.algorithm.title().into()
    }

    fn tab_title_for_tile(&mut self, tiles: &Tiles<Pane>, tile: TileId) -> egui::WidgetText {
        match tiles.get(tile) {
            Some(Tile::Pane(pane)) => pane.algorithm.title().into(),
            Some(Tile::Container(container)) => container_title(tiles, container).into(),
            None => "".into(),
        }
    }

    fn min_size(&self) -> f32 {
        96.0
    }

    fn on_edit(&mut self, edit: EditAction) {
        self.is_arranged |= matches!(edit, EditAction::TileDropped | EditAction::TileResized);
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        3.0
    }
}

fn container_title(tiles: &Tiles<Pane>, container: &Container) -> String {
    let panes = container.children().filter_map(|child| tiles.get_pane(child));
    let algorithms: Vec<_> = panes.map(|pane| pane.algorithm).collect();
    if algorithms.is_empty() { "Panes".into() } else { Algorithm::titles(&algorithms) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growing_tree_keeps_its_grid_until_another_is_much_better() {
        let room = vec2(960.0, 600.0);
        let best = |wide: u16, now| columns(4, room, vec2(f32::from(wide), 4.0), SLOT, now);
        let (mut now, mut grids, mut changes) = (best(1, None), 0, 0);
        for wide in 2..100 {
            grids += usize::from(best(wide, None) != best(wide - 1, None));
            let next = best(wide, Some(now));
            if next != now {
                changes += 1;
                assert!(best(wide, None) == next && best(wide - 1, Some(next)) == next, "{wide}");
                now = next;
            }
        }
        assert!(1 <= changes && changes <= grids, "{changes} of {grids}");
        assert!((2..100).any(|wide| best(wide, None) != best(wide, Some(best(wide - 1, None)))));
    }
}
