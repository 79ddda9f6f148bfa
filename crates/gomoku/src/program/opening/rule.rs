//! The rules `swap` and `swap2` of a terminal game: [`Opening`], [`Settlement`].

use super::{Proposal, Swap2Choice, swap2_choice};
use crate::{Gomoku, Point};
use protocols::{Decision, OpeningAnswer, OpeningRule, OpeningStep};
use search::{Analyst, Game, Request, Side};
use serde::{Deserialize, Serialize};

/// The rule for the moves before the first free move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// No rule.
    #[default]
    Free,
    /// The first player places three stones, the second chooses a colour.
    Swap,
    /// Like `Swap`, but the second may place two more stones and let the first choose.
    Swap2,
}

const TAKE_WHITE: &str = "takes white and moves next";
const TAKE_BLACK: &str = "takes black";

/// The answers of the second player. Until a swap, the first player has black.
static AFTER_THREE: [OpeningAnswer; 3] = [
    OpeningAnswer { word: "white", about: TAKE_WHITE, swaps: false },
    OpeningAnswer { word: "black", about: TAKE_BLACK, swaps: true },
    OpeningAnswer { word: "more", about: "puts two more stones, white and black", swaps: false },
];
/// The answers of the first player to two more stones.
static AFTER_FIVE: [OpeningAnswer; 2] = [
    OpeningAnswer { word: "white", about: TAKE_WHITE, swaps: true },
    OpeningAnswer { word: "black", about: TAKE_BLACK, swaps: false },
];
/// The index of the answer `more` after three stones.
const MORE: usize = 2;

/// An opening rule, applied to a game.
#[derive(Clone, Debug)]
pub struct Settlement {
    opening: Opening,
    /// The three stones that the engine places.
    plan: Vec<Point>,
}

impl Settlement {
    /// The rule of this name.
    pub fn new(opening: Opening) -> Settlement {
        Settlement { opening, plan: Vec::new() }
    }

    /// The most balanced three stones, as far as the searches within the limits can tell.
    fn plan(analyst: &mut dyn Analyst<Gomoku>, request: &Request<Gomoku>) -> Vec<Point> {
        let board = &request.position;
        let mut proposal = Proposal::new(board.size(), board.rule());
        let mut left = request.limits.clone();
        while let Some(position) = proposal.next() {
            let limits = proposal.share(&left);
            let stop = request.stop.clone();
            let candidate = Request { stop, ..Request::new(position, limits) };
            let report = analyst.search(&candidate, &mut |_| {});
            if request.stop.is_stopped() {
                break;
            }
            left.time = left.time.map(|time| time.saturating_sub(report.time));
            left.nodes = left.nodes.map(|nodes| nodes.saturating_sub(report.nodes).max(1));
            proposal.weigh(&report);
        }
        proposal.best().to_vec()
    }
}

impl OpeningRule<Gomoku> for Settlement {
    fn next(&self, plies: usize, answers: &[usize]) -> Option<OpeningStep> {
        let step = |by, what| Some(OpeningStep { by, what });
        match (self.opening, answers) {
            (Opening::Free, _) => None,
            (_, []) if plies < 3 => step(Side::First, Decision::Move),
            (Opening::Swap, []) => step(Side::Second, Decision::Answer(&AFTER_THREE[..MORE])),
            (Opening::Swap2, []) => step(Side::Second, Decision::Answer(&AFTER_THREE)),
            (Opening::Swap2, &[MORE]) if plies < 5 => step(Side::Second, Decision::Move),
            (Opening::Swap2, &[MORE]) => step(Side::First, Decision::Answer(&AFTER_FIVE)),
            _ => None,
        }
    }

    fn place(
        &mut self,
        analyst: &mut dyn Analyst<Gomoku>,
        request: &Request<Gomoku>,
    ) -> Option<Point> {
        let placed = request.history.len();
        if placed == 0 {
            self.plan = Settlement::plan(analyst, request);
        }
        match self.plan.get(placed) {
            Some(&point) if request.position.is_legal(point) => Some(point),
            // Only if someone else placed some of the stones: the engine never chooses `more` itself.
            _ => analyst.search(request, &mut |_| {}).best,
        }
    }

    fn answer(
        &mut self,
        analyst: &mut dyn Analyst<Gomoku>,
        request: &Request<Gomoku>,
        offered: &[OpeningAnswer],
    ) -> usize {
        let wanted = match swap2_choice(&analyst.search(request, &mut |_| {})) {
            Swap2Choice::White => "white",
            Swap2Choice::Black => "black",
        };
        offered.iter().position(|answer| answer.word == wanted).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, FiveInARow};
    use board::DrawStyle;
    use harness::Domain;
    use harness::play::{self, PlayOptions};
    use std::io::Cursor;

    fn played(opening: Opening, first: &str, second: &str, input: &str) -> String {
        let document = FiveInARow::CONFIGS.document(None, &[]).unwrap();
        let mut config: Config = document.read().unwrap();
        config.game.opening = opening;
        config.search.table_mib = 1;
        config.search.seconds = None;
        config.search.depth = Some(2);
        let (Ok(first), Ok(second)) = (first.parse(), second.parse());
        let options = PlayOptions { first, second, quiet: true, ..PlayOptions::default() };
        let mut output = Vec::new();
        let input = Cursor::new(input.to_owned());
        play::run::<FiveInARow>(
            &config.into(),
            None,
            options,
            input,
            &mut output,
            DrawStyle::default(),
        )
        .unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn two_people_settle_a_swap() {
        let text = played(Opening::Swap, "human", "random", "h8\nh9\ni9\nundo\nquit\n");
        for part in ["first player moves black> ", "first player moves white> "] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let text = played(Opening::Swap, "human", "human", "h8\nh9\ni9\nmore\nblack\nh7\n");
        assert!(text.contains("second player: white or black> answer: found \"more\""), "{text}");
        assert!(text.contains("second player: takes black\n"), "{text}");
        assert!(text.contains("white> "), "{text}");
    }

    #[test]
    fn after_a_swap_the_players_have_changed_sides() {
        let text = played(Opening::Swap2, "human", "random", "a1\na2\na3\nquit\n");
        let settled = text.contains("second player: takes ");
        assert!(settled || text.contains("puts two more stones"), "{text}");
        let text = played(Opening::Swap2, "random", "human", "black\nquit\n");
        assert!(text.contains("black: human, white: random"), "{text}");
        let text = played(Opening::Swap2, "random", "human", "white\nquit\n");
        assert!(text.contains("black: random, white: human"), "{text}");
    }

    #[test]
    fn two_more_stones_give_the_choice_back() {
        let lines = "h8\nh9\ni9\nundo\nmore\nj9\nj10\nwhite\nposition\n";
        let text = played(Opening::Swap2, "human", "human", lines);
        assert!(text.contains("the opening is not settled yet: new begins again"), "{text}");
        assert!(text.contains("second player moves white> "), "{text}");
        assert!(text.contains("first player: white or black> "), "{text}");
        assert!(text.contains("first player: takes white and moves next\n"), "{text}");
    }

    #[test]
    fn our_engine_puts_three_stones_and_chooses() {
        let text = played(Opening::Swap2, "ai", "human", "white\nquit\n");
        assert_eq!(text.matches("first player moves black ").count(), 2, "{text}");
        assert_eq!(text.matches("first player moves white ").count(), 1, "{text}");
        let text = played(Opening::Swap2, "human", "ai", "h8\na1\ni9\nquit\n");
        assert!(text.contains("second player: takes "), "{text}");
    }

    #[test]
    fn every_opening_ends() {
        for opening in [Opening::Free, Opening::Swap, Opening::Swap2] {
            let rule = Settlement::new(opening);
            for answers in [&[][..], &[0], &[1], &[MORE], &[MORE, 0], &[MORE, 1]] {
                let is_settled = rule.next(5, answers).is_none();
                let is_open = match opening {
                    Opening::Free => false,
                    Opening::Swap => answers.is_empty(),
                    Opening::Swap2 => answers.is_empty() || answers == [MORE],
                };
                assert_eq!(is_settled, !is_open, "{opening:?} {answers:?}");
            }
        }
    }
}
