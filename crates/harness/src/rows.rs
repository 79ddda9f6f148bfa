//! Results as rows: what the standard verbs print with `--json`, what fixtures compare and what the
//! [facade](crate::facade) hands to other programs. One struct per kind of result.

use crate::formats::Format;
use protocols::Playable;
use report::score::{self, ScoreFields};
use search::notation::move_texts;
use search::{Evaluation, Game, Iteration, Line, Notation, Report, StopReason};
use serde::Serialize;
use serde_json::{Map, Value};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisRow {
    /// The best move; `null` in a finished game.
    pub best: Option<String>,
    /// The score of the best move for the side to move.
    #[serde(flatten)]
    pub score: ScoreFields,
    /// The last completed depth in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes by the game's own count, where a lab counts in another way.
    pub counted: u64,
    /// Time used.
    pub seconds: f64,
    /// Nodes per second.
    pub nps: u64,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The best lines, best first; as many as were asked for.
    pub lines: Vec<LineRow>,
    /// Why the search ended: `depth`, `nodes`, `time`, `stopped`, `decided`, `solved`, `book` or `game over`.
    pub ended: &'static str,
    /// For `solved`: why the game's solver answered in place of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<String>,
    /// The position that was searched.
    pub position: String,
}

/// One line of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineRow {
    /// Its score for the side to move.
    #[serde(flatten)]
    pub score: ScoreFields,
    /// Its moves.
    pub pv: Vec<String>,
}

impl LineRow {
    pub(crate) fn new<G: Game + Notation>(position: &G, line: &Line<G::Move>, units: i64) -> Self {
        let pv = move_texts(position, line.pv.iter().copied());
        LineRow { score: ScoreFields::new(line.score, units), pv }
    }
}

impl AnalysisRow {
    pub(crate) fn new<G: Game + Notation>(position: &G, report: &Report<G>, units: i64) -> Self {
        AnalysisRow {
            best: report.best.map(|mv| position.move_text(mv)),
            score: ScoreFields::new(report.score, units),
            depth: report.depth,
            nodes: report.nodes,
            counted: report.counted,
            seconds: report.time.as_secs_f64(),
            nps: report.nps().round() as u64,
            pv: move_texts(position, report.pv().iter().copied()),
            lines: report.lines.iter().map(|line| LineRow::new(position, line, units)).collect(),
            ended: ended(report.reason),
            solver: report.solver.clone(),
            position: position.position_text(),
        }
    }
}

/// A completed iteration of a search that goes on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IterationRow {
    /// Depth in plies.
    pub depth: u32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time used so far.
    pub seconds: f64,
    /// The best lines, best first.
    pub lines: Vec<LineRow>,
}

impl IterationRow {
    pub(crate) fn new<G: Game + Notation>(
        position: &G,
        iteration: &Iteration<G::Move>,
        units: i64,
    ) -> Self {
        let lines = iteration.lines.iter().map(|line| LineRow::new(position, line, units));
        IterationRow {
            depth: iteration.depth,
            nodes: iteration.nodes,
            seconds: iteration.time.as_secs_f64(),
            lines: lines.collect(),
        }
    }
}

/// A static evaluation, from the first player's view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvaluationRow {
    /// The sum.
    #[serde(flatten)]
    pub score: ScoreFields,
    /// Points by the name of the term, in the evaluator's order.
    pub terms: Map<String, Value>,
    /// The position that was evaluated.
    pub position: String,
}

impl EvaluationRow {
    pub(crate) fn new<G: Notation>(position: &G, evaluation: &Evaluation) -> Self {
        let terms = evaluation.terms.iter();
        EvaluationRow {
            score: ScoreFields::new(evaluation.score, evaluation.units_per_point),
            terms: terms.map(|term| (term.name.clone(), score::number(term.points))).collect(),
            position: position.position_text(),
        }
    }
}

/// A count of leaf nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PerftRow {
    /// Depth in plies.
    pub depth: u32,
    /// Leaf nodes.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
    /// Leaf nodes below each move of the root, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Map<String, Value>>,
}

/// A format of game files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormatRow {
    /// Its name.
    pub format: &'static str,
    /// Whether it can be read.
    pub reads: bool,
    /// Whether it can be written.
    pub writes: bool,
    /// What it is, in a few words.
    pub about: &'static str,
}

impl FormatRow {
    pub(crate) fn new<D: Playable>(format: &Format<D>) -> Self {
        FormatRow {
            format: format.name,
            reads: format.read.is_some(),
            writes: format.write.is_some(),
            about: format.about,
        }
    }
}

/// Why a search ended, in a word.
pub(crate) fn ended(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Depth => "depth",
        StopReason::Nodes => "nodes",
        StopReason::Time => "time",
        StopReason::Stopped => "stopped",
        StopReason::Decided => "decided",
        StopReason::Solved => "solved",
        StopReason::Book => "book",
        StopReason::GameOver => "game over",
    }
}
