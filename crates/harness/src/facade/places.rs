//! A row of a search with the squares of its moves: [`WithPlaces`].

use board::MovePlaces;
use protocols::Playable;
use search::{Game, Line};
use serde::Serialize;
use std::ops::Deref;

/// A row of a search, and where the moves of its lines begin and end, so that they can be drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WithPlaces<R> {
    /// The row.
    #[serde(flatten)]
    pub row: R,
    /// The squares of every move of every line, in the order of the row's lines.
    pub places: Vec<Vec<MovePlaces>>,
}

impl<R> Deref for WithPlaces<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.row
    }
}

impl<R> WithPlaces<R> {
    /// Adds the squares of lines that begin in this position.
    pub(super) fn new<D: Playable>(row: R, position: &D::Game, lines: &[Line<Move<D>>]) -> Self {
        let places = lines.iter().map(|line| places::<D>(position, &line.pv)).collect();
        WithPlaces { row, places }
    }
}

type Move<D> = <<D as Playable>::Game as Game>::Move;

/// The squares of moves played one after the other, up to the first that is not legal.
fn places<D: Playable>(position: &D::Game, moves: &[Move<D>]) -> Vec<MovePlaces> {
    let mut position = position.clone();
    let mut places = Vec::with_capacity(moves.len());
    for &mv in moves {
        if position.outcome().is_some() || !position.is_legal(mv) {
            break;
        }
        places.push(D::places(&position, mv));
        let _ = position.play(mv);
    }
    places
}
