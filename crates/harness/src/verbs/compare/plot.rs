//! The figure of a comparison: one line per algorithm.

use super::{Compare, Figures, Measured, Total, name, total};
use crate::Domain;
use clap::ValueEnum;
use report::{Plot, Series};
use search::Algorithm;

/// What a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Quantity {
    /// Visited nodes.
    Nodes,
    /// Nodes as the domain counts them, for comparison with published figures.
    Counted,
    /// Seconds.
    Time,
}

/// What it is drawn over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Over {
    /// The depths, all positions together.
    Depth,
    /// The positions one by one, at the greatest depth.
    Position,
}

impl Quantity {
    fn of(self, figures: &Figures) -> f64 {
        match self {
            Quantity::Nodes => figures.nodes as f64,
            Quantity::Counted => figures.counted as f64,
            Quantity::Time => figures.seconds,
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Quantity::Nodes => "nodes",
            Quantity::Counted => "counted nodes",
            Quantity::Time => "seconds",
        }
    }
}

/// The figure that was asked for. What went over the limit leaves a gap.
pub(super) fn plot<D: Domain>(measured: &[Measured], args: &Compare, positions: usize) -> Plot {
    let deepest = args.depths.0.last().copied().unwrap_or_default();
    let series = args.algorithms.iter().map(|&algorithm| {
        let points = match args.over {
            Over::Depth => over_depth(measured, args, positions, algorithm),
            Over::Position => over_positions(measured, args.plot, algorithm, deepest),
        };
        Series::new(name(algorithm), points)
    });
    let what = args.plot.title();
    let (at, x_title) = match args.over {
        Over::Depth => (String::new(), "depth in plies"),
        Over::Position => (format!(", depth {deepest}"), "position"),
    };
    Plot {
        title: format!("{}: {what} by algorithm{at}", <D as protocols::Playable>::NAME),
        x_title: x_title.to_owned(),
        y_title: what.to_owned(),
        series: series.collect(),
    }
}

fn over_depth(
    measured: &[Measured],
    args: &Compare,
    positions: usize,
    algorithm: Algorithm,
) -> Vec<(f64, f64)> {
    let point = |&depth: &u32| match total(measured, positions, algorithm, depth) {
        Total::Known(figures) => Some((f64::from(depth), args.plot.of(&figures))),
        Total::OverLimit | Total::NotRun => None,
    };
    args.depths.0.iter().filter_map(point).collect()
}

fn over_positions(
    measured: &[Measured],
    quantity: Quantity,
    algorithm: Algorithm,
    depth: u32,
) -> Vec<(f64, f64)> {
    let rows = measured.iter().filter(|row| row.algorithm == algorithm && row.depth == depth);
    let value = |row: &Measured| row.result.as_ref().map_or(f64::NAN, |result| quantity.of(result));
    rows.map(|row| ((row.position + 1) as f64, value(row))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_numbered_from_one_and_those_over_the_limit_leave_a_gap() {
        let row = |position, depth, counted: Option<u64>| Measured {
            position,
            algorithm: Algorithm::Pvs,
            depth,
            result: counted.map(|counted| Figures { nodes: 1, counted, ..Figures::default() }),
        };
        let rows = [row(0, 2, Some(9)), row(0, 3, Some(5)), row(1, 3, None), row(2, 3, Some(7))];
        let points = over_positions(&rows, Quantity::Counted, Algorithm::Pvs, 3);
        assert_eq!((points[0], points[2]), ((1.0, 5.0), (3.0, 7.0)));
        assert!(points[1].1.is_nan() && points.len() == 3);
        assert!(over_positions(&rows, Quantity::Nodes, Algorithm::Minimax, 3).is_empty());
    }
}
