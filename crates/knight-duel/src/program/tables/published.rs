//! Published win rates: the report's tables, and a simulation of its program.

use super::Mode;

/// The published rates of one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Published {
    /// The rate of the report over ten games; `None` if its program ran out of memory.
    pub(super) report: Option<f64>,
    /// The rate of a simulation over 200 games; `None` if it was not simulated.
    pub(super) simulation: Option<f64>,
}

/// Mode, board size, depth, report, simulation.
type Row = (Mode, u8, u32, Option<f64>, Option<f64>);

const ROWS: [Row; 18] = [
    (Mode::Blind, 6, 4, Some(0.5), Some(0.67)),
    (Mode::Blind, 6, 8, Some(0.7), Some(0.92)),
    (Mode::Blind, 6, 12, Some(0.9), Some(0.92)),
    (Mode::Blind, 8, 4, Some(0.6), Some(0.72)),
    (Mode::Blind, 8, 8, Some(0.7), Some(0.83)),
    (Mode::Blind, 8, 12, Some(0.8), None),
    (Mode::Blind, 10, 4, Some(0.8), Some(0.72)),
    (Mode::Blind, 10, 8, Some(0.8), Some(0.87)),
    (Mode::Blind, 10, 12, None, None),
    (Mode::Ai, 6, 4, Some(0.4), Some(0.51)),
    (Mode::Ai, 6, 8, Some(0.4), Some(0.41)),
    (Mode::Ai, 6, 12, Some(0.3), Some(0.44)),
    (Mode::Ai, 8, 4, Some(0.5), Some(0.53)),
    (Mode::Ai, 8, 8, Some(0.4), Some(0.55)),
    (Mode::Ai, 8, 12, None, None),
    (Mode::Ai, 10, 4, Some(0.4), Some(0.53)),
    (Mode::Ai, 10, 8, Some(0.7), Some(0.53)),
    (Mode::Ai, 10, 12, None, None),
];

/// The published rates of a cell; `None` if the report does not have this cell.
pub(crate) fn published(mode: Mode, size: u8, depth: u32) -> Option<Published> {
    let row = ROWS.iter().find(|row| (row.0, row.1, row.2) == (mode, size, depth))?;
    Some(Published { report: row.3, simulation: row.4 })
}
