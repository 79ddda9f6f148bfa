//! Techniques below the horizon: skipping hopeless moves, and the table.

#[path = "support/search.rs"]
mod search_once;

use proof_games::Noise;
use proof_games::planted::{Planted, PlantedValue};
use proof_games::synthetic::{Shape, Synthetic};
use search::{Algorithm, Game, Hooks, Limits, SearchConfig, StandPat, TableMode};
use search_once::search;

/// Every move is tactical; in a planted tree none wins more than `gain` 0 units.
#[derive(Clone)]
struct Tactical {
    gain: Option<i64>,
}

impl Hooks<Planted> for Tactical {
    fn tactical_moves(&mut self, game: &Planted, _qply: u32, moves: &mut Vec<u16>) -> StandPat {
        game.legal_moves(moves);
        StandPat::Allowed
    }

    fn gain(&mut self, _game: &Planted, _mv: u16) -> Option<i64> {
        self.gain
    }
}

#[test]
fn hopeless_tactical_moves_are_skipped_where_the_domain_knows_their_gain() {
    let position = Planted::new(5, 6, 60, 8);
    let nodes = |quiescence_margin, gain| {
        let table_mib = 0;
        let config =
            SearchConfig { table_mib, quiescence: 2, quiescence_margin, ..SearchConfig::default() };
        let report =
            search(&position, &PlantedValue, &Tactical { gain }, &config, Limits::depth(3));
        assert_eq!(report.score, position.value());
        report.nodes
    };
    let without = nodes(None, Some(0));
    assert!(nodes(Some(0), Some(0)) < without);
    assert_eq!(nodes(Some(0), None), without);
    assert_eq!(nodes(Some(1_000_000), Some(0)), without);
}

#[test]
fn a_table_in_quiescence_saves_nodes_and_changes_no_value_where_it_runs_to_its_end() {
    let mut nodes = [0, 0];
    for seed in 0..20 {
        let shape = Shape { seed, min_moves: 1, max_moves: 4, length: 9, ends: 8 };
        let (position, noise) = (Synthetic::<true>::new(shape), Noise { seed, range: 100 });
        for algorithm in [Algorithm::Pvs, Algorithm::Mtdf] {
            let reports = [false, true].map(|quiescence_table| {
                let config = SearchConfig {
                    algorithm,
                    quiescence_table,
                    iterative: false,
                    quiescence: 20,
                    table_mode: TableMode::Engine,
                    ..SearchConfig::default()
                };
                search(&position, &noise, &EvenMoves, &config, Limits::depth(4))
            });
            assert_eq!(reports[0].score, reports[1].score, "seed {seed}, {algorithm:?}");
            nodes[0] += reports[0].nodes;
            nodes[1] += reports[1].nodes;
        }
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

/// Moves with an even number are tactical.
#[derive(Clone)]
struct EvenMoves;

impl Hooks<Synthetic<true>> for EvenMoves {
    fn tactical_moves(
        &mut self,
        game: &Synthetic<true>,
        _qply: u32,
        moves: &mut Vec<u16>,
    ) -> StandPat {
        let mut all = Vec::new();
        game.legal_moves(&mut all);
        moves.extend(all.iter().filter(|&mv| mv % 2 == 0));
        StandPat::Allowed
    }
}
