//! Kinds of fixture cases: [`Kind`], and the three that every game has.

use crate::Domain;
use crate::cli::Tool;
use crate::rows::{AnalysisRow, EvaluationRow, PerftRow};
use crate::verbs::{input, perft};
use config::{ConfigError, ConfigProblem, Loaded, Section};
use search::{Limits, Notation, Request, StopFlag};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// A case that has been read and checked. Running it gives the fields of its result, or `None` if it was
/// stopped. It creates its own engine, so that waiting cases hold no tables.
pub type Job =
    Box<dyn FnOnce(&StopFlag) -> Result<Option<Map<String, Value>>, ConfigProblem> + Send>;

/// The environment of a case.
pub struct Setting<T: Tool> {
    /// Its configuration.
    pub config: Arc<Loaded<T::Config, T::Files>>,
    /// The folder of its fixture file: paths in a case are relative to it.
    pub folder: PathBuf,
}

/// A case that has been read: ready, or skipped because a file is missing.
pub enum Prepared {
    /// It can run.
    Ready(Job),
    /// It is skipped, for this reason.
    Skipped(String),
}

impl Prepared {
    /// A case that runs this and gives a row. Keys in fixtures have hyphens: `win_in` of a row is `win-in` in
    /// `expect`.
    pub fn ready<R: Serialize>(
        job: impl FnOnce(&StopFlag) -> Result<Option<R>, ConfigProblem> + Send + 'static,
    ) -> Self {
        Prepared::Ready(Box::new(move |stop| Ok(job(stop)?.as_ref().map(fields))))
    }
}

/// The fields of a row by their names in a fixture.
fn fields(row: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(row) {
        Ok(Value::Object(fields)) => {
            fields.into_iter().map(|(key, value)| (key.replace('_', "-"), value)).collect()
        }
        // A row is a struct with named fields; anything else has none to compare.
        _ => Map::new(),
    }
}

type Prepare<T> =
    Box<dyn Fn(&Section<'_>, &[&str], Setting<T>) -> Result<Prepared, ConfigError> + Send + Sync>;

/// A kind of fixture case.
pub struct Kind<T: Tool> {
    pub(super) name: &'static str,
    pub(super) fields: &'static [&'static str],
    pub(super) prepare: Prepare<T>,
}

impl<T: Tool> Kind<T> {
    /// A kind with its name, the fields of its result that `expect` may name, and how to prepare a
    /// case of it: `I` holds the keys of the case beyond the common ones (`deny_unknown_fields`).
    /// `prepare` should find every problem of a case and name its key: the error then has the line, and
    /// nothing runs.
    pub fn new<I: DeserializeOwned + 'static>(
        name: &'static str,
        fields: &'static [&'static str],
        prepare: fn(Setting<T>, I) -> Result<Prepared, ConfigProblem>,
    ) -> Self {
        let prepare = move |section: &Section<'_>, common: &[&str], setting: Setting<T>| {
            let input = section.read_without(common)?;
            prepare(setting, input).map_err(|problem| section.locate(problem))
        };
        Kind { name, fields, prepare: Box::new(prepare) }
    }
}

/// `analyse`, `eval` and `perft`, with the arguments and results of the verbs of these names.
pub fn standard_kinds<D: Domain>() -> Vec<Kind<D>> {
    const ANALYSE: [&str; 7] = ["best", "score", "win-in", "loss-in", "depth", "nodes", "counted"];
    const EVAL: [&str; 2] = ["score", "terms"];
    const PERFT: [&str; 2] = ["nodes", "divide"];
    vec![
        Kind::new("analyse", &ANALYSE, prepare_analyse::<D>),
        Kind::new("eval", &EVAL, prepare_eval::<D>),
        Kind::new("perft", &PERFT, prepare_perft::<D>),
    ]
}

fn position<D: Domain>(config: &D::Config, text: Option<&str>) -> Result<D::Game, ConfigProblem> {
    let Some(text) = text else { return Ok(D::start(config)) };
    D::parse_position(config, text)
        .map_err(|error| ConfigProblem::notation("position", text, &error))
}

/// Without a position, the case uses the start position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalyseCase {
    position: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    #[serde(default)]
    moves: Vec<String>,
}

fn prepare_analyse<D: Domain>(
    setting: Setting<D>,
    case: AnalyseCase,
) -> Result<Prepared, ConfigProblem> {
    let config = setting.config;
    let position = position::<D>(&config, case.position.as_deref())?;
    let bounded = search::SearchConfig {
        depth: case.depth,
        nodes: case.nodes,
        seconds: case.seconds,
        ..Default::default()
    };
    bounded
        .validate()
        .map_err(|error| ConfigProblem::new(error.key, error.found, error.allowed))?;
    let limits = input::limits(Limits::from_config(&bounded), D::search(&config));
    if limits.is_unlimited() {
        let allowed = "a depth, nodes or seconds, in the case or in its configuration";
        return Err(ConfigProblem::new("depth", "no limit", allowed));
    }
    let mut root_moves = Vec::new();
    for (index, text) in case.moves.iter().enumerate() {
        let key = format!("moves[{index}]");
        let mv = position.parse_move(text);
        root_moves.push(mv.map_err(|error| ConfigProblem::notation(key, text, &error))?);
    }
    Ok(Prepared::ready(move |stop| {
        let mut engine = D::engine(&config)?;
        let request =
            Request { root_moves, stop: stop.clone(), ..Request::new(position.clone(), limits) };
        let report = engine.search(&request, &mut |_| {});
        let row = AnalysisRow::new(&position, &report, engine.units_per_point());
        Ok((!stop.is_stopped()).then_some(row))
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvalCase {
    position: Option<String>,
}

fn prepare_eval<D: Domain>(setting: Setting<D>, case: EvalCase) -> Result<Prepared, ConfigProblem> {
    let config = setting.config;
    let position = position::<D>(&config, case.position.as_deref())?;
    Ok(Prepared::ready(move |_| {
        let evaluation = D::engine(&config)?.evaluate(&position);
        Ok(Some(EvaluationRow::new(&position, &evaluation)))
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PerftCase {
    position: Option<String>,
    depth: u32,
}

fn prepare_perft<D: Domain>(
    setting: Setting<D>,
    case: PerftCase,
) -> Result<Prepared, ConfigProblem> {
    let config = setting.config;
    let position = position::<D>(&config, case.position.as_deref())?;
    Ok(Prepared::ready(move |stop| {
        let started = Instant::now();
        let mut divided = Map::new();
        let nodes = perft::count(&position, case.depth, stop, |mv, nodes| {
            divided.insert(position.move_text(mv), nodes.into());
        });
        let Some(nodes) = nodes else { return Ok(None) };
        let seconds = started.elapsed().as_secs_f64();
        Ok(Some(PerftRow { depth: case.depth, nodes, seconds, divide: Some(divided) }))
    }))
}
