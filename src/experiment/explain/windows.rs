//! With which window a node is visited, and who set its ends.

use std::fmt;

use super::Explained;
use crate::search::story::Moment;
use crate::search::story::timeline::Time;
use crate::search::{Aim, Asked, Setter, Told, Window};
use crate::tree::{NodeId, Value};

/// A window or a question, and who set the ends of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeWindow {
    pub(crate) aim: Aim,
    /// Of alpha and of beta: what the node is called that set it, and the node.
    setters: [Option<(String, NodeId)>; 2],
}

/// The windows of a visit.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeWindows {
    /// With which the node was entered.
    pub entered: NodeWindow,
    /// What it has become: now, or when the visit ended. `None` at a leaf.
    pub last: Option<NodeWindow>,
    /// What another program's trace says of the visit beside that.
    pub note: Option<String>,
    /// Whether the visit has not ended.
    pub is_open: bool,
}

impl NodeWindows {
    /// The window with which the node was entered, without the names of who set its ends.
    pub fn window(&self) -> Window {
        self.entered.aim.window
    }
}

impl NodeWindow {
    /// The nodes that set its ends.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.setters.iter().flatten().map(|&(_, node)| node)
    }

    /// `the window (3, +∞), alpha from B`, or `the question > 3, alpha from B`.
    pub fn in_words(&self) -> String {
        format!("the {} {self}", self.aim.noun())
    }
}

/// `(3, +∞), alpha from B`; a null window as the question that it asks.
impl fmt::Display for NodeWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&aim(self.aim))?;
        for (end, setter) in self.setters.iter().enumerate() {
            if let Some((setter, _)) = setter {
                write!(f, ", {} from {setter}", ["alpha", "beta"][end])?;
            }
        }
        Ok(())
    }
}

/// What a search wants to know of a node, with the digits of numbers in groups.
pub(super) fn aim(aim: Aim) -> String {
    aim.question().map_or_else(|| aim.window.to_string(), |(asked, number)| comparison(asked, number))
}

/// The comparison with a number that a question asks about, such as `> 5`.
pub fn comparison(asked: Asked, number: Value) -> String {
    asked.in_words(number, Value::grouped)
}

impl Explained<'_> {
    /// The windows of the visit of a node that had begun last by a time; `None` where none had.
    pub fn windows(&self, node: NodeId, time: Time) -> Option<NodeWindows> {
        let Explained { tree, story, timeline, .. } = *self;
        let visit = timeline.last_visit(node, time)?;
        let (entrance, before) = timeline.entrance(tree, story, visit.entered)?;
        let is_open = visit.left.is_none_or(|left| left > time);
        let until = if is_open { time } else { visit.left.unwrap_or(time).saturating_sub(1) };
        let moment = timeline.at(tree, story, until);
        let last = moment.open(node, tree.depth(node)).map(|open| self.window(open.aim(), open.window, &moment));
        let entered = self.window(Aim::of(entrance.window), entrance.window, &before);
        Some(NodeWindows { entered, last, note: story.note(visit.entered - 1).map(str::to_owned), is_open })
    }

    /// A window with the names of who set its ends, which are children of open nodes.
    pub(super) fn window(&self, aim: Aim, window: Window<Told>, moment: &Moment) -> NodeWindow {
        let setters = window.ends().map(|end| {
            let Setter::Child { depth, index } = end?.by() else { return None };
            let child = self.child(moment.open.get(depth as usize)?.node, index)?;
            Some((self.name(child), child))
        });
        NodeWindow { aim, setters }
    }
}
