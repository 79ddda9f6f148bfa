//! Every game through the facade alone.

use harness::facade::{AnyGame, Caps, ConfigSource, Opening, SearchRequest};
use harness::trace::{MoveOrder, TraceRequest};
use search::{Algorithm, Limits, StopFlag};

/// Plays the first legal move this many times.
fn play(game: &mut dyn AnyGame, plies: usize) {
    for _ in 0..plies {
        let Some(target) = game.view().targets.first().map(|target| target.text.clone()) else {
            return;
        };
        game.play(&target).expect("a target is legal");
    }
}

#[test]
fn moves_are_played_and_taken_back() {
    for domain in plywood::SUITE.games {
        let mut game = domain.open(&Opening::default()).expect("the default opens");
        let start = game.position();
        play(game.as_mut(), 4);
        assert_eq!(game.moves().len(), 4, "{}", domain.name());
        while game.undo().is_some() {}
        assert_eq!(game.position(), start, "{}", domain.name());
    }
}

#[test]
fn a_game_that_is_written_is_read_back_in_every_format_that_does_both() {
    for domain in plywood::SUITE.games {
        let mut game = domain.open(&Opening::default()).expect("the default opens");
        play(game.as_mut(), 6);
        let (position, moves) = (game.position(), game.moves());
        for format in game.formats().iter().filter(|format| format.reads && format.writes) {
            let text = game.export(format.format).expect("six moves can be written");
            game.import(text.as_bytes()).expect(format.format);
            let name = format!("{} {}", domain.name(), format.format);
            assert_eq!(
                (game.position(), game.moves()),
                (position.clone(), moves.clone()),
                "{name}"
            );
        }
    }
}

#[test]
fn a_finished_game_has_an_outcome_and_refuses_moves() {
    for domain in plywood::SUITE.games {
        let mut game = domain.open(&Opening::default()).expect("the default opens");
        let mv = game.view().targets[0].text.clone();
        game.resign().expect("an open game");
        let view = game.view();
        assert_eq!(view.ending.and_then(|ending| ending.winner), Some(1), "{}", domain.name());
        assert!(view.targets.is_empty(), "{}", domain.name());
        assert_eq!(game.play(&mv).expect_err("over").to_string(), "move: the game is over");
    }
}

#[test]
fn a_search_reports_every_depth_and_obeys_its_stop_flag() {
    for domain in plywood::SUITE.games {
        let mut game = domain.open(&Opening::default()).expect("the default opens");
        play(game.as_mut(), 2);
        let mut depths = Vec::new();
        let request = SearchRequest { limits: Limits::depth(3), ..SearchRequest::default() };
        let row = game.search(&request, &mut |iteration| depths.push(iteration.depth));
        let row = row.expect("a depth is a limit");
        assert!(row.best.is_some() && !row.lines.is_empty(), "{}", domain.name());
        // The squares of the best move are those that a click on the board would play.
        let target =
            game.view().targets.into_iter().find(|target| Some(&target.text) == row.best.as_ref());
        assert_eq!(
            target.map(|target| target.places),
            row.places[0].first().copied(),
            "{}",
            domain.name()
        );
        assert!(depths.is_sorted() && depths.last() <= Some(&row.depth), "{}", domain.name());
        let stop = StopFlag::new();
        stop.stop();
        let request = SearchRequest { limits: Limits::depth(60), stop, ..SearchRequest::default() };
        game.search(&request, &mut |_| ()).expect("a stopped search ends");
    }
}

#[test]
fn a_configuration_is_a_name_a_text_or_a_level() {
    for domain in plywood::SUITE.games {
        let open = |config: ConfigSource, level| {
            domain.open(&Opening { config, level, ..Opening::default() })
        };
        for (name, _) in domain.configs() {
            let game = open(ConfigSource::Named(name.to_owned()), None).expect(name);
            let text = game.config().expect("a configuration has a text");
            let again = open(ConfigSource::Text(text.clone()), None);
            assert_eq!(again.expect(name).config().expect("a text"), text, "{}", domain.name());
        }
        for level in 1..=domain.levels() as u32 {
            open(ConfigSource::Default, Some(level)).expect("a level opens");
        }
    }
}

#[test]
fn a_configuration_from_outside_cannot_name_files() {
    for (index, text, problem) in [
        (0, "base = '/etc/hostname'", "config:1: base: no configuration of that name"),
        (0, "evaluator.weights = 'x.toml'", "config:1: evaluator.weights: "),
        (2, "book.file = 'x.book'", "config:1: book.file: "),
    ] {
        let config = ConfigSource::Text(text.to_owned());
        let opened = plywood::SUITE.games[index].open(&Opening { config, ..Opening::default() });
        let error = opened.err().expect(text).to_string();
        assert!(error.starts_with(problem), "{error}");
    }
    let config = ConfigSource::Named("/etc/hostname".to_owned());
    let opened = plywood::SUITE.games[0].open(&Opening { config, ..Opening::default() });
    let error = opened.err().expect("a path is not a name").to_string();
    assert!(error.contains("no configuration of that name"), "{error}");
}

#[test]
fn every_value_of_every_option_opens_and_the_first_is_the_default() {
    for domain in plywood::SUITE.games {
        let open = |sets: &[&str]| {
            let sets = sets.iter().map(|&set| set.to_owned()).collect();
            domain.open(&Opening { sets, ..Opening::default() })
        };
        let default = open(&[]).expect("the default opens").config().expect("a text");
        for option in domain.options() {
            for (index, value) in option.values.iter().enumerate() {
                let name = format!("{} {} {}", domain.name(), option.name, value.name);
                let config = open(value.sets).expect(&name).config().expect("a text");
                assert_eq!(config == default, index == 0, "{name}");
            }
        }
    }
}

#[test]
fn caps_hold_whatever_the_configuration_asks_for() {
    let caps = Some(Caps { table_mib: 3, threads: 1 });
    for domain in plywood::SUITE.games {
        for (name, _) in domain.configs() {
            let config = ConfigSource::Named(name.to_owned());
            let game = domain.open(&Opening { config, caps, ..Opening::default() }).expect(name);
            let text = game.config().expect("a text");
            let value = |line: &str, key: &str| {
                let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?;
                value.trim().parse::<usize>().ok()
            };
            for line in text.lines() {
                assert!(value(line, "table-mib").is_none_or(|mib| mib <= 3), "{name}: {line}");
                assert!(
                    value(line, "threads").is_none_or(|threads| threads <= 1),
                    "{name}: {line}"
                );
            }
            assert!(text.contains("table-mib"), "{} {name}", domain.name());
        }
    }
}

#[test]
fn a_search_without_other_limits_ends_after_the_longest_time() {
    let domain = plywood::SUITE.games[0];
    let sets = vec!["search.seconds=".to_owned()];
    let mut game = domain.open(&Opening { sets, ..Opening::default() }).expect("it opens");
    let longest = Some(std::time::Duration::from_millis(30));
    let request = SearchRequest { longest, ..SearchRequest::default() };
    assert_eq!(game.search(&request, &mut |_| ()).expect("a limit").ended, "time");
}

#[test]
fn a_recorded_search_finds_what_the_search_finds_under_every_configuration() {
    for domain in plywood::SUITE.games {
        for (name, _) in domain.configs() {
            let config = ConfigSource::Named(name.to_owned());
            // The book of othello's default answers without a search.
            let caps = Some(Caps { table_mib: 2, threads: 1 });
            let mut game =
                domain.open(&Opening { config, caps, ..Opening::default() }).expect(name);
            play(game.as_mut(), 3);
            let limits = Limits::depth(3);
            let request = SearchRequest { limits: limits.clone(), ..SearchRequest::default() };
            let found = game.search(&request, &mut |_| ()).expect("a limit");
            let request = TraceRequest { limits, nodes: 1_000_000, ..TraceRequest::default() };
            let trace = game.trace(&request).expect(name);
            let name = format!("{} {name}", domain.name());
            if found.ended != "book" {
                assert_eq!(trace.result.best, found.best, "{name}");
                assert_eq!(trace.result.score, found.score, "{name}");
            }
            if trace.result.ended != "solved" {
                let searched = trace.nodes.iter().filter(|node| node.parent.is_some()).count();
                assert_eq!(searched as u64, trace.result.nodes, "{name}");
            }
        }
    }
}

#[test]
fn every_algorithm_and_order_records_the_same_value_of_a_plain_game() {
    for domain in plywood::SUITE.games {
        let config = ConfigSource::Named("plain".to_owned());
        let mut game = domain.open(&Opening { config, ..Opening::default() }).expect("it opens");
        play(game.as_mut(), 2);
        let trace = |algorithm, order| {
            let request = TraceRequest {
                algorithm: Some(algorithm),
                order,
                limits: Limits::depth(2),
                ..TraceRequest::default()
            };
            game.trace(&request).expect("a limit").result
        };
        let expected = trace(Algorithm::Minimax, None);
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf] {
            for order in [MoveOrder::On, MoveOrder::Off, MoveOrder::Reversed] {
                let found = trace(algorithm, Some(order));
                assert_eq!(found.score, expected.score, "{} {algorithm:?}", domain.name());
                let is_textbook = algorithm == Algorithm::AlphaBeta;
                assert!(!is_textbook || found.nodes <= expected.nodes, "{}", domain.name());
            }
        }
    }
}
