//! The contents of the files that a configuration names: [`Files`].

use crate::evaluators::{OutOfRange, PieceTables, Weights};
use crate::program::config::{Config, EvaluatorConfig};
use config::{ConfigProblem, Document};
use serde::de::DeserializeOwned;
use std::path::Path;
use std::sync::Arc;

/// Weights and tables of the evaluators. The default is the built-in ones.
#[derive(Clone, Debug, Default)]
pub struct Files {
    weights: Option<Arc<Weights>>,
    tables: Option<Arc<PieceTables>>,
}

impl Files {
    /// These weights, without a file.
    pub fn with_weights(weights: Arc<Weights>) -> Files {
        Files { weights: Some(weights), ..Files::default() }
    }

    /// The weights of the evaluator `tapered`.
    pub fn weights(&self) -> Arc<Weights> {
        self.weights.clone().unwrap_or_else(|| Arc::new(Weights::built_in()))
    }

    /// The tables of the evaluator `material-position`.
    pub fn tables(&self) -> Arc<PieceTables> {
        self.tables.clone().unwrap_or_else(|| Arc::new(PieceTables::lab()))
    }

    /// Reads all files of a configuration.
    pub(crate) fn read(config: &Config, document: &Document) -> Result<Files, ConfigProblem> {
        let mut files = Files::default();
        match &config.evaluator {
            EvaluatorConfig::MaterialPosition { tables: Some(file) } => {
                let key = "evaluator.tables";
                let path = document.path_of(key, file)?;
                let tables = read(&path, key, "lab-tables.toml", PieceTables::check)?;
                files.tables = Some(Arc::new(tables));
            }
            EvaluatorConfig::Tapered { weights: Some(file) } => {
                let key = "evaluator.weights";
                let path = document.path_of(key, file)?;
                let weights = read(&path, key, "tapered-weights.toml", Weights::check)?;
                files.weights = Some(Arc::new(weights));
            }
            _ => {}
        }
        Ok(files)
    }
}

/// Reads and checks the file that `key` names, one like `model`.
fn read<W: DeserializeOwned>(
    path: &Path,
    key: &str,
    model: &str,
    check: fn(&W) -> Result<(), OutOfRange>,
) -> Result<W, ConfigProblem> {
    let refuse = |found: String, allowed: String| ConfigProblem::new(key, found, allowed);
    let weights = Document::open(path)
        .and_then(|document| document.read())
        .map_err(|error| refuse(error.to_string(), format!("a file like {model}")))?;
    check(&weights).map_err(|OutOfRange { found, allowed }| {
        refuse(format!("{found} in {}", path.display()), allowed.to_owned())
    })?;
    Ok(weights)
}
