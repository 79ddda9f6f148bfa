//! A small game with everything the terminal loop meets, as a domain.

use crate::config::ConfigProblem;
use crate::{Domain, DrawStyle, Opponent};
use search::{Analyst, Engine, Evaluator, NoHooks, Outcome, Score, SearchConfig, Side, Step, Term};

/// Take one to three stones.
type Heap = crate::heap::Heap<3>;

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
/// verdict that depends on the history.
pub(super) struct HeapDomain;

/// When a game is long.
pub(super) const LONG: usize = 9;

impl Domain for HeapDomain {
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
    fn path_verdict(
        _: &SearchConfig,
        _: &Heap,
        history: &[Step<u8>],
    ) -> Option<(Outcome, &'static str)> {
        (history.len() >= LONG).then_some((Outcome::Draw, "too long"))
    }
    fn opponents(_: &SearchConfig, _seed: u64) -> Vec<Opponent<Heap>> {
        vec![
            Opponent { name: "modest", choose: Box::new(|_| 1) },
            Opponent { name: "cheat", choose: Box::new(|_| 0) },
        ]
    }
    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[]
    }
}
