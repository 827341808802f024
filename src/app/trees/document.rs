//! The open tree, and the jobs that load one.

use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::runs::{AlgorithmRun, Subject};
use super::session_source::{SessionSource, open_session};
use super::visited::Visited;
use crate::app::Settings;
use crate::app::job::Job;
use crate::experiment::{VisitedPart, trace};
use crate::fingerprint::Fingerprint;
use crate::format::{count, grouped};
use crate::game::unfold::Unfinished;
use crate::game::{GameName, GameTree};
use crate::generate::{GenerateError, RandomTree};
use crate::progress::Progress;
use crate::session::Session;
use crate::tree::edit::{History, Moved};
use crate::tree::file::{self, ParseError};
use crate::tree::samples::Sample;
use crate::tree::{Builder, Full, NodeId, Player, Tree, Value};

/// An open tree.
pub(crate) struct Document {
    /// The tree as the algorithms see it.
    pub(crate) tree: Arc<Tree>,
    /// The game, if the tree is only its visited part.
    pub(crate) visited: Option<Visited>,
    pub(crate) source: Source,
    /// The game whose positions the labels are.
    pub(crate) game: Option<GameName>,
    /// The player at the root in the file.
    pub(crate) file_root: Player,
    /// Whether it is the tree of a trace, which determines the player.
    pub(crate) is_traced: bool,
    /// A number that identifies this open tree.
    pub(crate) serial: u64,
    /// The changes since it was opened.
    pub(crate) history: History,
    /// Its file as it was when the tree was read from it, or written there.
    pub(crate) on_disk: Option<Fingerprint>,
}

impl Document {
    /// The player that should move at the root.
    pub(crate) fn root_player(&self, chosen: Option<Player>) -> Player {
        chosen.filter(|_| self.has_free_root()).unwrap_or(self.file_root)
    }

    /// Whether the player at the root can be chosen.
    pub(crate) fn has_free_root(&self) -> bool {
        self.visited.is_none() && !self.is_traced
    }

    /// Why the tree cannot be edited, if it cannot.
    pub(crate) fn why_fixed(&self) -> Option<&'static str> {
        if self.visited.is_some() {
            Some("this is only the visited part of a game, which cannot be changed; open the game with a smaller depth")
        } else if self.is_traced {
            Some("this is the tree of a trace, which cannot be changed; save it as .json and open that")
        } else {
            None
        }
    }

    /// What the algorithms search.
    pub(crate) fn subject(&self, settings: Settings) -> Subject {
        match &self.visited {
            Some(visited) => Subject::Game(Arc::new(visited.game.limited(settings.depth))),
            None => Subject::Tree(Arc::clone(&self.tree)),
        }
    }

    /// The size of the tree, for people.
    pub(crate) fn size(&self) -> String {
        let nodes = count(self.tree.len() as u64, "node", "nodes");
        let depth = grouped(self.tree.height().into());
        if self.visited.is_some() {
            return format!("{nodes} shown, down to ply {depth}");
        }
        format!("{nodes}, {}, depth {depth}", count(self.tree.leaf_count() as u64, "leaf", "leaves"))
    }
}

/// The last component of a path, for people.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// A new tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewTree {
    /// Every node above the depth has this many children, and every leaf is 0.
    Shape {
        /// The children of a node.
        branching: u32,
        /// The depth of the leaves.
        depth: u32,
    },
    /// A text in bracket notation or JSON.
    Text(String),
}

impl NewTree {
    fn build(&self, progress: &Progress) -> Result<Tree, LoadError> {
        match self {
            NewTree::Shape { branching, depth } => {
                shape(*branching, *depth, progress).map_err(|full| LoadError::of(full.map(|full| full.to_string())))
            }
            NewTree::Text(text) => file::parse(None, text.as_bytes(), progress)
                .map(|tree| tree.titled("New tree"))
                .map_err(LoadError::from),
        }
    }
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
                return builder.build().ok_or(None);
            }
        }
    }
}

/// Where a tree comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    Game(GameTree),
    Random(RandomTree),
    New(NewTree),
    Sample(&'static Sample),
    File(PathBuf),
    Session(SessionSource),
}

/// Why there is no tree.
pub(crate) enum LoadError {
    /// The user cancelled.
    Cancelled,
    /// The reason, in words.
    Failed(String),
    /// The session names a file that the user did not ask to open; if the user agrees, it is opened like this.
    Asks(PathBuf, Box<Source>),
}

impl LoadError {
    /// For this reason; without one because it was cancelled.
    fn of(reason: Option<String>) -> LoadError {
        reason.map_or(LoadError::Cancelled, LoadError::Failed)
    }
}

impl From<ParseError> for LoadError {
    fn from(error: ParseError) -> LoadError {
        LoadError::of((error != ParseError::Cancelled).then(|| error.to_string()))
    }
}

impl Source {
    pub(crate) fn read(self, progress: &Progress) -> Result<Opened, LoadError> {
        let tree = match &self {
            Source::Game(game) => return open_game(game.clone(), progress),
            Source::Random(RandomTree { generator, seed, static_noise }) => generator
                .build(*seed, *static_noise, progress)
                .map_err(|error| LoadError::of((error != GenerateError::Cancelled).then(|| error.to_string())))?,
            Source::New(tree) => tree.build(progress)?,
            Source::Sample(sample) => sample.open(progress)?,
            Source::File(path) => return open_file(path, progress),
            Source::Session(session) => return open_session(session, progress),
        };
        Ok(Opened::new(tree, self))
    }

    /// The history of a tree that was just opened; typed trees have not been saved.
    fn history(&self) -> History {
        match self {
            Source::New(NewTree::Text(_)) => History::unsaved(),
            Source::Session(session) if !session.is_kept() => History::unsaved(),
            _ => History::default(),
        }
    }

    /// Its location, for people.
    pub(crate) fn location(&self) -> String {
        match self {
            Source::Game(tree) => tree.source(),
            Source::Random(tree) => tree.generator.command(tree.seed, tree.static_noise),
            Source::New(_) => "Made here".into(),
            Source::Sample(_) => "A sample that is part of Plyscope".into(),
            Source::File(path) => path.display().to_string(),
            Source::Session(session) => session.location(),
        }
    }

    fn name(&self) -> String {
        match self {
            Source::Game(tree) => format!("the tree of {}", tree.game.name().title()),
            Source::Random(tree) => format!("a random tree, {}", tree.generator),
            Source::New(_) => "the new tree".into(),
            Source::Sample(sample) => sample.title.to_owned(),
            Source::File(path) => file_name(path),
            Source::Session(session) => session.name(),
        }
    }
}

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
        }
    }
}

/// A tree, or a trace with another program's run.
fn open_file(path: &Path, progress: &Progress) -> Result<Opened, LoadError> {
    // Before it is read, so that a change in the meantime is noticed.
    let on_disk = Fingerprint::of(path).ok();
    let opened = trace::Opened::from_file(path, progress);
    let trace::Opened { tree, traced } =
        opened.map_err(|error| LoadError::of((!error.is_cancelled()).then(|| error.to_string())))?;
    let traced = traced.map(|run| AlgorithmRun::traced(&run, &tree));
    Ok(Opened { traced, on_disk, ..Opened::new(tree, Source::File(path.to_owned())) })
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

/// The purpose of a load.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Task {
    Open(Source),
    /// Sets the player at the root of the open tree.
    SetRootPlayer,
}

/// The result of a load.
pub(crate) enum Loaded {
    /// Another tree, and who moves at its root in its file.
    Opened(Box<Opened>, Player),
    /// The open tree with another player at its root.
    Tree(Tree),
}

/// A load in progress.
pub(crate) struct Loading {
    pub(crate) task: Task,
    pub(crate) job: Job<Result<Loaded, LoadError>>,
}

impl Loading {
    /// Reads a tree, and sets the chosen player at its root. `before` is an earlier state of the same tree.
    pub(crate) fn open(
        ctx: &egui::Context,
        source: Source,
        root: Option<Player>,
        before: Option<Arc<Tree>>,
    ) -> Loading {
        let task = Task::Open(source.clone());
        let job = Job::start(ctx, "plyscope open", move |progress| {
            let mut opened = source.read(progress)?;
            if before.is_some() {
                // Only the tree is read again; how it is shown stays.
                opened.session = None;
            }
            let file_root = opened.tree.player(NodeId::ROOT);
            let root = opened.session.as_ref().map_or(root, |session| session.search.root);
            // The player at the root of a game too large to unfold is given by its position; that of a trace, by the trace.
            let is_free = opened.visited.is_none() && opened.traced.is_none();
            opened.tree = with_root_player(opened.tree, root.filter(|_| is_free).unwrap_or(file_root));
            opened.moved = before.map(|before| (before.identity(), Moved::between(&before, &opened.tree)));
            Ok(Loaded::Opened(Box::new(opened), file_root))
        });
        Loading { task, job }
    }

    /// Sets a player at the root of the open tree.
    pub(crate) fn set_root_player(ctx: &egui::Context, document: &Document, player: Player) -> Loading {
        let tree = Arc::clone(&document.tree);
        let job =
            Job::start(ctx, "plyscope root", move |_| Ok(Loaded::Tree(with_root_player(Tree::clone(&tree), player))));
        Loading { task: Task::SetRootPlayer, job }
    }

    /// A description of the load, for people.
    pub(crate) fn words(&self) -> String {
        match &self.task {
            Task::Open(source @ Source::Random(_)) => format!("Drawing {}", source.name()),
            Task::Open(source @ Source::Game(_)) => format!("Building {}", source.name()),
            Task::Open(source) => format!("Opening {}", source.name()),
            Task::SetRootPlayer => "Changing the root's player".into(),
        }
    }

    /// What is done first, until the amount of work is known, for people.
    pub(crate) fn beginning(&self) -> &'static str {
        match &self.task {
            Task::Open(Source::Game(_)) => "counting its nodes",
            Task::Open(Source::Random(_)) => "estimating its size",
            Task::Open(_) => "reading",
            Task::SetRootPlayer => "copying the tree",
        }
    }
}

fn with_root_player(mut tree: Tree, player: Player) -> Tree {
    if tree.player(NodeId::ROOT) != player {
        tree.set_root_player(player);
    }
    tree
}
