//! The window, used as a person would use it.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/file.rs"]
mod file;
#[path = "../common/measuring.rs"]
mod measuring;
#[path = "../../src/meter.rs"]
mod meter;
#[path = "../common/pictures.rs"]
mod pictures;
#[path = "../common/playing.rs"]
mod playing;
#[path = "../common/random.rs"]
mod random;

mod canvas;
mod canvas_view;
mod drawn;
mod monkey;
mod pointer;
mod small;
mod stage;
mod window;
mod window_accessibility;
mod window_algorithms;
mod window_charts;
mod window_commands;
mod window_dialogs;
mod window_editing;
mod window_exports;
mod window_find_tree;
mod window_games;
mod window_keeping;
mod window_keys;
mod window_large_games;
mod window_machine;
mod window_memory;
mod window_opening;
mod window_panes;
mod window_pipeline;
mod window_pointer;
mod window_practice;
mod window_start;
mod window_sweeps;
mod window_timeline;
mod window_traces;
