//! Hooks of a planted tree that know its values.

use proof_games::planted::Planted;
use search::config::LateMoveReductions;
use search::hooks::Priority;
use search::{Hooks, LateMove, ShallowCheck, StandPat};

/// What a planted tree lets one know: the static value is the value, so that pruning by it is sound
/// with no margin at all, and the best move is known without search.
#[derive(Clone)]
pub(crate) struct Insight {
    /// Where the best move comes in the order: 1 first, -1 last.
    pub(crate) best: i32,
    /// Whether every position is calm.
    pub(crate) calm: bool,
    /// Whether every move is quiet.
    pub(crate) quiet: bool,
    /// What late moves are reduced by; `None`: as the formula says.
    pub(crate) reduction: Option<u32>,
    /// What every move but the best loses at once; `None`: not known.
    pub(crate) loss: Option<i64>,
}

/// Knows everything there is to know.
pub(crate) const INSIGHT: Insight =
    Insight { best: 1, calm: true, quiet: true, reduction: None, loss: None };

/// What the formula of [`REDUCTIONS`] says for every move.
const STANDARD: u32 = 2;
/// Reductions of late moves, the same for all.
pub(crate) const REDUCTIONS: LateMoveReductions =
    LateMoveReductions { min_depth: 3, full_moves: 2, base: STANDARD as f64, divisor: 1e9 };

impl Hooks<Planted> for Insight {
    const PRIORITY: Option<Priority<Self, Planted>> =
        Some(|insight, game, mv, _| i32::from(mv == game.best_move()) * insight.best * (1 << 24));

    fn is_quiet(&mut self, _game: &Planted, _mv: u16) -> bool {
        self.quiet
    }

    fn is_calm(&mut self, _game: &Planted) -> bool {
        self.calm
    }

    /// Giving up the turn: here, the move that gives nothing away.
    fn null_move(&mut self, game: &Planted) -> Option<u16> {
        self.calm.then(|| game.best_move())
    }

    /// A shallow value is the deep one, here.
    fn shallow_check(
        &mut self,
        _game: &Planted,
        _depth: u32,
        index: usize,
    ) -> Option<ShallowCheck> {
        let check = ShallowCheck { depth: 1, slope: 1.0, offset: 0.0, deviation: 0.0 };
        (self.calm && index == 0).then_some(check)
    }

    /// Listed in quiescence and for ProbCut: the best move.
    fn tactical_moves(&mut self, game: &Planted, _qply: u32, moves: &mut Vec<u16>) -> StandPat {
        moves.push(game.best_move());
        StandPat::Allowed
    }

    fn exchange(&mut self, game: &Planted, mv: u16) -> Option<i64> {
        let loss = if mv == game.best_move() { 0 } else { self.loss? };
        self.loss.map(|_| -loss)
    }

    fn reduction(&mut self, _game: &Planted, _mv: u16, late: &LateMove) -> u32 {
        assert!(late.depth >= REDUCTIONS.min_depth && late.index >= REDUCTIONS.full_moves);
        self.reduction.unwrap_or(late.standard)
    }
}
