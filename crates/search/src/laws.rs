//! The laws that every game obeys, written once and checked on random games.
//!
//! One line gives a game a test for each of them:
//!
//! ```
//! # mod example {
//! use proof_games::tic_tac_toe::TicTacToe;
//! search::law_tests!(tic_tac_toe_obeys, TicTacToe::new());
//! # }
//! ```
//!
//! [`check`] and [`check_notation`] do the same inside a test of one's own, with any number of games
//! and any seed. A broken law panics with the law, what was found, the position, the moves that led
//! to it and the seed that leads there again.

mod hooks;
mod notation;
mod walk;

pub use hooks::{
    candidates_are_legal, check_hooks, forced_replies_are_legal, move_kinds_are_in_range,
    null_moves_only_pass_the_turn, shallow_checks_are_shallow,
    tactical_moves_agree_with_standing_pat,
};
pub use notation::{
    altered_text_never_panics, check_notation, written_moves_read_back, written_positions_read_back,
};

use crate::{Game, Outcome};
use std::collections::HashSet;
use std::fmt::Debug;
use walk::{Visit, walk};

/// How many random games [`law_tests!`](crate::law_tests) plays for each law.
pub const GAMES: usize = 40;
/// The seed of those games.
pub const SEED: u64 = 1;

/// Moves played and taken back in one go.
const DETOUR: usize = 8;
/// Moves of other positions, and codes of no move in particular, tried at each position.
const STRANGERS: usize = 32;
/// Earlier positions that each new one is compared with.
const REMEMBERED: usize = 256;
/// Positions after which every bit of the key must have been seen both set and clear.
const MIXED: usize = 200;

/// Plays `games` random games from `start` and checks every law of [`Game`] at every position.
///
/// # Panics
/// When a law is broken.
pub fn check<G: Game + PartialEq + Debug>(start: &G, games: usize, seed: u64) {
    undo_restores_the_position(start, games, seed);
    the_key_belongs_to_the_position(start, games, seed);
    codes_tell_moves_apart(start, games, seed);
    all_ways_to_list_moves_agree(start, games, seed);
    only_listed_moves_are_legal(start, games, seed);
    decoded_moves_are_legal(start, games, seed);
    turns_pass_as_promised(start, games, seed);
    a_game_ends_when_nothing_can_be_played(start, games, seed);
}

/// Play then undo restores everything: after one move, and after a whole line of them.
pub fn undo_restores_the_position<G: Game + PartialEq + Debug>(start: &G, games: usize, seed: u64) {
    walk("undo restores the position", start, games, seed, |visit| {
        for &mv in visit.moves {
            let mut position = visit.position.clone();
            let token = position.play(mv);
            position.undo(mv, token);
            visit.require_same(&position, || format!("after {mv:?} was played and taken back"));
        }
        let mut position = visit.position.clone();
        let mut rng = visit.rng();
        let mut played = Vec::new();
        let mut moves = Vec::new();
        while played.len() < DETOUR && position.expand(&mut moves).is_none() {
            let Some(mv) = rng.choose(&moves) else { break };
            moves.clear();
            let token = position.play(mv);
            played.push((mv, token));
        }
        let line: Vec<_> = played.iter().map(|&(mv, _)| mv).collect();
        while let Some((mv, token)) = played.pop() {
            position.undo(mv, token);
        }
        visit.require_same(&position, || format!("after {line:?} were played and taken back"));
    });
}

/// The key is a function of the position: updated move by move it equals the one computed from the board, equal
/// positions have equal keys, a move changes it, and all its bits are in use.
pub fn the_key_belongs_to_the_position<G: Game + PartialEq + Debug>(
    start: &G,
    games: usize,
    seed: u64,
) {
    let mut remembered: Vec<G> = Vec::new();
    let mut keys = HashSet::new();
    let (mut ever_set, mut ever_clear) = (0, 0);
    walk("the key belongs to the position", start, games, seed, |visit| {
        let key = visit.position.key();
        visit.require_equal(key, visit.position.key_from_scratch(), "key() and key_from_scratch()");
        for &mv in visit.moves {
            let mut child = visit.position.clone();
            child.play(mv);
            let (kept, computed) = (child.key(), child.key_from_scratch());
            visit.require_equal(
                kept,
                computed,
                &format!("after {mv:?}, key() and key_from_scratch()"),
            );
            visit.require(kept != key, || format!("{mv:?} did not change the key {key:#x}"));
        }
        for earlier in &remembered {
            if earlier == visit.position {
                visit.require_equal(key, earlier.key(), "keys of two equal positions");
            }
        }
        if remembered.len() < REMEMBERED {
            remembered.push(visit.position.clone());
        }
        if keys.len() < MIXED {
            keys.insert(key);
            (ever_set, ever_clear) = (ever_set | key, ever_clear | !key);
        } else {
            let idle = !(ever_set & ever_clear);
            let count = keys.len();
            visit.require(idle == 0, || {
                format!("the bits {idle:#x} were the same in {count} different keys: mix them")
            });
        }
    });
}

/// Codes tell the legal moves of a position apart and stay below [`Game::MOVE_CODES`].
pub fn codes_tell_moves_apart<G: Game + PartialEq + Debug>(start: &G, games: usize, seed: u64) {
    walk("codes tell moves apart", start, games, seed, |visit| {
        let mut owners = vec![None; G::MOVE_CODES];
        for &mv in visit.moves {
            let code = G::code(mv);
            let limit = G::MOVE_CODES;
            let Some(owner) = owners.get_mut(usize::from(code)) else {
                visit.broken(format!("{mv:?} has code {code}, not below MOVE_CODES = {limit}"));
            };
            if let Some(other) = owner.replace(mv) {
                visit.broken(format!("{other:?} and {mv:?} both have code {code}"));
            }
        }
    });
}

/// [`Game::expand`] and [`Game::count_moves`] agree with [`Game::outcome`] and
/// [`Game::legal_moves`], and lists are appended to without a look at what they hold.
pub fn all_ways_to_list_moves_agree<G: Game + PartialEq + Debug>(
    start: &G,
    games: usize,
    seed: u64,
) {
    walk("all ways to list moves agree", start, games, seed, |visit| {
        let position = visit.position;
        let before: Vec<G::Move> = visit.elsewhere.iter().copied().take(3).collect();
        let appended = |list: Vec<G::Move>, by: &str| {
            visit.require(list.starts_with(&before), || {
                format!("{by} changed what the vector held: {before:?} became {list:?}")
            });
            list[before.len()..].to_vec()
        };
        let mut list = before.clone();
        let outcome = position.expand(&mut list);
        visit.require_equal(outcome, visit.outcome, "expand() and outcome()");
        visit.require_equal(
            &*appended(list, "expand()"),
            visit.moves,
            "expand() and legal_moves()",
        );
        if visit.outcome.is_none() {
            let mut list = before.clone();
            position.legal_moves(&mut list);
            let moves = appended(list, "legal_moves()");
            visit.require_equal(&*moves, visit.moves, "legal_moves() after other lists, and alone");
        }
        visit.require_equal(
            position.count_moves(),
            visit.moves.len(),
            "count_moves() and the list",
        );
    });
}

/// [`Game::is_legal`] says yes to the listed moves and no to moves of other positions.
pub fn only_listed_moves_are_legal<G: Game + PartialEq + Debug>(
    start: &G,
    games: usize,
    seed: u64,
) {
    walk("only listed moves are legal", start, games, seed, |visit| {
        for &mv in visit.moves {
            let legal = visit.position.is_legal(mv);
            visit.require(legal, || format!("{mv:?} is listed, but is_legal() refuses it"));
        }
        for mv in visit.strangers(STRANGERS) {
            let legal = visit.position.is_legal(mv);
            visit.require(!legal, || format!("{mv:?} is not listed, but is_legal() takes it"));
        }
    });
}

/// [`Game::decode`] of an unfinished game answers with the legal move of that code or not at all.
pub fn decoded_moves_are_legal<G: Game + PartialEq + Debug>(start: &G, games: usize, seed: u64) {
    walk("decoded moves are legal", start, games, seed, |visit| {
        if visit.outcome.is_some() {
            return;
        }
        let mut rng = visit.rng();
        let foreign = visit.strangers(STRANGERS).into_iter().map(G::code);
        let random = (0..STRANGERS).map(|_| rng.below(G::MOVE_CODES) as u16);
        let known = visit.moves.iter().map(|&mv| G::code(mv));
        for code in known.chain(foreign).chain(random) {
            if let Some(mv) = visit.position.decode(code) {
                visit.require(visit.moves.contains(&mv), || {
                    format!("decode({code}) gave {mv:?}, which is not legal")
                });
                visit.require_equal(G::code(mv), code, "the code of a decoded move and its own");
            }
        }
    });
}

/// With [`Game::ALTERNATES`] every move passes the turn.
pub fn turns_pass_as_promised<G: Game + PartialEq + Debug>(start: &G, games: usize, seed: u64) {
    walk("turns pass as promised", start, games, seed, |visit| {
        for &mv in visit.moves {
            let mut child = visit.position.clone();
            child.play(mv);
            let passed = child.side() != visit.position.side();
            visit.require(passed || !G::ALTERNATES, || {
                format!("{mv:?} did not pass the turn, although ALTERNATES is true")
            });
        }
    });
}

/// A finished game has no moves by any way of asking; an unfinished one has at least one.
pub fn a_game_ends_when_nothing_can_be_played<G: Game + PartialEq + Debug>(
    start: &G,
    games: usize,
    seed: u64,
) {
    walk("a game ends when nothing can be played", start, games, seed, |visit| {
        let Some(outcome) = visit.outcome else {
            let playable = !visit.moves.is_empty();
            return visit.require(playable, || "outcome() is None, but there is no move".into());
        };
        let mut moves = Vec::new();
        let again: Option<Outcome> = visit.position.expand(&mut moves);
        visit.require(again == Some(outcome) && moves.is_empty(), || {
            format!("the game is over ({outcome:?}), but expand() gave {again:?} and {moves:?}")
        });
        visit.require_equal(
            visit.position.count_moves(),
            0,
            "count_moves() of a finished game, and",
        );
    });
}

impl<G: Game + PartialEq + Debug> Visit<'_, G> {
    /// Breaks the law unless `position` is the visited one in every respect.
    fn require_same(&self, position: &G, when: impl Fn() -> String) {
        self.require(position == self.position, || format!("{}: {position:?}", when()));
        let same = position.key() == self.position.key() && position.side() == self.position.side();
        self.require(same, || format!("{} the position is equal, but not its key or side", when()));
        let mut moves = Vec::new();
        let outcome = position.expand(&mut moves);
        self.require(outcome == self.outcome && moves == self.moves, || {
            format!("{} the position is equal, but gives {outcome:?} and {moves:?}", when())
        });
    }
}

/// Makes a module of tests, one for each law, that play random games from a start position.
///
/// `law_tests!(name, start)` checks the laws of [`Game`] and of
/// [`Notation`](crate::Notation); `law_tests!(name, start, rules only)` is for a game without
/// notation. The start position may be any expression; it is evaluated in the scope of the macro.
#[macro_export]
macro_rules! law_tests {
    ($name:ident, $start:expr $(,)?) => {
        $crate::law_tests!(@module $name {
            $crate::law_tests!(@rules $start);
            $crate::law_tests!(@tests $start;
                written_positions_read_back
                written_moves_read_back
                altered_text_never_panics
            );
        });
    };
    ($name:ident, $start:expr, rules only) => {
        $crate::law_tests!(@module $name { $crate::law_tests!(@rules $start); });
    };
    (@module $name:ident { $($tests:item)+ }) => {
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports, reason = "a start position may be written with its full path")]
            use super::*;
            $($tests)+
        }
    };
    (@rules $start:expr) => {
        $crate::law_tests!(@tests $start;
            undo_restores_the_position
            the_key_belongs_to_the_position
            codes_tell_moves_apart
            all_ways_to_list_moves_agree
            only_listed_moves_are_legal
            decoded_moves_are_legal
            turns_pass_as_promised
            a_game_ends_when_nothing_can_be_played
        );
    };
    (@tests $start:expr; $($law:ident)+) => {
        $(
            #[test]
            fn $law() {
                $crate::laws::$law(&$start, $crate::laws::GAMES, $crate::laws::SEED);
            }
        )+
    };
}
