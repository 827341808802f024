//! Sheets as a LaTeX document: the questions as text, in the class `exam` where that is installed, and the tree as a TikZ picture.

use std::fmt::Write;

use super::{Paper, Part, Question, Room, Sheet, Side, Unfit};
use crate::draw::export::fragment;
use crate::escape;

/// The beginning of a document. Without the class `exam` there are as many of its commands as are used here.
const HEAD: &str = "\\IfFileExists{exam.cls}{%
\\documentclass[PAPER]{exam}\\pagestyle{empty}%
}{%
\\documentclass[PAPER]{article}\\pagestyle{empty}%
\\newenvironment{questions}{\\begin{enumerate}}{\\end{enumerate}}%
\\newcommand\\question[1][]{\\item}%
}
\\usepackage[margin=48bp]{geometry}
\\usepackage{textcomp}
\\usepackage{tikz}
\\setlength\\parindent{0pt}
\\newcommand\\field[2]{\\makebox[#1][l]{\\rlap{\\rule[-3bp]{#1}{0.4bp}}\\rule{0pt}{15bp}#2}}
\\newcommand\\ruled[1]{\\rlap{\\raisebox{-#1}[0pt][0pt]{\\rule{\\linewidth}{0.4bp}}}}
\\newcommand\\answer[3]{\\par\\leavevmode#2\\parbox[t][#1][t]{\\linewidth}{\\raggedright\\baselineskip18bp\\rule{0pt}{15bp}#3}\\par}
";

/// A document with one sheet a page.
pub fn latex(sheets: &[Sheet<'_>], side: Side) -> Result<String, Unfit> {
    let paper = sheets.first().map_or(Paper::A4, |sheet| sheet.paper);
    let mut text = String::from("% Characters of other scripts need LuaLaTeX or XeLaTeX.\n");
    text += &HEAD.replace("PAPER", paper.option());
    text += "\\begin{document}\n";
    for (index, sheet) in sheets.iter().enumerate() {
        if index > 0 {
            text += "\\newpage\n";
        }
        add(sheet, side, &mut text)?;
    }
    Ok(text + "\\end{document}\n")
}

fn add(sheet: &Sheet<'_>, side: Side, text: &mut String) -> Result<(), Unfit> {
    let word = |key: &str| escape::latex(sheet.words.get(key));
    let solution = if side == Side::Solution { word("solution") } else { String::new() };
    let title = escape::latex(&sheet.title());
    let _ = writeln!(text, "{{\\large {title}\\hfill {solution}}}\\par\\bigskip");
    let (name, points) = (word("name"), word("points"));
    let all = sheet.all_points();
    let _ = writeln!(text, "{name} \\hrulefill{{}} {points} \\field{{40bp}}{{}} / {all}\\par\\medskip");
    let _ = writeln!(text, "{}\\par\\medskip", escape::latex(&sheet.introduction_by_values()));
    *text += &fragment(&sheet.picture(side)?);
    *text += "\\par\n";
    *text += "\\begin{questions}\n";
    for question in sheet.questions {
        add_question(sheet, question, side, text);
    }
    *text += "\\end{questions}\n";
    Ok(())
}

fn add_question(sheet: &Sheet<'_>, question: &Question, side: Side, text: &mut String) {
    let (words, points) = (escape::latex(sheet.text(question)), escape::latex(&sheet.points(question)));
    let _ = writeln!(text, "\\question {words} ({points})\\par");
    let parts = sheet.parts(question);
    let shown = |answer: &str| if side == Side::Solution { escape::latex(answer) } else { String::new() };
    match question.room {
        Room::Fields(digits) => {
            *text += "{\\raggedright ";
            let digits = sheet.digits(question, digits);
            for part in &parts {
                let (name, answer) = (escape::latex(&part.name), shown(&part.answer));
                let _ = writeln!(text, "\\mbox{{{name}~\\field{{{}bp}}{{{answer}}}}}\\quad", 7 * digits);
            }
            *text += "\\par}\n";
        }
        Room::Lines(lines) => {
            let answer = shown(&Part::joined(&parts));
            // The answer is above the lines, so that all is at the same places in the problem and in the solution.
            let mut rules = String::new();
            for line in 0..lines {
                let _ = write!(rules, "\\ruled{{{}bp}}", 18 * line + 3);
            }
            let _ = writeln!(text, "\\answer{{{}bp}}{{{rules}}}{{{answer}}}", 18 * lines);
        }
    }
}
