//! The moves of a threat search: threats of the attacker and replies of the defender.

use super::proof::Proof;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::{Direction, Point};
use crate::rules::rule::Rule;
use crate::rules::shapes::Shape;
use crate::rules::threat::Threat;
use search::{Game, Side};

/// The first point where a side can make this threat.
pub(crate) fn first_with(game: &Gomoku, side: Side, threat: Threat) -> Option<Point> {
    if game.points_with(threat, side) == 0 {
        return None;
    }
    game.threat_points(side, threat, threat).next()
}

/// The points where the attacker would make five.
pub(crate) fn fives(game: &Gomoku, attacker: Side) -> Vec<Point> {
    if game.points_with(Threat::Five, attacker) == 0 {
        return Vec::new();
    }
    game.threat_points(attacker, Threat::Five, Threat::Five).collect()
}

/// The replies of the defender, to move, to a four.
pub(crate) struct FourReplies {
    /// Replies after which the attacker cannot make five.
    pub(super) stops: Vec<Point>,
    /// Replies that stop the first five but leave another, with that other five.
    pub(super) futile: Vec<(Point, Point)>,
    /// The five that answers all other replies.
    pub(super) five: Point,
}

/// The only point where the defender, to move, can stop the attacker's four. `None` if there is no four,
/// if it cannot be stopped, or if other points might stop it too.
pub(crate) fn only_stop(game: &Gomoku, attacker: Side) -> Option<Point> {
    if game.rule() == Rule::Caro || game.points_with(Threat::Five, attacker) != 1 {
        return None;
    }
    first_with(game, attacker, Threat::Five).filter(|&five| game.is_legal(five))
}

/// The replies to the attacker's four; `None` if there is no four.
pub(crate) fn four_replies(game: &mut Gomoku, attacker: Side) -> Option<FourReplies> {
    let fives = fives(game, attacker);
    let &five = fives.first()?;
    let mut replies = FourReplies { stops: Vec::new(), futile: Vec::new(), five };
    if game.rule() == Rule::Caro {
        // A stone at the far end can stop a five too.
        for reply in around(game, five, &Direction::ALL) {
            game.play(reply);
            let left = self::fives(game, attacker);
            game.undo(reply, ());
            match left.first() {
                None => replies.stops.push(reply),
                Some(&other) if !left.contains(&five) => replies.futile.push((reply, other)),
                Some(_) => {}
            }
        }
    } else if let Some(&other) = fives.get(1) {
        replies.futile.push((five, other));
    } else if game.is_legal(five) {
        replies.stops.push(five);
    }
    Some(replies)
}

/// The legal moves on this point and near it in these directions: wherever a stone could change the
/// shapes made on the point.
pub(crate) fn around(game: &Gomoku, point: Point, directions: &[Direction]) -> Vec<Point> {
    let reach = game.reach() as i8;
    let near = directions.iter().flat_map(|&direction| {
        (-reach..=reach).filter(|&steps| steps != 0).filter_map(move |s| point.step(direction, s))
    });
    let size = game.size();
    std::iter::once(point)
        .chain(near)
        .filter(|&reply| size.contains(reply) && game.is_legal(reply))
        .collect()
}

/// The replies of the defender, to move, to the threat of an open four on `point`: moves that may
/// prevent it, and the defender's own fours.
pub(crate) fn three_replies(game: &Gomoku, attacker: Side, point: Point) -> Vec<Point> {
    let fours = Direction::ALL
        .into_iter()
        .filter(|&direction| game.shape(point, direction, attacker) >= Shape::Four);
    let mut replies = around(game, point, &fours.collect::<Vec<_>>());
    let defender = !attacker;
    for four in game.threat_points(defender, Threat::Four, Threat::OpenFour) {
        if !replies.contains(&four) {
            replies.push(four);
        }
    }
    replies
}

/// The replies of the side to move that break the opponent's chain of fours, its own fours included.
pub(crate) fn chain_breakers(game: &mut Gomoku, chain: &Proof) -> Vec<Point> {
    let side = game.side();
    let mut replies = chain_points(game, chain);
    replies.extend(game.threat_points(side, Threat::Four, Threat::OpenFour));
    replies.sort_unstable();
    replies.dedup();
    replies.retain(|&reply| game.is_legal(reply) && breaks(game, reply, chain));
    replies
}

/// Whether the opponent's chain of fours no longer wins after this move.
pub(crate) fn breaks(game: &mut Gomoku, mv: Point, chain: &Proof) -> bool {
    game.play(mv);
    let wins = still_wins(game, chain);
    game.undo(mv, ());
    !wins
}

/// The points where a stone of the side to move may break the opponent's chain of fours: the points of
/// the chain, and those that would turn its forced replies into fours. Points may be occupied, and
/// may be listed more than once.
pub(crate) fn chain_points(game: &mut Gomoku, chain: &Proof) -> Vec<Point> {
    let mut points = Vec::new();
    game.pass();
    follow_chain(game, chain, &mut points);
    game.pass();
    points
}

/// Collects the points of a chain, with the attacker to move.
fn follow_chain(game: &mut Gomoku, chain: &Proof, points: &mut Vec<Point>) {
    points.push(chain.mv);
    let Some(otherwise) = &chain.otherwise else { return };
    points.push(otherwise.mv);
    game.play(chain.mv);
    for (reply, answer) in &chain.replies {
        let side = game.side();
        if game.rule() == Rule::Caro {
            // A stone at the far end can stop a five too.
            points.extend(around(game, *reply, &Direction::ALL));
        } else {
            points.push(*reply);
            // One more stone in these lines would turn this reply into a four.
            let lines = Direction::ALL.into_iter();
            let lines = lines.filter(|&d| game.shape(*reply, d, side) >= Shape::SleepingThree);
            points.extend(around(game, *reply, &lines.collect::<Vec<_>>()));
        }
        game.play(*reply);
        follow_chain(game, answer, points);
        game.undo(*reply, ());
    }
    game.undo(chain.mv, ());
}

/// Whether a chain of fours found in another position wins in this one too, with the attacker to
/// move. The chain is replayed move by move.
fn still_wins(game: &mut Gomoku, chain: &Proof) -> bool {
    let attacker = game.side();
    if !game.is_legal(chain.mv) {
        return false;
    }
    if game.threat(chain.mv, attacker) == Threat::Five {
        return true;
    }
    let Some(five) = chain.otherwise.as_ref().map(|otherwise| otherwise.mv) else { return false };
    let is_five =
        |game: &Gomoku| game.is_empty(five) && game.threat(five, attacker) == Threat::Five;
    game.play(chain.mv);
    let mut wins = game.points_with(Threat::Five, !attacker) == 0 && is_five(game);
    if wins {
        let stops = match game.rule() {
            Rule::Caro => around(game, five, &Direction::ALL),
            _ => vec![five],
        };
        wins = stops.into_iter().all(|stop| {
            if !game.is_legal(stop) {
                return true;
            }
            game.play(stop);
            let answer = chain.replies.iter().find(|(reply, _)| *reply == stop);
            let wins = match answer {
                Some((_, answer)) => still_wins(game, answer),
                None => is_five(game),
            };
            game.undo(stop, ());
            wins
        });
    }
    game.undo(chain.mv, ());
    wins
}

/// The proof that an open four on `point` wins, with the attacker to move and the defender unable to
/// make five.
pub(crate) fn prove_open_four(game: &mut Gomoku, point: Point) -> Option<Proof> {
    let attacker = game.side();
    game.play(point);
    let replies = four_replies(game, attacker);
    game.undo(point, ());
    let replies = replies.filter(|replies| replies.stops.is_empty())?;
    Some(prove_four(point, replies, Vec::new()))
}

/// The proof that a four wins, given an answer to each reply that stops it.
pub(crate) fn prove_four(mv: Point, four: FourReplies, stops: Vec<(Point, Proof)>) -> Proof {
    let futile = four.futile.iter().map(|&(reply, five)| (reply, Proof::five(five)));
    Proof {
        mv,
        replies: stops.into_iter().chain(futile).collect(),
        otherwise: Some(Box::new(Proof::five(four.five))),
    }
}
