//! A small game with everything the terminal loop meets, as a domain.

use crate::config::ConfigProblem;
use crate::{Domain, DrawStyle, Opponent};
use search::{
    Analyst, Engine, Evaluator, Game, NoHooks, Notation, NotationError, Outcome, Score,
    SearchConfig, Side, Step, Term,
};

/// Take one to three stones; whoever takes the last one wins. `12 A`: stones and side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heap {
    pub stones: u8,
    pub side: Side,
}

impl Game for Heap {
    type Move = u8;
    type Undo = Heap;
    const MOVE_CODES: usize = 4;
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then_some(Outcome::Win(!self.side))
    }
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.stones.min(3));
    }
    fn play(&mut self, take: u8) -> Heap {
        let before = *self;
        *self = Heap { stones: self.stones - take, side: !self.side };
        before
    }
    fn undo(&mut self, _take: u8, before: Heap) {
        *self = before;
    }
    fn key(&self) -> u64 {
        search::rng::mix(u64::from(self.stones) << 1 | self.side.index() as u64)
    }
    fn code(take: u8) -> u16 {
        u16::from(take)
    }
}

impl Notation for Heap {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let refuse = || NotationError::new("heap", text, "stones and side: 12 A");
        let (stones, side) = text.split_once(' ').ok_or_else(refuse)?;
        let stones = stones.parse().ok().filter(|&stones| stones <= 40).ok_or_else(refuse)?;
        match side {
            "A" => Ok(Heap { stones, side: Side::First }),
            "B" => Ok(Heap { stones, side: Side::Second }),
            _ => Err(refuse()),
        }
    }
    fn position_text(&self) -> String {
        format!("{} {}", self.stones, ["A", "B"][self.side.index()])
    }
    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        let take = text.parse().ok().filter(|&take| self.is_legal(take));
        take.ok_or_else(|| NotationError::new("move", text, "1 to 3, if as many are left"))
    }
    fn move_text(&self, take: u8) -> String {
        take.to_string()
    }
}

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
pub(crate) struct HeapDomain;

/// When a game is long.
pub(crate) const LONG: usize = 9;

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
