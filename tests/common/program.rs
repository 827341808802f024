//! The program as started from a shell without a display.

use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use serde_json::Value as Json;

pub(crate) fn plyscope(arguments: &[&str]) -> Assert {
    command(arguments).assert()
}

/// The same before it starts.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("plyscope").unwrap();
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").timeout(Duration::from_mins(5));
    command
}

pub(crate) fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

pub(crate) fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// The standard output of a command that succeeds.
pub(crate) fn told(arguments: &[&str]) -> String {
    stdout(&plyscope(arguments).success())
}

pub(crate) fn json(arguments: &[&str]) -> Json {
    serde_json::from_str(&told(arguments)).unwrap()
}

/// The message of a refused command, which prints nothing on standard output.
pub(crate) fn failure(arguments: &[&str]) -> String {
    let message = stderr(&plyscope(arguments).code(2).stdout(""));
    assert!(message.starts_with("plyscope: "), "{message}");
    message
}
