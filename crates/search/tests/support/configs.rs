//! One configuration of each kind.

use search::{Algorithm, Parallel, SearchConfig};

/// Every algorithm on one thread, and PVS in both modes that share a tree between threads; all with
/// a table and no selective technique.
pub(crate) fn configs() -> Vec<SearchConfig> {
    let plain = SearchConfig { table_mib: 1, ..SearchConfig::default() };
    let algorithms = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf];
    let alone = algorithms.map(|algorithm| SearchConfig { algorithm, ..plain.clone() });
    let together = [Parallel::Root, Parallel::SharedTable].map(|parallel| SearchConfig {
        parallel,
        threads: 2,
        ..plain.clone()
    });
    alone.into_iter().chain(together).collect()
}
