//! Examples from game records.

use super::Tunable;
use files::{Journal, JournalError};
use learn::Samples;
use matches::Header;
use protocols::{LoadedConfig, read_game};
use record::{GameRecord, PlayedGame, Termination};
use search::rng::mix;
use search::{Game, Outcome, Side};
use std::path::PathBuf;

/// The examples of some games.
#[derive(Default)]
pub(super) struct Examples {
    /// The positions.
    pub samples: Samples,
    /// Number of games.
    pub games: usize,
}

impl Examples {
    /// Adds the quiet positions of a game after its opening; a game without a result is skipped.
    fn add<D: Tunable>(&mut self, config: &LoadedConfig<D>, game: &PlayedGame<D::Game>) {
        let result = match game.outcome() {
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => 0.0,
            Some(Outcome::Draw) => 0.5,
            None => return,
        };
        let mut position = game.start().clone();
        let mut features = Vec::new();
        for (index, (mv, remarks)) in game.moves().zip(game.remarks()).enumerate() {
            // Proven results are found by search, so the evaluator need not learn them.
            let is_chosen = index >= game.opening && remarks.proven.is_none();
            if is_chosen && D::is_calm(config, &position, mv) {
                features.clear();
                D::features(config, &position, &mut features);
                let sign = if position.side() == Side::First { 1.0 } else { -1.0 };
                let score = remarks.score.map(|score| sign * score as f32);
                self.samples.push(&features, result, score);
            }
            let _ = position.play(mv);
        }
        self.games += 1;
    }
}

/// The training examples of record files, and those of one pair of games in `held_back` for validation. Games
/// that ended by a forfeit are skipped.
pub(super) fn read<D: Tunable>(
    config: &LoadedConfig<D>,
    files: &[PathBuf],
    held_back: u64,
) -> Result<[Examples; 2], JournalError> {
    let mut examples = [Examples::default(), Examples::default()];
    for file in files {
        for (line, record) in Journal::<GameRecord>::read::<Header>(file)? {
            if record.reason.is_some_and(Termination::is_forfeit) {
                continue;
            }
            let game = read_game::<D>(config, &record).map_err(|error| JournalError::BadLine {
                file: file.clone(),
                line,
                problem: error.to_string(),
            })?;
            // Both games of a pair belong to the same set: they share their opening.
            let pair = (record.number.unwrap_or(line) as u64).div_ceil(2);
            let place = usize::from(mix(pair).is_multiple_of(held_back));
            examples[place].add::<D>(config, &game);
        }
    }
    Ok(examples)
}
