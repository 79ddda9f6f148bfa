//! Tournaments of several players: [`run_tournament`].

mod rating;
mod report;
mod schedule;

pub use rating::{Pairing, Rating, Ratings, ratings};
pub use report::{Encounter, PlayerReport, TournamentReport};
pub use schedule::Kind;

use crate::conditions::Conditions;
use crate::log::{GameLog, RecordFile, games_of};
use crate::pool::Pool;
use crate::records::{Counted, HeaderEntrant};
use crate::schedule::Slot;
use crate::setup::{Entrant, MAX_GAMES, MatchError, range};
use crate::standing::Standing;
use crate::stats::Tally;
use files::Shard;
use record::GameRecord;
use schedule::Schedule;
use search::{Notation, StopFlag};
use serde::Serialize;

/// Most players of a tournament.
pub const MAX_PLAYERS: usize = 64;

/// Everything that defines a tournament.
pub struct TournamentSetup<G: Notation> {
    /// The players, with different names.
    pub players: Vec<Entrant<G>>,
    /// Who plays whom.
    pub kind: Kind,
    /// Games of each pairing, an even number.
    pub games: usize,
    /// What all games have in common.
    pub conditions: Conditions<G>,
    /// The file that games are recorded in.
    pub record: Option<RecordFile>,
}

/// The first line of the record file of a tournament.
#[derive(Serialize)]
struct Header {
    game: String,
    kind: Kind,
    players: Vec<HeaderEntrant>,
    seed: u64,
    adjudication: crate::Adjudication,
    margin: f64,
}

impl files::Header for Header {
    const KIND: &'static str = "plywood-tournament";
    const VERSION: u32 = 1;
}

/// The state of a tournament after a game.
#[derive(Clone, Copy, Debug)]
pub struct TournamentProgress<'a> {
    /// The game that has just ended; `None` before the first game.
    pub game: Option<&'a GameRecord>,
    /// Games counted so far.
    pub games: usize,
    /// The number of games.
    pub total: usize,
}

impl<G: Notation> TournamentSetup<G> {
    fn validate(&self) -> Result<(), MatchError> {
        range("players", self.players.len(), 2, MAX_PLAYERS)?;
        range("games", self.games, 2, MAX_GAMES)?;
        if self.games % 2 == 1 {
            let problem =
                format!("found {}, allowed: an even number, for both colours", self.games);
            return Err(MatchError::setting("games", problem));
        }
        range("games of all pairings", self.schedule().games(), 2, MAX_GAMES)?;
        for player in &self.players {
            let refuse = |problem: String| MatchError::setting("control", problem);
            player.control.validate().map_err(refuse)?;
        }
        self.conditions.validate()
    }

    fn schedule(&self) -> Schedule {
        Schedule::new(self.kind, self.players.len(), self.games / 2)
    }

    fn header(&self) -> Header {
        let Conditions { game, seed, adjudication, margin, .. } = &self.conditions;
        Header {
            game: game.clone(),
            kind: self.kind,
            players: self.players.iter().map(HeaderEntrant::of).collect(),
            seed: *seed,
            adjudication: *adjudication,
            margin: margin.as_secs_f64(),
        }
    }
}

/// The games of all pairings.
struct Table {
    schedule: Schedule,
    names: Vec<String>,
    standings: Vec<Standing>,
    games: usize,
    /// How many games are played: all, or those of a shard.
    total: usize,
}

impl Table {
    fn new<G: Notation>(setup: &TournamentSetup<G>) -> Table {
        let schedule = setup.schedule();
        let names: Vec<String> = setup.players.iter().map(|player| player.name.clone()).collect();
        let standing = |players: &[usize; 2]| {
            let names = players.map(|player| names[player].clone());
            Standing::new(names, setup.games, setup.games, None)
        };
        let standings = schedule.pairings.iter().map(standing).collect();
        let shard = setup.record.as_ref().map_or(Shard::ALL, RecordFile::shard);
        let total = games_of(shard, schedule.games());
        Table { schedule, names, standings, games: 0, total }
    }

    fn add(&mut self, Counted { slot, result, reason }: Counted) {
        let pairing = slot.game / 2 % self.standings.len();
        let own = 2 * slot.opening + usize::from(slot.swapped);
        self.standings[pairing].add(own, result, reason);
        self.games += 1;
    }

    fn report(&self) -> TournamentReport {
        let tallies = self.standings.iter().map(Standing::tally);
        let played: Vec<([usize; 2], Tally)> =
            self.schedule.pairings.iter().copied().zip(tallies).collect();
        let pairings = played.iter().map(|&(players, tally)| Pairing { players, tally });
        let ratings = ratings(self.names.len(), &pairings.collect::<Vec<_>>());
        TournamentReport::new(&self.names, &played, &ratings, self.games == self.total)
    }
}

/// Plays a tournament until all games are played or `stop` is raised. A stopped one is reported as incomplete; with
/// a record file it can be resumed.
///
/// `progress` is called on the calling thread, before the first game and after each game. With limits in nodes or
/// depth the result depends neither on the concurrency nor on interruptions.
pub fn run_tournament<G: Notation>(
    setup: &TournamentSetup<G>,
    progress: &mut dyn FnMut(&TournamentProgress<'_>),
    stop: &StopFlag,
) -> Result<TournamentReport, MatchError> {
    setup.validate()?;
    let TournamentSetup { players, conditions, record, .. } = setup;
    let mut table = Table::new(setup);
    let schedule = setup.schedule();
    let (games, total) = (schedule.games(), table.total);
    // An opening that cannot be made is an error before the first game, not after hours of play.
    if !conditions.openings.can_be_made(setup.games / 2, stop)? {
        return Ok(table.report());
    }
    let slot = |game| schedule.slot(game);
    let count = |counted: Counted| table.add(counted);
    let header = setup.header();
    let mut log = GameLog::open(record.as_ref(), &header, games, conditions, slot, count, stop)?;
    progress(&TournamentProgress { game: None, games: table.games, total });
    let left: Vec<bool> = (0..games).map(|game| log.is_left(game)).collect();
    let entrants = players.iter().collect();
    let pool = Pool { conditions, entrants, games, slot: &slot, is_left: &|game| left[game] };
    let mut finished = |slot: Slot, record: GameRecord| {
        log.add(slot, &record)?;
        if let Ok(counted) = Counted::read(&record, |game| schedule.slot(game)) {
            table.add(counted);
            progress(&TournamentProgress { game: Some(&record), games: table.games, total });
        }
        Ok(true)
    };
    pool.play(&mut finished, stop)?;
    log.finish()?;
    Ok(table.report())
}
