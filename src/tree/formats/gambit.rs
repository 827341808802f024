//! Extensive games of Gambit, `.efg`: nodes in prefix order, as in Gambit's manual, “The extensive game (.efg) file format”.
//!
//! Taken are games of two players with perfect information whose payoffs have the same sum at the end of every path. Player 1 is MAX, and
//! the payoff of player 1 is the value. Everything else is refused in a sentence that names the node: it is what most games are.

use std::borrow::Cow;
use std::io::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};

use super::text::{Text, closing_mark};
use super::writing::{Part, refused_players, unfit_names};
use super::{FormatEntry, Found, Writer, looks};
use crate::format::{grouped, quoted};
use crate::output::Refusal;
use crate::tree::file_error::ParseError;
use crate::tree::{Builder, NodeId, Player, Probability, Role, TOLERANCE as SUM_TOLERANCE, Tree, Value};

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "gambit",
    title: "a game of Gambit",
    extensions: &["efg"],
    recognises: |text| looks::head(text).split_whitespace().next() == Some("EFG"),
    read,
    writer: Some(Writer {
        room: &[
            Part::Title,
            Part::Source,
            Part::Labels,
            Part::LeafLabels,
            Part::Moves,
            Part::MinRoot,
            Part::Players,
            Part::Chance,
            Part::Probabilities,
        ],
        unfit,
        refuses: |tree| refused_players(tree).map(|_| "leaves have no players in Gambit".into()),
        write,
    }),
};

/// How far the sums of two paths may be apart, relative to their size, since decimals are not exact.
const TOLERANCE: f64 = 1e-9;

#[derive(Clone, Debug, PartialEq)]
enum Token<'t> {
    Text(Cow<'t, str>),
    Word(&'t str),
    Open,
    Close,
}

/// The tokens of a text.
struct Tokens<'a, 't> {
    text: &'a Text<'t>,
    str: &'t str,
    at: usize,
}

impl<'t> Tokens<'_, 't> {
    /// Skips blanks; commas mean no more than they do.
    fn skip_blanks(&mut self) {
        let rest = self.str[self.at..].trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        self.at = self.str.len() - rest.len();
    }

    fn next(&mut self) -> Result<Option<Token<'t>>, ParseError> {
        self.skip_blanks();
        let rest = &self.str[self.at..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        Ok(Some(match first {
            '{' | '}' => {
                self.at += 1;
                if first == '{' { Token::Open } else { Token::Close }
            }
            '"' => self.quoted(rest)?,
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "{}\",".contains(c)).unwrap_or(rest.len());
                self.at += end;
                Token::Word(&rest[..end])
            }
        }))
    }

    /// A text in quotation marks. A backslash before one makes it part of the text, and means itself before all else.
    fn quoted(&mut self, rest: &'t str) -> Result<Token<'t>, ParseError> {
        let missing = || self.text.wrong(self.at, "this text has no end; add a quotation mark");
        let end = closing_mark(rest).ok_or_else(missing)?;
        let raw = &rest[1..end];
        self.at += end + 1;
        Ok(Token::Text(if raw.contains("\\\"") { Cow::Owned(raw.replace("\\\"", "\"")) } else { Cow::Borrowed(raw) }))
    }

    /// The next token and where it begins.
    fn next_at(&mut self) -> Result<(usize, Option<Token<'t>>), ParseError> {
        self.skip_blanks();
        Ok((self.at, self.next()?))
    }

    fn peek(&mut self) -> Result<Option<Token<'t>>, ParseError> {
        let before = self.at;
        let token = self.next();
        self.at = before;
        token
    }

    fn wrong(&self, message: impl Into<String>) -> ParseError {
        self.text.wrong(self.at, message)
    }

    /// A text in quotation marks, which is `what`.
    fn text(&mut self, what: &str) -> Result<Cow<'t, str>, ParseError> {
        match self.next_at()? {
            (_, Some(Token::Text(text))) => Ok(text),
            (at, _) => Err(self.text.wrong(at, format!("expected {what} in quotation marks"))),
        }
    }

    /// A text in quotation marks, if there is one.
    fn text_if_there(&mut self) -> Result<Option<Cow<'t, str>>, ParseError> {
        if matches!(self.peek()?, Some(Token::Text(_))) { self.text("a name").map(Some) } else { Ok(None) }
    }

    /// Whether a list begins here, which is then taken.
    fn opens(&mut self) -> Result<bool, ParseError> {
        let opens = self.peek()? == Some(Token::Open);
        if opens {
            self.next()?;
        }
        Ok(opens)
    }

    /// A whole number, which is `what`.
    fn number(&mut self, what: &str) -> Result<i64, ParseError> {
        let (at, token) = self.next_at()?;
        let number = if let Some(Token::Word(word)) = token { word.parse().ok() } else { None };
        number.ok_or_else(|| self.text.wrong(at, format!("expected {what}, which is a whole number")))
    }

    /// The texts in a list, whose opening bracket was taken.
    fn texts(&mut self, what: &str) -> Result<Vec<Cow<'t, str>>, ParseError> {
        let mut texts = Vec::new();
        while self.peek()? != Some(Token::Close) {
            texts.push(self.text(what)?);
        }
        self.next()?;
        Ok(texts)
    }

    /// The numbers in a list, whose opening bracket was taken.
    fn values(&mut self) -> Result<Vec<Value>, ParseError> {
        let mut values = Vec::new();
        loop {
            match self.next_at()? {
                (_, Some(Token::Close)) => return Ok(values),
                (at, Some(Token::Word(word))) => {
                    let wrong = |error| self.text.wrong(at, format!("{} {error}", quoted(word)));
                    values.push(word.parse().map_err(wrong)?);
                }
                (at, _) => return Err(self.text.wrong(at, "expected payoffs and then a }")),
            }
        }
    }
}

/// A node that is named in a refusal.
#[derive(Clone, Copy)]
struct Place {
    number: u64,
    line: u64,
}

/// An action at a node, and its probability at a chance node.
type Action<'t> = (Cow<'t, str>, Option<Probability>);

/// A node whose children are not all read.
struct Open<'t> {
    missing: std::vec::IntoIter<Action<'t>>,
    is_numbered: bool,
    /// The payoffs on the path to it.
    payoffs: [f64; 2],
}

struct Reader<'a, 't> {
    tokens: Tokens<'a, 't>,
    builder: Builder,
    open: Vec<Open<'t>>,
    /// The node of each information set, by player and number.
    sets: FxHashMap<(usize, i64), Place>,
    /// The actions of the information sets of chance.
    lotteries: FxHashMap<i64, Vec<Action<'t>>>,
    outcomes: FxHashMap<i64, [f64; 2]>,
    /// The sum of payoffs at the end of the first path.
    sum: Option<(f64, Place)>,
    count: u64,
    /// Up to where line ends are counted, and how many there are.
    counted: (usize, u64),
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let tokens = Tokens { text, str: text.as_str(), at: 0 };
    let mut reader = Reader {
        tokens,
        builder: Builder::new(),
        open: Vec::new(),
        sets: FxHashMap::default(),
        lotteries: FxHashMap::default(),
        outcomes: FxHashMap::default(),
        sum: None,
        count: 0,
        counted: (0, 1),
    };
    reader.heading()?;
    let mut steps = text.steps();
    while reader.count == 0 || !reader.open.is_empty() {
        steps.step(reader.tokens.at)?;
        reader.node()?;
    }
    reader.tokens.skip_blanks();
    if reader.tokens.at < text.as_str().len() {
        return Err(reader.tokens.wrong("the game ends before this; remove what follows it"));
    }
    let mut notes = vec!["player 1 is MAX".to_string()];
    if let Some((sum, _)) = reader.sum.filter(|(sum, _)| *sum != 0.0) {
        notes.push(format!("the payoffs of both players add up to {sum}"));
    }
    let tree = text.built(reader.builder, text.as_str().len())?;
    Ok(Found { tree, notes })
}

impl<'t> Reader<'_, 't> {
    /// Reads what comes before the nodes.
    fn heading(&mut self) -> Result<(), ParseError> {
        let tokens = &mut self.tokens;
        let is_game = tokens.next()? == Some(Token::Word("EFG"));
        let version = if is_game { tokens.next()? } else { None };
        if version != Some(Token::Word("2")) {
            return Err(tokens
                .text
                .wrong(0, "expected EFG 2 R at the beginning; save the game again in Gambit 15 or later"));
        }
        let (at, kind) = tokens.next_at()?;
        if !matches!(kind, Some(Token::Word("R" | "D"))) {
            return Err(tokens.text.wrong(at, "expected R or D after EFG 2"));
        }
        let title = tokens.text("the title of the game")?;
        self.builder.set_title(title);
        tokens.skip_blanks();
        let at = tokens.at;
        if !tokens.opens()? {
            return Err(tokens.text.wrong(at, "expected the names of the players in curly brackets"));
        }
        let players = tokens.texts("the name of a player")?.len();
        if players != 2 {
            let many = if players == 1 { "1 player".into() } else { format!("{players} players") };
            return Err(tokens.text.wrong(at, format!("the game has {many}; Plyscope searches games of two")));
        }
        if let Some(comment) = tokens.text_if_there()? {
            self.builder.set_source(comment);
        }
        Ok(())
    }

    /// The next node: its kind, name, decision and outcome.
    fn node(&mut self) -> Result<(), ParseError> {
        let (at, kind) = self.tokens.next_at()?;
        let place = self.place(at);
        let kind = match kind {
            Some(Token::Word(kind @ ("p" | "c" | "t"))) => kind,
            None => {
                let missing: usize = self.open.iter().map(|open| open.missing.len()).sum();
                let message =
                    format!("the text ends inside the game: {} more nodes are missing", grouped(missing as u64));
                return Err(self.tokens.text.wrong(at, message));
            }
            _ => return Err(self.tokens.text.wrong(at, "expected a node here, which begins with p, c or t")),
        };
        let node = self.builder.open().map_err(|full| self.tokens.text.full(at, full))?;
        let label = self.tokens.text("the name of the node")?;
        self.builder.set_label(node, label);
        let mut before = [0.0; 2];
        if let Some(open) = self.open.last_mut() {
            before = open.payoffs;
            let (name, probability) = open.missing.next().unwrap_or_default();
            if !open.is_numbered {
                self.builder.set_move(node, name);
            }
            if let Some(probability) = probability {
                self.builder.set_probability(node, probability);
            }
        }
        let actions = match kind {
            "p" => Some(self.decision(node, at, place)?),
            "c" => Some(self.chance(node, at, place)?),
            _ => None,
        };
        let payoffs = self.outcome(at, place)?;
        let payoffs = [before[0] + payoffs[0], before[1] + payoffs[1]];
        match actions {
            Some(actions) => {
                let is_numbered =
                    actions.iter().enumerate().all(|(number, (name, _))| **name == (number + 1).to_string());
                self.open.push(Open { missing: actions.into_iter(), is_numbered, payoffs });
            }
            None => self.end(node, at, place, payoffs)?,
        }
        Ok(())
    }

    /// Counts a node, and finds its line.
    fn place(&mut self, at: usize) -> Place {
        let between = &self.tokens.str[self.counted.0..at];
        self.counted = (at, self.counted.1 + between.matches('\n').count() as u64);
        self.count += 1;
        Place { number: self.count, line: self.counted.1 }
    }

    fn refused(&self, at: usize, Place { number, line }: Place, message: &str) -> ParseError {
        self.tokens.text.wrong(at, format!("node {} on line {} {message}", grouped(number), grouped(line)))
    }

    /// Reads who moves at a node, its information set and its actions.
    fn decision(&mut self, node: NodeId, at: usize, place: Place) -> Result<Vec<Action<'t>>, ParseError> {
        let number = self.tokens.number("the number of a player")?;
        let player = match number {
            1 => Player::Max,
            2 => Player::Min,
            _ => {
                return Err(self.refused(
                    at,
                    place,
                    &format!("is one of player {number}, and there are the players 1 and 2"),
                ));
            }
        };
        if node == NodeId::ROOT {
            self.builder.set_root_player(player);
        } else {
            self.builder.set_player(node, player);
        }
        let set = self.tokens.number("the number of an information set")?;
        self.tokens.text_if_there()?;
        let actions = if self.tokens.opens()? { self.tokens.texts("the name of an action")? } else { Vec::new() };
        if let Some(other) = self.sets.insert((number as usize, set), place) {
            let other = format!("node {} on line {}", grouped(other.number), grouped(other.line));
            let message =
                format!("shares its information set with {other}; Plyscope searches games of perfect information");
            return Err(self.refused(at, place, &message));
        }
        if actions.is_empty() {
            return Err(self.refused(
                at,
                place,
                "has no actions; write their names in curly brackets, as in { \"L\" \"R\" }",
            ));
        }
        Ok(actions.into_iter().map(|name| (name, None)).collect())
    }

    /// Reads the information set of a chance node, and its actions with their probabilities, which a second mention may leave out.
    fn chance(&mut self, node: NodeId, at: usize, place: Place) -> Result<Vec<Action<'t>>, ParseError> {
        self.builder.set_role(node, Role::Chance);
        let set = self.tokens.number("the number of an information set")?;
        self.tokens.text_if_there()?;
        if !self.tokens.opens()? {
            let known = self.lotteries.get(&set).cloned();
            let message = "has no actions; write each with its probability, as in { \"1\" 1/2 \"2\" 1/2 }";
            return known.ok_or_else(|| self.refused(at, place, message));
        }
        let (mut actions, mut sum) = (Vec::new(), 0.0);
        while self.tokens.peek()? != Some(Token::Close) {
            let name = self.tokens.text("the name of an action")?;
            let (at, token) = self.tokens.next_at()?;
            let Some(Token::Word(word)) = token else {
                return Err(self.tokens.text.wrong(at, "expected the probability of the action, such as 1/2"));
            };
            let wrong = |error| self.tokens.text.wrong(at, format!("{} {error}", quoted(word)));
            let probability: Probability = word.parse().map_err(wrong)?;
            sum += probability.get();
            actions.push((name, Some(probability)));
        }
        self.tokens.next()?;
        if actions.is_empty() || (sum - 1.0).abs() > SUM_TOLERANCE {
            let message = format!("is a chance node with probabilities that add up to {sum}, not 1");
            return Err(self.refused(at, place, &message));
        }
        self.lotteries.insert(set, actions.clone());
        Ok(actions)
    }

    /// Reads the outcome of a node, of which only the first mention has the payoffs.
    fn outcome(&mut self, at: usize, place: Place) -> Result<[f64; 2], ParseError> {
        let number = self.tokens.number("the number of an outcome, 0 for none")?;
        self.tokens.text_if_there()?;
        if self.tokens.opens()? {
            let payoffs = self.tokens.values()?;
            let [first, second] = payoffs[..] else {
                let message =
                    format!("has an outcome of {} payoffs, one is needed for each of two players", payoffs.len());
                return Err(self.refused(at, place, &message));
            };
            self.outcomes.insert(number, [first.get(), second.get()]);
        }
        match self.outcomes.get(&number) {
            Some(&payoffs) => Ok(payoffs),
            None if number == 0 => Ok([0.0; 2]),
            None => Err(self.refused(at, place, &format!("has outcome {number}, of which no payoffs are known"))),
        }
    }

    /// Ends a path, whose payoffs must have the same sum as those of the others.
    fn end(&mut self, node: NodeId, at: usize, place: Place, payoffs: [f64; 2]) -> Result<(), ParseError> {
        let sum = payoffs[0] + payoffs[1];
        let (first, other) = *self.sum.get_or_insert((sum, place));
        let size = first.abs().max(payoffs[0].abs()).max(payoffs[1].abs()).max(1.0);
        if (sum - first).abs() > TOLERANCE * size {
            let message = format!(
                "ends with payoffs that add up to {sum}, and node {} on line {} with {first}; Plyscope searches games with a constant sum",
                grouped(other.number),
                grouped(other.line)
            );
            return Err(self.refused(at, place, &message));
        }
        let value = Value::new(payoffs[0]).ok_or_else(|| self.refused(at, place, "ends with an infinite payoff"))?;
        self.builder.set_value(node, Some(value));
        self.builder.close();
        while self.open.last().is_some_and(|open| open.missing.len() == 0) {
            self.open.pop();
            self.builder.close();
        }
        Ok(())
    }
}

/// Names that Gambit refuses, or that would be read as none: it takes printable ASCII without blanks at the ends or several in a row, the
/// name of a node once, and that of a move once at its node. Moves that are named 1, 2, 3 … are those without names.
fn unfit(tree: &Tree) -> Vec<Part> {
    let mut unfit = unfit_names(tree, &is_name, &is_name);
    let mut labels = FxHashSet::default();
    if !unfit.contains(&Part::Labels)
        && !tree.nodes().filter_map(|node| tree.label(node)).all(|label| labels.insert(label))
    {
        unfit.extend([Part::Labels, Part::LeafLabels]);
    }
    let is_unfit = |node| {
        let mut names = FxHashSet::default();
        let mut is_numbered = true;
        let mut all = true;
        for (child, number) in tree.children(node).zip(1..) {
            let number: u32 = number;
            let name = tree.move_name(child).unwrap_or_default();
            is_numbered &= name == number.to_string();
            all &= !name.is_empty() && names.insert(name);
        }
        let has_names = tree.children(node).any(|child| tree.move_name(child).is_some());
        has_names && (is_numbered || !all)
    };
    if !unfit.contains(&Part::Moves)
        && tree.has_names()
        && tree.nodes().any(|node| !tree.is_leaf(node) && is_unfit(node))
    {
        unfit.push(Part::Moves);
    }
    let notes = [(Part::Title, tree.title()), (Part::Source, tree.source())];
    unfit.extend(
        notes.into_iter().filter(|(_, text)| text.contains("\\\"") || text.ends_with('\\')).map(|(part, _)| part),
    );
    unfit
}

fn is_name(text: &str) -> bool {
    let is_plain = text.chars().all(|c| c.is_ascii_graphic() || c == ' ') && !text.contains("  ");
    is_plain && text == text.trim() && !text.contains(['\\', '"'])
}

fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    let mut all = || -> io::Result<()> {
        writeln!(out, "EFG 2 R {} {{ \"MAX\" \"MIN\" }}", marked(tree.title()))?;
        writeln!(out, "{}\n", marked(tree.source()))?;
        let (mut sets, mut outcomes) = ([0; 3], 0);
        for node in tree.nodes() {
            let label = marked(tree.label(node).unwrap_or_default());
            if let Some(value) = tree.value(node).filter(|_| tree.is_leaf(node)) {
                outcomes += 1;
                // A sum of 0, and numbers without an exponent.
                writeln!(out, "t {label} {outcomes} \"\" {{ {}, {} }}", value.get(), 0.0 - value.get())?;
                continue;
            }
            let player = if tree.is_chance(node) { 0 } else { 1 + usize::from(tree.player(node) == Player::Min) };
            sets[player] += 1;
            match player {
                0 => write!(out, "c {label} {} \"\" {{ ", sets[0])?,
                _ => write!(out, "p {label} {player} {} \"\" {{ ", sets[player])?,
            }
            let mut probabilities = tree.probabilities(node).iter();
            for (number, child) in (1..).zip(tree.children(node)) {
                let number: u32 = number;
                match tree.move_name(child) {
                    Some(name) => write!(out, "{} ", marked(name))?,
                    None => write!(out, "\"{number}\" ")?,
                }
                if let Some(probability) = probabilities.next() {
                    write!(out, "{probability} ")?;
                }
            }
            writeln!(out, "}} 0")?;
        }
        Ok(())
    };
    all().map_err(Refusal::Io)
}

fn marked(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}
