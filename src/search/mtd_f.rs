//! MTD(f): repeated null-window searches with a table, until the bounds of the value meet.
//!
//! Source: Aske Plaat, Jonathan Schaeffer, Wim Pijls & Arie de Bruin, *Best-first fixed-depth minimax algorithms*, Artificial
//! Intelligence 87, 1996, figures of MTD and of AlphaBetaWithMemory:
//!
//! ```text
//! g := f; f⁺ := +∞; f⁻ := −∞
//! repeat
//!   if g = f⁻ then γ := g + 1 else γ := g
//!   g := AlphaBetaWithMemory(root, γ − 1, γ)
//!   if g < γ then f⁺ := g else f⁻ := g
//! until f⁻ = f⁺
//! ```
//!
//! Law: the minimax value, for every first guess f.
//!
//! Visits: a subset of the leaves of alpha-beta, each evaluated once, because the table is unlimited: it holds both bounds of
//! every visited node, and exact values of leaves. γ − 1 stands for the next number below γ.

use super::run::{ChildrenOf, Choices, Max, Min, Mode, Mover, NodeOf, Run, Stopped};
use super::story::{Entrance, Why};
use super::{Answer, Bound, Score, Search, Setting, Window};
use crate::game::Game;
use crate::memory;
use crate::tree::{Player, Value};

/// `mtd-f`.
pub struct MtdF;

impl Search for MtdF {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, setting: Setting) -> Result<Answer, Stopped> {
        from_first_guess(run, setting.number(), Value::BELOW_ALL)
    }
}

/// `mtd-infinity`: the largest number as the first guess, with which MTD(f) is SSS\*.
pub struct MtdInfinity;

impl Search for MtdInfinity {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        from_first_guess(run, Value::LARGEST, Value::BELOW_ALL)
    }
}

/// `mtd-minus-infinity`: the smallest number as the first guess, which no value is below, with which MTD(f) is DUAL\*.
pub struct MtdMinusInfinity;

impl Search for MtdMinusInfinity {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        from_first_guess(run, Value::SMALLEST, Value::SMALLEST)
    }
}

fn from_first_guess<G: Game, M: Mode>(run: &mut Run<'_, G, M>, f: Value, low: Value) -> Result<Answer, Stopped> {
    let mut table = Table::default();
    let value = mtd_f(run, &mut table, f, low);
    (run.table_hits, run.kept) = (Some(table.hits), Some(table.entries.len() as u64));
    value.map(Answer::Value)
}

/// The value of the root, starting from the first guess `f` and what is known to be no more than the value.
fn mtd_f<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    table: &mut Table,
    f: Value,
    mut low: Value,
) -> Result<Value, Stopped> {
    let (mut g, mut high) = (f, Value::ABOVE_ALL);
    let mut pass = 0;
    while low < high {
        let is_next = g == low;
        let gamma = if is_next { g.next_up() } else { g };
        if gamma == low {
            // There is no larger value.
            break;
        }
        pass += 1;
        let window = Window::asking(gamma, is_next);
        run.begin_pass(pass, window);
        let root = run.root();
        let entrance = Entrance::Own(window, Why::Normal);
        g = alpha_beta_with_memory(run, table, Table::ROOT, root, window, entrance)?.value();
        if g < gamma {
            high = g;
        } else {
            low = g;
        }
    }
    Ok(g)
}

/// The value of a node with respect to a null window; `entry` is the node's entry in the table.
fn alpha_beta_with_memory<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    table: &mut Table,
    entry: usize,
    node: NodeOf<G, M>,
    window: Window<M::Score>,
    entrance: Entrance<M::Score>,
) -> Result<M::Score, Stopped> {
    run.enter(&node, entrance);
    if let Some((value, bound)) = table.recall(entry, window.values()) {
        run.paid_step()?;
        table.hits += 1;
        return Ok(run.recall(&node, value, bound));
    }
    let Some(children) = Choices::of(run.children_in_turn(&node)) else {
        let score = run.evaluate(&node)?;
        table.keep_exact(entry, score.value());
        return Ok(score);
    };
    let score = run.descend(|run| match run.player(&node) {
        Player::Max => best_of_children::<Max, _, _>(run, table, entry, &node, children, window),
        Player::Min => best_of_children::<Min, _, _>(run, table, entry, &node, children, window),
    })?;
    let score = run.leave(&node, score);
    table.keep(entry, window.values(), score.value());
    Ok(score)
}

fn best_of_children<'g, P: Mover, G: Game, M: Mode>(
    run: &mut Run<'g, G, M>,
    table: &mut Table,
    entry: usize,
    node: &NodeOf<G, M>,
    children: ChildrenOf<'g, G, M>,
    mut window: Window<M::Score>,
) -> Result<M::Score, Stopped> {
    let mut child_entry = table.first_child(entry);
    let mut g = alpha_beta_with_memory(run, table, child_entry, children.first, window, Entrance::Inherited(window))?;
    for child in children.others {
        window = window.narrow(P::PLAYER, g);
        if window.is_closed(run.cutoff) {
            run.cut(node, window.bound_on(P::PLAYER));
            break;
        }
        child_entry = table.next_sibling(child_entry);
        let result = alpha_beta_with_memory(run, table, child_entry, child, window, Entrance::Inherited(window))?;
        if P::PLAYER.prefers(result, g) {
            g = result;
        }
    }
    Ok(g)
}

/// The bounds of every visited node, as a tree of entries, so that entries are never shared between nodes.
struct Table {
    entries: Vec<TableEntry>,
    hits: u64,
}

#[derive(Clone, Copy)]
struct TableEntry {
    low: Value,
    high: Value,
    first_child: u32,
    next_sibling: u32,
}

impl TableEntry {
    const NEW: TableEntry =
        TableEntry { low: Value::BELOW_ALL, high: Value::ABOVE_ALL, first_child: 0, next_sibling: 0 };
}

impl Default for Table {
    fn default() -> Table {
        Table { entries: vec![TableEntry::NEW], hits: 0 }
    }
}

impl Table {
    const ROOT: usize = 0;

    fn recall(&self, entry: usize, window: Window) -> Option<(Value, Bound)> {
        let TableEntry { low, high, .. } = self.entries[entry];
        let known = if low == high {
            (low, Bound::Exact)
        } else if low >= window.high() {
            (low, Bound::Lower)
        } else if high <= window.low() {
            (high, Bound::Upper)
        } else {
            return None;
        };
        Some(known)
    }

    fn keep_exact(&mut self, entry: usize, value: Value) {
        let entry = &mut self.entries[entry];
        (entry.low, entry.high) = (value, value);
    }

    fn keep(&mut self, entry: usize, window: Window, value: Value) {
        let entry = &mut self.entries[entry];
        if value >= window.high() {
            entry.low = entry.low.max(value);
        } else {
            entry.high = entry.high.min(value);
        }
    }

    /// The entry of a node's first child, created if absent.
    fn first_child(&mut self, entry: usize) -> usize {
        if self.entries[entry].first_child == 0 {
            self.entries[entry].first_child = self.new_entry();
        }
        self.entries[entry].first_child as usize
    }

    /// The entry of a child's next sibling, created if absent.
    fn next_sibling(&mut self, entry: usize) -> usize {
        if self.entries[entry].next_sibling == 0 {
            self.entries[entry].next_sibling = self.new_entry();
        }
        self.entries[entry].next_sibling as usize
    }

    fn new_entry(&mut self) -> u32 {
        memory::make_room(&mut self.entries).unwrap_or_else(|shortage| memory::give_up(shortage));
        self.entries.push(TableEntry::NEW);
        (self.entries.len() - 1) as u32
    }
}
