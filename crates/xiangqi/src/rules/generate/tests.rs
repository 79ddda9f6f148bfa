//! The generator agrees with a slow reference generator and with published perft counts, and obeys
//! the laws of every game.

use crate::rules::validate::can_be_on;
use crate::{Kind, Move, Piece, Position, Rules, Square};
use search::rng::Rng;
use search::{Game, Notation, Side, perft};

search::law_tests!(the_start_position_obeys, Position::start());
search::law_tests!(
    an_open_endgame_obeys,
    Position::parse_position("2bak4/4a4/4b4/3NC1P2/2c6/6r2/p3P4/4B2R1/4A4/2BAK3c w").unwrap()
);

/// The number of pieces between two squares of one rank or file; `None` when they share neither.
fn pieces_between(position: &Position, a: Square, b: Square) -> Option<usize> {
    let (files, ranks) = (b.file() as i32 - a.file() as i32, b.rank() as i32 - a.rank() as i32);
    if a == b || (files != 0 && ranks != 0) {
        return None;
    }
    let mut at = a.step(files.signum(), ranks.signum())?;
    let mut pieces = 0;
    while at != b {
        pieces += usize::from(position.piece_at(at).is_some());
        at = at.step(files.signum(), ranks.signum())?;
    }
    Some(pieces)
}

/// Whether the rule book's description of a piece's movement allows this move.
fn moves_like(position: &Position, piece: Piece, from: Square, to: Square) -> bool {
    let empty = |square: Option<Square>| square.is_some_and(|s| position.piece_at(s).is_none());
    let (files, ranks) =
        (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32);
    let in_palace = (3..=5).contains(&to.file())
        && match piece.side {
            Side::First => to.rank() <= 2,
            Side::Second => to.rank() >= 7,
        };
    let forward = if piece.side == Side::First { 1 } else { -1 };
    let crossed = (from.rank() >= 5) == (piece.side == Side::First);
    let capture = position.piece_at(to);
    if capture.is_some_and(|target| target.side == piece.side) {
        return false;
    }
    match piece.kind {
        Kind::King => in_palace && files.abs() + ranks.abs() == 1,
        Kind::Advisor => in_palace && files.abs() == 1 && ranks.abs() == 1,
        Kind::Elephant => {
            files.abs() == 2
                && ranks.abs() == 2
                && empty(from.step(files / 2, ranks / 2))
                && (to.rank() <= 4) == (piece.side == Side::First)
        }
        Kind::Horse => match (files.abs(), ranks.abs()) {
            (1, 2) => empty(from.step(0, ranks / 2)),
            (2, 1) => empty(from.step(files / 2, 0)),
            _ => false,
        },
        Kind::Rook => pieces_between(position, from, to) == Some(0),
        Kind::Cannon => {
            let screens = usize::from(capture.is_some());
            pieces_between(position, from, to) == Some(screens)
        }
        Kind::Pawn => (files, ranks) == (0, forward) || (crossed && ranks == 0 && files.abs() == 1),
    }
}

/// Whether the side to move can capture the opponent's king, or the kings face each other.
fn can_take_king(position: &Position) -> bool {
    let (own, other) = (position.king(position.side()), position.king(!position.side()));
    let (Some(own), Some(other)) = (own, other) else { return true };
    let facing = own.file() == other.file() && pieces_between(position, own, other) == Some(0);
    facing
        || position.of_side(position.side()).any(|from| {
            let piece = position.piece_at(from).unwrap();
            moves_like(position, piece, from, other)
        })
}

/// Every pseudo-legal move after which the mover's king cannot be captured.
fn slow_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in position.of_side(position.side()) {
        let piece = position.piece_at(from).unwrap();
        for to in Square::all() {
            if moves_like(position, piece, from, to) {
                let mut after = position.clone();
                after.play(Move::new(from, to));
                if !can_take_king(&after) {
                    moves.push(Move::new(from, to));
                }
            }
        }
    }
    moves
}

/// Compares both generators in one position.
fn assert_same_moves(position: &Position) {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.sort_by_key(|mv| mv.code());
    let mut slow = slow_moves(position);
    slow.sort_by_key(|mv| mv.code());
    assert_eq!(moves, slow, "{}", position.position_text());
    let mut captures = Vec::new();
    position.captures(&mut captures);
    captures.sort_by_key(|mv| mv.code());
    slow.retain(|mv| position.piece_at(mv.to).is_some());
    assert_eq!(captures, slow, "{}", position.position_text());
    let mut passed = position.clone();
    passed.play(Move::NULL);
    assert_eq!(position.in_check(), can_take_king(&passed), "{}", position.position_text());
    assert_eq!(position.in_check(), !position.checkers().is_empty());
}

/// A random position with many pieces on the files of the palaces; `None` if it is not valid.
fn crowded_position(rng: &mut Rng) -> Option<Position> {
    let mut position = Position::empty(Rules::Full, Side::First, 0, 1);
    for (index, most) in [1, 2, 2, 2, 2, 2, 5, 1, 2, 2, 2, 2, 2, 5].into_iter().enumerate() {
        let piece = Piece::from_index(index)?;
        let allowed: Vec<Square> = Square::all().filter(|&at| can_be_on(piece, at)).collect();
        let central: Vec<Square> =
            allowed.iter().copied().filter(|at| (3..=5).contains(&at.file())).collect();
        for _ in 0..most {
            let squares = if rng.below(2) == 0 { &central } else { &allowed };
            let square = rng.choose(squares)?;
            let wanted = piece.kind == Kind::King || rng.below(3) > 0;
            if wanted && position.piece_at(square).is_none() {
                position.put(piece, square);
            }
        }
    }
    if rng.below(2) == 0 {
        position.play(Move::NULL);
    }
    position.validate().ok().map(|()| position)
}

#[test]
fn the_generator_agrees_with_the_reference_in_crowded_positions() {
    let mut rng = Rng::new(11);
    let mut seen = 0;
    while seen < 3000 {
        if let Some(position) = crowded_position(&mut rng) {
            assert_same_moves(&position);
            seen += 1;
        }
    }
}

#[test]
fn the_generator_agrees_with_the_reference_in_random_games() {
    let mut rng = Rng::new(5);
    for _ in 0..30 {
        let mut position = Position::start();
        for _ in 0..150 {
            assert_same_moves(&position);
            let mut moves = Vec::new();
            if position.expand(&mut moves).is_some() {
                break;
            }
            position.play(rng.choose(&moves).unwrap());
        }
    }
}

#[test]
fn a_side_without_a_legal_move_loses_by_checkmate_or_stalemate() {
    // Stalemate: the black king has no safe square and nothing else can move.
    let stalemate = Position::parse_position("3k5/2P6/9/9/9/9/9/9/9/4K4 b").unwrap();
    assert!(!stalemate.in_check());
    assert_eq!(stalemate.outcome(), Some(search::Outcome::Win(Side::First)));
    let mate = Position::parse_position("R2k5/2P6/9/9/9/9/9/9/9/4K4 b").unwrap();
    assert!(mate.in_check());
    assert_eq!(mate.outcome(), Some(search::Outcome::Win(Side::First)));
}

#[test]
fn perft_from_the_start_position_matches_published_counts() {
    for (depth, nodes) in [(1, 44), (2, 1920), (3, 79_666)] {
        assert_eq!(perft(&Position::start(), depth), nodes);
    }
}
