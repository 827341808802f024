//! What the monkey drops on the window and opens: samples, what is derived from them by flipped bytes, traces, sweeps, and what is none of these.

use std::fs;
use std::path::{Path, PathBuf};

use super::Random;
use plyscope::experiment::sweep::Preset;

/// Writes a file at random into a folder.
pub(super) fn random(random: &mut Random, folder: &Path) -> PathBuf {
    let (name, mut bytes) = match random.below(9) {
        0..4 => of_repository("sample_trees", random),
        4 => of_repository("tests/data", random),
        5 => ("sweep.toml".into(), Preset::SelectionMonad.spec().unwrap().to_toml().unwrap().into_bytes()),
        6 => ("chain.tree".into(), chain(random.below(20_000))),
        7 => ("wide.tree".into(), wide(random)),
        _ => {
            (random.of(&["game.pgn", "table.csv", "empty.json", "chart.png", "Ἀγών ا 🐒.tree"]).to_string(), Vec::new())
        }
    };
    if random.one_in(4) {
        mutate(random, &mut bytes);
    }
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn of_repository(folder: &str, random: &mut Random) -> (String, Vec<u8>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    let path = random.of(&paths);
    (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())
}

/// A tree in which every node has one child.
fn chain(depth: usize) -> Vec<u8> {
    let [open, close] = ["(", ")"].map(|bracket| bracket.repeat(depth));
    format!("{open}7{close}").into_bytes()
}

/// A tree with many leaves below each child of the root.
fn wide(random: &mut Random) -> Vec<u8> {
    let (children, leaves) = (1 + random.below(60), 1 + random.below(120));
    let child = |random: &mut Random| {
        let leaves: Vec<String> = (0..leaves).map(|_| random.below(100).to_string()).collect();
        format!("({})", leaves.join(" "))
    };
    let children: Vec<String> = (0..children).map(|_| child(random)).collect();
    format!("({})", children.join("\n")).into_bytes()
}

/// Changes, cuts and repeats a few bytes.
fn mutate(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        match random.below(3) {
            0 if at < bytes.len() => bytes[at] = random.next() as u8,
            1 => bytes.truncate(at),
            _ => {
                let end = (at + random.below(40)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
        }
    }
}
