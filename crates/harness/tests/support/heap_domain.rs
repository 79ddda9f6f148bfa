//! A whole domain on a heap of stones, with real engines.

use board::DrawStyle;
use config::ConfigProblem;
use harness::Domain;
use protocols::{Opponent, Playable};
use search::{Analyst, Engine, Evaluator, NoHooks, Outcome, Score, SearchConfig, Side, Step};
use serde::{Deserialize, Serialize};

/// One or two stones at a time.
pub type Heap = proof_games::heap::Heap<2>;

pub struct HeapDomain;

#[derive(Clone, Serialize, Deserialize)]
pub struct Config {
    pub stones: u8,
    /// A game of this many plies is drawn.
    pub longest: Option<usize>,
    pub search: SearchConfig,
}

/// Knows nothing: every difference in strength comes from the depth.
#[derive(Clone)]
struct Blank;

impl Evaluator<Heap> for Blank {
    fn evaluate(&mut self, _: &Heap) -> Score {
        Score::ZERO
    }
}

impl Playable for HeapDomain {
    type Game = Heap;
    type Config = Config;
    const NAME: &'static str = "heap";

    fn check(_: &Config) -> Result<(), ConfigProblem> {
        Ok(())
    }

    fn search(config: &Config) -> &SearchConfig {
        &config.search
    }

    fn search_mut(config: &mut Config) -> &mut SearchConfig {
        &mut config.search
    }

    fn start(config: &Config) -> Heap {
        Heap::of(config.stones)
    }

    fn engine(config: &Config) -> Result<Box<dyn Analyst<Heap>>, ConfigProblem> {
        Ok(Box::new(Engine::new(config.search.clone(), Blank, NoHooks)?))
    }

    fn draw(game: &Heap, _: Option<u8>, _: DrawStyle) -> String {
        format!("{}\n", game.stones)
    }

    fn side_name(side: Side) -> &'static str {
        ["A", "B"][side.index()]
    }

    fn path_verdict(
        config: &Config,
        _: &Heap,
        history: &[Step<u8>],
    ) -> Option<(Outcome, &'static str)> {
        let longest = config.longest?;
        (history.len() >= longest).then_some((Outcome::Draw, "too long"))
    }

    fn opponents(_: &Config, _: u64) -> Vec<Opponent<Heap>> {
        vec![Opponent { name: "modest", choose: Box::new(|_| 1) }]
    }
}

impl Domain for HeapDomain {
    const ABOUT: &'static str = "Take one or two";
    const DEFAULT_CONFIG: &'static str = "stones = 14\n[search]\ndepth = 14\ntable-mib = 1\n";

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[]
    }
}
