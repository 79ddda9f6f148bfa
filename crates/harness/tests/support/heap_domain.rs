//! A whole domain on a heap of stones, with real engines.

use board::{BoardView, MovePlaces, Surface};
use config::{ConfigProblem, Embedded};
use harness::Domain;
use protocols::{LoadedConfig, Opponent, Playable};
use search::{
    Analyst, Engine, Evaluator, NoHooks, Outcome, PathRule, PathVerdict, Score, SearchConfig, Side,
    Step,
};
use serde::{Deserialize, Serialize};

/// One or two stones at a time.
pub(crate) type Heap = proof_games::heap::Heap<2>;

pub(crate) struct HeapDomain;

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Config {
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

impl PathRule<Heap> for Config {
    fn verdict(&self, _: &Heap, history: &[Step<u8>]) -> Option<PathVerdict> {
        let verdict = PathVerdict { outcome: Outcome::Draw, rule: "too long" };
        self.longest.filter(|&longest| history.len() >= longest).map(|_| verdict)
    }
}

impl Playable for HeapDomain {
    type Game = Heap;
    type Config = Config;
    type Files = ();
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

    fn engine(config: &LoadedConfig<Self>) -> Result<Box<dyn Analyst<Heap>>, ConfigProblem> {
        Ok(Box::new(Engine::new(config.search.clone(), Blank, NoHooks)?))
    }

    fn view(_: &Config, game: &Heap) -> BoardView {
        BoardView::new(Surface::Plain, game.stones, 1).with_sides("A", "B")
    }

    fn places(_: &Heap, _: u8) -> MovePlaces {
        MovePlaces::default()
    }

    fn side_name(side: Side) -> &'static str {
        ["A", "B"][side.index()]
    }

    fn path_rule(config: &Config) -> Option<&dyn PathRule<Heap>> {
        Some(config)
    }

    fn opponents(_: &Config, _: u64) -> Vec<Opponent<Heap>> {
        vec![Opponent { name: "modest", choose: Box::new(|_| 1) }]
    }
}

impl Domain for HeapDomain {
    const ABOUT: &'static str = "Take one or two";
    const CONFIGS: Embedded = Embedded {
        files: &[
            ("default", "stones = 14\n[search]\ndepth = 14\ntable-mib = 1\n"),
            ("shallow", "[search]\ndepth = 1\n"),
        ],
        levels: Some("[level]\n1 = { search.depth = 1 }\n2 = { search.depth = 12 }\n"),
    };

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[]
    }
}
