//! The steps of a page as data for its script, as JSON in an element of the page.

use serde_json::{Value as Json, json};

use super::course::Step;
use super::elements::kebab;
use super::{Said, Scene, Shared, least};
use crate::draw::page::{Panel, Sheet};
use crate::draw::spoken;
use crate::draw::{Rect, Steps};
use crate::format;

/// Everything that changes, and the natural width of a drawing with the least one. Numbers refer to the tables.
pub(super) fn json(sheet: &Sheet<'_>, scenes: &[Scene], shared: &Shared, width: f32) -> String {
    let searches = sheet.panels.iter().zip(scenes).map(|(panel, scene)| search(panel, scene, shared));
    let sides = |rect: &Rect| [rect.left(), rect.top(), rect.width(), rect.height()];
    let rects = shared.rects.iter().map(|rect| json!(sides(rect).map(|length| length.round() as i64)));
    let variants = shared.variants.items.iter().map(|(said, list)| json!([said.as_ref().map(of_said), list]));
    let looks = shared.variants.looks.iter().map(|look| kebab(&format!("{look:?}")));
    let data = json!({
        "widths": [width, least(width)],
        "names": shared.names,
        "rects": rects.collect::<Json>(),
        "geometries": shared.elements.geometries.items,
        "styles": shared.elements.styles.items,
        "words": shared.elements.words.items,
        "looks": looks.collect::<Json>(),
        "variants": variants.collect::<Json>(),
        "searches": searches.collect::<Json>(),
    });
    data.to_string()
}

fn of_said(said: &Said) -> Json {
    json!([said.look, said.value, said.window])
}

/// A search: the groups of its drawing, their first variants, and its steps.
fn search(panel: &Panel<'_>, scene: &Scene, shared: &Shared) -> Json {
    let name = panel.steps.map_or("", |steps| steps.name);
    let spoken: Vec<_> = shared.variants.looks.iter().map(|&look| spoken::look(look, name)).collect();
    let Some(steps) = panel.steps else { return json!({ "steps": [] }) };
    let groups: Vec<usize> = scene.keys.iter().map(|key| key.0).collect();
    let first: Vec<Option<&usize>> = scene.variants.iter().map(|of_key| of_key.first()).collect();
    // The groups of each place.
    let mut of_place = vec![Vec::new(); shared.places.nodes.len()];
    for (group, key) in scene.keys.iter().enumerate() {
        of_place[key.0].push(group);
    }
    let mut now: Vec<usize> = vec![0; shared.places.nodes.len()];
    let (mut told, mut changes) = (Vec::new(), Vec::new());
    for step in &scene.course.steps {
        told.push(sentence(step, &steps, shared));
        let mut here = Vec::new();
        for &(place, number) in &step.changes {
            for &group in &of_place[place] {
                let variants = &scene.variants[group];
                if variants[now[place]] != variants[number] {
                    here.extend([group, variants[number]]);
                }
            }
            now[place] = number;
        }
        changes.push(here);
    }
    let timeline = steps.explained.timeline;
    let evaluations: Vec<usize> =
        (1..=timeline.evaluations(timeline.len())).map(|count| timeline.after_evaluations(count)).collect();
    let cuts: Vec<Json> = (scene.course.steps.iter().enumerate())
        .filter_map(|(step, Step { cut, .. })| Some(json!([step + 1, u8::from((*cut)?)])))
        .collect();
    json!({
        "id": steps.id,
        "name": format::visible(name),
        "spoken": spoken,
        "opens": scene.opens_at,
        "length": timeline.len(),
        "places": groups,
        "first": first,
        "times": scene.course.steps.iter().map(|step| step.time).collect::<Vec<_>>(),
        "evaluations": evaluations,
        "cuts": cuts,
        "steps": told,
        "changes": changes,
    })
}

/// What happens at a step: the sentence, what would have to be different, the step that set the bound, whether that settled a question,
/// from where to where the bound reaches, and which places are named.
fn sentence(step: &Step, steps: &Steps<'_>, shared: &Shared) -> Json {
    let sentence = &step.sentence;
    let otherwise = sentence.otherwise.as_ref().map_or_else(String::new, |otherwise| format::visible(&otherwise.words));
    let cause = sentence.cause.map_or(0, |time| steps.explained.timeline.step(time));
    let bound = sentence.bound.map(|ends| ends.map(|node| shared.places.of(node)));
    let named: Vec<usize> = sentence.nodes.iter().map(|&node| shared.places.of(node)).collect();
    json!([format::visible(&sentence.words), otherwise, cause, u8::from(sentence.is_settled), bound, named])
}
