//! The result of a tournament: [`TournamentReport`].

use super::rating::Ratings;
use crate::stats::{Tally, wilson};
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of a player. A figure that does not exist is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// Its place, from 1.
    pub rank: usize,
    /// Its name.
    pub player: String,
    /// Elo relative to the mean of all players.
    pub elo: Option<f64>,
    /// Half the width of the 95 % interval of the Elo.
    pub error: Option<f64>,
    /// The lower end of the interval.
    pub elo_low: Option<f64>,
    /// The upper end of the interval.
    pub elo_high: Option<f64>,
    /// Games counted.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The mean score, from 0 to 1.
    pub score: f64,
    /// The lower end of its 95 % interval (Wilson).
    pub score_low: f64,
    /// The upper end of its 95 % interval.
    pub score_high: f64,
    /// Points won and games played against each opponent, by name.
    pub against: BTreeMap<String, Encounter>,
}

/// The games against an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Encounter {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Encounter {
    fn of(tally: &Tally) -> Encounter {
        Encounter { wins: tally.wins, draws: tally.draws, losses: tally.losses }
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// `7½/10`.
    pub fn points(&self) -> String {
        let half = if self.draws % 2 == 1 { "½" } else { "" };
        let points = self.wins + self.draws / 2;
        let points =
            if points == 0 && !half.is_empty() { String::new() } else { points.to_string() };
        format!("{points}{half}/{}", self.games())
    }
}

/// The result of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentReport {
    /// The players, best first.
    pub players: Vec<PlayerReport>,
    /// Games counted.
    pub games: u64,
    /// Whether each pairing counts with one more draw, because a group of players won or lost every game against the
    /// others.
    pub is_bounded: bool,
    /// Whether all games were played.
    pub complete: bool,
}

impl TournamentReport {
    /// Sums up the games of all pairings, each with the numbers of its players.
    pub(super) fn new(
        names: &[String],
        pairings: &[([usize; 2], Tally)],
        ratings: &Ratings,
        complete: bool,
    ) -> TournamentReport {
        let mut players: Vec<PlayerReport> = names
            .iter()
            .enumerate()
            .map(|(number, name)| {
                let mut all = Tally::default();
                let mut against = BTreeMap::new();
                for ([one, other], tally) in pairings {
                    let (tally, opponent) = match number {
                        number if number == *one => (*tally, *other),
                        number if number == *other => (tally.reversed(), *one),
                        _ => continue,
                    };
                    all.wins += tally.wins;
                    all.draws += tally.draws;
                    all.losses += tally.losses;
                    against.insert(names[opponent].clone(), Encounter::of(&tally));
                }
                let rating = ratings.players.as_ref().map(|players| players[number]);
                let (score_low, score_high) = wilson(all.score(), all.games().max(1) as f64);
                PlayerReport {
                    rank: 0,
                    player: name.clone(),
                    elo: rating.map(|rating| rating.elo),
                    error: rating.map(|rating| rating.error),
                    elo_low: rating.map(|rating| rating.elo - rating.error),
                    elo_high: rating.map(|rating| rating.elo + rating.error),
                    games: all.games(),
                    wins: all.wins,
                    draws: all.draws,
                    losses: all.losses,
                    score: all.score(),
                    score_low,
                    score_high,
                    against,
                }
            })
            .collect();
        let order = |one: &PlayerReport, other: &PlayerReport| {
            let elo = |player: &PlayerReport| player.elo.unwrap_or(0.0);
            elo(other).total_cmp(&elo(one)).then(other.score.total_cmp(&one.score))
        };
        players.sort_by(order);
        (1..).zip(&mut players).for_each(|(rank, player)| player.rank = rank);
        let games = pairings.iter().map(|(_, tally)| tally.games()).sum();
        TournamentReport { players, games, is_bounded: ratings.is_bounded, complete }
    }
}
