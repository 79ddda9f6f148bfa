//! Tunes the weights of the evaluator `patterns` on games of the engine with itself. `scripts/tune/gomoku`
//! runs it.
//!
//!     tune play CONFIG GAMES NODES SEED FILE    plays until FILE holds that many games
//!     tune fit CONFIG FILE                      prints an [evaluator] that explains their results
//!
//! Games begin with random moves, each game with its own seed, so that a run that was cut short goes on
//! where it stopped and ends with the same file. The fit is a logistic regression of the result on what
//! is counted in quiet positions (Österlund's method of tuning, after his engine Texel, 2014), held back
//! by the weights that were there before; every tenth game is kept out of it, to see what it is worth.

use gomoku::{
    Config, EvaluatorConfig, FiveInARow, Gomoku, PatternWeights, Patterns, Point, Threat,
};
use harness::Domain;
use search::rng::{Rng, mix};
use search::{Game, Limits, Notation, Outcome, Request, Side};
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::Write;

/// Random moves before the engine takes over.
const RANDOM_MOVES: usize = 6;
/// Counts of a position: thirteen for each side.
const COUNTS: usize = 26;
/// How much a weight is held back, per position and squared point of change.
const HOLD: f64 = 2e-7;
const STEPS: usize = 600;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", config, games, nodes, seed, file] => {
            play(&read(config)?, games.parse()?, nodes.parse()?, seed.parse()?, file)
        }
        ["fit", config, file] => fit(&read(config)?, file),
        _ => Err("usage: tune play CONFIG GAMES NODES SEED FILE | tune fit CONFIG FILE".into()),
    }
}

fn read(path: &str) -> Result<Config> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(toml::from_str(&text).map_err(|error| format!("{path}: {error}"))?)
}

/// The whole lines of a file; a game cut short is not one.
fn whole_lines(path: &str) -> Result<String> {
    let mut text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| format!("{path}: {error}"))?,
    };
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    Ok(text)
}

fn play(config: &Config, games: usize, nodes: u64, seed: u64, path: &str) -> Result<()> {
    let done = whole_lines(path)?;
    File::create(path)?.write_all(done.as_bytes())?;
    let mut file = OpenOptions::new().append(true).open(path)?;
    let mut config = config.clone();
    // A game of so few nodes a move needs no more, and begins with an empty table.
    config.search.table_mib = 2;
    for number in done.lines().count()..games {
        let mut rng = Rng::new(mix(seed) ^ mix(number as u64));
        let (moves, result) = play_one(&config, nodes, &mut rng)?;
        writeln!(file, "{result} {moves}")?;
    }
    println!("{path}: {games} games");
    Ok(())
}

/// The moves of a game, and black's points for it.
fn play_one(config: &Config, nodes: u64, rng: &mut Rng) -> Result<(String, f64)> {
    let mut engine = FiveInARow::engine(config)?;
    let mut game = FiveInARow::start(config);
    let mut moves = String::new();
    for ply in 0.. {
        let mv = match game.outcome() {
            Some(Outcome::Win(Side::First)) => return Ok((moves, 1.0)),
            Some(Outcome::Win(Side::Second)) => return Ok((moves, 0.0)),
            Some(Outcome::Draw) => return Ok((moves, 0.5)),
            None if ply < RANDOM_MOVES => rng.choose(&central(&game)),
            None => {
                engine.search(&Request::new(game.clone(), Limits::nodes(nodes)), &mut |_| ()).best
            }
        };
        let Some(mv) = mv else { break };
        moves.push_str(&game.move_text(mv));
        game.play(mv);
    }
    Err("a game without a move and without an end".into())
}

/// The empty points within three steps of the centre.
fn central(game: &Gomoku) -> Vec<Point> {
    let (centre, mut moves) = (game.size().centre(), Vec::new());
    game.legal_moves(&mut moves);
    let near = |at: u8, centre: u8| at.abs_diff(centre) <= 3;
    moves.retain(|mv| near(mv.row(), centre.row()) && near(mv.column(), centre.column()));
    moves
}

/// A quiet position: how often each weight counts for the side to move, less for the other, and the
/// points that side got for the game.
struct Sample {
    counts: [f64; COUNTS],
    result: f64,
    /// Kept out of the fit.
    is_test: bool,
}

fn samples(config: &Config, path: &str) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for (number, line) in whole_lines(path)?.lines().enumerate() {
        let problem = || format!("{path}, line {}: a result and moves expected", number + 1);
        let (result, moves) = line.split_once(' ').ok_or_else(problem)?;
        let result: f64 = result.parse().map_err(|_| problem())?;
        let end = FiveInARow::parse_position(config, moves)?;
        let mut game = FiveInARow::start(config);
        let mut rest = moves;
        for ply in 0..end.stones(Side::First) + end.stones(Side::Second) {
            let next = rest.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic());
            let (mv, after) = rest.split_at(next.map_or(rest.len(), |(at, _)| at));
            rest = after;
            if ply > RANDOM_MOVES && is_quiet(&game) {
                let of = |side| Patterns::counts(&game, side);
                let (own, enemy) = (of(game.side()), of(!game.side()));
                let mut counts = [0.0; COUNTS];
                for index in 0..COUNTS / 2 {
                    counts[2 * index] = own[index] as f64;
                    counts[2 * index + 1] = -(enemy[index] as f64);
                }
                let result = if game.side() == Side::First { result } else { 1.0 - result };
                samples.push(Sample { counts, result, is_test: number % 10 == 9 });
            }
            game.play(game.parse_move(mv)?);
        }
    }
    Ok(samples)
}

/// Nothing is about to happen: neither side could make five or an open four.
fn is_quiet(game: &Gomoku) -> bool {
    let pressing = [Threat::OpenFour, Threat::Five];
    [Side::First, Side::Second]
        .iter()
        .all(|&side| pressing.iter().all(|&threat| game.points_with(threat, side) == 0))
}

/// The weights as one row, the turn last.
fn row(weights: &PatternWeights) -> [f64; COUNTS + 1] {
    let mut row = [0.0; COUNTS + 1];
    for (index, (_, pair)) in weights.pairs().into_iter().enumerate() {
        row[2 * index] = pair[0] as f64;
        row[2 * index + 1] = pair[1] as f64;
    }
    row[COUNTS] = weights.turn as f64;
    row
}

fn points(sample: &Sample, row: &[f64; COUNTS + 1]) -> f64 {
    sample.counts.iter().zip(row).map(|(count, weight)| count * weight).sum::<f64>() + row[COUNTS]
}

fn expected(points: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * points).exp())
}

/// The mean squared error over the games of the fit, or over those kept out of it.
fn error(samples: &[Sample], row: &[f64; COUNTS + 1], scale: f64, of_test: bool) -> f64 {
    let chosen = samples.iter().filter(|sample| sample.is_test == of_test);
    let (sum, count) = chosen.fold((0.0, 0), |(sum, count), sample| {
        let error = expected(points(sample, row), scale) - sample.result;
        (sum + error * error, count + 1)
    });
    sum / f64::from(count.max(1))
}

fn fit(config: &Config, path: &str) -> Result<()> {
    let EvaluatorConfig::Patterns(weights) = &config.evaluator else {
        return Err("the configuration's evaluator must be patterns".into());
    };
    let samples = samples(config, path)?;
    let before = row(weights);
    // How many points are worth a win is found first, and then held.
    let scales = (1..=60).map(|step| f64::from(step) * 5e-4);
    let by_error = |&a: &f64, &b: &f64| {
        error(&samples, &before, a, false).total_cmp(&error(&samples, &before, b, false))
    };
    let scale = scales.min_by(by_error).unwrap_or(0.005);
    let after = descend(&samples, before, scale);
    println!("# {} positions, a point is {scale:.4}", samples.len());
    for (name, row) in [("before", &before), ("after", &after)] {
        let [of_fit, of_test] = [false, true].map(|test| error(&samples, row, scale, test));
        println!("# {name:<6} error {of_fit:.5} in the fit, {of_test:.5} in the games kept out");
    }
    println!("[evaluator]\nname = \"patterns\"");
    for (index, (name, _)) in weights.pairs().into_iter().enumerate() {
        println!("{name} = [{:.0}, {:.0}]", after[2 * index], after[2 * index + 1]);
    }
    println!("turn = {:.0}", after[COUNTS]);
    Ok(())
}

/// Steepest descent with a step of its own for each weight (Kingma and Ba 2015).
fn descend(samples: &[Sample], before: [f64; COUNTS + 1], scale: f64) -> [f64; COUNTS + 1] {
    let mut row = before;
    let (mut mean, mut square) = ([0.0; COUNTS + 1], [0.0; COUNTS + 1]);
    let fitted = samples.iter().filter(|sample| !sample.is_test).count().max(1) as f64;
    for step in 1..=STEPS {
        let mut slope = [0.0; COUNTS + 1];
        for sample in samples.iter().filter(|sample| !sample.is_test) {
            let win = expected(points(sample, &row), scale);
            let common = (win - sample.result) * win * (1.0 - win) * scale / fitted;
            for (slope, count) in slope.iter_mut().zip(sample.counts.iter().chain(&[1.0])) {
                *slope += common * count;
            }
        }
        for index in 0..=COUNTS {
            let slope = slope[index] + HOLD * (row[index] - before[index]);
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.999 * square[index] + 0.001 * slope * slope;
            let step = i32::try_from(step).unwrap_or(i32::MAX);
            let (mean, square) = (
                mean[index] / (1.0 - 0.9f64.powi(step)),
                square[index] / (1.0 - 0.999f64.powi(step)),
            );
            row[index] -= 0.1 * mean / (square.sqrt() + 1e-12);
        }
    }
    row
}
