//! The queries of a scenario on its map, compared with the published lengths.

use super::run::Answer;
use super::{input, many};
use crate::finder::{Finder, Query, SearchConfig};
use crate::formats::scenario::Experiment;
use crate::map::Map;
use crate::map::movement::Movement;
use crate::program::tool::Config;
use harness::cli::HarnessError;
use search::StopFlag;
use std::path::Path;

/// A map at the size of the scenario, and the queries on it.
pub(super) struct Experiments {
    /// The name of the map in the scenario.
    pub(super) map_name: String,
    /// The queries with their published lengths.
    pub(super) known: Vec<Experiment>,
    /// The same in the form of the finder.
    pub(super) queries: Vec<Query>,
    map: Map,
}

impl Experiments {
    /// Reads and checks the files. A scenario has no supply, so stations come only from the given file.
    /// Without them movement is in eight directions unless the configuration sets it.
    pub(super) fn read(
        map: &Path,
        stations: Option<&Path>,
        scenario: &Path,
        config: &Config,
    ) -> Result<Self, HarnessError> {
        let puzzle = match stations {
            None => input::map(map, config.map.format)?,
            given => input::supplied_map(map, given, config.map.format)?,
        };
        let place = scenario.display().to_string();
        let scenario = input::scenario(scenario)?;
        let map = scenario.scale(puzzle.map);
        let supply = puzzle.supply;
        let movement = match (config.map.movement, supply) {
            (Some(movement), _) => movement,
            (None, Some(_)) => Movement::Four,
            (None, None) => Movement::Eight,
        };
        let query = |known: &Experiment| Query { from: known.from, to: known.to, supply, movement };
        let queries: Vec<Query> = scenario.queries.iter().map(query).collect();
        let finder = Finder::new(&map);
        for (query, known) in queries.iter().zip(&scenario.queries) {
            finder.check(query, &config.search).map_err(|error| {
                HarnessError::input(format!("{place}: line {}", known.line), error)
            })?;
        }
        drop(finder);
        Ok(Experiments { map_name: scenario.map, known: scenario.queries, queries, map })
    }

    /// The number of queries.
    pub(super) fn len(&self) -> usize {
        self.queries.len()
    }

    /// Answers all queries in order; see [`many::answer_all`].
    pub(super) fn answer(
        &self,
        config: &SearchConfig,
        threads: usize,
        stop: &StopFlag,
        each: impl FnMut(usize, Answer) -> Result<(), HarnessError>,
    ) -> Result<(), HarnessError> {
        many::answer_all(&self.map, &self.queries, config, threads, stop, each)
    }

    /// Whether an answer is valid and has the published length.
    pub(super) fn is_optimal(&self, index: usize, answer: &Answer) -> bool {
        let agrees = answer.report.cost().is_some_and(|cost| self.known[index].agrees(cost));
        answer.replayed && agrees
    }
}
