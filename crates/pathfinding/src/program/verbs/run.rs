//! One query from start to end: searched, timed, replayed.

use crate::finder::{Finder, Query, QueryError, Report, SearchConfig, StationGraph, Watch};
use crate::map::Map;
use crate::map::movement::Length;
use crate::map::path::{letters, replay};
use search::StopFlag;
use search::graph::Unsolved;
use serde_json::{Map as Object, Value, json};
use std::time::Instant;

/// What came of a query.
pub(super) struct Answer {
    pub(super) report: Report,
    /// The action string, where there is a path.
    pub(super) path: Option<String>,
    pub(super) seconds: f64,
    /// Whether the path held when it was walked again by the rules alone; no path has nothing to
    /// hold.
    pub(super) replayed: bool,
}

/// Searches with a fresh finder.
pub(super) fn answer<W: Watch>(
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

/// Steps of one cost are counted, others measured.
fn cost(length: Length) -> Value {
    match length.diagonal {
        0 => json!(length.straight),
        _ => json!(length.cost()),
    }
}

impl Answer {
    /// What a finder has just found.
    fn of(finder: &Finder<'_>, map: &Map, query: &Query, report: Report, seconds: f64) -> Self {
        let path = report.outcome.is_ok().then(|| letters(finder.path()));
        let replayed = report.outcome.is_err() || replay(map, query, finder.path()).is_ok();
        Answer { report, path, seconds, replayed }
    }

    /// The number of steps, -1 where there is no path, `None` where that is not known.
    pub(super) fn steps(&self) -> Option<i64> {
        match self.report.outcome {
            Ok(length) => Some(length.steps().into()),
            Err(Unsolved::Exhausted) => Some(-1),
            Err(_) => None,
        }
    }

    /// Why the number of steps is not known, with what to do about it.
    pub(super) fn gave_up(&self, config: &SearchConfig) -> Option<String> {
        let error = self.report.outcome.err()?;
        let key = match error {
            Unsolved::Exhausted => return None,
            Unsolved::ExpansionLimit(_) => "search.max-expansions",
            Unsolved::StateLimit(_) => "search.max-states",
            _ => return Some(error.to_string()),
        };
        Some(format!("{} {error} ({key})", config.algorithm))
    }

    /// The fields of the result.
    pub(super) fn fields(&self) -> Object<String, Value> {
        let fields = json!({
            "steps": self.steps(),
            "path": self.path,
            "cost": self.report.outcome.ok().map(cost),
            "expanded": self.report.expanded,
            "generated": self.report.generated,
            "iterations": self.report.iterations,
            "seconds": self.seconds,
        });
        match fields {
            Value::Object(fields) => fields,
            _ => Object::new(),
        }
    }
}
