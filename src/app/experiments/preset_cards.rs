//! The page without a sweep: the built-in sweeps as cards, each with a small chart.

use eframe::egui::epaint::TextShape;
use eframe::egui::{
    Align2, FontId, Margin, Painter, Pos2, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind,
    TextStyle, TextWrapMode, Ui, Vec2, Visuals, WidgetText, pos2, remap, vec2,
};

use super::ExperimentAction;
use super::chart_panel::scale_title;
use super::{line, plot};
use crate::app::prelude::*;
use crate::app::style::accessible_name;
use crate::chart::{are_far_apart, look, pattern};
use crate::experiment::sweep::{Against, Measure, Preset, PreviewLine, Scale, View};
use crate::search::Algorithm;

/// The room around the contents of the page, with that of the scroll bar, and of a card.
pub(super) const MARGINS: Margin = Margin { left: 20, right: 8, top: 16, bottom: 0 };
const BAR_WIDTH: f32 = 12.0;
const CARD_MARGIN: f32 = 10.0;
/// The space between two cards.
const GAP: f32 = 12.0;
/// On a page of less height the heading is small.
const SMALL_PAGE: f32 = 380.0;
/// The least width of a card; cards share the width that there is.
const CARD_WIDTH: f32 = 236.0;
/// The height of the small chart.
const CHART_HEIGHT: f32 = 104.0;
/// The room for the name and the sentence below the chart.
const TEXT_HEIGHT: f32 = 66.0;
/// The room in a chart for the names of its axes.
const AXIS: f32 = 15.0;
/// The size of the names of axes.
const SMALL: f32 = 11.0;

/// The cards; what they show is read when they are first seen.
#[derive(Default)]
pub(super) struct PresetCards {
    cards: Vec<Card>,
}

struct Card {
    preset: Preset,
    lines: Vec<PreviewLine>,
    /// The names of the horizontal and the vertical axis.
    axes: [String; 2],
    is_log: bool,
    /// The algorithms of the chart, for the tip.
    algorithms: String,
}

impl Card {
    fn new(preset: Preset) -> Card {
        let lines = preset.preview();
        let algorithms: Vec<_> = lines.iter().map(|line| line.algorithm).collect();
        let ys: Vec<f64> = lines.iter().flat_map(|line| &line.points).map(|point| point.1).collect();
        let view = preset.spec().ok().and_then(|spec| spec.views().into_iter().next());
        let view = view.unwrap_or_else(|| View::of(Measure::evaluations()));
        Card {
            preset,
            lines,
            axes: [view.against.unwrap_or(Against::Depth).title().to_lowercase(), upright(&view)],
            is_log: !view.linear && are_far_apart(&ys),
            algorithms: Algorithm::titles(&algorithms),
        }
    }
}

/// The name of the vertical axis.
fn upright(view: &View) -> String {
    let measure = view.measure.title().to_lowercase();
    if view.scale == Scale::Absolute { measure } else { format!("{measure}, {}", scale_title(view.scale)) }
}

impl PresetCards {
    /// Shows what a sweep is for, a message if there is one, and the cards.
    pub(super) fn ui(&mut self, ui: &mut Ui, message: Option<&str>) {
        if self.cards.is_empty() {
            self.cards = Preset::ALL.map(Card::new).into();
        }
        let heading = if ui.available_height() < SMALL_PAGE { 17.0 } else { 24.0 };
        ScrollArea::vertical().auto_shrink([false, false]).show_in(ui, &mut |ui| {
            let width = ui.available_width() - BAR_WIDTH;
            ui.set_max_width(width);
            ui.label(RichText::new("How does the work of a search grow?").size(heading).strong());
            ui.label("A sweep runs algorithms on many random trees and charts their cost beside the theory.");
            ui.label(
                message.unwrap_or("Choose trees and algorithms on the left and press Run, or begin with one of these."),
            );
            ui.add_space(GAP);
            let columns = (((width + GAP) / (CARD_WIDTH + GAP)) as usize).max(1);
            let size = vec2(
                (width - GAP * (columns - 1) as f32) / columns as f32,
                CHART_HEIGHT + TEXT_HEIGHT + 2.0 * CARD_MARGIN,
            );
            for row in self.cards.chunks(columns) {
                ui.line(&mut |ui| {
                    ui.spacing_mut().item_spacing.x = GAP;
                    for card in row {
                        card_ui(ui, card, size).asks_for(ExperimentAction::TakePreset(card.preset));
                    }
                });
                ui.add_space(GAP - ui.spacing().item_spacing.y);
            }
        });
    }
}

fn card_ui(ui: &mut Ui, card: &Card, size: Vec2) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    accessible_name(&response, Role::Button, format_args!("Preset: {}", card.preset.name()));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let visuals = ui.visuals().clone();
    let is_marked = response.hovered() || response.has_focus();
    let border = if is_marked { visuals.selection.stroke } else { visuals.widgets.noninteractive.bg_stroke };
    ui.painter().rect(rect, 6.0, visuals.window_fill, border, StrokeKind::Inside);
    let inner = rect.shrink(CARD_MARGIN);
    let (chart, below) = inner.split_top_bottom_at_y(inner.top() + CHART_HEIGHT);
    ui.painter().rect_filled(chart, 4.0, visuals.extreme_bg_color);
    small_chart(&ui.painter().with_clip_rect(chart.intersect(ui.clip_rect())), chart, card, &visuals);
    let mut corner = below.left_top() + vec2(0.0, 8.0);
    let (strong, weak) = (visuals.strong_text_color(), visuals.text_color());
    for text in [
        RichText::new(card.preset.name()).strong().color(strong),
        RichText::new(card.preset.summary()).text_style(TextStyle::Small).color(weak),
    ] {
        let galley = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Wrap), below.width(), TextStyle::Body);
        let height = galley.size().y;
        ui.painter().with_clip_rect(below.intersect(ui.clip_rect())).add(TextShape::new(corner, galley, weak));
        corner.y += height + 3.0;
    }
    response.tip(&format!("{}: {}", card.preset.summary(), card.algorithms))
}

/// The lines of a card in the colours of all charts, between two axes with their names.
fn small_chart(painter: &Painter, rect: Rect, card: &Card, visuals: &Visuals) {
    let weak = visuals.weak_text_color();
    let font = FontId::proportional(SMALL);
    let [x, y] = &card.axes;
    painter.text(rect.left_top() + vec2(6.0, 3.0), Align2::LEFT_TOP, y, font.clone(), weak);
    painter.text(rect.right_bottom() - vec2(6.0, 2.0), Align2::RIGHT_BOTTOM, x, font, weak);
    let place = Rect::from_min_max(rect.min + vec2(8.0, AXIS + 4.0), rect.max - vec2(8.0, AXIS + 4.0));
    let axis = Stroke::new(1.0, visuals.widgets.noninteractive.bg_stroke.color);
    painter.line(vec![place.left_top(), place.left_bottom(), place.right_bottom()], axis);
    let points = || card.lines.iter().flat_map(|line| &line.points);
    let height = |y: f64| if card.is_log { y.max(f64::MIN_POSITIVE).ln() } else { y };
    let Some(whole) = bounds(points().map(|&(x, y)| [x, height(y)])) else { return };
    for line in &card.lines {
        let look = look(line.algorithm);
        let colour = plot::seen(look.colour, visuals);
        let on_screen: Vec<_> = line.points.iter().map(|&(x, y)| placed(place, whole, [x, height(y)])).collect();
        for &point in &on_screen {
            painter.circle_filled(point, 2.0, colour);
        }
        painter.extend(line::broken(&on_screen, Stroke::new(1.5, colour), pattern(look.dash)));
    }
}

/// The least and the largest coordinates of points: `[[least x, largest x], [least y, largest y]]`.
fn bounds(points: impl Iterator<Item = [f64; 2]>) -> Option<[[f64; 2]; 2]> {
    let mut bounds: Option<[[f64; 2]; 2]> = None;
    for point in points {
        let bounds = bounds.get_or_insert(point.map(|at| [at, at]));
        for (side, at) in bounds.iter_mut().zip(point) {
            *side = [side[0].min(at), side[1].max(at)];
        }
    }
    bounds
}

fn placed(rect: Rect, [x, y]: [[f64; 2]; 2], point: [f64; 2]) -> Pos2 {
    let along =
        |at: f64, [least, most]: [f64; 2]| if least < most { remap(at, least..=most, 0.0..=1.0) as f32 } else { 0.5 };
    pos2(rect.left() + rect.width() * along(point[0], x), rect.bottom() - rect.height() * along(point[1], y))
}
