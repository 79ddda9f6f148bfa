//! Positions, moves, game files and configurations.

use crate::text;
use crate::words::{FIRST_WORD, expand};
use config::{Assignment, Document};
use harness::{Domain, formats};
use protocols::Playable;
use search::notation::Coordinates;
use search::{Game, Notation};
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use xiangqi::notation::Style;

/// The default configuration of a game, read once.
pub(crate) fn default_config<D: Domain>() -> D::Config {
    thread_local! {
        static READ: RefCell<HashMap<TypeId, Box<dyn Any>>> = RefCell::default();
    }
    READ.with_borrow_mut(|read| {
        let config = read.entry(TypeId::of::<D>()).or_insert_with(|| {
            let document = D::CONFIGS.document(None, &[]).expect("a built-in configuration");
            Box::new(document.read::<D::Config>().expect("a built-in configuration"))
        });
        config.downcast_ref::<D::Config>().expect("of this game").clone()
    })
}

/// A position that is read can be written and read again.
pub(crate) fn position<D: Domain>(bytes: &[u8]) {
    let config = default_config::<D>();
    let Ok(position) = D::parse_position(&config, &text(bytes)) else { return };
    let written = position.position_text();
    let again = D::Game::parse_position(&written)
        .unwrap_or_else(|error| panic!("{written:?} was written, and is refused: {error}"));
    assert_eq!(again.position_text(), written);
    check_moves(&position);
}

/// Every legal move has a text of its own.
fn check_moves<G: Game + Notation>(position: &G) {
    if position.outcome().is_some() {
        return;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for mv in moves {
        let written = position.move_text(mv);
        let read = position.parse_move(&written);
        assert!(read.is_ok_and(|read| read == mv), "{written} in {}", position.position_text());
    }
}

/// A game from the start: words are legal moves, lines of other bytes are moves as text.
pub(crate) fn moves<D: Domain>(bytes: &[u8]) {
    let mut game = D::start(&default_config::<D>());
    let mut line = Vec::new();
    let mut legal = Vec::new();
    for &byte in bytes.iter().take(400) {
        legal.clear();
        if game.expand(&mut legal).is_some() {
            return;
        }
        let mv = match byte.checked_sub(FIRST_WORD) {
            Some(number) => legal.get(usize::from(number) % legal.len().max(1)).copied(),
            None if byte == b'\n' => game.parse_move(&text(&std::mem::take(&mut line))).ok(),
            None => {
                line.push(byte);
                None
            }
        };
        if let Some(mv) = mv {
            assert!(legal.contains(&mv), "an illegal move was read");
            let _ = game.play(mv);
        }
    }
    if game.outcome().is_none() {
        check_moves(&game);
    }
}

/// A file of games in this format; games that are read can be written and read again.
pub(crate) fn file<D: Domain>(bytes: &[u8], format: &str) {
    let config = default_config::<D>();
    let Ok(games) = formats::read::<D>(&config, bytes, Some(format)) else { return };
    // Without moves there may be nothing to write: a transcript is an empty line.
    for game in games.iter().filter(|game| game.plies() > 0).take(4) {
        let Ok(written) = formats::write::<D>(&config, game, format) else { continue };
        let again = formats::read::<D>(&config, written.as_bytes(), Some(format))
            .unwrap_or_else(|error| panic!("{written:?} was written, and is refused: {error}"));
        let texts = |game: &record::PlayedGame<D::Game>| {
            search::notation::move_texts(game.start(), game.moves())
        };
        assert_eq!(again.first().map(texts), Some(texts(game)), "{written:?}");
    }
}

/// A configuration: a TOML document that changes the default, checked as when it is loaded. It has no
/// access to files.
pub(crate) fn config<D: Domain>(bytes: &[u8]) {
    const WORDS: &[&str] = &[
        "[search]\n",
        "[game]\n",
        "[evaluator]\n",
        "[search.ordering]\n",
        "base = ",
        "depth = ",
        "nodes = ",
        "seconds = ",
        "name = ",
        "threads = ",
        "\"plain\"\n",
        "\"none\"\n",
        "true\n",
        "false\n",
        "0\n",
        "-1\n",
        "1e308\n",
        "9223372036854775807\n",
        "algorithm = ",
        "\"mtdf\"\n",
        "table-mib = ",
        "solver = ",
        "late-move-reductions = { min-depth = 3, full-moves = 3, base = 0.5, divisor = 2.5 }\n",
        "nan\n",
    ];
    let written = expand(bytes, WORDS);
    let Ok(document) = Document::parse("config", &written) else { return };
    let Ok(config) = document.read::<D::Config>() else { return };
    if D::check(&config).is_ok() {
        let start = D::start(&config);
        let _ = start.position_text();
    }
}

/// `--set` of the command line.
pub(crate) fn settings(bytes: &[u8]) {
    const WORDS: &[&str] =
        &["search.depth=", "search.ordering.killers=", "evaluator.name=", "[1, 2]", "game.start="];
    let sets: Vec<Assignment> = expand(bytes, WORDS).lines().map(Assignment::from).collect();
    if let Ok(document) = gomoku::FiveInARow::CONFIGS.document(None, &sets) {
        let _ = document.read::<gomoku::Config>();
    }
}

/// A position of xiangqi, reached by legal moves, and moves in all notations.
pub(crate) fn xiangqi_notations(bytes: &[u8]) {
    let (path, rest) = bytes.split_at(bytes.len().min(12));
    let mut position = xiangqi::Xiangqi::start(&default_config::<xiangqi::Xiangqi>());
    let mut legal = Vec::new();
    for &byte in path {
        legal.clear();
        if position.expand(&mut legal).is_some() {
            return;
        }
        let _ = position.play(legal[usize::from(byte) % legal.len()]);
    }
    for line in text(rest).lines().take(20) {
        let _ = xiangqi::notation::read(&position, line);
        for style in Style::ALL {
            if let Ok(mv) = style.read(&position, line) {
                assert!(position.is_legal(mv), "{line:?} in {}", position.position_text());
            }
        }
    }
    legal.clear();
    if position.expand(&mut legal).is_none() {
        for style in Style::ALL {
            for &mv in &legal {
                let written = style.write(&position, mv);
                assert_eq!(style.read(&position, &written).ok(), Some(mv), "{written}");
            }
        }
    }
}

/// Endgame records.
pub(crate) fn obf(bytes: &[u8]) {
    let Ok(records) = othello::notation::obf::parse(&text(bytes)) else { return };
    for record in records {
        let _ = (record.score(), record.best());
    }
}

/// Squares as people write them.
pub(crate) fn coordinates(bytes: &[u8]) {
    for line in text(bytes).lines() {
        let _ = Coordinates::parse(line);
    }
}
