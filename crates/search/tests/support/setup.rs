//! Every way to search that must give the minimax value.

use proptest::prelude::*;
use search::config::Ordering;
use search::table::Table;
use search::{Algorithm, Engine, Evaluator, Game, Hooks, Parallel, SearchConfig};

/// A configuration without selective techniques, and a table in exact mode.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// Everything but the table.
    pub config: SearchConfig,
    /// The table's size; `None`: no table.
    pub buckets: Option<usize>,
}

impl Setup {
    /// An engine that searches this way.
    pub(crate) fn engine<G: Game, E: Evaluator<G>, H: Hooks<G>>(
        &self,
        evaluator: E,
        hooks: H,
    ) -> Engine<G, E, H> {
        let engine = Engine::new(self.config.clone(), evaluator, hooks).expect("a valid setup");
        match self.buckets {
            Some(buckets) => engine.with_table(Table::with_buckets(buckets)),
            None => engine,
        }
    }
}

/// From one bucket, in which hardly an entry survives, to more than any of these trees fills.
const BUCKETS: [usize; 5] = [1, 2, 7, 64, 4096];

/// Any algorithm with any combination of what may not change the value.
pub(crate) fn any_setup() -> impl Strategy<Value = Setup> {
    let algorithm = prop_oneof![
        1 => Just(Algorithm::Minimax),
        3 => Just(Algorithm::AlphaBeta),
        3 => Just(Algorithm::Pvs),
        3 => Just(Algorithm::Mtdf),
    ];
    let parallel = prop_oneof![
        8 => Just((Parallel::None, 1)),
        1 => (2..=3_usize).prop_map(|threads| (Parallel::Root, threads)),
        1 => (2..=3_usize).prop_map(|threads| (Parallel::SharedTable, threads)),
    ];
    let aspiration = prop::option::of(prop_oneof![Just(1), 2..30_i64, Just(i64::MAX)]);
    let buckets = prop::option::of(prop::sample::select(BUCKETS.to_vec()));
    let extras = (prop::option::of(1..4_u32), any::<bool>(), any::<bool>());
    (algorithm, parallel, any::<bool>(), aspiration, any_ordering(), buckets, extras).prop_map(
        |(algorithm, parallel, iterative, aspiration, ordering, buckets, extras)| {
            let is_minimax = algorithm == Algorithm::Minimax;
            let (parallel, threads) = if is_minimax { (Parallel::None, 1) } else { parallel };
            let shares_table = parallel == Parallel::SharedTable;
            let (transposition_cutoff, light_frontier, mate_distance) = extras;
            let config = SearchConfig {
                algorithm,
                iterative,
                aspiration: aspiration.filter(|_| iterative),
                // Replaced by the buckets, but this mode is refused without any.
                table_mib: usize::from(shares_table),
                transposition_cutoff,
                light_frontier,
                mate_distance,
                threads,
                parallel,
                ordering,
                ..SearchConfig::default()
            };
            Setup { config, buckets: buckets.or(shares_table.then_some(7)) }
        },
    )
}

fn any_ordering() -> impl Strategy<Value = Ordering> {
    any::<[bool; 7]>().prop_map(
        |[hash_move, killers, history, countermoves, continuation, effort, priority]| Ordering {
            hash_move,
            killers,
            history,
            countermoves,
            continuation,
            effort,
            priority,
        },
    )
}
