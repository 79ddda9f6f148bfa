//! A game and its moves: [`PlayedGame`].

use crate::ending::{Ending, Termination};
use crate::remarks::Remarks;
use crate::text::{Comment, GameRecord};
use search::notation::move_texts;
use search::{Game, Limits, Notation, Outcome, Request, Side, Step};
use thiserror::Error;

/// A game and its moves, which are all legal.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// The variant of the rules, if the start position does not include it.
    pub rules: Option<String>,
    /// The names of the players, the first side's first; empty if unknown.
    pub players: [String; 2],
    /// Number of moves that belong to the given opening.
    pub opening: usize,
    /// Other properties from a file, such as event and date: names and values, in order.
    pub tags: Vec<(String, String)>,
    /// Comments between the moves.
    pub comments: Vec<Comment>,
    start: G,
    position: G,
    history: Vec<Step<G::Move>>,
    /// The side that played each move, and its remarks.
    turns: Vec<(Side, Remarks)>,
    /// How it ended, if the position does not show it.
    ending: Option<Ending>,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unplayable {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The rules do not allow it.
    #[error("not a legal move")]
    Illegal,
}

impl<G: Game> PlayedGame<G> {
    /// A game that starts from this position.
    pub fn new(start: G) -> Self {
        PlayedGame {
            rules: None,
            players: Default::default(),
            opening: 0,
            tags: Vec::new(),
            comments: Vec::new(),
            position: start.clone(),
            start,
            history: Vec::new(),
            turns: Vec::new(),
            ending: None,
        }
    }

    /// The position before the first move.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves so far, oldest first, each with the key of the position it was played in.
    pub fn history(&self) -> &[Step<G::Move>] {
        &self.history
    }

    /// The moves so far, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> + ExactSizeIterator + '_ {
        self.history.iter().map(|step| step.mv)
    }

    /// The last move.
    pub fn last(&self) -> Option<G::Move> {
        self.history.last().map(|step| step.mv)
    }

    /// Number of moves.
    pub fn plies(&self) -> usize {
        self.history.len()
    }

    /// The sides that played the moves, in order.
    pub fn sides(&self) -> impl DoubleEndedIterator<Item = Side> + ExactSizeIterator + '_ {
        self.turns.iter().map(|turn| turn.0)
    }

    /// The remarks on the moves, in order.
    pub fn remarks(&self) -> impl DoubleEndedIterator<Item = &Remarks> + ExactSizeIterator + '_ {
        self.turns.iter().map(|turn| &turn.1)
    }

    /// How it ended, if it has: as [`end`](PlayedGame::end) says, or by the rules.
    pub fn ending(&self) -> Option<Ending> {
        let by_rules = |outcome| Ending::new(outcome, Termination::Rules);
        self.ending.clone().or_else(|| self.position.outcome().map(by_rules))
    }

    /// Who won, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.ending {
            Some(ending) => Some(ending.outcome),
            None => self.position.outcome(),
        }
    }

    /// Plays a move.
    pub fn play(&mut self, mv: G::Move) -> Result<(), Unplayable> {
        self.play_with(mv, Remarks::default())
    }

    /// Plays a move with remarks.
    pub fn play_with(&mut self, mv: G::Move, remarks: Remarks) -> Result<(), Unplayable> {
        if self.ending.is_some() || self.position.outcome().is_some() {
            return Err(Unplayable::Over);
        }
        if !self.position.is_legal(mv) {
            return Err(Unplayable::Illegal);
        }
        self.push(mv, remarks);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub fn push(&mut self, mv: G::Move, remarks: Remarks) {
        debug_assert!(self.ending.is_none() && self.position.is_legal(mv), "{mv:?}");
        self.history.push(Step { key: self.position.key(), mv });
        self.turns.push((self.position.side(), remarks));
        self.position.play(mv);
    }

    /// Takes back the last move and returns it, together with an ending that was [set](PlayedGame::end); `None`
    /// without moves.
    pub fn take_back(&mut self) -> Option<G::Move> {
        let last = self.history.pop()?;
        self.turns.pop();
        self.ending = None;
        self.opening = self.opening.min(self.history.len());
        self.comments.retain(|comment| comment.after <= self.history.len());
        self.position = self.start.clone();
        for step in &self.history {
            self.position.play(step.mv);
        }
        Some(last.mv)
    }

    /// Ends the game for a reason that the position does not show.
    pub fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
    }

    /// Removes the ending that [`end`](PlayedGame::end) has set, and returns it.
    pub fn reopen(&mut self) -> Option<Ending> {
        self.ending.take()
    }

    /// A search request for the current position.
    pub fn request(&self, limits: Limits) -> Request<G> {
        Request { history: self.history.clone(), ..Request::new(self.position.clone(), limits) }
    }
}

impl<G: Notation> PlayedGame<G> {
    /// The moves in notation.
    pub fn move_texts(&self) -> Vec<String> {
        move_texts(&self.start, self.moves())
    }

    /// The game as text; `game` is the name of the rules, such as `othello`.
    pub fn record(&self, game: &str) -> GameRecord {
        GameRecord::new(self, game)
    }
}

/// Compares moves, remarks, properties and endings.
impl<G: Game + PartialEq> PartialEq for PlayedGame<G> {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
            && self.players == other.players
            && self.opening == other.opening
            && self.tags == other.tags
            && self.comments == other.comments
            && self.start == other.start
            && self.moves().eq(other.moves())
            && self.remarks().eq(other.remarks())
            && self.ending() == other.ending()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Heap = proof_games::heap::Heap<3>;

    #[test]
    fn illegal_moves_and_moves_after_the_end_are_refused() {
        let mut game = PlayedGame::new(Heap::of(4));
        assert_eq!(game.play(4), Err(Unplayable::Illegal));
        assert_eq!(game.play(2), Ok(()));
        game.end(Ending::resignation(Side::Second));
        assert_eq!(game.play(1), Err(Unplayable::Over));
        assert_eq!(game.outcome(), Some(Outcome::Win(Side::First)));
        assert_eq!(game.reopen().map(|ending| ending.reason), Some(Termination::Resigned));
        assert_eq!((game.play(2), game.play(1)), (Ok(()), Err(Unplayable::Over)));
        assert_eq!(game.ending().map(|ending| ending.reason), Some(Termination::Rules));
    }

    #[test]
    fn a_request_includes_the_moves_of_the_game() {
        let mut game = PlayedGame::new(Heap::of(9));
        game.play(2).unwrap();
        let request = game.request(Limits::depth(3));
        assert_eq!((request.position.stones, request.history.len()), (7, 1));
        assert_eq!(request.history[0].key, Heap::of(9).key());
    }

    proptest! {
        #[test]
        fn taking_back_what_was_played_restores_the_game(
            before in prop::collection::vec(1u8..=3, 0..9),
            after in prop::collection::vec(1u8..=3, 0..9),
            seconds in 0.0..9.0f64,
        ) {
            let mut game = PlayedGame::new(Heap::of(20));
            let remarks = Remarks { seconds: Some(seconds), ..Remarks::default() };
            for &take in &before {
                let _ = game.play_with(take, remarks);
            }
            let kept = game.clone();
            let played = after.iter().filter(|&&take| game.play(take).is_ok()).count();
            for _ in 0..played {
                prop_assert!(game.take_back().is_some());
            }
            prop_assert_eq!(&game, &kept);
            prop_assert_eq!(game.position(), kept.position());
            prop_assert!(game.sides().eq(kept.sides()));
        }
    }
}
