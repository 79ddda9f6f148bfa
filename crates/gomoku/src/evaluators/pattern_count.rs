//! The evaluator of the 15x15 lab: [`PatternCount`].

use super::sign;
use crate::rules::gomoku::Gomoku;
use crate::rules::lines::{LINES, Lines, SPAN, lines_through};
use crate::rules::point::Point;
use search::{Evaluator, Game, Score, Side, Term};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Patterns that are worth the same: one of the lab's classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternClass {
    /// What people call it.
    pub name: String,
    /// Points for the square of the number of matches.
    pub value: i64,
    /// Its patterns: `1` an own stone, `2` an enemy stone (never the edge), `0` an empty point.
    /// They are read in one direction only: down, right, down-right and up-right.
    pub patterns: Vec<String>,
}

/// Most classes that a configuration may have.
pub(crate) const MAX_CLASSES: usize = 12;
/// Longest pattern.
pub(crate) const MAX_CELLS: usize = 20;

/// One pattern, cell by cell.
type Cells = Vec<u8>;

/// The classes as they are matched.
#[derive(Clone, Debug)]
pub struct Classes {
    classes: Vec<PatternClass>,
    /// For each class its patterns, and the same read backwards: the lines that run down-left are
    /// to be read up-right.
    forward: Vec<Vec<Cells>>,
    backward: Vec<Vec<Cells>>,
}

impl Classes {
    /// Prepares classes. A cell that is none of `0`, `1` and `2` matches nothing.
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

    /// How often the patterns of a class match in a line, for black and for white.
    #[inline]
    fn count(&self, class: usize, lines: &Lines, line: usize) -> [u16; 2] {
        let by_side = if Lines::is_rising(line) { &self.backward } else { &self.forward };
        let masks = lines.masks(line);
        let mut counts = [0; 2];
        for pattern in &by_side[class] {
            for (side, count) in [Side::First, Side::Second].into_iter().zip(&mut counts) {
                *count += matches(pattern, masks, side);
            }
        }
        counts
    }
}

/// At how many places of a line the pattern stands. `masks` are the empty, black and white points,
/// one bit of two per point.
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

/// The lab's evaluation: patterns of six classes are counted for both sides, the counts squared, and
/// what the side to move has counts double.
///
/// The number of matches is kept for every line, so that a move changes four lines only; the counts
/// of one class can also be made anew from the board, which is what the parallel mode `evaluation`
/// does with each class, like the lab's OpenMP program.
#[derive(Clone, Debug)]
pub struct PatternCount {
    classes: Arc<Classes>,
    centre: i64,
    turn_factor: i64,
    /// Matches by line, class and side, their sums, and the points for nearness to the centre.
    by_line: Vec<[[u16; 2]; MAX_CLASSES]>,
    sums: [[u16; 2]; MAX_CLASSES],
    potential: [i64; 2],
}

impl PatternCount {
    /// An evaluator of these classes; `centre` points for each step of a stone from the edge;
    /// `turn_factor` multiplies everything the side to move has.
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

    /// How far a point lies from the nearest edge, in points of the score.
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

    /// The points of both sides for one class, before the turn counts.
    fn class_points(&self, class: usize, counts: [u16; 2]) -> [i64; 2] {
        let value = self.classes.classes[class].value;
        counts.map(|count| i64::from(count) * i64::from(count) * value)
    }

    /// The value for the side to move of what black and white have.
    fn weigh(&self, game: &Gomoku, points: [i64; 2]) -> i64 {
        let own = points[game.side().index()] * self.turn_factor;
        own - points[(!game.side()).index()]
    }
}

/// Steps from a point to the nearest edge: what the lab calls its potential.
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

    /// One part for each class; the first one adds the nearness to the centre.
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

/// Patterns fit into a line word.
const _: () = assert!(MAX_CELLS <= SPAN);

#[cfg(feature = "program")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::config::{Config, EvaluatorConfig};
    use crate::{Rule, Size};
    use harness::Domain;
    use search::rng::Rng;

    fn lab() -> PatternCount {
        let lab = config::Choice::option("--config", "lab-15");
        let document = crate::FiveInARow::CONFIGS.document(Some(&lab), &[]).unwrap();
        let config: Config = document.read().unwrap();
        let EvaluatorConfig::PatternCount { .. } = config.evaluator else { panic!() };
        config.evaluator.pattern_count().unwrap()
    }

    #[test]
    fn counts_kept_along_are_the_counts_made_anew_and_the_sum_of_the_parts() {
        let mut rng = Rng::new(2);
        for size in [Size::square(5), Size { rows: 9, columns: 20 }, Size::square(15)] {
            let mut game = Gomoku::new(size, Rule::Freestyle);
            let mut kept = lab();
            kept.reset(&game);
            let mut line = Vec::new();
            for _ in 0..200 {
                let mut moves = Vec::new();
                let over = game.expand(&mut moves).is_some();
                if over || !line.is_empty() && rng.below(3) == 0 {
                    let mv = line.pop().unwrap();
                    game.undo(mv, ());
                    kept.after_undo(&game, mv);
                } else {
                    let mv = rng.choose(&moves).unwrap();
                    game.play(mv);
                    kept.after_play(&game, mv);
                    line.push(mv);
                }
                let mut anew = lab();
                anew.reset(&game);
                let score = anew.evaluate(&game);
                assert_eq!(kept.evaluate(&game), score, "{game:?}");
                let parts = (0..anew.parts()).map(|class| anew.part(&game, class).units());
                assert_eq!(parts.sum::<i64>(), score.units(), "{game:?}");
                let terms: f64 = anew.terms(&game).iter().map(|term| term.points).sum();
                assert_eq!(terms as i64 * sign(game.side()), score.units());
            }
        }
    }
}
