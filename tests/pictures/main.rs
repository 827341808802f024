//! Pictures of trees: their shapes, their colours, and their files.

#[path = "../common/grow.rs"]
mod grow;

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
