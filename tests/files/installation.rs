//! What an installation needs in addition to the program: completions, manual pages, the desktop files, and valid links between pages.

use std::path::{Path, PathBuf};

use crate::program::{failure, plyscope, told};

const COMMANDS: &str = "search draw exercise sweep summary chart merge generate check recorder judge find convert game perft theory \
                        completions man";

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_help_names_every_command_that_is_tested_here() {
    let help = told(&["--help"]);
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let names = commands.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, COMMANDS.split_whitespace().chain(["help"]).collect::<Vec<_>>());
}

#[test]
fn completions_for_every_shell_name_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = told(&["completions", shell]);
        for name in COMMANDS.split_whitespace() {
            assert!(script.contains(name), "{shell}: {name}");
        }
        assert!(script.contains("standard-error"), "{shell} completes flags");
        assert!(!script.contains("\\u{"), "{shell}: nothing in a script is escaped");
    }
    assert!(failure(&["completions", "cmd"]).contains("bash"));
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_and_flags() {
    if std::process::Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("plyscope");
    std::fs::write(&script, told(&["completions", "bash"])).unwrap();
    for (words, completed) in [("plyscope sea", "search"), ("plyscope theory --bran", "--branching")] {
        let typed: Vec<&str> = words.split(' ').collect();
        let [last, before] = [1, 2].map(|back| typed[typed.len() - back]);
        let line = format!(
            "source '{}'; COMP_WORDS=({words}); COMP_CWORD={}; _plyscope plyscope '{last}' '{before}'; echo \"${{COMPREPLY[@]}}\"",
            script.display(),
            typed.len() - 1
        );
        let output = std::process::Command::new("bash").args(["-c", &line]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), completed, "{words}");
    }
}

#[test]
fn manual_pages_are_written_for_every_command_and_replaced_only_when_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man1");
    let name = pages.to_str().unwrap();
    assert!(told(&["man", name]).ends_with(" manual pages\n"));
    let page = |command: &str| read(pages.join(format!("{command}.1")));
    for command in COMMANDS.split_whitespace() {
        let text = page(&format!("plyscope-{command}"));
        assert!(text.contains(".SH NAME") && text.contains(".SH OPTIONS"), "{command}");
        assert!(text.contains(concat!("plyscope ", env!("CARGO_PKG_VERSION"))), "{command}");
    }
    assert!(page("plyscope").contains("plyscope\\-sweep(1)"));
    assert!(page("plyscope-game-chess").contains("\\-\\-position"));
    let ours = pages.join("plyscope-search.1");
    std::fs::write(&ours, "mine").unwrap();
    std::fs::remove_file(pages.join("plyscope.1")).unwrap();
    let message = failure(&["man", name]);
    assert!(message.contains("already exists; choose another folder, or add --force"), "{message}");
    assert_eq!(read(&ours), "mine");
    assert!(!pages.join("plyscope.1").exists(), "all pages or none");
    plyscope(&["man", name, "--force"]).success();
    assert!(read(&ours).contains(".SH NAME"));
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(failure(&["man", file.to_str().unwrap()]).starts_with("plyscope: "));
}

#[test]
fn the_desktop_entry_opens_the_types_that_are_declared_for_our_files() {
    let entry = read("assets/plyscope.desktop");
    let value = |key: &str| {
        let lines: Vec<&str> = entry.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).collect();
        assert_eq!(lines.len(), 1, "{key}");
        lines[0].to_owned()
    };
    assert_eq!((value("Exec").as_str(), value("Type").as_str()), ("plyscope %f", "Application"));
    let types = read("assets/plyscope.xml");
    let types = roxmltree::Document::parse(&types).unwrap();
    let of_tag = |tag: &'static str| {
        types
            .descendants()
            .filter(move |node| node.has_tag_name(("http://www.freedesktop.org/standards/shared-mime-info", tag)))
    };
    let declared: Vec<&str> = of_tag("mime-type").filter_map(|node| node.attribute("type")).collect();
    assert_eq!(value("MimeType"), declared.join(";") + ";");
    let globs: Vec<&str> = of_tag("glob").filter_map(|node| node.attribute("pattern")).collect();
    assert_eq!(globs, ["*.plyscope", "*.tree"]);
    roxmltree::Document::parse(&read("assets/icon.svg")).unwrap();
    assert_eq!(value("Icon"), "plyscope");
}

#[test]
fn the_package_has_only_files_that_exist_or_are_made_for_it() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let assets = manifest["package"]["metadata"]["deb"]["assets"].as_array().unwrap();
    let release = read("docs/release.md");
    for asset in assets {
        let source = asset[0].as_str().unwrap();
        match source.strip_prefix("target/") {
            // Files made by the build are made by a command on the page about releases.
            Some(made) => assert!(
                release.contains(&format!("target/{}", made.trim_end_matches("/*.1"))) || made.starts_with("dist/"),
                "{source}"
            ),
            None => assert!(
                Path::new(&source.trim_end_matches("/*").trim_end_matches("/*.md").replace('*', "MIT")).exists(),
                "{source}"
            ),
        }
    }
}

/// The Markdown pages of the repository.
fn markdown_pages() -> Vec<PathBuf> {
    let docs = std::fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    docs.chain(["README.md", "CHANGELOG.md"].map(PathBuf::from)).collect()
}

#[test]
fn links_between_pages_lead_to_files_and_headings_that_exist() {
    let mut checked = 0;
    for page in markdown_pages() {
        let text = read(&page);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            if link.contains("://") {
                continue;
            }
            let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            if let Some(heading) = heading {
                assert!(headings(&read(&target)).any(|anchor| anchor == heading), "{}: {link}", page.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} links");
}

/// Phrases that readers stumbled over, and spellings other than those of the program.
const RIDDLES: [&str; 24] = [
    "Click a man",
    "unquiet",
    "Nothing to be seen",
    "is no algorithm",
    "taken away",
    "as many as you like",
    "so many moves",
    "Or fewer",
    "of them the same",
    "on the average",
    "where there is none",
    "lose them",
    "What searched",
    "The usual ones",
    "true value and noise",
    "Every run is",
    "putting together",
    "fault in Plyscope",
    "goes on when",
    "Where nobody says",
    "a row a run",
    "is said by",
    "{} %",
    "this way:",
];

#[test]
fn no_text_of_the_window_the_commands_or_the_pages_is_a_riddle() {
    let sources = ["src/app", "src/command"].iter().flat_map(|folder| files_below(Path::new(folder)));
    for path in sources.chain(markdown_pages()) {
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        for (number, line) in read(&path).lines().enumerate() {
            // In a source only texts and the help of flags are shown.
            let is_comment = line.trim_start().starts_with("//") && !path.starts_with("src/command");
            let found = RIDDLES.iter().find(|riddle| line.contains(**riddle)).filter(|_| !is_source || !is_comment);
            assert!(found.is_none(), "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

/// All files in a folder and the folders in it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// The headings of a page, in the form that links use.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        words
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    })
}

#[test]
fn entries_of_menus_in_the_pages_are_in_the_window() {
    let folders = ["src/app", "src/tree/samples.rs"].map(Path::new);
    let sources =
        folders.iter().flat_map(|path| if path.is_dir() { files_below(path) } else { vec![path.to_path_buf()] });
    let texts: String = sources.map(read).collect();
    let mut checked = 0;
    for page in markdown_pages() {
        // A path may go on in the next line.
        let text = read(&page).replace('\n', " ");
        for path in text.split('*').filter(|path| path.contains(" > ")) {
            let mut entries = path.split(" > ");
            if !["File", "Edit", "View", "Search", "Time line", "Help"].contains(&entries.next().unwrap_or_default()) {
                continue;
            }
            for entry in entries {
                assert!(texts.contains(&format!("\"{}", entry.trim_end_matches('…'))), "{}: {path}", page.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked} entries");
}

#[test]
fn commands_in_the_pages_are_understood_by_the_program() {
    let mut checked = 0;
    for page in markdown_pages() {
        for line in read(&page).lines().filter(|line| line.starts_with("    ")) {
            for command in commands_of(line) {
                let words = std::iter::once("plyscope".to_owned()).chain(words_of(command));
                let read = plyscope::command::Arguments::read(words.map(Into::into));
                let read = read.unwrap_or_else(|error| panic!("{}: plyscope {command}: {error}", page.display()));
                // A word that is not a command would be a file.
                assert!(read.file.is_none_or(|file| file.extension().is_some()), "{}: {command}", page.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "{checked} commands");
}

/// The arguments of each call of the program in a line of a shell or beside an explanation, without what the shell does with its output.
fn commands_of(line: &str) -> impl Iterator<Item = &str> {
    let calls = line.split(['|', ';']).filter_map(|part| {
        let part = part.trim_start();
        part.strip_prefix("do ").unwrap_or(part).strip_prefix("plyscope ")
    });
    calls.filter_map(|call| call.split(" > ").next()?.split("   ").next())
}

/// The words of a command, in which quotation marks hold together what is between them, and every variable is 1.
fn words_of(command: &str) -> Vec<String> {
    let mut parts = command.split('$');
    let before = parts.next().unwrap_or_default().to_owned();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let command = parts.fold(before, |text, part| text + "1" + part.trim_start_matches(is_name));
    let (mut words, mut mark) = (vec![String::new()], None);
    for c in command.chars() {
        match c {
            '"' | '\'' if mark.is_none_or(|open| open == c) => mark = mark.is_none().then_some(c),
            ' ' if mark.is_none() => words.push(String::new()),
            c => words.last_mut().expect("one from the start").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(unix)]
#[test]
fn a_manual_page_is_not_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (pages, mine, absent) = (folder.path().join("man1"), folder.path().join("mine"), folder.path().join("absent"));
    let name = pages.to_str().unwrap();
    plyscope(&["man", name]).success();
    let all: Vec<_> = std::fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().path()).collect();
    std::fs::write(&mine, "mine").unwrap();
    for page in all {
        for target in [&mine, &absent] {
            std::fs::remove_file(&page).unwrap();
            std::os::unix::fs::symlink(target, &page).unwrap();
            assert!(failure(&["man", name]).contains("already exists"));
            assert!(page.is_symlink());
            plyscope(&["man", name, "--force"]).success();
            assert!(!page.is_symlink(), "{}", page.display());
        }
    }
    assert_eq!(read(mine), "mine");
    assert!(!absent.exists());
}
