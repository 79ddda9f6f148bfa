//! A game for the tests of threads: [`Tree`].

use crate::{Game, Outcome, Side};

/// The moves so far of a game of `WIDTH` moves that never ends; every line leads to a position of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tree<const WIDTH: u8>(pub(super) Vec<u8>);

impl<const WIDTH: u8> Game for Tree<WIDTH> {
    type Move = u8;
    type Undo = ();
    const MOVE_CODES: usize = WIDTH as usize;

    fn side(&self) -> Side {
        [Side::First, Side::Second][self.0.len() % 2]
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..WIDTH);
    }

    fn play(&mut self, branch: u8) {
        self.0.push(branch);
    }

    fn undo(&mut self, _branch: u8, (): ()) {
        self.0.pop();
    }

    fn key(&self) -> u64 {
        self.0.iter().fold(1, |key, &branch| crate::rng::mix(key ^ u64::from(branch) << 56))
    }

    fn code(branch: u8) -> u16 {
        u16::from(branch)
    }
}
