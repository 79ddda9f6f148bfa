//! `match`: games between two players, by the machinery of [`crate::matches`].

use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::matches::cli::MatchArgs;
use crate::matches::{Extras, MatchError, MatchProgress, PathVerdict, cli};
use crate::progress;
use std::path::Path;
use std::sync::Arc;

/// Runs the verb. Ctrl-C ends it with the games that were played.
pub fn run<D: Domain>(context: &Context<D>, args: MatchArgs) -> Result<Finish, HarnessError> {
    let load = |file: Option<&Path>| context.load(file, &[]).map_err(Into::into);
    let config = context.config().clone();
    let verdict: PathVerdict<D::Game> = Arc::new(move |game, history| {
        let outcome = D::verdict(&config, game, history)?;
        Some((outcome, "rule about the course of the game".to_owned()))
    });
    let extras = Extras { protocols: D::protocols(), path_verdict: Some(verdict) };
    let bar = progress::bar(args.games as u64, "games", context.flags().quiet);
    let mut tell = |now: &MatchProgress<'_>| {
        bar.step(now.report.games.saturating_sub(bar.steps()));
        let report = now.report;
        bar.message(format!("games, +{} ={} -{}", report.wins, report.draws, report.losses));
        if let Some(game) = now.game {
            tracing::info!("{game:?}");
        }
    };
    let report = cli::run::<D>(&args, &load, &extras, &mut tell, &context.stop());
    bar.finish();
    let report = report.map_err(|error| match error {
        MatchError::Setting { key, problem } => HarnessError::input(format!("--{key}"), problem),
        other => HarnessError::other(other),
    })?;
    context.result(&report, &format!("{report}\n"))?;
    Ok(Finish::Done)
}
