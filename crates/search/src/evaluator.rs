//! The evaluation contract: [`Evaluator`].

use crate::{Game, Outcome, Score};

/// One line of an explained evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What the term measures, in the domain's words.
    pub name: String,
    /// Its share of the score in points, from the first player's view.
    pub points: f64,
}

/// Scores positions. An evaluator knows the rules and its own weights, and nothing of search.
///
/// Every search thread has a clone of its own, so an evaluator may keep incremental state: it is
/// [`reset`](Evaluator::reset) at the root and then notified of every play and undo, null moves
/// included. An evaluator that keeps no state implements
/// [`evaluate`](Evaluator::evaluate) only.
pub trait Evaluator<G: Game>: Clone + Send + Sync {
    /// How many score units make a point. 1 for integer evaluations; large for those with
    /// fractions, which are then exact to 1/UNITS.
    const UNITS_PER_POINT: i64 = 1;

    /// Whether the value depends on how the position was reached (on the parent's value, say), so
    /// that it must not be kept in a table. The configuration is refused if a table is on.
    const PATH_DEPENDENT: bool = false;

    /// The static value of an unfinished game for the side to move.
    fn evaluate(&mut self, game: &G) -> Score;

    /// The value, for the side to move, of a game that ended `ply` plies after the root. By default
    /// a win sooner is better and a loss later is better; an evaluator that counts the margin (or a
    /// lab that gives every win the same number) overrides it.
    #[inline]
    fn outcome_score(&mut self, game: &G, outcome: Outcome, ply: usize) -> Score {
        match outcome {
            Outcome::Draw => Score::ZERO,
            Outcome::Win(side) if side == game.side() => Score::win_in(ply),
            Outcome::Win(_) => Score::loss_in(ply),
        }
    }

    /// The value, for the side to move, of a position at the horizon: of its outcome if the game is
    /// over, else static. An evaluator that counts mobility sees the end of some games for free and
    /// overrides it; the value must be the same.
    #[inline]
    fn horizon_score(&mut self, game: &G, ply: usize) -> Score {
        match game.outcome() {
            Some(outcome) => self.outcome_score(game, outcome, ply),
            None => self.evaluate(game),
        }
    }

    /// `decided-leaves`: the value, for the side to move, of an unfinished game `ply` plies after the root
    /// whose end is certain without a search; `None` if it is not, or if the game is over.
    #[inline]
    fn decided_score(&mut self, game: &G, ply: usize) -> Option<Score> {
        let _ = (game, ply);
        None
    }

    /// The search is about to start from this position.
    fn reset(&mut self, game: &G) {
        let _ = game;
    }

    /// `mv` is about to be played in `game`.
    #[inline]
    fn before_play(&mut self, game: &G, mv: G::Move) {
        let _ = (game, mv);
    }

    /// `mv` has just been played; `game` is the position after it.
    #[inline]
    fn after_play(&mut self, game: &G, mv: G::Move) {
        let _ = (game, mv);
    }

    /// `mv` has just been taken back; `game` is again the position before it.
    #[inline]
    fn after_undo(&mut self, game: &G, mv: G::Move) {
        let _ = (game, mv);
    }

    /// Into how many independent parts one evaluation can be split; see
    /// [`part`](Evaluator::part). 1: it cannot.
    fn parts(&self) -> usize {
        1
    }

    /// Part `index` of the evaluation; [`evaluate`](Evaluator::evaluate) equals the sum of all
    /// parts. Called on several threads at once in the parallel mode `evaluation`.
    fn part(&self, game: &G, index: usize) -> Score {
        let _ = (game, index);
        Score::ZERO
    }

    /// The evaluation term by term, from the first player's view, for people to read. The evaluator
    /// has been reset to `game`. Empty: there is nothing to explain beyond the score.
    fn terms(&mut self, game: &G) -> Vec<Term> {
        let _ = game;
        Vec::new()
    }
}
