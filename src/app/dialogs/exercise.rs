//! The dialog for exercises: what their trees meet, the search, the questions, and what is made of them.

use eframe::egui::{Button, Ui};

use super::footer::footer;
use super::form::{self, choose, number, row};
use super::preview::TreePreview;
use crate::app::export::Destination;
use crate::app::prelude::*;
use crate::app::style::{fault, primary_button};
use crate::app::{Action, Export, FileAction};
use crate::draw::{Picture, Vec2};
use crate::exercise::{
    Class, Conditions, MOST_PROBLEMS, Method, Order, Paper, Question, Sheet, Side, Span, Ties, Unfit, Words, moodle,
    pdf, practice, qti,
};
use crate::progress::Progress;
use crate::search::{Algorithm, Catalogue, CutoffRule};

/// The questions that can be chosen, with their names.
const QUESTIONS: [(&str, &str); 10] = [
    ("values", "values"),
    ("best-move", "best move"),
    ("leaves", "leaves"),
    ("cuts", "cut edges"),
    ("windows", "alpha and beta"),
    ("deep", "deep cutoffs"),
    ("lazy", "Hughes' program"),
    ("best-order", "best order"),
    ("worst-order", "worst order"),
    ("empty", "empty leaves"),
];

/// The options of the command, as the dialog calls them.
const NAMES: [(&str, &str); 6] = [
    ("--branching", "“Children”"),
    ("--depth", "“Depth”"),
    ("--leaves", "“Leaves”"),
    ("--cutoffs", "“Cutoffs”"),
    ("--deep", "“deep ones among them”"),
    ("--ties", "“Ties”"),
];

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Made {
    Sheets(Side),
    Page { is_exam: bool },
    Moodle,
    Qti,
}

/// The choices of the dialog, which may contradict each other.
pub(crate) struct ExerciseForm {
    branching: [i64; 2],
    leaves: [i64; 2],
    least: [i64; 2],
    class: Class,
    seed: u64,
    trees: u64,
    made: Made,
    preview: TreePreview<(Class, u64)>,
}

fn is_alone(id: &str) -> bool {
    Question::of_id(id).is_some_and(|question| question.is_alone)
}

impl Default for ExerciseForm {
    fn default() -> ExerciseForm {
        let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order: Order::Left };
        let questions = QUESTIONS[..5].iter().map(|(id, _)| *id).collect();
        ExerciseForm::of(&Class { conditions: Conditions::default(), method, questions, marked: 2 }, 1)
    }
}

impl ExerciseForm {
    /// The dialog with the choices of a class.
    pub(crate) fn of(class: &Class, seed: u64) -> ExerciseForm {
        let ends = |span: Span, most| [span.least.unwrap_or(0), span.most.unwrap_or(most)];
        let Conditions { branching, leaves, cutoffs, deep, .. } = class.conditions;
        ExerciseForm {
            branching: ends(branching, 3),
            leaves: ends(leaves, 16),
            least: [cutoffs, deep].map(|span| span.least.unwrap_or(0)),
            class: class.clone(),
            seed,
            trees: 10,
            made: Made::Sheets(Side::Problem),
            preview: TreePreview::default(),
        }
    }

    fn class(&self) -> Result<Class, String> {
        let [cutoffs, deep] = self.least.map(|least| Span { least: Some(least), most: None });
        let [branching, leaves] = [self.branching, self.leaves].map(|[least, most]| Span::of(least, most.max(least)));
        let conditions = Conditions { branching, leaves, cutoffs, deep, ..self.class.conditions };
        conditions.check().map_err(in_words)?;
        if self.class.questions.is_empty() {
            return Err("Choose at least one question.".to_owned());
        }
        Ok(Class { conditions, ..self.class.clone() })
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading("New exercise");
        ui.add_space(8.0);
        form::grid(ui, "exercise", &mut |ui| {
            self.conditions(ui);
            self.search(ui);
            self.questions(ui);
            self.seeds(ui);
        });
        ui.add_space(8.0);
        let class = self.class();
        match &class {
            Ok(class) => self.preview.ui(ui, Some(&(class.clone(), self.seed)), problem),
            Err(error) => fault(ui, error),
        }
        self.buttons(ui, class.ok());
    }

    fn conditions(&mut self, ui: &mut Ui) {
        let ExerciseForm { branching, leaves, least, class, .. } = self;
        row(ui, "Children", &mut |ui| {
            number(ui, "Fewest children of a node", &mut branching[0], 1..=8);
            ui.label("to");
            number(ui, "Most children of a node", &mut branching[1], 1..=8);
        });
        row(ui, "Depth", &mut |ui| number(ui, "Depth of the leaves", &mut class.conditions.depth, 1..=8));
        row(ui, "Leaves", &mut |ui| {
            number(ui, "Fewest leaves", &mut leaves[0], 1..=32);
            ui.label("to");
            number(ui, "Most leaves", &mut leaves[1], 1..=32);
        });
        row(ui, "Cutoffs", &mut |ui| {
            number(ui, "Fewest cutoffs", &mut least[0], 0..=31);
            ui.label("or more, deep ones among them");
            number(ui, "Fewest deep cutoffs", &mut least[1], 0..=31);
        });
        row(ui, "Ties", &mut |ui| {
            let ties = [
                ("All leaves are different", Ties::None),
                ("Leaves may be equal", Ties::Any),
                ("Ties decide between the cutoff rules", Ties::Deciding),
            ];
            choose(ui, "Ties", &mut class.conditions.ties, &ties);
        });
    }

    fn search(&mut self, ui: &mut Ui) {
        let method = &mut self.class.method;
        row(ui, "Algorithm", &mut |ui| {
            let is_fit =
                |&algorithm: &Algorithm| Method { algorithm, ..*method }.visits_once() && algorithm.leaves().prunes();
            let fit = Catalogue::BUILT_IN.all().filter(is_fit).map(|algorithm| (algorithm.title(), algorithm));
            let fit: Vec<_> = fit.collect();
            let fit: Vec<(&str, Algorithm)> = fit.iter().map(|(title, algorithm)| (&**title, *algorithm)).collect();
            choose(ui, "Algorithm", &mut method.algorithm, &fit);
        });
        row(ui, "Cuts off at", &mut |ui| {
            let rules = [("alpha ≥ beta", CutoffRule::NonStrict), ("alpha > beta", CutoffRule::Strict)];
            choose(ui, "Cuts off at", &mut method.rule, &rules);
        });
        row(ui, "Order", &mut |ui| {
            let orders = [("From left to right", Order::Left), ("From right to left", Order::Right)];
            choose(ui, "Order", &mut method.order, &orders);
        });
    }

    fn questions(&mut self, ui: &mut Ui) {
        for (label, part) in [("Questions", &QUESTIONS[..3]), ("", &QUESTIONS[3..6]), ("", &QUESTIONS[6..])] {
            row(ui, label, &mut |ui| {
                for &(id, name) in part {
                    let chosen = &mut self.class.questions;
                    let mut is_on = chosen.contains(&id);
                    if ui.checkbox(&mut is_on, name).changed() {
                        // A question whose picture gives other answers away is the only one.
                        let fits = |known: &str| !is_on || is_alone(known) == is_alone(id) && !is_alone(id);
                        let is_kept =
                            |known: &&str| if *known == id { is_on } else { chosen.contains(known) && fits(known) };
                        *chosen = QUESTIONS.iter().map(|(known, _)| *known).filter(is_kept).collect();
                    }
                }
            });
        }
    }

    fn seeds(&mut self, ui: &mut Ui) {
        row(ui, "Seed", &mut |ui| {
            form::seed(ui, "Seed", &mut self.seed, u64::from(u32::MAX));
            ui.label("and for export");
            number(ui, "Number of trees", &mut self.trees, 1..=MOST_PROBLEMS as u64);
            ui.label("trees from it on");
        });
        row(ui, "Export as", &mut |ui| {
            let made = [
                ("Problems on paper (PDF)", Made::Sheets(Side::Problem)),
                ("Solutions on paper (PDF)", Made::Sheets(Side::Solution)),
                ("Practice as a web page", Made::Page { is_exam: false }),
                ("An exam as a web page", Made::Page { is_exam: true }),
                ("Questions for Moodle (XML)", Made::Moodle),
                ("Questions for other platforms (QTI 2.1)", Made::Qti),
            ];
            choose(ui, "Export as", &mut self.made, &made);
        });
    }

    fn buttons(&self, ui: &mut Ui, class: Option<Class>) {
        let is_entered = form::is_entered(ui);
        footer(ui, &mut |ui| {
            let create = primary_button(ui, class.is_some(), "Practise");
            let export = ui.add_enabled(class.is_some(), Button::new("Export…"));
            let cancel = ui.button("Cancel");
            match class.clone().filter(|_| !cancel.clicked()) {
                Some(class) if create.clicked() || is_entered => {
                    ui.close_and_ask(FileAction::Practise(Box::new(class), self.seed));
                }
                Some(class) if export.clicked() => {
                    ui.close_and_ask(Action::Export(self.export(class), Destination::Ask));
                }
                _ => cancel.asks_for(Action::CloseModal),
            }
        });
    }

    /// The file, which is made on a thread.
    fn export(&self, class: Class) -> Export {
        let (seeds, made) = (self.seed..=self.seed + (self.trees - 1), self.made);
        let (title, name) = match made {
            Made::Sheets(Side::Problem) => ("Export problems", "exercise.pdf"),
            Made::Sheets(Side::Solution) => ("Export solutions", "exercise-solution.pdf"),
            Made::Page { is_exam: false } => ("Export practice", "practice.html"),
            Made::Page { is_exam: true } => ("Export an exam", "exam.html"),
            Made::Moodle => ("Export for Moodle", "exercises.xml"),
            Made::Qti => ("Export for a platform", "exercises.zip"),
        };
        Export::whole(title, name.to_owned(), move || {
            let solved = seeds.clone().map(|seed| class.solved(seed)).collect::<Result<Vec<_>, _>>();
            let solved = solved.map_err(in_words)?;
            let (words, questions): (Words, Vec<&'static Question>) = (Words::default(), class.questions());
            let sheet = |solved| Sheet { solved, questions: &questions, words: &words, paper: Paper::A4 };
            let sheets: Vec<Sheet<'_>> = solved.iter().map(sheet).collect();
            let bytes = match made {
                Made::Sheets(side) => pdf(&sheets, side),
                Made::Page { is_exam } => practice(&sheets, is_exam).map(String::into_bytes),
                Made::Moodle => moodle(&sheets),
                Made::Qti => qti(&sheets),
            };
            bytes.map_err(|unfit| unfit.to_string())
        })
    }
}

/// Why no tree meets the conditions, in the words of this dialog instead of the options of the command.
pub(super) fn in_words(unmet: Unfit) -> String {
    NAMES.iter().fold(unmet.to_string(), |words, (option, name)| words.replace(option, name))
}

/// The tree of the first problem, as it will be asked about.
fn problem((class, seed): &(Class, u64), size: Vec2, _: &Progress) -> Result<Picture, String> {
    let solved = class.solved(*seed).map_err(in_words)?;
    let (words, questions) = (Words::default(), class.questions());
    let sheet = Sheet { solved: &solved, questions: &questions, words: &words, paper: Paper::A4 };
    Ok(sheet.sketch(size, Side::Problem))
}
