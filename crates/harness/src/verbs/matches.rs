//! `match`: games between two players, by the crate `matches`.

use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::progress;
use config::ConfigError;
use matches::{ConfigSource, MatchError, MatchOptions, MatchProgress, run_match};
use protocols::LoadedConfig;
use record::{GameRecord, Termination};

/// Forfeits that are reported with their reason as they happen; the record has all of them.
const SHOWN_FORFEITS: usize = 5;

/// Loads the configurations of players.
pub(super) fn loader<D: Domain>(
    context: &Context<D>,
) -> impl Fn(ConfigSource<'_>) -> Result<LoadedConfig<D>, ConfigError> {
    |source| match source {
        ConfigSource::CommandLine => context.load(None, &[]),
        ConfigSource::Choice(choice, changes) => context.load(Some(choice), changes),
        ConfigSource::Level(level) => context.load_level(level),
    }
}

/// Reports games as they end: forfeits as warnings, the others with `--verbose`.
#[derive(Default)]
pub(super) struct Announcer {
    forfeits: usize,
}

impl Announcer {
    pub(super) fn announce(&mut self, game: &GameRecord) {
        let is_forfeit = game.reason.is_some_and(Termination::is_forfeit);
        self.forfeits += usize::from(is_forfeit);
        if is_forfeit && self.forfeits <= SHOWN_FORFEITS {
            tracing::warn!("{game}");
        } else {
            tracing::info!("{game}");
        }
    }
}

/// The error with the option that it is about.
pub(super) fn located(error: MatchError) -> HarnessError {
    match error {
        // The arguments of a tournament, not an option.
        MatchError::Setting { key: key @ ("player" | "players"), problem } => {
            HarnessError::input(key, problem)
        }
        MatchError::Setting { key, problem } => {
            HarnessError::input(format!("--{}", key.replace(' ', "-")), problem)
        }
        other => HarnessError::other(other),
    }
}

/// Runs the verb. Ctrl-C ends it with the result of the finished games and exit code 1.
pub fn run<D: Domain>(context: &Context<D>, options: MatchOptions) -> Result<Finish, HarnessError> {
    let mut bar = None;
    let mut announcer = Announcer::default();
    let quiet = context.flags().quiet;
    let mut show = |now: &MatchProgress<'_>| {
        let bar = bar.get_or_insert_with(|| progress::bar(now.total as u64, "games", quiet));
        bar.step(now.report.games.saturating_sub(bar.steps()));
        let report = now.report;
        bar.message(format!("games, +{} ={} -{}", report.wins, report.draws, report.losses));
        if let Some(game) = now.game {
            announcer.announce(game);
        }
    };
    let setup = options.setup::<D>(&loader(context));
    let report = setup.and_then(|setup| run_match(&setup, &mut show, &context.stop()));
    if let Some(bar) = bar {
        bar.finish();
    }
    let report = report.map_err(located)?;
    context.result(&report, &format!("{report}\n"))?;
    Ok(if report.complete { Finish::Done } else { Finish::Different })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use matches::{Adjudication, DrawRule, ResignRule};
    use protocols::Control;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        options: MatchOptions,
    }

    fn parse(flags: &str) -> Result<MatchOptions, String> {
        let words = ["match", "--first", "a", "--second", "b"].into_iter();
        Command::try_parse_from(words.chain(flags.split_whitespace()))
            .map(|command| command.options)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn limits_hold_for_both_players_unless_one_has_its_own() {
        let options = parse("--depth 4 --nodes 100 --second-control time=0.5").unwrap();
        let [first, second] = options.controls();
        assert_eq!((first.depth, first.nodes, first.time), (Some(4), Some(100), None));
        assert_eq!(second, Control { time: Some(0.5), ..Control::default() });
    }

    #[test]
    fn adjudication_is_off_by_default_except_for_the_longest_game() {
        let options = parse("").unwrap();
        let max_plies = Some(1000);
        assert_eq!(
            options.common.adjudication(),
            Adjudication { max_plies, ..Adjudication::default() }
        );
        let options = parse("--max-plies 0 --proven --draw 40,8,0.1 --resign 3,9").unwrap();
        let draw = Some(DrawRule { after: 40, plies: 8, points: 0.1 });
        let resign = Some(ResignRule { moves: 3, points: 9.0 });
        let expected = Adjudication { draw, resign, proven: true, max_plies: None };
        assert_eq!(options.common.adjudication(), expected);
    }

    #[test]
    fn wrong_flags_are_refused_with_the_reason() {
        for (flags, word) in [
            ("--sprt 1,2", "four numbers"),
            ("--sprt=-5,0,0.05", "3 numbers"),
            ("--resume", "--record"),
            ("--draw 1,2", "AFTER,PLIES,POINTS"),
            ("--draw 1,0,2", "plies = 0"),
            ("--resign x,2", "MOVES,POINTS"),
            ("--clock 5+x", "BASE+INCREMENT"),
            ("--first-control depth=0", "depth: found 0"),
            ("--games many", "many"),
        ] {
            let error = parse(flags).unwrap_err();
            assert!(error.contains(word), "{flags}: {error}");
        }
        assert_eq!(parse("--sprt -5,0,0.05,0.05").unwrap().sprt.unwrap().elo0, -5.0);
    }

    #[test]
    fn options_read_back_from_text() {
        let options = parse("--clock 10+0.1 --sprt 0,5,0.05,0.05 --record x --resume").unwrap();
        let text = toml::to_string(&options).unwrap();
        assert_eq!(toml::from_str::<MatchOptions>(&text).unwrap(), options);
    }
}
