//! Opening and saving tree files: what is refused, and that nothing is lost.

use std::path::Path;
use std::time::{Duration, Instant};

use plyscope::progress::Progress;
use plyscope::tree::Builder;
use plyscope::tree::file::{MAX_FILE_BYTES, open, save};

use crate::parsers::{NO_TREE, json, values};

fn open_error(path: &Path) -> String {
    let error = open(path, &Progress::new()).map(|tree| tree.len()).expect_err("a tree came out").to_string();
    let message = error.strip_prefix(&path.display().to_string()).expect("the message begins with the file's name");
    message.to_string()
}

#[test]
fn unreadable_files_are_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(open_error(folder.path()), ": is a folder; name the file of a tree in it");
    let path = folder.path().join("missing.json");
    assert_eq!(open_error(&path), ": there is no such file; check the name");
    let path = folder.path().join("empty.tree");
    std::fs::write(&path, "").unwrap();
    assert_eq!(open_error(&path), format!(":1:1: {NO_TREE}"));
    let path = folder.path().join("bad.tree");
    std::fs::write(&path, "((3 12 8)\n (2 () 6))").unwrap();
    assert_eq!(open_error(&path), ":2:6: a node needs at least one child; write the value of a leaf without brackets");
}

#[test]
fn a_file_of_two_gigabytes_is_refused_before_it_is_read() {
    let file = tempfile::Builder::new().suffix(".json").tempfile().unwrap();
    file.as_file().set_len(2 << 30).unwrap();
    let begin = Instant::now();
    assert_eq!(open_error(file.path()), ": has 2.0 GiB; the limit is 1 GiB, so open a part of the tree");
    assert!(begin.elapsed() < Duration::from_secs(1));
    assert_eq!(MAX_FILE_BYTES, 1 << 30);
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_refused_at_once() {
    let message = ": is not a regular file; save the tree to a file and open that";
    assert_eq!(open_error(Path::new("/dev/zero")), message);
    assert_eq!(open_error(Path::new("/dev/null")), message);
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.json");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        assert_eq!(open_error(&pipe), message);
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let file = tempfile::Builder::new().suffix(".json").tempfile().unwrap();
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::File::open(file.path()).is_ok() {
        return; // The superuser may read everything.
    }
    assert_eq!(open_error(file.path()), ": cannot be read; change its permissions or open a copy");
}

#[test]
fn a_tree_without_a_title_has_the_name_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my tree.tree");
    std::fs::write(&path, "(1 2)").unwrap();
    assert_eq!(open(&path, &Progress::new()).unwrap().title(), "my tree");
}

#[test]
fn a_saved_tree_opens_as_the_same_tree_and_nothing_is_replaced_without_permission() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tree.json");
    let (first, second) = (json("{\"title\": \"1\", \"tree\": [1]}").unwrap(), json("[2, 3]").unwrap());
    save(&first, &path, false).unwrap();
    assert_eq!(open(&path, &Progress::new()).unwrap(), first);
    let refused = save(&second, &path, false).unwrap_err();
    assert_eq!(refused.message, "already exists; choose another name, or allow it to be replaced");
    assert_eq!(open(&path, &Progress::new()).unwrap(), first);
    save(&second, &path, true).unwrap();
    assert_eq!(values(&open(&path, &Progress::new()).unwrap()), [Some(2.0), Some(3.0)]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn a_tree_that_cannot_be_saved_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tree.tree");
    std::fs::write(&path, "(1 2)").unwrap();
    let labelled = json("{\"label\": \"a\", \"value\": 1}").unwrap();
    assert_eq!(
        save(&labelled, &path, true).unwrap_err().message,
        "cannot be saved: bracket notation cannot express the labels of leaves; save the tree as .json to keep them"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "(1 2)");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    let message = |name: &str| save(&labelled, &folder.path().join(name), true).unwrap_err().message;
    assert_eq!(message("tree.doc").split(", ").next().unwrap(), "has an unknown extension; use .json");
    assert_eq!(message("no/tree.json"), "cannot be saved because its folder does not exist; create the folder first");
    std::fs::create_dir(folder.path().join("folder.json")).unwrap();
    assert_eq!(message("folder.json"), "is a folder; name a file in it");
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions_and_a_link_stays_a_link() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("tree.json"), folder.path().join("link.json"));
    std::fs::write(&path, "1").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    save(&json("[2]").unwrap(), &link, true).unwrap();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(values(&open(&path, &Progress::new()).unwrap()), [Some(2.0)]);
}

#[test]
fn a_file_of_another_format_is_named_beside_those_that_are_opened() {
    let directory = tempfile::tempdir().unwrap();
    for (name, text, what) in [
        ("game.SGF", "(;FF[4]GM[1]SZ[19];B[aa])", "is a record of a game (.sgf), not a tree"),
        (
            "game.nfg",
            "NFG 1 R \"G\" { \"A\" \"B\" } { 2 2 }",
            "is a game of Gambit in strategic form (.nfg), not a tree",
        ),
        ("sweep.toml", "trees = 3\n", "is a sweep (.toml), not a tree"),
        ("chart.svg", "<svg/>", "is a picture, not a tree"),
    ] {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        let error = open(&path, &Progress::new()).unwrap_err().to_string();
        for part in [what, "docs/formats.md", ".jsonl", ".plyscope", ".toml"] {
            assert!(error.contains(part), "{error}");
        }
    }
    // The text decides first.
    let path = directory.path().join("tree.csv");
    std::fs::write(&path, "(1 2)").unwrap();
    assert!(open(&path, &Progress::new()).is_ok());
}

#[test]
fn an_empty_name_is_none() {
    let tree = json(r#"[{"label": "", "children": [{"label": "", "move": "", "value": 1}, 2]}, 0]"#).unwrap();
    assert!(tree.nodes().all(|node| tree.label(node).is_none() && tree.move_name(node).is_none()));
}

#[test]
fn nodes_with_two_roots_are_no_tree() {
    let mut builder = Builder::new();
    for _ in 0..2 {
        builder.open().unwrap();
        builder.close();
    }
    assert!(builder.build().is_err());
}
