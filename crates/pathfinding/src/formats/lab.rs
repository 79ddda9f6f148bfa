//! The output files of the labs, one per run.

use crate::finder::Algorithm;
use std::path::Path;

/// The result of a maze: seconds, the action string and the number of steps, one per line. The lab does
/// not specify mazes without a path; as in the supply lab, their number of steps is -1.
///
/// ```
/// assert_eq!(pathfinding::formats::lab::maze(0.000012, Some("RRD")), "0.000012000\nRRD\n3\n");
/// ```
pub fn maze(seconds: f64, path: Option<&str>) -> String {
    match path {
        Some(path) => format!("{seconds:.9}\n{path}\n{}\n", path.len()),
        None => format!("{seconds:.9}\n\n-1\n"),
    }
}

/// The result of a supply map: the number of steps, then the action string; or -1 alone.
///
/// ```
/// assert_eq!(pathfinding::formats::lab::supply(Some("URUUU")), "5\nURUUU\n");
/// assert_eq!(pathfinding::formats::lab::supply(None), "-1\n");
/// ```
pub fn supply(path: Option<&str>) -> String {
    match path {
        Some(path) => format!("{}\n{path}\n", path.len()),
        None => "-1\n".to_owned(),
    }
}

/// The name of a maze's result file for an algorithm; `None` if the lab does not use the algorithm.
pub fn maze_file(algorithm: Algorithm) -> Option<&'static str> {
    match algorithm {
        Algorithm::Astar => Some("output_A.txt"),
        Algorithm::IdaStar | Algorithm::IdaStarTable => Some("output_IDA.txt"),
        _ => None,
    }
}

/// The name of a supply map's result file: `output_3.txt` for `input_3.txt`.
///
/// ```
/// use pathfinding::formats::lab::supply_file;
/// assert_eq!(supply_file("maps/input_3.txt".as_ref()), "output_3.txt");
/// assert_eq!(supply_file("cave.map".as_ref()), "output_cave.txt");
/// ```
pub fn supply_file(map: &Path) -> String {
    let stem = map.file_stem().unwrap_or_default().to_string_lossy();
    match stem.strip_prefix("input") {
        Some(rest) => format!("output{rest}.txt"),
        None => format!("output_{stem}.txt"),
    }
}
