//! Search hooks of the default player: move ordering and the exact solver.

use crate::evaluators::TerritoryFirst;
use crate::known::KnownStarts;
use crate::program::solve::read_table;
use crate::rules::duel::Duel;
use crate::rules::squares::Square;
use crate::solver::Solver;
use config::{ConfigProblem, Document};
use search::hooks::Priority;
use search::{Bound, Game, Hooks, Line, RootSolution, Score, Solved, StopSignal};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// When the exact solver is used. Inside the search it also requires `search.solver`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SolverConfig {
    /// Before the search: the maximum number of free squares.
    pub root_squares: u32,
    /// Before the search: the node limit.
    pub root_nodes: u64,
    /// Inside the search: the maximum number of free squares.
    pub squares: u32,
    /// Inside the search: the node limit.
    pub nodes: u64,
    /// Files of solved starts, as written by `solve --all`, in addition to the built-in ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<PathBuf>,
}

impl SolverConfig {
    /// Reads the files, and adds the built-in tables.
    pub(crate) fn read_tables(&self, document: &Document) -> Result<KnownStarts, ConfigProblem> {
        let read = |(index, path): (usize, &PathBuf)| {
            let key = format!("solver.tables[{index}]");
            read_table(&document.path_of(&key, path)?).map_err(|error| {
                let found = format!("{:?} ({error})", path.display().to_string());
                ConfigProblem::new(key, found, "a file of `solve --all --table`")
            })
        };
        let tables: Result<Vec<_>, _> = self.tables.iter().enumerate().map(read).collect();
        Ok(KnownStarts::with(tables?))
    }
}

impl Default for SolverConfig {
    fn default() -> Self {
        SolverConfig {
            root_squares: 48,
            root_nodes: 100_000,
            squares: 30,
            nodes: 300,
            tables: Vec::new(),
        }
    }
}

/// With fewer free squares the search reaches the end of the game by itself, with exact distances.
const FEW_SQUARES: u32 = 20;

/// The hooks of the default player: ordering by [`TerritoryFirst`], and the exact solver.
#[derive(Clone)]
pub struct Expert {
    config: SolverConfig,
    known: KnownStarts,
    solver: Solver,
}

impl Expert {
    /// Hooks that use the solver as configured, and these known starts.
    pub fn new(config: SolverConfig, known: KnownStarts) -> Expert {
        // Searches of a few hundred nodes gain nothing from a table.
        Expert { config, known, solver: Solver::new(0) }
    }
}

/// The free squares of a start on 7x7. Up to this many, a winning move is found in a fraction of a second.
const QUICK_SQUARES: u32 = 47;
/// Half of this is enough for most starts on 8x8 (twelve seconds on average, see `conjectures`).
const LONG_THOUGHT: Duration = Duration::from_secs(60);

/// An upper bound on the plies to the end: the game is over when there are no free squares left.
fn longest_game(duel: &Duel) -> usize {
    duel.free().len() as usize + 1
}

/// Whether there is time to find the winning move of a start.
fn is_in_reach(duel: &Duel, stop: &StopSignal) -> bool {
    duel.free().len() <= QUICK_SQUARES || stop.remaining().is_some_and(|time| time >= LONG_THOUGHT)
}

impl Hooks<Duel> for Expert {
    const PRIORITY: Option<Priority<Self, Duel>> =
        Some(|_, duel, to, depth| TerritoryFirst::priority(duel, to, depth));

    fn solve(
        &mut self,
        duel: &mut Duel,
        _depth: u32,
        _alpha: Score,
        _beta: Score,
        stop: &StopSignal,
    ) -> Option<Solved> {
        if duel.free().len() > self.config.squares || duel.outcome().is_some() {
            return None;
        }
        let halt = || stop.is_raised();
        let wins = self.solver.wins_within(duel, self.config.nodes, &halt).ok()?;
        Some(match wins {
            true => Solved { score: Score::win_in(longest_game(duel)), bound: Bound::Lower },
            false => Solved { score: Score::loss_in(longest_game(duel)), bound: Bound::Upper },
        })
    }

    /// A winning move, if the solver finds one. A lost position is left to the search, which delays the
    /// loss. If a start is known to be won, finding the winning move may take half of the time, provided
    /// that is likely to be enough. The result has at most one line.
    fn solve_root(
        &mut self,
        duel: &Duel,
        lines: usize,
        stop: &StopSignal,
    ) -> Option<RootSolution<Square>> {
        if lines > 1 {
            return None;
        }
        let (squares, nodes, share) = match self.known.verdict(duel) {
            Some(false) => return None,
            Some(true) if self.config.root_squares > 0 && is_in_reach(duel, stop) => {
                (u32::MAX, u64::MAX, 0.5)
            }
            _ => (self.config.root_squares, self.config.root_nodes, 1.0),
        };
        if !(FEW_SQUARES..=squares).contains(&duel.free().len()) {
            return None;
        }
        let stop = stop.within(share);
        let best = self.solver.winning_move(duel, nodes, &|| stop.is_raised()).ok()??;
        let line = Line { score: Score::win_in(longest_game(duel)), pv: vec![best] };
        let why = "winning move proven, solver.root-squares".to_owned();
        Some(RootSolution { lines: vec![line], depth: 0, nodes: 0, why })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{End, Mobility, Size, random_start};
    use search::rng::Rng;
    use search::{
        Analyst, Engine, Limits, Notation, Request, SearchConfig, Side, StopFlag, StopReason,
    };
    use std::time::Instant;

    fn engine(solver: Option<u32>) -> Engine<Duel, Mobility, Expert> {
        let config = SearchConfig { solver, ..SearchConfig::default() };
        Engine::new(config, Mobility, Expert::new(SolverConfig::default(), KnownStarts::default()))
            .unwrap()
    }

    search::hook_law_tests!(
        the_expert_obeys,
        random_start(Size::square(6), Side::First, End::Lab, &mut Rng::new(1)),
        Expert::new(SolverConfig::default(), KnownStarts::default())
    );

    fn is_win(score: Score) -> bool {
        score.is_decided() && !score.is_loss()
    }

    #[test]
    fn the_move_of_a_solved_root_wins() {
        let mut solved = 0;
        for seed in 0..20 {
            let duel = random_start(Size::square(5), Side::First, End::Lab, &mut Rng::new(seed));
            let report = engine(Some(2)).search(&Request::new(duel, Limits::depth(4)), &mut |_| ());
            let wins = Solver::new(1).wins(&duel, &StopFlag::new()) == Ok(true);
            if wins && duel.outcome().is_none() {
                assert!(is_win(report.score), "{duel:?}");
                let mut child = duel;
                child.play(report.best.unwrap());
                assert_eq!(Solver::new(1).wins(&child, &StopFlag::new()), Ok(false), "{duel:?}");
                solved += usize::from(report.reason == StopReason::Solved);
            } else {
                assert!(!is_win(report.score), "{duel:?}");
            }
        }
        assert!(solved > 3, "{solved}");
    }

    #[test]
    fn the_node_limit_of_the_solver_does_not_apply_to_a_start_known_to_be_won() {
        let start = Duel::parse_position("A+++++/++++++/++B+++/++++++/++++++/++++++ A").unwrap();
        let known = KnownStarts::default().verdict(&start);
        assert_eq!(known, Some(Solver::new(1).wins(&start, &StopFlag::new()) == Ok(true)));
        assert_eq!(known, Some(true));
        let config = SolverConfig { root_nodes: 1, ..SolverConfig::default() };
        let search = SearchConfig { solver: Some(1), ..SearchConfig::default() };
        let mut engine =
            Engine::new(search, Mobility, Expert::new(config, KnownStarts::default())).unwrap();
        let report = engine.search(&Request::new(start, Limits::depth(1)), &mut |_| ());
        assert_eq!(report.reason, StopReason::Solved);
    }

    #[test]
    fn the_winning_move_on_a_large_board_is_searched_only_with_enough_time() {
        let start = |size| random_start(size, Side::First, End::Plain, &mut Rng::new(1));
        let (small, large) = (start(Size::square(7)), start(Size::square(8)));
        let until = |deadline| StopSignal::new(StopFlag::new(), deadline);
        assert!(is_in_reach(&small, &StopSignal::never()));
        assert!(!is_in_reach(&large, &StopSignal::never()));
        assert!(!is_in_reach(&large, &until(Some(Instant::now()))));
        assert!(is_in_reach(&large, &until(Instant::now().checked_add(2 * LONG_THOUGHT))));
    }

    #[test]
    fn the_solver_inside_a_search_does_not_change_the_winner() {
        for seed in 0..12 {
            let mut rng = Rng::new(seed);
            let mut duel = random_start(Size::square(6), Side::First, End::Lab, &mut rng);
            let mut moves = Vec::new();
            while duel.free().len() > 22 && duel.expand(&mut moves).is_none() {
                duel.play(rng.choose(&moves).unwrap());
                moves.clear();
            }
            let request = Request { lines: 8, ..Request::new(duel, Limits::depth(40)) };
            let with = engine(Some(1)).search(&request, &mut |_| ()).score;
            let without = engine(None).search(&request, &mut |_| ()).score;
            assert_eq!(
                (is_win(with), with.is_loss()),
                (is_win(without), without.is_loss()),
                "{duel:?}"
            );
        }
    }
}
