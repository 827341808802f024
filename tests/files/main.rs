//! The program and the files that it reads and writes.

#[path = "../common/families.rs"]
mod families;
#[path = "../common/grow.rs"]
mod grow;

mod command;
mod edits;
mod folds;
mod fuzz;
mod installation;
mod parsers;
mod samples;
mod strangers;
