//! Starts with a known winner: [`StartTable`], and the tables that are built in.
//!
//! A table is a small text file. It has a line with the size, a line each with the nodes and the seconds
//! it took, and then one line for every square of the side to move (one of each set of symmetric
//! squares). That line has the square and a board with a mark for each square of the opponent's knight:
//! `+` if the side to move wins, `-` if it loses, `?` if unknown, and `.` on the square itself. The end
//! rule does not matter (see [`solver`](crate::solver)).
//!
//! ```text
//! knight-duel starts 3x3
//! nodes 18
//! seconds 0.001
//! a3 .--/---/---
//! b3 ...
//! ```

use crate::notation::{parse_square, square_text};
use crate::rules::duel::{Duel, SIZES, Size};
use crate::rules::squares::Square;
use crate::solver::Symmetry;
use search::notation::quote;
use search::{Game, NotationError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

/// The known winners of the starts of one board size.
#[derive(Clone, Debug, PartialEq)]
pub struct StartTable {
    size: Size,
    /// Whether the side to move wins, for one of each set of symmetric starts. The key is the square of
    /// the side to move, then that of the opponent.
    verdicts: BTreeMap<(Square, Square), bool>,
    /// The positions visited to solve it.
    pub nodes: u64,
    /// The seconds of CPU time spent on it, summed over all threads.
    pub seconds: f64,
}

/// A class of symmetric starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartClass {
    /// The square of the side to move in the first start of the class.
    pub mover: Square,
    /// The square of the opponent.
    pub waiter: Square,
    /// The number of starts in the class.
    pub starts: u64,
}

/// Every start of a board up to symmetry.
pub fn start_classes(size: Size) -> Vec<StartClass> {
    let squares = || size.squares().iter();
    let pairs = squares().flat_map(|mover| squares().map(move |waiter| (mover, waiter)));
    let classes = pairs.filter(|(mover, waiter)| mover != waiter).filter_map(|pair| {
        let images = images(size, pair);
        let starts = images.len() as u64;
        let class = StartClass { mover: pair.0, waiter: pair.1, starts };
        (images.first() == Some(&pair)).then_some(class)
    });
    classes.collect()
}

/// All images of a start under the symmetries of the board.
fn images(size: Size, (mover, waiter): (Square, Square)) -> BTreeSet<(Square, Square)> {
    Symmetry::all(size).map(|s| (s.image(size, mover), s.image(size, waiter))).collect()
}

/// The start that represents its class.
fn representative(size: Size, pair: (Square, Square)) -> (Square, Square) {
    images(size, pair).first().copied().unwrap_or(pair)
}

impl StartTable {
    /// A table without results.
    pub fn new(size: Size) -> StartTable {
        StartTable { size, verdicts: BTreeMap::new(), nodes: 0, seconds: 0.0 }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether the side to move wins from these squares.
    pub fn get(&self, mover: Square, waiter: Square) -> Option<bool> {
        self.verdicts.get(&representative(self.size, (mover, waiter))).copied()
    }

    /// Whether the side to move wins in a position; `None` if it is not a start on this board.
    pub fn verdict(&self, duel: &Duel) -> Option<bool> {
        let squares = u32::from(self.size.rows) * u32::from(self.size.columns);
        let is_start = duel.size() == self.size && duel.free().len() + 2 == squares;
        is_start.then(|| self.get(duel.knight(duel.side()), duel.knight(!duel.side())))?
    }

    /// Records a result.
    pub fn set(&mut self, mover: Square, waiter: Square, wins: bool) {
        self.verdicts.insert(representative(self.size, (mover, waiter)), wins);
    }

    /// The unsolved starts, up to symmetry.
    pub fn open(&self) -> Vec<StartClass> {
        let mut classes = start_classes(self.size);
        classes.retain(|class| !self.verdicts.contains_key(&(class.mover, class.waiter)));
        classes
    }

    /// The number of solved starts, and the number of those that the side to move wins. Symmetric starts
    /// are counted separately.
    pub fn count(&self) -> (u64, u64) {
        let mut count = (0, 0);
        for class in start_classes(self.size) {
            if let Some(wins) = self.get(class.mover, class.waiter) {
                count.0 += class.starts;
                count.1 += if wins { class.starts } else { 0 };
            }
        }
        count
    }

    /// The text of the table file.
    pub fn to_text(&self) -> String {
        let size = self.size;
        let mut text = format!(
            "knight-duel starts {size}\nnodes {}\nseconds {:.3}\n",
            self.nodes, self.seconds
        );
        let movers = size.squares().iter().filter(|&mover| {
            Symmetry::all(size).all(|symmetry| symmetry.image(size, mover) >= mover)
        });
        for mover in movers {
            let mark = |waiter: Square| match self.get(mover, waiter) {
                _ if waiter == mover => '.',
                Some(true) => '+',
                Some(false) => '-',
                None => '?',
            };
            let row = |row| -> String {
                (0..size.columns).map(|column| mark(Square::new(row, column))).collect()
            };
            let rows: Vec<String> = (0..size.rows).map(row).collect();
            text.push_str(&format!("{} {}\n", square_text(size, mover), rows.join("/")));
        }
        text
    }

    /// Reads the text of a table file. Blank lines are ignored. Missing board lines leave their starts
    /// unsolved.
    pub fn parse(text: &str) -> Result<StartTable, NotationError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let mut header = |word: &str, allowed: &str| {
            let (number, line) = lines.next().unwrap_or((1, ""));
            let value = line.trim().strip_prefix(word).map(str::trim);
            value
                .map(|value| (number, value))
                .ok_or_else(|| NotationError::new(format!("line {number}"), quote(line), allowed))
        };
        let form = "knight-duel starts, then ROWSxCOLUMNS";
        let (number, value) = header("knight-duel starts ", form)?;
        let size = parse_size(value)
            .ok_or_else(|| NotationError::new(format!("line {number}"), quote(value), form))?;
        let mut table = StartTable::new(size);
        let (number, value) = header("nodes ", "nodes, then a number")?;
        table.nodes = value.parse().map_err(|_| bad(number, value, "a number of nodes"))?;
        let (number, value) = header("seconds ", "seconds, then a number")?;
        table.seconds = value
            .parse()
            .ok()
            .filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
            .ok_or_else(|| bad(number, value, "a number of seconds"))?;
        for (number, line) in lines {
            table.read_board(number, line)?;
        }
        Ok(table)
    }

    fn read_board(&mut self, number: usize, line: &str) -> Result<(), NotationError> {
        let form = "a square, a space and a board of +, -, ? and .";
        let (square, board) = line.trim().split_once(' ').ok_or_else(|| bad(number, line, form))?;
        let mover =
            parse_square(self.size, square).map_err(|error| bad(number, square, &error.allowed))?;
        let rows: Vec<&str> = board.trim().split('/').collect();
        let fits = |row: &&str| row.len() == usize::from(self.size.columns) && row.is_ascii();
        if rows.len() != usize::from(self.size.rows) || !rows.iter().all(fits) {
            return Err(bad(number, board, &format!("a {} board", self.size)));
        }
        for (row, marks) in (0..).zip(rows) {
            for (column, mark) in (0..).zip(marks.chars()) {
                let waiter = Square::new(row, column);
                let wins = match mark {
                    '.' if waiter == mover => continue,
                    '?' if waiter != mover => continue,
                    '+' if waiter != mover => true,
                    '-' if waiter != mover => false,
                    _ => return Err(bad(number, &mark.to_string(), form)),
                };
                if self.get(mover, waiter).is_some_and(|known| known != wins) {
                    let found = format!(
                        "{mark} for {}, which contradicts a symmetric start",
                        square_text(self.size, waiter)
                    );
                    let allowed = "the same winner for symmetric starts";
                    return Err(NotationError::new(format!("line {number}"), found, allowed));
                }
                self.set(mover, waiter, wins);
            }
        }
        Ok(())
    }
}

/// `8x8`.
fn parse_size(text: &str) -> Option<Size> {
    let (rows, columns) = text.split_once('x')?;
    let side = |text: &str| text.parse().ok().filter(|side| SIZES.contains(side));
    Some(Size { rows: side(rows)?, columns: side(columns)? })
}

fn bad(line: usize, found: &str, allowed: &str) -> NotationError {
    NotationError::new(format!("line {line}"), quote(found), allowed)
}

/// The built-in tables, smallest board first.
pub fn shipped() -> &'static [StartTable] {
    const FILES: [&str; 6] = [
        include_str!("../starts/3x3.txt"),
        include_str!("../starts/4x4.txt"),
        include_str!("../starts/5x5.txt"),
        include_str!("../starts/6x6.txt"),
        include_str!("../starts/7x7.txt"),
        include_str!("../starts/8x8.txt"),
    ];
    static TABLES: LazyLock<Vec<StartTable>> = LazyLock::new(|| {
        // A test parses all of them, so none is dropped here.
        FILES.iter().filter_map(|text| StartTable::parse(text).ok()).collect()
    });
    &TABLES
}

/// The starts with a known winner: those in additional tables, and the [`shipped`] ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownStarts {
    own: Arc<[StartTable]>,
}

impl KnownStarts {
    /// These tables in addition to the shipped ones.
    pub fn with(own: Vec<StartTable>) -> KnownStarts {
        KnownStarts { own: own.into() }
    }

    /// Whether the side to move wins, if this is a start with a known winner.
    pub fn verdict(&self, duel: &Duel) -> Option<bool> {
        self.own.iter().chain(shipped()).find_map(|table| table.verdict(duel))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Solver;
    use crate::{End, random_start};
    use proptest::prelude::*;
    use search::rng::Rng;
    use search::{Side, StopFlag};

    #[test]
    fn classes_count_every_start_once() {
        for (size, classes) in [(3, 12), (5, 85), (6, 165), (7, 315), (8, 518)] {
            let all = start_classes(Size::square(size));
            let squares = u64::from(size) * u64::from(size);
            assert_eq!(all.iter().map(|class| class.starts).sum::<u64>(), squares * (squares - 1));
            assert_eq!(all.len(), classes, "{size}");
        }
        let narrow = start_classes(Size { rows: 3, columns: 4 });
        assert_eq!(narrow.iter().map(|class| class.starts).sum::<u64>(), 12 * 11);
    }

    #[test]
    fn the_shipped_tables_are_complete_and_the_solver_agrees() {
        let sizes: Vec<u8> = shipped().iter().map(|table| table.size().rows).collect();
        assert_eq!(sizes, [3, 4, 5, 6, 7, 8]);
        let mut rng = Rng::new(2);
        for table in shipped() {
            assert_eq!(table.open(), [], "{}", table.size());
            for _ in 0..[20, 20, 20, 20, 1, 0][usize::from(table.size().rows) - 3] {
                let start = random_start(table.size(), Side::Second, End::Lab, &mut rng);
                let solved = Solver::new(1).wins(&start, &StopFlag::new());
                assert_eq!(solved.ok(), KnownStarts::default().verdict(&start), "{start:?}");
            }
        }
    }

    /// A random 8x8 start takes ten seconds to solve, the cheapest take two.
    /// `scripts/bench knight-duel.check` tries others.
    #[test]
    fn the_solver_agrees_with_the_table_on_an_8x8_start() {
        let knights = [Square::new(3, 3), Square::new(0, 0)];
        let start = Duel::new(Size::square(8), knights, Side::First, End::Plain);
        assert_eq!(KnownStarts::default().verdict(&start), Some(true));
        assert_eq!(Solver::new(1).wins(&start, &StopFlag::new()), Ok(true));
    }

    #[test]
    fn a_position_after_the_start_is_not_in_the_table() {
        let mut start = random_start(Size::square(5), Side::First, End::Lab, &mut Rng::new(4));
        assert!(KnownStarts::default().verdict(&start).is_some());
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        start.play(moves[0]);
        assert_eq!(KnownStarts::default().verdict(&start), None);
    }

    #[test]
    fn additional_tables_are_used_along_with_the_shipped_ones() {
        let size = Size::square(9);
        let start = random_start(size, Side::First, End::Lab, &mut Rng::new(1));
        let mut table = StartTable::new(size);
        table.set(start.knight(Side::First), start.knight(Side::Second), true);
        let known = KnownStarts::with(vec![table]);
        assert_eq!(KnownStarts::default().verdict(&start), None);
        assert_eq!(known.verdict(&start), Some(true));
        let small = random_start(Size::square(4), Side::First, End::Lab, &mut Rng::new(1));
        assert!(known.verdict(&small).is_some());
    }

    #[test]
    fn errors_name_the_line() {
        let head = "knight-duel starts 3x3\nnodes 1\nseconds 0\n";
        for (text, line) in [
            (String::new(), "line 1"),
            ("knight-duel starts 2x3\n".into(), "line 1"),
            ("knight-duel starts 3x3\nnodes x\n".into(), "line 2"),
            ("knight-duel starts 3x3\nnodes 1\nseconds -1\n".into(), "line 3"),
            (format!("{head}a4 .--/---/---\n"), "line 4"),
            (format!("{head}a3 .--/---\n"), "line 4"),
            (format!("{head}a3 .--/-x-/---\n"), "line 4"),
            (format!("{head}a3 +--/---/---\n"), "line 4"),
            (format!("{head}a3 .+-/---/---\n"), "line 4"),
        ] {
            assert_eq!(StartTable::parse(&text).unwrap_err().place, line, "{text}");
        }
    }

    proptest! {
        #[test]
        fn written_tables_read_back_equal(
            rows in 3u8..6, columns in 3u8..6,
            verdicts in prop::collection::vec(any::<Option<bool>>(), 600),
        ) {
            let mut table = StartTable::new(Size { rows, columns });
            for (class, verdict) in start_classes(table.size()).into_iter().zip(verdicts) {
                if let Some(wins) = verdict {
                    table.set(class.mover, class.waiter, wins);
                }
            }
            (table.nodes, table.seconds) = (17, 0.25);
            prop_assert_eq!(StartTable::parse(&table.to_text()), Ok(table));
        }

        #[test]
        fn parsing_never_panics(text in "(knight-duel starts 3x3\nnodes 1\nseconds 1\n)?[a-c3-4.+?/ \n-]{0,60}|.{0,40}") {
            let _ = StartTable::parse(&text);
        }
    }
}
