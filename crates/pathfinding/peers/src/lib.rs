//! What the benches share: a clock, maps and queries.

use pathfinding::formats::{self, Format};
use pathfinding::map::generate;
use pathfinding::{Cell, Map, Query, Terrain};
use rustix::time::{ClockId, clock_gettime};
use search::rng::Rng;
use std::path::PathBuf;

/// Seconds of processor time of this thread for some work: what else the machine does does not count.
pub fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let began = now();
    let result = work();
    (result, now() - began)
}

/// A number from the environment, for a shorter run.
pub fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// The folder with the MovingAI maps, beside the repository.
pub fn movingai() -> PathBuf {
    // From whichever package compiles this file.
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let above = here.ancestors().map(|folder| folder.join("../shared/data/movingai"));
    above.into_iter().find(|folder| folder.is_dir()).unwrap_or_else(|| "movingai".into())
}

/// A map to search, and what it took to have it.
pub struct Subject {
    /// Its name.
    pub name: String,
    /// The map, ready for queries.
    pub map: Map,
    /// Processor seconds for reading and checking its file and preparing the map; `None` without a file.
    pub reading: Option<f64>,
}

impl Subject {
    /// A map that was made, not read.
    fn made(name: &str, map: Map) -> Self {
        Subject { name: name.to_owned(), map, reading: None }
    }

    /// Processor seconds for preparing the map alone, from cells that are known, in the best of some rounds.
    pub fn preparing(&self) -> f64 {
        let (rows, columns) = (self.map.rows(), self.map.columns());
        let cells: Vec<Terrain> = self.map.cells().map(|cell| self.map.terrain(cell)).collect();
        let terrain = |cell: Cell| cells[(cell.row * columns + cell.column) as usize];
        let rounds =
            (0..ROUNDS_OF_PREPARING).map(|_| seconds(|| Map::new(rows, columns, terrain)).1);
        rounds.fold(f64::INFINITY, f64::min)
    }
}

const ROUNDS_OF_PREPARING: u32 = 5;

/// The MovingAI maps, or maps of the same kinds where they are not there.
pub fn maps() -> Vec<Subject> {
    let folder = movingai();
    let files = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "map")).collect();
    files.sort();
    let mut maps: Vec<Subject> = Vec::new();
    for file in files {
        let (puzzle, reading) = seconds(|| {
            let bytes = std::fs::read(&file).expect("the map can be read");
            formats::read(&bytes, Format::Auto).expect("the map is well-formed")
        });
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        maps.push(Subject { name, map: puzzle.map, reading: Some(reading) });
    }
    if maps.is_empty() {
        println!("no MovingAI maps in {}: on maps of our own\n", folder.display());
        maps.push(Subject::made("random 5 %", generate::random(512, 512, 0.05, 1)));
        maps.push(Subject::made("random 35 %", generate::random(512, 512, 0.35, 2)));
        maps.push(Subject::made("maze", generate::maze(511, 511, 3)));
    }
    maps
}

/// Random queries between different cells that are connected.
pub fn queries(map: &Map, count: usize, seed: u64) -> Vec<Query> {
    let free: Vec<Cell> = map.cells().filter(|&cell| map.connected(cell, cell)).collect();
    let mut rng = Rng::new(seed);
    let mut queries = Vec::new();
    while queries.len() < count {
        let (Some(from), Some(to)) = (rng.choose(&free), rng.choose(&free)) else { break };
        if from != to && map.connected(from, to) {
            queries.push(Query::new(from, to));
        }
    }
    queries
}

/// The geometric mean.
pub fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len().max(1) as f64).exp()
}
