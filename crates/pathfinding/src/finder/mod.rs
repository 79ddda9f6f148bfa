//! Answers queries on a [`Map`]: [`Finder`], and one file per search.
//!
//! | `search.algorithm` | search | memory |
//! |---|---|---|
//! | `astar` | best first, by steps so far plus estimate | a label per cell |
//! | `bfs` | breadth first, without an estimate | a label per cell |
//! | `bidirectional` | breadth first from both ends | a label per cell |
//! | `ida-star` | depth first within an increasing bound | the current path |
//! | `ida-star-table` | the same, resumed where the last bound ended it | a label per cell |
//! | `jps` | best first, from jump point to jump point, on bitmaps of the map | a label per cell |
//! | `jps-prepared` | the same with a table of runs, built once per map | a label per cell |
//! | `auto` | `astar`, `jps` or `bidirectional`, by the map and the query | as the chosen one |
//! | `generic-astar`, `generic-bfs`, `generic-uniform-cost`, `generic-ida-star`, `generic-ida-star-table` | those of [`search::graph`], without the grid structure | see there |
//!
//! With a supply, `astar`, `bfs` and `auto` search (row, column, supply): see the file `supply`. The
//! generic ones do so as well. For many such queries on one map there is a [`StationGraph`].
//!
//! With eight neighbours there are `astar`, `jps`, `jps-prepared`, `auto`, and the generic ones except
//! `generic-bfs`.
//!
//! A finder is created once for a map and answers many queries. It resets nothing between queries: each
//! query has its own generation, and a label of another generation counts as absent. (The generations in
//! A\*'s byte per cell run out every 62 queries, those of the bidirectional search every 31; then all
//! labels are reset.) It allocates nothing once its lists have grown to the size that the queries need;
//! the generic searches start with empty lists every time.

mod astar;
mod astar_eight;
mod auto;
mod ball;
mod bfs;
mod bidirectional;
mod budget;
mod config;
mod entries;
mod estimate;
mod generic;
mod ida_star;
mod ida_star_table;
mod jps;
mod jps_eight;
mod known;
mod labels;
mod levels;
mod octile;
mod queue;
mod stamps;
mod stations;
mod supply;
mod trails;

pub use budget::Watch;
pub use config::{Algorithm, Heuristic, SearchConfig};
pub use stations::StationGraph;

use crate::map::movement::{Direction, Length, Movement};
use crate::map::{Cell, Map, Spot};
use astar::Stacks;
use astar_eight::Octile;
use bidirectional::Fronts;
use budget::Budget;
use estimate::{Estimate, Manhattan, Zero};
use jps::{Jumps, Scan};
use labels::Labels;
use search::StopFlag;
use search::graph::Unsolved;
use stamps::Stamps;
use stations::Chains;
use supply::Stores;
use thiserror::Error;
use trails::Trails;

/// A query: start, goal and rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// The start.
    pub from: Cell,
    /// The goal.
    pub to: Cell,
    /// The number of steps possible from the start and from each station; `None` for no limit.
    pub supply: Option<u32>,
    /// The allowed steps.
    pub movement: Movement,
}

impl Query {
    /// A query for four neighbours, without a supply.
    pub fn new(from: Cell, to: Cell) -> Self {
        Query { from, to, supply: None, movement: Movement::Four }
    }
}

/// Why a query cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QueryError {
    /// The start or the goal is not on the map.
    #[error("{end} {cell} is outside the map, allowed: rows 0 to {}, columns 0 to {}",
        rows.saturating_sub(1), columns.saturating_sub(1))]
    Outside {
        /// `start` or `goal`.
        end: &'static str,
        /// The cell.
        cell: Cell,
        /// Rows of the map.
        rows: u32,
        /// Columns of the map.
        columns: u32,
    },
    /// The start or the goal is a wall.
    #[error("{end} {cell} is a wall, allowed: a free cell")]
    InWall {
        /// `start` or `goal`.
        end: &'static str,
        /// The cell.
        cell: Cell,
    },
    /// The algorithm does not support a supply.
    #[error("search.algorithm: found {0} on a map with a supply, allowed there: {allowed}",
        allowed = allowed(&Algorithm::ALL, |algorithm| algorithm.knows_supply()))]
    NoSupply(Algorithm),
    /// A supply requires movement in four directions, because it is counted in steps.
    #[error("map.movement: found eight on a map with a supply, allowed there: four")]
    DiagonalSupply,
    /// The graph of stations is for another supply or map.
    #[error("found supply {found}, allowed by the graph of stations: {allowed}, on its own map")]
    OtherGraph {
        /// The supply of the query, 0 if it has none.
        found: u32,
        /// The supply of the graph.
        allowed: u32,
    },
    /// The algorithm does not support diagonal steps.
    #[error("search.algorithm: found {0} with map.movement eight, allowed there: {allowed}",
        allowed = allowed(&Algorithm::ALL, |algorithm| algorithm.knows(Movement::Eight)))]
    NoDiagonals(Algorithm),
    /// The estimate does not support this movement.
    #[error("search.heuristic: found {heuristic} with map.movement {movement}, allowed there: {}",
        allowed(&Heuristic::ALL, |heuristic| heuristic.knows(*movement)))]
    NoEstimate {
        /// The estimate.
        heuristic: Heuristic,
        /// The movement.
        movement: Movement,
    },
}

/// The names that are allowed.
fn allowed<T: ToString>(all: &[T], is_allowed: impl Fn(&T) -> bool) -> String {
    let names: Vec<String> = all.iter().filter(|one| is_allowed(one)).map(T::to_string).collect();
    names.join(", ")
}

/// The result and the counts of a search. The path is at [`Finder::path`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The length of the shortest path, or why it is not known. [`Unsolved::Exhausted`] says that
    /// there is no path.
    pub outcome: Result<Length, Unsolved>,
    /// The number of expansions. The goal is not expanded.
    pub expanded: u64,
    /// The number of free neighbours generated, including repeated ones.
    pub generated: u64,
    /// The number of iterations of iterative deepening; 0 for other searches.
    pub iterations: u32,
}

impl Report {
    /// The steps of the path, if there is one.
    pub fn steps(&self) -> Option<u32> {
        self.outcome.ok().map(Length::steps)
    }

    /// The cost of the path, if there is one.
    pub fn cost(&self) -> Option<f64> {
        self.outcome.ok().map(Length::cost)
    }
}

/// Answers queries on one map; see the [module](self).
///
/// Memory in bytes per cell, allocated by the first query of each kind: `astar` 1, `bidirectional` 2,
/// others 8; with eight neighbours `astar` 4, others 16; with a supply 8. The open lists add to this.
#[derive(Clone, Debug)]
pub struct Finder<'m> {
    map: &'m Map,
    work: Work,
}

/// The working memory of the searches, reused between queries.
#[derive(Clone, Debug, Default)]
struct Work {
    labels: Labels,
    /// Cells to expand in this round, and in the next.
    now: Vec<Spot>,
    next: Vec<Spot>,
    stamps: Stamps,
    trails: Trails,
    stacks: Stacks,
    jumps: Jumps<u32>,
    octile_jumps: Jumps<u64>,
    octile: Octile,
    fronts: Fronts,
    stores: Stores,
    chains: Chains,
    path: Vec<Direction>,
}

/// A query that has been checked.
#[derive(Clone, Copy)]
struct Ends {
    from: Spot,
    to: Spot,
}

impl<'m> Finder<'m> {
    /// A finder for this map.
    pub fn new(map: &'m Map) -> Self {
        Finder { map, work: Work::default() }
    }

    /// The path of the last query; empty if there is none.
    pub fn path(&self) -> &[Direction] {
        &self.work.path
    }

    /// Answers a query. Raising `stop` from another thread ends it early.
    pub fn solve(
        &mut self,
        query: &Query,
        config: &SearchConfig,
        stop: &StopFlag,
    ) -> Result<Report, QueryError> {
        self.solve_watched(query, config, stop, &mut ())
    }

    /// Answers a query and reports every expansion to `watch`, in order.
    pub fn solve_watched<W: Watch>(
        &mut self,
        query: &Query,
        config: &SearchConfig,
        stop: &StopFlag,
        watch: &mut W,
    ) -> Result<Report, QueryError> {
        self.check(query, config)?;
        self.work.path.clear();
        let mut budget = Budget::new(config, stop, watch);
        let found = if query.from == query.to {
            Ok(())
        } else if !self.map.connected(query.from, query.to) {
            Err(Unsolved::Exhausted)
        } else if let Some(algorithm) = config.algorithm.generic() {
            let path = &mut self.work.path;
            generic::search(self.map, query, algorithm, config, path, &mut budget)
        } else {
            match (query.movement, config.heuristic.on(query.movement)) {
                (Movement::Eight, heuristic) => {
                    self.search_eight(query, config, heuristic != Heuristic::Zero, &mut budget)
                }
                (Movement::Four, Heuristic::Zero) => self.search(query, config, Zero, &mut budget),
                (Movement::Four, _) => self.search(query, config, Manhattan, &mut budget),
            }
        };
        Ok(budget.report(found.map(|()| Length::of(&self.work.path))))
    }

    /// Answers a query with a supply using a graph of the stations; `config` has the limits.
    pub fn solve_by_stations(
        &mut self,
        query: &Query,
        graph: &StationGraph,
        config: &SearchConfig,
        stop: &StopFlag,
    ) -> Result<Report, QueryError> {
        let config = SearchConfig { algorithm: Algorithm::Auto, ..config.clone() };
        self.check(query, &config)?;
        if query.supply != Some(graph.supply()) || !graph.fits(self.map) {
            let found = query.supply.unwrap_or_default();
            return Err(QueryError::OtherGraph { found, allowed: graph.supply() });
        }
        self.work.path.clear();
        let watch = &mut ();
        let mut budget = Budget::new(&config, stop, watch);
        let found = match self.map.connected(query.from, query.to) {
            true => stations::search(self.map, graph, &mut self.work, query.into(), &mut budget),
            false => Err(Unsolved::Exhausted),
        };
        if found.is_err() {
            self.work.path.clear();
        }
        Ok(budget.report(found.map(|()| Length::of(&self.work.path))))
    }

    fn search<E: Estimate, W: Watch>(
        &mut self,
        query: &Query,
        config: &SearchConfig,
        estimate: E,
        budget: &mut Budget<'_, W>,
    ) -> Result<(), Unsolved> {
        let Finder { map, work } = self;
        let ends = query.into();
        match (config.algorithm, query.supply) {
            (Algorithm::Bfs, Some(supply)) => supply::search(map, work, ends, supply, Zero, budget),
            (_, Some(supply)) => supply::search(map, work, ends, supply, estimate, budget),
            (Algorithm::Astar, None) if E::IS_ZERO => bfs::search(map, work, ends, budget),
            (Algorithm::Astar, None) => astar::search(map, work, ends, budget),
            (Algorithm::Bidirectional, None) => bidirectional::search(map, work, ends, budget),
            (Algorithm::Jps, None) => jps::search(map, &Scan, work, ends, budget),
            (Algorithm::JpsPrepared, None) => {
                jps::search(map, map.jumps_of_four(), work, ends, budget)
            }
            (Algorithm::Auto, None) => auto::search(map, work, ends, budget),
            (Algorithm::IdaStar, None) => ida_star::search(map, work, ends, estimate, budget),
            (Algorithm::IdaStarTable, None) => {
                ida_star_table::search(map, work, ends, estimate, budget)
            }
            // The core has already answered the generic ones.
            (
                Algorithm::Bfs
                | Algorithm::GenericAstar
                | Algorithm::GenericBfs
                | Algorithm::GenericUniformCost
                | Algorithm::GenericIdaStar
                | Algorithm::GenericIdaStarTable,
                None,
            ) => bfs::search(map, work, ends, budget),
        }
    }

    fn search_eight<W: Watch>(
        &mut self,
        query: &Query,
        config: &SearchConfig,
        estimates: bool,
        budget: &mut Budget<'_, W>,
    ) -> Result<(), Unsolved> {
        let Finder { map, work } = self;
        match config.algorithm {
            Algorithm::Astar => astar_eight::search(map, work, query.into(), estimates, budget),
            Algorithm::JpsPrepared => {
                jps_eight::search(map, map.jumps_of_eight(), work, query.into(), budget)
            }
            Algorithm::Auto => auto::search_eight(map, work, query.into(), budget),
            _ => jps_eight::search(map, &Scan, work, query.into(), budget),
        }
    }

    /// Checks that a query is valid on this map under this configuration.
    pub fn check(&self, query: &Query, config: &SearchConfig) -> Result<(), QueryError> {
        for (end, cell) in [("start", query.from), ("goal", query.to)] {
            if !self.map.contains(cell) {
                let (rows, columns) = (self.map.rows(), self.map.columns());
                return Err(QueryError::Outside { end, cell, rows, columns });
            }
            if !self.map.connected(cell, cell) {
                return Err(QueryError::InWall { end, cell });
            }
        }
        if query.supply.is_some() && !config.algorithm.knows_supply() {
            return Err(QueryError::NoSupply(config.algorithm));
        }
        if query.supply.is_some() && query.movement == Movement::Eight {
            return Err(QueryError::DiagonalSupply);
        }
        if !config.algorithm.knows(query.movement) {
            return Err(QueryError::NoDiagonals(config.algorithm));
        }
        if config.algorithm.estimates() && !config.heuristic.knows(query.movement) {
            let (heuristic, movement) = (config.heuristic, query.movement);
            return Err(QueryError::NoEstimate { heuristic, movement });
        }
        Ok(())
    }
}

impl From<&Query> for Ends {
    fn from(query: &Query) -> Self {
        Ends { from: query.from.into(), to: query.to.into() }
    }
}

impl Work {
    /// Follows the entering directions back from the goal.
    fn recover_path(&mut self, map: &Map, ends: Ends) {
        let mut at = ends.to;
        while at != ends.from {
            let entered = self.labels.entered(map.index(at));
            self.path.push(entered);
            at = at.step(entered.reversed());
        }
        self.path.reverse();
    }
}

#[cfg(test)]
mod tests;
