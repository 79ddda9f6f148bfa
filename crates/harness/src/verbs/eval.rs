//! `eval`: the static evaluation, term by term, from the first player's view.

use super::input;
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::rows::EvaluationRow;
use clap::Args;
use report::{Table, score};
use search::Side;

/// Arguments of `eval`.
#[derive(Args)]
pub struct Eval {
    /// Position string, a file with one, or `-` for standard input; none for the start position
    position: Option<String>,
}

/// Runs the verb.
pub fn run<D: Domain>(context: &Context<D>, args: Eval) -> Result<Finish, HarnessError> {
    let position = input::position(context, args.position.as_deref())?;
    let evaluation = input::engine::<D>(context.config())?.evaluate(&position);
    let mut table = Table::new(&["term", "points"]).right_align(&[1]);
    for term in &evaluation.terms {
        table.row(vec![term.name.clone(), score::points(term.points)]);
    }
    let total = score::text(evaluation.score, evaluation.units_per_point);
    table.row(vec![format!("score for {}", D::side_name(Side::First)), total]);
    context.result(&EvaluationRow::new(&position, &evaluation), &table.to_text(None))?;
    Ok(Finish::Done)
}
