//! Output of results: tables, CSV, JSON and SVG plots.
//!
//! - [`Table`] prints aligned text for a terminal, and the same rows as CSV and JSON.
//! - [`Plot`] (lines) and [`Bars`] (grouped bars) write SVG; an axis with a wide range is
//!   logarithmic.
//! - [`terminal`] detects the capabilities of the terminal.
//! - [`number`] formats counts, durations, ratios and percentages; [`score`] formats scores.
//!
//! ```
//! use report::{Cell, Table};
//!
//! let mut table = Table::new(&["algorithm", "nodes", "ratio"]);
//! table.cells(vec!["minimax".into(), Cell::count(1_234_567), Cell::ratio(1.0)]);
//! table.cells(vec!["alpha-beta".into(), Cell::count(20_480), Cell::ratio(0.017)]);
//! assert_eq!(
//!     table.to_text(None),
//!     "algorithm       nodes   ratio\n\
//!      ─────────────────────────────\n\
//!      minimax     1,234,567   1.00x\n\
//!      alpha-beta     20,480  0.017x\n"
//! );
//! assert_eq!(
//!     table.to_csv()?,
//!     "algorithm,nodes,ratio\nminimax,1234567,1.0\nalpha-beta,20480,0.017\n"
//! );
//! # Ok::<(), report::ReportError>(())
//! ```

mod axis;
mod bars;
mod figure;
pub mod number;
mod plot;
pub mod score;
mod table;
pub mod terminal;

pub use bars::Bars;
pub use plot::{Plot, Series};
pub use table::{Cell, Table};

use thiserror::Error;

/// Why a table or figure could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The CSV writer failed.
    #[error("CSV table: cannot be written: {0}")]
    Csv(#[from] csv::Error),
    /// The SVG writer failed.
    #[error("plot {title:?}: cannot be drawn: {reason}")]
    Plot {
        /// The plot's title.
        title: String,
        /// The error of the drawing library.
        reason: String,
    },
}
