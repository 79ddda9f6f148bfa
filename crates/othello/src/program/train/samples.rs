//! Training samples: the positions of a game with labels.

use super::record::Record;
use crate::rules::board::Board;
use search::Game;

/// A position and its label in discs, both for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(super) board: Board,
    pub(super) label: f32,
}

/// The positions of a game that have a label.
///
/// Labels are computed from the end backwards. A label is a mix of the next label and of the player's
/// score, which has the weight `trust` (Sutton 1988, TD(λ) with λ = 1 − `trust`). An exact score is used
/// as it is. A position in which a random move was played has the player's score alone, because the rest
/// of the game says nothing about it; with a `trust` of 0 it and the positions before it have no label.
pub(crate) fn of_game(record: &Record, trust: f32) -> Vec<Sample> {
    let (positions, last) = record.replay();
    let opening = positions.len().saturating_sub(record.values.len());
    let mut samples = Vec::new();
    let mut came = Some((last.side(), last.final_score() as f32));
    let valued = positions[opening..].iter().zip(&record.values);
    for (position, value) in valued.rev() {
        let side = position.side();
        let later = came.map(|(of, label)| if of == side { label } else { -label });
        let label = match later {
            _ if value.exact => Some(value.discs),
            Some(later) if !value.chance => Some(trust * value.discs + (1.0 - trust) * later),
            _ => (trust > 0.0).then_some(value.discs),
        };
        came = label.map(|label| (side, label));
        samples.extend(label.map(|label| Sample { board: position.board(), label }));
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::transcript::tests::random_game;
    use crate::program::train::record::Value;
    use crate::{Move, Size};

    /// A complete game whose last positions have these scores.
    fn game(values: &[Value]) -> Record {
        let line = random_game(Size::Eight, 3);
        let discs = line.moves().filter(|&mv| mv != Move::PASS);
        Record { moves: discs.collect(), values: values.to_vec() }
    }

    fn value(discs: f32) -> Value {
        Value { discs, exact: false, chance: false }
    }

    #[test]
    fn without_trust_every_label_is_the_result_seen_by_the_mover() {
        let record = game(&[value(5.0); 12]);
        let (positions, last) = record.replay();
        let samples = of_game(&record, 0.0);
        assert_eq!(samples.len(), 12);
        for (sample, position) in samples.iter().zip(positions.iter().rev()) {
            let same = position.side() == last.side();
            let result = last.final_score() as f32;
            assert_eq!(sample.label, if same { result } else { -result });
            assert_eq!(sample.board, position.board());
        }
    }

    #[test]
    fn trust_mixes_in_the_score_of_the_player() {
        let record = game(&[value(8.0), Value { discs: 2.0, exact: true, chance: false }]);
        let (positions, _) = record.replay();
        let samples = of_game(&record, 0.25);
        let turned = positions[positions.len() - 1].side() != positions[positions.len() - 2].side();
        assert_eq!(samples[0].label, 2.0);
        assert_eq!(samples[1].label, 0.25 * 8.0 + 0.75 * if turned { -2.0 } else { 2.0 });
    }

    #[test]
    fn positions_before_a_random_move_do_not_use_what_follows_it() {
        let by_chance = Value { discs: 3.0, exact: false, chance: true };
        let record = game(&[value(8.0), by_chance, value(1.0)]);
        assert_eq!(of_game(&record, 0.0).len(), 1);
        let labels: Vec<f32> = of_game(&record, 0.5).iter().map(|sample| sample.label).collect();
        assert_eq!((labels.len(), labels[1]), (3, 3.0));
    }
}
