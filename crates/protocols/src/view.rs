//! A position of any game as it is shown: the game's own [`view`](Playable::view), and what follows from the
//! rules for every game alike.

use crate::Playable;
use board::{BoardView, MoveTarget, Numbered};
use search::{Game, Notation, Outcome, Side, Step};

type Move<D> = <<D as Playable>::Game as Game>::Move;

/// The position after these moves: the last one marked, the legal moves as targets, the end of the game
/// with its reason.
pub fn after<D: Playable>(
    config: &D::Config,
    start: &D::Game,
    history: &[Step<Move<D>>],
) -> BoardView {
    let mut game = start.clone();
    let mut last = None;
    for step in history {
        last = Some(D::places(&game, step.mv));
        let _ = game.play(step.mv);
    }
    let mut view = position::<D>(config, &game);
    view.last = last;
    if view.ending.is_none()
        && let Some((outcome, rule)) = D::path_verdict(config, &game, history)
    {
        view.end(winner(outcome), rule);
        view.targets.clear();
    }
    view
}

/// A position whose moves are not known.
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

/// When the pieces on the board were placed. A game whose pieces move has no numbers.
pub fn numbers<D: Playable>(start: &D::Game, history: &[Step<Move<D>>]) -> Vec<Numbered> {
    let mut game = start.clone();
    let mut numbers: Vec<Numbered> = Vec::new();
    for (number, step) in (1u32..).zip(history) {
        let places = D::places(&game, step.mv);
        let _ = game.play(step.mv);
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
