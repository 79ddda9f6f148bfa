//! Matches between players of this process.

use crate::Heap;
use crate::support::{
    entrant, line, local_taker, perfect, play, random, result, setup, taker, timid,
};
use matches::{GameResult, MatchError, Openings, Sprt, Verdict, run_match};
use protocols::cpu::thread_seconds;
use protocols::{Choice, Control, GameStart, GameState, Player, PlayerFault};
use record::{PlayedGame, Termination};
use search::{Notation, Outcome, PathVerdict, Side, StopFlag};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

#[test]
fn a_player_that_wins_every_game_has_a_lower_bound_and_no_elo() {
    let (report, games) = play(&setup(perfect(), timid(), 20));
    assert_eq!((report.wins, report.draws, report.losses), (20, 0, 0));
    assert_eq!(report.pairs, [0, 0, 0, 0, 10]);
    assert!(report.elo_low.unwrap() > 100.0);
    assert_eq!((report.elo, report.error, report.elo_high), (None, None, None));
    assert!(report.los > 0.999);
    assert!(report.complete);
    assert_eq!(report.terminations[&Termination::Rules], 20);
    for game in &games {
        let stones = if (game.number.unwrap() - 1) / 2 % 2 == 0 { 20 } else { 23 };
        let played = game.replay(Heap::parse_position).unwrap();
        assert_eq!(
            (played.start(), played.ending().unwrap().reason),
            (&Heap::of(stones), Termination::Rules)
        );
    }
    let (reversed, _) = play(&setup(timid(), perfect(), 20));
    assert_eq!(reversed.losses, 20);
    assert!((reversed.elo_high.unwrap() + report.elo_low.unwrap()).abs() < 1e-9);
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let (_, games) = play(&setup(taker("one", |_| Ok(1)), taker("two", |_| Ok(2)), 6));
    let openings: Vec<&str> = games.iter().map(|game| game.start.as_str()).collect();
    assert_eq!(openings, ["20 A", "20 A", "23 A", "23 A", "20 A", "20 A"]);
    for game in &games {
        let swapped = game.number.unwrap() % 2 == 0;
        assert_eq!(game.players, if swapped { ["two", "one"] } else { ["one", "two"] });
        assert_eq!(game.moves[0].text, if swapped { "2" } else { "1" });
    }
    // 20 = 6 · 3 + 2: "one" begins, takes 1, then "two" is stuck with the last stone.
    assert_eq!(games[0].reason, Some(Termination::IllegalMove));
    assert_eq!(result(&games[0]), GameResult::Win);
    assert_eq!(games[0].detail.as_deref(), Some("two played the illegal move \"2\""));
    // "two" begins: 20 - 18 = 2, and takes both.
    assert_eq!((games[1].reason, result(&games[1])), (Some(Termination::Rules), GameResult::Loss));
}

#[test]
fn the_result_does_not_depend_on_the_concurrency() {
    let run = |concurrency| {
        let mut setup = setup(random("a"), random("b"), 40);
        setup.conditions.concurrency = concurrency;
        play(&setup)
    };
    let (report, games) = run(1);
    assert!(report.wins > 0 && report.losses > 0, "{report}");
    assert_ne!(line(&games[0]), line(&games[4]), "games with the same opening have other seeds");
    for concurrency in [2, 7, 64] {
        assert_eq!(run(concurrency), (report.clone(), games.clone()), "{concurrency}");
    }
}

#[test]
fn the_sequential_test_ends_the_match_at_the_same_game_for_any_concurrency() {
    let run = |concurrency| {
        let mut setup = setup(perfect(), random("random"), 1000);
        setup.conditions.concurrency = concurrency;
        setup.sprt = Some(Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 });
        play(&setup).0
    };
    let report = run(1);
    assert_eq!(report.sprt.unwrap().verdict, Verdict::AcceptH1);
    assert!(report.complete && report.games < 200, "{report}");
    assert_eq!(run(4), report);
}

#[test]
fn a_path_rule_ends_the_game_by_its_name() {
    let mut setup = setup(timid(), timid(), 2);
    setup.conditions.path_verdict = Some(Arc::new(|_, history| {
        let outcome = Outcome::Win(Side::Second);
        (history.len() == 5).then_some(PathVerdict { outcome, rule: "five plies" })
    }));
    let (report, games) = play(&setup);
    assert_eq!(report.terminations[&Termination::PathRule], 2);
    assert_eq!(games[0].detail.as_deref(), Some("five plies"));
    assert_eq!((result(&games[0]), result(&games[1])), (GameResult::Loss, GameResult::Win));
    assert_eq!(games[0].moves.len(), 5);
}

#[test]
fn the_greatest_length_is_a_draw() {
    let mut setup = setup(timid(), perfect(), 2);
    setup.conditions.adjudication.max_plies = Some(3);
    let (report, games) = play(&setup);
    assert_eq!((report.draws, report.terminations[&Termination::MaxPlies]), (2, 2));
    assert_eq!(games[0].moves.len(), 3);
}

#[test]
fn a_late_move_forfeits_on_time() {
    let slow = taker("slow", |_| {
        std::thread::sleep(Duration::from_millis(20));
        Ok(1)
    });
    let mut setup = setup(slow, timid(), 2);
    setup.first.control = Control { time: Some(0.001), ..Control::default() };
    let (report, games) = play(&setup);
    assert_eq!((report.losses, report.terminations[&Termination::TimeForfeit]), (2, 2));
    assert!(games[0].detail.as_deref().unwrap().starts_with("slow was late by 0.0"));
}

#[test]
fn waiting_for_the_processor_does_not_forfeit_an_engine_of_this_process() {
    // To the clock, sleeping is the same as being preempted by other processes.
    let preempted = local_taker("preempted", |_| {
        std::thread::sleep(Duration::from_millis(30));
        Ok(1)
    });
    let mut setup = setup(preempted, timid(), 2);
    setup.first.control = Control { time: Some(0.01), ..Control::default() };
    let (report, _) = play(&setup);
    assert_eq!(report.terminations[&Termination::Rules], 2);
}

#[test]
fn too_much_cpu_time_forfeits_an_engine_of_this_process() {
    let busy = local_taker("busy", |_| {
        let start = thread_seconds();
        while thread_seconds() - start < 0.02 {}
        Ok(1)
    });
    let mut setup = setup(busy, timid(), 2);
    setup.first.control = Control { time: Some(0.001), ..Control::default() };
    let (report, _) = play(&setup);
    assert_eq!((report.losses, report.terminations[&Termination::TimeForfeit]), (2, 2));
}

#[test]
fn a_stop_ends_the_longest_match_at_once() {
    let stop = StopFlag::new();
    stop.stop();
    let mut setup = setup(perfect(), timid(), matches::MAX_GAMES);
    setup.conditions.openings = Openings::random(vec![PlayedGame::new(Heap::of(20))], 3, 1);
    let report = run_match(&setup, &mut |_| {}, &stop).unwrap();
    assert_eq!((report.games, report.complete), (0, false));
}

#[test]
fn a_player_that_panics_loses_that_game_and_is_created_again() {
    let fragile = taker("fragile", |state| {
        if state.game.plies() == 1 {
            std::panic::resume_unwind(Box::new("index out of bounds"));
        }
        Ok(1)
    });
    // It moves second, and so panics, only with swapped colours.
    let (report, games) = play(&setup(fragile, taker("one", |_| Ok(1)), 4));
    assert_eq!(report.terminations[&Termination::Crashed], 2);
    assert_eq!(report.terminations[&Termination::Rules], 2);
    assert_eq!(games[1].detail.as_deref(), Some("fragile crashed: index out of bounds"));
    assert_eq!(result(&games[1]), GameResult::Loss);
}

#[test]
fn a_stopped_match_counts_only_finished_games() {
    let stop = StopFlag::new();
    let raised = stop.clone();
    // Searches without end in the middle of the first game, until it is stopped.
    let patient = taker("patient", move |state| {
        if state.game.plies() < 6 {
            return Ok(1);
        }
        raised.stop();
        while !state.stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(PlayerFault::Stopped)
    });
    let setup = setup(patient, timid(), 10);
    let report = run_match(&setup, &mut |_| {}, &stop).unwrap();
    assert_eq!(report.games, 0);
    assert!(!report.complete);
}

#[test]
fn a_player_that_cannot_be_created_is_named() {
    let mut setup = setup(perfect(), entrant("absent", || unreachable!()), 2);
    setup.second.make = Box::new(|| Err(PlayerFault::StartFailed("no such evaluator".into())));
    let error = run_match(&setup, &mut |_| {}, &StopFlag::new()).unwrap_err();
    assert_eq!(error.to_string(), "absent did not start: no such evaluator");
}

#[test]
fn settings_out_of_range_are_refused_by_name() {
    let refused = |change: fn(&mut matches::MatchSetup<Heap>)| {
        let mut setup = setup(perfect(), timid(), 2);
        change(&mut setup);
        let error = run_match(&setup, &mut |_| {}, &StopFlag::new()).unwrap_err();
        assert!(matches!(error, MatchError::Setting { .. }));
        error.to_string()
    };
    assert_eq!(refused(|s| s.games = 0), "games: found 0, allowed: 1 to 10000000");
    assert_eq!(
        refused(|s| s.conditions.concurrency = 0),
        "concurrency: found 0, allowed: 1 to 1024"
    );
    assert!(
        refused(|s| s.conditions.openings = Vec::new().into()).starts_with("openings: found 0")
    );
    assert!(refused(|s| s.first.control.depth = Some(0)).starts_with("first control: depth"));
    assert!(
        refused(|s| s.conditions.adjudication.max_plies = Some(0))
            .starts_with("adjudication: max plies")
    );
}

/// Always takes one stone, and reports how its games end.
struct Listener(Sender<(usize, Option<Termination>)>);

impl Player<Heap> for Listener {
    fn name(&self) -> &str {
        "listener"
    }
    fn new_game(&mut self, _: &GameStart<'_, Heap>) -> Result<(), PlayerFault> {
        Ok(())
    }
    fn choose(&mut self, _: &GameState<'_, Heap>) -> Result<Choice<u8>, PlayerFault> {
        Ok(Choice::bare(1))
    }
    fn game_over(&mut self, game: &PlayedGame<Heap>) {
        let _ = self.0.send((game.plies(), game.ending().map(|ending| ending.reason)));
    }
}

#[test]
fn players_learn_how_a_game_ended() {
    let reported = |opponent| {
        let (sender, heard) = channel();
        let listener = entrant("listener", move || Box::new(Listener(sender.clone())));
        play(&setup(listener, opponent, 1));
        heard.try_iter().collect::<Vec<_>>()
    };
    assert_eq!(reported(timid()), [(20, Some(Termination::Rules))]);
    assert_eq!(reported(taker("greedy", |_| Ok(9))), [(1, Some(Termination::IllegalMove))]);
}
