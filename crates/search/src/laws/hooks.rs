//! The laws of [`Hooks`]: what they list is legal, and their answers agree with each other.

use super::walk::{Visit, walk};
use crate::{Game, Hooks, StandPat};
use std::fmt::Debug;

/// Plies of quiescence at which tactical moves are asked for.
const QUIESCENCE_PLIES: u32 = 3;
/// Remaining depths at which shallow checks are asked for.
const CHECKED_DEPTHS: u32 = 24;

/// Plays `games` random games from `start` and checks every law of [`Hooks`] at every unfinished
/// position.
///
/// # Panics
/// When a law is broken.
pub fn check_hooks<G: Game + PartialEq + Debug, H: Hooks<G>>(
    start: &G,
    hooks: &H,
    games: usize,
    seed: u64,
) {
    candidates_are_legal(start, hooks, games, seed);
    forced_replies_are_legal(start, hooks, games, seed);
    tactical_moves_agree_with_standing_pat(start, hooks, games, seed);
    null_moves_only_pass_the_turn(start, hooks, games, seed);
    shallow_checks_are_shallow(start, hooks, games, seed);
    move_kinds_are_in_range(start, hooks, games, seed);
}

/// [`Hooks::move_kind`] is below [`Hooks::MOVE_KINDS`], which leaves one number of 16 bits free.
pub fn move_kinds_are_in_range<G: Game + PartialEq + Debug, H: Hooks<G>>(
    start: &G,
    hooks: &H,
    games: usize,
    seed: u64,
) {
    walk("move kinds are in range", start, games, seed, |visit| {
        visit.require(H::MOVE_KINDS < usize::from(u16::MAX), || "too many kinds".into());
        for &mv in visit.moves {
            let kind = hooks.move_kind(visit.position, mv);
            visit.require(kind < H::MOVE_KINDS, || format!("{mv:?} has the kind {kind}"));
        }
    });
}

/// [`Hooks::CANDIDATES`] appends at least one move, and legal ones only, each once.
pub fn candidates_are_legal<G: Game + PartialEq + Debug, H: Hooks<G>>(
    start: &G,
    hooks: &H,
    games: usize,
    seed: u64,
) {
    let Some(candidates) = H::CANDIDATES else { return };
    let mut hooks = hooks.clone();
    walk("candidates are legal", start, games, seed, |visit| {
        if visit.outcome.is_none() {
            let listed =
                visit.listed("candidates", |moves| candidates(&mut hooks, visit.position, moves));
            visit.require(!listed.is_empty(), || "there is no candidate".into());
        }
    });
}

/// [`Hooks::forced_replies`] appends legal moves, each once, or says that it appends none.
pub fn forced_replies_are_legal<G: Game + PartialEq + Debug, H: Hooks<G>>(
    start: &G,
    hooks: &H,
    games: usize,
    seed: u64,
) {
    let mut hooks = hooks.clone();
    walk("forced replies are legal", start, games, seed, |visit| {
        if visit.outcome.is_none() {
            let mut forced = false;
            let listed = visit.listed("forced_replies()", |moves| {
                forced = hooks.forced_replies(visit.position, moves);
            });
            visit.require(forced != listed.is_empty(), || {
                format!("forced_replies() returned {forced} and appended {listed:?}")
            });
        }
    });
}

/// [`Hooks::tactical_moves`] appends legal moves, each once, and [`Hooks::stand_pat`], if it knows,
/// returns the same.
pub fn tactical_moves_agree_with_standing_pat<G: Game + PartialEq + Debug, H: Hooks<G>>(
    start: &G,
    hooks: &H,
    games: usize,
    seed: u64,
) {
    let mut hooks = hooks.clone();
    walk("tactical moves agree with standing pat", start, games, seed, |visit| {
        if visit.outcome.is_some() {
            return;
        }
        for qply in 0..QUIESCENCE_PLIES {
            let known = hooks.stand_pat(visit.position);
            let mut stand_pat = StandPat::Allowed;
            visit.listed("tactical_moves()", |moves| {
                stand_pat = hooks.tactical_moves(visit.position, qply, moves);
            });
            visit.require(known.is_none_or(|known| known == stand_pat), || {
                format!("stand_pat() returned {known:?}, tactical_moves() {stand_pat:?}")
            });
        }
    });
}

/// The move of [`Hooks::null_move`] gives the turn to the opponent, changes the key, and can be taken
/// back.
pub fn null_moves_only_pass_the_turn<G: Game + PartialEq + Debug, H: Hooks<G>>(
    start: &G,
    hooks: &H,
    games: usize,
    seed: u64,
) {
    let mut hooks = hooks.clone();
    walk("null moves only pass the turn", start, games, seed, |visit| {
        if visit.outcome.is_some() {
            return;
        }
        let Some(null) = hooks.null_move(visit.position) else { return };
        let mut position = visit.position.clone();
        let token = position.play(null);
        visit.require(position.side() != visit.position.side(), || {
            format!("the null move {null:?} does not pass the turn")
        });
        visit.require(position.key() != visit.position.key(), || {
            format!("the null move {null:?} does not change the key")
        });
        position.undo(null, token);
        visit.require_same(&position, || format!("after the null move {null:?} was taken back"));
    });
}

/// [`Hooks::shallow_check`] predicts a value from a search of less depth, by a rising line.
pub fn shallow_checks_are_shallow<G: Game + PartialEq + Debug, H: Hooks<G>>(
    start: &G,
    hooks: &H,
    games: usize,
    seed: u64,
) {
    let mut hooks = hooks.clone();
    walk("shallow checks are shallow", start, games, seed, |visit| {
        if visit.outcome.is_some() {
            return;
        }
        for depth in 1..=CHECKED_DEPTHS {
            let mut index = 0;
            while let Some(check) = hooks.shallow_check(visit.position, depth, index) {
                index += 1;
                visit.require(check.depth < depth && check.slope > 0.0, || {
                    format!("at depth {depth}: {check:?}")
                });
            }
        }
    });
}

impl<G: Game + Debug> Visit<'_, G> {
    /// What `list` appends to a vector that is not empty; breaks the law unless these are legal
    /// moves, each once.
    fn listed(&self, by: &str, list: impl FnOnce(&mut Vec<G::Move>)) -> Vec<G::Move> {
        let before: Vec<G::Move> = self.elsewhere.iter().copied().take(3).collect();
        let mut moves = before.clone();
        list(&mut moves);
        self.require(moves.starts_with(&before), || {
            format!("{by} changed what the vector held: {before:?} became {moves:?}")
        });
        let listed = moves.split_off(before.len());
        for (place, mv) in listed.iter().enumerate() {
            self.require(self.moves.contains(mv), || format!("{by} listed {mv:?}: not legal"));
            self.require(!listed[..place].contains(mv), || format!("{by} listed {mv:?} twice"));
        }
        listed
    }
}

/// Makes a module of tests, one for each law of [`Hooks`](crate::Hooks), that play random games from
/// a start position: `hook_law_tests!(name, start, hooks)`. Both expressions are evaluated in the
/// scope of the macro.
#[macro_export]
macro_rules! hook_law_tests {
    ($name:ident, $start:expr, $hooks:expr $(,)?) => {
        $crate::law_tests!(@module $name {
            $crate::hook_law_tests!(@tests $start, $hooks;
                candidates_are_legal
                forced_replies_are_legal
                tactical_moves_agree_with_standing_pat
                null_moves_only_pass_the_turn
                shallow_checks_are_shallow
            );
        });
    };
    (@tests $start:expr, $hooks:expr; $($law:ident)+) => {
        $(
            #[test]
            fn $law() {
                $crate::laws::$law(&$start, &$hooks, $crate::laws::GAMES, $crate::laws::SEED);
            }
        )+
    };
}
