//! A small game with everything the terminal loop meets, as a domain.

use crate::config::ConfigProblem;
use crate::play::opening::{Decision, OpeningAnswer, OpeningRule, OpeningStep};
use crate::{Domain, DrawStyle, Opponent};
use search::{
    Analyst, Engine, Evaluator, NoHooks, Outcome, PathRule, PathVerdict, Request, Score,
    SearchConfig, Side, Step, Term,
};

/// Take one to three stones.
pub(crate) type Heap = crate::heap::Heap<3>;

/// One point per stone.
#[derive(Clone)]
struct Stones;

impl Evaluator<Heap> for Stones {
    fn evaluate(&mut self, heap: &Heap) -> Score {
        Score::new(i64::from(heap.stones))
    }
    fn terms(&mut self, heap: &Heap) -> Vec<Term> {
        vec![Term { name: "stones".into(), points: f64::from(heap.stones) }]
    }
}

/// The heap as a domain; the configuration is a search alone. Long games are drawn, to have a
/// verdict that depends on the history. With `SETTLES` it begins with [`Shared`].
pub(crate) struct HeapDomain<const SETTLES: bool = false>;

/// An opening: the first player takes for both sides, then the second chooses a side.
struct Shared;

static SIDES: [OpeningAnswer; 2] = [
    OpeningAnswer { word: "stay", about: "stays where he is", swaps: false },
    OpeningAnswer { word: "swap", about: "changes sides", swaps: true },
];

impl OpeningRule<Heap> for Shared {
    fn next(&self, plies: usize, answers: &[usize]) -> Option<OpeningStep> {
        match answers {
            [] if plies < 2 => Some(OpeningStep { by: Side::First, what: Decision::Move }),
            [] => Some(OpeningStep { by: Side::Second, what: Decision::Answer(&SIDES) }),
            _ => None,
        }
    }

    /// Whoever faces a multiple of four has lost.
    fn answer(
        &mut self,
        _: &mut dyn Analyst<Heap>,
        request: &Request<Heap>,
        _: &[OpeningAnswer],
    ) -> usize {
        usize::from(!request.position.stones.is_multiple_of(4))
    }
}

/// When a game is long.
pub(crate) const LONG: usize = 9;

/// Ends games of [`LONG`] moves.
struct TooLong;

impl PathRule<Heap> for TooLong {
    fn verdict(&self, _: &Heap, history: &[Step<u8>]) -> Option<PathVerdict> {
        let verdict = PathVerdict { outcome: Outcome::Draw, rule: "too long" };
        (history.len() >= LONG).then_some(verdict)
    }
}

impl<const SETTLES: bool> Domain for HeapDomain<SETTLES> {
    type Game = Heap;
    type Config = SearchConfig;
    const NAME: &'static str = "heap";
    const ABOUT: &'static str = "take the last stone";
    const DEFAULT_CONFIG: &'static str = "";

    fn check(config: &SearchConfig) -> Result<(), ConfigProblem> {
        Ok(config.validate()?)
    }
    fn search(config: &SearchConfig) -> &SearchConfig {
        config
    }
    fn search_mut(config: &mut SearchConfig) -> &mut SearchConfig {
        config
    }
    fn start(_: &SearchConfig) -> Heap {
        Heap { stones: 12, side: Side::First }
    }
    fn engine(config: &SearchConfig) -> Result<Box<dyn Analyst<Heap>>, ConfigProblem> {
        Ok(Box::new(Engine::new(config.clone(), Stones, NoHooks)?))
    }
    fn draw(game: &Heap, last: Option<u8>, style: DrawStyle) -> String {
        let stone = if style.unicode { "●" } else { "o" };
        let last = last.map_or(String::new(), |take| format!(" (-{take})"));
        format!("[{}]{last}\n", stone.repeat(game.stones.into()))
    }
    fn side_name(side: Side) -> &'static str {
        ["Ann", "Bob"][side.index()]
    }
    fn path_rule(_: &SearchConfig) -> Option<&dyn PathRule<Heap>> {
        Some(&TooLong)
    }
    fn opponents(_: &SearchConfig, _seed: u64) -> Vec<Opponent<Heap>> {
        vec![
            Opponent { name: "modest", choose: Box::new(|_| 1) },
            Opponent { name: "cheat", choose: Box::new(|_| 0) },
        ]
    }
    fn opening_rule(_: &SearchConfig) -> Option<Box<dyn OpeningRule<Heap>>> {
        SETTLES.then(|| Box::new(Shared) as Box<dyn OpeningRule<Heap>>)
    }
    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[]
    }
}
