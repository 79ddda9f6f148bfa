//! An engine in another process: a [`Protocol`] says what to write and how to read the answers,
//! [`ProcessPlayer`] does the waiting.

use super::process::{CommandLine, LineProcess, Received};
use crate::player::{Choice, GameStart, GameState, Player, PlayerFault};
use search::{Game, Score, StopFlag};
use std::time::{Duration, Instant};

/// What a line means while a greeting or a new game is being acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing yet.
    Wait,
    /// The engine is ready.
    Ready,
    /// The engine refuses or does not speak the protocol: why.
    Broken(String),
}

/// What a line means while a move is awaited.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<M> {
    /// Nothing of interest.
    Wait,
    /// What the engine thinks; the last one before the move is recorded. Parts that the line does
    /// not tell are `None` and leave the earlier ones standing.
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
    /// The engine gives up.
    Resigned,
    /// A move that cannot be played: the text as it came.
    Illegal(String),
    /// A line that breaks the protocol: why.
    Broken(String),
}

/// The language of an external engine. Pure translation between lines and meaning: it never
/// waits, reads or writes itself.
pub trait Protocol<G: Game>: Send {
    /// Takes the options that the user has for the engine, before anything is said: names and
    /// values. Refuses, in one line, what the protocol cannot set.
    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), String> {
        match options {
            [] => Ok(()),
            [(name, _), ..] => Err(format!("found the option {name:?}, allowed: none")),
        }
    }

    /// The lines that greet the engine. If there are any, lines are read until
    /// [`greeted`](Protocol::greeted) says [`Reply::Ready`].
    fn greeting(&mut self) -> Vec<String>;

    /// What an answer to the greeting means.
    fn greeted(&mut self, line: &str) -> Reply;

    /// The lines that begin a game. If there are any, lines are read until
    /// [`game_begun`](Protocol::game_begun) says [`Reply::Ready`].
    fn new_game(&mut self, game: &GameStart<'_, G>) -> Vec<String>;

    /// What an answer to the beginning of a game means.
    fn game_begun(&mut self, line: &str) -> Reply;

    /// The lines that set the position and ask for a move within the limits of `state`.
    fn ask(&mut self, state: &GameState<'_, G>) -> Vec<String>;

    /// What a line means while the move is awaited.
    fn answer(&mut self, state: &GameState<'_, G>, line: &str) -> Answer<G::Move>;

    /// The lines that end a running search.
    fn stop(&self) -> Vec<String>;

    /// The lines that end the engine.
    fn quit(&self) -> Vec<String>;

    /// How many units of the engine's scores make a point: 100 for centipawns.
    fn units_per_point(&self) -> i64 {
        100
    }
}

/// How long to wait for an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the greeting and the beginning of a game.
    pub start: Duration,
    /// For a move, beyond the time the engine is allowed. An answer in between has merely lost on
    /// time; after it the engine has hung.
    pub hang: Duration,
}

impl Default for Patience {
    /// 10 seconds to start (engines load large files), 60 to answer.
    fn default() -> Self {
        Patience { start: Duration::from_secs(10), hang: Duration::from_secs(60) }
    }
}

/// An external engine as a player. The process is started when first needed and ended when the
/// value is dropped.
pub struct ProcessPlayer<G: Game> {
    name: String,
    command: CommandLine,
    patience: Patience,
    protocol: Box<dyn Protocol<G>>,
    process: Option<LineProcess>,
}

impl<G: Game> ProcessPlayer<G> {
    /// An engine that is not started yet.
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
            PlayerFault::StartFailed(format!("{}: {error}", self.command.program))
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

    /// Sends lines and reads until they are acknowledged; nothing sent, nothing awaited.
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

/// The process, which every caller has started before.
fn running(process: &mut Option<LineProcess>) -> Result<&mut LineProcess, PlayerFault> {
    process.as_mut().ok_or_else(|| PlayerFault::StartFailed("not started".into()))
}

impl<G: Game> Player<G> for ProcessPlayer<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self) -> Result<(), PlayerFault> {
        self.start(&StopFlag::new())
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
