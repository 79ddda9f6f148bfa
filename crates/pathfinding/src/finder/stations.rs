//! The supply search for many queries on one map: a graph of the stations, built once.
//!
//! Between two refills a path takes at most `supply` steps, and only their number matters. So a path is a
//! chain of legs from the start over stations to the goal, each leg a shortest path of at most that many
//! steps. The legs between stations are the same for every query, and A\* over the stations finds the
//! chain. The first and the last leg are measured only when the estimate makes them next: each by an A\*
//! over cells, limited to the supply.

use super::ball::Ball;
use super::budget::{Budget, Watch};
use super::estimate::{Estimate, Manhattan};
use super::{Ends, Work, astar};
use crate::map::{Map, Spot, Terrain};
use rayon::prelude::*;
use search::graph::Unsolved;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The stations of a map that are within a supply of each other, for
/// [`Finder::solve_by_stations`](super::Finder::solve_by_stations).
///
/// Takes 8 bytes per station and 8 per pair of stations in reach of each other.
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
    /// The number of places of its map.
    places: usize,
    stations: Vec<Spot>,
    /// The index of the first leg of each station; at the end, the number of legs.
    first: Vec<u32>,
    legs: Vec<Leg>,
}

/// A path to a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Leg {
    station: u32,
    steps: u32,
}

impl StationGraph {
    /// Measures the paths between the stations of a map, on all cores.
    pub fn new(map: &Map, supply: u32) -> Self {
        let stations: Vec<Spot> = map
            .cells()
            .filter(|&cell| map.terrain(cell) == Terrain::Station)
            .map(Spot::from)
            .collect();
        let indices: Vec<u32> = stations.iter().map(|&spot| map.index(spot) as u32).collect();
        let lists: Vec<Vec<Leg>> = stations
            .par_iter()
            .map_init(Ball::default, |ball, &station| {
                let mut legs = Vec::new();
                ball.spread(map, station, supply, |index, steps| {
                    if steps > 0
                        && map.at(index) == Terrain::Station
                        && let Ok(station) = indices.binary_search(&(index as u32))
                    {
                        legs.push(Leg { station: station as u32, steps });
                    }
                });
                legs
            })
            .collect();
        let (first, legs) = (vec![0], Vec::new());
        let mut graph = StationGraph { supply, places: map.places(), stations, first, legs };
        for list in lists {
            graph.legs.extend(list);
            graph.first.push(graph.legs.len() as u32);
        }
        graph
    }

    /// The supply that limits its legs.
    pub fn supply(&self) -> u32 {
        self.supply
    }

    /// Whether its map has the size of this one.
    pub(super) fn fits(&self, map: &Map) -> bool {
        self.places == map.places()
    }

    fn legs(&self, station: u32) -> &[Leg] {
        let station = station as usize;
        &self.legs[self.first[station] as usize..self.first[station + 1] as usize]
    }
}

/// The working memory of this search.
#[derive(Clone, Debug, Default)]
pub(super) struct Chains {
    stations: Vec<Known>,
    open: BinaryHeap<Reverse<Due>>,
    /// The stations of the path, last first.
    chain: Vec<u32>,
}

/// The best path found to a station.
#[derive(Clone, Copy, Debug)]
struct Known {
    steps: u32,
    /// The station before it, if any.
    before: u32,
}

const NONE: u32 = u32::MAX;
const UNKNOWN: Known = Known { steps: NONE, before: NONE };

/// A task for a station in the open list; `f` is a lower bound on the paths that it can lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Due {
    f: u32,
    what: What,
    station: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// Measure the leg from the station to the goal.
    ToGoal,
    /// Follow the legs of the station to other stations.
    Follow,
    /// Measure the leg from the start to the station.
    FromStart,
}

pub(super) fn search<W: Watch>(
    map: &Map,
    graph: &StationGraph,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    match astar::search_within(map, work, ends, graph.supply, budget) {
        Err(Unsolved::Exhausted) => {}
        found => return found,
    }
    // Taken out, because A\* over cells uses the rest of the working memory.
    let mut chains = std::mem::take(&mut work.chains);
    let found = chains.link(map, graph, work, ends, budget);
    let mut from = ends.from;
    let to_stations = chains.chain.iter().rev().map(|&station| graph.stations[station as usize]);
    let walked = found.and_then(|()| {
        to_stations.chain([ends.to]).try_for_each(|to| {
            // Each leg starts where the last one ended.
            astar::search(map, work, Ends { from, to }, budget)?;
            from = to;
            Ok(())
        })
    });
    work.chains = chains;
    walked
}

impl Chains {
    /// Finds the shortest chain of stations.
    fn link<W: Watch>(
        &mut self,
        map: &Map,
        graph: &StationGraph,
        work: &mut Work,
        ends: Ends,
        budget: &mut Budget<'_, W>,
    ) -> Result<(), Unsolved> {
        let Chains { stations, open, chain } = self;
        stations.clear();
        stations.resize(graph.stations.len(), UNKNOWN);
        open.clear();
        chain.clear();
        let at = |station: u32| graph.stations[station as usize];
        let to_goal = |station: u32| Manhattan.steps(at(station), ends.to);
        for station in 0..graph.stations.len() as u32 {
            let least = Manhattan.steps(ends.from, at(station));
            if least <= graph.supply {
                let f = least + to_goal(station);
                open.push(Reverse(Due { f, what: What::FromStart, station }));
            }
        }
        let mut measure = |from, to, budget: &mut _| {
            let found = astar::search_within(map, work, Ends { from, to }, graph.supply, budget);
            let steps = work.path.len() as u32;
            work.path.clear();
            match found {
                Ok(()) => Ok(Some(steps)),
                Err(Unsolved::Exhausted) => Ok(None),
                Err(limit) => Err(limit),
            }
        };
        let (mut best, mut last) = (NONE, NONE);
        while let Some(Reverse(Due { f, what, station })) = open.pop() {
            if f >= best {
                break;
            }
            let Known { steps, .. } = stations[station as usize];
            match what {
                What::FromStart => {
                    let Some(leg) = measure(ends.from, at(station), budget)? else { continue };
                    if leg < steps {
                        stations[station as usize] = Known { steps: leg, before: NONE };
                        let f = leg + to_goal(station);
                        open.push(Reverse(Due { f, what: What::Follow, station }));
                    }
                }
                What::Follow if f != steps + to_goal(station) => {}
                What::Follow => {
                    budget.expand(at(station))?;
                    if to_goal(station) <= graph.supply {
                        open.push(Reverse(Due { f, what: What::ToGoal, station }));
                    }
                    for leg in graph.legs(station) {
                        budget.generated += 1;
                        let next = &mut stations[leg.station as usize];
                        if steps + leg.steps < next.steps {
                            *next = Known { steps: steps + leg.steps, before: station };
                            let f = next.steps + to_goal(leg.station);
                            open.push(Reverse(Due { f, what: What::Follow, station: leg.station }));
                        }
                    }
                }
                What::ToGoal => {
                    let Some(leg) = measure(at(station), ends.to, budget)? else { continue };
                    if steps + leg < best {
                        (best, last) = (steps + leg, station);
                    }
                }
            }
        }
        if last == NONE {
            return Err(Unsolved::Exhausted);
        }
        while last != NONE {
            chain.push(last);
            last = stations[last as usize].before;
        }
        Ok(())
    }
}
