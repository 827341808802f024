//! Controls and text functions shared by several panels.

use std::fmt::Display;

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    Button, Color32, ComboBox, Context, DragValue, Id, IntoAtoms, Label, Response, RichText, Role, Sides, Stroke,
    StrokeKind, TextStyle, Tooltip, Ui, Vec2, WidgetInfo, WidgetText, vec2,
};

use crate::app::input;
use crate::app::prelude::*;
use crate::app::style::{icons, theme};
use crate::format::shortened;

/// The gap between controls of a group.
const CONTROL_GAP: f32 = 8.0;
/// The height of a [`compact`] button.
const COMPACT_HEIGHT: f32 = 20.0;

/// Sets the accessible name of a control.
pub(crate) fn accessible_name(control: &Response, role: Role, name: impl Display) {
    fn set(control: &Response, role: Role, name: &dyn Display) {
        describe(control, &|| WidgetInfo::labeled(role, control.enabled(), name));
    }
    set(control, role, &name);
}

/// A field for a number, with its accessible name.
pub(crate) fn number_field(ui: &mut Ui, field: DragValue<'_>, name: impl Display) -> Response {
    let field = ui.add(field);
    accessible_name(&field, Role::SpinButton, name);
    field
}

/// A button that closes or removes what its accessible name says.
pub(crate) fn cross(ui: &mut Ui, tip: &str, name: impl Display) -> Response {
    let cross = ui.button("×").tip(tip);
    accessible_name(&cross, Role::Button, name);
    cross
}

/// What is wrong.
pub(crate) fn fault(ui: &mut Ui, error: &str) {
    ui.label(RichText::new(error).color(theme::bad(ui.visuals())));
}

/// Says what a control is. Unlike the toolkit's own method, it is compiled once for all controls.
pub(crate) fn describe(control: &Response, info: &dyn Fn() -> WidgetInfo) {
    control.widget_info(info);
}

/// A button that opens a menu. Unlike the toolkit's own, it is compiled once for all menus.
pub(crate) fn menu_button(ui: &mut Ui, button: MenuButton<'_>, entries: &mut dyn FnMut(&mut Ui)) -> Response {
    button.ui(ui, entries).0
}

/// Texts that are shown when a control is hovered. Unlike the toolkit's own methods, these are compiled once for all texts.
pub(crate) trait Tips {
    /// Shows a text when a control is hovered.
    fn tip(self, text: &str) -> Response;

    /// Shows a text when a control that is not available is hovered.
    fn disabled_tip(self, text: &str) -> Response;
}

impl Tips for Response {
    fn tip(self, text: &str) -> Response {
        self.on_hover_text(text)
    }

    fn disabled_tip(self, text: &str) -> Response {
        show_tooltip(Tooltip::for_disabled(&self), &mut |ui| {
            ui.set_max_width(ui.spacing().tooltip_width);
            ui.label(text);
        });
        self
    }
}

/// Shows something when a control is hovered.
pub(crate) fn on_hover(control: Response, show: &mut dyn FnMut(&mut Ui)) -> Response {
    show_tooltip(Tooltip::for_enabled(&control), show);
    control
}

/// Shows a tooltip. Unlike the toolkit's own method, it is compiled once for all of them.
pub(crate) fn show_tooltip(tooltip: Tooltip<'_>, show: &mut dyn FnMut(&mut Ui)) {
    tooltip.show(show);
}

/// Shows something on the left and on the right of a line. Unlike the toolkit's own method, it is compiled once for all lines.
pub(crate) fn sides(ui: &mut Ui, sides: Sides, left: &mut dyn FnMut(&mut Ui), right: &mut dyn FnMut(&mut Ui)) {
    sides.show(ui, left, right);
}

/// Adds a button that is not available if there is a reason. While it has the focus it stays available, because the next Enter would
/// otherwise go to the tree; nothing should happen then.
pub(crate) fn button_unless(ui: &mut Ui, blocked: Option<&'static str>, button: Button<'_>) -> Response {
    let has_focus = input::has_focus(ui.ctx(), ui.next_auto_id());
    let button = ui.add_enabled(blocked.is_none() || has_focus, button);
    match blocked {
        Some(reason) => button.disabled_tip(&capitalised(reason)),
        None => button,
    }
}

/// Keeps controls on one line. If there is no room for their width in the last frame, a new line begins.
pub(crate) fn keep_on_one_line(ui: &mut Ui, name: &str, add: &mut dyn FnMut(&mut Ui)) {
    keep_together(ui, name, false, add);
}

/// The same, at the right side of the line.
pub(crate) fn keep_at_right(ui: &mut Ui, name: &str, add: &mut dyn FnMut(&mut Ui)) {
    keep_together(ui, name, true, add);
}

fn keep_together(ui: &mut Ui, name: &str, at_right: bool, add: &mut dyn FnMut(&mut Ui)) {
    let id = ui.scope_id().with(name);
    let width: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if width > ui.available_size_before_wrap().x {
        ui.end_row();
    }
    if at_right {
        ui.add_space((ui.available_size_before_wrap().x - width).floor().max(0.0));
    }
    let group = ui.line(&mut |ui| {
        ui.spacing_mut().item_spacing.x = CONTROL_GAP;
        add(ui);
    });
    let now = group.rect.width();
    if now != width {
        ui.data_mut(|data| data.insert_temp(id, now));
        ui.ctx().request_discard("a group of controls has another width");
    }
}

/// A choice in a list. Chosen with a key, it closes the list as one that is clicked does.
pub(crate) fn choice<T: PartialEq>(ui: &mut Ui, chosen: &mut T, value: T, title: impl Into<WidgetText>) -> Response {
    let is_chosen = *chosen == value;
    let mut response = listed(ui, is_chosen, title.into());
    if response.clicked() && !is_chosen {
        *chosen = value;
        response.mark_changed();
    }
    response
}

/// Chooses one of some values with their titles in a list, whose control shows the title of the chosen one.
pub(crate) fn pick<T: Clone + PartialEq, S: AsRef<str>>(
    ui: &mut Ui,
    combo: ComboBox<'_>,
    chosen: &mut T,
    choices: &[(T, S)],
) -> Response {
    let titles: Vec<&str> = choices.iter().map(|(_, title)| title.as_ref()).collect();
    let mut place = choices.iter().position(|(value, _)| value == chosen);
    let combo = pick_title(ui, combo, &mut place, &titles);
    if let Some(place) = place {
        chosen.clone_from(&choices[place].0);
    }
    combo
}

/// The same by the places of titles.
pub(crate) fn pick_title(ui: &mut Ui, combo: ComboBox<'_>, chosen: &mut Option<usize>, titles: &[&str]) -> Response {
    let title = chosen.map_or("", |chosen| titles[chosen]);
    combo.selected_text(title).list(ui, &mut |ui| {
        // A click that begins and ends in one frame, as on a touchpad, would raise a dialog over the list that it opens.
        ui.ctx().move_to_top(ui.layer_id());
        for (index, title) in titles.iter().enumerate() {
            if listed(ui, *chosen == Some(index), (*title).into()).clicked() {
                *chosen = Some(index);
            }
        }
    })
}

fn listed(ui: &mut Ui, is_chosen: bool, title: WidgetText) -> Response {
    let response = ui.selectable_label(is_chosen, title);
    if response.clicked() {
        ui.close();
    }
    response
}

/// The same with a text, which is only available under a condition.
pub(crate) fn primary_button(ui: &mut Ui, is_available: bool, text: &str) -> Response {
    primary_of_size(ui, is_available, text, Vec2::ZERO)
}

/// The same, at least of a size.
pub(crate) fn primary_of_size(ui: &mut Ui, is_available: bool, text: &str, least: Vec2) -> Response {
    if !is_available {
        return ui.add_enabled(false, Button::new(text).min_size(least));
    }
    let text = RichText::new(text).color(theme::on_primary(ui.visuals()));
    primary(ui, Button::new(text).min_size(least))
}

/// The title of something that is folded away, and opens when it is clicked.
pub(crate) fn disclosure(ui: &mut Ui, title: &str, is_open: &mut bool) {
    let button = ui.add(Button::new((icons::disclosure(*is_open), title)).frame_when_inactive(false));
    describe(&button, &|| WidgetInfo::selected(Role::Button, true, *is_open, title));
    *is_open ^= button.clicked();
}

/// Adds the button that a person presses most, or that Enter presses in a dialog: it stands out from others.
pub(crate) fn primary(ui: &mut Ui, button: Button<'_>) -> Response {
    let fill = theme::primary(ui.visuals());
    let button = ui.add(button.fill(fill));
    if button.has_focus() {
        // Its border is as dark as the button.
        ui.painter().rect_stroke(button.rect.expand(2.0), 4.0, Stroke::new(1.5, fill), StrokeKind::Outside);
    }
    button
}

/// Selects the text of a field, however long it is.
pub(crate) fn select_all(ctx: &Context, id: Id) {
    let mut state = TextEditState::load(ctx, id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(usize::MAX))));
    state.store(ctx, id);
}

/// A fact with its name, as a row of a grid of two columns.
pub(crate) fn fact(ui: &mut Ui, name: &str, text: &str) {
    ui.weak(name);
    sentence(ui, text);
    ui.end_row();
}

/// A text whose fractions are short; hovered, it is shown whole.
pub(crate) fn sentence(ui: &mut Ui, text: &str) -> Response {
    let short = shortened(text);
    let label = ui.add(Label::new(&*short).wrap());
    whole(label, &short, text)
}

/// Shows the whole of a shortened text when its label is hovered.
pub(crate) fn whole(label: Response, short: &str, text: &str) -> Response {
    if short == text { label } else { label.tip(text) }
}

/// A button that is less high than others, for rows of several and for bars.
pub(crate) fn compact<'a>(text: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new(text).small().min_size(vec2(0.0, COMPACT_HEIGHT))
}

/// The width of a text on one line, in whole points.
pub(crate) fn text_width(ui: &Ui, text: &str) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x.ceil()
}

/// A text that begins with a capital letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
