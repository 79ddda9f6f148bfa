//! Our search against the crate `minimax`: same game code, evaluator, depth and table size, one
//! thread, one run. Prints wall time and nodes per second as ratios, per position and in the median.
//!
//! `scripts/bench peer`

use minimax::Strategy;
use proof_games::connect_four::{CentreFirst, ConnectFour7x6, OpenThrees};
use proof_games::reversi::{MobilityCorners, Reversi};
use search::rng::Rng;
use search::{
    Analyst, Engine, Evaluator, Game, Hooks, Limits, NoHooks, Outcome, Request, SearchConfig,
    TableMode,
};
use std::marker::PhantomData;
use std::time::Instant;

/// The peer's own default, so that both have the table it was tuned with.
const TABLE_MIB: usize = 1;

/// Our games through the peer's trait: the same rules and the same copying.
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
        // These evaluators keep no state; a clone of an empty struct is free.
        self.0.clone().evaluate(state).units() as minimax::Evaluation
    }
}

struct Timing {
    seconds: f64,
    nodes: u64,
}

impl Timing {
    fn nps(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }
}

fn run_peer<G: Game, E: Evaluator<G>>(position: &G, evaluator: E, depth: u8) -> Timing {
    let options = minimax::IterativeOptions::new().with_table_byte_size(TABLE_MIB << 20);
    let evaluator = PeerEvaluator(evaluator, PhantomData);
    let mut search = minimax::IterativeSearch::new(evaluator, options);
    search.set_max_depth(depth);
    let started = Instant::now();
    search.choose_move(position);
    let seconds = started.elapsed().as_secs_f64();
    // Its node count is only told in a sentence: "Explored N nodes to depth D".
    let told = search.stats(&mut position.clone());
    let nodes = told
        .split_once("Explored ")
        .and_then(|(_, rest)| rest.split(' ').next())
        .and_then(|count| count.parse().ok())
        .unwrap_or_default();
    Timing { seconds, nodes }
}

fn run_ours<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    position: &G,
    evaluator: E,
    hooks: H,
    depth: u32,
) -> Timing {
    let mut config = SearchConfig {
        table_mib: TABLE_MIB,
        table_mode: TableMode::Engine,
        ..SearchConfig::default()
    };
    if let Ok(width) = std::env::var("ASP") {
        config.aspiration = width.parse().ok();
    }
    if let Ok(width) = std::env::var("ETC") {
        config.transposition_cutoff = width.parse().ok();
    }
    config.light_frontier = std::env::var("FULL").is_err();
    if std::env::var("EXACT").is_ok() {
        config.table_mode = TableMode::Exact;
    }
    if std::env::var("NOHIST").is_ok() {
        config.ordering.history = false;
    }
    if std::env::var("NOKILL").is_ok() {
        config.ordering.killers = false;
    }
    let mut engine = Engine::new(config, evaluator, hooks).expect("the configuration is valid");
    let report = engine.search(&Request::new(position.clone(), Limits::depth(depth)), &mut |_| ());
    Timing { seconds: report.time.as_secs_f64(), nodes: report.nodes }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn compare<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    name: &str,
    start: &G,
    evaluator: E,
    hooks: H,
    depth: u32,
) {
    println!("{name}, depth {depth}, table {TABLE_MIB} MiB, one thread");
    println!("{:>8}  {:>22}  {:>22}  {:>6}  {:>6}", "position", "peer", "ours", "time", "nps");
    let (mut time_ratios, mut speed_ratios) = (Vec::new(), Vec::new());
    for seed in 0..5 {
        let position = random_opening(start, seed, 4);
        let peer = if std::env::var("NOPEER").is_ok() {
            Timing { seconds: 1.0, nodes: 1 }
        } else {
            run_peer(&position, evaluator.clone(), depth as u8)
        };
        let ours = if std::env::var("NOOURS").is_ok() {
            Timing { seconds: 1.0, nodes: 1 }
        } else {
            run_ours(&position, evaluator.clone(), hooks.clone(), depth)
        };
        let (time, speed) = (peer.seconds / ours.seconds, ours.nps() / peer.nps());
        eprintln!("NODES {} {}", peer.nodes, ours.nodes);
        println!(
            "{seed:>8}  {:>8.2} s {:>7.2} Mn/s  {:>8.2} s {:>7.2} Mn/s  {time:>5.2}x {speed:>5.2}x  nodes {:>5.2}",
            peer.seconds,
            peer.nps() / 1e6,
            ours.seconds,
            ours.nps() / 1e6,
            peer.nodes as f64 / ours.nodes as f64,
        );
        time_ratios.push(time);
        speed_ratios.push(speed);
    }
    println!(
        "  median: {:.2}x faster to depth, {:.2}x its nodes per second",
        median(time_ratios),
        median(speed_ratios)
    );
}

/// The position after some random moves.
fn random_opening<G: Game>(start: &G, seed: u64, plies: usize) -> G {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    for _ in 0..plies {
        let mut moves = Vec::new();
        if position.expand(&mut moves).is_some() {
            break;
        }
        if let Some(mv) = rng.choose(&moves) {
            let _ = position.play(mv);
        }
    }
    position
}

fn main() {
    let depth =
        |name: &str, usual| std::env::var(name).ok().and_then(|d| d.parse().ok()).unwrap_or(usual);
    compare("Connect Four", &ConnectFour7x6::new(), OpenThrees, CentreFirst, depth("C4", 15));
    compare("Connect Four nohook", &ConnectFour7x6::new(), OpenThrees, NoHooks, depth("C4", 15));
    compare("Othello", &Reversi::new(), MobilityCorners, NoHooks, depth("OT", 10));
}
