//! The supply search for many queries on one map: a graph of the stations, made once.
//!
//! Between two fillings at most `supply` steps are taken, and nothing but their number matters: a path
//! is a chain of legs from the start by stations to the goal, each leg a shortest way of at most that
//! many steps. The legs between stations are the same for every query. What a query adds are the legs at
//! its two ends, found by spreading from both to that distance; then a shortest chain, and the cells
//! of its legs by A\*.

use super::ball::Ball;
use super::budget::{Budget, Watch};
use super::{Ends, Work, astar};
use crate::map::{Map, Spot, Terrain};
use rayon::prelude::*;
use search::graph::Unsolved;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which stations of a map are within a supply of each other; for
/// [`Finder::solve_by_stations`](super::Finder::solve_by_stations).
///
/// Holds 12 bytes per station and 8 per pair of them in reach of each other.
///
/// ```
/// use pathfinding::formats::{self, Format};
/// use pathfinding::{Finder, Query, SearchConfig, StationGraph, letters};
/// use search::StopFlag;
///
/// let puzzle = formats::parse("supply 4\nS....G\n##+###\n", Format::Drawing)?;
/// let graph = StationGraph::new(&puzzle.map, 4);
/// let query = Query { supply: Some(4), ..Query::new((0, 0).into(), (0, 5).into()) };
/// let mut finder = Finder::new(&puzzle.map);
/// let report = finder.solve_by_stations(&query, &graph, &SearchConfig::default(), &StopFlag::new())?;
/// assert_eq!(report.steps(), Some(7));
/// assert_eq!(letters(finder.path()), "RRDURRR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StationGraph {
    supply: u32,
    /// The places of the map it was made for.
    places: usize,
    stations: Vec<Spot>,
    /// Index of each station on the map, in growing order.
    indices: Vec<u32>,
    /// Where the legs of each station begin, and where the last one's end.
    first: Vec<u32>,
    legs: Vec<Leg>,
}

/// A way to a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Leg {
    station: u32,
    steps: u32,
}

impl StationGraph {
    /// Measures the ways between the stations of a map, on all threads.
    pub fn new(map: &Map, supply: u32) -> Self {
        let stations: Vec<Spot> = map
            .cells()
            .filter(|&cell| map.terrain(cell) == Terrain::Station)
            .map(Spot::from)
            .collect();
        let indices: Vec<u32> = stations.iter().map(|&spot| map.index(spot) as u32).collect();
        let mut graph = StationGraph {
            supply,
            places: map.places(),
            stations,
            indices,
            first: vec![0],
            legs: Vec::new(),
        };
        let lists: Vec<Vec<Leg>> = graph
            .stations
            .par_iter()
            .map_init(Ball::default, |ball, &station| {
                let mut legs = Vec::new();
                graph.reach(map, ball, station, |leg| legs.push(leg), |_| false);
                legs.retain(|leg| leg.steps > 0);
                legs
            })
            .collect();
        for list in lists {
            graph.legs.extend(list);
            graph.first.push(graph.legs.len() as u32);
        }
        graph
    }

    /// The supply it was made for.
    pub fn supply(&self) -> u32 {
        self.supply
    }

    /// Whether it was made for a map of this size.
    pub(super) fn fits(&self, map: &Map) -> bool {
        self.places == map.places()
    }

    /// The stations within the supply of a cell, until `ends` holds for the index of a cell. Whether
    /// it ever did, and how many cells that took.
    fn reach(
        &self,
        map: &Map,
        ball: &mut Ball,
        from: Spot,
        mut keep: impl FnMut(Leg),
        ends: impl Fn(usize) -> bool,
    ) -> (bool, u32) {
        ball.spread(map, from, self.supply, |index, steps| {
            if map.at(index) == Terrain::Station
                && let Ok(station) = self.indices.binary_search(&(index as u32))
            {
                keep(Leg { station: station as u32, steps });
            }
            ends(index)
        })
    }

    fn legs(&self, station: u32) -> &[Leg] {
        let station = station as usize;
        &self.legs[self.first[station] as usize..self.first[station + 1] as usize]
    }
}

/// What this search alone writes on.
#[derive(Clone, Debug, Default)]
pub(super) struct Chains {
    ball: Ball,
    /// Legs at one end of a query.
    legs: Vec<Leg>,
    stations: Vec<Known>,
    /// By steps so far plus estimate.
    open: BinaryHeap<Reverse<(u32, u32)>>,
    /// The stations of the path, last first.
    chain: Vec<u32>,
}

/// What is known of a station.
#[derive(Clone, Copy, Debug)]
struct Known {
    steps: u32,
    /// Steps of the leg to the goal, if it is in reach.
    to_goal: u32,
    /// The station before it, if any.
    before: u32,
}

const NONE: u32 = u32::MAX;
const UNKNOWN: Known = Known { steps: NONE, to_goal: NONE, before: NONE };

pub(super) fn search<W: Watch>(
    map: &Map,
    graph: &StationGraph,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    work.chains.chain.clear();
    work.chains.legs.clear();
    if !work.chains.reach(map, graph, ends.from, Some(ends.to), budget)? {
        work.chains.link(map, graph, ends, budget)?;
    }
    // Where a leg ends the next begins.
    let mut from = ends.from;
    for number in (0..work.chains.chain.len()).rev() {
        let to = graph.stations[work.chains.chain[number] as usize];
        astar::search(map, work, Ends { from, to }, budget)?;
        from = to;
    }
    astar::search(map, work, Ends { from, to: ends.to }, budget)
}

impl Chains {
    /// Collects the legs from one cell to the stations in its reach; whether the other is in its reach.
    fn reach<W: Watch>(
        &mut self,
        map: &Map,
        graph: &StationGraph,
        from: Spot,
        to: Option<Spot>,
        budget: &mut Budget<'_, W>,
    ) -> Result<bool, Unsolved> {
        let Chains { ball, legs, .. } = self;
        let goal = to.map(|to| map.index(to));
        let (ended, cells) =
            graph.reach(map, ball, from, |leg| legs.push(leg), |index| Some(index) == goal);
        budget.pass(cells)?;
        Ok(ended)
    }

    /// The shortest chain of stations between a start whose legs are known and the goal.
    fn link<W: Watch>(
        &mut self,
        map: &Map,
        graph: &StationGraph,
        ends: Ends,
        budget: &mut Budget<'_, W>,
    ) -> Result<(), Unsolved> {
        let estimate = |station: u32| {
            let at = graph.stations[station as usize];
            at.row().abs_diff(ends.to.row()) + at.column().abs_diff(ends.to.column())
        };
        self.stations.clear();
        self.stations.resize(graph.stations.len(), UNKNOWN);
        self.open.clear();
        for &Leg { station, steps } in &self.legs {
            self.stations[station as usize].steps = steps;
            self.open.push(Reverse((steps + estimate(station), station)));
        }
        self.legs.clear();
        self.reach(map, graph, ends.to, None, budget)?;
        for leg in &self.legs {
            self.stations[leg.station as usize].to_goal = leg.steps;
        }
        let (mut best, mut last) = (NONE, NONE);
        while let Some(Reverse((f, station))) = self.open.pop() {
            if f >= best {
                break;
            }
            let Known { steps, to_goal, .. } = self.stations[station as usize];
            if f != steps + estimate(station) {
                continue;
            }
            budget.expand(graph.stations[station as usize])?;
            if to_goal != NONE && steps + to_goal < best {
                (best, last) = (steps + to_goal, station);
            }
            for leg in graph.legs(station) {
                budget.generated += 1;
                let next = &mut self.stations[leg.station as usize];
                if steps + leg.steps < next.steps {
                    (next.steps, next.before) = (steps + leg.steps, station);
                    self.open.push(Reverse((next.steps + estimate(leg.station), leg.station)));
                }
            }
        }
        if last == NONE {
            return Err(Unsolved::Exhausted);
        }
        while last != NONE {
            self.chain.push(last);
            last = self.stations[last as usize].before;
        }
        Ok(())
    }
}
