//! What the files hold that a configuration names: [`Files`].

use crate::evaluators::{PieceTables, Weights};
use crate::program::config::{Config, EvaluatorConfig};
use config::{ConfigProblem, Document};
use std::sync::Arc;

/// Weights and tables of the evaluators. The default is what comes with the program.
#[derive(Clone, Debug, Default)]
pub struct Files {
    weights: Option<Arc<Weights>>,
    tables: Option<Arc<PieceTables>>,
}

impl Files {
    /// These weights, which are in no file yet.
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

    /// Reads the files that a configuration names.
    pub(crate) fn read(config: &Config, document: &Document) -> Result<Files, ConfigProblem> {
        let mut files = Files::default();
        match &config.evaluator {
            EvaluatorConfig::MaterialPosition { tables: Some(file) } => {
                let key = "evaluator.tables";
                let tables = PieceTables::read(&document.path_of(key, file), key)?;
                files.tables = Some(Arc::new(tables));
            }
            EvaluatorConfig::Tapered { weights: Some(file) } => {
                let key = "evaluator.weights";
                let weights = Weights::read(&document.path_of(key, file), key)?;
                files.weights = Some(Arc::new(weights));
            }
            _ => {}
        }
        Ok(files)
    }
}
