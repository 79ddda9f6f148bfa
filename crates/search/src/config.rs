//! The `[search]` section of a configuration: [`SearchConfig`].
//!
//! Absent tables are techniques that are off. With all of them off, and the table in `exact` mode,
//! every algorithm returns the minimax value of the configured depth.

mod techniques;

pub use techniques::{
    CaptureProbCut, ExchangePruning, HistoryPruning, LateMovePruning, LateMoveReductions, Margin,
    NullMove, ProbCut, ReductionAdjustments, Singular,
};

use crate::Handicap;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which search runs inside the iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Every line to the full depth; no table, no ordering. The oracle for the others.
    Minimax,
    /// Fail-soft alpha-beta. All its windows are open, so that null move, futility in both
    /// directions and late-move pruning, which act on closed ones, find nothing to do.
    AlphaBeta,
    /// Principal variation search (NegaScout): null windows for all but the first move.
    #[default]
    Pvs,
    /// MTD(f): a sequence of null-window searches that closes in on the value.
    Mtdf,
}

/// How several threads share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parallel {
    /// One thread, deterministic.
    #[default]
    None,
    /// One search; the work inside each evaluation is split.
    Evaluation,
    /// The root moves are split.
    Root,
    /// Every thread searches the whole tree; they share the table, and divide moves by ABDADA.
    SharedTable,
}

/// Which table entries may answer for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableMode {
    /// Only those of equal depth: the table never changes a fixed-depth value.
    #[default]
    Exact,
    /// Deeper ones too: stronger, but values may differ from plain minimax.
    Engine,
}

/// What moves are sorted by, besides the domain's own priorities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Ordering {
    /// The table move comes first.
    pub hash_move: bool,
    /// Two moves per ply that cut off before.
    pub killers: bool,
    /// A counter per side and move, raised by cut-offs and lowered by failures.
    pub history: bool,
    /// The move that last refuted the move just played.
    pub countermoves: bool,
    /// A counter per pair of moves, the earlier one or two plies before: continuation history. History
    /// then also learns in larger steps, and from cut-offs by moves that are not quiet.
    pub continuation: bool,
    /// Root moves by the nodes they took in the last iteration.
    pub effort: bool,
    /// The domain's priorities.
    pub priority: bool,
}

impl Default for Ordering {
    fn default() -> Self {
        Ordering {
            hash_move: true,
            killers: true,
            history: true,
            countermoves: false,
            continuation: false,
            effort: false,
            priority: true,
        }
    }
}

impl Ordering {
    /// The order in which the rules list the moves, unchanged: what the labs do.
    pub const NONE: Ordering = Ordering {
        hash_move: false,
        killers: false,
        history: false,
        countermoves: false,
        continuation: false,
        effort: false,
        priority: false,
    };
}

/// How to search. The default is PVS with iterative deepening, one thread, a 16 MiB table in exact
/// mode and no selective technique.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SearchConfig {
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// Default depth limit in plies, when a command gives no limit of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Default limit on visited nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Default limit on seconds per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Depth 1, 2, 3, ... instead of the full depth at once.
    pub iterative: bool,
    /// Half width of the aspiration window around the last iteration's score, in units; absent for
    /// none. Needs `iterative`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspiration: Option<i64>,
    /// Size of the transposition table in MiB; 0 for none.
    pub table_mib: usize,
    /// Which table entries count.
    pub table_mode: TableMode,
    /// Least remaining depth at which the table is used. Near the horizon a probe can cost more than
    /// the search it saves: with cheap evaluations 3 or 4 is faster than 1.
    pub table_min_depth: u32,
    /// Before searching the moves of a node, looks whether the table already refutes it through one
    /// of them (enhanced transposition cut-off, Plaat 1996), at this remaining depth and above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transposition_cutoff: Option<u32>,
    /// Searches the last ply before the horizon without table and techniques, ordered by nothing but
    /// a killer: pays where an evaluation costs less than a table probe.
    pub light_frontier: bool,
    /// How many threads.
    pub threads: usize,
    /// How they share the work.
    pub parallel: Parallel,
    /// Move ordering.
    pub ordering: Ordering,
    /// Greatest number of plies of quiescence below the horizon; 0 for none.
    pub quiescence: u32,
    /// Uses the table in quiescence too. Needs `table-mode = "engine"`: entries do not say how many
    /// plies of quiescence were left.
    pub quiescence_table: bool,
    /// In quiescence, skips moves that even with what they win at once, and this many units more,
    /// stay below alpha; absent for never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiescence_margin: Option<i64>,
    /// Scores leaves whose result the evaluator knows without a search, such as a five to make, as
    /// decided. Without quiescence only. The value can differ from that of minimax, which asks for the
    /// static score.
    pub decided_leaves: bool,
    /// Mate-distance pruning: never looks for a win slower, or a loss faster, than one already found.
    pub mate_distance: bool,
    /// Asks the domain for extensions.
    pub extensions: bool,
    /// Extends by one ply where only one move is to be considered.
    pub one_reply_extension: bool,
    /// Asks the domain for forced replies.
    pub forced_replies: bool,
    /// Asks the domain's solver, at this remaining depth and above; absent for never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<u32>,
    /// Searches nodes without a table move one ply less deep, at this remaining depth and above: the
    /// next iteration will have a move. Absent for never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub internal_reduction: Option<u32>,
    /// Compares the static score with that of two plies before: pruning and reductions are more careful
    /// where the side to move is getting better.
    pub improving: bool,
    /// Replaces the static score by a table score where that is a better bound of the value.
    pub table_evaluation: bool,
    /// Corrects the static score by its mean error in similar positions, up to this many units; absent
    /// for never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correction: Option<i64>,
    /// Reduces late root moves too.
    pub root_reductions: bool,
    /// Futility and exchange pruning count the depth that is left after the reduction of the move.
    pub reduced_depth_pruning: bool,
    /// Multi-ProbCut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probcut: Option<ProbCut>,
    /// Null-move pruning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null_move: Option<NullMove>,
    /// Late-move reductions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_move_reductions: Option<LateMoveReductions>,
    /// Adjustments of late-move reductions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduction_adjustments: Option<ReductionAdjustments>,
    /// Singular extensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub singular: Option<Singular>,
    /// Razoring: where the score is below alpha by a margin, asks quiescence alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub razoring: Option<Margin>,
    /// ProbCut on captures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_probcut: Option<CaptureProbCut>,
    /// History pruning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_pruning: Option<HistoryPruning>,
    /// Exchange pruning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange_pruning: Option<ExchangePruning>,
    /// Late-move pruning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_move_pruning: Option<LateMovePruning>,
    /// Futility pruning: skips quiet moves that cannot lift the score to alpha.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub futility: Option<Margin>,
    /// Reverse futility: stops where the score exceeds beta by a margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reverse_futility: Option<Margin>,
    /// What a weaker player fails to see; absent for full strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Handicap>,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig {
            algorithm: Algorithm::default(),
            depth: None,
            nodes: None,
            seconds: None,
            iterative: true,
            aspiration: None,
            table_mib: 16,
            table_mode: TableMode::default(),
            table_min_depth: 1,
            transposition_cutoff: None,
            light_frontier: false,
            threads: 1,
            parallel: Parallel::default(),
            ordering: Ordering::default(),
            quiescence: 0,
            quiescence_table: false,
            quiescence_margin: None,
            decided_leaves: false,
            mate_distance: false,
            extensions: false,
            one_reply_extension: false,
            forced_replies: false,
            solver: None,
            internal_reduction: None,
            improving: false,
            table_evaluation: false,
            correction: None,
            root_reductions: false,
            reduced_depth_pruning: false,
            probcut: None,
            null_move: None,
            late_move_reductions: None,
            reduction_adjustments: None,
            singular: None,
            razoring: None,
            capture_probcut: None,
            history_pruning: None,
            exchange_pruning: None,
            late_move_pruning: None,
            futility: None,
            reverse_futility: None,
            handicap: None,
        }
    }
}

/// Greatest table size accepted: 1 TiB, more than any machine has, so that a slip is refused
/// instead of overflowing.
const MAX_TABLE_MIB: usize = 1 << 20;
/// Greatest correction of the static score accepted: far from overflow.
const MAX_CORRECTION: i64 = 1_000_000_000;
/// Greatest number of threads accepted.
const MAX_THREADS: usize = 1024;
/// Greatest depth, in plies: what a table entry can hold.
pub const MAX_DEPTH: u32 = 250;

/// A configuration whose values do not fit together. `key` is relative to the section.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key}: found {found}, allowed: {allowed}")]
pub struct SearchConfigError {
    /// The offending key below `[search]`, dots between tables.
    pub key: &'static str,
    /// Its value.
    pub found: String,
    /// The accepted values.
    pub allowed: &'static str,
}

impl SearchConfig {
    /// The plainest search: full depth at once, rules order, no table. What most labs describe.
    pub fn textbook(algorithm: Algorithm, depth: u32) -> Self {
        SearchConfig {
            algorithm,
            depth: Some(depth),
            iterative: false,
            table_mib: 0,
            ordering: Ordering::NONE,
            ..SearchConfig::default()
        }
    }

    /// Whether any technique is on that may change a fixed-depth value.
    pub fn is_selective(&self) -> bool {
        self.table_mode == TableMode::Engine
            || self.forced_replies
            || self.decided_leaves
            || self.quiescence_margin.is_some()
            || self.has_node_techniques()
    }

    /// Whether any technique is on that acts at single nodes or moves, so that a search without them
    /// can pass all of it by with one test.
    pub(crate) fn has_node_techniques(&self) -> bool {
        self.has_move_techniques()
            || self.uses_static_score()
            || self.internal_reduction.is_some()
            || self.probcut.is_some()
            || self.solver.is_some()
    }

    /// Whether any technique is on that skips, reduces or extends moves.
    pub(crate) fn has_move_techniques(&self) -> bool {
        self.late_move_reductions.is_some()
            || self.late_move_pruning.is_some()
            || self.singular.is_some()
            || self.history_pruning.is_some()
            || self.exchange_pruning.is_some()
            || self.futility.is_some()
            || self.extensions
            || self.one_reply_extension
    }

    /// Whether any technique is on that prunes by the static score of a node.
    pub(crate) fn uses_static_score(&self) -> bool {
        self.null_move.is_some()
            || self.futility.is_some()
            || self.reverse_futility.is_some()
            || self.razoring.is_some()
            || self.capture_probcut.is_some()
    }

    /// Checks that the values are in range and fit together; the evaluator-dependent checks are
    /// made by [`Engine::new`](crate::Engine::new).
    pub fn validate(&self) -> Result<(), SearchConfigError> {
        let refuse = |key, found: String, allowed| Err(SearchConfigError { key, found, allowed });
        if let Some(depth) = self.depth
            && !(1..=MAX_DEPTH).contains(&depth)
        {
            return refuse("depth", depth.to_string(), "1 to 250");
        }
        if self.nodes == Some(0) {
            return refuse("nodes", "0".into(), "at least 1");
        }
        if let Some(seconds) = self.seconds
            && !(seconds.is_finite() && seconds > 0.0 && seconds <= 1e9)
        {
            return refuse("seconds", seconds.to_string(), "more than 0, at most 1e9");
        }
        if let Some(width) = self.aspiration {
            if width < 1 {
                return refuse(
                    "aspiration",
                    width.to_string(),
                    "at least 1 (leave it out for none)",
                );
            }
            if !self.iterative {
                return refuse("aspiration", width.to_string(), "only with iterative = true");
            }
        }
        if self.table_mib > MAX_TABLE_MIB {
            return refuse("table-mib", self.table_mib.to_string(), "0 to 1048576");
        }
        // Asks the system without touching the memory, so that the place in a file is still known.
        if Vec::<u8>::new().try_reserve_exact(self.table_mib << 20).is_err() {
            return refuse("table-mib", self.table_mib.to_string(), "what fits into memory");
        }
        if !(1..=MAX_DEPTH).contains(&self.table_min_depth) {
            return refuse("table-min-depth", self.table_min_depth.to_string(), "1 to 250");
        }
        if !(1..=MAX_THREADS).contains(&self.threads) {
            return refuse("threads", self.threads.to_string(), "1 to 1024");
        }
        if self.threads > 1 && self.parallel == Parallel::None {
            return refuse(
                "threads",
                self.threads.to_string(),
                "1, or parallel = \"evaluation\", \"root\" or \"shared-table\"",
            );
        }
        if self.parallel == Parallel::SharedTable && self.table_mib == 0 {
            return refuse(
                "parallel",
                "\"shared-table\" with table-mib = 0".into(),
                "a table of at least 1 MiB",
            );
        }
        if self.algorithm == Algorithm::Minimax
            && matches!(self.parallel, Parallel::Root | Parallel::SharedTable)
        {
            return refuse(
                "parallel",
                "root or shared-table with algorithm = \"minimax\"".into(),
                "\"none\" or \"evaluation\" (minimax is the plain oracle)",
            );
        }
        if let Some(lmr) = self.late_move_reductions
            && !(lmr.base.is_finite() && lmr.divisor.is_finite() && lmr.divisor > 0.0)
        {
            return refuse(
                "late-move-reductions.divisor",
                lmr.divisor.to_string(),
                "a number greater than 0 (and a finite base)",
            );
        }
        if let Some(adjustments) = self.reduction_adjustments {
            if !(adjustments.cut_node.is_finite() && adjustments.not_improving.is_finite()) {
                return refuse("reduction-adjustments", "an infinite number".into(), "plies");
            }
            if adjustments.history < 0 {
                return refuse(
                    "reduction-adjustments.history",
                    adjustments.history.to_string(),
                    "0 or more",
                );
            }
        }
        if let Some(limit) = self.correction
            && !(1..=MAX_CORRECTION).contains(&limit)
        {
            return refuse(
                "correction",
                limit.to_string(),
                "1 to 1000000000 (leave it out for none)",
            );
        }
        if self.quiescence_table && self.table_mode == TableMode::Exact {
            return refuse("quiescence-table", "true".into(), "false with table-mode = \"exact\"");
        }
        if let Some(margin) = self.quiescence_margin
            && margin < 0
        {
            return refuse("quiescence-margin", margin.to_string(), "0 or more");
        }
        if let Some(probcut) = self.probcut
            && !(probcut.confidence.is_finite() && probcut.confidence >= 0.0)
        {
            return refuse("probcut.confidence", probcut.confidence.to_string(), "0 or more");
        }
        if let Some((key, found, allowed)) = self.handicap.and_then(|handicap| handicap.problem()) {
            return refuse(key, found.to_string(), allowed);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_valid_and_reads_back_from_toml() {
        let config = SearchConfig::default();
        config.validate().unwrap();
        let text = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<SearchConfig>(&text).unwrap(), config);
    }

    #[test]
    fn values_that_do_not_fit_together_are_refused_by_name() {
        let refused = |change: fn(&mut SearchConfig)| {
            let mut config = SearchConfig::default();
            change(&mut config);
            config.validate().unwrap_err().key
        };
        assert_eq!(refused(|c| c.depth = Some(0)), "depth");
        assert_eq!(refused(|c| c.depth = Some(251)), "depth");
        assert_eq!(refused(|c| c.nodes = Some(0)), "nodes");
        assert_eq!(refused(|c| c.seconds = Some(f64::NAN)), "seconds");
        assert_eq!(refused(|c| c.aspiration = Some(0)), "aspiration");
        assert_eq!(
            refused(|c| {
                c.aspiration = Some(5);
                c.iterative = false;
            }),
            "aspiration"
        );
        assert_eq!(refused(|c| c.threads = 0), "threads");
        assert_eq!(refused(|c| c.threads = 2), "threads");
        assert_eq!(
            refused(|c| {
                c.parallel = Parallel::SharedTable;
                c.table_mib = 0;
            }),
            "parallel"
        );
        assert_eq!(refused(|c| c.table_mib = usize::MAX), "table-mib");
        assert_eq!(refused(|c| c.table_min_depth = 0), "table-min-depth");
        assert_eq!(refused(|c| c.quiescence_table = true), "quiescence-table");
        assert_eq!(refused(|c| c.quiescence_margin = Some(-1)), "quiescence-margin");
        assert_eq!(refused(|c| c.correction = Some(0)), "correction");
        let adjusted = |adjustments| SearchConfig {
            reduction_adjustments: Some(adjustments),
            ..SearchConfig::default()
        };
        let infinite = ReductionAdjustments { cut_node: f64::NAN, ..Default::default() };
        let negative = ReductionAdjustments { history: -1, ..Default::default() };
        assert_eq!(adjusted(infinite).validate().unwrap_err().key, "reduction-adjustments");
        assert_eq!(adjusted(negative).validate().unwrap_err().key, "reduction-adjustments.history");
        assert_eq!(
            refused(|c| c.handicap = Some(Handicap { noise: -1.0, ..Handicap::default() })),
            "handicap.noise"
        );
        assert_eq!(
            refused(|c| c.handicap = Some(Handicap { overlook: 1.0, ..Handicap::default() })),
            "handicap.overlook"
        );
        let unsure = ProbCut { min_depth: 3, confidence: f64::NAN };
        assert_eq!(
            SearchConfig { probcut: Some(unsure), ..SearchConfig::default() }
                .validate()
                .unwrap_err()
                .key,
            "probcut.confidence"
        );
    }
}
