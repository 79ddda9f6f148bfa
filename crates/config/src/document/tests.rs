use super::*;
use proptest::prelude::*;
use search::SearchConfig;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Config {
    search: SearchConfig,
    #[serde(default)]
    evaluator: Evaluator,
    #[serde(default)]
    players: Vec<String>,
    #[serde(default)]
    game: Game,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "name", rename_all = "kebab-case")]
enum Evaluator {
    #[default]
    Zero,
    Lines {
        weights: Vec<i32>,
        #[serde(default)]
        centre: f64,
    },
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Game {
    size: u8,
}

fn error(text: &str, sets: &[&str]) -> String {
    let load = || {
        let mut document = Document::parse("x.toml", text)?;
        sets.iter().try_for_each(|set| document.set(set))?;
        document.read::<Config>()
    };
    load().unwrap_err().to_string()
}

fn load(text: &str, sets: &[&str]) -> Config {
    let mut document = Document::parse("x.toml", text).unwrap();
    for set in sets {
        document.set(set).unwrap();
    }
    document.read().unwrap()
}

#[test]
fn an_unknown_key_is_named_with_its_line_and_the_nearest_valid_one() {
    let message = error("# lab\n[search]\ndept = 6\n", &[]);
    let start = "x.toml:3: search.dept: unknown key; allowed: algorithm, depth,";
    assert!(message.starts_with(start), "{message}");
    assert!(message.ends_with("; did you mean \"depth\"?"), "{message}");
}

#[test]
fn an_unknown_table_is_named() {
    assert_eq!(
        error("[serch]\ndepth = 6\n", &[]),
        "x.toml:1: serch: unknown key; allowed: search, evaluator, players, \
         game; did you mean \"search\"?"
    );
}

#[test]
fn a_wrong_name_lists_the_valid_ones() {
    assert_eq!(
        error("[search]\n\nalgorithm = \"pvz\"\n", &[]),
        "x.toml:3: search.algorithm: found \"pvz\", allowed: minimax, alpha-beta, pvs, mtdf; \
         did you mean \"pvs\"?"
    );
    assert_eq!(
        error("[search]\nalgorithm = 3\n", &[]),
        "x.toml:2: search.algorithm: found 3, allowed: minimax, alpha-beta, pvs, mtdf"
    );
}

#[test]
fn a_wrong_type_is_said_in_words() {
    let message = |line: &str| error(&format!("[search]\n{line}\n"), &[]);
    assert_eq!(
        message("depth = \"six\""),
        "x.toml:2: search.depth: found \"six\", allowed: a whole number from 0 to 4294967295"
    );
    assert_eq!(
        message("depth = -1"),
        "x.toml:2: search.depth: found -1, allowed: a whole number from 0 to 4294967295"
    );
    assert_eq!(
        message("iterative = 1"),
        "x.toml:2: search.iterative: found 1, allowed: true or false"
    );
    assert_eq!(message("ordering = 1"), "x.toml:2: search.ordering: found 1, allowed: a table");
    assert_eq!(
        message("nodes = 99999999999999999999"),
        "x.toml:2: found 99999999999999999999, allowed: a number of at most 64 bits"
    );
}

#[test]
fn errors_inside_a_tagged_enum_are_found_below_its_table() {
    let message = |lines: &str| error(&format!("[search]\n[evaluator]\n{lines}"), &[]);
    assert_eq!(
        message("name = \"linez\"\n"),
        "x.toml:3: evaluator.name: found \"linez\", allowed: zero, lines; did you mean \"lines\"?"
    );
    assert_eq!(
        message("name = \"lines\"\nweights = [1]\ncenter = 2\n"),
        "x.toml:5: evaluator.center: unknown key; allowed: weights, centre; \
         did you mean \"centre\"?"
    );
    assert_eq!(
        message("name = \"lines\"\nweights = [\n1,\n\"two\"]\n"),
        "x.toml:6: evaluator.weights[1]: found \"two\", allowed: a whole number from -2147483648 \
         to 2147483647"
    );
    assert_eq!(message("name = \"lines\"\n"), "x.toml:2: evaluator.weights: missing key");
    assert_eq!(message("weights = [1]\n"), "x.toml:2: evaluator.name: missing key");
}

#[test]
fn a_missing_table_is_named() {
    assert_eq!(error("", &[]), "x.toml: search: missing key");
}

#[test]
fn an_error_from_a_set_names_the_set() {
    assert_eq!(
        error("[search]\n", &["search.depth=six"]),
        "--set search.depth=six: search.depth: found \"six\", allowed: a whole number from 0 to \
         4294967295"
    );
    let message = error("[search]\n", &["search.depht=6"]);
    assert!(message.starts_with("--set search.depht=6: search.depht: unknown key"), "{message}");
    assert!(message.ends_with("did you mean \"depth\"?"), "{message}");
    assert!(error("[search]\n", &["search.depht="]).contains("search.depht: unknown key"));
    assert!(error("[search]\n", &["search"]).contains("write it as key.path=value"));
    assert!(error("[search]\n", &["=1"]).contains("write it as"));
    assert!(error("[search]\n", &["search..depth=1"]).contains("write it as"));
    assert!(error("[search]\n", &[&format!("{}a=1", "a.".repeat(40_000))]).contains("write it as"));
}

#[test]
fn a_set_overrides_adds_and_removes() {
    let text =
        "[search]\ndepth = 4\naspiration = 20\n[evaluator]\nname = \"lines\"\nweights = []\n";
    let config = load(
        text,
        &[
            "search.depth=6",
            "search.algorithm=mtdf",
            "search.aspiration=",
            "search.solver=",
            "search.null-move={ min-depth = 3, reduction = 2 }",
            "search.null-move.reduction=4",
            "evaluator.weights=[1, 2]",
            "evaluator.centre=",
            "players=[\"a\"]",
        ],
    );
    assert_eq!(config.search.depth, Some(6));
    assert_eq!(config.search.algorithm, search::Algorithm::Mtdf);
    assert_eq!(config.search.aspiration, None);
    assert_eq!(config.search.null_move.unwrap().reduction, 4);
    assert_eq!(config.evaluator, Evaluator::Lines { weights: vec![1, 2], centre: 0.0 });
    assert_eq!(config.players, ["a"]);
}

#[test]
fn a_problem_found_later_is_led_back_to_its_line_its_set_or_its_table() {
    let mut document = Document::parse("x.toml", "[search]\ndepth = 0\n[game]\n").unwrap();
    let located = |document: &Document, key: &str| {
        document.locate(ConfigProblem::new(key, "0", "1 to 250")).to_string()
    };
    assert_eq!(
        located(&document, "search.depth"),
        "x.toml:2: search.depth: found 0, allowed: 1 to 250"
    );
    assert_eq!(located(&document, "game.size"), "x.toml:3: game.size: found 0, allowed: 1 to 250");
    assert_eq!(located(&document, "lab.size"), "x.toml: lab.size: found 0, allowed: 1 to 250");
    document.set("search.depth=0").unwrap();
    assert_eq!(
        located(&document, "search.depth"),
        "--set search.depth=0: search.depth: found 0, allowed: 1 to 250"
    );
}

#[test]
fn what_is_not_toml_is_refused_with_line_and_column() {
    let message = error("[search]\ndepth = = 6\n", &[]);
    assert!(message.starts_with("x.toml:2:9: "), "{message}");
    assert!(!message.contains('\n'));
    assert!(error("[search]\ndepth = 1\ndepth = 2\n", &[]).starts_with("x.toml:3:1: "));
    assert!(error(&format!("x = {}", "[".repeat(10_000)), &[]).starts_with("x.toml:1:"));
}

#[test]
fn a_section_leaves_keys_to_others_but_lists_them_as_allowed() {
    let text = "[[case]]\nname = \"a\"\nsize = 3\n[[case]]\nname = \"b\"\nsiz = 3\n";
    let document = Document::parse("x.toml", text).unwrap();
    let cases = document.root().get("case").unwrap().items();
    assert_eq!(cases[0].read_without::<Game>(&["name"]).unwrap(), Game { size: 3 });
    assert_eq!(
        cases[1].read_without::<Game>(&["name"]).unwrap_err().to_string(),
        "x.toml:6: case[1].siz: unknown key; allowed: name, size; did you mean \
         \"size\"?"
    );
}

#[test]
fn a_printed_configuration_loads_back_equal() {
    let text = "players = [\"a\", \"b\"]\n[search]\ndepth = 3\nnull-move = { min-depth = 2, \
                reduction = 2 }\n[evaluator]\nname = \"lines\"\nweights = [3]\ncentre = 0.1\n";
    let config = load(text, &[]);
    let printed = toml::to_string(&config).unwrap();
    assert_eq!(load(&printed, &[]), config);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic_and_every_error_is_one_line(
        text in "(\\[(search|evaluator|game)\\]\n|(depth|name|size|weights)( = |\\.)|[0-9]{1,20}\
                 |\"(lines|zero|pvs)\"|\\[|\\]|\n|\\PC){0,30}",
        set in "(search|game|evaluator|\\PC){0,2}\\.?(depth|size|name|\\PC){0,2}=?\\PC{0,8}",
    ) {
        let load = || {
            let mut document = Document::parse("x.toml", &text)?;
            document.set(&set)?;
            document.read::<Config>()
        };
        if let Err(error) = load() {
            let message = error.to_string();
            prop_assert!(!message.chars().any(char::is_control), "{message:?}");
            prop_assert!(message.starts_with("x.toml") || message.starts_with("--set"));
        }
    }
}
