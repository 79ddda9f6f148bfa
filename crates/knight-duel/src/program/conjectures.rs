//! `conjectures`: what the solved boards say about two guesses.
//!
//! The lab report guesses that the second player is favoured. A second guess: the side to move wins
//! exactly when both knights stand on squares of the same colour. The end rule does not matter (see
//! [`solver`](crate::solver)), so one table answers for both.

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
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `conjectures`.
#[derive(Args)]
pub(crate) struct Conjectures {
    /// Further tables of starts, written by `solve --all --table`
    #[arg(value_name = "FILE")]
    tables: Vec<PathBuf>,
}

/// A start that the second guess gets wrong.
struct Exception {
    class: StartClass,
    wins: bool,
    /// Whether the mirror theorem tells why.
    is_mirrored: bool,
}

/// Whether the mirror theorem decides a start: the other side can copy every move, or the side to
/// move can after its first one (from the centre of an odd board, say).
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

/// What one table says.
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

    fn share(&self) -> f64 {
        self.wins as f64 / self.solved.max(1) as f64
    }

    /// Starts, symmetric ones counted each, that are exceptions for a reason or for none.
    fn count(&self, is_mirrored: bool) -> u64 {
        let counted = self.exceptions.iter().filter(|e| e.is_mirrored == is_mirrored);
        counted.map(|e| e.class.starts).sum()
    }

    fn name(&self, exception: &Exception) -> [String; 2] {
        [exception.class.mover, exception.class.waiter].map(|s| square_text(self.table.size(), s))
    }
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
    let findings: Vec<Finding<'_>> = tables.iter().map(Finding::of).collect();
    if context.flags().json {
        for finding in &findings {
            context.result(&json(finding), "")?;
        }
        return Ok(Finish::Done);
    }
    context.text(&text(&findings))?;
    Ok(Finish::Done)
}

fn json(finding: &Finding<'_>) -> serde_json::Value {
    let exceptions = finding.exceptions.iter().map(|exception| {
        let [mover, waiter] = finding.name(exception);
        json!({
            "mover": mover,
            "waiter": waiter,
            "starts": exception.class.starts,
            "wins": exception.wins,
            "mirrored": exception.is_mirrored,
        })
    });
    json!({
        "size": finding.table.size().to_string(),
        "pairs": finding.solved,
        "first_wins": finding.wins,
        "share": finding.share(),
        "nodes": finding.table.nodes,
        "seconds": finding.table.seconds,
        "exceptions_mirrored": finding.count(true),
        "exceptions_other": finding.count(false),
        "exceptions": exceptions.collect::<Vec<_>>(),
    })
}

fn text(findings: &[Finding<'_>]) -> String {
    let mut text = String::from("Is the second player favoured? (both end rules)\n\n");
    let header = ["board", "starts", "first wins", "share", "nodes", "time"];
    let mut table = Table::new(&header).right_align(&[3]);
    for finding in findings {
        table.cells(vec![
            finding.table.size().to_string().into(),
            report::Cell::count(finding.solved),
            report::Cell::count(finding.wins),
            format!("{:.1} %", 100.0 * finding.share()).into(),
            report::Cell::count(finding.table.nodes),
            report::Cell::seconds(finding.table.seconds),
        ]);
    }
    // Writing to a string cannot fail.
    let _ = write!(text, "{}", table.to_text(None));
    text.push_str(
        "\nDoes the side to move win exactly when both knights stand on the same colour?\n\n",
    );
    let mut table = Table::new(&["board", "starts", "exceptions", "by mirroring", "other"]);
    for finding in findings {
        table.cells(vec![
            finding.table.size().to_string().into(),
            report::Cell::count(finding.solved),
            report::Cell::count(finding.count(true) + finding.count(false)),
            report::Cell::count(finding.count(true)),
            report::Cell::count(finding.count(false)),
        ]);
    }
    let _ = write!(text, "{}", table.to_text(None));
    text.push_str(
        "\nExceptions up to symmetry, the side to move first (* explained by mirroring):\n",
    );
    for finding in findings {
        let listed = finding.exceptions.iter().map(|exception| {
            let [mover, waiter] = finding.name(exception);
            let star = if exception.is_mirrored { "*" } else { "" };
            let sign = if exception.wins { "+" } else { "-" };
            format!("{mover}{waiter}{sign}{star}")
        });
        let listed: Vec<String> = listed.collect();
        let none = if listed.is_empty() { "none" } else { "" };
        let _ = writeln!(text, "{}: {none}{}", finding.table.size(), listed.join(" "));
    }
    let nodes: u64 = findings.iter().map(|finding| finding.table.nodes).sum();
    let _ = writeln!(text, "\n+ wins, - loses; {} nodes in all", number::grouped(nodes));
    text
}
