//! Lines of play in notation.

use search::Notation;

/// The moves in notation, each written in its position. The line ends before the first illegal
/// move.
pub fn move_texts<G: Notation>(start: &G, moves: impl IntoIterator<Item = G::Move>) -> Vec<String> {
    let mut position = start.clone();
    let text = |mv| {
        position.is_legal(mv).then(|| {
            let text = position.move_text(mv);
            position.play(mv);
            text
        })
    };
    moves.into_iter().map_while(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    type Heap = proof_games::heap::Heap<2>;

    #[test]
    fn a_line_ends_before_an_illegal_move() {
        assert_eq!(move_texts(&Heap::of(4), [1, 2]), ["1", "2"]);
        assert_eq!(move_texts(&Heap::of(4), [2, 1, 2]), ["2", "1"]);
    }
}
