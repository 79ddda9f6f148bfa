//! Our search compared with the crate `minimax`: same game code, evaluator, depth and table size, one
//! thread, one run. Both search each position alternately, several times. The fastest run of each
//! counts, which reduces noise from other processes. Run with `scripts/bench search.peer`.

use minimax::Strategy;
use proof_games::connect_four::{ConnectFour7x6, OpenThrees};
use proof_games::openings;
use proof_games::reversi::{MobilityCorners, Reversi};
use search::{
    Analyst, Engine, Evaluator, Game, Limits, NoHooks, Outcome, Request, SearchConfig, TableMode,
};
use std::marker::PhantomData;
use std::time::Instant;

/// The default of the peer, so that both use the table size it was tuned with.
const TABLE_MIB: usize = 1;
/// The number of positions.
const POSITIONS: u64 = 7;
/// The number of searches per position.
const ROUNDS: usize = 5;

/// Adapts our games to the peer's trait: the same rules, with copies instead of undo.
struct PeerGame<G>(PhantomData<G>);

impl<G: Game> minimax::Game for PeerGame<G> {
    type S = G;
    type M = G::Move;

    fn generate_moves(state: &G, moves: &mut Vec<G::Move>) -> Option<minimax::Winner> {
        state.expand(moves).map(|outcome| winner(state, outcome))
    }

    fn apply(state: &mut G, mv: G::Move) -> Option<G> {
        let mut next = state.clone();
        let _ = next.play(mv);
        Some(next)
    }

    fn get_winner(state: &G) -> Option<minimax::Winner> {
        state.outcome().map(|outcome| winner(state, outcome))
    }

    fn zobrist_hash(state: &G) -> u64 {
        state.key()
    }
}

fn winner<G: Game>(state: &G, outcome: Outcome) -> minimax::Winner {
    match outcome {
        Outcome::Draw => minimax::Winner::Draw,
        Outcome::Win(side) if side == state.side() => minimax::Winner::PlayerToMove,
        Outcome::Win(_) => minimax::Winner::PlayerJustMoved,
    }
}

struct PeerEvaluator<G, E>(E, PhantomData<G>);

impl<G: Game, E: Evaluator<G>> minimax::Evaluator for PeerEvaluator<G, E> {
    type G = PeerGame<G>;

    fn evaluate(&self, state: &G) -> minimax::Evaluation {
        // These evaluators have no state, so a clone is free.
        self.0.clone().evaluate(state).units() as minimax::Evaluation
    }
}

#[derive(Clone, Copy)]
struct Timing {
    seconds: f64,
    nodes: u64,
}

impl Timing {
    fn nps(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }

    fn fastest(runs: &[Timing]) -> Timing {
        let mut best = runs[0];
        for run in runs {
            if run.seconds < best.seconds {
                best = *run;
            }
        }
        best
    }
}

fn run_peer<G: Game, E: Evaluator<G>>(position: &G, evaluator: E, depth: u32) -> Timing {
    let options = minimax::IterativeOptions::new().with_table_byte_size(TABLE_MIB << 20);
    let mut search = minimax::IterativeSearch::new(PeerEvaluator(evaluator, PhantomData), options);
    search.set_max_depth(depth as u8);
    let started = Instant::now();
    search.choose_move(position);
    let seconds = started.elapsed().as_secs_f64();
    // The node count is available only in a sentence: "Explored N nodes to depth D".
    let stats = search.stats(&mut position.clone());
    let nodes = stats
        .split_once("Explored ")
        .and_then(|(_, rest)| rest.split(' ').next())
        .and_then(|count| count.parse().ok())
        .expect("the peer reports its node count");
    Timing { seconds, nodes }
}

fn run_ours<G: Game, E: Evaluator<G>>(position: &G, evaluator: E, depth: u32) -> Timing {
    let config = SearchConfig {
        table_mib: TABLE_MIB,
        table_mode: TableMode::Engine,
        table_min_depth: 4,
        light_frontier: true,
        ..SearchConfig::default()
    };
    let mut engine = Engine::new(config, evaluator, NoHooks).expect("the configuration is valid");
    let report = engine.search(&Request::new(position.clone(), Limits::depth(depth)), &mut |_| ());
    Timing { seconds: report.time.as_secs_f64(), nodes: report.nodes }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Our advantage over the peer: the median ratios of time to depth and of nodes per second.
fn compare<G: Game, E: Evaluator<G>>(name: &str, start: &G, evaluator: E, depth: u32) -> [f64; 2] {
    println!("{name}, depth {depth}, table {TABLE_MIB} MiB, one thread, best of {ROUNDS}");
    println!("position        peer                    ours            time   nodes/s");
    let (mut time_ratios, mut speed_ratios) = (Vec::new(), Vec::new());
    for seed in 0..POSITIONS {
        let position = openings::random(start, seed, 4);
        let (mut peer, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            peer.push(run_peer(&position, evaluator.clone(), depth));
            ours.push(run_ours(&position, evaluator.clone(), depth));
        }
        let (peer, ours) = (Timing::fastest(&peer), Timing::fastest(&ours));
        let (time, speed) = (peer.seconds / ours.seconds, ours.nps() / peer.nps());
        println!(
            "{seed:>8}  {:>6.3} s {:>6.2} Mn/s  {:>6.3} s {:>6.2} Mn/s  {time:>5.2}x  {speed:>5.2}x",
            peer.seconds,
            peer.nps() / 1e6,
            ours.seconds,
            ours.nps() / 1e6,
        );
        time_ratios.push(time);
        speed_ratios.push(speed);
    }
    let [time, speed] = [median(time_ratios), median(speed_ratios)];
    println!("  median  {time:.2}x faster to depth, {speed:.2}x its nodes per second\n");
    [time, speed]
}

fn main() {
    let [four, four_speed] = compare("Connect Four", &ConnectFour7x6::new(), OpenThrees, 15);
    let [othello, othello_speed] = compare("Othello", &Reversi::new(), MobilityCorners, 13);
    let peer = "against the crate `minimax` 0.6 (its iterative search, default options; same game code, \
                evaluator, table), one thread";
    let runs = format!("medians of {POSITIONS} positions, best of {ROUNDS}");
    println!(
        "figure: time to depth {peer} | {four:.2}x sooner on Connect Four, depth 15; {othello:.2}x on \
         Othello, depth 13 ({runs})"
    );
    println!(
        "figure: nodes per second {peer} | {four_speed:.2}x on Connect Four, {othello_speed:.2}x on \
         Othello ({runs})"
    );
}
