//! What a results folder was made with: [`Manifest`].

use crate::runner::{Done, Identity};
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};

/// The circumstances of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// Name, fingerprint of the experiment, version.
    #[serde(flatten)]
    pub identity: Identity,
    /// The seed.
    pub seed: u64,
    /// Model of the processor.
    pub cpu: String,
    /// How many processors there are.
    pub processors: usize,
    /// Operating system and architecture.
    pub system: String,
    /// Jobs.
    pub jobs: usize,
    /// Wall time of all jobs.
    pub seconds: f64,
    /// CPU time of all jobs.
    pub cpu_seconds: f64,
    /// When it was finished, in seconds since 1970.
    pub finished: u64,
    /// Every effective configuration that the report shows, with its fingerprint.
    pub configurations: Vec<(String, String)>,
}

impl Manifest {
    /// The circumstances of these jobs, finished now.
    pub(crate) fn new(
        identity: Identity,
        seed: u64,
        done: &[Done],
        configurations: Vec<(String, String)>,
    ) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Manifest {
            identity,
            seed,
            cpu: cpu_model(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            jobs: done.len(),
            seconds: done.iter().map(|job| job.seconds).sum(),
            cpu_seconds: done.iter().map(|job| job.cpu_seconds).sum(),
            finished: now.as_secs(),
            configurations,
        }
    }
}

/// The processor as Linux names it; elsewhere its architecture.
fn cpu_model() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let model = line.and_then(|line| line.split_once(':')).map(|(_, model)| model.trim());
    model.unwrap_or(std::env::consts::ARCH).to_owned()
}
