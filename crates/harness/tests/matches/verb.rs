//! The `match` verb on a whole domain with real engines.

use crate::Heap;
use clap::Parser;
use harness::config::ConfigProblem;
use harness::matches::cli::{MatchArgs, run};
use harness::matches::{MatchError, MatchReport, Termination};
use harness::{Domain, DrawStyle, Opponent};
use search::{
    Analyst, Engine, Evaluator, NoHooks, Outcome, PathRule, PathVerdict, Score, SearchConfig, Side,
    Step, StopFlag,
};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

struct HeapDomain;

#[derive(Clone, Serialize, Deserialize)]
struct Config {
    stones: u8,
    /// A game of this many plies is drawn.
    longest: Option<usize>,
    search: SearchConfig,
}

/// Knows nothing: every difference in strength comes from the depth.
#[derive(Clone)]
struct Blank;

impl Evaluator<Heap> for Blank {
    fn evaluate(&mut self, _: &Heap) -> Score {
        Score::ZERO
    }
}

impl PathRule<Heap> for Config {
    fn verdict(&self, _: &Heap, history: &[Step<u8>]) -> Option<PathVerdict> {
        let verdict = PathVerdict { outcome: Outcome::Draw, rule: "too long" };
        self.longest.filter(|&longest| history.len() >= longest).map(|_| verdict)
    }
}

impl Domain for HeapDomain {
    type Game = Heap;
    type Config = Config;
    const NAME: &'static str = "heap";
    const ABOUT: &'static str = "Take one or two";
    const DEFAULT_CONFIG: &'static str = "stones = 14\n[search]\ndepth = 14\ntable-mib = 1\n";

    fn check(_: &Config) -> Result<(), ConfigProblem> {
        Ok(())
    }
    fn search(config: &Config) -> &SearchConfig {
        &config.search
    }
    fn search_mut(config: &mut Config) -> &mut SearchConfig {
        &mut config.search
    }
    fn start(config: &Config) -> Heap {
        Heap::of(config.stones)
    }
    fn engine(config: &Config) -> Result<Box<dyn Analyst<Heap>>, ConfigProblem> {
        Ok(Box::new(Engine::new(config.search.clone(), Blank, NoHooks)?))
    }
    fn draw(game: &Heap, _: Option<u8>, _: DrawStyle) -> String {
        format!("{}\n", game.stones)
    }
    fn side_name(side: Side) -> &'static str {
        ["A", "B"][side.index()]
    }
    fn path_rule(config: &Config) -> Option<&dyn PathRule<Heap>> {
        Some(config)
    }
    fn opponents(_: &Config, _: u64) -> Vec<Opponent<Heap>> {
        vec![Opponent { name: "modest", choose: Box::new(|_| 1) }]
    }
    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[]
    }
}

fn load(file: Option<&Path>) -> Result<Config, Box<dyn std::error::Error + Send + Sync>> {
    let text = match file {
        Some(file) => {
            fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?
        }
        None => HeapDomain::DEFAULT_CONFIG.to_owned(),
    };
    Ok(toml::from_str(&text)?)
}

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    args: MatchArgs,
}

fn run_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<MatchReport, MatchError> {
    let command = Command::try_parse_from(["match"].into_iter().chain(words))
        .expect("the command line is well formed");
    run::<HeapDomain>(&command.args, &load, &mut |_| {}, &StopFlag::new())
}

fn run_line(line: &str) -> Result<MatchReport, MatchError> {
    run_words(line.split_whitespace())
}

#[test]
fn a_deep_engine_beats_the_random_mover_and_the_game_can_be_cut_short() {
    let report = run_line("--first default --second random --games 40 --random-plies 2").unwrap();
    assert_eq!((report.first.as_str(), report.second.as_str()), ("default", "random"));
    assert!(report.score > 0.7 && report.complete, "{report}");
    let report =
        run_line("--first default --second default --games 8 --random-plies 2 --proven").unwrap();
    assert_eq!(report.first, "default 1");
    assert_eq!(report.terminations[&Termination::WinProven], 8);
    assert_eq!(report.pairs, [0, 0, 4, 0, 0], "perfect players share every pair");
}

#[test]
fn an_opponent_of_the_domain_can_play_in_a_match() {
    let report = run_line("--first default --second modest --games 10 --random-plies 2").unwrap();
    assert_eq!((report.second.as_str(), report.games), ("modest", 10));
    assert!(report.wins > 5 && report.losses < 5, "{report}");
}

#[test]
fn rules_about_the_course_come_from_the_players_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let short = folder.path().join("short.toml").display().to_string();
    fs::write(&short, "stones = 14\nlongest = 4\n[search]\ndepth = 3\n").unwrap();
    let line = format!("--first {short} --second default --games 4 --random-plies 1");
    let report = run_line(&line).unwrap();
    assert_eq!((report.draws, report.terminations[&Termination::PathRule]), (4, 4));
}

#[test]
fn limits_of_the_match_replace_those_of_the_configuration() {
    let line = "--first default --second default --games 20 --random-plies 3 \
                --second-control depth=1 --concurrency";
    let report = run_line(&format!("{line} 1")).unwrap();
    assert!(report.wins > report.losses, "{report}");
    let again = run_line(&format!("{line} 3")).unwrap();
    assert_eq!(report, again);
}

#[test]
fn configurations_openings_and_records_come_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("deep.toml"), HeapDomain::DEFAULT_CONFIG).unwrap();
    fs::write(path("openings.txt"), "# two\n1 1\n13 B\n").unwrap();
    let (deep, openings, record) = (path("deep.toml"), path("openings.txt"), path("games.jsonl"));
    let words = [
        "--first",
        &deep,
        "--second",
        "default",
        "--games",
        "4",
        "--openings",
        &openings,
        "--record",
        &record,
    ];
    let report = run_words(words).unwrap();
    assert_eq!((report.first.as_str(), report.games), ("deep", 4));
    let text = fs::read_to_string(&record).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["first"]["identity"]["search"]["depth"], 14);
    assert_eq!(lines[1]["opening"], serde_json::json!(["1", "1"]));
    assert_eq!(lines[3]["start"], "13 B");
    assert!(run_words(words).unwrap_err().to_string().contains("--resume"));
    assert_eq!(run_words(words.into_iter().chain(["--resume"])).unwrap(), report);
}

#[test]
fn wrong_players_are_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.toml").display().to_string();
    fs::write(&other, "stones = 9\n[search]\ndepth = 3\n").unwrap();
    let endless = folder.path().join("endless.toml").display().to_string();
    fs::write(&endless, "stones = 14\n[search]\n").unwrap();
    for (line, expected) in [
        (format!("--first default --second {other}"), "second: found other rules"),
        (format!("--first {endless} --second default"), "first: found no limit"),
        ("--first default --second ugi:engine".into(), "second: found no limit"),
        (
            "--first default --second no.toml".into(),
            "second: found \"no.toml\", allowed: a configuration file, default, random, modest, ugi:COMMAND",
        ),
        ("--first default --second ugi:".into(), "second: found \"ugi:\""),
        ("--first default --second default --random-plies 99".into(), "random plies: found 99"),
        ("--first default --second default --openings no.txt".into(), "no.txt: "),
        ("--first default --second default --hang NaN".into(), "hang: found NaN"),
        ("--first default --second default --games 0".into(), "games: found 0"),
        ("--first default --second ugi:/no/such/file --depth 1".into(), "file did not start: /no"),
    ] {
        let error = run_line(&line).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{line}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
