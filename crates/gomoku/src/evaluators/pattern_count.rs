//! The evaluator of the 15x15 lab: [`PatternCount`].

use super::sign;
use crate::rules::gomoku::Gomoku;
use crate::rules::lines::{LINES, Lines, SPAN, lines_through};
use crate::rules::point::Point;
use search::{Evaluator, Game, Score, Side, Term};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A class of patterns with the same value, as in the lab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternClass {
    /// The name of the class.
    pub name: String,
    /// Points for the square of the number of matches.
    pub value: i64,
    /// The patterns of the class: `1` is an own stone, `2` an enemy stone (never the edge), `0` an empty
    /// point. Each line is read in one direction only: down, right, down-right or up-right.
    pub patterns: Vec<String>,
}

/// The largest number of classes.
pub(crate) const MAX_CLASSES: usize = 12;
/// The length of the longest pattern.
pub(crate) const MAX_CELLS: usize = 20;

/// One pattern, cell by cell.
type Cells = Vec<u8>;

/// The classes, prepared for matching.
#[derive(Clone, Debug)]
pub struct Classes {
    classes: Vec<PatternClass>,
    /// The patterns of each class.
    forward: Vec<Vec<Cells>>,
    /// The same reversed, for the lines that run down-left but are to be read up-right.
    backward: Vec<Vec<Cells>>,
}

impl Classes {
    /// Prepares classes. A cell other than `0`, `1` or `2` matches nothing.
    pub fn new(classes: Vec<PatternClass>) -> Classes {
        fn cells(pattern: &str) -> Cells {
            pattern.bytes().map(|byte| byte.wrapping_sub(b'0')).collect()
        }
        let forward: Vec<Vec<Cells>> = classes
            .iter()
            .map(|class| class.patterns.iter().map(|text| cells(text)).collect())
            .collect();
        let mut backward = forward.clone();
        backward.iter_mut().flatten().for_each(|pattern| pattern.reverse());
        Classes { classes, forward, backward }
    }

    /// The number of matches of a class in a line, for black and for white.
    #[inline]
    fn count(&self, class: usize, lines: &Lines, line: usize) -> [u16; 2] {
        let patterns = if Lines::is_rising(line) { &self.backward } else { &self.forward };
        let masks = lines.masks(line);
        let mut counts = [0; 2];
        for pattern in &patterns[class] {
            for (side, count) in [Side::First, Side::Second].into_iter().zip(&mut counts) {
                *count += matches(pattern, masks, side);
            }
        }
        counts
    }
}

/// The number of places in a line where the pattern matches. `masks` are the empty, black and white
/// points, one in every second bit.
#[inline]
fn matches(pattern: &[u8], masks: [u64; 3], side: Side) -> u16 {
    let mut places = u64::MAX;
    for (step, &cell) in pattern.iter().enumerate() {
        let mask = match (cell, side) {
            (0, _) => masks[0],
            (1, Side::First) | (2, Side::Second) => masks[1],
            (1, Side::Second) | (2, Side::First) => masks[2],
            _ => 0,
        };
        places &= mask >> (2 * step);
        if places == 0 {
            return 0;
        }
    }
    places.count_ones() as u16
}

/// The lab's evaluation: patterns of six classes are counted for both sides and the counts squared.
/// The sum of the side to move counts double.
///
/// The number of matches is stored per line, so a move updates four lines only. The count of one class
/// can also be computed from scratch. The parallel mode `evaluation` does that for each class, like
/// the lab's OpenMP program.
#[derive(Clone, Debug)]
pub struct PatternCount {
    classes: Arc<Classes>,
    centre: i64,
    turn_factor: i64,
    /// Matches by line, class and side.
    by_line: Vec<[[u16; 2]; MAX_CLASSES]>,
    /// Matches by class and side over all lines.
    sums: [[u16; 2]; MAX_CLASSES],
    /// The points of each side for stones away from the edge.
    potential: [i64; 2],
}

impl PatternCount {
    /// An evaluator with these classes. `centre` is the points per step of a stone from the edge, and
    /// `turn_factor` multiplies the sum of the side to move.
    pub fn new(classes: Classes, centre: i64, turn_factor: i64) -> PatternCount {
        PatternCount {
            classes: Arc::new(classes),
            centre,
            turn_factor,
            by_line: vec![[[0; 2]; MAX_CLASSES]; LINES],
            sums: [[0; 2]; MAX_CLASSES],
            potential: [0; 2],
        }
    }

    fn class_count(&self) -> usize {
        self.classes.classes.len().min(MAX_CLASSES)
    }

    /// The points for a stone's distance from the nearest edge.
    #[inline]
    fn potential_of(&self, game: &Gomoku, point: Point) -> i64 {
        self.centre * i64::from(from_edge(game, point))
    }

    #[inline]
    fn recount(&mut self, game: &Gomoku, line: usize) {
        let classes = Arc::clone(&self.classes);
        for class in 0..self.class_count() {
            let counts = classes.count(class, game.lines(), line);
            let before = std::mem::replace(&mut self.by_line[line][class], counts);
            for side in 0..2 {
                self.sums[class][side] += counts[side];
                self.sums[class][side] -= before[side];
            }
        }
    }

    /// The points of both sides for one class, before the turn factor.
    fn class_points(&self, class: usize, counts: [u16; 2]) -> [i64; 2] {
        let value = self.classes.classes[class].value;
        counts.map(|count| i64::from(count) * i64::from(count) * value)
    }

    /// The value for the side to move, given the points of black and white.
    fn weigh(&self, game: &Gomoku, points: [i64; 2]) -> i64 {
        let own = points[game.side().index()] * self.turn_factor;
        own - points[(!game.side()).index()]
    }
}

/// The distance of a point from the nearest edge. The lab calls it the potential.
pub(crate) fn from_edge(game: &Gomoku, point: Point) -> u8 {
    let size = game.size();
    let rows = point.row().min(size.rows - 1 - point.row());
    rows.min(point.column().min(size.columns - 1 - point.column()))
}

impl Evaluator<Gomoku> for PatternCount {
    #[inline]
    fn evaluate(&mut self, game: &Gomoku) -> Score {
        let mut points = self.potential;
        for class in 0..self.class_count() {
            let [black, white] = self.class_points(class, self.sums[class]);
            points[0] += black;
            points[1] += white;
        }
        Score::new(self.weigh(game, points))
    }

    fn reset(&mut self, game: &Gomoku) {
        self.by_line.fill([[0; 2]; MAX_CLASSES]);
        self.sums = [[0; 2]; MAX_CLASSES];
        (0..LINES).for_each(|line| self.recount(game, line));
        self.potential = [0; 2];
        for point in game.size().iter() {
            if let Some(side) = game.stone(point) {
                self.potential[side.index()] += self.potential_of(game, point);
            }
        }
    }

    #[inline]
    fn after_play(&mut self, game: &Gomoku, point: Point) {
        self.potential[(!game.side()).index()] += self.potential_of(game, point);
        lines_through(point).into_iter().for_each(|line| self.recount(game, line));
    }

    #[inline]
    fn after_undo(&mut self, game: &Gomoku, point: Point) {
        self.potential[game.side().index()] -= self.potential_of(game, point);
        lines_through(point).into_iter().for_each(|line| self.recount(game, line));
    }

    /// One part for each class. The first also includes the potential.
    fn parts(&self) -> usize {
        self.class_count()
    }

    fn part(&self, game: &Gomoku, class: usize) -> Score {
        let mut counts = [0; 2];
        for line in 0..LINES {
            let [black, white] = self.classes.count(class, game.lines(), line);
            counts[0] += black;
            counts[1] += white;
        }
        let mut points = self.class_points(class, counts);
        if class == 0 {
            points[0] += self.potential[0];
            points[1] += self.potential[1];
        }
        Score::new(self.weigh(game, points))
    }

    fn terms(&mut self, game: &Gomoku) -> Vec<Term> {
        let term = |name: String, points: [i64; 2]| {
            let points = sign(game.side()) * self.weigh(game, points);
            Term { name, points: points as f64 }
        };
        let class = |class: usize| {
            let [black, white] = self.sums[class];
            let name = format!("{} {black}:{white}", self.classes.classes[class].name);
            term(name, self.class_points(class, self.sums[class]))
        };
        let mut terms: Vec<Term> = (0..self.class_count()).map(class).collect();
        terms.push(term("centre".into(), self.potential));
        terms
    }
}

/// Patterns fit in a line word.
const _: () = assert!(MAX_CELLS <= SPAN);

#[cfg(feature = "program")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::config::{Config, EvaluatorConfig};
    use crate::{Rule, Size};
    use search::rng::Rng;

    fn lab() -> PatternCount {
        let text = include_str!("../../../../configs/gomoku/lab-15.toml");
        let config: Config = toml::from_str(text).unwrap();
        let EvaluatorConfig::PatternCount { .. } = config.evaluator else { panic!() };
        config.evaluator.pattern_count().unwrap()
    }

    #[test]
    fn incremental_counts_equal_counts_from_scratch_and_the_sum_of_the_parts() {
        let mut rng = Rng::new(2);
        for size in [Size::square(5), Size { rows: 9, columns: 20 }, Size::square(15)] {
            let mut game = Gomoku::new(size, Rule::Freestyle);
            let mut incremental = lab();
            incremental.reset(&game);
            let mut line = Vec::new();
            for _ in 0..200 {
                let mut moves = Vec::new();
                let over = game.expand(&mut moves).is_some();
                if over || !line.is_empty() && rng.below(3) == 0 {
                    let mv = line.pop().unwrap();
                    game.undo(mv, ());
                    incremental.after_undo(&game, mv);
                } else {
                    let mv = rng.choose(&moves).unwrap();
                    game.play(mv);
                    incremental.after_play(&game, mv);
                    line.push(mv);
                }
                let mut fresh = lab();
                fresh.reset(&game);
                let score = fresh.evaluate(&game);
                assert_eq!(incremental.evaluate(&game), score, "{game:?}");
                let parts = (0..fresh.parts()).map(|class| fresh.part(&game, class).units());
                assert_eq!(parts.sum::<i64>(), score.units(), "{game:?}");
                let terms: f64 = fresh.terms(&game).iter().map(|term| term.points).sum();
                assert_eq!(terms as i64 * sign(game.side()), score.units());
            }
        }
    }
}
