//! Strengths from 1 to 10 that a person can feel: what `level` in a configuration stands for.

use crate::program::config::{Config, EvaluatorConfig};
use config::ConfigProblem;

/// What a level can do.
struct Level {
    /// Whether it knows what patterns are worth, or only counts moves and corners.
    patterns: bool,
    /// How many plies it looks ahead.
    depth: u32,
    /// From how many empty squares on it counts the end out, at the root and inside the search.
    endgame: [u32; 2],
}

const fn level(patterns: bool, depth: u32, root: u32, inside: u32) -> Level {
    Level { patterns, depth, endgame: [root, inside] }
}

/// Each beats the one before it clearly: by 13 to 20 wins in 20 games (`scripts/bench othello.levels`).
static LEVELS: [Level; 10] = [
    level(false, 1, 0, 0),
    level(false, 2, 0, 0),
    level(false, 4, 4, 0),
    level(true, 2, 8, 0),
    level(true, 3, 10, 0),
    level(true, 4, 11, 0),
    level(true, 6, 12, 6),
    level(true, 8, 14, 8),
    level(true, 11, 18, 9),
    level(true, 14, 22, 9),
];

impl Config {
    /// Writes what the level means into the other sections.
    pub(crate) fn apply_level(&mut self) -> Result<(), ConfigProblem> {
        let Some(number) = self.level else { return Ok(()) };
        let Some(level) = usize::from(number).checked_sub(1).and_then(|index| LEVELS.get(index))
        else {
            return Err(ConfigProblem::new("level", number.to_string(), "1 to 10"));
        };
        self.search.depth = Some(level.depth);
        self.search.seconds = None;
        self.search.nodes = None;
        [self.endgame.root, self.endgame.inside] = level.endgame;
        if !level.patterns && matches!(self.evaluator, EvaluatorConfig::Pattern(_)) {
            self.evaluator = EvaluatorConfig::Mobility;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_look_further_and_all_are_settings_that_exist() {
        let mut last = (false, 0, 0);
        for number in 1..=10 {
            let mut config = Config { level: Some(number), ..Config::default() };
            config.apply_level().unwrap();
            config.endgame.check().unwrap();
            let knows = matches!(config.evaluator, EvaluatorConfig::Pattern(_));
            let next = (knows, config.search.depth.unwrap(), config.endgame.root);
            assert!(next > last && next.2 >= last.2, "{number}: {next:?}");
            last = next;
        }
        for number in [0, 11, 255] {
            let mut config = Config { level: Some(number), ..Config::default() };
            assert!(config.apply_level().is_err());
        }
    }
}
