//! A recorded search as a file: [`Trace`].
//!
//! The file is one JSON object; a reader checks `format` and `version`. A score is a number of points, or a
//! text: `win 5` and `loss 4` count plies from the root, `inf` and `-inf` are the ends of an open window.
//! Window and value of a node are from the view of the side to move there. The nodes are in the order in
//! which the search entered them; a node was left after the last of its descendants was entered, so the
//! list is also the sequence of events. Keys with their default value are left out: `move` and `parent` if
//! there is none, `skipped` if empty, `unrecorded` if 0, and `kind` if it is `move`.
//!
//! ```json
//! {"format": "plywood-trace", "version": 1, "game": "connect-four", "sides": ["X", "O"],
//!  "start": "......./......./......./......./......./....... X", "moves": [], "config": "[search] ...",
//!  "algorithm": "alpha-beta", "order": null, "units": 1, "limit": 5000, "complete": true,
//!  "result": {"best": "d", "score": 3, "depth": 2, "nodes": 21, "pv": ["d", "d"], "ended": "depth"},
//!  "nodes": [
//!   {"kind": "iteration", "side": 0, "ply": 0, "depth": 2, "alpha": "-inf", "beta": "inf", "value": 3,
//!    "bound": "exact", "reason": "searched"},
//!   {"parent": 0, "move": "a", "side": 1, "ply": 1, "depth": 1, "alpha": "-inf", "beta": "inf", "value": 0,
//!    "bound": "exact", "reason": "searched"},
//!   {"parent": 0, "move": "b", "side": 1, "ply": 1, "depth": 1, "alpha": "-inf", "beta": 0, "value": 1,
//!    "bound": "lower", "reason": "beta", "skipped": [{"reason": "beta", "moves": ["c", "d"]}]}]}
//! ```

use crate::Domain;
use crate::cli;
use crate::facade::FacadeError;
use crate::rows::ended;
use crate::verbs::input;
use protocols::LoadedConfig;
use record::PlayedGame;
use report::score::{self, ScoreFields};
use search::config::Ordering;
use search::notation::move_texts;
use search::recording::{Kind, Reason, SkipReason};
use search::{
    Algorithm, Bound, Game, Limits, Notation, RecordOptions, RecordedNode, Recording, Request,
    Score, StopFlag,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// The name of the format.
pub const FORMAT: &str = "plywood-trace";
/// Its version; another one means that a reader of this one does not understand it.
pub const VERSION: u32 = 1;

/// The order in which moves are tried, in place of the configured one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveOrder {
    /// Table move, killers, history and the game's priorities.
    On,
    /// As the rules list them.
    Off,
    /// The worst first, by history and the game's priorities.
    Reversed,
}

/// What to record.
#[derive(Clone, Debug)]
pub struct TraceRequest {
    /// In place of the configured algorithm.
    pub algorithm: Option<Algorithm>,
    /// In place of the configured order.
    pub order: Option<MoveOrder>,
    /// When the search ends; the limits of the configuration if there are none here.
    pub limits: Limits,
    /// The time that the search may take in addition to any other limit.
    pub longest: Option<Duration>,
    /// Record at most this many nodes.
    pub nodes: usize,
    /// Ends the search early; keep a clone.
    pub stop: StopFlag,
}

impl Default for TraceRequest {
    fn default() -> Self {
        TraceRequest {
            algorithm: None,
            order: None,
            limits: Limits::default(),
            longest: None,
            nodes: RecordOptions::default().limit,
            stop: StopFlag::new(),
        }
    }
}

/// A recorded search as it is written to a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// [`FORMAT`].
    pub format: &'static str,
    /// [`VERSION`].
    pub version: u32,
    /// The name of the game.
    pub game: &'static str,
    /// The names of its sides.
    pub sides: [&'static str; 2],
    /// The position string of the start of the game.
    pub start: String,
    /// The moves from there to the position that was searched.
    pub moves: Vec<String>,
    /// The effective configuration as TOML.
    pub config: String,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The order of moves; `null` if it was the configured one.
    pub order: Option<MoveOrder>,
    /// How many of the search's units make a point: a null window is one unit wide.
    pub units: i64,
    /// At most this many nodes were recorded.
    pub limit: usize,
    /// Whether every node was recorded.
    pub complete: bool,
    /// What the search found.
    pub result: TraceResult,
    /// The nodes in the order in which they were entered.
    pub nodes: Vec<TraceNode>,
}

/// What a recorded search found. Without times, so that the same search gives the same file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceResult {
    /// The best move; `null` in a finished game.
    pub best: Option<String>,
    /// Its score for the side to move.
    #[serde(flatten)]
    pub score: ScoreFields,
    /// The last completed depth.
    pub depth: u32,
    /// Nodes searched, recorded or not; the root is not counted.
    pub nodes: u64,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Why the search ended, as in [`AnalysisRow`](crate::rows::AnalysisRow).
    pub ended: &'static str,
}

/// One node of a recorded search; see [`RecordedNode`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceNode {
    /// The number of the node that searched it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The move that led to it. A null move has no text.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Why it was searched.
    #[serde(skip_serializing_if = "is_move")]
    pub kind: Kind,
    /// The side to move: 0 or 1.
    pub side: usize,
    /// Moves from the root.
    pub ply: usize,
    /// Remaining depth.
    pub depth: u32,
    /// Lower end of the window.
    pub alpha: Value,
    /// Upper end of the window.
    pub beta: Value,
    /// The value; `null` if the search was stopped before it was known.
    pub value: Value,
    /// What the value says: `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// What determined the value.
    pub reason: Reason,
    /// The moves that were not searched, by reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<Skipped>,
    /// Nodes below it that were counted but not recorded.
    #[serde(skip_serializing_if = "is_zero")]
    pub unrecorded: u64,
}

/// Moves that were not searched for one reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Skipped {
    /// The reason.
    pub reason: SkipReason,
    /// The moves.
    pub moves: Vec<String>,
}

fn is_move(kind: &Kind) -> bool {
    *kind == Kind::Move
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Trace {
    /// How many nodes were cut off or answered for by each reason, beginning with `beta`.
    pub fn cuts(&self) -> BTreeMap<Reason, u64> {
        let mut cuts = BTreeMap::new();
        for node in self.nodes.iter().filter(|node| is_cut(node.reason)) {
            *cuts.entry(node.reason).or_default() += 1;
        }
        cuts
    }

    /// How many moves were not searched by each reason.
    pub fn skips(&self) -> BTreeMap<SkipReason, u64> {
        let mut skips = BTreeMap::new();
        for skipped in self.nodes.iter().flat_map(|node| &node.skipped) {
            *skips.entry(skipped.reason).or_default() += skipped.moves.len() as u64;
        }
        skips
    }
}

/// Whether a node with this reason was answered for before all its moves were searched.
fn is_cut(reason: Reason) -> bool {
    use Reason::{Horizon, Repetition, Searched, Stopped, Terminal};
    !matches!(reason, Searched | Terminal | Horizon | Repetition | Stopped)
}

/// Records a search of the current position of a game.
pub(crate) fn trace<D: Domain>(
    config: &LoadedConfig<D>,
    game: &PlayedGame<D::Game>,
    request: &TraceRequest,
) -> Result<Trace, FacadeError> {
    let mut config = config.clone();
    let search = D::search_mut(&mut config);
    search.algorithm = request.algorithm.unwrap_or(search.algorithm);
    match request.order {
        None => {}
        Some(MoveOrder::Off) => search.ordering = Ordering::NONE,
        Some(MoveOrder::On | MoveOrder::Reversed) => search.ordering = Ordering::default(),
    }
    let mut limits = input::limits(request.limits.clone(), search);
    limits.time = limits.time.into_iter().chain(request.longest).min();
    if limits.is_unlimited() {
        return Err(FacadeError::Unlimited);
    }
    let refuse = |problem: &dyn ToString| FacadeError::input("config", problem.to_string());
    D::check(&config).map_err(|problem| refuse(&problem))?;
    let mut engine = D::engine(&config).map_err(|problem| refuse(&problem))?;
    let asked = Request { stop: request.stop.clone(), ..game.request(limits) };
    let reverse = request.order == Some(MoveOrder::Reversed);
    let options = RecordOptions { limit: request.nodes, reverse };
    let recording = engine.record(&asked, options).map_err(|problem| refuse(&problem))?;
    let units = engine.units_per_point();
    Ok(Trace {
        format: FORMAT,
        version: VERSION,
        game: D::NAME,
        sides: [search::Side::First, search::Side::Second].map(D::side_name),
        start: game.start().position_text(),
        moves: game.move_texts(),
        config: cli::config_text(&config.config).map_err(|problem| refuse(&problem))?,
        algorithm: D::search(&config).algorithm,
        order: request.order,
        units,
        limit: request.nodes,
        complete: recording.is_complete,
        result: result(game.position(), &recording, units),
        nodes: nodes(game.position(), &recording.nodes, units),
    })
}

fn result<G: Game + Notation>(position: &G, recording: &Recording<G>, units: i64) -> TraceResult {
    let report = &recording.report;
    TraceResult {
        best: report.best.map(|mv| position.move_text(mv)),
        score: ScoreFields::new(report.score, units),
        depth: report.depth,
        nodes: report.nodes,
        pv: move_texts(position, report.pv().iter().copied()),
        ended: ended(report.reason),
    }
}

/// The nodes with their moves in notation, which depends on the positions.
fn nodes<G: Game + Notation>(
    root: &G,
    recorded: &[RecordedNode<G::Move>],
    units: i64,
) -> Vec<TraceNode> {
    // The positions of the nodes that are not left yet.
    let mut open: Vec<(u32, G)> = Vec::new();
    let mut nodes = Vec::with_capacity(recorded.len());
    for (number, node) in (0..).zip(recorded) {
        while open.last().is_some_and(|(last, _)| Some(*last) != node.parent) {
            open.pop();
        }
        let parent = open.last().map_or(root, |(_, position)| position);
        let mut position = parent.clone();
        let mut text = None;
        if let Some(mv) = node.mv {
            text = (node.kind != Kind::NullMove).then(|| parent.move_text(mv));
            let _ = position.play(mv);
        }
        nodes.push(TraceNode {
            parent: node.parent,
            mv: text,
            kind: node.kind,
            side: node.side.index(),
            ply: node.ply,
            depth: node.depth,
            alpha: score_value(node.alpha, units),
            beta: score_value(node.beta, units),
            value: node.value.map_or(Value::Null, |value| score_value(value, units)),
            bound: match node.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            reason: node.reason,
            skipped: skipped(&position, &node.skipped),
            unrecorded: node.unrecorded,
        });
        open.push((number, position));
    }
    nodes
}

fn skipped<G: Notation>(position: &G, moves: &[(G::Move, SkipReason)]) -> Vec<Skipped> {
    let mut by_reason: Vec<Skipped> = Vec::new();
    for &(mv, reason) in moves {
        let text = position.move_text(mv);
        match by_reason.iter_mut().find(|skipped| skipped.reason == reason) {
            Some(skipped) => skipped.moves.push(text),
            None => by_reason.push(Skipped { reason, moves: vec![text] }),
        }
    }
    by_reason
}

/// A score as the file writes it.
fn score_value(score: Score, units: i64) -> Value {
    match score.distance() {
        _ if score >= Score::INFINITY => json!("inf"),
        _ if score <= -Score::INFINITY => json!("-inf"),
        Some(plies) if score > Score::ZERO => json!(format!("win {plies}")),
        Some(plies) => json!(format!("loss {plies}")),
        None => score::number(score.points(units)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_numbers_of_points_or_words() {
        let value = |score| score_value(score, 4);
        assert_eq!(value(Score::new(10)), json!(2.5));
        assert_eq!(value(Score::new(-8)), json!(-2));
        assert_eq!(value(Score::win_in(5)), json!("win 5"));
        assert_eq!(value(Score::loss_in(4)), json!("loss 4"));
        assert_eq!(
            [value(Score::INFINITY), value(-Score::INFINITY)],
            [json!("inf"), json!("-inf")]
        );
    }
}
