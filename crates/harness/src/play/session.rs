//! The game on the board: its position, how it came about, and how it ended.

use super::record::{Record, RecordError};
use crate::Domain;
use crate::report::move_texts;
use search::{Game, Notation, Outcome, PathVerdict, Side, Step};
use std::path::Path;

type Move<D> = <<D as Domain>::Game as Game>::Move;

/// A game from its start to now. Only legal moves ever enter it.
pub(super) struct Session<D: Domain> {
    config: D::Config,
    start: D::Game,
    game: D::Game,
    history: Vec<Step<Move<D>>>,
    /// What takes each move back, and who played it.
    played: Vec<(<D::Game as Game>::Undo, Side)>,
    resigned: Option<Side>,
}

impl<D: Domain> Session<D> {
    /// A game that begins at this position.
    pub fn new(config: &D::Config, start: D::Game) -> Self {
        Session {
            config: config.clone(),
            game: start.clone(),
            start,
            history: Vec::new(),
            played: Vec::new(),
            resigned: None,
        }
    }

    pub fn start(&self) -> &D::Game {
        &self.start
    }

    pub fn game(&self) -> &D::Game {
        &self.game
    }

    pub fn history(&self) -> &[Step<Move<D>>] {
        &self.history
    }

    pub fn last(&self) -> Option<Move<D>> {
        self.history.last().map(|step| step.mv)
    }

    pub fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// How it ended, if it has: by the rules or by resignation.
    pub fn outcome(&self) -> Option<Outcome> {
        let resigned = self.resigned.map(|side| Outcome::Win(!side));
        resigned
            .or_else(|| self.game.outcome())
            .or_else(|| self.path_verdict().map(|verdict| verdict.outcome))
    }

    /// The rule about the course of the game that ended it, if one did.
    pub fn path_rule(&self) -> Option<&'static str> {
        let on_board = self.resigned.is_some() || self.game.outcome().is_some();
        if on_board { None } else { self.path_verdict().map(|verdict| verdict.rule) }
    }

    fn path_verdict(&self) -> Option<PathVerdict> {
        D::path_rule(&self.config)?.verdict(&self.game, &self.history)
    }

    /// Plays a move if the game is on and the move legal; says whether it did.
    pub fn play(&mut self, mv: Move<D>) -> bool {
        let possible = self.outcome().is_none() && self.game.is_legal(mv);
        if possible {
            self.history.push(Step { key: self.game.key(), mv });
            let side = self.game.side();
            self.played.push((self.game.play(mv), side));
        }
        possible
    }

    /// Takes back the last move; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let last = self.history.pop().zip(self.played.pop());
        last.map(|(step, (token, _))| self.game.undo(step.mv, token)).is_some()
    }

    /// How many moves to take back to come to the last position in which one of these sides had to
    /// choose; `None` if there is none.
    pub fn moves_since(&self, chooses: impl Fn(Side) -> bool) -> Option<usize> {
        let index = self.played.iter().rposition(|&(_, side)| chooses(side))?;
        Some(self.played.len() - index)
    }

    pub fn resign(&mut self, side: Side) {
        self.resigned = Some(side);
    }

    /// Withdraws a resignation; says whether there was one.
    pub fn withdraw(&mut self) -> bool {
        self.resigned.take().is_some()
    }

    /// The game as text.
    pub fn record(&self) -> Record {
        Record {
            game: D::NAME.to_owned(),
            start: self.start.position_text(),
            moves: move_texts(&self.start, self.history.iter().map(|step| step.mv)),
            resigned: self.resigned.map(|side| D::side_name(side).to_owned()),
        }
    }

    /// The game that a record (read from `path`) tells, every move checked.
    pub fn replay(config: &D::Config, record: &Record, path: &Path) -> Result<Self, RecordError> {
        let refuse = |place: &str, reason: String| RecordError::Content {
            path: path.to_owned(),
            place: place.to_owned(),
            reason,
        };
        let over = |place: &str, found: &str| {
            refuse(place, format!("found {found:?}, allowed: nothing, for the game is over"))
        };
        if record.game != D::NAME {
            let reason = format!("found {:?}, allowed: {:?}", record.game, D::NAME);
            return Err(refuse("game", reason));
        }
        let start = D::parse_position(config, &record.start)
            .map_err(|error| refuse("start", error.to_string()))?;
        let mut session = Session::<D>::new(config, start);
        for (index, text) in record.moves.iter().enumerate() {
            let place = format!("move {}", index + 1);
            if session.outcome().is_some() {
                return Err(over(&place, text));
            }
            let parsed = session.game.parse_move(text);
            let mv = parsed.map_err(|error| refuse(&place, error.to_string()))?;
            if !session.play(mv) {
                return Err(refuse(&place, format!("found {text:?}, allowed: a legal move")));
            }
        }
        if let Some(name) = &record.resigned {
            let names = [Side::First, Side::Second].map(D::side_name);
            let side = match names.iter().position(|side| side == name) {
                Some(0) => Side::First,
                Some(_) => Side::Second,
                None => {
                    let reason = format!("found {name:?}, allowed: {}", names.join(", "));
                    return Err(refuse("resigned", reason));
                }
            };
            if session.outcome().is_some() {
                return Err(over("resigned", name));
            }
            session.resign(side);
        }
        Ok(session)
    }
}
