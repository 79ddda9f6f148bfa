//! Players of the heap game, and setups to play them in.

use crate::Heap;
use matches::{
    Adjudication, Conditions, Entrant, GameResult, MatchReport, MatchSetup, RandomPlayer, run_match,
};
use protocols::{Choice, Control, GameStart, GameState, Player, PlayerFault};
use record::{GameRecord, PlayedGame};
use search::{Side, StopFlag};
use std::time::Duration;

/// Takes the number of stones that a function returns.
pub(crate) struct Taker<F> {
    name: String,
    take: F,
    is_on_this_thread: bool,
}

impl<F> Player<Heap> for Taker<F>
where
    F: FnMut(&GameState<'_, Heap>) -> Result<u8, PlayerFault> + Send,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: &GameStart<'_, Heap>) -> Result<(), PlayerFault> {
        Ok(())
    }

    fn choose(&mut self, state: &GameState<'_, Heap>) -> Result<Choice<u8>, PlayerFault> {
        (self.take)(state).map(Choice::bare)
    }

    fn runs_on_this_thread(&self) -> bool {
        self.is_on_this_thread
    }
}

pub(crate) fn entrant(
    name: &str,
    make: impl Fn() -> Box<dyn Player<Heap>> + Send + Sync + 'static,
) -> Entrant<Heap> {
    Entrant {
        name: name.into(),
        identity: name.into(),
        control: Control::default(),
        make: Box::new(move || Ok(make())),
    }
}

pub(crate) fn taker(
    name: &'static str,
    take: impl Fn(&GameState<'_, Heap>) -> Result<u8, PlayerFault> + Clone + Send + Sync + 'static,
) -> Entrant<Heap> {
    taker_on(false, name, take)
}

/// A taker that is timed by its CPU time.
pub(crate) fn local_taker(
    name: &'static str,
    take: impl Fn(&GameState<'_, Heap>) -> Result<u8, PlayerFault> + Clone + Send + Sync + 'static,
) -> Entrant<Heap> {
    taker_on(true, name, take)
}

fn taker_on(
    is_on_this_thread: bool,
    name: &'static str,
    take: impl Fn(&GameState<'_, Heap>) -> Result<u8, PlayerFault> + Clone + Send + Sync + 'static,
) -> Entrant<Heap> {
    entrant(name, move || {
        Box::new(Taker { name: name.into(), take: take.clone(), is_on_this_thread })
    })
}

/// Leaves a multiple of three, which wins, if it can.
pub(crate) fn perfect() -> Entrant<Heap> {
    taker("perfect", |state| Ok((state.game.position().stones % 3).max(1)))
}

/// Always takes one.
pub(crate) fn timid() -> Entrant<Heap> {
    taker("timid", |_| Ok(1))
}

pub(crate) fn random(name: &'static str) -> Entrant<Heap> {
    entrant(name, move || Box::new(RandomPlayer::new(name)))
}

/// Games of one thread from 20 and from 23 stones.
pub(crate) fn conditions() -> Conditions<Heap> {
    Conditions {
        game: "heap".into(),
        openings: vec![PlayedGame::new(Heap::of(20)), PlayedGame::new(Heap::of(23))].into(),
        seed: 1,
        concurrency: 1,
        adjudication: Adjudication::default(),
        path_verdict: None,
        margin: Duration::ZERO,
    }
}

/// From 20 and from 23 stones a perfect player beats a timid one with either colour.
pub(crate) fn setup(first: Entrant<Heap>, second: Entrant<Heap>, games: usize) -> MatchSetup<Heap> {
    MatchSetup { first, second, games, conditions: conditions(), sprt: None, record: None }
}

/// Plays a match; the report and all games in the order of the schedule, without their times.
pub(crate) fn play(setup: &MatchSetup<Heap>) -> (MatchReport, Vec<GameRecord>) {
    let mut games = Vec::new();
    let report =
        run_match(setup, &mut |progress| games.extend(progress.game.cloned()), &StopFlag::new())
            .expect("the match can be played");
    games.sort_by_key(|game| game.number);
    for mv in games.iter_mut().flat_map(|game| &mut game.moves) {
        mv.remarks.seconds = None;
    }
    (report, games)
}

/// How a recorded game looks from the outside: its moves as one string.
pub(crate) fn line(game: &GameRecord) -> String {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

/// The result for the match's first player, who has the game's first side in odd games.
pub(crate) fn result(game: &GameRecord) -> GameResult {
    let is_odd = game.number.expect("games of a match are numbered") % 2 == 1;
    let side = if is_odd { Side::First } else { Side::Second };
    GameResult::of(game.result.expect("games of a match have a result"), side)
}
