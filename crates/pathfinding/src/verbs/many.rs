//! Many queries on one map: several threads, answers in the order of the queries.

use super::run::{self, Answer};
use crate::finder::{Finder, Query, QueryError, SearchConfig};
use crate::map::Map;
use harness::cli::HarnessError;
use search::StopFlag;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Answers that may wait for an earlier one before the threads that found them wait as well.
const WAITING: usize = 256;

/// Hands the answer to each query to `each`, in their order and as soon as it is known. Every thread
/// (0: one per core) has one finder for all its queries. Ends early when `stop` is raised.
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
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel::<(usize, Result<Answer, QueryError>)>(WAITING);
    let work = |sender: mpsc::SyncSender<_>| {
        let mut finder = Finder::new(map);
        while !stop.is_stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(query) = queries.get(index) else { break };
            let answer = run::answer_with(&mut finder, map, query, config, stop, &mut ());
            // Nobody listens any more: an answer was refused.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

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
