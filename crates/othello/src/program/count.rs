//! The verb `count`: a fast perft with either convention for passes.
//!
//! The verb `perft` of every game counts only lines of the full depth. Published perft tables for othello
//! also count each game that ends earlier, and in some of them a pass is not a ply.

use crate::OthelloDomain;
use crate::rules::arch::{Arch, Task, dispatch};
use crate::rules::board::Board;
use crate::rules::game::Othello;
use clap::{Args, ValueEnum};
use harness::cli::{Context, Finish, HarnessError};
use harness::rows::PerftRow;
use report::number;
use search::{Game, StopFlag};
use std::time::Instant;

/// How passes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Passes {
    /// A pass is a ply
    Ply,
    /// A pass is not a ply
    Free,
}

/// The number of lines of this many plies. A game that ends earlier counts as one line.
///
/// ```
/// use othello::program::count::{Passes, leaves};
/// use othello::{Othello, Size};
/// assert_eq!(leaves(&Othello::start(Size::Eight), 5, Passes::Ply), 1396);
/// ```
pub fn leaves(position: &Othello, depth: u32, passes: Passes) -> u64 {
    let mask = position.size().mask();
    dispatch(Leaves { board: position.board(), mask, depth, passes })
}

#[derive(Clone, Copy)]
struct Leaves {
    board: Board,
    mask: u64,
    depth: u32,
    passes: Passes,
}

impl Task for Leaves {
    type Output = u64;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> u64 {
        let Leaves { board: Board { own, opp }, mask, depth, passes } = self;
        if depth == 0 {
            return 1;
        }
        let mut moves = arch.moves(own, opp) & mask;
        if moves == 0 {
            if arch.moves(opp, own) & mask == 0 {
                return 1;
            }
            let depth = depth - u32::from(passes == Passes::Ply);
            return arch.enter(Leaves { board: self.board.pass(), depth, ..self });
        }
        if depth == 1 {
            return u64::from(moves.count_ones());
        }
        let mut sum = 0;
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            let flipped = arch.flips(own, opp, square);
            let board = Board { own: opp ^ flipped, opp: own | flipped | 1 << square };
            sum += arch.enter(Leaves { board, depth: depth - 1, ..self });
            moves &= moves - 1;
        }
        sum
    }
}

/// Arguments of `count`.
#[derive(Args)]
pub(crate) struct Count {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=60))]
    depth: u32,
    /// Position string, a file that contains one, or `-` for standard input [default: the start position]
    #[arg(long)]
    position: Option<String>,
    /// How passes are counted
    #[arg(long, value_enum, default_value_t = Passes::Ply)]
    passes: Passes,
}

/// Runs the verb. The stop flag is checked in the first plies only.
pub(crate) fn run(context: &Context<OthelloDomain>, args: Count) -> Result<Finish, HarnessError> {
    let position = harness::verbs::position(context, args.position.as_deref())?;
    let started = Instant::now();
    let Some(nodes) = until(&position, args.depth, args.passes, 3, &context.stop()) else {
        context.remark("interrupted: the count is not complete");
        return Ok(Finish::Different);
    };
    let seconds = started.elapsed().as_secs_f64();
    let row = PerftRow { depth: args.depth, nodes, seconds, divide: None };
    let text = format!(
        "count({}) = {} in {}\n",
        row.depth,
        number::grouped(row.nodes),
        number::seconds(row.seconds)
    );
    context.result(&row, &text)?;
    Ok(Finish::Done)
}

/// [`leaves`], with a check of the stop flag at every position of the first `plies` plies.
fn until(
    position: &Othello,
    depth: u32,
    passes: Passes,
    plies: u32,
    stop: &StopFlag,
) -> Option<u64> {
    if stop.is_stopped() {
        return None;
    }
    let mut moves = Vec::new();
    if plies == 0 || depth < 2 || position.expand(&mut moves).is_some() || position.moves() == 0 {
        return Some(leaves(position, depth, passes));
    }
    let mut sum = 0;
    for mv in moves {
        let mut child = *position;
        child.play(mv);
        sum += until(&child, depth - 1, passes, plies - 1, stop)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::rules::arch::Portable;
    use search::arch::Arch as _;

    /// Depth, pass as a ply, pass free.
    const KNOWN: [(u32, u64, u64); 9] = [
        (1, 4, 4),
        (2, 12, 12),
        (3, 56, 56),
        (4, 244, 244),
        (5, 1396, 1396),
        (6, 8200, 8200),
        (7, 55_092, 55_092),
        (8, 390_216, 390_216),
        (9, 3_005_288, 3_005_320),
    ];

    #[test]
    fn both_conventions_give_the_known_counts() {
        let start = Othello::start(Size::Eight);
        for (depth, ply, free) in KNOWN {
            assert_eq!(leaves(&start, depth, Passes::Ply), ply, "depth {depth}");
            assert_eq!(leaves(&start, depth, Passes::Free), free, "depth {depth}");
            assert_eq!(until(&start, depth, Passes::Free, 3, &StopFlag::new()), Some(free));
        }
    }

    #[test]
    fn the_portable_code_counts_the_same() {
        let start = Othello::start(Size::Eight);
        let task = Leaves { board: start.board(), mask: u64::MAX, depth: 8, passes: Passes::Ply };
        assert_eq!(Portable.enter(task), 390_216);
    }

    #[test]
    fn a_raised_flag_ends_the_count() {
        let stop = StopFlag::new();
        stop.stop();
        assert_eq!(until(&Othello::start(Size::Eight), 20, Passes::Ply, 3, &stop), None);
    }
}
