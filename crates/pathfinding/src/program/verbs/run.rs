//! Answers one query: searches, measures the time, replays the path.

use crate::finder::{Finder, Query, QueryError, Report, SearchConfig, StationGraph, Watch};
use crate::map::Map;
use crate::map::movement::Length;
use crate::map::path::{letters, replay};
use search::StopFlag;
use search::graph::Unsolved;
use serde::Serialize;
use std::fmt;
use std::time::Instant;

/// The answer to a query.
pub struct Answer {
    /// The result and the counts of the search.
    pub report: Report,
    /// The path as letters, if there is one.
    pub path: Option<String>,
    /// Time used.
    pub seconds: f64,
    /// Whether the path is valid when replayed by the rules alone; true without a path.
    pub replayed: bool,
}

/// An answer as a result.
#[derive(Serialize)]
pub struct AnswerRow {
    /// The number of steps, -1 if there is no path; `null` if the search gave up.
    pub steps: Option<i64>,
    /// The path as letters.
    pub path: Option<String>,
    /// The cost of the path.
    pub cost: Option<Cost>,
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// Iterations of an iterative deepening search.
    pub iterations: u32,
    /// Time used.
    pub seconds: f64,
}

/// The cost of a path: an integer without diagonal steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cost {
    /// Without diagonal steps.
    Steps(u64),
    /// With them.
    Length(f64),
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cost::Steps(steps) => write!(f, "{steps}"),
            Cost::Length(length) => write!(f, "{length:.8}"),
        }
    }
}

impl From<Length> for Cost {
    fn from(length: Length) -> Self {
        match length.diagonal {
            0 => Cost::Steps(length.straight.into()),
            _ => Cost::Length(length.cost()),
        }
    }
}

/// Searches with a fresh finder.
pub fn answer<W: Watch>(
    map: &Map,
    query: &Query,
    config: &SearchConfig,
    stop: &StopFlag,
    watch: &mut W,
) -> Result<Answer, QueryError> {
    answer_with(&mut Finder::new(map), map, query, config, stop, watch)
}

/// Searches with a finder of this map.
pub(super) fn answer_with<W: Watch>(
    finder: &mut Finder<'_>,
    map: &Map,
    query: &Query,
    config: &SearchConfig,
    stop: &StopFlag,
    watch: &mut W,
) -> Result<Answer, QueryError> {
    let began = Instant::now();
    let report = finder.solve_watched(query, config, stop, watch)?;
    Ok(Answer::of(finder, map, query, report, began.elapsed().as_secs_f64()))
}

/// Searches with a finder and the graph of the stations of this map.
pub(super) fn answer_by_stations(
    finder: &mut Finder<'_>,
    map: &Map,
    query: &Query,
    graph: &StationGraph,
    config: &SearchConfig,
    stop: &StopFlag,
) -> Result<Answer, QueryError> {
    let began = Instant::now();
    let report = finder.solve_by_stations(query, graph, config, stop)?;
    Ok(Answer::of(finder, map, query, report, began.elapsed().as_secs_f64()))
}

impl Answer {
    /// The answer of the finder's last search.
    fn of(finder: &Finder<'_>, map: &Map, query: &Query, report: Report, seconds: f64) -> Self {
        let path = report.outcome.is_ok().then(|| letters(finder.path()));
        let replayed = report.outcome.is_err() || replay(map, query, finder.path()).is_ok();
        Answer { report, path, seconds, replayed }
    }

    /// The number of steps, -1 if there is no path, `None` if the search gave up.
    pub fn steps(&self) -> Option<i64> {
        match self.report.outcome {
            Ok(length) => Some(length.steps().into()),
            Err(Unsolved::Exhausted) => Some(-1),
            Err(_) => None,
        }
    }

    /// Why the search gave up, with the key of the limit that it reached.
    pub fn gave_up(&self, config: &SearchConfig) -> Option<String> {
        let error = self.report.outcome.err()?;
        let key = match error {
            Unsolved::Exhausted => return None,
            Unsolved::ExpansionLimit(_) => "search.max-expansions",
            Unsolved::StateLimit(_) => "search.max-states",
            _ => return Some(error.to_string()),
        };
        Some(format!("{} {error} ({key})", config.algorithm))
    }

    /// The row that `solve --json` prints.
    pub fn row(&self) -> AnswerRow {
        AnswerRow {
            steps: self.steps(),
            path: self.path.clone(),
            cost: self.report.outcome.ok().map(Cost::from),
            expanded: self.report.expanded,
            generated: self.report.generated,
            iterations: self.report.iterations,
            seconds: self.seconds,
        }
    }
}
