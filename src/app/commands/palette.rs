//! The command palette: every command, found by typing parts of its name.

use eframe::egui::{self, Galley, Key, Modifiers, RichText, ScrollArea, Sense, TextEdit, TextStyle, TextWrapMode, Ui};
use eframe::egui::{StrokeKind, WidgetText, pos2, vec2};

use super::command::{Command, Mark, Menu};
use crate::app::prelude::*;
use crate::app::style::{accessible_name, capitalised, theme};
use crate::app::{keys, welcome};
use crate::format::count;
use crate::sorting;

/// The palette's width and the height of its list, if the window has room for them.
const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 420.0;
/// The minimum gap between a name and what is to its right.
const GAP: f32 = 16.0;
/// The most that the reason why a command is not available takes of its row.
const MOST_OF_REASON: f32 = 0.7;

/// How well a word of a query fits a name, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// A word of the name, or its beginning.
    Word,
    /// A part within a word.
    Inside,
    /// Not in the name, but in its menu or its keys.
    Elsewhere,
    /// Only letters in this order.
    Scattered,
}

/// How well a name fits a query: by the word that fits worst, and then by how many are whole words or at the beginning.
type Fitness = (Fit, u32);

/// What a small word that is left out counts.
const LEFT_OUT: Fitness = (Fit::Word, 2);

/// Words that a command need not have.
const SMALL_WORDS: [&str; 12] = ["a", "an", "and", "for", "from", "go", "in", "of", "show", "the", "to", "with"];

/// The palette; its commands are those available when it was opened.
pub(crate) struct Palette {
    rows: Vec<Row>,
    query: String,
    /// The shown rows, the best first.
    found: Vec<usize>,
    /// The index of the marked row.
    at: usize,
}

/// A command, and its menu in the menu bar.
struct Row {
    command: Command,
    menu: String,
    /// What else it is called.
    also: String,
}

impl Palette {
    pub(crate) fn new(menus: &[Menu]) -> Palette {
        let row = |menu: &Menu, command: &Command| Row {
            command: command.clone(),
            menu: menu.title.to_string(),
            also: welcome::words(&command.action),
        };
        let rows = menus.iter().flat_map(|menu| menu.commands().into_iter().map(|command| row(menu, command)));
        let rows: Vec<Row> = rows.collect();
        let found = (0..rows.len()).collect();
        Palette { rows, query: String::new(), found, at: 0 }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        let room = ui.ctx().content_rect().size();
        ui.set_width(WIDTH.min(room.x - 64.0));
        let (moved, is_entered) = self.keys(ui);
        let field = TextEdit::singleline(&mut self.query).desired_width(f32::INFINITY).hint_text("Type what to do");
        let field = ui.add(field.font(TextStyle::Heading).margin(vec2(8.0, 6.0)));
        accessible_name(&field, egui::Role::TextInput, "Find a command");
        field.request_focus();
        if field.changed() {
            self.search();
        }
        let mut chosen = self.found.get(self.at).filter(|_| is_entered).copied();
        let height = HEIGHT.min(room.y - 150.0);
        let list = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, false]);
        list.show_in(ui, &mut |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (place, &index) in self.found.iter().enumerate() {
                let response = self.rows[index].ui(ui, place == self.at);
                if place == self.at && (moved || field.changed()) {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    chosen = Some(index);
                }
            }
            if self.found.is_empty() {
                ui.add_space(8.0);
                ui.label("No command matches. Try fewer words, or only their beginnings.");
            }
        });
        ui.add_space(4.0);
        let found = count(self.found.len() as u64, "command", "commands");
        ui.label(RichText::new(format!("{found}; Up and Down to choose, Enter to run, Esc to close")).small().weak());
        let chosen = chosen.map(|index| &self.rows[index].command);
        if let Some(command) = chosen.filter(|command| command.blocked.is_none()) {
            ui.close_and_ask(command.action.clone());
        }
    }

    /// Moves the mark; returns whether it moved, and whether Enter was pressed.
    fn keys(&mut self, ui: &Ui) -> (bool, bool) {
        let pressed = |key: Key| keys::take(ui.ctx(), Modifiers::NONE, key);
        let last = self.found.len().saturating_sub(1);
        let before = self.at;
        if pressed(Key::ArrowDown) {
            self.at = if self.at == last { 0 } else { self.at + 1 };
        }
        if pressed(Key::ArrowUp) {
            self.at = self.at.checked_sub(1).unwrap_or(last);
        }
        if pressed(Key::PageDown) {
            self.at = (self.at + 10).min(last);
        }
        if pressed(Key::PageUp) {
            self.at = self.at.saturating_sub(10);
        }
        (self.at != before, pressed(Key::Enter))
    }

    /// Finds the commands that contain every word of the query, small ones aside.
    fn search(&mut self) {
        self.at = 0;
        let query = self.query.to_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        let is_small = |word: &&str| SMALL_WORDS.contains(word) && words.len() > 1;
        let fit_of = |row: &Row, word: &&str| row.fit(word).or_else(|| is_small(word).then_some(LEFT_OUT));
        let fit = |row: &Row| words.iter().try_fold(LEFT_OUT, |so_far, word| Some(worse(so_far, fit_of(row, word)?)));
        let fits = self.rows.iter().enumerate().filter_map(|(index, row)| Some((fit(row)?, index)));
        let mut scored: Vec<(Fitness, usize)> = fits.collect();
        // Scattered letters are a guess for when nothing has the words.
        if scored.iter().any(|((fit, _), _)| *fit < Fit::Scattered) {
            scored.retain(|((fit, _), _)| *fit < Fit::Scattered);
        }
        // Of those that fit as well, what can be done comes first, and what only changes the window before what replaces the tree.
        sorting::sort_by_key(&mut scored, |&((fit, place), index)| {
            let command = &self.rows[index].command;
            (fit, command.blocked.is_some(), command.opens_listed(), place, index)
        });
        self.found = scored.into_iter().map(|(_, index)| index).collect();
    }
}

/// The fitness of several words: the worst of their fits, and their places together.
fn worse((fit, places): Fitness, (other, place): Fitness) -> Fitness {
    (fit.max(other), places + place)
}

/// How well a word fits a name in which it occurs: the best are whole words and what is at the beginning.
fn within(name: &str, word: &str) -> Option<Fitness> {
    let ends_word = |at: usize| !name[at..].starts_with(char::is_alphanumeric);
    let starts_word = |at: usize| !name[..at].ends_with(char::is_alphanumeric);
    let places = name.match_indices(word).map(|(at, _)| match (starts_word(at), ends_word(at + word.len())) {
        (true, is_whole) => (Fit::Word, u32::from(at > 0) + u32::from(!is_whole)),
        (false, _) => (Fit::Inside, 0),
    });
    places.min()
}

impl Row {
    /// How well a word fits here; `None` if it does not occur.
    fn fit(&self, word: &str) -> Option<Fitness> {
        let name = self.command.name.to_lowercase();
        let named = [name.as_str(), &self.also].into_iter().filter_map(|name| within(name, word));
        if let Some(fit) = named.min() {
            return Some(fit);
        }
        let elsewhere = [self.menu.to_lowercase(), keys::text(self.command.keys).to_lowercase()];
        if elsewhere.iter().any(|text| text.contains(word)) {
            return Some((Fit::Elsewhere, 0));
        }
        let mut letters = name.chars();
        let is_scattered = word.chars().all(|wanted| letters.any(|letter| letter == wanted));
        is_scattered.then_some((Fit::Scattered, 0))
    }

    /// Shows a command in a row, with its key or the reason why it is not available.
    fn ui(&self, ui: &mut Ui, is_marked: bool) -> egui::Response {
        let Command { name, blocked, mark, keys, tip, .. } = &self.command;
        let is_on = matches!(mark, Mark::Switch(true) | Mark::Choice(true));
        let name = if is_on { format!("{name} (on)") } else { name.clone() };
        let size = vec2(ui.available_width(), theme::ROW_HEIGHT);
        let enabled = blocked.is_none();
        let line = ui.add_enabled_ui(enabled, |ui| ui.allocate_exact_size(size, Sense::click()).1).inner;
        accessible_name(&line, egui::Role::Button, &name);
        let visuals = ui.visuals();
        if is_marked {
            ui.painter().rect_filled(line.rect, 4.0, visuals.selection.bg_fill);
        } else if line.hovered() {
            ui.painter().rect_stroke(line.rect, 4.0, visuals.selection.stroke, StrokeKind::Inside);
        }
        let (strong, weak) = (visuals.strong_text_color(), visuals.weak_text_color());
        let fitted = |text: String, color, width| {
            let text = WidgetText::from(RichText::new(text).color(color));
            text.into_galley(ui, Some(TextWrapMode::Truncate), width, TextStyle::Body)
        };
        // Keys are short, while a reason leaves room to the name and is in the tip, too.
        let room = line.rect.shrink2(vec2(8.0, 0.0));
        let right = blocked.as_deref().map_or_else(|| keys::text(keys), str::to_owned);
        let right_color = if is_marked && enabled { strong } else { weak };
        let color = if enabled { strong } else { weak };
        let most = if enabled { room.width() } else { room.width() * MOST_OF_REASON };
        let right = fitted(right, right_color, most);
        let left = fitted(name, color, room.width() - right.size().x - GAP);
        let middle = room.center().y;
        let place = |x: f32, galley: &Galley| pos2(x, middle - galley.size().y / 2.0);
        ui.painter().galley(place(room.left(), &left), left, color);
        ui.painter().galley(place(room.right() - right.size().x, &right), right, right_color);
        match blocked {
            Some(reason) => line.disabled_tip(&capitalised(reason)),
            None if tip.is_empty() => line,
            None => line.tip(tip.as_ref()),
        }
    }
}
