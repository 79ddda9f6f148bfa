//! The match itself: [`run_match`].

use super::adjudication::Adjudication;
use super::control::Control;
use super::game::{Conditions, PathVerdict, Played, guarded, play};
use super::journal::{Journal, JournalError};
use super::openings::{Opening, OpeningError};
use super::player::{Player, PlayerFault};
use super::records::{FORMAT, GameRecord, Header, HeaderEntrant};
use super::schedule::Slot;
use super::sprt::Sprt;
use super::standing::{MatchReport, Standing};
use super::stats::GameResult;
use search::{Notation, Outcome, Side, StopFlag};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;
use thiserror::Error;

/// Greatest number of games at once.
pub const MAX_CONCURRENCY: usize = 1024;
/// Greatest number of games.
pub const MAX_GAMES: usize = 10_000_000;
/// How often the stop flag is looked at.
const POLL: Duration = Duration::from_millis(5);

/// Makes a player: once for every thread, and anew after a fault.
pub type PlayerMaker<G> = Box<dyn Fn() -> Result<Box<dyn Player<G>>, PlayerFault> + Send + Sync>;

/// One side of a match.
pub struct Entrant<G: Notation> {
    /// What it is called.
    pub name: String,
    /// What it is, for the record: a whole configuration, or a command line.
    pub identity: Value,
    /// Its limits.
    pub control: Control,
    /// Makes the player.
    pub make: PlayerMaker<G>,
}

/// Where the games are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFile {
    /// The file.
    pub path: PathBuf,
    /// Whether to continue the match it holds.
    pub resume: bool,
}

/// Everything about a match.
pub struct MatchSetup<G: Notation> {
    /// The name of the game, for the record.
    pub game: String,
    /// The player whose view the results are told from.
    pub first: Entrant<G>,
    /// Its opponent.
    pub second: Entrant<G>,
    /// How many games.
    pub games: usize,
    /// The openings; each is played with both colours, and again if there are more games.
    pub openings: Vec<Opening<G>>,
    /// Where the chances of players come from.
    pub seed: u64,
    /// How many games at once.
    pub concurrency: usize,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Rules that look at the past.
    pub path_verdict: Option<PathVerdict<G>>,
    /// By how much a move may be late.
    pub margin: Duration,
    /// Ends the match when the question is answered.
    pub sprt: Option<Sprt>,
    /// Where the games are recorded.
    pub record: Option<RecordFile>,
}

/// Why there is no match.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A setting is out of range.
    #[error("{key}: {problem}")]
    Setting {
        /// Which.
        key: &'static str,
        /// What was found and what is allowed.
        problem: String,
    },
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The record file cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A player could not be made or started at all.
    #[error("{name} {fault}")]
    Player {
        /// Its name.
        name: String,
        /// Why.
        fault: PlayerFault,
    },
    /// A configuration was refused.
    #[error(transparent)]
    Config(Box<dyn std::error::Error + Send + Sync>),
}

impl MatchError {
    pub(super) fn setting(key: &'static str, problem: impl Into<String>) -> Self {
        MatchError::Setting { key, problem: problem.into() }
    }
}

/// What is told after every game.
#[derive(Clone, Copy, Debug)]
pub struct MatchProgress<'a> {
    /// The game that has just ended; `None` once at the beginning.
    pub game: Option<&'a GameRecord>,
    /// The standing.
    pub report: &'a MatchReport,
    /// How many games the match has at most.
    pub total: usize,
}

impl<G: Notation> MatchSetup<G> {
    fn validate(&self) -> Result<(), MatchError> {
        let range = |key, found: usize, most: usize| {
            if (1..=most).contains(&found) {
                Ok(())
            } else {
                Err(MatchError::setting(key, format!("found {found}, allowed: 1 to {most}")))
            }
        };
        range("games", self.games, MAX_GAMES)?;
        range("concurrency", self.concurrency, MAX_CONCURRENCY)?;
        range("openings", self.openings.len(), MAX_GAMES)?;
        let keyed = |key| move |problem: String| MatchError::setting(key, problem);
        self.first.control.validate().map_err(keyed("first control"))?;
        self.second.control.validate().map_err(keyed("second control"))?;
        self.adjudication.validate().map_err(keyed("adjudication"))?;
        self.sprt.map_or(Ok(()), |sprt| sprt.validate()).map_err(keyed("sprt"))
    }

    fn header(&self) -> Header {
        let entrant = |entrant: &Entrant<G>| HeaderEntrant {
            name: entrant.name.clone(),
            identity: entrant.identity.clone(),
            control: entrant.control,
        };
        Header {
            format: FORMAT,
            game: self.game.clone(),
            first: entrant(&self.first),
            second: entrant(&self.second),
            seed: self.seed,
            adjudication: self.adjudication,
            margin: self.margin.as_secs_f64(),
        }
    }

    /// Opens the record, if there is to be one, and counts what it holds.
    fn journal(&self, standing: &mut Standing) -> Result<Option<Journal>, MatchError> {
        let Some(record) = &self.record else { return Ok(None) };
        let (journal, games) = Journal::open(&record.path, &self.header(), record.resume)?;
        for game in games.into_iter().filter(|game| game.game <= self.games) {
            let slot = Slot::new(game.game - 1, self.openings.len());
            let opening = &self.openings[slot.opening];
            if game.swapped != slot.swapped
                || game.start != opening.start.position_text()
                || game.opening != opening.move_texts()
            {
                return Err(MatchError::Journal(JournalError::OtherMatch {
                    file: record.path.clone(),
                    key: format!("game {}: opening", game.game),
                    found: opening_text(&game.start, &game.opening),
                    expected: opening_text(&opening.start.position_text(), &opening.move_texts()),
                }));
            }
            standing.add(slot.game, game.result, game.reason);
        }
        Ok(Some(journal))
    }

    /// The two players of one thread.
    fn pair(&self) -> Result<Pair<G>, MatchError> {
        Ok(Pair { first: Seat::new(&self.first)?, second: Seat::new(&self.second)? })
    }
}

fn opening_text(start: &str, moves: &[String]) -> String {
    if moves.is_empty() { start.to_owned() } else { format!("{start} {}", moves.join(" ")) }
}

/// Plays a match: all its games, or until the sequential test decides or `stop` is raised. In the
/// last case the report says that it is not complete, and with a record it can be resumed.
///
/// `progress` is called on the calling thread, once before the first game and after each. With
/// limits that do not depend on time the result does not depend on the concurrency, nor on how
/// often the match was interrupted.
pub fn run_match<G: Notation>(
    setup: &MatchSetup<G>,
    progress: &mut dyn FnMut(&MatchProgress<'_>),
    stop: &StopFlag,
) -> Result<MatchReport, MatchError> {
    setup.validate()?;
    let names = [setup.first.name.clone(), setup.second.name.clone()];
    let mut standing = Standing::new(names, setup.games, setup.sprt);
    let mut journal = setup.journal(&mut standing)?;
    let total = setup.games;
    progress(&MatchProgress { game: None, report: &standing.report(), total });

    let slots: Vec<Slot> = (0..setup.games)
        .filter(|&game| !standing.is_played(game))
        .map(|game| Slot::new(game, setup.openings.len()))
        .collect();
    if slots.is_empty() || standing.is_decided() {
        return Ok(standing.report());
    }
    let mut pairs = (0..setup.concurrency.min(slots.len()))
        .map(|_| setup.pair())
        .collect::<Result<Vec<_>, _>>()?;
    pairs[0].prepare(setup)?;

    let halt = StopFlag::new();
    let queue = Queue { setup, slots: &slots, next: AtomicUsize::new(0), halt: &halt };
    std::thread::scope(|scope| {
        let (send, finished) = channel();
        for pair in pairs {
            let (queue, send) = (&queue, send.clone());
            scope.spawn(move || queue.work(pair, &send));
        }
        drop(send);
        let result = loop {
            match finished.recv_timeout(POLL) {
                Ok(record) => {
                    if let Some(journal) = &mut journal
                        && let Err(error) = journal.append(&record)
                    {
                        break Err(error.into());
                    }
                    if !standing.is_decided() {
                        standing.add(record.game - 1, record.result, record.reason);
                        let report = standing.report();
                        progress(&MatchProgress { game: Some(&record), report: &report, total });
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(standing.report()),
            }
            if stop.is_stopped() || standing.is_decided() {
                halt.stop();
            }
        };
        halt.stop();
        result
    })
}

/// What the threads share: the games still to be played.
struct Queue<'a, G: Notation> {
    setup: &'a MatchSetup<G>,
    slots: &'a [Slot],
    next: AtomicUsize,
    halt: &'a StopFlag,
}

impl<G: Notation> Queue<'_, G> {
    /// Plays games until there are none left or the match ends.
    fn work(&self, mut pair: Pair<G>, finished: &Sender<GameRecord>) {
        while !self.halt.is_stopped()
            && let Some(&slot) = self.slots.get(self.next.fetch_add(1, Ordering::Relaxed))
            && let Some(record) = self.play(slot, &mut pair)
            && finished.send(record).is_ok()
        {}
    }

    fn play(&self, slot: Slot, pair: &mut Pair<G>) -> Option<GameRecord> {
        let setup = self.setup;
        let opening = &setup.openings[slot.opening];
        let (first, second) = (pair.first.player(&setup.first), pair.second.player(&setup.second));
        let mut sides = [first, second];
        let mut controls = [setup.first.control, setup.second.control];
        let mut names = [setup.first.name.clone(), setup.second.name.clone()];
        if slot.swapped {
            sides.reverse();
            controls.reverse();
            names.reverse();
        }
        let conditions = Conditions {
            opening,
            controls,
            margin: setup.margin,
            adjudication: setup.adjudication,
            path_verdict: setup.path_verdict.as_ref(),
            seeds: slot.seeds(setup.seed),
            stop: self.halt,
        };
        let Played { outcome, reason, detail, moves, broken } = play(&conditions, sides)?;
        let first_side = if slot.swapped { Side::Second } else { Side::First };
        match broken {
            Some(side) if side == first_side => pair.first.vacate(),
            Some(_) => pair.second.vacate(),
            None => {}
        }
        let result = match outcome {
            Outcome::Draw => GameResult::Draw,
            Outcome::Win(side) if side == first_side => GameResult::Win,
            Outcome::Win(_) => GameResult::Loss,
        };
        Some(GameRecord {
            game: slot.game + 1,
            sides: names,
            swapped: slot.swapped,
            start: opening.start.position_text(),
            opening: opening.move_texts(),
            moves,
            result,
            reason,
            detail,
        })
    }
}

/// The two players of one thread.
struct Pair<G: Notation> {
    first: Seat<G>,
    second: Seat<G>,
}

impl<G: Notation> Pair<G> {
    /// Lets both get ready; a player that cannot start at all makes no match.
    fn prepare(&mut self, setup: &MatchSetup<G>) -> Result<(), MatchError> {
        for (seat, entrant) in [(&mut self.first, &setup.first), (&mut self.second, &setup.second)]
        {
            let player = seat.player(entrant);
            guarded(|| player.prepare())
                .map_err(|fault| MatchError::Player { name: entrant.name.clone(), fault })?;
        }
        Ok(())
    }
}

/// A player's place, empty after a fault.
struct Seat<G: Notation>(Option<Box<dyn Player<G>>>);

impl<G: Notation> Seat<G> {
    fn new(entrant: &Entrant<G>) -> Result<Self, MatchError> {
        let player = guarded(|| (entrant.make)())
            .map_err(|fault| MatchError::Player { name: entrant.name.clone(), fault })?;
        Ok(Seat(Some(player)))
    }

    /// The player, made anew if the last one broke.
    fn player(&mut self, entrant: &Entrant<G>) -> &mut dyn Player<G> {
        let player = self.0.get_or_insert_with(|| {
            guarded(|| (entrant.make)())
                .unwrap_or_else(|fault| Box::new(Absent { name: entrant.name.clone(), fault }))
        });
        &mut **player
    }

    fn vacate(&mut self) {
        self.0 = None;
    }
}

/// Stands in for a player that could not be made again: forfeits the game and makes room.
struct Absent {
    name: String,
    fault: PlayerFault,
}

impl<G: Notation> Player<G> for Absent {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: &super::player::GameStart<'_, G>) -> Result<(), PlayerFault> {
        Err(self.fault.clone())
    }

    fn choose(
        &mut self,
        _: &super::player::GameState<'_, G>,
    ) -> Result<super::player::Choice<G::Move>, PlayerFault> {
        Err(self.fault.clone())
    }
}
