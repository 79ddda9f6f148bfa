//! Tournaments of small players.

use crate::Heap;
use crate::support::{conditions, perfect, play, random, setup, timid};
use files::merge;
use matches::{
    Entrant, Kind, Openings, RecordFile, TournamentReport, TournamentSetup, run_tournament,
};
use record::PlayedGame;
use search::StopFlag;
use std::fs;
use std::path::{Path, PathBuf};

fn players() -> Vec<Entrant<Heap>> {
    vec![perfect(), random("random"), timid(), random("other")]
}

fn tournament(kind: Kind, games: usize) -> TournamentSetup<Heap> {
    let mut conditions = conditions();
    conditions.openings = Openings::random(vec![PlayedGame::new(Heap::of(20))], 3, 1);
    TournamentSetup { players: players(), kind, games, conditions, record: None }
}

/// Plays a tournament; its report and the number of games that were played.
fn run(setup: &TournamentSetup<Heap>) -> (TournamentReport, usize) {
    let mut played = 0;
    let mut progress = |now: &matches::TournamentProgress<'_>| {
        played += usize::from(now.game.is_some());
    };
    let report = run_tournament(setup, &mut progress, &StopFlag::new());
    (report.expect("the tournament can be played"), played)
}

fn part(path: &Path, shard: &str, kind: Kind) -> TournamentSetup<Heap> {
    let mut setup = tournament(kind, 10);
    let shard = shard.parse().expect("a shard");
    setup.record = Some(RecordFile::Part { path: path.to_owned(), shard });
    setup
}

#[test]
fn everyone_plays_everyone_and_the_perfect_player_is_first() {
    let (report, played) = run(&tournament(Kind::RoundRobin, 20));
    assert_eq!((played, report.games, report.complete), (120, 120, true));
    let first = &report.players[0];
    assert_eq!((first.rank, first.player.as_str(), first.games), (1, "perfect", 60));
    let points: f64 = report.players.iter().map(|one| one.score * one.games as f64).sum();
    assert!((points - 120.0).abs() < 1e-9);
    let mean: f64 = report.players.iter().map(|one| one.elo.unwrap()).sum();
    assert!(mean.abs() < 1e-6);
    assert!(report.players.is_sorted_by(|one, other| one.elo >= other.elo));
    let [games, back] = [(0, 1), (1, 0)]
        .map(|(one, other)| report.players[one].against[&report.players[other].player]);
    assert_eq!((games.wins, games.losses), (back.losses, back.wins));
}

#[test]
fn a_tournament_of_two_is_a_match() {
    let mut two = tournament(Kind::RoundRobin, 40);
    two.players.truncate(2);
    let (report, _) = run(&two);
    let mut match_setup = setup(perfect(), random("random"), 40);
    match_setup.conditions = tournament(Kind::RoundRobin, 40).conditions;
    let (expected, _) = play(&match_setup);
    let player = |name: &str| report.players.iter().find(|one| one.player == name).unwrap();
    let [one, other] = ["perfect", "random"].map(player);
    assert_eq!((one.wins, one.draws, one.losses), (expected.wins, expected.draws, expected.losses));
    let difference = one.elo.unwrap() - other.elo.unwrap();
    assert!((difference - expected.elo.unwrap()).abs() < 1e-6);
}

#[test]
fn in_a_gauntlet_the_others_do_not_meet() {
    let (report, played) = run(&tournament(Kind::Gauntlet, 4));
    assert_eq!(played, 12);
    for player in &report.players {
        let opponents = if player.player == "perfect" { 3 } else { 1 };
        assert_eq!(player.against.len(), opponents, "{}", player.player);
    }
}

#[test]
fn any_number_of_shards_and_threads_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let (expected, _) = run(&part(&whole, "1/1", Kind::RoundRobin));
    for of in [4, 16] {
        let parts: Vec<PathBuf> =
            (1..=of).map(|number| folder.path().join(format!("{number}-{of}"))).collect();
        for (number, path) in (1..).zip(&parts) {
            let mut setup = part(path, &format!("{number}/{of}"), Kind::RoundRobin);
            setup.conditions.concurrency = number;
            assert!(run(&setup).0.complete);
        }
        let merged = folder.path().join(format!("merged-{of}"));
        merge(&parts, &merged).unwrap();
        assert_eq!(fs::read_to_string(&merged).unwrap(), fs::read_to_string(&whole).unwrap());
        assert_eq!(run(&part(&merged, "1/1", Kind::RoundRobin)), (expected.clone(), 0));
    }
    let error = run_tournament(&part(&whole, "1/1", Kind::Gauntlet), &mut |_| {}, &StopFlag::new());
    assert!(error.unwrap_err().to_string().contains("recorded with kind = \"round-robin\""));
}

#[test]
fn an_interrupted_tournament_continues_and_can_be_made_longer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let recorded = |games, resume| {
        let mut setup = tournament(Kind::RoundRobin, games);
        setup.record = Some(RecordFile::Journal { path: path.clone(), resume });
        setup
    };
    let (short, _) = run(&recorded(4, false));
    assert!(short.complete);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    assert_eq!(run(&recorded(4, true)), (short, 1));
    let (long, played) = run(&recorded(6, true));
    assert_eq!((played, long), (12, run(&tournament(Kind::RoundRobin, 6)).0));
}

#[test]
fn a_setup_that_is_no_tournament_is_refused() {
    let refused = |change: fn(&mut TournamentSetup<Heap>)| {
        let mut setup = tournament(Kind::RoundRobin, 4);
        change(&mut setup);
        run_tournament(&setup, &mut |_| {}, &StopFlag::new()).unwrap_err().to_string()
    };
    let error = refused(|setup| setup.games = 3);
    assert_eq!(error, "games: found 3, allowed: an even number, for both colours");
    assert_eq!(refused(|setup| setup.players.truncate(1)), "players: found 1, allowed: 2 to 64");
}
