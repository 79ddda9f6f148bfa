//! What engines load, and what matches and experiments keep.

use crate::text;
use crate::words::expand;
use config::Document;
use experiments::experiment::Loaded;
use files::Journal;
use gomoku::CrossingWeights;
use gomoku::program::experience::Store;
use othello::evaluators::pattern::Weights as PatternWeights;
use othello::hooks::probcut::ProbCut;
use othello::program::book::Book;
use record::GameRecord;
use std::path::Path;

/// Weights of gomoku's evaluator.
pub(crate) fn crossing_weights(bytes: &[u8]) {
    let Ok(document) = Document::parse("weights", &text(bytes)) else { return };
    let _ = document.read::<CrossingWeights>();
}

/// Weights of xiangqi's evaluator.
pub(crate) fn tapered_weights(bytes: &[u8]) {
    let Ok(document) = Document::parse("weights", &text(bytes)) else { return };
    let _ = document.read::<xiangqi::Weights>();
}

/// Weights of othello's evaluator.
pub(crate) fn pattern_weights(bytes: &[u8]) {
    let _ = PatternWeights::from_bytes(bytes);
}

/// Parameters of Multi-ProbCut; what is read can be written and read again.
pub(crate) fn probcut(bytes: &[u8]) {
    let Ok(read) = ProbCut::parse(&text(bytes)) else { return };
    assert!(ProbCut::parse(&read.to_text()).is_ok());
}

/// An opening book.
pub(crate) fn book(bytes: &[u8]) {
    let _ = Book::parse(&text(bytes));
}

/// Solved starts of knight-duel; what is read can be written and read again.
pub(crate) fn solved_starts(bytes: &[u8]) {
    const WORDS: &[&str] = &["3x3", "4x4", "w", "l", "?", "plywood", "\n"];
    let Ok(table) = knight_duel::known::StartTable::parse(&expand(bytes, WORDS)) else { return };
    let written = table.to_text();
    let again = knight_duel::known::StartTable::parse(&written).map(|table| table.to_text());
    assert_eq!(again.ok(), Some(written));
}

/// Runs `read` on a file with these bytes.
fn with_file(bytes: &[u8], read: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("file");
    std::fs::write(&path, bytes).expect("a temporary file");
    read(&path);
}

/// Gomoku's memory of games.
pub(crate) fn experience(bytes: &[u8]) {
    with_file(bytes, |path| {
        let _ = Store::open(path, 100);
    });
}

/// The record of a match.
pub(crate) fn match_record(bytes: &[u8]) {
    with_file(bytes, |path| {
        let _ = Journal::<GameRecord>::read::<matches::Header>(path);
    });
}

/// An experiment file.
pub(crate) fn experiment(bytes: &[u8]) {
    with_file(bytes, |path| {
        let _ = Loaded::read(&path.display().to_string(), &[]);
    });
}
