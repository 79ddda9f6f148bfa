//! The position and its rules: [`Gomoku`].

use crate::rules::forbidden;
use crate::rules::illegal::Prohibition;
use crate::rules::lines::{Lines, cell};
use crate::rules::point::{Direction, POINTS, Point, Size};
use crate::rules::rule::Rule;
use crate::rules::shapes::Shape;
use crate::rules::survey::Survey;
use crate::rules::threat::Threat;
use search::rng::mix;
use search::{Game, Outcome, Side};

/// A position: stones on a board, the side to move and the rule. Black is the first player.
#[derive(Clone)]
pub struct Gomoku {
    lines: Lines,
    survey: Survey,
    size: Size,
    rule: Rule,
    side: Side,
    stones: [u16; 2],
    winner: Option<Side>,
    key: u64,
}

impl Gomoku {
    /// An empty board, black to move.
    pub fn new(size: Size, rule: Rule) -> Gomoku {
        let lines = Lines::new(size);
        let mut game = Gomoku {
            survey: Survey::new(size, rule, &lines),
            lines,
            size,
            rule,
            side: Side::First,
            stones: [0; 2],
            winner: None,
            key: 0,
        };
        game.key = game.key_from_scratch();
        game
    }

    /// A board with these stones. Stones off the board or on an occupied point are ignored. A row
    /// that wins by the rule ends the game, no matter which side is to move.
    pub fn with_stones(
        size: Size,
        rule: Rule,
        stones: impl IntoIterator<Item = (Point, Side)>,
        side: Side,
    ) -> Gomoku {
        let mut game = Gomoku::new(size, rule);
        for (point, colour) in stones {
            if size.contains(point) && game.stone(point).is_none() {
                game.lines.toggle(point, cell::stone(colour));
                game.stones[colour.index()] += 1;
            }
        }
        game.survey = Survey::new(size, rule, &game.lines);
        game.side = side;
        // If both sides have a winning row, the side that moved last wins.
        game.winner = [!side, side].into_iter().find(|&side| game.has_five(side));
        game.key = game.key_from_scratch();
        game
    }

    fn has_five(&self, side: Side) -> bool {
        let mut stones = self.size.iter().filter(|&point| self.stone(point) == Some(side));
        stones.any(|point| self.threat(point, side) == Threat::Five)
    }

    /// The shape that a stone of this side makes, or has made, on this point in this direction.
    #[inline]
    pub fn shape(&self, point: Point, direction: Direction, side: Side) -> Shape {
        self.survey.shape(point, direction, side)
    }

    /// The sum of table values over the four shapes that a stone of this side makes on this point.
    /// The table is indexed by the shape's number.
    #[inline]
    pub(crate) fn sum_of_shapes(&self, point: Point, side: Side, table: &[i32; 16]) -> i32 {
        self.survey.sum(point, side, table)
    }

    /// The four shapes that a stone of this side makes on this point, four bits each.
    #[inline]
    pub(crate) fn shapes_code(&self, point: Point, side: Side) -> u16 {
        self.survey.code(point, side)
    }

    /// Calls `visit` for each empty point and side whose shapes the last stone has changed, with the
    /// shapes and threat that a stone there made before and makes now.
    #[inline]
    pub(crate) fn changes_by_last_stone(&self, visit: impl FnMut(Side, [(u16, Threat); 2])) {
        self.survey.changes_by_last_stone(&self.lines, visit);
    }

    /// The threat that a stone of this side on this empty point would make. In renju,
    /// [`Threat::Forbidden`] means that the point may be forbidden to black;
    /// [`is_forbidden`](Gomoku::is_forbidden) gives the exact answer.
    #[inline]
    pub fn threat(&self, point: Point, side: Side) -> Threat {
        self.survey.threat(point, side)
    }

    /// The number of empty points where a stone of this side would make this threat.
    #[inline]
    pub fn points_with(&self, threat: Threat, side: Side) -> usize {
        self.survey.points_with(threat, side)
    }

    /// The number of pairs of empty point and direction where a stone of this side would make this
    /// shape.
    #[inline]
    pub fn lines_with(&self, shape: Shape, side: Side) -> usize {
        self.survey.shape_counts(side)[shape as usize].into()
    }

    /// The stone on a point, if any.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Side> {
        self.lines.stone(point)
    }

    /// Whether a point is on the board and empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.lines.is_empty(point)
    }

    /// The empty points where a stone of this side would make a threat from `least` to `most`, row
    /// by row. `least` must be at least [`Threat::SleepingThree`].
    #[inline]
    pub fn threat_points(
        &self,
        side: Side,
        least: Threat,
        most: Threat,
    ) -> impl Iterator<Item = Point> {
        self.survey.points(side, least, most)
    }

    /// The greatest distance at which a stone can affect the shapes of a point.
    pub(crate) fn reach(&self) -> usize {
        self.survey.reach()
    }

    /// Passes the turn. Calling it twice restores the position.
    pub(crate) fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= TURN;
    }

    /// The stones line by line.
    #[inline]
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rule: what wins and what is forbidden.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The number of stones that a side has on the board.
    pub fn stones(&self, side: Side) -> usize {
        self.stones[side.index()].into()
    }

    /// The number of empty points.
    #[inline]
    pub fn empties(&self) -> usize {
        self.size.points() - self.stones(Side::First) - self.stones(Side::Second)
    }

    /// Whether this empty point is forbidden to this side. Only black in renju has forbidden points.
    #[inline]
    pub fn is_forbidden(&self, point: Point, side: Side) -> bool {
        self.rule == Rule::Renju
            && side == Side::First
            && self.threat(point, side) == Threat::Forbidden
            && forbidden::is_forbidden(&mut self.lines.clone(), point)
    }

    /// Why this side may not play on this empty point; `None` if it may.
    pub fn prohibition(&self, point: Point, side: Side) -> Option<Prohibition> {
        if !self.is_forbidden(point, side) {
            return None;
        }
        forbidden::prohibition(&mut self.lines.clone(), point)
    }

    /// The empty points that the side to move may play on.
    fn playable(&self) -> impl Iterator<Item = Point> {
        let empty = self.size.iter().filter(|&point| self.is_empty(point));
        empty.filter(|&point| !self.is_forbidden(point, self.side))
    }
}

impl Game for Gomoku {
    /// The point a stone is put on.
    type Move = Point;
    type Undo = ();
    const MOVE_CODES: usize = POINTS;
    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// A full board is a draw, and so is a position where black has only forbidden points left.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(side) => Some(Outcome::Win(side)),
            None if self.empties() == 0 => Some(Outcome::Draw),
            None if self.rule == Rule::Renju => {
                self.playable().next().is_none().then_some(Outcome::Draw)
            }
            None => None,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        moves.extend(self.playable());
    }

    fn count_moves(&self) -> usize {
        match self.outcome() {
            Some(_) => 0,
            None if self.rule == Rule::Renju => self.playable().count(),
            None => self.empties(),
        }
    }

    #[inline]
    fn is_legal(&self, point: Point) -> bool {
        self.winner.is_none() && self.is_empty(point) && !self.is_forbidden(point, self.side)
    }

    #[inline]
    fn play(&mut self, point: Point) {
        if self.threat(point, self.side) == Threat::Five {
            self.winner = Some(self.side);
        }
        self.lines.toggle(point, cell::stone(self.side));
        self.survey.placed(&self.lines, point);
        self.stones[self.side.index()] += 1;
        self.key ^= STONE[self.side.index()][point.index()] ^ TURN;
        self.side = !self.side;
    }

    #[inline]
    fn undo(&mut self, point: Point, _: ()) {
        self.side = !self.side;
        self.key ^= STONE[self.side.index()][point.index()] ^ TURN;
        self.stones[self.side.index()] -= 1;
        self.lines.toggle(point, cell::stone(self.side));
        self.survey.removed(&self.lines, point);
        self.winner = None;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let rules = [self.size.rows, self.size.columns, self.rule as u8];
        let rules = rules.into_iter().fold(0, |sum, part| mix(sum ^ u64::from(part)));
        let turn = if self.side == Side::First { 0 } else { TURN };
        let stones = self.size.iter().filter_map(|point| Some((point, self.stone(point)?)));
        stones.fold(rules ^ turn, |key, (point, side)| key ^ STONE[side.index()][point.index()])
    }

    #[inline]
    fn code(point: Point) -> u16 {
        point.index() as u16
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Point> {
        Point::from_index(code).filter(|&point| self.is_legal(point))
    }
}

/// The rows of the board and the side to move.
impl std::fmt::Debug for Gomoku {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&search::Notation::position_text(self))
    }
}

/// Equal stones, side to move and rule. Everything else is derived from them.
impl PartialEq for Gomoku {
    fn eq(&self, other: &Gomoku) -> bool {
        let facts = |game: &Gomoku| (game.size, game.rule, game.side, game.stones, game.winner);
        facts(self) == facts(other) && self.lines == other.lines && self.key == other.key
    }
}

impl Eq for Gomoku {}

/// Zobrist keys (Zobrist 1970).
const TURN: u64 = mix(0x676f_6d6f_6b75);
static STONE: [[u64; POINTS]; 2] = [random_keys(1), random_keys(2)];

const fn random_keys(series: u64) -> [u64; POINTS] {
    let mut keys = [0; POINTS];
    let mut index = 0;
    while index < POINTS {
        keys[index] = mix(mix(series) ^ index as u64);
        index += 1;
    }
    keys
}

#[cfg(test)]
impl Gomoku {
    /// Whether the incrementally updated survey equals one computed from scratch.
    pub(crate) fn survey_is_consistent(&self) -> bool {
        self.survey == Survey::new(self.size, self.rule, &self.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    search::law_tests!(the_smallest_board_obeys, Gomoku::new(Size::square(5), Rule::Freestyle));
    search::law_tests!(
        a_narrow_board_obeys,
        Gomoku::new(Size { rows: 5, columns: 20 }, Rule::Caro)
    );
    search::law_tests!(standard_obeys, Gomoku::new(Size::square(7), Rule::Standard));
    search::law_tests!(renju_obeys, Gomoku::new(Size::square(8), Rule::Renju));

    #[test]
    fn the_largest_board_obeys() {
        let start = Gomoku::new(Size::square(20), Rule::Freestyle);
        search::laws::check(&start, 2, search::laws::SEED);
        search::laws::check_notation(&start, 1, search::laws::SEED);
    }

    fn outcome(row: &str, rule: Rule) -> Option<Outcome> {
        let empty = ".".repeat(row.len());
        let rows = [&empty, &empty, row, &empty, &empty].join("/");
        Gomoku::parse_position(&format!("{rows} O {rule}")).unwrap().outcome()
    }

    #[test]
    fn each_rule_counts_its_own_fives() {
        let (black, white) = (Some(Outcome::Win(Side::First)), Some(Outcome::Win(Side::Second)));
        let [freestyle, standard, renju, caro] = Rule::ALL;
        for (row, expected) in [
            ("..XXXXX..", [black, black, black, black]),
            (".XXXXXX..", [black, None, None, black]),
            (".OXXXXXO.", [black, black, black, None]),
            ("XXXXXO...", [black, black, black, black]),
            ("OXXXXXXO.", [black, None, None, black]),
            (".OOOOOO..", [white, None, white, white]),
            (".XXXX.X..", [None; 4]),
        ] {
            let found = [freestyle, standard, renju, caro].map(|rule| outcome(row, rule));
            assert_eq!(found, expected, "{row}");
        }
    }

    #[test]
    fn a_full_board_without_five_is_a_draw() {
        let game = Gomoku::parse_position("XXOOX/OOXXO/XXOOX/OOXXO/XXOO. X").unwrap();
        assert_eq!(game.outcome(), None);
        let mut full = game.clone();
        full.play(Point::new(4, 4));
        assert_eq!(full.outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn a_position_with_only_forbidden_points_left_is_a_draw() {
        let game = Gomoku::parse_position("XXX.XX/OOXXOO/XXOOXX/OOXXOO/XXOOXX X renju").unwrap();
        assert!(game.is_forbidden(Point::new(0, 3), Side::First));
        assert_eq!(game.outcome(), Some(Outcome::Draw));
    }
}
