//! The algorithms in the arguments of a command, and the flags of their numbers.

use std::str::FromStr;

use clap::{Arg, ArgGroup, ArgMatches, Command, FromArgMatches};

use super::Failure;
use crate::search::catalogue::{AlgorithmError, Entry, Parameter};
use crate::search::{Algorithm, Catalogue};
use crate::tree::Value;

/// The algorithms, for the end of a command's help.
pub(super) fn list_of_algorithms() -> String {
    let named = Catalogue::BUILT_IN.named();
    let line = |entry: &Entry| format!("\n  {}\n      {}", entry.id, entry.summary);
    named.map(line).fold("Algorithms:".to_owned(), |list, line| list + &line)
}

/// A list of algorithms as an argument.
#[derive(Clone, Debug)]
pub(super) struct Algorithms(Vec<Named>);

/// An algorithm as an argument.
#[derive(Clone, Copy, Debug)]
enum Named {
    /// With its number, or one that takes none.
    Whole(Algorithm),
    /// One that takes a number, without it; the number of its flag, or else the default, if there is one.
    WithoutNumber(&'static Entry),
}

impl Named {
    /// An algorithm without a number of its own.
    fn of(entry: &'static Entry) -> Result<Named, AlgorithmError> {
        if entry.option.is_some() {
            return Ok(Named::WithoutNumber(entry));
        }
        Catalogue::BUILT_IN.algorithm(entry.id).map(Named::Whole)
    }

    fn entry(&self) -> &'static Entry {
        match self {
            Named::Whole(algorithm) => algorithm.entry(),
            Named::WithoutNumber(entry) => entry,
        }
    }
}

/// The numbers that flags give to the algorithms without one. Each algorithm with a parameter has its flag.
#[derive(Clone, Debug)]
pub(super) struct Numbers(Vec<(&'static str, Value)>);

impl Numbers {
    /// The id of the group of all these flags.
    pub(super) const GROUP: &str = "numbers";

    fn of(&self, flag: &str) -> Option<Value> {
        self.0.iter().find(|(given, _)| *given == flag).map(|(_, number)| *number)
    }
}

/// The parameters of algorithms by flag, each with the id of its algorithm.
fn flags() -> Vec<(&'static str, Vec<(&'static str, Parameter)>)> {
    let mut flags: Vec<(&str, Vec<(&str, Parameter)>)> = Vec::new();
    for entry in Catalogue::BUILT_IN.named() {
        let Some(parameter) = entry.option else { continue };
        let id = entry.id;
        match flags.iter_mut().find(|(flag, _)| *flag == parameter.flag) {
            Some((_, owners)) => owners.push((id, parameter)),
            None => flags.push((parameter.flag, vec![(id, parameter)])),
        }
    }
    flags
}

/// What a parameter is for, in the help.
fn help((id, parameter): &(&str, Parameter)) -> String {
    let default = parameter.default.map(|number| format!(" [default: {number}]")).unwrap_or_default();
    format!("For `{id}`: {}{default}", parameter.purpose)
}

impl clap::Args for Numbers {
    fn augment_args(command: Command) -> Command {
        let mut command = command;
        let mut group = ArgGroup::new(Numbers::GROUP).multiple(true);
        for (flag, owners) in flags() {
            let mut help_of_owners = Vec::new();
            for owner in &owners {
                help_of_owners.push(help(owner));
            }
            let argument = Arg::new(flag)
                .long(flag)
                .value_name("VALUE")
                .allow_hyphen_values(true)
                .value_parser(Value::from_str)
                .help(help_of_owners.join("; "));
            command = command.arg(argument);
            group = group.arg(flag);
        }
        command.group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Numbers::augment_args(command)
    }
}

impl FromArgMatches for Numbers {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Numbers, clap::Error> {
        let mut numbers = Vec::new();
        for (flag, _) in flags() {
            numbers.extend(matches.get_one::<Value>(flag).map(|number| (flag, *number)));
        }
        Ok(Numbers(numbers))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Numbers::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Algorithms {
    /// The algorithms, each once, with the numbers that the flags of the command, if it has them, give to those without one.
    pub(super) fn with_numbers(&self, numbers: Option<&Numbers>) -> Result<Vec<Algorithm>, String> {
        let mut algorithms = Vec::new();
        for named in &self.0 {
            let algorithm = match *named {
                Named::Whole(algorithm) => algorithm,
                Named::WithoutNumber(entry) => numbered(entry, numbers)?,
            };
            if !algorithms.contains(&algorithm) {
                algorithms.push(algorithm);
            }
        }
        if let Some(Numbers(numbers)) = numbers {
            for (flag, _) in numbers {
                self.check_used(flag)?;
            }
        }
        Ok(algorithms)
    }

    /// Refuses a flag that gives its number to no algorithm.
    fn check_used(&self, flag: &str) -> Result<(), String> {
        let takes_it = |entry: &Entry| entry.option.is_some_and(|option| option.flag == flag);
        if self.0.iter().any(|named| matches!(named, Named::WithoutNumber(entry) if takes_it(entry))) {
            return Ok(());
        }
        let mut owners = Vec::new();
        for entry in Catalogue::BUILT_IN.named() {
            if takes_it(entry) {
                owners.push(entry.id);
            }
        }
        let owners = owners.join(" or ");
        Err(if self.0.iter().any(|named| takes_it(named.entry())) {
            format!("--{flag} gives its number to {owners} without one, but here each has its own; remove --{flag}")
        } else {
            format!("--{flag} applies to {owners} only; add {owners} to --algorithm")
        })
    }

    /// The algorithms of a sweep, none of which may lack its number.
    pub(super) fn of_sweep(&self) -> Result<Vec<Algorithm>, Failure> {
        let needless = "sweeps do not run threshold tests; remove threshold from --algorithm";
        self.with_numbers(None).map_err(|_| Failure::Arguments(needless.into()))
    }
}

/// An algorithm with the number of its flag, or with its default.
fn numbered(entry: &Entry, numbers: Option<&Numbers>) -> Result<Algorithm, String> {
    let (id, flag) = (entry.id, entry.option.map(|parameter| parameter.flag));
    let number = numbers.zip(flag).and_then(|(numbers, flag)| numbers.of(flag));
    let text = number.map_or(id.to_owned(), |number| format!("{id}={number}"));
    Catalogue::BUILT_IN.algorithm(&text).map_err(|error| match (error, numbers.and(flag)) {
        (AlgorithmError::Missing(_), Some(flag)) => {
            format!("{id} needs a number; add one, such as --{flag} 5, or write {id}=5")
        }
        (error, _) => error.to_string(),
    })
}

impl FromStr for Algorithms {
    type Err = String;

    fn from_str(text: &str) -> Result<Algorithms, String> {
        let mut chosen = Vec::new();
        for id in text.split(',').map(str::trim) {
            let named = |entry: &'static Entry| Named::of(entry).map_err(|error| error.to_string());
            if id == "all" {
                for algorithm in &Algorithm::ALL {
                    chosen.push(named(algorithm.entry())?);
                }
                continue;
            }
            if let Some(entry) = Catalogue::BUILT_IN.entry(id) {
                chosen.push(named(entry)?);
                continue;
            }
            chosen.push(match Catalogue::BUILT_IN.algorithm(id) {
                Ok(algorithm) => Named::Whole(algorithm),
                Err(error @ AlgorithmError::Unknown { .. }) => return Err(format!("{error}, or all")),
                Err(error) => return Err(error.to_string()),
            });
        }
        Ok(Algorithms(chosen))
    }
}
