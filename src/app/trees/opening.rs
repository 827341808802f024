//! How trees are opened.

use std::path::Path;

use super::{AlgorithmRun, LoadError, NewTree, Origin, SessionSource, Source, Visited};
use crate::experiment::VisitedPart;
use crate::experiment::trace::{self, OpenError};
use crate::fingerprint::Fingerprint;
use crate::format::file_name;
use crate::game::GameTree;
use crate::game::unfold::Unfinished;
use crate::generate::{GenerateError, RandomTree};
use crate::progress::Progress;
use crate::session::{self, Session, SessionTree, TreeFile, is_session_file};
use crate::tree::edit::{History, Moved};
use crate::tree::file::{self, Asked, FileError, Format, ParseError, Reading};
use crate::tree::{Builder, Full, Tree, Value};

/// A tree that was opened, and what is known of it.
pub(crate) struct Opened {
    pub(crate) tree: Tree,
    /// The game of which it is a part, where no tree holds all of it.
    pub(crate) visited: Option<Visited>,
    /// The run of another program, if the tree is that of its trace.
    pub(crate) traced: Option<AlgorithmRun>,
    /// Where the tree itself is from, which a session names.
    pub(crate) source: Source,
    pub(crate) history: History,
    /// The tree's file.
    pub(crate) on_disk: Option<Fingerprint>,
    /// How the tree is to be shown.
    pub(crate) session: Option<Box<Session>>,
    /// Where the nodes went of the tree that was open before, by its identity, if this is another state of the same file.
    pub(crate) moved: Option<(u64, Moved)>,
    /// What the user should know.
    pub(crate) note: Option<String>,
    /// What its text was read as.
    pub(crate) reading: Option<Reading>,
}

impl Opened {
    pub(crate) fn new(tree: Tree, source: Source) -> Opened {
        let history = source.history();
        Opened {
            tree,
            visited: None,
            traced: None,
            source,
            history,
            on_disk: None,
            session: None,
            moved: None,
            note: None,
            reading: None,
        }
    }
}

impl Source {
    pub(crate) fn read(self, progress: &Progress) -> Result<Opened, LoadError> {
        let tree = match &self {
            Source::Game(game) => return open_game(game.clone(), progress),
            Source::Random(RandomTree { generator, seed, static_noise }) => generator
                .build(*seed, *static_noise, progress)
                .map_err(|error| LoadError::of((error != GenerateError::Cancelled).then(|| error.to_string())))?,
            Source::New(NewTree::Shape { branching, depth }) => {
                shape(*branching, *depth, progress).map_err(|full| LoadError::of(full.map(|full| full.to_string())))?
            }
            Source::New(NewTree::Text { text, asked }) => return open_text(&self, text, *asked, progress),
            Source::Sample(sample) => sample.open(progress).map_err(|error| wrong(error, &self))?,
            Source::Found(found) => return Ok(found.opened(&self, progress)),
            Source::File(path, asked) => return open_file(path, *asked, progress),
            Source::Session(session) => return open_session(session, progress),
        };
        Ok(Opened::new(tree, self))
    }
}

/// Why a text is no tree.
fn wrong(error: ParseError, source: &Source) -> LoadError {
    match error {
        ParseError::Cancelled => LoadError::Cancelled,
        ParseError::Asks(question) => LoadError::Which(question, Box::new(source.clone())),
        error => LoadError::Failed(error.to_string()),
    }
}

/// A tree that was typed or pasted.
fn open_text(source: &Source, text: &str, asked: Asked, progress: &Progress) -> Result<Opened, LoadError> {
    progress.set_total(text.len() as u64);
    let read = file::parse_as(asked, text.as_bytes(), progress).map_err(|error| wrong(error, source))?;
    let opened = Opened::new(read.tree.titled("New tree"), source.clone());
    Ok(Opened { reading: Some(read.reading), ..opened })
}

/// A full tree of zeros; the error is `None` if it was cancelled.
fn shape(branching: u32, depth: u32, progress: &Progress) -> Result<Tree, Option<Full>> {
    let mut builder = Builder::new();
    builder.set_title("New tree");
    // The number of children that each open node still needs.
    let mut missing: Vec<u32> = Vec::new();
    loop {
        if progress.is_cancelled() {
            return Err(None);
        }
        if missing.len() < depth as usize {
            builder.open().map_err(Some)?;
            missing.push(branching.max(1));
        } else {
            builder.leaf(Some(Value::from(0))).map_err(Some)?;
            while let Some(last) = missing.last_mut() {
                *last -= 1;
                if *last > 0 {
                    break;
                }
                missing.pop();
                builder.close();
            }
            if missing.is_empty() {
                return builder.build().map_err(|_| None);
            }
        }
    }
}

/// A tree, or a trace with another program's run.
fn open_file(path: &Path, asked: Asked, progress: &Progress) -> Result<Opened, LoadError> {
    // Before it is read, so that a change in the meantime is noticed.
    let on_disk = Fingerprint::of(path).ok();
    let opened = trace::Opened::from_file(path, asked, progress);
    let trace::Opened { tree, reading, traced } = opened.map_err(|error| match error {
        OpenError::Tree(FileError { error: ParseError::Asks(question), .. }) => {
            LoadError::Which(question, Box::new(Source::File(path.to_owned(), asked)))
        }
        error => LoadError::of((!error.is_cancelled()).then(|| error.to_string())),
    })?;
    let traced = traced.map(|run| AlgorithmRun::traced(&run, &tree));
    // Where another format is in the file than its name says, it stays there.
    let format = reading.as_ref().map(|reading| reading.format);
    let asked =
        Asked { format: asked.format.or(format.filter(|format| Format::of_name(path) != Some(*format))), ..asked };
    Ok(Opened { traced, on_disk, reading, ..Opened::new(tree, Source::File(path.to_owned(), asked)) })
}

/// The tree of a game, or only its root if the game is too large and nothing has been visited yet.
fn open_game(game: GameTree, progress: &Progress) -> Result<Opened, LoadError> {
    match game.unfold(progress) {
        Ok(tree) => Ok(Opened::new(tree, Source::Game(game))),
        Err(Unfinished::Cancelled) => Err(LoadError::Cancelled),
        Err(Unfinished::NoMemory(shortage)) => Err(LoadError::Failed(shortage.to_string())),
        Err(Unfinished::TooLarge) => {
            let part = VisitedPart::new(&game, &[], progress).map_err(|_| LoadError::Cancelled)?;
            let visited = Some(Visited::new(game.clone()));
            Ok(Opened { visited, ..Opened::new(part.tree, Source::Game(game)) })
        }
    }
}

/// Opens the tree of a session.
fn open_session(source: &SessionSource, progress: &Progress) -> Result<Opened, LoadError> {
    let session = match &source.from {
        Origin::File(path) | Origin::Unsaved(path) => {
            session::read_file(path, progress).map_err(|error| match error.error {
                ParseError::Cancelled => LoadError::Cancelled,
                _ => LoadError::Failed(error.to_string()),
            })?
        }
        Origin::Text(text) => session::read(text, progress).map_err(|error| match error {
            ParseError::Cancelled => LoadError::Cancelled,
            error => LoadError::Failed(format!("the pasted session: {error}")),
        })?,
    };
    let opened = match &session.tree {
        SessionTree::Itself(tree) => {
            Opened::new(tree.as_ref().clone().titled("Tree of a session"), Source::Session(source.clone()))
        }
        SessionTree::File(file) => open_file_of(source, file, progress)?,
        SessionTree::Random(tree) => Source::Random(tree.clone()).read(progress)?,
        SessionTree::Game(tree) => Source::Game(tree.clone()).read(progress)?,
    };
    let opened = match session.changed_from.clone().filter(|_| source.is_unsaved_work()) {
        Some(file) => {
            let on_disk = file.hash.map(Fingerprint::of_hash);
            Opened { source: Source::File(file.path, file.asked), on_disk, ..opened }
        }
        None => opened,
    };
    Ok(Opened { session: Some(Box::new(session)), ..opened })
}

fn open_file_of(source: &SessionSource, file: &TreeFile, progress: &Progress) -> Result<Opened, LoadError> {
    let folder = source.path().and_then(Path::parent);
    let path = file.path_from(folder);
    let is_beside = folder.is_some() && file.is_beside();
    if !is_beside && !source.readable.contains(&path) {
        let readable = vec![path.clone()];
        let source = SessionSource { readable, ..source.clone() };
        return Err(LoadError::Asks(path, Box::new(Source::Session(source))));
    }
    if is_session_file(&path) {
        return Err(LoadError::Failed(format!("{}: is a session; a session names the file of a tree", path.display())));
    }
    let opened = Source::File(path.clone(), file.asked).read(progress)?;
    let is_other = file.hash.is_some() && file.hash != opened.on_disk.map(|now| now.hash);
    let note = || format!("{} has changed since the session was saved.", file_name(&path));
    Ok(Opened { note: is_other.then(note), ..opened })
}
