//! A relative description of a move, which WXF and Chinese notation write in their own characters.

use super::MoveError;
use crate::rules::illegal::{Illegal, Name};
use crate::rules::moves::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::square::Square;
use crate::rules::squares::Squares;
use search::{Game, Side};

/// The direction of a move, from its player's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Towards the opponent.
    Advance,
    /// Back.
    Retreat,
    /// Along its rank.
    Traverse,
}

/// The place of the moving piece among those of its kind on its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// 0 is the front piece.
    pub index: usize,
    /// The number of pieces.
    pub count: usize,
}

impl Place {
    /// Whether as many pieces are in front of it as behind it.
    pub(super) fn is_middle(self) -> bool {
        2 * self.index + 1 == self.count
    }

    /// Whether it is the rear piece.
    pub(super) fn is_rear(self) -> bool {
        self.index + 1 == self.count
    }
}

/// The description of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Described {
    pub kind: Kind,
    /// The file it leaves, 1 to 9 from its player's right.
    pub file: usize,
    /// Its place on that file.
    pub place: Place,
    /// Whether another file has several pawns too, so that the file must be named.
    pub other_tandem: bool,
    pub direction: Direction,
    /// Steps along its file, or the file it enters.
    pub number: usize,
}

impl Described {
    /// Whether its file does not identify the piece. It always does for advisors and elephants: of
    /// two on a file, one can only advance and the other only retreat.
    pub(super) fn is_tandem(&self) -> bool {
        self.place.count > 1 && !matches!(self.kind, Kind::Advisor | Kind::Elephant)
    }
}

/// The number of a file, counted from the player's right.
fn file_number(side: Side, square: Square) -> usize {
    match side {
        Side::First => 9 - square.file(),
        Side::Second => square.file() + 1,
    }
}

/// Describes a move; `None` if there is no piece on its square.
pub(crate) fn describe(position: &Position, mv: Move) -> Option<Described> {
    let piece = position.piece_at(mv.from)?;
    let side = piece.side;
    let alike = position.pieces(side, piece.kind);
    let forward = |square: Square| match side {
        Side::First => square.rank(),
        Side::Second => 9 - square.rank(),
    };
    let on_file = |file| alike & Squares::file(file);
    let mates = on_file(mv.from.file());
    let before = mates.filter(|&mate| forward(mate) > forward(mv.from)).count();
    let place = Place { index: before, count: Squares::count(mates) };
    let other_tandem = piece.kind == Kind::Pawn
        && (0..9).any(|file| file != mv.from.file() && Squares::count(on_file(file)) > 1);
    let (from, to) = (forward(mv.from), forward(mv.to));
    let direction = match to.cmp(&from) {
        std::cmp::Ordering::Greater => Direction::Advance,
        std::cmp::Ordering::Less => Direction::Retreat,
        std::cmp::Ordering::Equal => Direction::Traverse,
    };
    let along_file = mv.from.file() == mv.to.file();
    let number = if along_file { from.abs_diff(to) } else { file_number(side, mv.to) };
    let file = file_number(side, mv.from);
    Some(Described { kind: piece.kind, file, place, other_tandem, direction, number })
}

/// The parts of a description that a text contains; missing parts are `None`.
pub(crate) struct Pattern {
    pub kind: Kind,
    pub file: Option<usize>,
    pub place: Option<fn(Place) -> bool>,
    pub direction: Direction,
    pub number: usize,
}

impl Pattern {
    fn matches(&self, described: &Described) -> bool {
        self.direction == described.direction
            && self.number == described.number
            && self.matches_piece(described)
    }

    /// Whether the piece is the one that is meant, wherever it goes.
    fn matches_piece(&self, described: &Described) -> bool {
        self.kind == described.kind
            && self.file.is_none_or(|file| file == described.file)
            && self.place.is_none_or(|place| described.place.count > 1 && place(described.place))
    }
}

/// Why no move that matches the pattern is legal.
fn why_illegal(position: &Position, pattern: &Pattern) -> Illegal {
    let name = Name(pattern.kind);
    let mut reason = Illegal::NoSuchPiece(name);
    for from in position.pieces(position.side(), pattern.kind) {
        for to in Square::all() {
            let mv = Move::new(from, to);
            let Some(described) = describe(position, mv) else { continue };
            if from == to || !pattern.matches_piece(&described) {
                continue;
            }
            reason = match (reason, position.why_illegal(mv)) {
                (Illegal::NoSuchPiece(_), _) if !pattern.matches(&described) => {
                    Illegal::OffBoard(name)
                }
                (reason, _) if !pattern.matches(&described) => reason,
                (_, Some(other)) if !matches!(other, Illegal::Steps(_)) => return other,
                (_, other) => other.unwrap_or(reason),
            };
        }
    }
    reason
}

/// The legal move that is written exactly like the text, or the only one that matches the pattern.
pub(crate) fn find(
    position: &Position,
    text: &str,
    is_written: impl Fn(Move) -> bool,
    pattern: &Pattern,
) -> Result<Move, MoveError> {
    let mut moves = Vec::new();
    if position.expand(&mut moves).is_some() {
        return Err(MoveError::illegal(text, Illegal::GameOver));
    }
    if let Some(&mv) = moves.iter().find(|&&mv| is_written(mv)) {
        return Ok(mv);
    }
    let matches = |mv: &Move| describe(position, *mv).is_some_and(|mv| pattern.matches(&mv));
    let mut matching = moves.into_iter().filter(matches);
    match (matching.next(), matching.next()) {
        (None, _) => Err(MoveError::illegal(text, why_illegal(position, pattern))),
        (Some(mv), None) => Ok(mv),
        (Some(first), Some(second)) => {
            Err(MoveError::Ambiguous { found: search::notation::quote(text), first, second })
        }
    }
}
