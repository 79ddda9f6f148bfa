//! The running total of a match, [`Standing`], and its summary, [`MatchReport`].

use crate::sprt::{Sprt, SprtStatus, Verdict};
use crate::stats::{GameResult, Tally};
use record::Termination;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The result of a match, from the view of its first player. A figure that does not exist is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// The name of the match's first player.
    pub first: String,
    /// The name of its second player.
    pub second: String,
    /// Games counted.
    pub games: u64,
    /// Games the first player won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games the first player lost.
    pub losses: u64,
    /// The mean score, from 0 to 1.
    pub score: f64,
    /// Draws divided by games.
    pub draw_ratio: f64,
    /// How many pairs scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The Elo difference; `null` if every game was won, every game was lost or none was played.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval; `null` if the interval has not both ends.
    pub error: Option<f64>,
    /// The lower end of the interval; `null` if every game was lost or none was played.
    pub elo_low: Option<f64>,
    /// The upper end of the interval; `null` if every game was won or none was played.
    pub elo_high: Option<f64>,
    /// The likelihood that the first player is stronger.
    pub los: f64,
    /// The sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtStatus>,
    /// Number of games by the reason that ended them.
    pub terminations: BTreeMap<Termination, u64>,
    /// Whether all games were played or the sequential test decided.
    pub complete: bool,
}

impl MatchReport {
    /// The counts that the figures come from.
    pub fn tally(&self) -> Tally {
        let &MatchReport { wins, draws, losses, pairs, .. } = self;
        Tally { wins, draws, losses, pairs }
    }

    /// Games that were forfeited, by either side.
    pub fn forfeits(&self) -> u64 {
        let forfeits = self.terminations.iter().filter(|(reason, _)| reason.is_forfeit());
        forfeits.map(|(_, count)| count).sum()
    }

    /// The result in one line: that of [`Tally`], and the verdict of the sequential test if there is one.
    pub fn summary(&self) -> String {
        let verdict = self.sprt.map_or(String::new(), |status| {
            let Sprt { elo0, elo1, .. } = status.sprt;
            format!(", SPRT of {elo1} against {elo0} Elo: {}", status.verdict)
        });
        format!("{}{verdict}", self.tally())
    }
}

/// A summary in a few lines.
impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchReport { wins, draws, losses, games, .. } = self;
        let elo = self.tally().elo();
        writeln!(f, "{} against {}", self.first, self.second)?;
        writeln!(
            f,
            "games {games}: {wins} won, {draws} drawn, {losses} lost, score {:.1} %{}",
            100.0 * self.score,
            if self.complete { "" } else { " (stopped early)" }
        )?;
        writeln!(f, "Elo {elo} (95 %), likelihood of superiority {:.1} %", 100.0 * self.los)?;
        if self.pairs.iter().any(|&n| n > 0) {
            let [ll, ld, even, wd, ww] = self.pairs;
            writeln!(f, "pairs by points 0, ½, 1, 1½, 2: {ll}, {ld}, {even}, {wd}, {ww}")?;
        }
        if let Some(SprtStatus { sprt, llr, lower, upper, verdict }) = self.sprt {
            writeln!(
                f,
                "SPRT elo {} against {}: LLR {llr:.2} ({lower:.2} to {upper:.2}), {verdict}",
                sprt.elo1, sprt.elo0
            )?;
        }
        let reasons = self.terminations.iter().map(|(reason, count)| format!("{count} {reason}"));
        write!(f, "endings: {}", reasons.collect::<Vec<_>>().join(", "))
    }
}

/// Games counted, with the reasons that ended them.
#[derive(Clone, Debug, Default)]
struct Count {
    tally: Tally,
    terminations: BTreeMap<Termination, u64>,
}

impl Count {
    fn add(&mut self, (result, reason): (GameResult, Termination)) {
        self.tally.add_game(result);
        *self.terminations.entry(reason).or_default() += 1;
    }
}

/// The running total.
///
/// Games end in any order, but the sequential test takes pairs in the order of the schedule, and once it
/// has decided only the games up to there count. The result depends neither on the number of threads nor
/// on how long games take; short games, which end first, get no extra weight.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    names: [String; 2],
    sprt: Option<Sprt>,
    games: Vec<Option<(GameResult, Termination)>>,
    /// How many of them are played.
    expected: usize,
    all: Count,
    /// Pairs `0..in_order_pairs`, as the sequential test sees them.
    in_order: Count,
    in_order_pairs: usize,
    verdict: Verdict,
}

impl Standing {
    /// The standing before the first game, of which `expected` are played: all, or those of a shard.
    pub(crate) fn new(
        names: [String; 2],
        games: usize,
        expected: usize,
        sprt: Option<Sprt>,
    ) -> Self {
        Standing {
            names,
            sprt,
            games: vec![None; games],
            expected,
            all: Count::default(),
            in_order: Count::default(),
            in_order_pairs: 0,
            verdict: Verdict::Continue,
        }
    }

    /// Counts a game of the schedule. Each is counted once.
    pub(crate) fn add(&mut self, game: usize, result: GameResult, reason: Termination) {
        self.games[game] = Some((result, reason));
        self.all.add((result, reason));
        if let Some(pair) = self.pair(game / 2) {
            self.all.tally.add_pair(pair.map(|(result, _)| result));
        }
        self.advance();
    }

    /// The two games of a pair, if both are finished.
    fn pair(&self, pair: usize) -> Option<[(GameResult, Termination); 2]> {
        let [one, other] = self.games.get(2 * pair..2 * pair + 2)? else { return None };
        Some([(*one)?, (*other)?])
    }

    /// Gives the sequential test the pairs that are next in order.
    fn advance(&mut self) {
        let Some(sprt) = self.sprt else { return };
        while self.verdict == Verdict::Continue
            && let Some(pair) = self.pair(self.in_order_pairs)
        {
            self.in_order_pairs += 1;
            self.in_order.tally.add_pair(pair.map(|(result, _)| result));
            pair.into_iter().for_each(|game| self.in_order.add(game));
            self.verdict = sprt.status(&self.in_order.tally.pairs).verdict;
        }
    }

    /// Whether the sequential test has decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.verdict != Verdict::Continue
    }

    /// All games counted.
    pub(crate) fn tally(&self) -> Tally {
        self.all.tally
    }

    pub(crate) fn report(&self) -> MatchReport {
        let Count { tally, terminations } =
            if self.is_decided() { &self.in_order } else { &self.all };
        let elo = tally.elo();
        let [first, second] = self.names.clone();
        MatchReport {
            first,
            second,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            draw_ratio: tally.draw_ratio(),
            pairs: tally.pairs,
            elo: elo.value,
            error: elo.error,
            elo_low: elo.low,
            elo_high: elo.high,
            los: tally.los(),
            sprt: self.sprt.map(|sprt| sprt.status(&self.in_order.tally.pairs)),
            terminations: terminations.clone(),
            complete: self.is_decided() || tally.games() == self.expected as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };

    fn standing(games: usize, sprt: Option<Sprt>) -> Standing {
        Standing::new(["a".into(), "b".into()], games, games, sprt)
    }

    #[test]
    fn the_sequential_test_does_not_depend_on_the_order_in_which_games_end() {
        let results: Vec<GameResult> = (0..60)
            .map(|game| if game % 7 == 3 { GameResult::Draw } else { GameResult::Win })
            .collect();
        let run = |order: &mut dyn Iterator<Item = usize>| {
            let mut standing = standing(60, Some(SPRT));
            for game in order {
                standing.add(game, results[game], Termination::Rules);
            }
            standing.report()
        };
        let report = run(&mut (0..60));
        assert_eq!(report, run(&mut (0..60).rev()));
        assert_eq!(report.sprt.unwrap().verdict, Verdict::AcceptH1);
        assert!(report.complete && report.games < 60 && report.games % 2 == 0, "{report}");
    }

    #[test]
    fn a_single_last_game_counts_but_is_no_pair() {
        let mut standing = standing(3, None);
        standing.add(2, GameResult::Loss, Termination::Crashed);
        standing.add(0, GameResult::Win, Termination::Rules);
        assert!(!standing.report().complete);
        standing.add(1, GameResult::Draw, Termination::Rules);
        let report = standing.report();
        assert_eq!((report.wins, report.draws, report.losses), (1, 1, 1));
        assert_eq!(report.pairs, [0, 0, 0, 1, 0]);
        assert!(report.complete);
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["terminations"]["crashed"], 1);
        assert!(json.get("sprt").is_none());
        assert_eq!(report.forfeits(), 1);
    }

    #[test]
    fn a_report_states_an_elo_without_an_upper_bound() {
        let mut standing = standing(4, Some(SPRT));
        for game in 0..4 {
            standing.add(game, GameResult::Win, Termination::Rules);
        }
        let json = serde_json::to_value(standing.report()).unwrap();
        assert!(json["elo"].is_null() && json["error"].is_null() && json["elo_high"].is_null());
        let text = standing.report().to_string();
        let expected = "a against b\n\
             games 4: 4 won, 0 drawn, 0 lost, score 100.0 %\n\
             Elo at least +7.0, no upper bound (95 %), likelihood of superiority 97.7 %\n\
             pairs by points 0, ½, 1, 1½, 2: 0, 0, 0, 0, 2\n\
             SPRT elo 200 against 0: LLR 0.84 (-2.94 to 2.94), undecided\n\
             endings: 4 rules";
        assert_eq!(text, expected);
        let summary = "100.0 % of 4 games (4 won, 0 drawn, 0 lost), at least +7 Elo, \
                       SPRT of 200 against 0 Elo: undecided";
        assert_eq!(standing.report().summary(), summary);
    }
}
