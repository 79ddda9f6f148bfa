//! What a case can ask for: [`Kind`], and the three that every game has.

use crate::Domain;
use crate::cli::Tool;
use crate::verbs::{analyse, eval, input, perft};
use config::{ConfigError, ConfigProblem, Loaded, Section};
use search::{Limits, Notation, Request, StopFlag};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// A case that has been read and checked: runs, and gives the fields of its result, or `None` when
/// it was stopped before it had one. It makes its engine itself, so that a thousand waiting cases do
/// not hold a thousand tables.
pub type Job =
    Box<dyn FnOnce(&StopFlag) -> Result<Option<Map<String, Value>>, ConfigProblem> + Send>;

/// What a case runs under.
pub struct Setting<T: Tool> {
    /// Its configuration.
    pub config: Arc<Loaded<T::Config, T::Files>>,
    /// The folder of its fixture file: paths in a case are relative to it.
    pub folder: PathBuf,
}

/// A case that has been read: to be run, or left out because of what this machine lacks.
pub enum Prepared {
    /// It can run.
    Ready(Job),
    /// It cannot, through no fault of its own; why, in a few words.
    Skipped(String),
}

impl Prepared {
    /// A case that runs this.
    pub fn ready(
        job: impl FnOnce(&StopFlag) -> Result<Option<Map<String, Value>>, ConfigProblem>
        + Send
        + 'static,
    ) -> Self {
        Prepared::Ready(Box::new(job))
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
    /// Whatever can be wrong with a case should come out when it is prepared, by key: then its line
    /// is named and nothing runs.
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

/// A case without a position is about the start.
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
        let fields = analyse::json(&position, &report, engine.units_per_point());
        // Keys of a fixture have hyphens, as everywhere in TOML here.
        let fields = fields.into_iter().map(|(key, value)| (key.replace('_', "-"), value));
        Ok((!stop.is_stopped()).then(|| fields.collect()))
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
    Ok(Prepared::ready(move |_| Ok(Some(eval::json(&D::engine(&config)?.evaluate(&position))))))
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
        let mut divided = Map::new();
        let nodes = perft::count(&position, case.depth, stop, |mv, nodes| {
            divided.insert(position.move_text(mv), json!(nodes));
        });
        let Some(nodes) = nodes else { return Ok(None) };
        let mut fields = Map::new();
        fields.insert("nodes".into(), json!(nodes));
        fields.insert("divide".into(), Value::Object(divided));
        Ok(Some(fields))
    }))
}
