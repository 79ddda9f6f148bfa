//! The game a conversation is about: [`Course`].

use search::{Game, Limits, Request, Step};

/// A position and how the game came to it: what a search of a game with rules about its past needs.
#[derive(Clone, Debug)]
pub struct Course<G: Game> {
    start: G,
    position: G,
    history: Vec<Step<G::Move>>,
}

impl<G: Game> Course<G> {
    /// A game that begins here.
    pub fn new(start: G) -> Self {
        Course { position: start.clone(), start, history: Vec::new() }
    }

    /// The position before the first move.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves so far, oldest first.
    pub fn history(&self) -> &[Step<G::Move>] {
        &self.history
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.history.push(Step { key: self.position.key(), mv });
        self.position.play(mv);
    }

    /// Takes back the last move and returns it; `None` if there is none.
    pub fn take_back(&mut self) -> Option<G::Move> {
        let last = self.history.pop()?;
        self.position = self.start.clone();
        for step in &self.history {
            self.position.play(step.mv);
        }
        Some(last.mv)
    }

    /// Asks for the best move now.
    pub fn request(&self, limits: Limits) -> Request<G> {
        Request { history: self.history.clone(), ..Request::new(self.position.clone(), limits) }
    }
}
