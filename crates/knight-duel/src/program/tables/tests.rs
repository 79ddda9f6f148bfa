//! The lab's player compared with a direct implementation of its description.

use super::*;
use crate::Config;
use crate::evaluators::blind;
use crate::random_start;
use crate::rules::duel::{Duel, End, Size};
use harness::Domain;
use protocols::Playable;
use search::rng::Rng;
use search::{Game, Limits, Request, Side};

fn config() -> LoadedConfig<KnightDuel> {
    let lab = Choice::option("--config", "lab");
    let document = KnightDuel::CONFIGS.document(Some(&lab), &[]).unwrap();
    document.read::<Config>().unwrap().into()
}

/// The lab's program as the report describes it: a grid, no bitboards, no pruning, no code shared with the
/// engine.
#[derive(Clone)]
struct Naive {
    size: i32,
    visited: Vec<bool>,
    /// (row, column) of A and B.
    knights: [(i32, i32); 2],
    turn: usize,
    f: f64,
}

impl Naive {
    const JUMPS: [(i32, i32); 8] =
        [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

    fn new(duel: &Duel) -> Naive {
        let size = i32::from(duel.size().rows);
        let squares = duel.size().squares();
        let visited = squares.iter().map(|square| !duel.free().contains(square)).collect();
        let knights = [Side::First, Side::Second].map(|side| {
            let square = duel.knight(side);
            (i32::from(square.row()), i32::from(square.column()))
        });
        let turn = duel.side().index();
        let mut naive = Naive { size, visited, knights, turn, f: 0.0 };
        naive.f = naive.value(0.0);
        naive
    }

    fn moves(&self, knight: usize) -> Vec<(i32, i32)> {
        let (row, column) = self.knights[knight];
        let landing = |&(rows, columns): &(i32, i32)| (row + rows, column + columns);
        let on_board = |&(row, column): &(i32, i32)| {
            (0..self.size).contains(&row)
                && (0..self.size).contains(&column)
                && !self.visited[(row * self.size + column) as usize]
        };
        Self::JUMPS.iter().map(landing).filter(on_board).collect()
    }

    fn winner(&self) -> Option<usize> {
        match (self.moves(0).len(), self.moves(1).len()) {
            (0, 0) => Some(1 - self.turn),
            (0, _) => Some(1),
            (_, 0) => Some(0),
            _ => None,
        }
    }

    fn value(&self, parent: f64) -> f64 {
        match self.winner() {
            Some(0) => 1e8,
            Some(_) => -1e8,
            None => {
                let [(ar, ac), (br, bc)] = self.knights;
                let distance = (ar - br).abs() + (ac - bc).abs();
                let lead = self.moves(0).len() as f64 - self.moves(1).len() as f64;
                parent / 4.0 + lead * f64::from(2 * self.size - distance).sqrt()
            }
        }
    }

    fn after(&self, to: (i32, i32)) -> Naive {
        let mut next = self.clone();
        next.visited[(to.0 * self.size + to.1) as usize] = true;
        next.knights[self.turn] = to;
        next.turn = 1 - self.turn;
        next.f = next.value(self.f);
        next
    }

    fn minimax(&self, depth: u32) -> f64 {
        if depth == 0 || self.winner().is_some() {
            return self.f;
        }
        let values = self.moves(self.turn).into_iter().map(|to| self.after(to).minimax(depth - 1));
        if self.turn == 0 { values.fold(-1e9, f64::max) } else { values.fold(1e9, f64::min) }
    }

    /// The first strictly better move; the first one if every move is a certain loss.
    fn choose(&self, depth: u32) -> (i32, i32) {
        let sign = if self.turn == 0 { 1.0 } else { -1.0 };
        let moves = self.moves(self.turn);
        let mut best = (moves[0], -1e8);
        for to in moves {
            let value = sign * self.after(to).minimax(depth - 1);
            // Sums that differ by rounding alone are equal.
            if value > best.1 + 1e-9 {
                best = (to, value);
            }
        }
        best.0
    }
}

/// Random positions of random games on square boards.
fn positions(count: usize, seed: u64) -> Vec<Duel> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let size = Size::square([5, 6, 8, 10][rng.below(4)]);
        let mut duel = random_start(size, Side::First, End::Lab, &mut rng);
        for _ in 0..rng.below(usize::from(size.rows) * 2) {
            let mut moves = Vec::new();
            if duel.expand(&mut moves).is_none() {
                duel.play(rng.choose(&moves).unwrap());
            }
        }
        if duel.outcome().is_none() {
            found.push(duel);
        }
    }
    found
}

#[test]
fn the_ai_chooses_as_the_labs_description_does() {
    let mut engine = KnightDuel::engine(&config()).unwrap();
    for (index, duel) in positions(400, 1).into_iter().enumerate() {
        let depth = 1 + index as u32 % 5;
        let request = Request::new(duel, Limits::depth(depth));
        let to = engine.search(&request, &mut |_| {}).best.unwrap();
        let found = (i32::from(to.row()), i32::from(to.column()));
        assert_eq!(found, Naive::new(&duel).choose(depth), "depth {depth}, {duel:?}");
    }
}

#[test]
fn the_blind_opponent_is_the_ai_that_looks_one_ply_ahead() {
    for duel in positions(200, 2) {
        let to = blind::choose(&mut config().evaluator.inertia(), &duel).unwrap();
        let found = (i32::from(to.row()), i32::from(to.column()));
        assert_eq!(found, Naive::new(&duel).choose(1), "{duel:?}");
    }
}

#[test]
fn the_ai_takes_the_first_move_when_all_of_them_lose() {
    let mut engine = KnightDuel::engine(&config()).unwrap();
    let mut lost = 0;
    for duel in positions(1500, 3) {
        let report = engine.search(&Request::new(duel, Limits::depth(6)), &mut |_| {});
        if report.score.points(engine.units_per_point()) == -1e8 {
            let mut moves = Vec::new();
            duel.expand(&mut moves);
            assert_eq!(report.best, moves.first().copied());
            lost += 1;
        }
    }
    assert!(lost > 5, "{lost}");
}

/// A rate within four standard errors of the simulation's, given the games of both.
fn agrees(played: &Played) {
    let row = played.row();
    let simulated = row.simulation.unwrap();
    let error = (simulated * (1.0 - simulated) * (1.0 / 200.0 + 1.0 / row.games as f64)).sqrt();
    assert!((row.rate - simulated).abs() < 4.0 * error, "{:?}: {}", played.cell, row.rate);
}

#[test]
fn small_cells_agree_with_the_simulation() {
    let config = config();
    for (mode, size, depth, games) in [
        (Mode::Blind, 6, 4, 400),
        (Mode::Ai, 6, 4, 400),
        (Mode::Blind, 8, 4, 200),
        (Mode::Ai, 8, 4, 200),
        (Mode::Blind, 6, 8, 100),
        (Mode::Ai, 6, 8, 100),
    ] {
        let cell = Cell { mode, size, depth };
        let play = |game| cell.play(&config, 1, game, &StopFlag::new()).unwrap().unwrap();
        agrees(&Played { cell, games: (0..games).map(play).collect() });
    }
}

#[test]
fn games_are_the_same_for_the_same_seed_and_differ_between_seeds() {
    let (config, stop) = (config(), StopFlag::new());
    let cell = Cell { mode: Mode::Ai, size: 6, depth: 2 };
    let boards = |seed| -> Vec<Duel> {
        (0..5).map(|game| cell.play(&config, seed, game, &stop).unwrap().unwrap().board).collect()
    };
    assert_eq!(boards(1), boards(1));
    assert_ne!(boards(1), boards(2));
}

#[test]
fn final_boards_have_the_format_of_the_appendix() {
    let board = search::Notation::parse_position("A+@/+@+/++B B").unwrap();
    let game = Finished {
        game: 0,
        board,
        winner: Side::Second,
        nodes: 0,
        searches: 0,
        time: Default::default(),
    };
    let cell = Cell { mode: Mode::Blind, size: 3, depth: 4 };
    let text = finals(&[Played { cell, games: vec![game] }]);
    assert_eq!(text, "blind against ai, 3x3, depth 4, game 1: B wins\nA + @\n+ @ +\n+ + B\n\n");
}
