//! `match`: games between two players, by the crate `matches`.

use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::progress;
use clap::Args;
use config::ConfigError;
use files::Journal;
use matches::{
    ConfigSource, Header, MatchError, MatchOptions, MatchProgress, MatchReport, run_match,
};
use protocols::LoadedConfig;
use record::{GameRecord, Termination};
use report::number;

/// Forfeits that are reported with their reason as they happen; the record has all of them.
const SHOWN_FORFEITS: usize = 5;

/// Arguments of `match`: the match, and what scripts ask about its result.
#[derive(Args)]
pub struct MatchArgs {
    #[command(flatten)]
    options: MatchOptions,
    /// Print the result also as one line, `figure: WHAT | RESULT`
    ///
    /// `scripts/bench` records such lines.
    #[arg(long, value_name = "WHAT")]
    figure: Option<String>,
    /// Print how long the recorded moves took
    #[arg(long, requires = "record")]
    times: bool,
    /// Exit code 1 if the first player scores less than this share of the points, for example 0.65
    #[arg(long, value_name = "SHARE", value_parser = share)]
    at_least: Option<f64>,
    /// Exit code 1 if a game is forfeited: by an illegal move, a crash or a late move
    #[arg(long)]
    no_forfeits: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "allowed: a number from 0 to 1".to_owned())
}

impl MatchArgs {
    /// The result as text: for a person, then what the flags ask for.
    fn text(&self, report: &MatchReport) -> Result<String, HarnessError> {
        let mut text = format!("{report}\n");
        if let Some(path) = self.options.common.record.as_ref().filter(|_| self.times) {
            let games = Journal::<GameRecord>::read::<Header>(path).map_err(HarnessError::other)?;
            text += &move_times(games.iter().map(|(_, game)| game));
        }
        if let Some(what) = &self.figure {
            text += &format!("figure: {what} | {}\n", report.summary());
        }
        Ok(text)
    }

    /// Whether the result is what the flags expect.
    fn is_expected(&self, report: &MatchReport) -> bool {
        report.complete
            && self.at_least.is_none_or(|least| report.score >= least)
            && !(self.no_forfeits && report.forfeits() > 0)
    }
}

/// Number, median, 99th percentile and maximum of the times that moves took.
fn move_times<'a>(games: impl Iterator<Item = &'a GameRecord>) -> String {
    let moves = games.flat_map(|game| game.moves.iter().skip(game.opening));
    let mut times: Vec<f64> = moves.filter_map(|mv| mv.remarks.seconds).collect();
    times.sort_by(f64::total_cmp);
    let Some(&slowest) = times.last() else { return "moves 0\n".to_owned() };
    let at = |share: f64| number::seconds(times[(share * (times.len() - 1) as f64) as usize]);
    format!(
        "moves {}: median {}, 99 % within {}, slowest {}\n",
        number::grouped(times.len() as u64),
        at(0.5),
        at(0.99),
        number::seconds(slowest)
    )
}

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
pub fn run<D: Domain>(context: &Context<D>, args: MatchArgs) -> Result<Finish, HarnessError> {
    let options = &args.options;
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
    context.result(&report, &args.text(&report)?)?;
    Ok(if args.is_expected(&report) { Finish::Done } else { Finish::Different })
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
        args: MatchArgs,
    }

    fn args(flags: &str) -> Result<MatchArgs, String> {
        let words = ["match", "--first", "a", "--second", "b"].into_iter();
        Command::try_parse_from(words.chain(flags.split_whitespace()))
            .map(|command| command.args)
            .map_err(|error| error.to_string())
    }

    fn parse(flags: &str) -> Result<MatchOptions, String> {
        args(flags).map(|args| args.options)
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
            ("--at-least 65", "a number from 0 to 1"),
            ("--times", "--record"),
        ] {
            let error = parse(flags).unwrap_err();
            assert!(error.contains(word), "{flags}: {error}");
        }
        assert_eq!(parse("--sprt -5,0,0.05,0.05").unwrap().sprt.unwrap().elo0, -5.0);
    }

    /// A report of a match that the first player won by 3 to 1, with a forfeit.
    fn report() -> MatchReport {
        MatchReport {
            first: "a".to_owned(),
            second: "b".to_owned(),
            games: 4,
            wins: 3,
            draws: 0,
            losses: 1,
            score: 0.75,
            draw_ratio: 0.0,
            pairs: [0, 0, 1, 0, 1],
            elo: None,
            error: None,
            elo_low: None,
            elo_high: None,
            los: 0.5,
            sprt: None,
            terminations: [(Termination::Rules, 3), (Termination::Crashed, 1)].into(),
            complete: true,
        }
    }

    #[test]
    fn the_exit_code_says_whether_the_result_is_the_expected_one() {
        let is_expected = |flags: &str| args(flags).unwrap().is_expected(&report());
        assert!(is_expected("") && is_expected("--at-least 0.75"));
        assert!(!is_expected("--at-least 0.76"));
        assert!(!is_expected("--no-forfeits"));
        let stopped = MatchReport { complete: false, ..report() };
        assert!(!args("").unwrap().is_expected(&stopped));
    }

    #[test]
    fn a_figure_is_the_last_line() {
        let text = args("--figure strength").unwrap().text(&report()).unwrap();
        let last = text.lines().last().unwrap();
        assert!(
            last.starts_with("figure: strength | 75.0 % of 4 games (3 won, 0 drawn, 1 lost)"),
            "{text}"
        );
        assert!(!args("").unwrap().text(&report()).unwrap().contains("figure"));
    }

    #[test]
    fn times_of_moves_leave_out_the_opening() {
        let game = r#"{ "game": "g", "start": "s", "opening": 1, "moves": [{ "move": "a", "seconds": 9 },
            { "move": "b", "seconds": 0.25 }, { "move": "c", "seconds": 0.5 }, { "move": "d", "seconds": 2 }, "e"] }"#;
        let game: GameRecord = serde_json::from_str(game).unwrap();
        let expected = "moves 3: median 500 ms, 99 % within 500 ms, slowest 2.00 s\n";
        assert_eq!(move_times([&game].into_iter()), expected);
        assert_eq!(move_times([].into_iter()), "moves 0\n");
    }

    #[test]
    fn options_read_back_from_text() {
        let options = parse("--clock 10+0.1 --sprt 0,5,0.05,0.05 --record x --resume").unwrap();
        let text = toml::to_string(&options).unwrap();
        assert_eq!(toml::from_str::<MatchOptions>(&text).unwrap(), options);
    }
}
