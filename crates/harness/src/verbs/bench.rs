//! `bench`: searches fixed positions on one thread. The node count is a signature of the search: the same on
//! every machine, and different after any change of behaviour.

use super::input;
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::progress;
use clap::Args;
use report::{Cell, Table, number};
use search::{Limits, Parallel, Request};
use serde::Serialize;

/// Arguments of `bench`.
#[derive(Args)]
pub struct Bench {
    /// Expected number of nodes; any other number gives exit code 1
    #[arg(long, value_name = "NODES")]
    expect: Option<u64>,
}

/// The sum over all positions.
#[derive(Serialize)]
struct BenchRow {
    nodes: u64,
    nps: u64,
    seconds: f64,
}

/// Runs the verb.
pub fn run<D: Domain>(context: &Context<D>, args: Bench) -> Result<Finish, HarnessError> {
    let mut config = context.config().clone();
    D::search_mut(&mut config).threads = 1;
    D::search_mut(&mut config).parallel = Parallel::None;
    let mut engine = input::engine::<D>(&config)?;
    let stop = context.stop();
    let bar = progress::bar(D::bench_positions().len() as u64, "positions", context.flags().quiet);
    let mut table = Table::new(&["position", "depth", "nodes", "time"]);
    let (mut nodes, mut seconds) = (0, 0.0);
    for &(text, depth) in D::bench_positions() {
        let position = D::parse_position(&config, text)
            .map_err(|error| HarnessError::notation("bench position", text, &error))?;
        engine.new_game();
        let request =
            Request { stop: stop.clone(), ..Request::new(position, Limits::depth(depth)) };
        let report = engine.search(&request, &mut |_| {});
        if stop.is_stopped() {
            context.remark("interrupted: no signature");
            return Ok(Finish::Different);
        }
        bar.step(1);
        nodes += report.nodes;
        seconds += report.time.as_secs_f64();
        table.cells(vec![
            text.into(),
            Cell::shown(depth.to_string(), depth),
            Cell::count(report.nodes),
            Cell::seconds(report.time.as_secs_f64()),
        ]);
    }
    bar.finish();
    let nps = nodes as f64 / f64::max(seconds, 1e-9);
    let row = BenchRow { nodes, nps: nps.round() as u64, seconds };
    let speed = number::short(nps);
    let text = format!("{}\nnodes {nodes}\nnps   {speed}\n", table.to_text(None));
    context.result(&row, &text)?;
    match args.expect {
        Some(expected) if expected != nodes => {
            context.remark(&format!("the signature is {nodes} nodes, expected {expected}"));
            Ok(Finish::Different)
        }
        _ => Ok(Finish::Done),
    }
}
