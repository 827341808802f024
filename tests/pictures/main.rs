//! Pictures of trees: their shapes, their colours, and their files.

#[expect(dead_code, reason = "no test of pictures reads JSON")]
#[path = "../common/program.rs"]
mod program;

mod accessible;
mod browser;
mod colours;
mod drawn;
mod exports;
mod layout;
mod pages;
mod practice;
mod shapes;
mod web;
