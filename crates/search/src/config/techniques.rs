//! The parameters of the selective techniques: one type per table of the `[search]` section.

use serde::{Deserialize, Serialize};

/// Parameters of null-move pruning (Goetsch and Campbell 1990).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NullMove {
    /// Least remaining depth at which it is tried.
    pub min_depth: u32,
    /// By how many plies the search after the pass is shallower.
    pub reduction: u32,
    /// One more ply of reduction for every this many plies of remaining depth; 0 for none.
    #[serde(default)]
    pub depth_divisor: u32,
    /// One more ply, up to three, for every this many units by which the static score exceeds beta; 0
    /// for none.
    #[serde(default)]
    pub score_divisor: i64,
    /// From this remaining depth on, a cut-off must be confirmed by a search without null moves, as deep
    /// as the one after the pass: zugzwang. 0 for never.
    #[serde(default)]
    pub verify_depth: u32,
}

/// Parameters of late-move reductions: `base + ln(depth) * ln(index) / divisor` plies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LateMoveReductions {
    /// Least remaining depth at which moves are reduced.
    pub min_depth: u32,
    /// How many moves of a node are searched unreduced first.
    pub full_moves: usize,
    /// The constant part of the formula.
    pub base: f64,
    /// The divisor of the formula.
    pub divisor: f64,
}

/// A margin per remaining ply, for futility pruning in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Margin {
    /// Greatest remaining depth at which it applies.
    pub max_depth: u32,
    /// Units per ply of remaining depth.
    pub margin: i64,
}

/// Late-move pruning: skips quiet moves beyond `base + factor * depth²`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LateMovePruning {
    /// Greatest remaining depth at which it applies.
    pub max_depth: u32,
    /// Moves always searched.
    pub base: usize,
    /// Further moves per square of the remaining depth.
    pub factor: usize,
}

impl LateMovePruning {
    /// How many moves of a node with this remaining depth are searched in any case.
    pub(crate) fn moves(&self, depth: u32) -> usize {
        self.base.saturating_add(self.factor.saturating_mul((depth * depth) as usize))
    }
}

/// Parameters of Multi-ProbCut (Buro 1997): cuts that a shallow search makes probable. The domain says how
/// shallow values predict deep ones, see [`Hooks::shallow_check`](crate::Hooks::shallow_check).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ProbCut {
    /// Least remaining depth at which it is tried.
    pub min_depth: u32,
    /// How many standard deviations the prediction must clear the window by.
    pub confidence: f64,
}

/// Adjustments of late-move reductions, in plies and fractions of them: what is known about the node and
/// the move beyond depth and number (Stockfish 6 to 16, 2015 to 2023). The sum is rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ReductionAdjustments {
    /// More where some move is expected to cut off.
    pub cut_node: f64,
    /// More where the side to move is not better off than before its last move. Needs `improving`.
    pub not_improving: f64,
    /// A ply less for every this many points of history, and a ply more for every as many below 0; 0 for
    /// none. One history counter reaches 16,384, the sum of the three 49,152.
    pub history: i32,
    /// Reduces late captures that lose material too.
    pub losing_captures: bool,
    /// After a reduced search that found a better move by more than this many units, searches one ply
    /// deeper than usual; 0 for never.
    pub deeper: i64,
}

impl Default for ReductionAdjustments {
    fn default() -> Self {
        ReductionAdjustments {
            cut_node: 0.0,
            not_improving: 0.0,
            history: 0,
            losing_captures: false,
            deeper: 0,
        }
    }
}

/// History pruning: skips quiet moves that have failed too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HistoryPruning {
    /// Greatest remaining depth at which it applies.
    pub max_depth: u32,
    /// Points of history below 0, per ply of remaining depth.
    pub margin: i32,
}

/// Exchange pruning: skips moves that lose too much at once, see
/// [`Hooks::exchange`](crate::Hooks::exchange).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExchangePruning {
    /// Greatest remaining depth at which it applies.
    pub max_depth: u32,
    /// Units that a quiet move may lose, per square of the remaining depth.
    pub quiet: i64,
    /// Units that another move may lose, per ply of remaining depth.
    pub other: i64,
}

/// ProbCut (Buro 1995) on captures: a capture that keeps the score well above beta after a shallow
/// search probably keeps it above beta after a deep one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CaptureProbCut {
    /// Least remaining depth at which it is tried.
    pub min_depth: u32,
    /// By how many units the shallow search must exceed beta.
    pub margin: i64,
    /// By how many plies it is shallower.
    pub reduction: u32,
}

/// Singular extensions (Anantharaman, Campbell and Hsu 1988), in the form in which the table move alone
/// is tested (Stockfish 1.6, 2009), with multi-cut (Bjornsson and Marsland 1999).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Singular {
    /// Least remaining depth at which a table move is tested.
    pub min_depth: u32,
    /// All other moves must be worse than the table score by this many units per ply of remaining depth.
    pub margin: i64,
    /// Extends by two plies if they are worse by this many units more, outside the principal variation; 0
    /// for never.
    #[serde(default)]
    pub double_margin: i64,
    /// Searches a table move one ply less deep if it is not singular and its score is at least beta, or
    /// the node is expected to cut off.
    #[serde(default)]
    pub negative: bool,
}
