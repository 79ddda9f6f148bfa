//! The `match` verb on a whole domain with real engines.

#[path = "support/heap_domain.rs"]
mod heap_domain;

use clap::Parser;
use config::ConfigError;
use harness::Domain;
use heap_domain::{Config, HeapDomain};
use matches::{ConfigSource, MatchError, MatchOptions, MatchReport, run_match};
use protocols::LoadedConfig;
use record::Termination;
use search::StopFlag;
use std::fs;

fn load(source: ConfigSource<'_>) -> Result<LoadedConfig<HeapDomain>, ConfigError> {
    let configs = <HeapDomain as Domain>::CONFIGS;
    let document = match source {
        ConfigSource::CommandLine => configs.document(None, &[])?,
        ConfigSource::Choice(choice, changes) => configs.document(Some(choice), changes)?,
        ConfigSource::Level(level) => configs.document(None, &[level])?,
    };
    document.read::<Config>().map(Into::into)
}

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    options: MatchOptions,
}

fn run_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<MatchReport, MatchError> {
    let command = Command::try_parse_from(["match"].into_iter().chain(words))
        .expect("the command line is well formed");
    let setup = command.options.setup::<HeapDomain>(&load)?;
    run_match(&setup, &mut |_| {}, &StopFlag::new())
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
fn a_player_is_a_configuration_by_name() {
    let report = run_line("--first default --second shallow --games 20 --random-plies 3").unwrap();
    assert_eq!((report.first.as_str(), report.second.as_str()), ("default", "shallow"));
    assert!(report.wins > report.losses, "{report}");
}

#[test]
fn a_player_is_a_level_with_the_limits_of_the_level() {
    let report = run_line("--first level:2 --second level:1 --games 20 --random-plies 3").unwrap();
    assert_eq!((report.first.as_str(), report.second.as_str()), ("level 2", "level 1"));
    assert!(report.wins > report.losses, "{report}");
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
    fs::write(&short, "longest = 4\n[search]\ndepth = 3\n").unwrap();
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
    fs::write(path("deep.toml"), "").unwrap();
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
    assert_eq!(lines[1]["opening"], 2);
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
    fs::write(&endless, "[search]\ndepth = false\n").unwrap();
    for (line, expected) in [
        (
            format!("--first default --second {other}"),
            "second: the players have different rules: start \"14 A\" against \"9 A\"",
        ),
        (format!("--first {endless} --second default"), "first: no limit; give --time"),
        ("--first default --second ugi:engine".into(), "second: no limit; give --time"),
        ("--first default --second no.toml".into(), "--second no.toml: no such file"),
        (
            "--first default --second shalow".into(),
            "--second shalow: no configuration of that name; allowed: default, shallow, a file, \
             random, modest, ugi:COMMAND; did you mean \"shallow\"?",
        ),
        ("--first default --second level:x".into(), "second: found \"level:x\", allowed: level:N"),
        ("--first level:3 --second default".into(), "--first level:3: level: found 3, allowed: 1"),
        ("--first default --second ugi:".into(), "second: found \"ugi:\""),
        ("--first default --second default --random-plies 99".into(), "random plies: found 99"),
        (
            "--first default --second default --random-plies 18446744073709551615".into(),
            "random plies: found 18446744073709551615, allowed: 0 to 1000",
        ),
        (
            "--first default --second default --games 1000000000".into(),
            "games: found 1000000000, allowed: 1 to 10000000",
        ),
        ("--first default --second default --openings no.txt".into(), "no.txt: no such file"),
        ("--first default --second default --hang NaN".into(), "hang: found NaN"),
        ("--first default --second default --games 0".into(), "games: found 0"),
        ("--first default --second ugi:/no/such/file --depth 1".into(), "file did not start: /no"),
    ] {
        let error = run_line(&line).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{line}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
