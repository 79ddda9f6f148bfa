//! The file of an experiment: [`Experiment`], how it is read and what is checked before anything runs.

mod check;

use crate::cell::{Axis, Labels, combinations};
use crate::error::ExperimentError;
use crate::library;
use config::{Assignment, Choice, Document};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

/// An experiment as it is written, with its bases and changes applied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// One line.
    pub title: String,
    /// What it is meant to answer.
    pub question: String,
    /// Where the published figures come from, in words.
    #[serde(default)]
    pub source: String,
    /// Random seed; repetition N uses `seed + N`.
    #[serde(default = "one")]
    pub seed: u64,
    /// Values for placeholders: `games = 20` for `{games}`.
    #[serde(default)]
    pub parameters: Map<String, Value>,
    /// The parameters that are different with `--full`.
    #[serde(default)]
    pub full: Map<String, Value>,
    /// The values that runs are repeated over: texts, numbers, or tables with a `name` and more fields. A
    /// field `file` is a path relative to the experiment.
    #[serde(default)]
    pub axes: BTreeMap<String, Vec<Value>>,
    /// Configurations to show in the report.
    #[serde(default)]
    pub configuration: Vec<Configuration>,
    /// What runs.
    pub run: Vec<Run>,
    /// Tables of the results.
    #[serde(default)]
    pub table: Vec<Chart>,
    /// Figures of the results.
    #[serde(default)]
    pub figure: Vec<Chart>,
    /// Pictures drawn by the verb `render` of a tool.
    #[serde(default)]
    pub picture: Vec<Picture>,
    /// What was published.
    #[serde(default)]
    pub published: Vec<Published>,
    /// Sentences about the results.
    #[serde(default)]
    pub text: Vec<Sentence>,
}

const fn one() -> u64 {
    1
}

/// A configuration to show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The game or tool.
    pub tool: String,
    /// The name of the configuration.
    pub config: String,
}

/// A command line that is repeated over axes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// What expressions call it.
    pub name: String,
    /// The game or tool.
    pub tool: String,
    /// The verb and its arguments, with placeholders.
    pub args: Vec<String>,
    /// The axes.
    #[serde(default)]
    pub over: Vec<String>,
    /// How often each cell runs.
    #[serde(default = "once")]
    pub repetitions: u32,
}

const fn once() -> u32 {
    1
}

/// A table or figure: `show` for each `by`, and side by side for each `across`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The run.
    pub run: String,
    /// The label or field of which every value is a row, a group of bars or a place on the x axis.
    pub by: String,
    /// The label or field of which every value is a column or series.
    #[serde(default)]
    pub across: Option<String>,
    /// The field that is shown.
    pub show: String,
    /// What it measures, with its unit.
    #[serde(default)]
    pub unit: String,
    /// How several rows become one value: `sum`, `mean`, `median`, `min` or `max`.
    #[serde(default)]
    pub reduce: Reduce,
    /// How a figure is drawn.
    #[serde(default)]
    pub kind: ChartKind,
    /// Only rows with these labels or fields.
    #[serde(default)]
    pub only: Map<String, Value>,
    /// The fields with the ends of the interval of each value, which a table shows.
    #[serde(default)]
    pub interval: Option<[String; 2]>,
    /// Each value as a factor of the one before it: the effective branching factor of nodes by depth.
    #[serde(default)]
    pub growth: bool,
}

/// How several rows become one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reduce {
    /// The sum.
    #[default]
    Sum,
    /// The arithmetic mean.
    Mean,
    /// The median.
    Median,
    /// The smallest.
    Min,
    /// The largest.
    Max,
}

/// How a figure is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChartKind {
    /// Bars, for categories.
    #[default]
    Bars,
    /// Lines, for numbers such as the depth.
    Lines,
}

/// Pictures made by a verb that takes `--output FILE`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// The file without `.svg`, with placeholders.
    pub name: String,
    /// The caption, with placeholders.
    pub title: String,
    /// The game or tool.
    pub tool: String,
    /// The verb and its arguments, with placeholders, which may be expressions.
    pub args: Vec<String>,
    /// The axes.
    #[serde(default)]
    pub over: Vec<String>,
}

/// A published figure or claim, or a table of them, and how ours is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Published {
    /// Its name in our list, with placeholders of `over`.
    pub id: String,
    /// How it is compared.
    pub kind: Kind,
    /// What was published, with placeholders of `over`.
    pub what: String,
    /// One line for all figures of a table, where only one line is shown.
    #[serde(default)]
    pub group: Option<String>,
    /// The axes of a table: for each its values, or a table from the text in `id` to the label of the rows.
    #[serde(default)]
    pub over: Map<String, Value>,
    /// The value; with `over`, nested lists in the order of the axes.
    pub value: Value,
    /// The value in our notation, if that is another one; nested like `value`.
    #[serde(default)]
    pub notation: Option<Value>,
    /// Our value: an expression.
    #[serde(default)]
    pub ours: Option<String>,
    /// Whether lists must have the same order.
    #[serde(default = "yes")]
    pub ordered: bool,
    /// For a rate: how many games it was taken from.
    #[serde(default)]
    pub games: Option<f64>,
    /// For a rate: an expression for how many games ours was taken from.
    #[serde(default)]
    pub trials: Option<String>,
    /// For a claim: an expression that is true if it holds.
    #[serde(default)]
    pub holds: Option<String>,
    /// For a claim: the evidence, with placeholders.
    #[serde(default)]
    pub evidence: Option<String>,
    /// For a rule: the test that checks it, `path::name`.
    #[serde(default)]
    pub checked: Option<String>,
    /// For a claim that only words can answer.
    #[serde(default)]
    pub answer: Option<String>,
    /// Why the report does not allow a comparison.
    #[serde(default)]
    pub not_reproducible: Option<String>,
    /// Why ours may differ, or the claim may fail.
    #[serde(default)]
    pub why: Option<String>,
}

const fn yes() -> bool {
    true
}

/// How a published figure is compared with ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It must be equal.
    Exact,
    /// A win rate of few games.
    Rate,
    /// A run time on the author's machine; ours should be shorter.
    Time,
    /// A statement to confirm or refute.
    Claim,
}

/// A sentence about the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// Only if this expression is true.
    #[serde(default)]
    pub when: Option<String>,
    /// The sentence, with placeholders.
    pub say: String,
    /// The sentence if it is not true.
    #[serde(default)]
    pub otherwise: Option<String>,
}

/// An experiment that was read, with its name and where it came from.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The name of its results folder: the name it was chosen by, or the file without its ending.
    pub name: String,
    /// What runs: what was read, with the paths of its input files.
    pub experiment: Experiment,
    /// What was read.
    pub written: Experiment,
    document: Document,
}

impl Loaded {
    /// Reads an experiment by name or path, with `--set`s.
    pub fn read(choice: &str, sets: &[Assignment]) -> Result<Loaded, ExperimentError> {
        let document =
            library::EXPERIMENTS.document(Some(&Choice::option("experiment", choice)), sets)?;
        let written: Experiment = document.root().read_without(library::EXPERIMENTS.own_keys())?;
        let stem = Path::new(choice).file_stem().unwrap_or_default();
        let name = stem.to_string_lossy().into_owned();
        Ok(Loaded { name, experiment: written.clone(), written, document })
    }

    /// The values of an axis, each with a name.
    pub fn axis(&self, name: &str) -> Axis {
        let values = self.experiment.axes.get(name).map_or(&[][..], Vec::as_slice);
        values.iter().map(named).collect()
    }

    /// All cells over these axes.
    pub fn cells(&self, over: &[String]) -> Vec<Labels> {
        let axes: Vec<Axis> = over.iter().map(|name| self.axis(name)).collect();
        combinations(over.iter().map(String::as_str).zip(&axes))
    }

    /// The parameters, those of `--full` if it was given.
    pub fn parameters(&self, full: bool) -> Map<String, Value> {
        let mut parameters = self.experiment.parameters.clone();
        if full {
            parameters.extend(self.experiment.full.clone());
        }
        parameters
    }
}

/// A value of an axis as a table with a `name`.
pub(crate) fn named(value: &Value) -> Map<String, Value> {
    match value {
        Value::Object(table) => table.clone(),
        other => Map::from_iter([("name".to_owned(), other.clone())]),
    }
}
