//! Ends games early whose result is clear: [`Adjudication`].
//!
//! Every rule is optional and needs the scores of both players to agree.

use search::{Outcome, Score, Side};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A draw when the scores of both players have been near 0 for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Earliest ply, the opening included.
    pub after: usize,
    /// Plies in a row ...
    pub plies: usize,
    /// ... with every score within this many points of 0.
    pub points: f64,
}

/// A win when both players have scored the game as won for the same side for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Moves of each player in a row ...
    pub moves: usize,
    /// ... with scores of at least this many points for the same side.
    pub points: f64,
}

/// When a game ends before its rules end it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Adjudication {
    /// A draw by agreement.
    pub draw: Option<DrawRule>,
    /// A win by agreement.
    pub resign: Option<ResignRule>,
    /// A win as soon as the last scores of both players are proven.
    pub proven: bool,
    /// A draw after this many plies, the opening not included.
    pub max_plies: Option<usize>,
}

impl Adjudication {
    /// Checks the ranges; the error is one line.
    pub fn validate(&self) -> Result<(), String> {
        if let Some(rule) = self.draw
            && !(rule.plies >= 1 && rule.points >= 0.0)
        {
            return Err(format!(
                "draw rule: found plies = {} and points = {}, allowed: at least 1 and at least 0",
                rule.plies, rule.points
            ));
        }
        if let Some(rule) = self.resign
            && !(rule.moves >= 1 && rule.points > 0.0)
        {
            return Err(format!(
                "resign rule: found moves = {} and points = {}, allowed: at least 1 and more than 0",
                rule.moves, rule.points
            ));
        }
        if self.max_plies == Some(0) {
            return Err("max plies: found 0, allowed: at least 1".into());
        }
        Ok(())
    }
}

/// Reads `AFTER,PLIES,POINTS`.
impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refuse = || format!("found \"{text}\", allowed: AFTER,PLIES,POINTS, such as 40,8,0.1");
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let &[after, plies, points] = parts.as_slice() else { return Err(refuse()) };
        let rule = DrawRule {
            after: after.parse().map_err(|_| refuse())?,
            plies: plies.parse().map_err(|_| refuse())?,
            points: points.parse().map_err(|_| refuse())?,
        };
        Adjudication { draw: Some(rule), ..Adjudication::default() }.validate()?;
        Ok(rule)
    }
}

/// Reads `MOVES,POINTS`.
impl FromStr for ResignRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refuse = || format!("found \"{text}\", allowed: MOVES,POINTS, such as 3,10");
        let (moves, points) = text.split_once(',').ok_or_else(refuse)?;
        let rule = ResignRule {
            moves: moves.trim().parse().map_err(|_| refuse())?,
            points: points.trim().parse().map_err(|_| refuse())?,
        };
        Adjudication { resign: Some(rule), ..Adjudication::default() }.validate()?;
        Ok(rule)
    }
}

/// Which rule ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Draw,
    Resign(Side),
    Proven(Side),
}

impl Verdict {
    pub(crate) fn outcome(self) -> Outcome {
        match self {
            Verdict::Draw => Outcome::Draw,
            Verdict::Resign(winner) | Verdict::Proven(winner) => Outcome::Win(winner),
        }
    }
}

/// How many moves in a row a player has scored the game as won, and for which side.
#[derive(Clone, Copy, Debug, Default)]
struct Streak {
    winner: Option<Side>,
    moves: usize,
    proven: bool,
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    rules: Adjudication,
    even: usize,
    streaks: [Streak; 2],
}

impl Referee {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Referee { rules, even: 0, streaks: [Streak::default(); 2] }
    }

    /// Adds the score of a move by `mover`, after which the game has `plies` plies.
    pub(crate) fn see(
        &mut self,
        mover: Side,
        score: Option<Score>,
        units_per_point: i64,
        plies: usize,
    ) -> Option<Verdict> {
        let Some(score) = score else {
            self.even = 0;
            self.streaks[mover.index()] = Streak::default();
            return None;
        };
        let points = score.points(units_per_point);
        self.see_draw(points);
        self.see_win(mover, points, score.is_decided());
        self.verdict(plies)
    }

    fn see_draw(&mut self, points: f64) {
        let even = self.rules.draw.is_some_and(|rule| points.abs() <= rule.points);
        self.even = if even { self.even + 1 } else { 0 };
    }

    fn see_win(&mut self, mover: Side, points: f64, proven: bool) {
        // A proven score counts as infinite points. Without a resign rule only proven scores count.
        let threshold = self.rules.resign.map_or(f64::INFINITY, |rule| rule.points);
        let winner =
            (points.abs() >= threshold).then_some(if points > 0.0 { mover } else { !mover });
        let streak = &mut self.streaks[mover.index()];
        let moves = match winner {
            Some(_) if streak.winner == winner => streak.moves + 1,
            Some(_) => 1,
            None => 0,
        };
        *streak = Streak { winner, moves, proven };
    }

    fn verdict(&self, plies: usize) -> Option<Verdict> {
        let [one, other] = self.streaks;
        if let Some(winner) = one.winner
            && other.winner == Some(winner)
        {
            if self.rules.proven && one.proven && other.proven {
                return Some(Verdict::Proven(winner));
            }
            if self.rules.resign.is_some_and(|rule| one.moves.min(other.moves) >= rule.moves) {
                return Some(Verdict::Resign(winner));
            }
        }
        let drawn =
            self.rules.draw.is_some_and(|rule| self.even >= rule.plies && plies >= rule.after);
        drawn.then_some(Verdict::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    /// Feeds scores in turn, the first player's first, each from the view of its mover.
    fn feed(rules: Adjudication, scores: &[Option<i64>]) -> Vec<Option<Verdict>> {
        let mut referee = Referee::new(rules);
        let see = |(ply, score): (usize, &Option<i64>)| {
            let mover = if ply % 2 == 0 { First } else { Second };
            referee.see(mover, score.map(Score::new), 100, ply + 1)
        };
        scores.iter().enumerate().map(see).collect()
    }

    const RESIGN: Adjudication = Adjudication {
        resign: Some(ResignRule { moves: 2, points: 5.0 }),
        draw: None,
        proven: false,
        max_plies: None,
    };

    #[test]
    fn a_win_needs_both_players_for_long_enough() {
        let verdicts = feed(RESIGN, &[Some(500), Some(-500), Some(600), Some(-700)]);
        assert_eq!(verdicts, [None, None, None, Some(Verdict::Resign(First))]);
        let one_sided = feed(RESIGN, &[Some(500), Some(-499), Some(600), Some(0), Some(900)]);
        assert_eq!(one_sided, [None; 5]);
        let contradicting = feed(RESIGN, &[Some(500), Some(500), Some(600), Some(500)]);
        assert_eq!(contradicting, [None; 4]);
    }

    #[test]
    fn a_move_without_a_score_breaks_the_streak() {
        let verdicts = feed(RESIGN, &[Some(500), Some(-500), None, Some(-500), Some(500)]);
        assert_eq!(verdicts, [None; 5]);
    }

    #[test]
    fn a_draw_needs_the_plies_in_a_row_and_the_length_of_the_game() {
        let draw = Some(DrawRule { after: 4, plies: 2, points: 0.1 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let verdicts = feed(rules, &[Some(10), Some(-10), Some(0), Some(5)]);
        assert_eq!(verdicts, [None, None, None, Some(Verdict::Draw)]);
        let verdicts = feed(rules, &[Some(0), Some(0), Some(0), Some(11), Some(0), Some(0)]);
        assert_eq!(verdicts, [None, None, None, None, None, Some(Verdict::Draw)]);
    }

    #[test]
    fn a_proven_result_ends_the_game_at_once_when_both_see_it() {
        let rules = Adjudication { proven: true, ..Adjudication::default() };
        let mut referee = Referee::new(rules);
        assert_eq!(referee.see(First, Some(Score::loss_in(4)), 1, 1), None);
        let verdict = referee.see(Second, Some(Score::win_in(3)), 1, 2);
        assert_eq!(verdict, Some(Verdict::Proven(Second)));
    }

    #[test]
    fn rules_that_would_end_every_game_are_refused() {
        let refused = |rules: Adjudication| rules.validate().unwrap_err();
        let draw = Some(DrawRule { after: 0, plies: 0, points: 1.0 });
        assert!(refused(Adjudication { draw, ..RESIGN }).contains("plies = 0"));
        let resign = Some(ResignRule { moves: 3, points: f64::NAN });
        assert!(refused(Adjudication { resign, ..RESIGN }).contains("points = NaN"));
        assert!(refused(Adjudication { max_plies: Some(0), ..RESIGN }).contains("max plies"));
    }
}
