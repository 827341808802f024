//! Copying and saving the chart on the screen.

use std::collections::HashSet;
use std::sync::Arc;

use super::Experiment;
use super::experiment::charts_of;
use super::shared::Shared;
use crate::app::Export;
use crate::app::export::menu::{Choice, Entry, choices};
use crate::chart::{CHART_FORMATS, Chart, ChartFormat, Page};
use crate::experiment::sweep::View;

/// The chart on the screen. What is written is made anew from the results, with every run if each is a dot.
#[derive(Clone)]
pub(crate) struct ShownChart {
    shared: Arc<Shared>,
    view: View,
    name: String,
    /// The names of the lines that are hidden; files leave them out too.
    hidden: HashSet<String>,
}

impl ShownChart {
    pub(super) fn new(experiment: &Experiment, view: &View, chart: &Chart, hidden: &HashSet<String>) -> ShownChart {
        ShownChart {
            shared: Arc::clone(&experiment.shared),
            view: view.clone(),
            name: chart.name.clone(),
            hidden: hidden.clone(),
        }
    }

    /// The file of the chart in a format.
    pub(crate) fn export(&self, format: &'static ChartFormat, page: Page) -> Export {
        let shown = self.clone();
        Export::whole("Save the chart", format.file(&self.name), move || {
            (format.draw)(&shown.chart()?, &page).map_err(|error| error.to_string())
        })
    }

    /// How the chart can be copied and saved in the usual size.
    pub(super) fn choices(&self) -> [Vec<Choice>; 2] {
        let entry =
            |format: &ChartFormat| Entry { title: format.title, purpose: format.purpose, is_text: format.is_text };
        let entries: Vec<_> = CHART_FORMATS.iter().map(entry).collect();
        choices(&entries, &|index| self.export(&CHART_FORMATS[index], Page::default()))
    }

    fn chart(&self) -> Result<Chart, String> {
        let charts = self.shared.with(|sweep, results| charts_of(sweep, results, &self.view)).unwrap_or_default();
        let chart = charts.into_iter().find(|chart| chart.name == self.name);
        let mut chart = chart.ok_or("the chart is no longer there; choose it again")?;
        chart.series.retain(|series| !self.hidden.contains(&series.name()));
        chart.curves.retain(|curve| !self.hidden.contains(curve.kind.name()));
        Ok(chart)
    }
}
