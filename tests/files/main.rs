//! The program and its files.

#[path = "../common/families.rs"]
mod families;
#[path = "../common/latex.rs"]
mod latex;
#[path = "../common/program.rs"]
mod program;
#[expect(dead_code, reason = "mutated files need no fractions")]
#[path = "../common/random.rs"]
mod random;

mod command;
mod edits;
mod exercise;
mod find;
mod folder;
mod folds;
mod formats;
mod fuzz;
mod grading;
mod installation;
mod judge;
mod judge_class;
mod messages;
mod parsers;
mod perft;
mod platforms;
mod recorders;
mod samples;
mod sessions;
mod strangers;
mod sweep_command;
mod tree_files;
mod unsaved;
#[cfg(target_os = "linux")]
mod whole;
