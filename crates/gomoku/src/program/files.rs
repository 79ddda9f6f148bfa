//! The contents of the files that a configuration names: [`Files`].

use crate::evaluators::CrossingWeights;
use crate::evaluators::crossing_weights::{File, Refused};
use crate::program::config::{Config, EvaluatorConfig};
use crate::program::experience::{ExperienceConfig, Store, StoreError};
use config::{ConfigProblem, Document};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Weights, and the path of the experience file. The default has the built-in weights and no experience.
#[derive(Clone, Debug, Default)]
pub struct Files {
    weights: Option<Arc<CrossingWeights>>,
    experience: Option<PathBuf>,
}

impl Files {
    /// The weights of the evaluator `crossings`.
    pub fn crossing_weights(&self) -> Arc<CrossingWeights> {
        self.weights.clone().unwrap_or_else(|| Arc::new(CrossingWeights::built_in()))
    }

    /// The memory of games; `None` if no file is named.
    pub(crate) fn memory(&self, config: &ExperienceConfig) -> Result<Option<Store>, StoreError> {
        let path = self.experience.as_ref().or(config.file.as_ref());
        path.map(|path| Store::open(path, config.max_positions)).transpose()
    }

    /// Reads the files that a configuration names, and refuses an invalid experience file. The contents
    /// of the experience file are read when an engine is made, because it grows while games are played.
    pub(crate) fn read(config: &Config, document: &Document) -> Result<Files, ConfigProblem> {
        let mut files = Files::default();
        if let EvaluatorConfig::Crossings { weights: Some(file) } = &config.evaluator {
            let key = "evaluator.weights";
            let weights = read_weights(&document.path_of(key, file)?, key)?;
            files.weights = Some(Arc::new(weights));
        }
        let file = config.experience.file.as_ref();
        files.experience =
            file.map(|file| document.path_of("experience.file", file)).transpose()?;
        files.memory(&config.experience)?;
        Ok(files)
    }
}

/// Reads the weights file that `key` names.
pub(crate) fn read_weights(path: &Path, key: &str) -> Result<CrossingWeights, ConfigProblem> {
    let file: File =
        Document::open(path).and_then(|document| document.read()).map_err(|error| {
            let allowed = "a weights file such as crossing-weights.toml";
            ConfigProblem::new(key, error.to_string(), allowed)
        })?;
    CrossingWeights::try_from(file).map_err(|Refused { found, allowed }| {
        ConfigProblem::new(key, format!("{found} in {}", path.display()), allowed)
    })
}
