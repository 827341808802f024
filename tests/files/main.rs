//! The program and its files.

#[path = "../common/families.rs"]
mod families;
#[path = "../common/grow.rs"]
mod grow;

mod command;
mod edits;
mod folds;
mod fuzz;
mod installation;
mod messages;
mod parsers;
mod samples;
mod sessions;
mod strangers;
mod tree_files;
mod unsaved;
