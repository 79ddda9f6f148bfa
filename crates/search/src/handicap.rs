//! Playing like a weaker person: [`Handicap`].
//!
//! A weak player does not play random moves. It looks less deep (a depth limit does that), overlooks some
//! of the moves it could play, and misjudges positions by a little. All of it happens at the root: the
//! search itself is the same, and so are its rules.

use crate::rng::mix;
use crate::{Game, Line, Outcome, Report, Request};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// How many of the best moves are compared: one that is clearly worse than all of them is not played.
const CHOICES: usize = 4;

/// What a weaker player fails to see. The same seed, position and limits give the same move.
///
/// ```
/// let text = "depth = 2\nhandicap = { noise = 0.5, overlook = 0.1 }\n";
/// let config: search::SearchConfig = toml::from_str(text).unwrap();
/// assert!(config.validate().is_ok());
/// assert_eq!(config.handicap.unwrap().seed, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Handicap {
    /// By how many points the value of a move may be misjudged, up or down.
    pub noise: f64,
    /// The chance, from 0 to less than 1, that a move is overlooked. A move that wins at once is not.
    pub overlook: f64,
    /// Random seed.
    pub seed: u64,
}

impl Default for Handicap {
    fn default() -> Self {
        Handicap { noise: 0.0, overlook: 0.0, seed: 0 }
    }
}

impl Handicap {
    /// The key that is out of range, its value and what is accepted.
    pub(crate) fn problem(&self) -> Option<(&'static str, f64, &'static str)> {
        if !(0.0..=1e9).contains(&self.noise) {
            return Some(("handicap.noise", self.noise, "0 to 1e9"));
        }
        if !(0.0..1.0).contains(&self.overlook) {
            return Some(("handicap.overlook", self.overlook, "0 to less than 1"));
        }
        None
    }

    /// The request with as many lines as the choice needs.
    pub(crate) fn request<G: Game>(&self, request: &Request<G>) -> Request<G> {
        let choices = if self.noise > 0.0 { CHOICES } else { 1 };
        Request { lines: request.lines.max(choices), ..request.clone() }
    }

    /// Takes out the moves that are overlooked; one always stays.
    pub(crate) fn overlook<G: Game>(&self, position: &G, moves: &mut Vec<G::Move>) {
        if self.overlook <= 0.0 {
            return;
        }
        let least_likely = moves.iter().copied().max_by_key(|&mv| self.hash(position, mv, 0));
        moves.retain(|&mv| {
            fraction(self.hash(position, mv, 0)) >= self.overlook || wins_at_once(position, mv)
        });
        if moves.is_empty() {
            moves.extend(least_likely);
        }
    }

    /// The lines in the order in which the player judges them.
    pub(crate) fn judge<G: Game>(&self, position: &G, lines: &mut [Line<G::Move>], units: i64) {
        if self.noise <= 0.0 {
            return;
        }
        let judged = |line: &Line<G::Move>| match line.pv.first() {
            Some(&mv) if !line.score.is_decided() => {
                // The sum of two chances: small errors are more likely than large ones.
                let chance = |number| fraction(self.hash(position, mv, number)) - 0.5;
                let error = (chance(1) + chance(2)) * self.noise * units as f64;
                line.score.units().saturating_add(error.round() as i64)
            }
            _ => line.score.units(),
        };
        lines.sort_by_key(|line| Reverse(judged(line)));
    }

    /// The report with the move that the player judges best.
    pub(crate) fn report<G: Game>(
        &self,
        request: &Request<G>,
        mut report: Report<G>,
        units: i64,
    ) -> Report<G> {
        self.judge(&request.position, &mut report.lines, units);
        report.lines.truncate(request.lines.max(1));
        if let Some(line) = report.lines.first() {
            report.score = line.score;
            report.best = line.pv.first().copied().or(report.best);
        }
        report
    }

    fn hash<G: Game>(&self, position: &G, mv: G::Move, number: u64) -> u64 {
        let seed = mix(self.seed.wrapping_mul(4).wrapping_add(number));
        mix(position.key() ^ mix(u64::from(G::code(mv))) ^ seed)
    }
}

/// A hash as a number from 0 to less than 1.
fn fraction(hash: u64) -> f64 {
    (hash >> 11) as f64 / (1u64 << 53) as f64
}

fn wins_at_once<G: Game>(position: &G, mv: G::Move) -> bool {
    let mut next = position.clone();
    let _ = next.play(mv);
    next.outcome() == Some(Outcome::Win(position.side()))
}
