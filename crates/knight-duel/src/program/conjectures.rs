//! The verb `conjectures`: tests two conjectures on the solved boards.
//!
//! The lab report conjectures that the second player has the advantage. A second conjecture: the side to
//! move wins if and only if both knights are on squares of the same colour. The end rule does not matter
//! (see [`solver`](crate::solver)), so one table serves both.

use crate::KnightDuel;
use crate::known::{StartClass, StartTable, shipped, start_classes};
use crate::notation::square_text;
use crate::rules::duel::{Duel, End};
use crate::rules::squares::Squares;
use crate::solver::is_mirrored;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use report::{self, Table, number};
use search::{Game, Side};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `conjectures`.
#[derive(Args)]
pub(crate) struct Conjectures {
    /// More tables of starts, as written by `solve --all --table`; they replace built-in ones of the same size
    #[arg(value_name = "FILE")]
    tables: Vec<PathBuf>,
}

/// A start that contradicts the second conjecture.
struct Exception {
    class: StartClass,
    wins: bool,
    /// Whether the mirror theorem explains it.
    is_mirrored: bool,
}

/// Whether the mirror theorem decides a start: the opponent can mirror every move, or the side to move
/// can after its first move (for example from the centre of an odd board).
fn mirroring_decides(start: &Duel) -> bool {
    let mut moves = Vec::new();
    if start.expand(&mut moves).is_some() {
        return false;
    }
    let becomes_mirrored = |to| {
        let mut child = *start;
        child.play(to);
        is_mirrored(&child)
    };
    is_mirrored(start) || moves.into_iter().any(becomes_mirrored)
}

/// The results for one board.
struct Finding<'a> {
    table: &'a StartTable,
    solved: u64,
    wins: u64,
    exceptions: Vec<Exception>,
}

impl<'a> Finding<'a> {
    fn of(table: &'a StartTable) -> Self {
        let (solved, wins) = table.count();
        let exceptions = start_classes(table.size()).into_iter().filter_map(|class| {
            let wins = table.get(class.mover, class.waiter)?;
            let is_dark = |square| Squares::DARK.contains(square);
            let same_colour = is_dark(class.mover) == is_dark(class.waiter);
            let knights = [class.mover, class.waiter];
            let start = Duel::new(table.size(), knights, Side::First, End::Plain);
            let is_mirrored = mirroring_decides(&start);
            (wins != same_colour).then_some(Exception { class, wins, is_mirrored })
        });
        Finding { table, solved, wins, exceptions: exceptions.collect() }
    }

    /// The number of exceptions that the mirror theorem explains, or does not. Symmetric starts are counted
    /// separately.
    fn count(&self, is_mirrored: bool) -> u64 {
        let counted = self.exceptions.iter().filter(|e| e.is_mirrored == is_mirrored);
        counted.map(|e| e.class.starts).sum()
    }

    fn row(&self) -> BoardRow {
        let exceptions = self.exceptions.iter().map(|exception| {
            let square = |square| square_text(self.table.size(), square);
            ExceptionRow {
                mover: square(exception.class.mover),
                waiter: square(exception.class.waiter),
                starts: exception.class.starts,
                wins: exception.wins,
                mirrored: exception.is_mirrored,
            }
        });
        BoardRow {
            size: self.table.size().to_string(),
            pairs: self.solved,
            first_wins: self.wins,
            share: self.wins as f64 / self.solved.max(1) as f64,
            nodes: self.table.nodes,
            seconds: self.table.seconds,
            exceptions_mirrored: self.count(true),
            exceptions_other: self.count(false),
            exceptions: exceptions.collect(),
        }
    }
}

/// The results for one board.
#[derive(Serialize)]
struct BoardRow {
    /// `8x8`.
    size: String,
    /// The solved starts.
    pairs: u64,
    /// The starts that the side to move wins.
    first_wins: u64,
    /// The same as a share of the solved starts.
    share: f64,
    /// Nodes searched to solve the board.
    nodes: u64,
    /// CPU time to solve the board.
    seconds: f64,
    /// Exceptions to the second conjecture that the mirror theorem explains.
    exceptions_mirrored: u64,
    /// The other exceptions.
    exceptions_other: u64,
    /// All exceptions, one of each set of symmetric starts.
    exceptions: Vec<ExceptionRow>,
}

/// A start that contradicts the second conjecture.
#[derive(Serialize)]
struct ExceptionRow {
    /// The square of the side to move.
    mover: String,
    /// The square of the opponent.
    waiter: String,
    /// The number of symmetric starts.
    starts: u64,
    /// Whether the side to move wins.
    wins: bool,
    /// Whether the mirror theorem explains it.
    mirrored: bool,
}

/// Runs the verb.
pub(crate) fn run(
    context: &Context<KnightDuel>,
    args: Conjectures,
) -> Result<Finish, HarnessError> {
    let mut tables = shipped().to_vec();
    for path in &args.tables {
        let table = crate::program::solve::read_table(path)?;
        tables.retain(|known| known.size() != table.size());
        tables.push(table);
    }
    let boards: Vec<BoardRow> = tables.iter().map(|table| Finding::of(table).row()).collect();
    if context.flags().json {
        for board in &boards {
            context.result(board, "")?;
        }
        return Ok(Finish::Done);
    }
    context.text(&text(&boards))?;
    Ok(Finish::Done)
}

fn text(boards: &[BoardRow]) -> String {
    let mut text = String::from("Does the second player have the advantage? (both end rules)\n\n");
    let header = ["board", "starts", "first wins", "share", "nodes", "time"];
    let mut table = Table::new(&header).right_align(&[3]);
    for board in boards {
        table.cells(vec![
            board.size.as_str().into(),
            report::Cell::count(board.pairs),
            report::Cell::count(board.first_wins),
            format!("{:.1} %", 100.0 * board.share).into(),
            report::Cell::count(board.nodes),
            report::Cell::seconds(board.seconds),
        ]);
    }
    // Writing to a string cannot fail.
    let _ = write!(text, "{}", table.to_text(None));
    text.push_str(
        "\nDoes the side to move win if and only if both knights are on the same colour?\n\n",
    );
    let mut table = Table::new(&["board", "starts", "exceptions", "by mirroring", "other"]);
    for board in boards {
        table.cells(vec![
            board.size.as_str().into(),
            report::Cell::count(board.pairs),
            report::Cell::count(board.exceptions_mirrored + board.exceptions_other),
            report::Cell::count(board.exceptions_mirrored),
            report::Cell::count(board.exceptions_other),
        ]);
    }
    let _ = write!(text, "{}", table.to_text(None));
    text.push_str(
        "\nExceptions up to symmetry, the side to move first (* explained by mirroring):\n",
    );
    for board in boards {
        let listed = board.exceptions.iter().map(|exception| {
            let ExceptionRow { mover, waiter, .. } = exception;
            let star = if exception.mirrored { "*" } else { "" };
            let sign = if exception.wins { "+" } else { "-" };
            format!("{mover}{waiter}{sign}{star}")
        });
        let listed: Vec<String> = listed.collect();
        let none = if listed.is_empty() { "none" } else { "" };
        let _ = writeln!(text, "{}: {none}{}", board.size, listed.join(" "));
    }
    let nodes: u64 = boards.iter().map(|board| board.nodes).sum();
    let _ = writeln!(text, "\n+ wins, - loses; {} nodes in total", number::grouped(nodes));
    text
}
