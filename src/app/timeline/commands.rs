//! The commands of the time line.

use super::findings::{self, GoTo};
use super::{Jump, Race, SPEEDS, TimeState};
use crate::app::commands::command::Menu;
use crate::app::commands::{State, no_drawing};
use crate::app::style::capitalised;
use crate::app::{Model, TimeAction, keys};

const NO_TIME_LINE: &str = "show the time line first";

/// Why commands of the time line are not available.
fn no_time_line(model: &Model) -> Option<&'static str> {
    no_drawing(model).or(model.time.is_none().then_some(NO_TIME_LINE))
}

fn jumps(menu: &mut Menu, model: &Model, all: &[(Jump, &'static str, keys::Keys)]) {
    for &(jump, title, keys) in all {
        let nowhere = model.now().and_then(|now| jump.blocked(now, model.selected));
        menu.add(title, TimeAction::Jump(jump)).keys(keys).blocked(nowhere);
    }
}

fn cause(menu: &mut Menu, model: &Model) {
    let has_cause = |time: &TimeState| time.sentence.cause.or(time.back).is_some();
    let no_cause = (!model.time.as_ref().is_some_and(has_cause)).then_some("no bound was set for this step");
    let cause = menu.add("To the cause of the cutoff, and back", TimeAction::GoToCause);
    cause.keys(keys::CAUSE).blocked(no_cause);
}

fn machine(menu: &mut Menu, model: &Model) {
    menu.add("State of the machine", TimeAction::ToggleMachine)
        .keys(keys::MACHINE)
        .switch(model.shows_machine)
        .blocked(model.presents.then_some("it has no room in the lecture hall"));
}

/// What has no button of its own in the time line.
pub(crate) fn more(model: &Model) -> Menu {
    let mut menu = Menu::new("More of the time line");
    menu.block(no_time_line(model));
    jumps(&mut menu, model, &Jump::RARE);
    cause(&mut menu, model);
    menu.separator();
    machine(&mut menu, model);
    menu
}

/// The menu of the time line.
pub(crate) fn menu(State { model, .. }: State<'_>) -> Menu {
    let mut menu = Menu::new("Time line");
    menu.block(no_drawing(model));
    let show = menu.add("Show the time line", TimeAction::Toggle);
    show.keys(keys::TIMELINE).switch(model.time.is_some());
    menu.block(no_time_line(model));
    machine(&mut menu, model);
    menu.add("Play or pause", TimeAction::TogglePlay).keys(keys::PLAY);
    menu.separator();
    jumps(&mut menu, model, &Jump::COMMON);
    menu.separator();
    jumps(&mut menu, model, &Jump::RARE);
    menu.separator();
    menu.block(no_drawing(model));
    let find = TimeAction::GoToFinding;
    menu.add("Next finding of the check", find(GoTo::Next))
        .keys(keys::NEXT_FINDING)
        .tip("To what is wrong or wasted in the search of the open trace")
        .blocked(findings::blocked(model, GoTo::Next));
    menu.add("Previous finding of the check", find(GoTo::Previous))
        .keys(keys::PREVIOUS_FINDING)
        .blocked(findings::blocked(model, GoTo::Previous));
    menu.add("Findings", TimeAction::ToggleFindings)
        .named("Show the findings of the check")
        .switch(model.shows_findings)
        .blocked((!findings::has_findings(model)).then_some("nothing was found, or no trace is open"));
    menu.separator();
    menu.block(no_time_line(model));
    cause(&mut menu, model);
    menu.separator();
    menu.menu("Speed", "Time line: speed", &mut |menu| {
        for (index, speed) in SPEEDS.iter().enumerate() {
            let chosen = model.time.as_ref().is_some_and(|time| time.speed == index);
            menu.add(format!("{speed} steps per second"), TimeAction::SetSpeed(index)).choice(chosen);
        }
    });
    menu.menu("Other panes", "Time line: other panes", &mut |menu| {
        for &(race, title) in &Race::ALL {
            let chosen = model.time.as_ref().is_some_and(|time| time.race == race);
            menu.add(capitalised(title), TimeAction::SetRace(race)).choice(chosen);
        }
    });
    menu
}
