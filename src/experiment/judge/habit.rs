//! Mistakes that explain everything that a program says.

use crate::tree::{NodeId, Player, Tree, Value};

/// A mistake that a program may make on every tree.
#[derive(Clone, Copy)]
struct Habit {
    /// It in a sentence.
    sentence: &'static str,
    /// What a node is worth with this mistake.
    choose: fn(Player, &[Value]) -> Option<Value>,
    /// Whether the sign of the result changes.
    is_negative: bool,
}

const HABITS: [Habit; 6] = [
    Habit {
        sentence: "Everything that it says is right if MAX and MIN are exchanged.",
        choose: |player, values| best(player.opponent(), values),
        is_negative: false,
    },
    Habit { sentence: "Everything that it says has the other sign.", choose: best, is_negative: true },
    Habit {
        sentence: "Everything that it says is right if MAX moves everywhere.",
        choose: |_, values| best(Player::Max, values),
        is_negative: false,
    },
    Habit {
        sentence: "Everything that it says is right if MIN moves everywhere.",
        choose: |_, values| best(Player::Min, values),
        is_negative: false,
    },
    Habit {
        sentence: "Everything that it says is right if only the last child counts.",
        choose: |_, values| values.last().copied(),
        is_negative: false,
    },
    Habit {
        sentence: "Everything that it says is right if only the first child counts.",
        choose: |_, values| values.first().copied(),
        is_negative: false,
    },
];

/// The mistakes that explain everything so far.
pub(super) struct Habits(Vec<Habit>);

impl Habits {
    /// Before anything was said.
    pub(super) fn new() -> Habits {
        Habits(HABITS.to_vec())
    }

    /// The program said this value of a tree.
    pub(super) fn hear(&mut self, tree: &Tree, said: Value) {
        self.0.retain(|habit| !tree.has_chance() && habit.value(tree) == Some(said));
    }

    /// What explains everything, in a sentence, if that is one mistake.
    pub(super) fn sentence(&self) -> Option<&'static str> {
        if let [habit] = self.0[..] { Some(habit.sentence) } else { None }
    }
}

impl Habit {
    fn value(&self, tree: &Tree) -> Option<Value> {
        let mut values = vec![Value::default(); tree.len()];
        // Parents come before their children, so in reverse order the children are done first.
        for node in tree.nodes().rev() {
            let children: Vec<Value> = tree.children(node).map(|child| values[child.index()]).collect();
            let value =
                if children.is_empty() { tree.value(node) } else { (self.choose)(tree.player(node), &children) };
            values[node.index()] = value?;
        }
        let value = values.get(NodeId::ROOT.index())?;
        if self.is_negative { Value::new(-value.get()) } else { Some(*value) }
    }
}

fn best(player: Player, values: &[Value]) -> Option<Value> {
    values.iter().copied().reduce(|best, value| if player.prefers(value, best) { value } else { best })
}
