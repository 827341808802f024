//! Pictures of trees: their shapes, their colours, and the files that they are written to.

#[path = "../common/grow.rs"]
mod grow;

mod colours;
mod drawn;
mod exports;
mod pages;
mod shapes;
