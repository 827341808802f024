//! The algorithms in the arguments of a command, and the flags of their numbers.

use std::str::FromStr;

use clap::{Arg, ArgGroup, ArgMatches, Command, FromArgMatches};

use super::{Failure, wrong};
use crate::search::catalogue::{AlgorithmError, Entry, Parameter, Takes};
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
        if !entry.parameters.is_empty() {
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

/// The numbers that flags give to the algorithms without one. Each parameter of an algorithm has its flag.
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
fn flags() -> Vec<(&'static str, Vec<Owner>)> {
    let mut flags: Vec<(&str, Vec<Owner>)> = Vec::new();
    for entry in Catalogue::BUILT_IN.named() {
        for parameter in entry.parameters {
            let owner = (entry.id, parameter);
            match flags.iter_mut().find(|(flag, _)| *flag == parameter.flag) {
                Some((_, owners)) => owners.push(owner),
                None => flags.push((parameter.flag, vec![owner])),
            }
        }
    }
    flags
}

/// A parameter with the id of its algorithm.
type Owner = (&'static str, &'static Parameter);

/// What a parameter is for, in the help.
fn help((id, parameter): &Owner) -> String {
    let default = parameter.default.map(|number| parameter.write(number.into()));
    let default = default.map(|default| format!(" [default: {default}]")).unwrap_or_default();
    format!("For `{id}`: {}{default}", parameter.purpose)
}

impl clap::Args for Numbers {
    fn augment_args(command: Command) -> Command {
        let mut command = command;
        let mut group = ArgGroup::new(Numbers::GROUP).multiple(true);
        for (flag, owners) in flags() {
            let help_of_owners: Vec<String> = owners.iter().map(help).collect();
            let takes = owners[0].1;
            let argument = Arg::new(flag)
                .long(flag)
                .value_name(if takes.takes == Takes::Switch { "on|off" } else { "VALUE" })
                .allow_hyphen_values(true)
                .value_parser(|text: &str| takes.parse(text))
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
        let given = |(flag, _)| matches.get_one::<Value>(flag).map(|number| (flag, *number));
        Ok(Numbers(flags().into_iter().filter_map(given).collect()))
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
        let takes_it = |entry: &Entry| entry.parameters.iter().any(|parameter| parameter.flag == flag);
        if self.0.iter().any(|named| matches!(named, Named::WithoutNumber(entry) if takes_it(entry))) {
            return Ok(());
        }
        let owners = Catalogue::BUILT_IN.named().filter(|entry| takes_it(entry)).map(|entry| entry.id);
        let owners = owners.collect::<Vec<_>>().join(" or ");
        Err(if self.0.iter().any(|named| takes_it(named.entry())) {
            format!("--{flag} gives its number to {owners} without one, but here each has its own; remove --{flag}")
        } else {
            format!("--{flag} applies to {owners} only; add {owners} to --algorithm")
        })
    }

    /// The algorithms of a sweep, none of which may lack its number.
    pub(super) fn of_sweep(&self) -> Result<Vec<Algorithm>, Failure> {
        let needless = "sweeps do not run threshold tests or proof-number search; remove them from --algorithm";
        self.with_numbers(None).map_err(|_| wrong(needless))
    }
}

/// An algorithm with the numbers of its flags, or with its defaults.
fn numbered(entry: &'static Entry, numbers: Option<&Numbers>) -> Result<Algorithm, String> {
    let mut values = Vec::new();
    for parameter in entry.parameters {
        let given = numbers.and_then(|numbers| numbers.of(parameter.flag));
        values.extend(given.or(parameter.default.map(Value::from)));
    }
    Algorithm::numbered(entry, &values).ok_or_else(|| match (numbers, entry.parameters) {
        (Some(_), [Parameter { flag, .. }, ..]) => {
            format!("{id} needs a number; add one, such as --{flag} 5, or write {id}=5", id = entry.id)
        }
        _ => AlgorithmError::Missing(entry.id).to_string(),
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
