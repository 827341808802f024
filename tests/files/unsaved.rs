//! Work that is not saved, and what is left of it when the program that had it is gone.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use plyscope::progress::Progress;
use plyscope::session::unsaved::Slot;
use plyscope::session::{Search, Session, SessionTree, TreeFile, View};
use plyscope::tree::Tree;
use plyscope::tree::file::Asked;

/// Says to a test that it is the program that is killed, and in which folder it keeps its work.
const FOLDER: &str = "PLYSCOPE_TEST_UNSAVED";

fn work(text: &str) -> Session {
    let tree: Tree = text.parse().unwrap();
    let changed_from = Some(TreeFile { path: "/home/me/a.tree".into(), hash: None, asked: Asked::default() });
    let tree = SessionTree::Itself(Arc::new(tree));
    Session { tree, search: Search::default(), view: View::default(), time_line: None, changed_from }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn work_belongs_to_its_program_as_long_as_that_runs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("new/unsaved");
    let [first, second] = [Slot::new(&folder).unwrap(), Slot::new(&folder).unwrap()];
    first.write(&work("(1 2)")).unwrap();
    second.write(&work("(3 4)")).unwrap();
    second.write(&work("(3 5)")).unwrap();
    assert!(Slot::left_behind(&folder).is_empty());
    drop(first);
    let left = Slot::left_behind(&folder);
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].read(&Progress::new()).unwrap(), work("(1 2)"));
    assert!(Slot::left_behind(&folder).is_empty(), "it is taken");
    left[0].clear().unwrap();
    drop(left);
    assert_eq!(second.read(&Progress::new()).unwrap(), work("(3 5)"));
    second.clear().unwrap();
    drop(second);
    assert_eq!(files(&folder), Vec::<PathBuf>::new());
}

#[test]
fn what_was_not_written_whole_is_swept_away_and_other_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let slot = Slot::new(folder).unwrap();
    slot.write(&work("(1 2)")).unwrap();
    let path = slot.path().to_owned();
    drop(slot);
    let torn = folder.join(format!(".{}-x1", path.file_stem().unwrap().to_str().unwrap()));
    let mine = folder.join("mine.plyscope");
    std::fs::write(&torn, "plys").unwrap();
    std::fs::write(&mine, "mine").unwrap();
    let left = Slot::left_behind(folder);
    assert_eq!(left.iter().map(Slot::path).collect::<Vec<_>>(), [path]);
    assert!(!torn.exists() && mine.exists());
    assert!(Slot::left_behind(Path::new("/nowhere/at/all")).is_empty());
}

#[test]
fn the_newest_work_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let later = std::time::SystemTime::now() + std::time::Duration::from_mins(1);
    let slots = ["(1)", "(2)", "(3)"].map(|text| {
        let slot = Slot::new(folder.path()).unwrap();
        slot.write(&work(text)).unwrap();
        slot
    });
    std::fs::File::options().write(true).open(slots[1].path()).unwrap().set_modified(later).unwrap();
    let newest = slots[1].path().to_owned();
    drop(slots);
    let left = Slot::left_behind(folder.path());
    assert_eq!((left.len(), left[0].path()), (3, newest.as_path()));
}

/// What the program does that is killed by the test below.
#[test]
fn a_program_keeps_work_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let slot = Slot::new(Path::new(&folder)).unwrap();
    slot.write(&work("(7 8)")).unwrap();
    println!("\nkept");
    std::io::stdout().flush().unwrap();
    std::thread::sleep(std::time::Duration::from_mins(1));
    drop(slot);
}

#[test]
fn the_work_of_a_killed_program_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let test = "unsaved::a_program_keeps_work_until_it_is_killed";
    let mut program = Command::new(std::env::current_exe().unwrap());
    let program = program.args([test, "--exact", "--nocapture"]).env(FOLDER, folder.path()).stdout(Stdio::piped());
    let mut program = program.spawn().unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "kept"));
    assert!(Slot::left_behind(folder.path()).is_empty(), "the program runs");
    program.kill().unwrap();
    program.wait().unwrap();
    let left = Slot::left_behind(folder.path());
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].read(&Progress::new()).unwrap(), work("(7 8)"));
}

#[cfg(unix)]
#[test]
fn work_is_not_written_through_a_link() {
    let directory = tempfile::tempdir().unwrap();
    let (folder, mine) = (directory.path().join("unsaved"), directory.path().join("mine"));
    let slot = Slot::new(&folder).unwrap();
    std::fs::write(&mine, "mine").unwrap();
    std::os::unix::fs::symlink(&mine, slot.path()).unwrap();
    slot.write(&work("(1 2)")).unwrap();
    assert!(!slot.path().is_symlink());
    // Work whose lock is a link stays where it is.
    let lock = slot.path().with_extension("lock");
    drop(slot);
    let _ = std::fs::remove_file(&lock);
    std::os::unix::fs::symlink(directory.path().join("absent"), &lock).unwrap();
    assert!(Slot::left_behind(&folder).is_empty());
    assert!(!directory.path().join("absent").exists());
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine");
}
