//! The smallest tree that a judged program gets wrong, in a folder: the tree, the traces on it, and a session that shows them side by side.

use std::path::Path;

use super::{Search, Session, SessionTree, TreeFile, View};
use crate::experiment::judge::{Found, Standard};
use crate::experiment::trace::{read, trace};
use crate::experiment::{Settings, pruning};
use crate::output;
use crate::progress::Progress;
use crate::search::Algorithm;
use crate::tree::file::{self, Asked, SaveError};

/// The name of the session.
pub const SESSION: &str = "smallest.plyscope";
const TREE: &str = "smallest.json";
const PROGRAM: &str = "program.jsonl";
/// What is wrong there, in words.
const REPORT: &str = "report.txt";

/// What was found about a program, to be kept.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// The tree and what is wrong there.
    pub found: &'a Found,
    /// What the program was compared with.
    pub standard: Standard,
}

impl Judged<'_> {
    /// The search that is shown beside that of the program.
    fn algorithm(&self) -> Algorithm {
        self.standard.algorithm.unwrap_or_else(|| pruning(&self.found.tree))
    }

    fn ours(&self) -> String {
        format!("{}.jsonl", self.algorithm().id())
    }

    /// The names of the files.
    pub fn names(&self) -> Vec<String> {
        let mut names = vec![TREE.to_owned(), REPORT.to_owned(), self.ours(), SESSION.to_owned()];
        names.extend(self.found.trace.is_some().then(|| PROGRAM.to_owned()));
        names
    }

    /// Writes the files to a folder, which is made. Files that are there are replaced only where `overwrite` says so.
    pub fn save(&self, folder: &Path, overwrite: bool) -> Result<(), SaveError> {
        let tree = &self.found.tree;
        output::create_folder(folder)?;
        file::save(tree, &folder.join(TREE), overwrite)?;
        output::write(&folder.join(REPORT), overwrite, |out| out.write_all(self.found.in_words().as_bytes()))?;
        if let Some(theirs) = &self.found.trace {
            output::write(&folder.join(PROGRAM), overwrite, |out| out.write_all(theirs))?;
        }
        let settings = Settings { cutoff: self.standard.cutoff, ..Settings::default() };
        output::write(&folder.join(self.ours()), overwrite, |out| {
            trace(self.algorithm(), tree, settings, out, &Progress::new()).map(|_| ())
        })?;
        self.session().save(&folder.join(SESSION), overwrite)
    }

    /// The program's search beside ours, if it wrote a trace that can be read; otherwise the whole search beside ours.
    fn session(&self) -> Session {
        let is_readable = |bytes: &Vec<u8>| read(&bytes[..], &Progress::new()).is_ok();
        let ours = self.algorithm();
        let (path, algorithms) = if self.found.trace.as_ref().is_some_and(is_readable) {
            (PROGRAM, vec![ours])
        } else {
            let whole = if self.found.tree.has_chance() { Algorithm::EXPECTIMINIMAX } else { Algorithm::MINIMAX };
            (TREE, vec![whole, ours])
        };
        Session {
            tree: SessionTree::File(TreeFile { path: path.into(), hash: None, asked: Asked::default() }),
            search: Search { algorithms, cutoff: self.standard.cutoff, ..Search::default() },
            view: View::default(),
            time_line: None,
            changed_from: None,
        }
    }
}
