//! Answers many queries on one map with several threads, in the order of the queries.

use super::run::{self, Answer};
use crate::finder::{Algorithm, Finder, Query, QueryError, SearchConfig, StationGraph};
use crate::map::{Map, Terrain};
use harness::cli::HarnessError;
use search::StopFlag;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// The maximum number of answers that wait for an earlier one; beyond it the threads wait.
const WAITING: usize = 256;

/// A graph of the stations is built for at least this many queries, and only if measuring its legs visits
/// at most this many cells, which takes about a second.
const GRAPH_QUERIES: usize = 32;
const GRAPH_CELLS: u64 = 200_000_000;

/// Calls `each` with the answer to each query, in order and as soon as it is known. Every thread (0: one
/// per core) has one finder for all its queries. Ends early when `stop` is raised.
pub(super) fn answer_all(
    map: &Map,
    queries: &[Query],
    config: &SearchConfig,
    threads: usize,
    stop: &StopFlag,
    mut each: impl FnMut(usize, Answer) -> Result<(), HarnessError>,
) -> Result<(), HarnessError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(HarnessError::other)?;
    let graph = pool.install(|| station_graph(map, queries, config));
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel::<(usize, Result<Answer, QueryError>)>(WAITING);
    let work = |sender: mpsc::SyncSender<_>| {
        let mut finder = Finder::new(map);
        while !stop.is_stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(query) = queries.get(index) else { break };
            let answer = match &graph {
                Some(graph) => {
                    run::answer_by_stations(&mut finder, map, query, graph, config, stop)
                }
                None => run::answer_with(&mut finder, map, query, config, stop, &mut ()),
            };
            // The receiver is gone because `each` failed.
            if sender.send((index, answer)).is_err() {
                break;
            }
        }
    };
    pool.in_place_scope(|scope| {
        let work = &work;
        for _ in 0..pool.current_num_threads().min(queries.len()) {
            let sender = sender.clone();
            scope.spawn(move |_| work(sender));
        }
        drop(sender);
        let mut early = HashMap::new();
        let mut due = 0;
        for (index, answer) in receiver {
            early.insert(index, answer.map_err(HarnessError::other)?);
            while let Some(answer) = early.remove(&due) {
                if stop.is_stopped() {
                    return Ok(());
                }
                each(due, answer)?;
                due += 1;
            }
        }
        Ok(())
    })
}

/// The graph of the stations, if the algorithm is `auto`, all queries have the same supply, and it pays off.
fn station_graph(map: &Map, queries: &[Query], config: &SearchConfig) -> Option<StationGraph> {
    let supply = queries.first()?.supply?;
    let alike = queries.iter().all(|query| query.supply == Some(supply));
    if config.algorithm != Algorithm::Auto || !alike || queries.len() < GRAPH_QUERIES {
        return None;
    }
    let is_station = |&cell: &_| map.terrain(cell) == Terrain::Station;
    let stations = map.cells().filter(is_station).count() as u64;
    // A diamond of this radius has about this many cells.
    let within = u64::from(supply).saturating_mul(supply.into()).saturating_mul(2);
    let cells = u64::from(map.rows()) * u64::from(map.columns());
    let looked_at = stations.saturating_mul(within.min(cells));
    (looked_at <= GRAPH_CELLS).then(|| StationGraph::new(map, supply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::generate;

    #[test]
    fn a_graph_of_the_stations_answers_many_supply_queries_with_the_same_steps() {
        let made = generate::supply(40, 50, 0.25, 40, 3);
        let map = &made.map;
        let free: Vec<_> = map.cells().filter(|&cell| map.connected(cell, cell)).collect();
        let query = |at: usize| Query {
            supply: Some(15),
            ..Query::new(free[at * 7919 % free.len()], free[at * 104_729 % free.len()])
        };
        let queries: Vec<Query> = (1..100).map(query).collect();
        let all = |algorithm| {
            let config = SearchConfig { algorithm, ..SearchConfig::default() };
            assert_eq!(
                station_graph(map, &queries, &config).is_some(),
                algorithm == Algorithm::Auto
            );
            let mut steps = Vec::new();
            let each = |_: usize, answer: Answer| {
                assert!(answer.replayed);
                steps.push(answer.steps());
                Ok(())
            };
            answer_all(map, &queries, &config, 2, &StopFlag::new(), each).unwrap();
            steps
        };
        let steps = all(Algorithm::Auto);
        assert_eq!(steps, all(Algorithm::Astar));
        assert!(steps.contains(&Some(-1)) && steps.iter().any(|&steps| steps > Some(15)));
        assert!(station_graph(map, &queries[..9], &SearchConfig::default()).is_none());
    }

    #[test]
    fn answers_come_in_the_order_of_the_queries_with_any_number_of_threads() {
        let map = generate::maze(41, 41, 5);
        let free: Vec<_> = map.cells().filter(|&cell| map.connected(cell, cell)).collect();
        let queries: Vec<Query> =
            (1..free.len()).map(|at| Query::new(free[at], free[at * 31 % free.len()])).collect();
        let all = |threads| {
            let mut paths = Vec::new();
            let each = |index: usize, answer: Answer| {
                assert_eq!(index, paths.len());
                assert!(answer.replayed);
                paths.push(answer.path);
                Ok(())
            };
            let config = SearchConfig::default();
            answer_all(&map, &queries, &config, threads, &StopFlag::new(), each).unwrap();
            paths
        };
        let one = all(1);
        assert_eq!(one.len(), queries.len());
        assert_eq!(all(4), one);
    }

    #[test]
    fn it_ends_when_it_is_stopped_and_when_an_answer_is_refused() {
        let map = generate::maze(21, 21, 5);
        let queries = vec![Query::new((1, 0).into(), (19, 20).into()); 2000];
        let config = SearchConfig::default();
        let stop = StopFlag::new();
        let mut seen = 0;
        let each = |_: usize, _: Answer| {
            seen += 1;
            stop.stop();
            Ok(())
        };
        answer_all(&map, &queries, &config, 2, &stop, each).unwrap();
        assert_eq!(seen, 1);
        let refuse = |_: usize, _: Answer| Err(HarnessError::Usage("enough".to_owned()));
        let error = answer_all(&map, &queries, &config, 2, &StopFlag::new(), refuse).unwrap_err();
        assert_eq!(error.to_string(), "enough");
    }
}
