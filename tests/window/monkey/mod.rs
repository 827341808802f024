//! A monkey at the window: it clicks, types, drags, drops files and resizes at random, and nothing may panic.
//!
//! In some windows it practises, which chance alone reaches too rarely. By default it does [`ACTIONS`] things.
//! `PLYSCOPE_MONKEY_SECONDS` gives it time instead, and `PLYSCOPE_MONKEY_SEED` another beginning.
//! The window is driven by a process of its own in a temporary folder, without a desktop that could show a file dialog; when that
//! process fails or hangs, its seed and its last actions are printed.

mod action;
mod edits;
mod files;

use std::env;
use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Window, builder, says};
use crate::drawn::texts;
use crate::random::Random;
use action::MonkeyAction;
use eframe::egui::Vec2;
use plyscope::app::Plyscope;

/// What it does by default, and how long that may take; what is left then is left out.
const ACTIONS: usize = 120;
const SECONDS: u64 = 3;
/// The number of actions after which a new window is opened, with the next seed.
const ACTIONS_OF_A_WINDOW: usize = 250;
/// The number of actions after which all parts of the window must have been reached.
const MANY: usize = 1_000;
/// The number of other actions before the monkey practises in a window.
const BEFORE_PRACTICE: usize = 20;
/// One window of this many practises.
const WINDOWS_WITH_PRACTICE: u64 = 4;
/// How long the process may take beyond its time before it counts as hanging.
const PATIENCE: Duration = Duration::from_mins(2);
/// An action that takes more time of the processor is noted.
const SLOW: Duration = Duration::from_secs(1);
/// How many of the last lines are printed.
const LAST_LINES: usize = 60;
/// The process that drives the window knows by this variable that it is the one.
const INSIDE: &str = "PLYSCOPE_MONKEY_INSIDE";
/// The address space of the process in KiB: what is opened at random must not take all memory.
const ADDRESS_SPACE: &str = "8000000";

/// Where a file dialog cannot be ruled out there is no monkey.
#[cfg(target_os = "linux")]
#[test]
fn a_monkey_finds_no_panic() {
    if env::var_os(INSIDE).is_some() {
        return drive();
    }
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let seconds = number("PLYSCOPE_MONKEY_SECONDS").unwrap_or(SECONDS);
    let output = File::options().create(true).append(true).open(&log).unwrap();
    let errors = output.try_clone().unwrap();
    let home = folder.path().join("home");
    std::fs::create_dir(&home).unwrap();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &format!("ulimit -v {ADDRESS_SPACE}; exec \"$0\" \"$@\"")]).arg(env::current_exe().unwrap());
    command.args(["--exact", "monkey::a_monkey_finds_no_panic", "--nocapture"]);
    let kept = ["PLYSCOPE_MONKEY_SECONDS", "PLYSCOPE_MONKEY_SEED", "RUST_BACKTRACE"];
    let kept = kept.into_iter().filter_map(|name| Some((name, env::var_os(name)?)));
    command.env_clear().envs(kept).env(INSIDE, "1").env("HOME", &home).env("TMPDIR", &home).current_dir(&home);
    let mut process = command.stdout(output).stderr(errors).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(seconds) + PATIENCE;
    let status = loop {
        match process.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if Instant::now() > deadline => {
                process.kill().unwrap();
                process.wait().unwrap();
                break None;
            }
            None => sleep(Duration::from_millis(20)),
        }
    };
    let told = std::fs::read_to_string(&log).unwrap_or_default();
    let end = status.map_or("it hangs".to_owned(), |status| status.to_string());
    assert!(status.is_some_and(|status| status.success()), "{end}\n{}", last_lines(&told));
    if seconds > SECONDS {
        // For those who want to know what was slow.
        println!("{told}");
    }
    println!("{}", told.lines().rfind(|line| line.starts_with("monkey:")).unwrap_or_default());
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

/// How often something panicked, on whatever thread.
static PANICS: AtomicU64 = AtomicU64::new(0);

/// What the process does that drives the window.
fn drive() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        print(panic);
    }));
    let seconds = number("PLYSCOPE_MONKEY_SECONDS");
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(SECONDS));
    let most = if seconds.is_some() { usize::MAX } else { ACTIONS };
    let first = number("PLYSCOPE_MONKEY_SEED").unwrap_or(1);
    let folder = env::current_dir().unwrap();
    let (mut seed, mut done, mut in_practice, mut slowest) = (first, 0, 0, Duration::ZERO);
    while done < most && Instant::now() < end {
        println!("seed {seed}: PLYSCOPE_MONKEY_SEED={seed} cargo test --test window monkey");
        let mut random = Random(seed);
        let mut window = open(&folder, &mut random);
        let practises = (seed - first).is_multiple_of(WINDOWS_WITH_PRACTICE);
        for number in 0..ACTIONS_OF_A_WINDOW.min(most - done) {
            if Instant::now() > end {
                break;
            }
            let is_practising = says(&window, "Question 1");
            in_practice += usize::from(is_practising);
            let begins = practises
                && !is_practising
                && (number == BEFORE_PRACTICE || number > BEFORE_PRACTICE && random.one_in(20));
            let action = if begins {
                MonkeyAction::practise(&mut random)
            } else {
                MonkeyAction::random(&mut random, &window, &folder)
            };
            println!("{number}: {action:?}");
            let begun = worked();
            action.perform(&mut window);
            let taken = worked().saturating_sub(begun);
            if taken > SLOW {
                println!("    took {taken:.1?}");
            }
            slowest = slowest.max(taken);
            check(&window);
            done += 1;
        }
        check_rest(window);
        seed += 1;
    }
    println!(
        "monkey: {done} actions, {in_practice} of them in practice, seeds {first} to {}, the slowest action {slowest:.1?}",
        seed - 1
    );
    assert!(in_practice > 0 || done < MANY, "practice was never reached");
}

/// How long this thread has worked so far; what it waited for a processor is not counted.
fn worked() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(times.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or_default())
}

fn open(folder: &Path, random: &mut Random) -> Window {
    let file = random.one_in(2).then(|| files::random(random, folder));
    println!("open {file:?}");
    let size = Vec2::new(1280.0, 800.0);
    // A name may have characters that no font has.
    let builder = builder().with_size(size).with_step_dt(0.05).allow_missing_glyphs();
    builder.build_eframe(|creation| Plyscope::new(creation, file))
}

/// What must hold whatever was done.
fn check(window: &Window) {
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "a thread has panicked");
    window.check_accessibility();
    let app = window.state();
    if let (Some(node), Some(tree)) = (app.selected(), app.tree()) {
        assert!(node.index() < tree.len(), "{node:?} is selected in a tree of {} nodes", tree.len());
    }
    let view = format!("{:?}", app.view());
    assert!(!view.contains("NaN") && !view.contains("inf"), "{view}");
    let clash = texts(window).into_iter().find(|text| text.starts_with('🔥'));
    assert_eq!(clash, None, "two controls have one name");
}

/// A window in which nothing runs asks for no more frames.
fn check_rest(mut window: Window) {
    window.remove_cursor();
    for _ in 0..40 {
        window.step();
        sleep(Duration::from_millis(1));
    }
    // A note that goes by itself asks for the frame in which it goes.
    let is_at_rest = |app: &Plyscope| !app.is_busy() && !app.is_playing() && app.note().is_none();
    if !is_at_rest(window.state()) {
        return;
    }
    window.run_steps(40);
    if !is_at_rest(window.state()) {
        return;
    }
    let delay = window.output().viewport_output.values().map(|output| output.repaint_delay).min();
    assert_eq!(delay, Some(Duration::MAX), "a window at rest asks for frames");
}
