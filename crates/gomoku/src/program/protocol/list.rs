//! The lines between `BOARD` or `SWAP2BOARD` and `DONE`: [`List`].

use super::command::{numbers, point_at};
use super::stones::{Owner, Stones};
use crate::{Point, Size};
use search::notation::quote;

/// The purpose of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// `BOARD`: a position in which we move.
    Board,
    /// `SWAP2BOARD`: an opening in which we place stones or choose a colour.
    Swap2,
}

/// A list that is being received. It continues to `DONE` even if a line is wrong, because the manager
/// reads no answer before.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(super) purpose: Purpose,
    stones: Stones,
    /// The points of both sides, in their order.
    points: Vec<Point>,
    problem: Option<String>,
}

impl List {
    /// An empty list for a board.
    pub(crate) fn new(purpose: Purpose, size: Size) -> List {
        List { purpose, stones: Stones::new(size), points: Vec::new(), problem: None }
    }

    /// Adds a line. The first error is reported at the end of the list.
    pub(crate) fn add(&mut self, line: &str) {
        if self.problem.is_none()
            && let Err(problem) = self.try_add(line)
        {
            self.problem = Some(problem);
        }
    }

    fn try_add(&mut self, line: &str) -> Result<(), String> {
        let (form, stone) = match (self.purpose, numbers(line).as_deref()) {
            (Purpose::Board, Some(&[x, y, who])) => ("x,y,who", Some((x, y, who))),
            (Purpose::Board, _) => ("x,y,who", None),
            // The colours follow from the order, but some managers send them too.
            (Purpose::Swap2, Some(&[x, y] | &[x, y, _])) => ("x,y", Some((x, y, 1))),
            (Purpose::Swap2, _) => ("x,y", None),
        };
        let refuse = |allowed: &str| format!("list: found {}, allowed: {allowed}", quote(line));
        let (x, y, who) = stone.ok_or_else(|| refuse(&format!("{form} or DONE")))?;
        let size = self.stones.size();
        let point = point_at(size, x, y).ok_or_else(|| {
            refuse(&format!("points from 0,0 to {},{}", size.columns - 1, size.rows - 1))
        })?;
        match who {
            1 => self.stones.put(point, Owner::Own)?,
            2 => self.stones.put(point, Owner::Theirs)?,
            3 => self.stones.bar(point),
            _ => return Err(refuse("1 (own), 2 (opponent's) or 3 (neither's) behind the point")),
        }
        self.points.push(point);
        Ok(())
    }

    /// The stones, and the points in their order; or the first error.
    pub(crate) fn finish(self) -> Result<(Stones, Vec<Point>), String> {
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok((self.stones, self.points)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(purpose: Purpose, lines: &[&str]) -> Result<Vec<Point>, String> {
        let mut list = List::new(purpose, Size::square(9));
        lines.iter().for_each(|line| list.add(line));
        list.finish().map(|(_, points)| points)
    }

    #[test]
    fn stones_come_in_any_order_and_number() {
        let points = list(Purpose::Board, &["0,8,1", "8, 0, 2", "1 1 1", "2,2,3"]).unwrap();
        assert_eq!(points[..2], [Point::new(8, 0), Point::new(0, 8)]);
        assert_eq!(points.len(), 4);
        assert_eq!(list(Purpose::Swap2, &["0,8", "8,0,2"]).unwrap().len(), 2);
    }

    #[test]
    fn the_first_problem_is_told_at_the_end() {
        for (lines, expected) in [
            (&["1,1,1", "1,1,2", "x"][..], "1,1, taken"),
            (&["1,1"], "allowed: x,y,who or DONE"),
            (&["9,0,1"], "points from 0,0 to 8,8"),
            (&["1,1,4"], "1 (own), 2 (opponent's)"),
        ] {
            let error = list(Purpose::Board, lines).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        assert!(list(Purpose::Swap2, &["1"]).unwrap_err().contains("x,y or DONE"));
    }

    proptest! {
        #[test]
        fn any_line_is_survived(lines in prop::collection::vec("[0-9, -]{0,9}|.{0,9}", 0..9)) {
            for purpose in [Purpose::Board, Purpose::Swap2] {
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                let _ = list(purpose, &lines);
            }
        }
    }
}
