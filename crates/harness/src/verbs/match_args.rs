//! The flags of the `match` verb, and the verb itself for any [`Domain`].

use crate::Domain;
use clap::Args;
use matches::{
    Adjudication, ConfigLoader, DrawRule, MatchError, MatchOptions, MatchProgress, MatchReport,
    ResignRule, Sprt, run_match,
};
use protocols::{Control, GameClock};
use search::StopFlag;
use std::path::PathBuf;

/// Plays a match between two players.
#[derive(Args, Clone, Debug)]
pub struct MatchArgs {
    /// A player: a configuration (name or file), `random`, an opponent of the game or an external engine
    ///
    /// Results are counted from its view. An external engine is written `PROTOCOL:COMMAND`, for
    /// example "ugi:./engine --threads 1".
    #[arg(long, value_name = "PLAYER")]
    pub first: String,
    /// Its opponent, written in the same way
    #[arg(long, value_name = "PLAYER")]
    pub second: String,
    /// How many games; two make a pair with the same opening and colours swapped
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: usize,
    /// A file with one opening per line: a position or moves
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Random plies after the opening [default: 4 without --openings, 0 with]
    #[arg(long, value_name = "N")]
    pub random_plies: Option<usize>,
    /// Random seed; the same seed gives the same match
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// A clock for the whole game, in seconds
    #[arg(long, value_name = "BASE+INCREMENT")]
    pub clock: Option<GameClock>,
    /// Nodes per move
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Plies per search
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// The limits of the first player in place of the common ones
    ///
    /// Any of time=SECONDS, clock=BASE+INCREMENT, nodes=N and depth=N, commas between them.
    #[arg(long, value_name = "LIMITS")]
    pub first_control: Option<Control>,
    /// The limits of the second player in place of the common ones
    #[arg(long, value_name = "LIMITS")]
    pub second_control: Option<Control>,
    /// Ends the match when it is clear which Elo difference holds
    #[arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Records the games in this file, one line of JSON each
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Continues the match in the record file
    #[arg(long, requires = "record")]
    pub resume: bool,
    /// A draw after this many plies; 0 for never
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub max_plies: usize,
    /// A draw when both players have called it one for long enough
    ///
    /// After at least AFTER plies, when all scores of the last PLIES plies were within POINTS of 0.
    #[arg(long, value_name = "AFTER,PLIES,POINTS")]
    pub draw: Option<DrawRule>,
    /// A win when both players have called it one for long enough
    ///
    /// When the scores of the last MOVES moves of each player were at least POINTS for the same side.
    #[arg(long, value_name = "MOVES,POINTS")]
    pub resign: Option<ResignRule>,
    /// A win as soon as the scores of both players prove it
    #[arg(long)]
    pub proven: bool,
    /// By how many seconds a move may be late
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1)]
    pub margin: f64,
    /// How long an external engine may be silent beyond its time before it has hung
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub hang: f64,
}

impl MatchArgs {
    /// The same as plain data.
    pub fn options(&self) -> MatchOptions {
        let common =
            Control { time: self.time, clock: self.clock, nodes: self.nodes, depth: self.depth };
        MatchOptions {
            first: self.first.clone(),
            second: self.second.clone(),
            games: self.games,
            openings: self.openings.clone(),
            random_plies: self.random_plies,
            seed: self.seed,
            concurrency: self.concurrency,
            first_control: self.first_control.unwrap_or(common),
            second_control: self.second_control.unwrap_or(common),
            sprt: self.sprt,
            record: self.record.clone(),
            resume: self.resume,
            adjudication: Adjudication {
                draw: self.draw,
                resign: self.resign,
                proven: self.proven,
                max_plies: (self.max_plies > 0).then_some(self.max_plies),
            },
            margin: self.margin,
            hang: self.hang,
        }
    }
}

/// The `match` verb: loads both players with `load`, plays, tells `progress` of every game and
/// returns the result. Nothing is printed here.
pub fn run<D: Domain>(
    args: &MatchArgs,
    load: &ConfigLoader<'_, D>,
    progress: &mut dyn FnMut(&MatchProgress<'_>),
    stop: &StopFlag,
) -> Result<MatchReport, MatchError> {
    let setup = args.options().setup::<D>(load)?;
    run_match(&setup, progress, stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: MatchArgs,
    }

    fn parse(flags: &str) -> Result<MatchOptions, String> {
        let words = ["match", "--first", "a", "--second", "b"].into_iter();
        Command::try_parse_from(words.chain(flags.split_whitespace()))
            .map(|command| command.args.options())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn limits_hold_for_both_players_unless_one_has_its_own() {
        let options = parse("--depth 4 --nodes 100 --second-control time=0.5").unwrap();
        assert_eq!(options.first_control.depth, Some(4));
        assert_eq!(options.first_control.nodes, Some(100));
        assert_eq!(options.second_control, Control { time: Some(0.5), ..Control::default() });
    }

    #[test]
    fn adjudication_is_off_unless_asked_for_and_games_have_an_end() {
        let options = parse("").unwrap();
        let max_plies = Some(1000);
        assert_eq!(options.adjudication, Adjudication { max_plies, ..Adjudication::default() });
        let options = parse("--max-plies 0 --proven --draw 40,8,0.1 --resign 3,9").unwrap();
        let draw = Some(DrawRule { after: 40, plies: 8, points: 0.1 });
        let resign = Some(ResignRule { moves: 3, points: 9.0 });
        let expected = Adjudication { draw, resign, proven: true, max_plies: None };
        assert_eq!(options.adjudication, expected);
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
