//! `plyscope check`: what is wrong or wasted in the search of a trace.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::{Failure, OutputFormat, STANDARD_STREAM, choice, to_json, wrong_file};
use crate::experiment::check::{Finding, Report, Severity, Verdict};
use crate::experiment::trace::{OpenError, Opened, TraceFileError, TracedRun, is_trace, read};
use crate::format;
use crate::progress::Progress;
use crate::tree::file::Asked;

/// Checks the trace of another program's search: where it first went wrong, and why, and what it did in vain.
///
/// The exit code is 1 if there is an error.
#[derive(clap::Args, Debug)]
pub struct CheckArguments {
    /// The trace (.jsonl); - reads it from standard input
    file: PathBuf,
    /// How to print what is found
    #[arg(long, value_parser = choice::<OutputFormat>(), default_value = "table")]
    format: OutputFormat,
}

/// Checks the trace and returns what is found.
pub(super) fn run(arguments: &CheckArguments) -> Result<String, Failure> {
    let run = traced(&arguments.file)?;
    let report = &run.report;
    let text = match arguments.format {
        OutputFormat::Table => as_text(report, &name(&arguments.file)),
        OutputFormat::Json => to_json(&as_json(report))?,
    };
    if report.verdict() == Verdict::Error { Err(Failure::Negative(text)) } else { Ok(text) }
}

/// The run in a trace from a file or from standard input.
fn traced(path: &Path) -> Result<TracedRun, Failure> {
    let progress = Progress::new();
    if path == STANDARD_STREAM {
        let wrong = |error| OpenError::Trace(TraceFileError { file: name(path), error });
        return Ok(read(io::stdin().lock(), &progress).map_err(wrong)?.run);
    }
    if !is_trace(path) {
        return Err(wrong_file(path, "is not a trace; give a file whose name ends in .jsonl"));
    }
    let opened = Opened::from_file(path, Asked::default(), &progress)?;
    opened.traced.ok_or_else(|| wrong_file(path, "is not a trace"))
}

fn name(path: &Path) -> String {
    if path == STANDARD_STREAM { "standard input".into() } else { format::file(path) }
}

/// A paragraph for each finding, in the order of the lines, and a summary.
fn as_text(report: &Report, file: &str) -> String {
    let mut lines = Vec::new();
    for finding in &report.findings {
        let Finding { line, step, severity, kind, sentence, hint, .. } = finding;
        let consequence = if finding.is_consequence { ", a consequence" } else { "" };
        lines.push(format!("{file}:{line}: {} ({}{consequence}), step {step}: {sentence}", severity.id(), kind.id()));
        lines.extend(hint.iter().map(|hint| format!("    {hint}")));
    }
    lines.extend(report.notes.iter().map(|note| format!("{file}: not checked: {note}")));
    lines.push(format!("{file}: {}: {}", report.verdict_name(), report.counts()));
    if report.counts_as_mover && !report.findings.is_empty() {
        lines.push(
            "Values and windows are told as MAX's, and those of your program are of the side to move.".to_owned(),
        );
    }
    if let Some(first) = report.first().filter(|_| report.findings.len() > 1) {
        let what = if first.severity == Severity::Error { "error" } else { "waste" };
        lines.push(format!("Begin with the first {what}, in line {}.", first.line));
    }
    lines.push(String::new());
    format::visible_lines(&lines.join("\n"))
}

fn as_json(report: &Report) -> Json {
    let findings: Vec<Json> = report.findings.iter().map(finding_as_json).collect();
    json!({
        "verdict": report.verdict_name(),
        "findings": findings,
        "left_out": report.left_out,
        "notes": report.notes,
    })
}

fn finding_as_json(finding: &Finding) -> Json {
    json!({
        "line": finding.line,
        "step": finding.step,
        "node": finding.node.index(),
        "severity": finding.severity.id(),
        "kind": finding.kind.id(),
        "consequence": finding.is_consequence,
        "sentence": finding.sentence,
        "hint": finding.hint,
    })
}
