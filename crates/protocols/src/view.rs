//! The view of a position of any game: the game's own [`view`](Playable::view), and what is the same for all
//! games.

use crate::Playable;
use board::{BoardView, MovePlaces, MoveTarget, Numbered};
use record::{Ending, PlayedGame, Termination};
use search::{Game, Notation, Outcome, Side};

/// The current position of a game: with the last move, the legal moves as targets and, if the game is over,
/// the reason.
pub fn after<D: Playable>(config: &D::Config, game: &PlayedGame<D::Game>) -> BoardView {
    let mut view = position::<D>(config, game.position());
    view.last = places::<D>(game).last();
    let by_path_rule = || {
        let verdict = D::path_rule(config)?.verdict(game.position(), game.history())?;
        Some(Ending::by_path_rule(verdict.outcome, verdict.rule))
    };
    if view.ending.is_none()
        && let Some(ending) = game.ending().or_else(by_path_rule)
    {
        let reason = match ending.reason {
            Termination::Rules | Termination::PathRule | Termination::Unknown => String::new(),
            Termination::Resigned => "resignation".to_owned(),
            reason => reason.to_string(),
        };
        view.end(winner(ending.outcome), ending.detail.unwrap_or(reason));
        view.targets.clear();
    }
    view
}

/// The squares of the moves of a game, oldest first.
fn places<D: Playable>(game: &PlayedGame<D::Game>) -> impl Iterator<Item = MovePlaces> {
    let mut position = game.start().clone();
    game.moves().map(move |mv| {
        let places = D::places(&position, mv);
        let _ = position.play(mv);
        places
    })
}

/// A position without the moves that led to it.
pub fn position<D: Playable>(config: &D::Config, game: &D::Game) -> BoardView {
    let mut view = D::view(config, game);
    match game.outcome() {
        None => {
            view.to_move = Some(side_number(game.side()));
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let target = |mv| MoveTarget { places: D::places(game, mv), text: game.move_text(mv) };
            view.targets = moves.into_iter().map(target).collect();
        }
        Some(outcome) if view.ending.is_none() => view.end(winner(outcome), ""),
        Some(_) => {}
    }
    view
}

/// The move numbers of the pieces on the board; empty in a game whose pieces move.
pub fn numbers<D: Playable>(game: &PlayedGame<D::Game>) -> Vec<Numbered> {
    let mut numbers: Vec<Numbered> = Vec::new();
    for (number, places) in (1u32..).zip(places::<D>(game)) {
        if let (None, Some(place)) = (places.from, places.to) {
            numbers.retain(|mark| mark.place != place);
            numbers.push(Numbered { place, number });
        }
    }
    numbers
}

/// 0 for the first side, 1 for the second.
pub fn side_number(side: Side) -> u8 {
    side.index() as u8
}

/// The side that won; `None` for a draw.
fn winner(outcome: Outcome) -> Option<u8> {
    match outcome {
        Outcome::Win(side) => Some(side_number(side)),
        Outcome::Draw => None,
    }
}
