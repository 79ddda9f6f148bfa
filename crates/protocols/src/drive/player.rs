//! An external engine as a player: a [`Protocol`] translates, [`ProcessPlayer`] runs the process and waits
//! for answers.

use super::process::{CommandLine, LineProcess, Received};
use crate::clock::Control;
use crate::player::{Choice, GameStart, GameState, Player, PlayerFault};
use search::{Game, Score, StopFlag};
use std::io;
use std::time::{Duration, Instant};

/// The meaning of a line that answers the greeting or the start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Not an answer; keep reading.
    Wait,
    /// The engine is ready.
    Ready,
    /// The engine refuses or does not follow the protocol, with the reason.
    Broken(String),
}

/// The meaning of a line that is read while the engine searches.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<M> {
    /// A line without meaning for us.
    Wait,
    /// Search information; the last one before the move is recorded. Fields that the line does not have
    /// are `None`, and earlier values stay valid.
    Thinking {
        /// The value for the engine, in units of the protocol.
        score: Option<Score>,
        /// Depth in plies.
        depth: Option<u32>,
        /// Visited nodes.
        nodes: Option<u64>,
    },
    /// The move.
    Move(M),
    /// The engine resigns.
    Resigned,
    /// An illegal move, as the engine wrote it.
    Illegal(String),
    /// A line that violates the protocol, with the reason.
    Broken(String),
}

/// The protocol of an external engine. It only translates between lines and their meaning; it does no
/// input or output.
pub trait Protocol<G: Game>: Send {
    /// Takes the engine options of the user (names and values) before the engine starts. The error is one
    /// line.
    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), String> {
        match options {
            [] => Ok(()),
            [(name, _), ..] => Err(format!("option {name:?}: this protocol has no options")),
        }
    }

    /// Refuses limits that the protocol cannot announce exactly, in one line: an engine must not lose on
    /// time by a limit that was not sent to it.
    fn check_control(&self, control: &Control) -> Result<(), String> {
        let _ = control;
        Ok(())
    }

    /// The lines that greet the engine. If there are any, lines are read until
    /// [`greeted`](Protocol::greeted) says [`Reply::Ready`].
    fn greeting(&mut self) -> Vec<String>;

    /// The meaning of an answer to the greeting.
    fn greeted(&mut self, line: &str) -> Reply;

    /// The lines that start a game. If there are any, lines are read until
    /// [`game_begun`](Protocol::game_begun) says [`Reply::Ready`].
    fn new_game(&mut self, game: &GameStart<'_, G>) -> Vec<String>;

    /// The meaning of an answer to the start of a game.
    fn game_begun(&mut self, line: &str) -> Reply;

    /// The lines that set the position and ask for a move within the limits of `state`.
    fn ask(&mut self, state: &GameState<'_, G>) -> Vec<String>;

    /// The meaning of a line that is read while the engine searches.
    fn answer(&mut self, state: &GameState<'_, G>, line: &str) -> Answer<G::Move>;

    /// The lines that stop a running search.
    fn stop(&self) -> Vec<String>;

    /// The lines that end the engine.
    fn quit(&self) -> Vec<String>;

    /// Score units per point: 100 for centipawns.
    fn units_per_point(&self) -> i64 {
        100
    }
}

/// Timeouts of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For answers to the greeting and to the start of a game.
    pub start: Duration,
    /// For a move, after its time limit. An engine that answers before loses on time; after it the engine
    /// counts as hung.
    pub hang: Duration,
}

impl Default for Patience {
    /// 10 seconds to start, since engines load large files, and 60 to answer.
    fn default() -> Self {
        Patience { start: Duration::from_secs(10), hang: Duration::from_secs(60) }
    }
}

/// An external engine as a player. The process starts when it is first needed and ends when the value is
/// dropped.
pub struct ProcessPlayer<G: Game> {
    name: String,
    command: CommandLine,
    patience: Patience,
    protocol: Box<dyn Protocol<G>>,
    process: Option<LineProcess>,
}

impl<G: Game> ProcessPlayer<G> {
    /// A player whose process is not started yet.
    pub fn new(
        name: impl Into<String>,
        command: CommandLine,
        protocol: Box<dyn Protocol<G>>,
        patience: Patience,
    ) -> Self {
        ProcessPlayer { name: name.into(), command, patience, protocol, process: None }
    }

    /// Starts and greets the engine, unless it runs already.
    fn start(&mut self, stop: &StopFlag) -> Result<(), PlayerFault> {
        if self.process.is_some() {
            return Ok(());
        }
        let process = LineProcess::start(&self.command, self.protocol.quit()).map_err(|error| {
            let problem = match error.kind() {
                io::ErrorKind::NotFound => "no such program".to_owned(),
                _ => error.to_string(),
            };
            PlayerFault::StartFailed(format!("{}: {problem}", self.command.program))
        })?;
        self.process = Some(process);
        let greeting = self.protocol.greeting();
        self.converse(&greeting, stop, |protocol, line| protocol.greeted(line)).map_err(|fault| {
            match fault {
                PlayerFault::Stopped => PlayerFault::Stopped,
                fault => PlayerFault::StartFailed(format!("{}: {fault}", self.command.program)),
            }
        })
    }

    /// Sends lines and reads until they are acknowledged; returns immediately if there are none.
    fn converse(
        &mut self,
        lines: &[String],
        stop: &StopFlag,
        mut read: impl FnMut(&mut dyn Protocol<G>, &str) -> Reply,
    ) -> Result<(), PlayerFault> {
        let process = running(&mut self.process)?;
        if lines.is_empty() {
            return Ok(());
        }
        for line in lines {
            process.send(line);
        }
        let deadline = Instant::now() + self.patience.start;
        loop {
            match process.receive(deadline, stop) {
                Received::Line(line) => match read(&mut *self.protocol, &line) {
                    Reply::Wait => {}
                    Reply::Ready => return Ok(()),
                    Reply::Broken(why) => return Err(PlayerFault::Protocol(why)),
                },
                Received::Timeout => {
                    return Err(PlayerFault::Hung(self.patience.start.as_secs_f64()));
                }
                Received::Ended => return Err(PlayerFault::Crashed(process.obituary())),
                Received::Stopped => return Err(PlayerFault::Stopped),
            }
        }
    }
}

/// The process, which every caller has already started.
fn running(process: &mut Option<LineProcess>) -> Result<&mut LineProcess, PlayerFault> {
    process.as_mut().ok_or_else(|| PlayerFault::StartFailed("not started".into()))
}

impl<G: Game> Player<G> for ProcessPlayer<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self, stop: &StopFlag) -> Result<(), PlayerFault> {
        self.start(stop)
    }

    fn new_game(&mut self, game: &GameStart<'_, G>) -> Result<(), PlayerFault> {
        self.start(game.stop)?;
        let lines = self.protocol.new_game(game);
        self.converse(&lines, game.stop, |protocol, line| protocol.game_begun(line))
    }

    fn choose(&mut self, state: &GameState<'_, G>) -> Result<Choice<G::Move>, PlayerFault> {
        let process = running(&mut self.process)?;
        process.discard_pending();
        for line in self.protocol.ask(state) {
            process.send(&line);
        }
        let patience = state.allowed.unwrap_or_default() + self.patience.hang;
        let deadline = Instant::now() + patience;
        let (mut last_score, mut last_depth, mut last_nodes) = (None, None, None);
        loop {
            match process.receive(deadline, state.stop) {
                Received::Line(line) => match self.protocol.answer(state, &line) {
                    Answer::Wait => {}
                    Answer::Thinking { score, depth, nodes } => {
                        last_score = score.or(last_score);
                        last_depth = depth.or(last_depth);
                        last_nodes = nodes.or(last_nodes);
                    }
                    Answer::Move(mv) => {
                        let (score, depth, nodes) = (last_score, last_depth, last_nodes);
                        return Ok(Choice { mv, score, depth, nodes });
                    }
                    Answer::Resigned => return Err(PlayerFault::Resigned),
                    Answer::Illegal(text) => return Err(PlayerFault::IllegalMove(text)),
                    Answer::Broken(why) => return Err(PlayerFault::Protocol(why)),
                },
                Received::Timeout => return Err(PlayerFault::Hung(patience.as_secs_f64())),
                Received::Ended => return Err(PlayerFault::Crashed(process.obituary())),
                Received::Stopped => {
                    for line in self.protocol.stop() {
                        process.send(&line);
                    }
                    return Err(PlayerFault::Stopped);
                }
            }
        }
    }

    fn units_per_point(&self) -> i64 {
        self.protocol.units_per_point()
    }
}
