//! The engine's search hooks: [`Tactics`].
//!
//! Most moves in gomoku are forced. A side that can make five does so. A side that must stop a five
//! has one point to play. A side that faces the threat of an open four has a handful of points and
//! its own fours. Only without such threats are all points near stones candidates, ordered by the
//! shapes that either side would make there.

use crate::hooks::nearby::moves_within;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::Point;
use crate::rules::rule::Rule;
use crate::rules::threat::Threat;
use crate::threats::{Proof, Vcf, Vct, three_replies};
use search::hooks::{Candidates, Priority};
use search::ordering::KILLER;
use search::{Bound, Game, Hooks, Line, RootSolution, Score, Side, Solved, StopSignal};
use serde::{Deserialize, Serialize};

/// The node limits of the threat searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ThreatConfig {
    /// Nodes of a search for continuous fours at an interior node.
    pub fours: u64,
    /// Nodes of the search for continuous fours at the root.
    pub root_fours: u64,
    /// Nodes of the search for fours and threes at the root.
    pub root_threes: u64,
    /// Nodes of a search for fours and threes at an interior node; 0 turns it off.
    pub threes: u64,
    /// The minimum remaining depth for a search for fours and threes at an interior node.
    pub threes_depth: u32,
}

impl Default for ThreatConfig {
    fn default() -> Self {
        ThreatConfig {
            fours: 60,
            root_fours: 100_000,
            root_threes: 20_000,
            threes: 300,
            threes_depth: 7,
        }
    }
}

/// The size of each thread's table of positions without continuous fours, as a power of two.
const MEMORY_BITS: u32 = 15;
/// The size of the table of positions without a win by fours and threes, as a power of two.
const FAILED_BITS: u32 = 16;

/// The engine's hooks.
#[derive(Clone)]
pub struct Tactics {
    radius: u8,
    threats: ThreatConfig,
    vcf: Vcf,
    vct: Vct,
    /// The keys of positions without a win by fours and threes within the node limit, indexed by their
    /// low bits. Iterative deepening visits them again at every depth.
    failed: Box<[u64]>,
    /// The same for continuous fours: positions in which the node limit was reached.
    abandoned: Box<[u64]>,
}

impl Tactics {
    /// Hooks whose candidates are within this many king steps of a stone; 0 for any distance.
    pub fn new(radius: u8, threats: ThreatConfig) -> Tactics {
        Tactics {
            radius,
            threats,
            vcf: Vcf::new(MEMORY_BITS),
            vct: Vct::new(MEMORY_BITS),
            failed: vec![0; 1 << FAILED_BITS].into(),
            abandoned: vec![0; 1 << FAILED_BITS].into(),
        }
    }

    /// Searches for a win by fours at an interior node. As with [threes](Tactics::threes), a search that
    /// reached its node limit is not repeated.
    fn fours(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Option<Proof> {
        let (side, key) = (game.side(), game.key());
        let fours = [Threat::Four, Threat::FourPlus, Threat::FourThree, Threat::OpenFour];
        let slot = key as usize & (self.abandoned.len() - 1);
        if fours.iter().all(|&four| game.points_with(four, side) == 0)
            || self.abandoned[slot] == key
        {
            return None;
        }
        let found = self.vcf.solve(game, self.threats.fours, stop);
        if found.is_err() && !stop.is_raised() {
            self.abandoned[slot] = key;
        }
        found.ok().flatten()
    }

    /// Searches for a win by fours and threes at an interior node. A search that reached its node limit
    /// is remembered as failed, because it would reach it again; a stopped one is not.
    fn threes(&mut self, game: &Gomoku, depth: u32, stop: &StopSignal) -> Option<Proof> {
        let slot = game.key() as usize & (self.failed.len() - 1);
        if self.threats.threes == 0
            || depth < self.threats.threes_depth
            || self.failed[slot] == game.key()
        {
            return None;
        }
        let found = self.vct.search(&mut game.clone(), self.threats.threes, stop).ok().flatten();
        if found.is_none() && !stop.is_raised() {
            self.failed[slot] = game.key();
        }
        found
    }
}

/// Move ordering points for each shape that a stone would make, indexed by the shape's number.
const ORDER: [i32; 16] = [0, 0, 2, 6, 8, 20, 40, 90, 150, 800, 800, 3000, 0, 0, 0, 0];

/// Move ordering points for a stone of this side on this point.
fn order(game: &Gomoku, point: Point, side: Side) -> i32 {
    let more = match game.threat(point, side) {
        Threat::FourThree => 600,
        Threat::Threes => 200,
        Threat::FourPlus => 60,
        _ => 0,
    };
    game.sum_of_shapes(point, side, &ORDER) + more
}

/// The score of a proven win by force, with the distance counted from this position.
fn score_of(proof: &Proof) -> Score {
    Score::win_in(2 * proof.length() - 1)
}

impl Tactics {
    fn candidates(&mut self, game: &Gomoku, moves: &mut Vec<Point>) {
        moves_within(game, self.radius, moves);
    }

    fn priority(&mut self, game: &Gomoku, point: Point, _depth: u32) -> i32 {
        // Own shapes weigh more: the opponent would make theirs a move later.
        let own = order(game, point, game.side());
        let enemy = order(game, point, !game.side());
        let tactical = if self.is_quiet(game, point) { 0 } else { 2 * KILLER };
        (3 * own + 2 * enemy) * ORDER_SCALE + tactical
    }
}

impl Hooks<Gomoku> for Tactics {
    const CANDIDATES: Option<Candidates<Self, Gomoku>> = Some(Self::candidates);
    const PRIORITY: Option<Priority<Self, Gomoku>> = Some(Self::priority);

    /// A quiet move neither makes nor prevents a three or more.
    fn is_quiet(&mut self, game: &Gomoku, point: Point) -> bool {
        game.threat(point, game.side()) < Threat::Three
            && game.threat(point, !game.side()) < Threat::Three
    }

    const MOVE_KINDS: usize = 2 * Gomoku::MOVE_CODES;

    /// Whose stone, and where.
    #[inline]
    fn move_kind(&self, game: &Gomoku, point: Point) -> usize {
        game.side().index() * Gomoku::MOVE_CODES + usize::from(Gomoku::code(point))
    }

    fn forced_replies(&mut self, game: &Gomoku, moves: &mut Vec<Point>) -> bool {
        // Under caro a stone elsewhere may stop a five or an open four.
        if game.rule() == Rule::Caro {
            return false;
        }
        let start = moves.len();
        let (own, enemy) = (game.side(), !game.side());
        if game.points_with(Threat::Five, own) > 0 {
            moves.extend(game.threat_points(own, Threat::Five, Threat::Five).take(1));
        } else if game.points_with(Threat::Five, enemy) > 0 {
            let fives = game.threat_points(enemy, Threat::Five, Threat::Five);
            moves.extend(fives.filter(|&point| game.is_legal(point)).take(1));
        } else if game.points_with(Threat::OpenFour, own) > 0 {
            moves.extend(game.threat_points(own, Threat::OpenFour, Threat::OpenFour).take(1));
        } else if game.points_with(Threat::OpenFour, enemy) > 0
            && let Some(open_four) =
                game.threat_points(enemy, Threat::OpenFour, Threat::OpenFour).next()
        {
            moves.extend(three_replies(game, enemy, open_four));
        }
        moves.len() > start
    }

    fn extension(&mut self, game: &Gomoku, point: Point) -> u32 {
        // The last stone blocked a five of the side now to move.
        u32::from(game.threat(point, game.side()) == Threat::Five)
    }

    fn is_calm(&mut self, game: &Gomoku) -> bool {
        [Side::First, Side::Second].into_iter().all(|side| {
            game.points_with(Threat::Five, side) == 0
                && game.points_with(Threat::OpenFour, side) == 0
        })
    }

    fn solve(
        &mut self,
        game: &mut Gomoku,
        depth: u32,
        _alpha: Score,
        _beta: Score,
        stop: &StopSignal,
    ) -> Option<Solved> {
        let proof = self.fours(game, stop).or_else(|| self.threes(game, depth, stop))?;
        Some(Solved { score: score_of(&proof), bound: Bound::Lower })
    }

    fn solve_root(
        &mut self,
        game: &Gomoku,
        lines: usize,
        stop: &StopSignal,
    ) -> Option<RootSolution<Point>> {
        // One win by force says nothing about other moves.
        if lines > 1 {
            return None;
        }
        // Without a win by force there must be time left to find a move.
        let stop = &stop.within(ROOT_SHARE);
        let mut game = game.clone();
        let fours = self.vcf.solve(&mut game, self.threats.root_fours, stop).ok().flatten();
        let (proof, why) = match fours {
            Some(proof) => (proof, "win by continuous fours, threats.root-fours"),
            None => {
                let threes = self.vct.solve(&mut game, self.threats.root_threes, stop);
                (threes.ok().flatten()?, "win by fours and threes, threats.root-threes")
            }
        };
        let line = Line { score: score_of(&proof), pv: proof.line() };
        Some(RootSolution { lines: vec![line], depth: 0, nodes: 0, why: why.to_owned() })
    }
}

/// The share of a move's time that the threat searches at the root may use.
const ROOT_SHARE: f64 = 0.25;

/// Scales the ordering points of shapes to those of the history.
const ORDER_SCALE: i32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use search::rng::Rng;
    use search::{
        Analyst, Engine, Evaluator, Limits, NoHooks, Notation, Request, SearchConfig, StopFlag,
    };

    /// Scores every unfinished game 0.
    #[derive(Clone)]
    struct Even;

    impl Evaluator<Gomoku> for Even {
        fn evaluate(&mut self, _: &Gomoku) -> Score {
            Score::ZERO
        }
    }

    fn tactics() -> Tactics {
        Tactics::new(2, ThreatConfig::default())
    }

    search::hook_law_tests!(
        freestyle_obeys,
        Gomoku::new(Size::square(9), Rule::Freestyle),
        tactics()
    );
    search::hook_law_tests!(
        standard_obeys,
        Gomoku::new(Size::square(9), Rule::Standard),
        tactics()
    );
    search::hook_law_tests!(renju_obeys, Gomoku::new(Size::square(9), Rule::Renju), tactics());
    search::hook_law_tests!(caro_obeys, Gomoku::new(Size::square(9), Rule::Caro), tactics());

    #[test]
    fn forced_replies_never_change_who_wins() {
        let mut rng = Rng::new(9);
        let mut decided = 0;
        for round in 0..60 {
            let rule = Rule::ALL[round % 4];
            let mut points: Vec<Point> = Size::square(6).iter().collect();
            rng.shuffle(&mut points);
            let sides = [Side::First, Side::Second].into_iter().cycle();
            let stones = points.into_iter().zip(sides).take(18);
            let game = Gomoku::with_stones(Size::square(6), rule, stones, Side::First);
            if game.outcome().is_some() {
                continue;
            }
            let request = Request::new(game.clone(), Limits::depth(5));
            let config = SearchConfig { iterative: false, ..SearchConfig::default() };
            let forced = SearchConfig { forced_replies: true, ..config.clone() };
            let tactics = Tactics::new(6, ThreatConfig::default());
            let all = Engine::new(config, Even, NoHooks).unwrap().search(&request, &mut |_| ());
            let few = Engine::new(forced, Even, tactics).unwrap().search(&request, &mut |_| ());
            assert_eq!(all.score.is_decided(), few.score.is_decided(), "{game:?}");
            assert_eq!(all.score.is_loss(), few.score.is_loss(), "{game:?}");
            decided += usize::from(all.score.is_decided());
        }
        assert!(decided > 5, "{decided}");
    }

    #[test]
    fn a_win_by_threes_is_found_from_the_minimum_depth_on() {
        // Two open twos that cross: one stone makes two threes.
        let game = Gomoku::parse_position("h8a1i8a15j9o1j10o15").unwrap();
        let mut tactics = Tactics::new(2, ThreatConfig::default());
        let ThreatConfig { threes_depth, .. } = ThreatConfig::default();
        let mut solve = |depth: u32| {
            let (worst, best) = (Score::loss_in(0), Score::win_in(0));
            tactics.solve(&mut game.clone(), depth, worst, best, &StopSignal::never())
        };
        assert!(solve(threes_depth - 1).is_none());
        assert!(solve(threes_depth).is_some_and(|solved| solved.score > Score::ZERO));
    }

    #[test]
    fn a_stopped_search_for_threes_is_not_remembered_as_failed() {
        let game = Gomoku::parse_position("h8a1i8a15j9o1j10o15").unwrap();
        let mut tactics = tactics();
        let ThreatConfig { threes_depth, .. } = ThreatConfig::default();
        let flag = StopFlag::new();
        flag.stop();
        assert!(tactics.threes(&game, threes_depth, &StopSignal::new(flag, None)).is_none());
        assert!(tactics.threes(&game, threes_depth, &StopSignal::never()).is_some());
    }

    #[test]
    fn with_radius_0_every_legal_move_is_a_candidate() {
        let game = Gomoku::parse_position("h8i9a1").unwrap();
        let mut candidates = Vec::new();
        Tactics::new(0, ThreatConfig::default()).candidates(&game, &mut candidates);
        assert_eq!(candidates.len(), 15 * 15 - 3);
    }

    fn forced(text: &str) -> Vec<String> {
        let game = Gomoku::parse_position(text).unwrap();
        let mut moves = Vec::new();
        Tactics::new(2, ThreatConfig::default()).forced_replies(&game, &mut moves);
        let mut names: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        names.sort();
        names
    }

    #[test]
    fn forced_replies_are_ordered_by_urgency() {
        // Make five, else stop a five, else make an open four, else stop an open four.
        assert_eq!(forced("h8a1i8a2j8a3k8a4").len(), 1);
        assert_eq!(forced("h8a1i8a2j8a3o1a4"), ["a5"]);
        assert_eq!(forced("h8a1i8a3j8a5"), ["g8"]);
        let stops = forced("h8a1i8a3j8");
        assert!(["g8", "k8"].iter().all(|stop| stops.contains(&stop.to_string())), "{stops:?}");
        assert!(!stops.contains(&"h9".to_owned()), "{stops:?}");
        assert_eq!(forced("h8a1i8").len(), 0);
    }
}
