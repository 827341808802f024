//! Exercises as a content package of QTI 2.1: a manifest, a test, and for each exercise an item and its pictures.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::fields::tolerance;
use super::practice::title;
use super::xml::Element;
use super::{Asks, Choice, Field, Sheet, Side, Unfit, Worth};
use crate::draw::export::svg;
use crate::draw::page::Page;

/// The namespace of tests and items.
const QTI: &str = "http://www.imsglobal.org/xsd/imsqti_v2p1";
const QTI_SCHEMA: &str = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd";
/// The namespace of manifests.
const PACKAGE: &str = "http://www.imsglobal.org/xsd/imscp_v1p1";
const PACKAGE_SCHEMA: &str = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd";
const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The package.
pub fn qti(sheets: &[Sheet<'_>]) -> Result<Vec<u8>, Unfit> {
    let mut files = vec![
        ("imsmanifest.xml".to_owned(), manifest(sheets).document()?),
        ("test.xml".to_owned(), test(sheets).document()?),
    ];
    for sheet in sheets {
        let id = identifier(sheet);
        files.push((format!("{id}.xml"), item(sheet)?.document()?));
        files.push((format!("{id}.svg"), svg(&sheet.picture(Side::Problem)?).into_bytes()));
        files.push((format!("{id}-solution.svg"), svg(&sheet.picture(Side::Solution)?).into_bytes()));
    }
    zipped(&files)
}

/// A ZIP file, whose bytes do not depend on the time.
fn zipped(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, Unfit> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let options = options.last_modified_time(DateTime::default());
    for (name, bytes) in files {
        writer.start_file(name.as_str(), options).map_err(Unfit::unwritten)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish().map_err(Unfit::unwritten)?.into_inner())
}

/// The identifier of an exercise, which is also the name of its file.
fn identifier(sheet: &Sheet<'_>) -> String {
    sheet.solved.seed.map_or_else(|| "exercise".to_owned(), |seed| format!("exercise-{seed}"))
}

/// The root of a document, with its namespace.
fn root(name: &'static str, namespace: &str, schema: &str) -> Element {
    let location = format!("{namespace} {schema}");
    Element::new(name).with("xmlns", namespace).with("xmlns:xsi", INSTANCE).with("xsi:schemaLocation", location)
}

fn manifest(sheets: &[Sheet<'_>]) -> Element {
    let file = |name: String| Element::new("file").with("href", name);
    let resource = |id: &str, kind: &str| {
        let resource = Element::new("resource").with("identifier", format!("resource-{id}")).with("type", kind);
        resource.with("href", format!("{id}.xml")).child(file(format!("{id}.xml")))
    };
    let ids: Vec<String> = sheets.iter().map(identifier).collect();
    let depends = |id: &String| Element::new("dependency").with("identifierref", format!("resource-{id}"));
    let test = resource("test", "imsqti_test_xmlv2p1").children(ids.iter().map(depends));
    let pictures = |id: &String| [file(format!("{id}.svg")), file(format!("{id}-solution.svg"))];
    let items = ids.iter().map(|id| resource(id, "imsqti_item_xmlv2p1").children(pictures(id)));
    let schema = [Element::new("schema").text("QTIv2.1 Package"), Element::new("schemaversion").text("1.0.0")];
    root("manifest", PACKAGE, PACKAGE_SCHEMA)
        .with("identifier", "manifest")
        .child(Element::new("metadata").children(schema))
        .child(Element::new("organizations"))
        .child(Element::new("resources").child(test).children(items))
}

fn test(sheets: &[Sheet<'_>]) -> Element {
    let title = title(sheets);
    let reference = |sheet: &Sheet<'_>| {
        let id = identifier(sheet);
        Element::new("assessmentItemRef").with("href", format!("{id}.xml")).with("identifier", id)
    };
    let section = Element::new("assessmentSection").with("identifier", "section").with("title", &title);
    let section = section.with("visible", "true").children(sheets.iter().map(reference));
    let part = Element::new("testPart").with("identifier", "part").with("navigationMode", "nonlinear");
    let part = part.with("submissionMode", "individual").child(section);
    let all = Element::new("testVariables").with("variableIdentifier", "SCORE");
    root("assessmentTest", QTI, QTI_SCHEMA)
        .with("identifier", "test")
        .with("title", title)
        .child(outcome("SCORE", "float", Some("0")))
        .child(part)
        .child(Element::new("outcomeProcessing").child(set("SCORE", sum(vec![all]))))
}

/// A field with the identifier of its answer.
struct Asked {
    id: String,
    field: Field,
}

fn item(sheet: &Sheet<'_>) -> Result<Element, Unfit> {
    let mut body = Element::new("itemBody");
    body = body.child(paragraph(sheet.introduction_by_values())).child(image(sheet, "", Side::Problem)?);
    let mut all = Vec::new();
    for (index, question) in sheet.questions.iter().enumerate() {
        let prompt = format!("{}. {} ({})", index + 1, sheet.prompt(question), sheet.points(question));
        let fields = sheet.fields(question)?;
        let asked = fields.into_iter().map(|field| (field, question.id)).enumerate();
        let asked: Vec<Asked> =
            asked.map(|(number, (field, id))| Asked { id: format!("{id}-{}", number + 1), field }).collect();
        body = body.child(paragraph(prompt)).children(asked.iter().map(interaction));
        all.extend(asked);
    }
    let points: usize = all.iter().map(|asked| asked.field.points).sum();
    let lines = sheet.solution().into_iter().map(paragraph);
    let solution = Element::new("modalFeedback").with("outcomeIdentifier", "FEEDBACK").with("showHide", "show");
    let solution = solution.with("identifier", "solution").with("title", sheet.words.get("solution"));
    let solution = solution.children(lines).child(image(sheet, "-solution", Side::Solution)?);
    let shown = set("FEEDBACK", Element::new("baseValue").with("baseType", "identifier").text("solution"));
    Ok(root("assessmentItem", QTI, QTI_SCHEMA)
        .with("identifier", identifier(sheet))
        .with("title", sheet.title())
        .with("adaptive", "false")
        .with("timeDependent", "false")
        .with("toolName", "Plyscope")
        .with("toolVersion", env!("CARGO_PKG_VERSION"))
        .children(all.iter().map(declaration))
        .child(outcome("SCORE", "float", Some("0")))
        .child(outcome("MAXSCORE", "float", Some(&points.to_string())))
        .child(outcome("FEEDBACK", "identifier", None))
        .child(body)
        .child(Element::new("responseProcessing").children(all.iter().map(judged)).child(shown))
        .child(solution))
}

fn paragraph(text: impl ToString) -> Element {
    Element::new("p").text(text)
}

fn image(sheet: &Sheet<'_>, suffix: &str, side: Side) -> Result<Element, Unfit> {
    let Page { size, .. } = sheet.picture(side)?;
    let image = Element::new("img").with("src", format!("{}{suffix}.svg", identifier(sheet)));
    let image = image.with("alt", sheet.in_brackets());
    Ok(Element::new("p").child(image.with("width", size.x.ceil()).with("height", size.y.ceil())))
}

fn outcome(id: &str, kind: &str, first: Option<&str>) -> Element {
    let outcome = Element::new("outcomeDeclaration").with("identifier", id).with("cardinality", "single");
    let outcome = outcome.with("baseType", kind);
    let first = first.map(|first| Element::new("defaultValue").child(Element::new("value").text(first)));
    outcome.children(first)
}

fn set(id: &str, value: Element) -> Element {
    Element::new("setOutcomeValue").with("identifier", id).child(value)
}

fn sum(terms: Vec<Element>) -> Element {
    Element::new("sum").children(terms)
}

fn variable(id: &str) -> Element {
    Element::new("variable").with("identifier", id)
}

/// The identifier of a choice.
fn choice(index: usize) -> String {
    format!("choice-{}", index + 1)
}

/// What is right in a field, and what each choice is worth.
fn declaration(Asked { id, field }: &Asked) -> Element {
    let (cardinality, kind) = match field.asks {
        Asks::Number(_) => ("single", "float"),
        Asks::One(_) => ("single", "identifier"),
        Asks::All(_) | Asks::Any(_) => ("multiple", "identifier"),
    };
    let right: Vec<String> = match &field.asks {
        Asks::Number(number) => vec![number.get().to_string()],
        // The declaration has room for one of them; the mapping accepts all.
        Asks::One(choices) | Asks::Any(choices) => right(choices).take(1).collect(),
        Asks::All(choices) => right(choices).collect(),
    };
    let values = right.into_iter().map(|value| Element::new("value").text(value));
    let declaration = Element::new("responseDeclaration").with("identifier", id).with("cardinality", cardinality);
    declaration
        .with("baseType", kind)
        .child(Element::new("correctResponse").children(values))
        .children(mapping(&field.asks, field.points))
}

fn right(choices: &[Choice]) -> impl Iterator<Item = String> {
    choices.iter().enumerate().filter(|(_, choice)| choice.worth == Worth::Right).map(|(index, _)| choice(index))
}

fn mapping(asks: &Asks, points: usize) -> Option<Element> {
    let (choices, share, wrong) = match asks {
        Asks::Number(_) => return None,
        Asks::One(choices) => (choices, points as f64, 0.0),
        Asks::All(choices) | Asks::Any(choices) => {
            let share = points as f64 * asks.share();
            (choices, share, -share)
        }
    };
    // Other choices are worth the default.
    let entry = |(index, one): (usize, &Choice)| {
        let worth = match one.worth {
            Worth::Right => share,
            Worth::Either => 0.0,
            Worth::Wrong => wrong,
        };
        (worth != 0.0).then(|| Element::new("mapEntry").with("mapKey", choice(index)).with("mappedValue", worth))
    };
    let mapping = Element::new("mapping").with("lowerBound", "0").with("upperBound", points).with("defaultValue", "0");
    Some(mapping.children(choices.iter().enumerate().filter_map(entry)))
}

/// A field in the body.
fn interaction(Asked { id, field }: &Asked) -> Element {
    let named = |element: Element| {
        let before = if field.name.is_empty() { String::new() } else { format!("{} ", field.name) };
        paragraph(before).child(element)
    };
    match &field.asks {
        Asks::Number(_) => {
            let entry = Element::new("textEntryInteraction").with("responseIdentifier", id);
            named(entry.with("expectedLength", "8"))
        }
        Asks::One(choices) => {
            let list = Element::new("inlineChoiceInteraction").with("responseIdentifier", id).with("shuffle", "false");
            named(list.children(listed(choices, "inlineChoice")))
        }
        Asks::All(choices) | Asks::Any(choices) => {
            let list = Element::new("choiceInteraction").with("responseIdentifier", id).with("shuffle", "false");
            list.with("maxChoices", "0").children(listed(choices, "simpleChoice"))
        }
    }
}

fn listed(choices: &[Choice], name: &'static str) -> Vec<Element> {
    let one = |(index, one): (usize, &Choice)| Element::new(name).with("identifier", choice(index)).text(&one.name);
    choices.iter().enumerate().map(one).collect()
}

/// Adds the points of a field to the score.
fn judged(Asked { id, field }: &Asked) -> Element {
    let with = |points: Element| set("SCORE", sum(vec![variable("SCORE"), points]));
    let Asks::Number(number) = field.asks else {
        return with(Element::new("mapResponse").with("identifier", id));
    };
    let equal = match tolerance(number) {
        0.0 => Element::new("equal").with("toleranceMode", "exact"),
        tolerance => {
            let both = format!("{tolerance} {tolerance}");
            Element::new("equal").with("toleranceMode", "absolute").with("tolerance", both)
        }
    };
    let equal = equal.child(variable(id)).child(Element::new("correct").with("identifier", id));
    let points = Element::new("baseValue").with("baseType", "float").text(field.points);
    Element::new("responseCondition").child(Element::new("responseIf").child(equal).child(with(points)))
}
