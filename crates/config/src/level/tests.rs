use crate::{Assignment, Choice, ConfigError, Embedded};
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    depth: Option<u32>,
    seconds: Option<f64>,
}

const EMBEDDED: Embedded = Embedded {
    files: &[("default", "seconds = 1.0\n"), ("third", "level = 3\ndepth = 20\n")],
    levels: Some(
        "[all]\nseconds = false\n[level]\n1 = { depth = 1 }\n2 = { depth = 4 }\n3 = { depht = 1 }\n",
    ),
};

fn read(choice: &str, sets: &[&str]) -> Result<Config, ConfigError> {
    let sets: Vec<Assignment> = sets.iter().map(|&set| set.into()).collect();
    EMBEDDED.document(Some(&Choice::option("--config", choice)), &sets)?.read()
}

#[test]
fn a_level_replaces_what_the_files_say_and_sets_have_the_last_word() {
    let level_two = Config { depth: Some(4), seconds: None };
    assert_eq!(read("default", &["level=2"]).unwrap(), level_two);
    assert_eq!(read("third", &["level=2"]).unwrap(), level_two);
    let deeper = read("default", &["depth=6", "level=2", "seconds=5"]).unwrap();
    assert_eq!(deeper, Config { depth: Some(6), seconds: Some(5.0) });
}

#[test]
fn there_is_no_level_unless_one_is_asked_for() {
    let plain = Config { depth: None, seconds: Some(1.0) };
    assert_eq!(read("default", &[]).unwrap(), plain);
    assert_eq!(read("default", &["level=2", "level="]).unwrap(), plain);
    let off = Config { depth: Some(20), ..plain };
    assert_eq!(read("third", &["level=false"]).unwrap(), off);
}

#[test]
fn a_level_that_does_not_exist_is_refused_where_it_was_asked_for() {
    let error = |sets: &[&str]| read("default", sets).unwrap_err().to_string();
    for number in ["0", "4", "-1", "99999"] {
        let expected = format!("--set level={number}: level: found {number}, allowed: 1 to 3");
        assert_eq!(error(&[&format!("level={number}")]), expected);
    }
    assert!(error(&["level=high"]).starts_with("--set level=high: level: found \"high\""));
}

#[test]
fn a_mistake_in_a_level_is_located_in_its_file() {
    let error = read("third", &[]).unwrap_err().to_string();
    assert!(error.starts_with("built-in levels.toml:6: depht: unknown key"), "{error}");
}

#[test]
fn a_program_without_levels_does_not_know_the_key() {
    let embedded = Embedded { levels: None, ..EMBEDDED };
    let document = embedded.document(None, &["level=2".into()]).unwrap();
    let error = document.read::<Config>().unwrap_err().to_string();
    assert!(error.starts_with("--set level=2: level: unknown key"), "{error}");
}
