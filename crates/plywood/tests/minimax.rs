//! With every technique off, all algorithms, move orders and tables give the value of minimax: in every
//! game, with every kind of evaluator, at random positions.
//!
//! Games are searched as users do it, by their configurations. That minimax itself is right is shown in
//! the tests of `search`, by a plain recursion.

use harness::facade::{AnyDomain, AnyGame, ConfigSource, Opening, SearchRequest};
use proptest::prelude::*;
use search::Limits;
use search::rng::Rng;

/// An evaluator with the moves that it is used with.
struct Player {
    config: ConfigSource,
    sets: &'static [&'static str],
    /// Whether values depend on the position alone, so that a table may keep them.
    has_table: bool,
}

impl Player {
    fn named(name: &str, sets: &'static [&'static str]) -> Player {
        Player { config: ConfigSource::Named(name.to_owned()), sets, has_table: true }
    }

    fn without_table(self) -> Player {
        Player { has_table: false, ..self }
    }

    fn open(&self, domain: &dyn AnyDomain, way: &[String]) -> Box<dyn AnyGame> {
        let mut sets: Vec<String> = self.sets.iter().map(|&set| set.to_owned()).collect();
        sets.extend(way.iter().filter(|set| self.has_table || !set.contains("table-mib")).cloned());
        let opening = Opening { config: self.config.clone(), sets, ..Opening::default() };
        domain.open(&opening).unwrap_or_else(|error| panic!("{} {way:?}: {error}", domain.name()))
    }
}

/// Settings of the search that may not change the value.
fn any_way() -> impl Strategy<Value = Vec<String>> {
    let algorithm = prop::sample::select(vec!["alpha-beta", "pvs", "mtdf"]);
    let window = prop::option::of((any::<bool>(), 1..40_i64));
    let table = prop::option::of(any::<[bool; 2]>());
    let orders = any::<[bool; 6]>();
    let extras = any::<[bool; 2]>();
    (algorithm, window, table, orders, extras).prop_map(
        |(algorithm, window, table, orders, extras)| {
            let mut sets = vec![format!("search.algorithm={algorithm}")];
            if let Some((aspires, width)) = window {
                sets.push("search.iterative=true".to_owned());
                sets.extend(aspires.then(|| format!("search.aspiration={width}")));
            }
            if let Some([hash_move, looks_ahead]) = table {
                sets.push("search.table-mib=1".to_owned());
                sets.push("search.table-mode=exact".to_owned());
                sets.push(format!("search.ordering.hash-move={hash_move}"));
                sets.extend(looks_ahead.then(|| "search.transposition-cutoff=1".to_owned()));
            }
            let names =
                ["killers", "history", "countermoves", "continuation", "effort", "priority"];
            for (name, is_on) in names.into_iter().zip(orders) {
                sets.push(format!("search.ordering.{name}={is_on}"));
            }
            for (name, is_on) in ["light-frontier", "mate-distance"].into_iter().zip(extras) {
                sets.push(format!("search.{name}={is_on}"));
            }
            sets
        },
    )
}

/// The moves of a random game that is not over after them.
fn random_moves(game: &mut dyn AnyGame, plies: usize, seed: u64) -> Vec<String> {
    let mut rng = Rng::new(seed);
    for _ in 0..plies {
        let targets = game.view().targets;
        let Some(target) = rng.choose(&targets.iter().collect::<Vec<_>>()) else { break };
        let mv = target.text.clone();
        game.play(&mv).expect("a target is legal");
    }
    if game.view().ending.is_some() {
        game.undo();
    }
    game.moves()
}

/// The value for the side to move as text, with the distance to a forced end.
fn value(game: &mut dyn AnyGame, depth: u32) -> String {
    let request = SearchRequest { limits: Limits::depth(depth), ..SearchRequest::default() };
    let row = game.search(&request, &mut |_| ()).expect("a depth is a limit");
    serde_json::to_string(&row.row.score).expect("a score is plain data")
}

/// Compares every way with minimax, for every player.
fn agrees(
    name: &str,
    players: &[Player],
    (plies, seed, depth): (usize, u64, u32),
    ways: &[Vec<String>],
) -> Result<(), TestCaseError> {
    let domain = plywood::SUITE.games.iter().find(|domain| domain.name() == name);
    let domain = *domain.expect("a game of this name");
    for player in players {
        let mut oracle = player.open(domain, &["search.algorithm=minimax".to_owned()]);
        let moves = random_moves(oracle.as_mut(), plies, seed);
        let expected = value(oracle.as_mut(), depth);
        for way in ways {
            let mut game = player.open(domain, way);
            for mv in &moves {
                game.play(mv).expect("the same game");
            }
            let (found, position) = (value(game.as_mut(), depth), game.position());
            prop_assert_eq!(&found, &expected, "{:?} to depth {} {:?}", position, depth, way);
        }
    }
    Ok(())
}

fn at(plies: usize, depth: u32) -> impl Strategy<Value = (usize, u64, u32)> {
    (0..plies, any::<u64>(), 1..=depth)
}

fn ways() -> impl Strategy<Value = Vec<Vec<String>>> {
    prop::collection::vec(any_way(), 4)
}

/// The evaluator `patterns`, whose weights only its own configuration has.
fn gomoku_patterns() -> Player {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/gomoku/patterns.toml");
    let text = std::fs::read_to_string(path).expect("the configuration of the repository");
    let evaluator = text.find("[evaluator]").expect("it has an evaluator");
    let config = ConfigSource::Text(format!("base = \"plain\"\n{}", &text[evaluator..]));
    Player { config, sets: &["game.rows=7", "game.columns=7"], has_table: true }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn gomoku_has_its_minimax_value(at in at(30, 3), rule in 0..4_usize, ways in ways()) {
        const SMALL: [&[&str]; 4] = [
            &["game.rows=7", "game.columns=7", "game.rule=freestyle"],
            &["game.rows=7", "game.columns=7", "game.rule=standard", "moves.order=threats"],
            &["game.rows=8", "game.columns=6", "game.rule=renju", "moves.radius=1"],
            &["game.rows=7", "game.columns=7", "game.rule=caro", "moves.order=centre"],
        ];
        let players = [
            Player::named("plain", SMALL[rule]),
            gomoku_patterns(),
            Player::named("lab-15", &["game.rows=6", "game.columns=6"]),
            Player::named("lab-11", &["game.rows=7", "game.columns=7", "game.start="]),
        ];
        agrees("gomoku", &players, at, &ways)?;
    }

    #[test]
    fn xiangqi_has_its_minimax_value(at in at(60, 2), ways in ways()) {
        // Repetition depends on the course of the game, which a table does not know.
        let players = [
            Player::named("plain", &[]).without_table(),
            Player::named("lab", &[]).without_table(),
        ];
        agrees("xiangqi", &players, at, &ways)?;
    }

    #[test]
    fn othello_has_its_minimax_value(at in at(60, 4), ways in ways()) {
        let players = [
            Player::named("plain", &[]),
            Player::named("plain", &["evaluator.name=pattern"]),
            Player::named("plain", &["game.size=6"]),
            Player::named("lab-v2", &[]),
        ];
        agrees("othello", &players, at, &ways)?;
    }

    #[test]
    fn knight_duel_has_its_minimax_value(at in at(30, 4), ways in ways()) {
        let players = [
            Player::named("plain", &[]),
            Player::named("plain", &[
                "evaluator.name=territory", "evaluator.territory=4", "evaluator.mobility=1",
            ]),
            // Its values depend on the line.
            Player::named("lab", &[]).without_table(),
        ];
        agrees("knight-duel", &players, at, &ways)?;
    }

    #[test]
    fn connect_four_has_its_minimax_value(at in at(40, 5), ways in ways()) {
        let players = [
            Player::named("plain", &[]),
            Player::named("plain", &["evaluator.name=flat"]),
            Player::named("plain", &["evaluator.name=columns", "evaluator.weights=[0,1,2,4,2,1,0]"]),
        ];
        agrees("connect-four", &players, at, &ways)?;
    }
}

#[test]
fn leaves_that_are_decided_in_gomoku_differ_from_minimax_only_where_they_are_asked_for() {
    let domain = plywood::SUITE.games[0];
    // Black makes five next: at depth 1 minimax sees only the static score.
    let value = |sets: &[&str]| {
        let sets = sets.iter().map(|&set| set.to_owned()).collect();
        let config = ConfigSource::Named("plain".to_owned());
        let position = Some("h8a1i8a3j8a5k8".to_owned());
        let opening = Opening { config, sets, position, ..Opening::default() };
        value(domain.open(&opening).expect("it opens").as_mut(), 1)
    };
    let minimax = value(&["search.algorithm=minimax"]);
    assert_eq!(value(&[]), minimax);
    assert_ne!(value(&["search.decided-leaves=true"]), minimax);
    assert_eq!(value(&["search.decided-leaves=true", "search.algorithm=minimax"]), minimax);
}
