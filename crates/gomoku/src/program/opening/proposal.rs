//! A search for three balanced opening stones: [`Proposal`].

use crate::{Gomoku, Point, Rule, Size};
use search::{Game, Limits, Report};

/// The points for the first black stone, in eighths of the board from the centre: the centre, near an
/// edge, near a corner.
const ANCHORS: [(i8, i8); 3] = [(0, 0), (2, 0), (2, 2)];
/// The offset of the white stone from the first: orthogonally or diagonally adjacent.
const WHITE: [(i8, i8); 2] = [(1, 0), (1, 1)];
/// The offset of the second black stone from the first. The nearer it is, the more it helps black.
const BLACK: [(i8, i8); 4] = [(0, 2), (2, -1), (3, 3), (-1, 4)];

/// A set of candidates that are searched one after the other, with the results so far.
#[derive(Clone, Debug)]
pub struct Proposal {
    size: Size,
    rule: Rule,
    candidates: Vec<[Point; 3]>,
    /// The absolute score of each searched candidate; `None` if its search finished no iteration.
    imbalances: Vec<Option<u64>>,
}

impl Proposal {
    /// The candidates for an empty board.
    pub fn new(size: Size, rule: Rule) -> Proposal {
        let mut candidates = Vec::new();
        for anchor in ANCHORS {
            for white in WHITE {
                for black in BLACK {
                    candidates.extend(three(size, anchor, white, black));
                }
            }
        }
        // The smallest boards may have no room for any of them, but always for this one.
        if candidates.is_empty() {
            candidates.push([Point::new(0, 0), Point::new(0, 1), Point::new(2, 2)]);
        }
        Proposal { size, rule, candidates, imbalances: Vec::new() }
    }

    /// The next position to search, with white to move; `None` if all have been searched.
    pub fn next(&self) -> Option<Gomoku> {
        let stones = self.candidates.get(self.imbalances.len())?;
        let mut game = Gomoku::new(self.size, self.rule);
        stones.iter().for_each(|&stone| game.play(stone));
        Some(game)
    }

    /// The share of one search in the limits for all remaining searches.
    pub fn share(&self, limits: &Limits) -> Limits {
        let left = self.candidates.len().saturating_sub(self.imbalances.len()).max(1) as u32;
        Limits {
            time: limits.time.map(|time| time / left),
            soft_time: limits.soft_time.map(|time| time / left),
            nodes: limits.nodes.map(|nodes| (nodes / u64::from(left)).max(1)),
            ..limits.clone()
        }
    }

    /// Records the result of the search of the [`next`](Proposal::next) position.
    pub fn weigh(&mut self, report: &Report<Gomoku>) {
        let imbalance = report.score.units().unsigned_abs();
        self.imbalances.push((report.depth > 0).then_some(imbalance));
    }

    /// The most balanced three stones: black, white, black.
    pub fn best(&self) -> [Point; 3] {
        let known = self.imbalances.iter().zip(&self.candidates);
        let even = known.min_by_key(|(imbalance, _)| imbalance.unwrap_or(u64::MAX));
        even.map_or(self.candidates[0], |(_, &stones)| stones)
    }
}

fn three(size: Size, anchor: (i8, i8), white: (i8, i8), black: (i8, i8)) -> Option<[Point; 3]> {
    let centre = size.centre();
    let eighths = |length: u8, eighths: i8| length as i8 * eighths / 8;
    let from = (
        centre.row() as i8 + eighths(size.rows, anchor.0),
        centre.column() as i8 + eighths(size.columns, anchor.1),
    );
    let point = |(down, right): (i8, i8)| {
        let place = |at: i8, length: u8| u8::try_from(at).ok().filter(|&at| at < length);
        let row = place(from.0 + down, size.rows)?;
        Some(Point::new(row, place(from.1 + right, size.columns)?))
    };
    Some([point((0, 0))?, point(white)?, point(black)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Score, Side, StopReason};
    use std::time::Duration;

    fn report(units: i64, depth: u32) -> Report<Gomoku> {
        Report {
            best: None,
            score: Score::new(units),
            depth,
            lines: Vec::new(),
            nodes: 0,
            counted: 0,
            time: Duration::ZERO,
            table_permille: 0,
            reason: StopReason::Time,
            solver: None,
        }
    }

    #[test]
    fn candidates_are_three_stones_on_every_board_under_every_rule() {
        for rows in 5..=20 {
            for columns in 5..=20 {
                for rule in Rule::ALL {
                    let mut proposal = Proposal::new(Size { rows, columns }, rule);
                    assert!(!proposal.candidates.is_empty());
                    while let Some(game) = proposal.next() {
                        assert_eq!((game.stones(Side::First), game.stones(Side::Second)), (2, 1));
                        assert_eq!((game.side(), game.outcome()), (Side::Second, None));
                        proposal.weigh(&report(0, 1));
                    }
                }
            }
        }
    }

    #[test]
    fn the_most_balanced_is_proposed_and_what_nobody_searched_is_not() {
        let mut proposal = Proposal::new(Size::square(15), Rule::Freestyle);
        let wanted = proposal.candidates[3];
        for (units, depth) in [(-40, 3), (0, 0), (90, 3), (-20, 3), (21, 3)] {
            proposal.weigh(&report(units, depth));
        }
        assert_eq!(proposal.best(), wanted);
    }

    #[test]
    fn all_searches_together_keep_the_limits() {
        let mut proposal = Proposal::new(Size::square(15), Rule::Freestyle);
        let mut left = Duration::from_secs(3);
        while proposal.next().is_some() {
            let share = proposal.share(&Limits::time(left));
            left -= share.time.unwrap();
            proposal.weigh(&report(0, 1));
        }
        assert_eq!(left, Duration::ZERO);
    }
}
