//! Search hooks: move ordering, quiescence, pruning and repetition for xiangqi.

use crate::rules::attacks;
use crate::rules::exchange;
use crate::rules::moves::Move;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::Position;
use crate::rules::repetition::Repetition;
use crate::rules::square::SQUARES;
use crate::rules::squares::Squares;
use search::hooks::{Priority, RuleOf};
use search::ordering::KILLER;
use search::rng::mix;
use search::{Game, Hooks, LateMove, Side, StandPat};

/// Counts nodes as the lab does: only children created where red, the maximiser, is to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct LabCount;

impl Hooks<Position> for LabCount {
    #[inline]
    fn count_child(&mut self, parent: &Position, _ply: usize) -> u64 {
        u64::from(parent.side() == Side::First)
    }
}

/// Null moves need at least this many rooks, horses and cannons: with fewer, zugzwang is too likely.
const NULL_MOVE_PIECES: usize = 2;

/// The maximum that a piece of each kind adds to the evaluation under the built-in weights: value,
/// square and mobility. In the order of [`Kind::ALL`].
const MAX_PIECE_VALUE: [i64; 7] = [0, 280, 390, 940, 1670, 770, 740];

/// Units of the evaluation per point of [`exchange::value`]: a rook is about 1000.
const UNITS_PER_EXCHANGE_VALUE: i64 = 10;

/// The number of cached nodes: about the length of the current line.
const NODES: usize = 32;

/// The engine's hooks for the full rules: captures, checks, exchanges and repetition.
#[derive(Clone, Debug)]
pub struct Tactics {
    repetition: Repetition,
    /// A cache for the nodes of the current line, which the search queries several times each;
    /// indexed by the low bits of the key.
    nodes: [Node; NODES],
}

/// The squares from which each kind gives check: horse, rook, cannon and pawn, in the order of
/// [`Kind::ALL`] from the horse on.
type Checks = [Squares; 4];

/// A cached node.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    key: u64,
    /// Whether the side to move is in check.
    in_check: bool,
    /// The squares from which it would give check; computed on first use.
    checks: Option<Checks>,
}

/// The squares from which the side to move would give check.
fn checks(position: &Position) -> Checks {
    let Some(king) = position.king(!position.side()) else { return [Squares::NONE; 4] };
    let occupied = position.occupied();
    let [horses, rooks, cannons] = attacks::attacks_to(king, occupied);
    [horses, rooks, cannons, attacks::pawn_to(position.side(), king)]
}

impl Tactics {
    /// Hooks that judge repetitions by this rule.
    pub fn new(repetition: Repetition) -> Self {
        Tactics { repetition, nodes: [Node::default(); NODES] }
    }

    #[inline]
    fn node(&mut self, position: &Position) -> &mut Node {
        let key = position.key();
        let node = &mut self.nodes[key as usize % NODES];
        if node.key != key {
            *node = Node { key, in_check: position.in_check(), checks: None };
        }
        node
    }

    #[inline]
    fn in_check(&mut self, position: &Position) -> bool {
        self.node(position).in_check
    }

    #[inline]
    fn checks(&mut self, position: &Position) -> &Checks {
        self.node(position).checks.get_or_insert_with(|| checks(position))
    }

    /// Whether the moving piece attacks the king from its new square. Ignores discovered checks.
    #[inline]
    fn gives_check(&mut self, position: &Position, mv: Move) -> bool {
        let kind = position.piece_at(mv.from).map(|piece| piece.kind.index());
        let known = kind.and_then(|kind| kind.checked_sub(Kind::Horse.index()));
        known.is_some_and(|kind| self.checks(position)[kind].contains(mv.to))
    }
}

impl Tactics {
    /// Sound captures first, by most valuable victim, then least valuable attacker (MVV-LVA). Losing
    /// captures last.
    #[inline]
    fn priority(&mut self, position: &Position, mv: Move, _depth: u32) -> i32 {
        let Some(victim) = position.piece_at(mv.to) else { return 0 };
        let attacker = position.piece_at(mv.from).map_or(0, |piece| exchange::value(piece.kind));
        let order = 16 * exchange::value(victim.kind) - attacker.min(1000);
        if position.exchange_wins(mv, 0) { 2 * KILLER + order } else { order - KILLER }
    }
}

impl Hooks<Position> for Tactics {
    const PRIORITY: Option<Priority<Self, Position>> = Some(Self::priority);
    const PATH_RULE: Option<RuleOf<Self, Position>> = Some(|hooks| &hooks.repetition);

    #[inline]
    fn is_quiet(&mut self, position: &Position, mv: Move) -> bool {
        position.piece_at(mv.to).is_none() && !self.gives_check(position, mv)
    }

    const MOVE_KINDS: usize = Piece::COUNT * SQUARES;

    /// Which piece moves where.
    #[inline]
    fn move_kind(&self, position: &Position, mv: Move) -> usize {
        position.piece_at(mv.from).map_or(0, Piece::index) * SQUARES + mv.to.index()
    }

    /// The pawns of both sides.
    #[inline]
    fn structure(&self, position: &Position) -> u64 {
        [Side::First, Side::Second].into_iter().fold(0, |hash, side| {
            let pawns = position.pieces(side, Kind::Pawn).0;
            mix(hash ^ pawns as u64) ^ mix((pawns >> 64) as u64 + 1)
        })
    }

    #[inline]
    fn exchange(&mut self, position: &Position, mv: Move) -> Option<i64> {
        Some(i64::from(position.exchange(mv)) * UNITS_PER_EXCHANGE_VALUE)
    }

    #[inline]
    fn exchange_wins(&mut self, position: &Position, mv: Move, wanted: i64) -> Option<bool> {
        let points = wanted.saturating_sub(1).div_euclid(UNITS_PER_EXCHANGE_VALUE) + 1;
        Some(position.exchange_wins(mv, points.clamp(-100_000, 100_000) as i32))
    }

    /// All replies in check; otherwise sound captures and, at the first quiescence ply, quiet checks.
    fn tactical_moves(
        &mut self,
        position: &Position,
        qply: u32,
        moves: &mut Vec<Move>,
    ) -> StandPat {
        if self.in_check(position) {
            position.legal_moves(moves);
            return StandPat::Forbidden;
        }
        let start = moves.len();
        position.captures(moves);
        let mut kept = start;
        for index in start..moves.len() {
            if position.exchange_wins(moves[index], 0) {
                moves[kept] = moves[index];
                kept += 1;
            }
        }
        moves.truncate(kept);
        if qply == 0 {
            position.list_quiet_checks(*self.checks(position), moves);
        }
        StandPat::Allowed
    }

    /// A side in check must reply to it.
    #[inline]
    fn stand_pat(&mut self, position: &Position) -> Option<StandPat> {
        Some(if self.in_check(position) { StandPat::Forbidden } else { StandPat::Allowed })
    }

    /// The maximum value of the victim, for delta pruning. Replies to check and quiet checks are
    /// always searched.
    #[inline]
    fn gain(&mut self, position: &Position, mv: Move) -> Option<i64> {
        let victim = position.piece_at(mv.to)?;
        (!self.in_check(position)).then_some(MAX_PIECE_VALUE[victim.kind.index()])
    }

    #[inline]
    fn null_move(&mut self, position: &Position) -> Option<Move> {
        let strong = position.of_kind(Kind::Rook)
            | position.of_kind(Kind::Horse)
            | position.of_kind(Kind::Cannon);
        let own = strong & position.of_side(position.side());
        (own.count() >= NULL_MOVE_PIECES).then_some(Move::NULL)
    }

    /// Reduces less for killers and in PV nodes, and not at all for moves that give check.
    #[inline]
    fn reduction(&mut self, position: &Position, _mv: Move, late: &LateMove) -> u32 {
        if self.in_check(position) {
            return 0;
        }
        let known_good = u32::from(late.order >= KILLER) + u32::from(late.pv);
        late.standard.saturating_sub(known_good)
    }

    #[inline]
    fn extension(&mut self, position: &Position, _mv: Move) -> u32 {
        u32::from(self.in_check(position))
    }

    #[inline]
    fn is_calm(&mut self, position: &Position) -> bool {
        !self.in_check(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluators::Weights;
    use search::Notation;

    fn at(fen: &str) -> Position {
        Position::parse_position(fen).unwrap()
    }

    search::hook_law_tests!(tactics_obey, Position::start(), Tactics::new(Repetition::Axf));
    search::hook_law_tests!(
        tactics_obey_in_an_open_game,
        at("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"),
        Tactics::new(Repetition::Axf)
    );
    search::hook_law_tests!(the_lab_s_count_obeys, Position::start(), LabCount);

    #[test]
    fn a_move_that_gives_check_or_captures_is_not_quiet() {
        let mut tactics = Tactics::new(Repetition::Axf);
        let position = at("3k5/9/9/4p4/9/4N4/9/C8/R8/4K4 w");
        for (mv, quiet) in
            [("a1d1", false), ("a1b1", true), ("a2d2", true), ("e4d6", true), ("e4f6", true)]
        {
            let mv = position.parse_move(mv).unwrap();
            assert_eq!(tactics.is_quiet(&position, mv), quiet, "{mv}");
        }
        let behind_a_screen = at("3k5/3a5/9/9/9/9/9/C8/9/4K4 w");
        let mv = behind_a_screen.parse_move("a2d2").unwrap();
        assert!(!tactics.is_quiet(&behind_a_screen, mv));
    }

    #[test]
    fn quiet_checks_are_legal_quiet_moves_that_usually_give_check() {
        let mut tactics = Tactics::new(Repetition::Axf);
        let mut rng = search::rng::Rng::new(4);
        let mut position = Position::start();
        let mut seen = 0;
        for _ in 0..2000 {
            let mut moves = Vec::new();
            if position.expand(&mut moves).is_some() {
                position = Position::start();
                continue;
            }
            let mut checks = Vec::new();
            position.list_quiet_checks(*tactics.checks(&position), &mut checks);
            for mv in checks {
                assert!(moves.contains(&mv) && position.piece_at(mv.to).is_none(), "{mv}");
                let undo = position.play(mv);
                // A screen or leg that moves can remove the check that its target square would give.
                seen += usize::from(position.in_check());
                position.undo(mv, undo);
            }
            position.play(rng.choose(&moves).unwrap());
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn captures_gain_their_victim_and_replies_to_check_have_no_gain() {
        let mut tactics = Tactics::new(Repetition::Axf);
        let mut gain = |fen: &str, mv: &str| {
            let position = at(fen);
            let mv = position.parse_move(mv).unwrap();
            tactics.gain(&position, mv)
        };
        assert_eq!(gain("3k5/9/9/9/9/p8/9/9/R8/5K3 w", "a1a4"), Some(740));
        assert_eq!(gain("3k5/9/9/9/9/p8/9/9/R8/5K3 w", "a1d1"), None);
        assert_eq!(gain("3k5/9/9/9/9/9/9/9/9/r3K1R2 w", "e0e1"), None);
        assert_eq!(gain("3k5/9/9/9/9/9/9/R8/9/r3K4 w", "a2a0"), None);
    }

    #[test]
    fn no_piece_is_worth_more_than_the_maximum_gain() {
        let weights = Weights::built_in();
        let most_mobile = |kind| match kind {
            Kind::Horse => weights.mobility.horse.to_vec(),
            Kind::Rook => weights.mobility.rook.to_vec(),
            Kind::Cannon => weights.mobility.cannon.to_vec(),
            _ => vec![[0; 2]],
        };
        // The king is never captured.
        for kind in Kind::ALL.into_iter().skip(1) {
            for (half, tables) in [&weights.middle, &weights.end].into_iter().enumerate() {
                let square = tables.get(kind).iter().flatten().max().unwrap();
                let mobility = most_mobile(kind).iter().map(|pair| pair[half]).max().unwrap();
                let worth = weights.values.get(kind)[half] + square + mobility;
                assert!(i64::from(worth) <= MAX_PIECE_VALUE[kind.index()], "{kind:?} {worth}");
            }
        }
    }

    #[test]
    fn tactical_moves_are_all_replies_in_check_and_sound_captures_otherwise() {
        let mut tactics = Tactics::new(Repetition::Axf);
        let mut moves = Vec::new();
        let checked = at("3k5/9/9/9/9/9/9/9/9/r3K4 w");
        assert_eq!(tactics.tactical_moves(&checked, 3, &mut moves), StandPat::Forbidden);
        assert_eq!(tactics.stand_pat(&checked), Some(StandPat::Forbidden));
        assert_eq!(moves.len(), checked.count_moves());
        moves.clear();
        let quiet = at("3k5/9/9/4p4/4n4/p8/9/9/R3R4/5K3 w");
        assert_eq!(tactics.tactical_moves(&quiet, 1, &mut moves), StandPat::Allowed);
        assert_eq!(tactics.stand_pat(&quiet), Some(StandPat::Allowed));
        let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(texts, ["a1a4"], "the protected horse costs a rook");
    }
}
