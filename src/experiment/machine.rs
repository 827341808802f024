//! The program and machine of a measurement.

use std::fmt;

/// The program and the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The program's version.
    pub version: &'static str,
    /// Whether it was built with optimisations.
    pub is_optimised: bool,
    /// The operating system and the architecture.
    pub system: String,
    /// The processor's name, if the system provides it.
    pub processor: Option<String>,
    /// The number of threads that can run in parallel.
    pub threads: usize,
}

impl Machine {
    /// The running program and its machine.
    pub fn here() -> Machine {
        Machine {
            version: env!("CARGO_PKG_VERSION"),
            is_optimised: !cfg!(debug_assertions),
            system: format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH),
            processor: processor(),
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        }
    }
}

fn processor() -> Option<String> {
    let facts = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = facts.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.split_whitespace().collect::<Vec<&str>>().join(" "))
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plyscope {}", self.version)?;
        if !self.is_optimised {
            write!(f, " built without optimisations")?;
        }
        write!(f, ", {}, ", self.system)?;
        if let Some(processor) = &self.processor {
            write!(f, "{processor}, ")?;
        }
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        write!(f, "{} {threads}", self.threads)
    }
}
