//! Plays a match: [`run_match`].

use crate::log::GameLog;
use crate::pool::Pool;
use crate::records::Counted;
use crate::schedule::Slot;
use crate::setup::{MatchError, MatchSetup};
use crate::standing::{MatchReport, Standing};
use record::GameRecord;
use search::{Notation, StopFlag};

/// The state of a match after a game.
#[derive(Clone, Copy, Debug)]
pub struct MatchProgress<'a> {
    /// The game that has just ended; `None` before the first game.
    pub game: Option<&'a GameRecord>,
    /// The result so far.
    pub report: &'a MatchReport,
    /// The number of games if nothing ends the match early.
    pub total: usize,
}

/// Plays a match until all games are played, the sequential test decides or `stop` is raised. A stopped
/// match is reported as incomplete; with a record file it can be resumed.
///
/// `progress` is called on the calling thread, before the first game and after each game. With limits
/// in nodes or depth the result depends neither on the concurrency nor on interruptions.
pub fn run_match<G: Notation>(
    setup: &MatchSetup<G>,
    progress: &mut dyn FnMut(&MatchProgress<'_>),
    stop: &StopFlag,
) -> Result<MatchReport, MatchError> {
    setup.validate()?;
    let names = [setup.first.name.clone(), setup.second.name.clone()];
    let total = setup.games_of_shard();
    let mut standing = Standing::new(names, setup.games, total, setup.sprt);
    let MatchSetup { conditions, games, .. } = setup;
    // An opening that cannot be made is an error before the first game, not after hours of play.
    if !conditions.openings.can_be_made(games.div_ceil(2), stop)? {
        return Ok(standing.report());
    }
    let header = setup.header();
    let count = |counted: Counted| standing.add(counted.slot.game, counted.result, counted.reason);
    let mut log =
        GameLog::open(setup.record.as_ref(), &header, *games, conditions, Slot::new, count, stop)?;
    progress(&MatchProgress { game: None, report: &standing.report(), total });
    if standing.is_decided() {
        return Ok(standing.report());
    }
    let left: Vec<bool> = (0..*games).map(|game| log.is_left(game)).collect();
    let pool = Pool {
        conditions,
        entrants: vec![&setup.first, &setup.second],
        games: *games,
        slot: &Slot::new,
        is_left: &|game| left[game],
    };
    let mut finished = |slot: Slot, record: GameRecord| {
        log.add(slot, &record)?;
        if !standing.is_decided()
            && let Ok(Counted { slot, result, reason }) = Counted::read(&record, Slot::new)
        {
            standing.add(slot.game, result, reason);
            let report = standing.report();
            progress(&MatchProgress { game: Some(&record), report: &report, total });
        }
        Ok(!standing.is_decided())
    };
    pool.play(&mut finished, stop)?;
    log.finish()?;
    Ok(standing.report())
}
