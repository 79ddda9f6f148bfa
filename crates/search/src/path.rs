//! Rules about the course of a game: [`PathRule`].
//!
//! Most rules read a position alone, and belong to [`Game`]. Repetition, or a count that the position
//! does not carry, needs the moves that led to it. Such a rule has one home, a type that implements
//! [`PathRule`]: the code that plays games asks it, and so does the search, through
//! [`Hooks::PATH_RULE`](crate::Hooks::PATH_RULE).

use crate::{Game, Outcome};

/// One step of the path to a position: the moves of the game first, then those of the search.
#[derive(Clone, Copy, Debug)]
pub struct Step<M> {
    /// The key of the position in which the move was played.
    pub key: u64,
    /// The move.
    pub mv: M,
}

/// How a rule about its course ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathVerdict {
    /// Who won.
    pub outcome: Outcome,
    /// The name of the rule.
    pub rule: &'static str,
}

/// A rule that ends games by their course.
pub trait PathRule<G: Game> {
    /// The verdict on a game that came to this position, in which it is not over by itself, by
    /// `path`, oldest step first.
    fn verdict(&self, game: &G, path: &[Step<G::Move>]) -> Option<PathVerdict>;

    /// The verdict at a node of a search; asked at every node but the root, before the position's own
    /// outcome. The first `played` steps are moves of the game, the others those of the search. May
    /// come earlier than in a game: a search need not go round a cycle of its own moves twice.
    #[inline]
    fn verdict_in_search(
        &self,
        game: &G,
        path: &[Step<G::Move>],
        played: usize,
    ) -> Option<Outcome> {
        let _ = played;
        self.verdict(game, path).map(|verdict| verdict.outcome)
    }
}
