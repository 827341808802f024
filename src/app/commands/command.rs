//! Commands and menus of them.

use std::borrow::Cow;

use crate::app::keys::Keys;
use crate::app::{Action, FileAction};

/// A command.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    /// Its title in its menu.
    pub(crate) title: Cow<'static, str>,
    /// Its name outside of its menu.
    pub(crate) name: String,
    pub(crate) tip: Cow<'static, str>,
    pub(crate) keys: Keys,
    pub(crate) action: Action,
    /// Why it is not available.
    pub(crate) blocked: Option<Cow<'static, str>>,
    pub(crate) mark: Mark,
}

/// Whether a command has a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It has no state.
    None,
    /// It is on or off.
    Switch(bool),
    /// It is one of several that exclude each other.
    Choice(bool),
}

impl Command {
    pub(crate) fn keys(&mut self, keys: Keys) -> &mut Command {
        self.keys = keys;
        self
    }

    /// Sets its name outside of its menu; by default that is its title.
    pub(crate) fn named(&mut self, name: impl Into<String>) -> &mut Command {
        self.name = name.into();
        self
    }

    pub(crate) fn tip(&mut self, tip: impl Into<Cow<'static, str>>) -> &mut Command {
        self.tip = tip.into();
        self
    }

    /// Whether it replaces the open tree by a sample or a file of a list.
    pub(crate) fn opens_listed(&self) -> bool {
        matches!(self.action, Action::File(FileAction::Open(_) | FileAction::OpenSample(_)))
    }

    /// Makes it unavailable if there is a reason; the first reason counts.
    pub(crate) fn blocked(&mut self, reason: Option<impl Into<Cow<'static, str>>>) -> &mut Command {
        if self.blocked.is_none() {
            self.blocked = reason.map(Into::into);
        }
        self
    }

    pub(crate) fn switch(&mut self, on: bool) -> &mut Command {
        self.mark = Mark::Switch(on);
        self
    }

    pub(crate) fn choice(&mut self, chosen: bool) -> &mut Command {
        self.mark = Mark::Choice(chosen);
        self
    }
}

/// An entry of a menu.
pub(crate) enum Entry {
    Command(Box<Command>),
    Separator,
    Menu(Menu),
}

/// A menu or submenu.
pub(crate) struct Menu {
    pub(crate) title: Cow<'static, str>,
    pub(crate) entries: Vec<Entry>,
    /// The prefix of its commands' names outside of the menu.
    pub(super) lead: &'static str,
    /// Why what is added next is not available.
    pub(super) blocked: Option<&'static str>,
}

impl Menu {
    pub(crate) fn new(title: impl Into<Cow<'static, str>>) -> Menu {
        Menu { title: title.into(), entries: Vec::new(), lead: "", blocked: None }
    }

    /// Makes what is added from now on unavailable if there is a reason, also in submenus.
    pub(crate) fn block(&mut self, reason: Option<&'static str>) {
        self.blocked = reason;
    }

    /// Adds a command and returns it for further settings.
    pub(crate) fn add(&mut self, title: impl Into<Cow<'static, str>>, action: impl Into<Action>) -> &mut Command {
        self.add_titled(title.into(), action.into())
    }

    fn add_titled(&mut self, title: Cow<'static, str>, action: Action) -> &mut Command {
        let name = if self.lead.is_empty() { title.to_string() } else { format!("{}: {title}", self.lead) };
        let (tip, mark, blocked) = (Cow::Borrowed(""), Mark::None, self.blocked.map(Cow::Borrowed));
        let command = Command { title, name, tip, keys: &[], action, blocked, mark };
        self.entries.push(Entry::Command(Box::new(command)));
        match self.entries.last_mut() {
            Some(Entry::Command(command)) => command,
            _ => unreachable!("a command was pushed"),
        }
    }

    pub(crate) fn separator(&mut self) {
        self.entries.push(Entry::Separator);
    }

    /// Adds a submenu; outside of it, its commands are named by `lead` and their titles.
    pub(crate) fn menu(&mut self, title: &'static str, lead: &'static str, fill: &mut dyn FnMut(&mut Menu)) {
        let mut menu = Menu { lead, blocked: self.blocked, ..Menu::new(title) };
        fill(&mut menu);
        self.entries.push(Entry::Menu(menu));
    }

    /// Why nothing in it is available: it is empty, or all its commands have a reason, of which the first counts.
    pub(crate) fn why_empty(&self) -> Option<Cow<'static, str>> {
        let commands = self.commands();
        let reasons: Option<Vec<_>> = commands.iter().map(|command| command.blocked.clone()).collect();
        reasons.map(|reasons| reasons.into_iter().next().unwrap_or(Cow::Borrowed("there is nothing in it yet")))
    }

    /// Its commands and those of its submenus, in order.
    pub(crate) fn commands(&self) -> Vec<&Command> {
        let mut commands = Vec::new();
        let mut waiting = vec![self.entries.iter()];
        while let Some(entries) = waiting.last_mut() {
            match entries.next() {
                None => {
                    waiting.pop();
                }
                Some(Entry::Command(command)) => commands.push(&**command),
                Some(Entry::Separator) => {}
                Some(Entry::Menu(menu)) => waiting.push(menu.entries.iter()),
            }
        }
        commands
    }
}
