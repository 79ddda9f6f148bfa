//! The experiments that are built in, and their input files.

use config::Embedded;

/// Every file of `configs/experiments/`.
pub const EXPERIMENTS: Embedded = config::embed!(
    "configs": "lab-maze", "lab-supply", "lab-gomoku-11", "lab-gomoku-15", "lab-xiangqi", "lab-othello",
    "lab-knights", "connect-four",
);

macro_rules! inputs {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../configs/", $name)))),+]
    };
}

/// The input files that built-in experiments name, by the path that is written there.
const INPUTS: &[(&str, &str)] = inputs!(
    "maps/input.txt",
    "maps/input2.txt",
    "maps/input_0.txt",
    "maps/input_1.txt",
    "maps/input_2.txt",
    "maps/input_3.txt",
    "maps/input_4.txt",
    "maps/input_5.txt",
    "maps/input_6.txt",
    "maps/input_7.txt",
    "maps/input_8.txt",
    "maps/input_9.txt",
    "maps/input_10.txt",
);

/// The text of a built-in input file.
pub fn input(name: &str) -> Option<&'static str> {
    INPUTS.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_experiment_of_the_folder_is_built_in() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs");
        let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
        let mut names: Vec<String> =
            files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        names.sort();
        let mut built_in: Vec<&str> = EXPERIMENTS.files.iter().map(|(name, _)| *name).collect();
        built_in.sort_unstable();
        assert_eq!(names, built_in);
    }
}
