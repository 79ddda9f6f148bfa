//! Opening rules by which the players choose sides, such as swap2: [`OpeningRule`].

use search::{Analyst, Game, Request, Side};

/// An answer that a player may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningAnswer {
    /// The word that a player types.
    pub word: &'static str,
    /// Its meaning.
    pub about: &'static str,
    /// Whether it swaps the sides of the players.
    pub swaps: bool,
}

/// What a player decides in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move for the side to move.
    Move,
    /// One of these answers; the list is not empty.
    Answer(&'static [OpeningAnswer]),
}

/// A step of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningStep {
    /// The player who decides, given by the side that it had before any swap.
    pub by: Side,
    /// What it decides.
    pub what: Decision,
}

/// An opening rule, for example: the first player makes some moves for both sides, then the second player
/// chooses a side. It states the steps and makes the decisions of the AI. The caller asks people and plays
/// the moves.
pub trait OpeningRule<G: Game> {
    /// The next step after `plies` plies and these answers (indices of the offered answers, oldest first);
    /// `None` when the opening is complete.
    fn next(&self, plies: usize, answers: &[usize]) -> Option<OpeningStep>;

    /// The AI's move in a step that needs one; by default the best move of a search. The request has the
    /// position, the moves so far and the limits.
    fn place(&mut self, analyst: &mut dyn Analyst<G>, request: &Request<G>) -> Option<G::Move> {
        analyst.search(request, &mut |_| {}).best
    }

    /// The AI's answer: the index of one of the offered answers.
    fn answer(
        &mut self,
        analyst: &mut dyn Analyst<G>,
        request: &Request<G>,
        offered: &[OpeningAnswer],
    ) -> usize;
}
