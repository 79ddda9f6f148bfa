//! The node-count signature: how many nodes fixed searches visit, to the last one. A change in
//! search behaviour, meant or not, shows here; `signature.txt` holds the recorded counts.
//!
//! After a change that is meant: `UPDATE_SIGNATURE=1 cargo test -p plywood-search --test signature`, and say
//! in the commit message why the counts moved.

use proof_games::connect_four::{CentreFirst, ConnectFour7x6, OpenThrees};
use proof_games::mancala::{Mancala, StoreLead};
use proof_games::reversi::{FewestReplies, MobilityCorners, Reversi};
use proof_games::ring::{Nearness, Repetition, Ring};
use proof_games::synthetic::{Shape, Synthetic};
use proof_games::tic_tac_toe::{OpenLines, TicTacToe};
use proof_games::{Noise, openings};
use search::config::{LateMoveReductions, Margin};
use search::{
    Algorithm, Analyst, Engine, Evaluator, Game, Hooks, Limits, NoHooks, Request, SearchConfig,
    TableMode,
};
use std::fmt::Write;

/// Nodes of a game's fixed positions, searched by each algorithm and by a selective configuration.
fn nodes<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    start: &G,
    evaluator: &E,
    hooks: &H,
    depth: u32,
) -> String {
    let plain = |algorithm| SearchConfig { algorithm, table_mib: 1, ..SearchConfig::default() };
    let selective = SearchConfig {
        table_mode: TableMode::Engine,
        table_min_depth: 2,
        aspiration: Some(20),
        mate_distance: true,
        transposition_cutoff: Some(3),
        late_move_reductions: Some(LateMoveReductions {
            min_depth: 3,
            full_moves: 2,
            base: 0.5,
            divisor: 2.5,
        }),
        futility: Some(Margin { max_depth: 2, margin: 30 }),
        ..plain(Algorithm::Pvs)
    };
    let configs =
        [plain(Algorithm::AlphaBeta), plain(Algorithm::Pvs), plain(Algorithm::Mtdf), selective];
    let counts = configs.map(|config| {
        let mut engine = Engine::new(config, evaluator.clone(), hooks.clone())
            .expect("the configuration is valid");
        let mut sum = 0;
        for seed in 0..4 {
            let position = openings::random(start, seed, seed as usize);
            let request = Request::new(position, Limits::depth(depth));
            sum += engine.search(&request, &mut |_| ()).nodes;
        }
        sum.to_string()
    });
    counts.join(" ")
}

#[test]
fn fixed_searches_visit_the_recorded_number_of_nodes() {
    let shape = Shape { seed: 3, min_moves: 2, max_moves: 12, length: 10, ends: 8 };
    let noise = Noise { seed: 5, range: 100 };
    let mut found =
        String::from("# game: nodes by alpha-beta, pvs, mtdf, pvs with selective techniques\n");
    for (game, counts) in [
        ("tic-tac-toe", nodes(&TicTacToe::new(), &OpenLines, &NoHooks, 9)),
        ("connect-four", nodes(&ConnectFour7x6::new(), &OpenThrees, &CentreFirst, 9)),
        ("reversi", nodes(&Reversi::new(), &MobilityCorners, &FewestReplies, 7)),
        ("mancala", nodes(&Mancala::new(3), &StoreLead, &NoHooks, 9)),
        ("ring", nodes(&Ring::new(4, 9), &Nearness, &Repetition { occurrences: 2 }, 12)),
        ("synthetic", nodes(&Synthetic::<true>::new(shape), &noise, &NoHooks, 6)),
    ] {
        writeln!(found, "{game}: {counts}").unwrap();
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/signature.txt");
    if std::env::var_os("UPDATE_SIGNATURE").is_some() {
        std::fs::write(file, &found).unwrap();
    }
    let recorded = std::fs::read_to_string(file).unwrap();
    assert_eq!(found, recorded, "search behaviour changed; see the head of this file");
}
