//! Who wins, exactly: a search to the end of the game that asks only for win or loss.
//!
//! Alpha-beta with two values is a search for one winning move. What makes it fast enough is the
//! order of the moves (most territory first, see [`territory`](crate::territory())), a table of
//! positions already decided, and the mirror theorem.
//!
//! # The mirror theorem
//! Let a symmetry of the board (a reflection, or a half turn of a board whose sides are both even
//! or both odd) map the free squares onto themselves and each knight onto the other, and let no
//! free square be its own image. Then the side to move loses, under either end rule.
//!
//! *Proof.* After a move to x the image x' is free, different from x, and a knight's move from the
//! other knight, which is where the image of the first stood. So the other side can always answer
//! at x', and the position is symmetric again. (A square and its image are never a knight's move
//! apart: the image of a reflection lies in the same row or column, or on a diagonal, and a half
//! turn moves by row and column distances that are both odd or both even. So x' is not spoilt for
//! its knight by anything but x itself.) The side to move therefore runs out of moves first. Under
//! the lab's rule the game may also end right after its move, when its knight alone is stuck: a
//! loss; or after the answer, when by symmetry both are stuck: then the last mover, the other side,
//! wins. ∎

use crate::KnightDuel;
use crate::duel::{Duel, SIZES, Size};
use crate::notation::parse_square;
use crate::squares::Square;
use crate::territory;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::{progress, report::number};
use search::{Game, Notation, Outcome, Side, StopFlag};
use serde_json::json;
use std::time::Instant;

/// The solver was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How many nodes lie between two looks at the stop flag.
const POLL_NODES: u64 = 4096;

/// Decides positions, and remembers what it decided.
pub struct Solver {
    /// A decided position per slot: its key, the lowest bit replaced by whether it is won. The key
    /// 0 stands for an empty slot.
    table: Vec<u64>,
    /// Whether the mirror theorem is used.
    mirror: bool,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of at most this many MiB (at least 1).
    pub fn new(table_mib: usize) -> Solver {
        let slots = (table_mib.max(1) << 20) / size_of::<u64>();
        // A power of two, so that the upper bits of a key choose the slot.
        let slots = 1 << slots.ilog2();
        Solver { table: vec![0; slots], mirror: true, nodes: 0 }
    }

    /// The same without the mirror theorem, to check it.
    #[must_use]
    pub fn without_mirror(mut self) -> Solver {
        self.mirror = false;
        self
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins.
    pub fn wins(&mut self, duel: &Duel, stop: &StopFlag) -> Result<bool, Stopped> {
        self.search(&mut duel.clone(), stop)
    }

    fn search(&mut self, duel: &mut Duel, stop: &StopFlag) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_NODES) && stop.is_stopped() {
            return Err(Stopped);
        }
        if let Some(outcome) = duel.outcome() {
            return Ok(outcome == Outcome::Win(duel.side()));
        }
        let key = duel.key() & !1;
        let slot = (duel.key() >> (u64::BITS - self.table.len().ilog2())) as usize;
        if self.table[slot] & !1 == key {
            return Ok(self.table[slot] & 1 == 1);
        }
        let won = !(self.mirror && is_mirrored(duel)) && self.has_winning_move(duel, stop)?;
        self.table[slot] = key | u64::from(won);
        Ok(won)
    }

    fn has_winning_move(&mut self, duel: &mut Duel, stop: &StopFlag) -> Result<bool, Stopped> {
        let mut moves = [(0, Square::new(0, 0)); 8];
        let mut count = 0;
        for to in duel.knight(duel.side()).jump_list().filter(|&to| duel.free().contains(to)) {
            moves[count] = (-territory::after(duel, to), to);
            count += 1;
        }
        let moves = &mut moves[..count];
        moves.sort_unstable();
        for &mut (_, to) in moves {
            let before = duel.play(to);
            let answered = self.search(duel, stop)?;
            duel.undo(to, before);
            if !answered {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether the mirror theorem applies: the side to move is lost.
pub fn is_mirrored(duel: &Duel) -> bool {
    let Size { rows, columns } = duel.size();
    let flip_row = |s: Square| Square::new(rows - 1 - s.row(), s.column());
    let flip_column = |s: Square| Square::new(s.row(), columns - 1 - s.column());
    let half_turn = |s: Square| flip_row(flip_column(s));
    let transpose = |s: Square| Square::new(s.column(), s.row());
    let is_square = rows == columns;
    applies(duel, flip_row)
        || applies(duel, flip_column)
        || (rows % 2 == columns % 2 && applies(duel, half_turn))
        || (is_square && applies(duel, transpose))
        || (is_square && applies(duel, |s| transpose(half_turn(s))))
}

/// Whether one symmetry swaps the knights, keeps the free squares and fixes none of them.
fn applies(duel: &Duel, image: impl Fn(Square) -> Square) -> bool {
    let swaps = image(duel.knight(Side::First)) == duel.knight(Side::Second);
    let free = duel.free();
    swaps && free.iter().all(|square| image(square) != square && free.contains(image(square)))
}

/// Arguments of `solve`.
#[derive(Args)]
pub(crate) struct Solve {
    /// Side of a square board, in place of the configured one
    #[arg(
        long,
        value_parser = clap::value_parser!(u8).range(i64::from(*SIZES.start())..=i64::from(*SIZES.end()))
    )]
    size: Option<u8>,
    /// Where knight A starts, `ROW,COLUMN` from 0 at the top left, or a name like `c5`
    #[arg(long, value_name = "SQUARE")]
    a: Option<String>,
    /// Where knight B starts
    #[arg(long, value_name = "SQUARE")]
    b: Option<String>,
    /// A position string, in place of a start
    #[arg(long, conflicts_with_all = ["size", "a", "b"])]
    position: Option<String>,
}

/// Runs the verb: the table has the configured size, whatever the board.
pub(crate) fn run(context: &Context<KnightDuel>, args: Solve) -> Result<Finish, HarnessError> {
    let duel = problem(context, &args)?;
    let spinner = progress::spinner("solving", context.flags().quiet);
    let started = Instant::now();
    let mut solver = Solver::new(context.config().search.table_mib);
    let won = solver.wins(&duel, &context.stop());
    spinner.finish();
    let Ok(first_wins) = won else {
        context.remark("interrupted: not solved");
        return Ok(Finish::Different);
    };
    let (seconds, nodes) = (started.elapsed().as_secs_f64(), solver.nodes());
    let json = json!({
        "position": duel.position_text(),
        "first_wins": first_wins,
        "pairs": 1,
        "nodes": nodes,
        "seconds": seconds,
    });
    let verdict = if first_wins { "wins" } else { "loses" };
    let side = if duel.side() == Side::First { "A" } else { "B" };
    let text = format!(
        "{}\n{side}, to move, {verdict}\n{} nodes in {}\n",
        duel.position_text(),
        number::grouped(nodes),
        number::seconds(seconds)
    );
    context.result(&json, &text)?;
    Ok(Finish::Done)
}

/// The position to solve.
fn problem(context: &Context<KnightDuel>, args: &Solve) -> Result<Duel, HarnessError> {
    let mut game = context.config().game.clone();
    if let Some(text) = &args.position {
        return crate::notation::parse_position(text, game.end)
            .map_err(|error| HarnessError::notation("--position", text, &error));
    }
    if let Some(side) = args.size {
        (game.rows, game.columns) = (side, side);
    }
    for (name, square) in [("--a", &args.a), ("--b", &args.b)] {
        if let Some(text) = square {
            parse_square(game.size(), text).map_err(|error| {
                HarnessError::input(
                    format!("{name} {text}"),
                    format!("found {}, allowed: {}", error.found, error.allowed),
                )
            })?;
        }
    }
    game.a = args.a.clone().or(game.a);
    game.b = args.b.clone().or(game.b);
    game.check().map_err(|problem| HarnessError::input("start", problem))?;
    Ok(game.start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{End, random_start};
    use search::rng::Rng;

    /// Win or loss by trying everything.
    fn exhaustive(duel: &mut Duel) -> bool {
        let mut moves = Vec::new();
        if let Some(outcome) = duel.expand(&mut moves) {
            return outcome == Outcome::Win(duel.side());
        }
        moves.into_iter().any(|to| {
            let before = duel.play(to);
            let answered = exhaustive(duel);
            duel.undo(to, before);
            !answered
        })
    }

    fn all_starts(size: Size, end: End) -> impl Iterator<Item = Duel> {
        let squares: Vec<Square> = size.squares().iter().collect();
        let others = squares.clone();
        let pairs =
            squares.into_iter().flat_map(move |a| others.clone().into_iter().map(move |b| (a, b)));
        pairs.filter(|(a, b)| a != b).map(move |(a, b)| Duel::new(size, [a, b], Side::First, end))
    }

    fn solve(duel: &Duel) -> bool {
        Solver::new(1).wins(duel, &StopFlag::new()).unwrap()
    }

    #[test]
    fn the_solver_agrees_with_trying_everything_on_small_boards() {
        for (rows, columns) in [(3, 3), (4, 4), (3, 4), (4, 3), (3, 5)] {
            for end in [End::Lab, End::Plain] {
                for start in all_starts(Size { rows, columns }, end) {
                    assert_eq!(solve(&start), exhaustive(&mut start.clone()), "{start:?}");
                }
            }
        }
    }

    #[test]
    fn the_solver_agrees_with_trying_everything_on_a_sample_of_five_by_five() {
        for end in [End::Lab, End::Plain] {
            for seed in 0..6 {
                let rng = &mut Rng::new(seed);
                let mut duel = random_start(Size::square(5), Side::First, end, rng);
                // A few moves in, trying everything takes no time.
                let mut moves = Vec::new();
                while duel.free().len() > 19 && duel.expand(&mut moves).is_none() {
                    duel.play(rng.choose(&moves).unwrap());
                    moves.clear();
                }
                assert_eq!(solve(&duel), exhaustive(&mut duel.clone()), "{duel:?}");
            }
        }
    }

    #[test]
    fn the_mirror_theorem_holds_on_every_start_it_applies_to() {
        let mut applied = 0;
        for (rows, columns) in [(4, 4), (3, 4), (4, 5), (5, 5), (4, 6)] {
            for end in [End::Lab, End::Plain] {
                for start in all_starts(Size { rows, columns }, end).filter(is_mirrored) {
                    let won = Solver::new(1).without_mirror().wins(&start, &StopFlag::new());
                    assert_eq!(won, Ok(false), "{start:?}");
                    applied += 1;
                }
            }
        }
        assert!(applied > 50, "{applied}");
    }

    #[test]
    fn a_raised_flag_ends_a_long_search() {
        let stop = StopFlag::new();
        stop.stop();
        let start = Duel::new(
            Size::square(12),
            [Square::new(0, 0), Square::new(5, 4)],
            Side::First,
            End::Plain,
        );
        assert_eq!(Solver::new(1).wins(&start, &stop), Err(Stopped));
    }
}
