//! Output of a running search: scores and `info` lines.

use super::dialect::Dialect;
use crate::Playable;
use search::{Game, Iteration, Score};
use std::fmt::Write;

/// A score as protocols write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Hundredths of a point.
    Cents(i64),
    /// The side to move wins in this many plies.
    Win(usize),
    /// The side to move loses in this many plies.
    Loss(usize),
}

impl Value {
    /// The value of a score.
    pub fn of(score: Score, units_per_point: i64) -> Value {
        match score.distance() {
            Some(plies) if score > Score::ZERO => Value::Win(plies),
            Some(plies) => Value::Loss(plies),
            None => Value::Cents((score.points(units_per_point) * 100.0).round() as i64),
        }
    }
}

/// `cp 120`, or `mate 3` with the winner's sign: in moves of the winner, or in plies.
pub fn standard_score(value: Value, in_moves: bool) -> String {
    let distance = |plies: usize| if in_moves { plies.div_ceil(2) } else { plies };
    match value {
        Value::Cents(cents) => format!("cp {cents}"),
        Value::Win(plies) => format!("mate {}", distance(plies)),
        Value::Loss(0) => "mate 0".into(),
        Value::Loss(plies) => format!("mate -{}", distance(plies)),
    }
}

/// `info depth 7 multipv 1 score cp 120 nodes ... nps ... hashfull ... time ... pv ...`, one for
/// each variation.
pub fn standard_info<D: Playable, V: Dialect<D> + ?Sized>(
    dialect: &V,
    position: &D::Game,
    iteration: &Iteration<<D::Game as Game>::Move>,
    units_per_point: i64,
) -> Vec<String> {
    let line = |(index, line): (usize, &search::Line<_>)| {
        let value = Value::of(line.score, units_per_point);
        let mut text = format!(
            "info depth {} multipv {} score {} nodes {} nps {:.0} hashfull {} time {}",
            iteration.depth,
            index + 1,
            standard_score(value, dialect.mates_in_moves()),
            iteration.nodes,
            iteration.nps(),
            iteration.table_permille,
            iteration.time.as_millis(),
        );
        let moves = written(dialect, position, &line.pv);
        if !moves.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(text, " pv {}", moves.join(" "));
        }
        text
    };
    iteration.lines.iter().enumerate().map(line).collect()
}

/// A variation as the dialect writes it, up to the first illegal move.
pub(super) fn written<D: Playable, V: Dialect<D> + ?Sized>(
    dialect: &V,
    position: &D::Game,
    moves: &[<D::Game as Game>::Move],
) -> Vec<String> {
    let mut position = position.clone();
    let text = |&mv: &<D::Game as Game>::Move| {
        position.is_legal(mv).then(|| {
            let text = dialect.write_move(&position, mv);
            position.play(mv);
            text
        })
    };
    moves.iter().map_while(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_distance_is_in_moves_of_the_winner_or_in_plies() {
        for (score, moves, plies) in [
            (Score::win_in(1), "mate 1", "mate 1"),
            (Score::win_in(5), "mate 3", "mate 5"),
            (Score::loss_in(0), "mate 0", "mate 0"),
            (Score::loss_in(4), "mate -2", "mate -4"),
            (Score::new(-35), "cp -350", "cp -350"),
        ] {
            let value = Value::of(score, 10);
            assert_eq!(standard_score(value, true), moves);
            assert_eq!(standard_score(value, false), plies);
        }
    }
}
