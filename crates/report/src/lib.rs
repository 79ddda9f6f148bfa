//! Results for people and programs: tables, CSV, JSON and SVG plots.
//!
//! - [`Table`] prints aligned text for a terminal, and the same rows as CSV and JSON.
//! - [`Plot`] (lines) and [`Bars`] (grouped bars) become SVG files; the axes choose a logarithmic
//!   scale by themselves where the range asks for it.
//! - [`terminal`] tells what the reader's terminal can show.
//! - [`number`] writes counts, durations, ratios and percentages the same way everywhere,
//!   [`score`] values of positions, [`move_texts`] lines of play.
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

/// Why a result could not be written out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The CSV writer failed.
    #[error("the table cannot be written as CSV: {0}")]
    Csv(#[from] csv::Error),
    /// The SVG writer failed.
    #[error("the plot {title:?} cannot be drawn: {reason}")]
    Plot {
        /// The plot's title.
        title: String,
        /// What the drawing library said.
        reason: String,
    },
}
