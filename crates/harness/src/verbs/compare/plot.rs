//! The figure of a comparison: one line or one colour of bars per algorithm.

use super::{Compare, Figures, Measured, Total, name, total};
use crate::Domain;
use clap::ValueEnum;
use report::{Bars, Plot, ReportError, Series};
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

/// The figure that was asked for: lines over depths, bars for positions. What went over the limit leaves a gap.
pub(super) fn svg<D: Domain>(
    measured: &[Measured],
    args: &Compare,
    positions: usize,
) -> Result<String, ReportError> {
    let what = args.plot.title();
    let title = format!("{}: {what} by algorithm", <D as protocols::Playable>::NAME);
    let algorithms = args.algorithms.iter();
    match args.over {
        Over::Depth => {
            let series = algorithms.map(|&algorithm| {
                Series::new(name(algorithm), over_depth(measured, args, positions, algorithm))
            });
            Plot {
                title,
                x_title: "depth in plies".to_owned(),
                y_title: what.to_owned(),
                series: series.collect(),
            }
            .to_svg()
        }
        Over::Position => {
            let deepest = args.depths.0.last().copied().unwrap_or_default();
            let series = algorithms.map(|&algorithm| {
                (
                    name(algorithm),
                    over_positions(measured, args.plot, algorithm, deepest, positions),
                )
            });
            Bars {
                title: format!("{title}, depth {deepest}"),
                value_title: what.to_owned(),
                groups: (1..=positions).map(|number| format!("position {number}")).collect(),
                series: series.collect(),
            }
            .to_svg()
        }
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

/// The value of each position; not a number where there is none.
fn over_positions(
    measured: &[Measured],
    quantity: Quantity,
    algorithm: Algorithm,
    depth: u32,
    positions: usize,
) -> Vec<f64> {
    let mut values = vec![f64::NAN; positions];
    for row in measured.iter().filter(|row| row.algorithm == algorithm && row.depth == depth) {
        if let Some(figures) = &row.result {
            values[row.position] = quantity.of(figures);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_over_the_limit_leave_a_gap() {
        let row = |position, depth, counted: Option<u64>| Measured {
            position,
            algorithm: Algorithm::Pvs,
            depth,
            result: counted.map(|counted| Figures { nodes: 1, counted, ..Figures::default() }),
        };
        let rows = [row(0, 2, Some(9)), row(0, 3, Some(5)), row(1, 3, None), row(2, 3, Some(7))];
        let values = over_positions(&rows, Quantity::Counted, Algorithm::Pvs, 3, 3);
        assert_eq!((values[0], values[2]), (5.0, 7.0));
        assert!(values[1].is_nan() && values.len() == 3);
        let none = over_positions(&rows, Quantity::Nodes, Algorithm::Minimax, 3, 3);
        assert!(none.iter().all(|value| value.is_nan()));
    }
}
