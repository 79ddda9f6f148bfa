//! The attack tables agree with a slow walk, square by square.

use super::*;
use proptest::prelude::*;

/// The squares from `from` in one direction, nearest first.
fn ray(from: Square, files: i32, ranks: i32) -> Vec<Square> {
    std::iter::successors(from.step(files, ranks), |at| at.step(files, ranks)).collect()
}

const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

fn any_board() -> impl Strategy<Value = Squares> {
    (any::<u128>(), any::<u128>()).prop_map(|(a, b)| Squares(a & b) & Squares::ALL)
}

proptest! {
    #[test]
    fn line_tables_agree_with_a_walk_along_the_line(occupied in any_board(), index in 0..SQUARES) {
        let from = Square::from_index(index);
        let (mut reach, mut behind) = (Squares::NONE, Squares::NONE);
        for (files, ranks) in DIRECTIONS {
            let mut pieces = 0;
            for at in ray(from, files, ranks) {
                if pieces == 0 {
                    reach = reach.with(at);
                } else if pieces == 1 && occupied.contains(at) {
                    behind = behind.with(at);
                }
                pieces += usize::from(occupied.contains(at));
            }
        }
        prop_assert_eq!(rook(from, occupied), reach);
        prop_assert_eq!(cannon(from, occupied), (reach & !occupied, behind));
    }

    #[test]
    fn horse_tables_require_a_free_leg_in_both_directions(occupied in any_board(), index in 0..SQUARES) {
        let from = Square::from_index(index);
        let mut reached = Squares::NONE;
        for (files, ranks) in DIRECTIONS {
            let Some(leg) = from.step(files, ranks) else { continue };
            for side in [-1, 1] {
                let onward = (2 * files + side * ranks.abs(), 2 * ranks + side * files.abs());
                let to = from.step(onward.0, onward.1).filter(|_| !occupied.contains(leg));
                reached |= to.into_iter().collect();
            }
        }
        prop_assert_eq!(horse(from, occupied), reached);
        for to in Squares::ALL {
            prop_assert_eq!(horse_to(to, occupied).contains(from), reached.contains(to));
        }
        for to in horse_ring(from) {
            prop_assert_eq!(reached.contains(to), !occupied.contains(leg(from, to)));
        }
    }

    #[test]
    fn elephants_need_a_free_eye_and_never_cross_the_river(occupied in any_board(), index in 0..SQUARES) {
        let from = Square::from_index(index);
        let mut reached = Squares::NONE;
        for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            if let (Some(eye), Some(to)) = (from.step(files, ranks), from.step(2 * files, 2 * ranks))
                && !occupied.contains(eye)
                && (to.rank() < 5) == (from.rank() < 5)
            {
                reached = reached.with(to);
            }
        }
        prop_assert_eq!(elephant(from, occupied), reached);
    }
}

#[test]
fn between_is_the_set_of_squares_strictly_inside_the_line() {
    for a in Square::all() {
        for b in cross(a) {
            let (files, ranks) = (
                (b.file() as i32 - a.file() as i32).signum(),
                (b.rank() as i32 - a.rank() as i32).signum(),
            );
            let line: Squares =
                ray(a, files, ranks).into_iter().take_while(|&at| at != b).collect();
            assert_eq!(between(a, b), line, "{a} {b}");
        }
    }
}

#[test]
fn pawns_go_sideways_beyond_the_river_and_never_back() {
    let at = |name| Square::parse(name).unwrap();
    assert_eq!(pawn(Side::First, at("e3")).to_string(), "e4");
    assert_eq!(pawn(Side::First, at("e5")).to_string(), "d5 f5 e6");
    assert_eq!(pawn(Side::First, at("a9")).to_string(), "b9");
    assert_eq!(pawn(Side::Second, at("e5")).to_string(), "e4");
    assert_eq!(pawn(Side::Second, at("i4")).to_string(), "i3 h4");
    for side in [Side::First, Side::Second] {
        for (from, to) in Square::all().flat_map(|from| Squares::ALL.map(move |to| (from, to))) {
            assert_eq!(pawn_to(side, to).contains(from), pawn(side, from).contains(to));
        }
    }
}

#[test]
fn advisors_reach_five_points_of_the_palace() {
    let at = |name| Square::parse(name).unwrap();
    assert_eq!(advisor(at("e1")).to_string(), "d0 f0 d2 f2");
    assert_eq!(advisor(at("d9")).to_string(), "e8");
    assert_eq!(king(at("e0")).to_string(), "d0 f0 e1");
    assert_eq!(king(at("d7")).to_string(), "e7 d8");
}
