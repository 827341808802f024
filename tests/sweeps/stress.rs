//! Two processes on one folder, killed at any moment, with all files randomly damaged: afterwards the folder is refused with a correct
//! message, or its tables are identical to those of the undisturbed run.
//!
//! Takes 3 seconds, or `PLYSCOPE_STRESS_SECONDS`; `PLYSCOPE_STRESS_SEED` repeats a run with the printed seed.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use plyscope::experiment::sweep::{Folder, Sweep};
use plyscope::progress::Progress;

use crate::store::{program, resumed, small, tables};

const TREES: u32 = 60;

/// A random number generator; the constants are those of Knuth's MMIX.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Runs one or two processes on the folder and kills them at a random moment, unless they end before.
fn race(folder: &Path, files: &[std::path::PathBuf; 2], random: &mut Random) {
    let mut children: Vec<_> = (0..=random.below(2))
        .map(|_| {
            let mut command = program();
            command.arg("sweep").arg(&files[random.below(2)]).arg("--output").arg(folder);
            if random.below(4) == 0 {
                command.arg("--force");
            }
            command.spawn().unwrap()
        })
        .collect();
    std::thread::sleep(Duration::from_micros(random.below(250_000) as u64));
    for child in &mut children {
        let _ = child.kill();
    }
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let is_known = said.is_empty() || said.starts_with("plyscope: ");
        assert!(is_known && matches!(output.status.code(), None | Some(0 | 2)), "{:?} {said}", output.status);
    }
}

/// Truncates or removes a file of the folder, or flips a bit in it.
fn damage(folder: &Path, random: &mut Random) -> String {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    if files.is_empty() {
        return "nothing".into();
    }
    let path = &files[random.below(files.len())];
    let mut bytes = fs::read(path).unwrap();
    let offset = random.below(bytes.len());
    let how = match random.below(5) {
        0 | 1 => {
            bytes.truncate(offset);
            "torn"
        }
        2 | 3 if !bytes.is_empty() => {
            bytes[offset] ^= 1 << random.below(8);
            "flipped"
        }
        _ => {
            fs::remove_file(path).unwrap();
            return format!("{} removed", path.display());
        }
    };
    fs::write(path, bytes).unwrap();
    format!("{} {how} at {offset}", path.display())
}

#[test]
fn a_disturbed_folder_is_refused_or_gives_the_same_tables() {
    let seed = number("PLYSCOPE_STRESS_SEED").unwrap_or_else(|| {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
    });
    let deadline = Instant::now() + Duration::from_secs(number("PLYSCOPE_STRESS_SECONDS").unwrap_or(3));
    let mut random = Random(seed);
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let sweeps: [Sweep; 2] = [1, 2].map(|seed| small(seed, TREES));
    let files = [at("one.toml"), at("other.toml")];
    let straight = [0, 1].map(|index: usize| {
        fs::write(&files[index], sweeps[index].spec().to_toml().unwrap()).unwrap();
        let folder = at(&format!("straight {index}"));
        resumed(&folder, &sweeps[index]).unwrap();
        tables(&folder)
    });
    let folder = at("folder");
    let (mut rounds, mut refused, mut repaired) = (0, 0, 0);
    while Instant::now() < deadline {
        rounds += 1;
        let mut history = Vec::new();
        if random.below(3) == 0 {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir(&folder).unwrap();
            history.push("begun anew".to_string());
        }
        let damages = random.below(3);
        if rounds == 1 || damages == 0 || random.below(2) == 0 {
            race(&folder, &files, &mut random);
            history.push("raced".into());
        }
        if !folder.exists() {
            continue;
        }
        history.extend((0..damages).map(|_| damage(&folder, &mut random)));
        let context = || format!("seed {seed}, round {rounds}: {history:?}");
        let came_out = [0, 1].map(|index: usize| {
            let result = resumed(&folder, &sweeps[index]);
            if let Ok(notes) = &result {
                repaired += usize::from(!notes.is_empty());
                assert!(
                    notes.is_empty() || damages > 0 || notes.iter().all(|note| note.contains("is missing")),
                    "{notes:?} {}",
                    context()
                );
                assert!(tables(&folder) == straight[index], "{}", context());
            }
            result
        });
        match came_out {
            [Ok(_), Ok(_)] => panic!("one folder has two sweeps: {}", context()),
            [Err(sentence), Ok(_)] | [Ok(_), Err(sentence)] => {
                assert!(sentence.contains("has another sweep"), "{sentence} {}", context());
            }
            [Err(one), Err(_)] => {
                // Only if the damage cannot be repaired from the rest of the folder.
                refused += 1;
                let is_true = [
                    "record 1, the description of the sweep",
                    "has a runs.csv without",
                    "there are no runs in the folder",
                    "another version",
                    "has another sweep",
                ];
                let is_true = is_true.iter().any(|words| one.contains(words));
                assert!(is_true && damages > 0, "{one} {}", context());
                let (open, mut results) = Folder::open(&folder, &sweeps[0], true).unwrap();
                open.run(&sweeps[0], &mut results, &Progress::new()).unwrap();
                drop(open);
                assert!(tables(&folder) == straight[0], "{}", context());
            }
        }
    }
    println!("seed {seed}: {rounds} rounds, {repaired} repaired, {refused} refused");
}
