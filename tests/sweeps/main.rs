//! Random trees, sweeps over them, measurements, charts and the theory.

#[path = "../common/latex.rs"]
mod latex;
#[path = "../common/measuring.rs"]
mod measuring;
#[path = "../../src/meter.rs"]
mod meter;

mod chance;
mod chart;
mod chart_command;
mod cost;
mod foreign;
mod formats;
mod generate;
#[cfg(unix)]
mod links;
mod looks;
mod running;
mod store;
mod stress;
mod sweep;
mod theory;
