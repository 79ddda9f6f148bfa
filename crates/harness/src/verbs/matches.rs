//! `match`: games between two players, by the crate `matches`.

use super::match_args::{self, MatchArgs};
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::progress;
use config::Choice;
use matches::{MatchError, MatchProgress};

/// This many forfeits are told with their reason as they happen; more are in the record.
const TOLD_FORFEITS: usize = 5;

/// Runs the verb. Ctrl-C ends it with the games that were played, and exit code 1.
pub fn run<D: Domain>(context: &Context<D>, args: MatchArgs) -> Result<Finish, HarnessError> {
    let load = |choice: Option<&Choice>| context.load(choice, &[]);
    let bar = progress::bar(args.games as u64, "games", context.flags().quiet);
    let mut forfeits = 0;
    let mut tell = |now: &MatchProgress<'_>| {
        bar.step(now.report.games.saturating_sub(bar.steps()));
        let report = now.report;
        bar.message(format!("games, +{} ={} -{}", report.wins, report.draws, report.losses));
        let Some(game) = now.game else { return };
        forfeits += usize::from(game.reason.is_forfeit());
        if game.reason.is_forfeit() && forfeits <= TOLD_FORFEITS {
            tracing::warn!("{game}");
        } else {
            tracing::info!("{game}");
        }
    };
    let report = match_args::run::<D>(&args, &load, &mut tell, &context.stop());
    bar.finish();
    let report = report.map_err(|error| match error {
        MatchError::Setting { key, problem } => {
            HarnessError::input(format!("--{}", key.replace(' ', "-")), problem)
        }
        other => HarnessError::other(other),
    })?;
    context.result(&report, &format!("{report}\n"))?;
    Ok(if report.complete { Finish::Done } else { Finish::Different })
}
