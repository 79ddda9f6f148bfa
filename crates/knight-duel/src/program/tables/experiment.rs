//! The games of the tables: [`Cell::play`].

use crate::evaluators::Inertia;
use crate::evaluators::blind;
use crate::program::config::Config;
use crate::program::domain::KnightDuel;
use crate::random_start;
use crate::rules::duel::{Duel, Size};
use config::ConfigProblem;
use protocols::{LoadedConfig, Playable};
use search::rng::{Rng, mix};
use search::{Analyst, Game, Limits, Outcome, Request, Side, StopFlag};
use std::time::{Duration, Instant};

/// Who plays knight A. Knight B is always the AI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The blind opponent. Wins of the AI are counted.
    Blind,
    /// The AI itself. Wins of the first mover are counted.
    Ai,
}

impl Mode {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Blind => "blind",
            Mode::Ai => "ai",
        }
    }

    /// The side whose wins are counted.
    const fn counted(self) -> Side {
        match self {
            Mode::Blind => Side::Second,
            Mode::Ai => Side::First,
        }
    }
}

/// One cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The table.
    pub mode: Mode,
    /// Rows and columns of the board.
    pub size: u8,
    /// The depth of the AI.
    pub depth: u32,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its number in the cell, from 0.
    pub game: u32,
    /// The final position.
    pub board: Duel,
    /// The winner.
    pub winner: Side,
    /// Nodes searched by the AI.
    pub nodes: u64,
    /// Moves chosen by the AI.
    pub searches: u64,
    /// Duration of the game.
    pub time: Duration,
}

impl Cell {
    /// Whether a game counts as a win in this cell.
    pub fn is_win(&self, game: &Finished) -> bool {
        game.winner == self.mode.counted()
    }

    /// The start of a game. It is the same in all cells of a board size, so that they can be compared.
    pub fn start(&self, config: &Config, seed: u64, game: u32) -> Duel {
        let mut rng = Rng::new(mix(mix(seed) ^ u64::from(self.size)) ^ mix(u64::from(game)));
        let size = Size::square(self.size);
        random_start(size, config.game.first.into(), config.game.end, &mut rng)
    }

    /// Plays a game; `None` if it was stopped.
    pub fn play(
        &self,
        config: &LoadedConfig<KnightDuel>,
        seed: u64,
        game: u32,
        stop: &StopFlag,
    ) -> Result<Option<Finished>, ConfigProblem> {
        let started = Instant::now();
        let mut board = self.start(config, seed, game);
        let first = match self.mode {
            Mode::Blind => Player::Blind(config.evaluator.inertia()),
            Mode::Ai => Player::Ai(KnightDuel::engine(config)?),
        };
        let mut players = [first, Player::Ai(KnightDuel::engine(config)?)];
        let (mut nodes, mut searches) = (0, 0);
        loop {
            if let Some(outcome) = board.outcome() {
                // The duel has no draws.
                let Outcome::Win(winner) = outcome else { return Ok(None) };
                let time = started.elapsed();
                return Ok(Some(Finished { game, board, winner, nodes, searches, time }));
            }
            let to = match &mut players[board.side().index()] {
                Player::Blind(evaluator) => blind::choose(evaluator, &board),
                Player::Ai(engine) => {
                    let limits = Limits::depth(self.depth);
                    let request = Request { stop: stop.clone(), ..Request::new(board, limits) };
                    let report = engine.search(&request, &mut |_| {});
                    nodes += report.nodes;
                    searches += 1;
                    report.best
                }
            };
            match to.filter(|_| !stop.is_stopped()) {
                Some(to) => board.play(to),
                None => return Ok(None),
            };
        }
    }
}

enum Player {
    Blind(Inertia),
    Ai(Box<dyn Analyst<Duel>>),
}
