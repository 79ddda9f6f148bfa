//! Openings that the players settle between them before the game proper: [`OpeningRule`].

use search::{Analyst, Game, Request, Side};

/// An answer that a player may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningAnswer {
    /// What is typed.
    pub word: &'static str,
    /// What it means.
    pub about: &'static str,
    /// Whether the players change sides.
    pub swaps: bool,
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move for the side to move, whoever will play that side later.
    Move,
    /// One of these answers, of which there is at least one.
    Answer(&'static [OpeningAnswer]),
}

/// A step of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningStep {
    /// Who decides: whoever plays this side as long as nobody has changed sides.
    pub by: Side,
    /// What.
    pub what: Decision,
}

/// A rule by which the players settle an opening, such as one that lets the second player choose a
/// side after the first has made some moves for both. It says who decides what, and advises the AI;
/// asking people and playing the moves is done for it.
pub trait OpeningRule<G: Game> {
    /// The next step after so many plies and these answers (numbers of the answers offered, in the
    /// order they were given); `None` when nothing is left to settle.
    fn next(&self, plies: usize, answers: &[usize]) -> Option<OpeningStep>;

    /// The move of the AI in a step that asks for one. The request has the position, the moves so
    /// far and the limits; by default the move that a search finds best.
    fn place(&mut self, analyst: &mut dyn Analyst<G>, request: &Request<G>) -> Option<G::Move> {
        analyst.search(request, &mut |_| {}).best
    }

    /// The answer of the AI: the number of one of those offered.
    fn answer(
        &mut self,
        analyst: &mut dyn Analyst<G>,
        request: &Request<G>,
        offered: &[OpeningAnswer],
    ) -> usize;
}
