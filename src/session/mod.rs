//! Sessions: what a window shows of a tree, and how, as a text that a person can read, keep, send and open again.
//!
//! A session is TOML. Its first field is `plyscope-session = 1`, the number of the format. `[search]` says how the algorithms run, `[view]`
//! what the drawings show, `[time-line]` at which step the marked search stands, and `[tree]` which tree it is: the tree itself as `text`, or
//! where it comes from: a `file` with its hash, a `random` tree by its generator and seed, or a `game` with its position. `docs/files.md` has
//! every field. A session names a file at most; whether that may be read is for the reader of the session to decide.

mod judged;
mod place;
mod read;
pub mod unsaved;
mod write;

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::draw::{FoldMode, Kind};
use crate::fingerprint::Hash;
use crate::game::GameTree;
use crate::generate::RandomTree;
use crate::search::hughes::Pipeline;
use crate::search::{Algorithm, Budget, CutoffRule};
use crate::tree::file::Asked;
use crate::tree::{Player, Tree, Value};

pub use judged::{Judged, SESSION};
pub use read::{MOST_ALGORITHMS, is_session, read, read_file};

/// How the names of session files end, without the dot.
pub const EXTENSION: &str = "plyscope";
/// The field with which a session begins.
const MARK: &str = "plyscope-session";
/// The format that is written, and the only one that is read.
const FORMAT: u32 = 1;
/// The largest session that is read, in bytes.
pub const MOST_BYTES: u64 = 256 << 20;

/// Whether a file's name is that of a session.
pub fn is_session_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION))
}

/// What a window shows of a tree, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// The tree, or where it comes from.
    pub tree: SessionTree,
    /// How the algorithms run.
    pub search: Search,
    /// What the drawings show.
    pub view: View,
    /// The time line, while it is open.
    pub time_line: Option<TimeLine>,
    /// The file whose tree was changed, in what is kept of work that is not saved.
    pub changed_from: Option<TreeFile>,
}

/// A tree, or where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionTree {
    /// The tree itself.
    Itself(Arc<Tree>),
    /// The tree of a file.
    File(TreeFile),
    /// A random tree.
    Random(RandomTree),
    /// The tree of a game.
    Game(GameTree),
}

/// A file with a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeFile {
    /// Where it is; a relative path begins at the folder of the session.
    #[serde(deserialize_with = "read::path")]
    pub path: PathBuf,
    /// The hash of the file when the session was saved, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<Hash>,
    /// How it is read, where its text leaves that open.
    #[serde(default, rename = "as", skip_serializing_if = "Asked::is_nothing")]
    pub asked: Asked,
}

/// How the algorithms run, and which.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Search {
    /// The algorithms of the panes, in their order, without the pipeline.
    #[serde(deserialize_with = "read::algorithms")]
    pub algorithms: Vec<Algorithm>,
    /// Hughes' pipeline, while it is shown, after the others.
    #[serde(skip_serializing_if = "Option::is_none", with = "stages")]
    pub pipeline: Option<Pipeline>,
    /// The pane that is marked, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<u32>,
    /// Who moves at the root, if not who the tree says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<Player>,
    /// When to cut.
    pub cutoff: CutoffRule,
    /// The most evaluations of a run.
    pub budget: Budget,
    /// The depth limit; `None` for the whole tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The smallest and largest value that a leaf can have, where chance moves; `None` for those of the tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Value; 2]>,
}

/// What the drawings show. Nodes are named by their places in preorder, the root being 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct View {
    /// How the tree is drawn.
    pub kind: Kind,
    /// The size of texts, as a multiple of the usual one; `None` for the usual one.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shortest")]
    pub text: Option<f32>,
    /// Whether windows are written beside nodes.
    pub windows: bool,
    /// Whether the order of first visits is.
    pub order: bool,
    /// Whether the numbers of nodes are.
    pub numbers: bool,
    /// What is folded.
    pub fold: FoldMode,
    /// What is folded by hand: runs of siblings, each by its first and last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub folds: Vec<[u32; 2]>,
    /// The selected node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<u32>,
    /// The pane that fills the window, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximised: Option<u32>,
    /// The part of the tree in sight; `None` for all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
}

/// A pan and zoom, in shares of the tree, so that panes of different sizes show the same part.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// The magnification relative to the size at which the whole tree fits, at least 1.
    pub zoom: f64,
    /// The point of the tree in the middle of a pane, as shares of its width and height.
    pub centre: [f64; 2],
}

/// The time line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeLine {
    /// The step of the marked search; `None` for its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}

impl TreeFile {
    /// The file as a session in this folder names it: relative where it is in the folder or below.
    #[must_use]
    pub fn seen_from(self, folder: Option<&Path>) -> TreeFile {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let path = absolute(&self.path);
        let below = folder.map(absolute).and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_owned));
        TreeFile { path: below.unwrap_or(path), ..self }
    }

    /// Where the file is for a session in this folder.
    pub fn path_from(&self, folder: Option<&Path>) -> PathBuf {
        folder.map_or_else(|| self.path.clone(), |folder| folder.join(&self.path))
    }

    /// Whether the file is in the folder of the session, or below it.
    pub fn is_beside(&self) -> bool {
        self.path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    }
}

/// Writes a number with no more digits than tell it from its neighbours.
#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn shortest<S: Serializer>(number: &Option<f32>, serializer: S) -> Result<S::Ok, S::Error> {
    number.map(|number| number.to_string().parse::<f64>().unwrap_or(number.into())).serialize(serializer)
}

/// Writes and reads the stages of Hughes' pipeline.
mod stages {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::game::Stages;
    use crate::search::hughes::Pipeline;

    #[derive(Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
    struct Fields {
        alpha_beta: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        prune: Option<u32>,
        dynamic: bool,
        highfirst: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        taketree: Option<u32>,
    }

    impl Default for Fields {
        fn default() -> Fields {
            Pipeline::default().into()
        }
    }

    impl From<Pipeline> for Fields {
        fn from(Pipeline { stages, alpha_beta }: Pipeline) -> Fields {
            let Stages { prune, dynamic, highfirst, taketree, sooner: _ } = stages;
            let taketree = taketree.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            Fields { alpha_beta, prune, dynamic, highfirst, taketree }
        }
    }

    #[expect(clippy::ref_option, reason = "serde's signature")]
    pub(super) fn serialize<S: Serializer>(pipeline: &Option<Pipeline>, serializer: S) -> Result<S::Ok, S::Error> {
        pipeline.map(Fields::from).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Pipeline>, D::Error> {
        let Fields { alpha_beta, prune, dynamic, highfirst, taketree } = Fields::deserialize(deserializer)?;
        let taketree = taketree.map(|count| count as usize);
        Ok(Some(Pipeline { stages: Stages { prune, dynamic, highfirst, taketree, sooner: false }, alpha_beta }))
    }
}
