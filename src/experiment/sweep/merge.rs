//! Joins the parts of a sweep.

use std::path::{Path, PathBuf};

use super::super::Resources;
use super::{Cell, Folder, FolderError, Results, Run, Spec, Sweep};
use crate::format;

/// Joins the folders of the parts of a sweep into one folder with the whole sweep, which can be resumed if runs are missing.
///
/// All parts are read before anything is written. The output may be one of them.
pub fn merge(parts: &[PathBuf], output: &Path, force: bool) -> Result<(Folder, Sweep, Results), FolderError> {
    let contents = parts.iter().map(|part| Folder::contents(part)).collect::<Result<Vec<_>, _>>()?;
    let whole = |sweep: &Sweep| Spec { shard: None, ..sweep.spec().clone() };
    let Some((first, _)) = contents.first() else {
        return Err(FolderError::new(output, "no parts were given; name their folders"));
    };
    let spec = whole(first);
    for (index, (sweep, _)) in contents.iter().enumerate() {
        if whole(sweep) != spec {
            let message =
                format!("is part of a different sweep than {}; merge parts of one sweep", format::file(&parts[0]));
            return Err(FolderError::new(&parts[index], message));
        }
    }
    let sweep = spec.sweep().map_err(|error| FolderError::new(&parts[0], error.to_string()))?;
    let results = contents.iter().map(|(_, results)| results);
    let mut of_parts: Vec<(&Path, &Results)> = parts.iter().map(PathBuf::as_path).zip(results).collect();
    // Runs already in the output folder count as a part. If they cannot be kept, Folder::open reports it.
    let there = Folder::intact_runs(output).filter(|(there, _)| there.spec() == sweep.spec());
    if let Some((_, results)) = &there {
        of_parts.push((output, results));
    }
    let mut results = join(&sweep, &of_parts)?;
    let machines: Vec<String> = parts.iter().flat_map(|part| Folder::machines(part)).collect();
    let (folder, there) = Folder::open(output, &sweep, force)?;
    for run in there.runs() {
        if results.get(run.cell, run.tree).is_none() {
            results.insert(*run);
        }
    }
    folder.finish(&sweep, &results)?;
    folder.add_machines(machines)?;
    Ok((folder, sweep, results))
}

/// The runs of all parts. A run that is in two parts must have the same counts in both.
fn join(sweep: &Sweep, parts: &[(&Path, &Results)]) -> Result<Results, FolderError> {
    let mut joined = Results::default();
    for (index, (part, results)) in parts.iter().enumerate() {
        for run in results.runs() {
            let counted = |run: &Run| (run.ending, run.effort);
            match joined.get(run.cell, run.tree) {
                Some(other) if counted(other) != counted(run) => {
                    let has_it = |(_, results): &&(&Path, &Results)| results.get(run.cell, run.tree).is_some();
                    let (other, _) = parts[..index].iter().find(has_it).unwrap_or(&parts[0]);
                    let message = format!(
                        "disagrees with {} on the run of {}; run both parts again, with the same version of Plyscope",
                        format::file(other),
                        named(sweep, run)
                    );
                    return Err(FolderError::new(part, message));
                }
                // Prefer a measured run.
                Some(other) if other.resources != Resources::default() => {}
                _ => joined.insert(*run),
            }
        }
    }
    Ok(joined)
}

/// The description of a run.
fn named(sweep: &Sweep, run: &Run) -> String {
    let Cell { source, algorithm, cutoff } = &sweep.cells()[run.cell];
    let seed = source.random().map_or_else(String::new, |_| format!(", seed {}", sweep.seed(run.tree)));
    format!("{algorithm} ({}) on {source}{seed}", cutoff.id())
}
