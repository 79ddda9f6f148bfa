//! A small game with everything the terminal loop meets, as a playable one.

use board::{BoardView, MovePlaces, PieceKind, Place, Surface};
use config::ConfigProblem;
use protocols::{
    Decision, LoadedConfig, OpeningAnswer, OpeningRule, OpeningStep, Opponent, Playable,
};
use search::{
    Analyst, Engine, Evaluator, NoHooks, Outcome, PathRule, PathVerdict, Request, Score,
    SearchConfig, Side, Step, Term,
};

/// Take one to three stones.
pub(crate) type Heap = proof_games::heap::Heap<3>;

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

/// The heap with a configuration; the configuration is a search alone. Long games are drawn, to have a
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

impl<const SETTLES: bool> Playable for HeapDomain<SETTLES> {
    type Game = Heap;
    type Config = SearchConfig;
    type Files = ();
    const NAME: &'static str = "heap";

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

    fn engine(config: &LoadedConfig<Self>) -> Result<Box<dyn Analyst<Heap>>, ConfigProblem> {
        Ok(Box::new(Engine::new(config.config.clone(), Stones, NoHooks)?))
    }

    fn view(_: &SearchConfig, game: &Heap) -> BoardView {
        let mut view = BoardView::new(Surface::Plain, game.stones, 1).with_sides("Ann", "Bob");
        for column in 0..game.stones {
            view.put(Place::new(column, 0), PieceKind::first_disc("stone", 'o'));
        }
        view
    }

    /// The place of the last stone that is left.
    fn places(game: &Heap, take: u8) -> MovePlaces {
        let left = game.stones - take;
        left.checked_sub(1)
            .map_or(MovePlaces::default(), |last| MovePlaces::placed(Place::new(last, 0)))
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
}
