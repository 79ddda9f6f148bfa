//! A static evaluator and a move ordering for Connect Four.

use super::ConnectFour;
use search::hooks::Priority;
use search::{Evaluator, Game, Hooks, Score, Side, Term};

/// Points for an empty cell that would complete four in a line.
const THREAT: i64 = 8;
/// Points for a stone in one of the middle columns.
const CENTRE: i64 = 1;

/// Evaluates the empty cells that would complete a four, and the stones in the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenThrees;

impl<const W: usize, const H: usize> Evaluator<ConnectFour<W, H>> for OpenThrees {
    #[inline]
    fn evaluate(&mut self, game: &ConnectFour<W, H>) -> Score {
        let balance =
            |own: u64, other: u64| i64::from(own.count_ones()) - i64::from(other.count_ones());
        let (mover, opponent) = (game.mover, game.opponent());
        let threats = balance(game.completing(mover), game.completing(opponent));
        let centre = ConnectFour::<W, H>::CENTRE;
        Score::new(THREAT * threats + CENTRE * balance(mover & centre, opponent & centre))
    }

    fn terms(&mut self, game: &ConnectFour<W, H>) -> Vec<Term> {
        let sides = [game.mover, game.opponent()];
        let sign = if game.side == Side::First { 1 } else { -1 };
        let term = |name: &str, points: i64, cells: &dyn Fn(u64) -> u64| {
            let [mover, opponent] = sides.map(|stones| i64::from(cells(stones).count_ones()));
            Term { name: name.to_owned(), points: (sign * points * (mover - opponent)) as f64 }
        };
        vec![
            term("open threes", THREAT, &|stones| game.completing(stones)),
            term("centre", CENTRE, &|stones| stones & ConnectFour::<W, H>::CENTRE),
        ]
    }
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// The middle column, or the middle two.
    const CENTRE: u64 = {
        let column = (1 << H) - 1;
        (column << ((W / 2) * (H + 1))) | (column << (((W - 1) / 2) * (H + 1)))
    };

    /// The empty cells that would complete a four with these stones, whether playable now or not.
    #[inline]
    fn completing(&self, stones: u64) -> u64 {
        let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
        for step in [H, H + 1, H + 2] {
            let before = (stones << step) & (stones << (2 * step));
            cells |= before & (stones << (3 * step));
            cells |= before & (stones >> step);
            let after = (stones >> step) & (stones >> (2 * step));
            cells |= after & (stones << step);
            cells |= after & (stones >> (3 * step));
        }
        cells & Self::BOARD & !self.occupied
    }
}

/// Orders the columns from the middle outwards, the best static order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CentreFirst;

impl CentreFirst {
    /// How near a column is to the middle: 0 there, less towards the edges.
    #[inline]
    pub(crate) fn nearness<const W: usize, const H: usize>(
        _game: &ConnectFour<W, H>,
        column: <ConnectFour<W, H> as Game>::Move,
    ) -> i32 {
        -(2 * i32::from(column) - (W as i32 - 1)).abs()
    }
}

impl<const W: usize, const H: usize> Hooks<ConnectFour<W, H>> for CentreFirst {
    const PRIORITY: Option<Priority<Self, ConnectFour<W, H>>> =
        Some(|_, game, column, _| CentreFirst::nearness(game, column));
}
