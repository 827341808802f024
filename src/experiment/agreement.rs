//! Whether runs of several algorithms agree on a tree's value, as data and as text, also below the table of the runs.

use super::Claim;
use super::comparison::{COLUMNS, Row};
use crate::search::Algorithm;
use crate::table::{self, Table};
use crate::tree::Value;

/// Whether the claims of the algorithms are consistent. Only finished runs count.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// No run has found a value, and no two answers contradict each other.
    Nothing,
    /// Only one run found it.
    Alone(Value),
    /// At least two runs finished, and all of them have this value or a consistent answer.
    Same(Value),
    /// The different claims and their algorithms, in the order in which they occur.
    Different(Vec<(Claim, Vec<Algorithm>)>),
}

impl Agreement {
    /// Compares the claims of rows.
    pub fn of(rows: &[Row]) -> Agreement {
        let mut said: Vec<(Claim, Vec<Algorithm>)> = Vec::new();
        for row in rows {
            let Some(claim) = row.claim else { continue };
            match said.iter_mut().find(|(other, _)| *other == claim) {
                Some((_, algorithms)) => algorithms.push(row.algorithm),
                None => said.push((claim, vec![row.algorithm])),
            }
        }
        let agree = said.iter().all(|(one, _)| said.iter().all(|(other, _)| one.agrees_with(*other)));
        if !agree {
            return Agreement::Different(said);
        }
        match said.iter().find_map(|(claim, _)| claim.value()) {
            None => Agreement::Nothing,
            Some(value) if rows.iter().filter(|row| row.claim.is_some()).count() == 1 => Agreement::Alone(value),
            Some(value) => Agreement::Same(value),
        }
    }
}

/// The agreement as a sentence or two.
pub fn statement(rows: &[Row]) -> String {
    let open = rows.iter().filter(|row| row.claim.is_none()).count();
    let said = match Agreement::of(rows) {
        Agreement::Nothing => without_value(rows),
        Agreement::Alone(value) => format!("Value {}, found by one algorithm only.", value.grouped()),
        Agreement::Same(value) if open == 0 => format!("All algorithms agree: value {}", value.grouped()),
        Agreement::Same(value) => {
            format!("The {} finished algorithms agree: value {}.", rows.len() - open, value.grouped())
        }
        Agreement::Different(said) => {
            let sides: Vec<String> = said.iter().map(|(claim, side)| who_says(*claim, side)).collect();
            format!("The algorithms DISAGREE: {}.", sides.join("; "))
        }
    };
    if open == 0 { said } else { format!("{said} Not counted: {}.", not_counted(rows)) }
}

/// The runs without an answer, those that ended alike together.
fn not_counted(rows: &[Row]) -> String {
    let mut alike: Vec<(&str, Vec<String>)> = Vec::new();
    for row in rows.iter().filter(|row| row.claim.is_none()) {
        let title = row.algorithm.title().into_owned();
        match alike.iter_mut().find(|(outcome, _)| *outcome == row.outcome) {
            Some((_, titles)) => titles.push(title),
            None => alike.push((&row.outcome, vec![title])),
        }
    }
    let said = alike.into_iter().map(|(outcome, titles)| format!("{} ({outcome})", titles.join(", ")));
    said.collect::<Vec<_>>().join("; ")
}

/// The statement that no run found a value, and what to do.
fn without_value(rows: &[Row]) -> String {
    let mut remedies: Vec<&str> = Vec::new();
    for row in rows {
        remedies.extend(row.remedy.filter(|remedy| !remedies.contains(remedy)));
    }
    let remedy = if remedies.is_empty() { " yet.".to_owned() } else { format!(": {}.", remedies.join(", or ")) };
    match answers(rows) {
        answers if answers.is_empty() => format!("No value to compare{remedy}"),
        answers => format!("The value is {}. No value to compare{remedy}", answers.join(" and ")),
    }
}

/// The answers of threshold tests, without repetition.
fn answers(rows: &[Row]) -> Vec<String> {
    let mut answers: Vec<String> = rows.iter().filter_map(|row| Some(row.claim?.to_string())).collect();
    answers.dedup();
    answers
}

fn who_says(claim: Claim, algorithms: &[Algorithm]) -> String {
    let say = if algorithms.len() == 1 { "says" } else { "say" };
    format!("{} {say} {claim}", Algorithm::titles(algorithms))
}

/// The rows as a table with the columns `shown`, and the statement about their agreement.
pub fn table(rows: &[Row], shown: &[usize]) -> Table {
    let cells = |row: &Row| shown.iter().map(|&index| row.cells[index].described()).collect();
    Table {
        columns: shown.iter().map(|&index| COLUMNS[index].described()).collect(),
        rows: rows.iter().map(cells).collect(),
        notes: statement(rows).lines().map(str::to_owned).collect(),
    }
}

/// The rows as plain text: a table with the columns `shown`, aligned, and below it the statement about their agreement.
pub fn as_text(rows: &[Row], shown: &[usize]) -> String {
    table::text(&table(rows, shown))
}

#[cfg(test)]
mod tests {
    use super::super::comparison::columns_for;
    use super::super::{Settings, measure};
    use super::*;
    use crate::progress::Progress;
    use crate::tree::Value;

    fn row(algorithm: Algorithm, value: Option<i32>) -> Row {
        Row { claim: value.map(|value| Claim::Is(value.into())), ..Row::without_result(algorithm, "finished".into()) }
    }

    #[test]
    fn agreement_is_about_finished_runs_only() {
        let agreeing = [row(Algorithm::MINIMAX, Some(6)), row(Algorithm::ALPHA_BETA, Some(6))];
        assert_eq!(statement(&agreeing), "All algorithms agree: value 6");
        let mut partly = agreeing.to_vec();
        partly.push(Row::without_result(Algorithm::SELECTION_J, "budget reached after 9 evaluations".into()));
        assert_eq!(
            statement(&partly),
            "The 2 finished algorithms agree: value 6. Not counted: Selection J (budget reached after 9 evaluations)."
        );
    }

    #[test]
    fn disagreement_names_who_says_what() {
        let rows = [
            row(Algorithm::MINIMAX, Some(6)),
            row(Algorithm::ALPHA_BETA, Some(5)),
            row(Algorithm::SELECTION_GK, Some(6)),
        ];
        let said = "The algorithms DISAGREE: Minimax, Selection GK say 6; Alpha-beta says 5.";
        assert_eq!(statement(&rows), said);
    }

    fn answer(claim: Claim) -> Row {
        let algorithm = Algorithm::threshold(claim.bound());
        Row { claim: Some(claim), ..Row::without_result(algorithm, "finished".into()) }
    }

    #[test]
    fn a_true_answer_agrees_with_the_value_and_a_false_one_is_reported_clearly() {
        let [five, six, seven] = [5, 6, 7].map(Value::from);
        let minimax = row(Algorithm::MINIMAX, Some(6));
        for (claim, is_true) in [
            (Claim::AtLeast(five), true),
            (Claim::AtLeast(six), true),
            (Claim::AtLeast(seven), false),
            (Claim::LessThan(seven), true),
            (Claim::LessThan(six), false),
            (Claim::LessThan(five), false),
            (Claim::AtMost(six), true),
            (Claim::AtMost(five), false),
        ] {
            let said = statement(&[minimax.clone(), answer(claim)]);
            assert_eq!(said == "All algorithms agree: value 6", is_true, "{claim}: {said}");
            assert_eq!(said.contains("DISAGREE"), !is_true, "{claim}: {said}");
        }
        let said = statement(&[minimax, answer(Claim::AtLeast(seven))]);
        assert_eq!(said, "The algorithms DISAGREE: Minimax says 6; Threshold test at 7 says ≥ 7.");
    }

    #[test]
    fn without_a_value_it_says_what_to_do() {
        let run = |outcome: &str, remedy| Row { remedy, ..Row::without_result(Algorithm::MINIMAX, outcome.into()) };
        let rows = [run("budget reached", Some("raise the budget")), run("budget reached", Some("raise the budget"))];
        assert_eq!(
            statement(&rows),
            "No value to compare: raise the budget. Not counted: Minimax, Minimax (budget reached)."
        );
        let rows = [run("undefined", Some("enter the missing values")), run("cancelled", Some("run the search again"))];
        assert_eq!(
            statement(&rows),
            "No value to compare: enter the missing values, or run the search again. \
             Not counted: Minimax (undefined); Minimax (cancelled)."
        );
        assert!(statement(&[run("waiting", None)]).starts_with("No value to compare yet."));
    }

    #[test]
    fn answers_alone_bound_the_value_or_contradict_each_other() {
        let [five, seven] = [5, 7].map(Value::from);
        let between = [answer(Claim::AtLeast(five)), answer(Claim::LessThan(seven))];
        assert_eq!(statement(&between), "The value is ≥ 5 and < 7. No value to compare yet.");
        let never = [answer(Claim::AtLeast(seven)), answer(Claim::LessThan(seven))];
        assert!(statement(&never).contains("DISAGREE"));
    }

    #[test]
    fn text_has_aligned_columns() {
        let tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
        let of = |algorithm| Row::of(&measure(algorithm, &tree, Settings::default(), &Progress::new()), &tree);
        let rows = [of(Algorithm::MINIMAX), of(Algorithm::SELECTION_GK_ALPHA_BETA)];
        let text = as_text(&rows, &columns_for(&rows));
        assert!(!text.contains("Thunks"), "no row is lazy: {text}");
        let lines: Vec<&str> = text.lines().take(3).collect();
        let end = lines[0].find("Evaluations").unwrap() + "Evaluations".len();
        assert_eq!([&lines[1][end - 2..end], &lines[2][end - 2..end]], [" 9", " 7"], "{text}");
        assert!(text.ends_with("\n\nAll algorithms agree: value 3\n"), "{text}");
    }
}
