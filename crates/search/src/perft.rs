//! Counting leaf nodes: the usual proof that rules generate and play every move right.
//!
//! `perft(position, depth)` is the number of lines of exactly `depth` plies. A line in which the
//! game ends earlier is not counted, a pass is a ply like any other, and depth 0 counts the position
//! itself. Published tables for most games use the same convention.

use crate::{Game, StopFlag};

/// How many lines of exactly `depth` plies there are.
///
/// The last ply is counted with [`Game::count_moves`] and not played.
///
/// ```
/// use proof_games::reversi::Reversi;
/// assert_eq!(search::perft(&Reversi::new(), 6), 8_200);
/// ```
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    count(&mut game.clone(), depth, &mut Vec::new(), &|| false)
}

/// [`perft`] that gives up, with `None`, soon after `stop` is raised.
pub fn perft_until<G: Game>(game: &G, depth: u32, stop: &StopFlag) -> Option<u64> {
    let lines = count(&mut game.clone(), depth, &mut Vec::new(), &|| stop.is_stopped());
    (!stop.is_stopped()).then_some(lines)
}

/// [`perft`] by root move, in the order the rules list them: where two programs disagree, the move
/// below which they do. Empty at depth 0 and for a finished game.
pub fn divide<G: Game>(game: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let mut shares = Vec::new();
    let never = StopFlag::new();
    let _ = divide_until(game, depth, &never, |mv, lines| shares.push((mv, lines)));
    shares
}

/// [`divide`] that reports each root move as soon as it is counted, and their sum at the end. Gives
/// up, with `None`, soon after `stop` is raised; the root moves already reported are complete.
pub fn divide_until<G: Game>(
    game: &G,
    depth: u32,
    stop: &StopFlag,
    mut on_move: impl FnMut(G::Move, u64),
) -> Option<u64> {
    let Some(below) = depth.checked_sub(1) else { return Some(0) };
    let mut game = game.clone();
    let mut roots = Vec::new();
    if game.expand(&mut roots).is_some() {
        return Some(0);
    }
    let mut moves = Vec::new();
    let mut sum = 0;
    for mv in roots {
        let token = game.play(mv);
        let lines = count(&mut game, below, &mut moves, &|| stop.is_stopped());
        game.undo(mv, token);
        if stop.is_stopped() {
            return None;
        }
        on_move(mv, lines);
        sum += lines;
    }
    Some(sum)
}

/// Counts below a node; `moves` holds the lists of all nodes above it. Meaningless once stopped.
fn count<G: Game>(
    game: &mut G,
    depth: u32,
    moves: &mut Vec<G::Move>,
    stopped: &impl Fn() -> bool,
) -> u64 {
    match depth {
        0 => return 1,
        1 => return game.count_moves() as u64,
        _ if stopped() => return 0,
        _ => {}
    }
    let start = moves.len();
    let mut lines = 0;
    if game.expand(moves).is_none() {
        for index in start..moves.len() {
            let mv = moves[index];
            let token = game.play(mv);
            lines += count(game, depth - 1, moves, stopped);
            game.undo(mv, token);
        }
    }
    moves.truncate(start);
    lines
}
