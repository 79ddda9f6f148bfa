//! Games from the points of a file, replayed by the rules: [`play`], [`of_points`].

use crate::{Gomoku, Point};
use record::{PlayedGame, Remarks};
use search::{Notation, NotationError};

/// Plays a move of a file, or says why the rules refuse it. `text` is how the file writes it.
pub fn play(
    game: &mut PlayedGame<Gomoku>,
    point: Point,
    remarks: Remarks,
    text: &str,
) -> Result<(), NotationError> {
    if let Some(reason) = game.position().why_illegal(point) {
        return Err(NotationError::illegal(text, reason));
    }
    game.push(point, remarks);
    Ok(())
}

/// The game of these moves, all of which must be legal.
pub fn of_points(
    start: Gomoku,
    points: impl IntoIterator<Item = Point>,
) -> Result<PlayedGame<Gomoku>, NotationError> {
    let mut game = PlayedGame::new(start);
    for (number, point) in (1..).zip(points) {
        let text = super::point_text(game.start().size(), point);
        play(&mut game, point, Remarks::default(), &text)
            .map_err(|error| NotationError { place: format!("move {number}"), ..error })?;
    }
    Ok(game)
}

/// The moves one behind the other, `h8i9g7`: a position string if the board was empty at first.
pub fn move_text(game: &PlayedGame<Gomoku>) -> String {
    game.moves().map(|point| game.start().move_text(point)).collect()
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::{Rule, Size};
    use proptest::prelude::*;
    use search::Game;

    /// Random games on boards of all sizes, from the empty board.
    pub(crate) fn any_game() -> impl Strategy<Value = PlayedGame<Gomoku>> {
        let rule = prop::sample::select(Rule::ALL.to_vec());
        let choices = prop::collection::vec((any::<prop::sample::Index>(), 0u32..100_000), 0..60);
        let name = "([A-Za-z][A-Za-z0-9 .-]{0,8}[a-z])?";
        (5u8..=20, 5u8..=20, rule, choices, [name, name]).prop_map(
            |(rows, columns, rule, choices, players)| {
                let mut game = PlayedGame::new(Gomoku::new(Size { rows, columns }, rule));
                for (choice, millis) in choices {
                    let mut moves = Vec::new();
                    if game.position().expand(&mut moves).is_some() {
                        break;
                    }
                    let seconds = (millis > 0).then_some(f64::from(millis) / 1000.0);
                    game.push(*choice.get(&moves), Remarks { seconds, ..Remarks::default() });
                }
                game.players = players;
                game
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rule, Size};

    #[test]
    fn moves_that_the_rules_refuse_are_named() {
        let start = Gomoku::new(Size::square(6), Rule::Freestyle);
        let [a, b] = [Point::new(2, 2), Point::new(3, 2)];
        let error = of_points(start.clone(), [a, b, a]).unwrap_err().to_string();
        assert_eq!(error, "move 3: `c4` is not legal: the point is occupied");
        let error = of_points(start, [Point::new(6, 0)]).unwrap_err().to_string();
        assert!(error.ends_with("is not legal: off the 6x6 board"), "{error}");
    }

    #[test]
    fn nothing_is_played_after_the_end_which_the_rule_decides() {
        let row = |number: u8| (0..6).map(move |column| Point::new(number, column));
        let moves: Vec<Point> = row(1).zip(row(3)).flat_map(|(one, other)| [one, other]).collect();
        let start = Gomoku::new(Size::square(6), Rule::Freestyle);
        let error = of_points(start, moves).unwrap_err().to_string();
        let expected = "move 10: `e3` is not legal: the game is over under the rule freestyle";
        assert_eq!(error, expected);
    }

    #[test]
    fn the_moves_of_a_game_are_a_position_string() {
        let start = Gomoku::new(Size::square(15), Rule::Freestyle);
        let game = of_points(start, [Point::new(7, 7), Point::new(6, 8)]).unwrap();
        assert_eq!(move_text(&game), "h8i9");
        assert_eq!(Gomoku::parse_position("h8i9").unwrap(), *game.position());
    }
}
