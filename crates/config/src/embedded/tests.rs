use super::*;
use serde::{Deserialize, Serialize};
use std::fs;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Config {
    size: u8,
    search: Search,
    evaluator: Evaluator,
    file: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Config { size: 1, search: Search::default(), evaluator: Evaluator::Zero, file: None }
    }
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Search {
    depth: Option<u32>,
    table: u32,
    killers: bool,
    lines: Vec<u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "name", rename_all = "kebab-case")]
enum Evaluator {
    Zero,
    Linear {
        weight: i32,
        #[serde(default)]
        bonus: i32,
    },
}

const EMBEDDED: Embedded = Embedded::new(&[
    (
        "default",
        "# The strong player.\nsize = 8\n[search]\ndepth = 9\ntable = 64\nkillers = true\n\
         lines = [1, 2]\n[evaluator]\nname = 'linear'\nweight = 5\nbonus = 7\n",
    ),
    ("plain", "# Every technique off.\nbase = 'none'\nsize = 8\n"),
    ("lab", "# The lab's player.\nbase = 'plain'\n[search]\ndepth = 3\n"),
    ("broken", "[search]\ndept = 3\n"),
]);

fn read(choice: &str, sets: &[&str]) -> Result<Config, ConfigError> {
    let sets: Vec<Assignment> = sets.iter().map(|&set| set.into()).collect();
    EMBEDDED.document(Some(&Choice::option("--config", choice)), &sets)?.read()
}

/// A folder with these files, and how to read the first of them.
fn in_folder(files: &[(&str, &str)], sets: &[&str]) -> Result<Config, String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let path = folder.path().join(files[0].0).display().to_string();
    let strip = format!("{}/", folder.path().display());
    read(&path, sets).map_err(|error| error.to_string().replace(&strip, ""))
}

fn overlay(text: &str) -> Result<Config, String> {
    in_folder(&[("x.toml", text)], &[])
}

#[test]
fn an_empty_file_is_the_default_player() {
    let default: Config = EMBEDDED.document(None, &[]).unwrap().read().unwrap();
    assert_eq!(overlay("").unwrap(), default);
    assert_eq!(default.search.depth, Some(9));
}

#[test]
fn a_file_with_two_lines_changes_two_values() {
    let changed = overlay("[search]\ndepth = 4\nkillers = false\n").unwrap();
    let mut expected: Config = EMBEDDED.document(None, &[]).unwrap().read().unwrap();
    expected.search.depth = Some(4);
    expected.search.killers = false;
    assert_eq!(changed, expected);
}

#[test]
fn a_file_builds_on_the_base_it_names() {
    let lab = read("lab", &[]).unwrap();
    assert_eq!(lab.search, Search { depth: Some(3), ..Search::default() });
    assert_eq!((lab.size, &lab.evaluator), (8, &Evaluator::Zero));
    assert_eq!(overlay("base = 'lab'\nsize = 6\n").unwrap(), Config { size: 6, ..lab });
    let chain = [
        ("a/x.toml", "base = '../b/y.toml'\nsize = 3\n"),
        ("b/y.toml", "base = 'z.toml'\n[search]\ntable = 2\n"),
        ("b/z.toml", "base = 'none'\n[search]\ntable = 1\ndepth = 1\n"),
    ];
    let config = in_folder(&chain, &[]).unwrap();
    let search = Search { depth: Some(1), table: 2, ..Search::default() };
    assert_eq!(config, Config { size: 3, search, ..Config::default() });
}

#[test]
fn lists_are_replaced_and_optional_values_turned_off() {
    let config = overlay("[search]\nlines = [3]\ndepth = false\n").unwrap();
    assert_eq!((config.search.lines, config.search.depth), (vec![3], None));
}

#[test]
fn a_table_of_another_variant_replaces_that_of_the_base() {
    let with = |text: &str| overlay(text).unwrap().evaluator;
    assert_eq!(with("evaluator = { name = 'zero' }"), Evaluator::Zero);
    assert_eq!(
        with("evaluator = { name = 'linear', weight = 1 }"),
        Evaluator::Linear { weight: 1, bonus: 7 }
    );
    assert_eq!(with("evaluator.bonus = 2"), Evaluator::Linear { weight: 5, bonus: 2 });
    let other = [("x.toml", "base = 'plain'\n[evaluator]\nname = 'zero'\n")];
    for sets in [
        ["evaluator.name=linear", "evaluator.weight=3"],
        ["evaluator.weight=3", "evaluator.name=linear"],
    ] {
        let config = in_folder(&other, &sets).unwrap();
        assert_eq!(config.evaluator, Evaluator::Linear { weight: 3, bonus: 0 });
    }
    assert_eq!(read("default", &["evaluator.name=zero"]).unwrap().evaluator, Evaluator::Zero);
}

#[test]
fn a_configuration_is_chosen_by_name_or_path() {
    assert_eq!(
        read("lap", &[]).unwrap_err().to_string(),
        "--config lap: no configuration of that name; allowed: default, plain, lab, broken; did you \
         mean \"lab\"?"
    );
    for path in ["lab.toml", "nowhere/lab", "./lab"] {
        let message = read(path, &[]).unwrap_err().to_string();
        assert_eq!(message, format!("--config {path}: no such file"));
    }
}

#[test]
fn errors_name_the_file_in_which_the_value_was_written() {
    assert_eq!(
        read("broken", &[]).unwrap_err().to_string(),
        "built-in broken.toml:2: search.dept: unknown key; allowed: depth, table, killers, lines; \
         did you mean \"depth\"?"
    );
    let layers = |base: &str, top: &str| {
        let top = format!("base = 'y.toml'\n{top}");
        in_folder(&[("x.toml", &top), ("y.toml", base)], &[]).unwrap_err()
    };
    let error = layers("\n[search]\ndepth = 'deep'\n", "size = 3\n");
    assert!(error.starts_with("y.toml:3: search.depth: found \"deep\""), "{error}");
    let error = layers("[search]\ndepth = 'deep'\n", "[search]\ndepth = 'deeper'\n");
    assert!(error.starts_with("x.toml:3: search.depth: found \"deeper\""), "{error}");
    let error = layers("", "\n[evaluator]\nname = 'linear'\nwait = 1\n");
    assert!(error.starts_with("x.toml:5: evaluator.wait: unknown key"), "{error}");
}

#[test]
fn a_base_must_exist_and_must_not_lead_back() {
    let error = |text: &str| overlay(text).unwrap_err();
    assert!(error("base = 'lob'\n").starts_with("x.toml:1: base: no configuration of that name"));
    assert_eq!(error("\nbase = 'y.toml'\n"), "x.toml:2: base: no such file: y.toml");
    assert!(error("base = 3\n").starts_with("x.toml:1: base: found 3, allowed: a string"));
    assert_eq!(error("base = 'x.toml'\n"), "x.toml:1: base: circular: x.toml -> x.toml");
    let circle = [("x.toml", "base = 'y.toml'\n"), ("y.toml", "size = 1\nbase = './x.toml'\n")];
    assert_eq!(
        in_folder(&circle, &[]).unwrap_err(),
        "y.toml:2: base: circular: x.toml -> y.toml -> ./x.toml"
    );
}

#[test]
fn a_path_is_relative_to_the_file_in_which_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("b")).unwrap();
    fs::write(folder.path().join("b/y.toml"), "file = 'weights'\n").unwrap();
    let top = folder.path().join("x.toml");
    fs::write(&top, "base = 'b/y.toml'\n").unwrap();
    let choice = Choice::option("--config", &top.display().to_string());
    let document = EMBEDDED.document(Some(&choice), &[]).unwrap();
    let file = Path::new("weights");
    assert_eq!(document.path_of("file", file).unwrap(), folder.path().join("b/weights"));
    let document = EMBEDDED.document(Some(&choice), &["file=weights".into()]).unwrap();
    assert_eq!(document.path_of("file", file).unwrap(), file);
}

#[test]
fn the_first_comment_describes_a_configuration() {
    let list: Vec<_> = EMBEDDED.list().collect();
    assert_eq!(list[0], ("default", "The strong player."));
    assert_eq!(list[3], ("broken", ""));
}

#[test]
fn a_text_from_elsewhere_may_name_configurations_but_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("y.toml");
    fs::write(&file, "size = 9\n").unwrap();
    let document = |text: &str| EMBEDDED.overlay("request", text, &[]);
    let config: Config = document("[search]\ndepth = 3\n").unwrap().read().unwrap();
    let default: Config = EMBEDDED.document(None, &[]).unwrap().read().unwrap();
    assert_eq!((config.search.depth, config.size), (Some(3), default.size));
    let error = document(&format!("base = '{}'\n", file.display())).unwrap_err().to_string();
    assert!(error.starts_with("request:1: base: no configuration of that name"), "{error}");
    let document = document("file = 'weights'\n").unwrap();
    let problem = document.path_of("file", Path::new("weights")).unwrap_err();
    let error = document.locate(problem).to_string();
    assert_eq!(
        error,
        "request:1: file: found weights, allowed: no file: this text may not name any"
    );
}
