//! What proves a win by force: [`Proof`].

use crate::rules::point::Point;

/// A move of the attacker and an answer to every reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The move.
    pub mv: Point,
    /// The replies that need an answer of their own.
    pub replies: Vec<(Point, Proof)>,
    /// The answer to every other reply; none if the move makes five.
    pub otherwise: Option<Box<Proof>>,
}

impl Proof {
    /// A move that makes five.
    pub(crate) fn five(mv: Point) -> Proof {
        Proof { mv, replies: Vec::new(), otherwise: None }
    }

    /// How many moves of the attacker the longest line has.
    pub fn length(&self) -> usize {
        let answers =
            self.replies.iter().map(|(_, answer)| answer).chain(self.otherwise.as_deref());
        1 + answers.map(Proof::length).max().unwrap_or_default()
    }

    /// How many moves of the attacker there are in all.
    pub fn size(&self) -> usize {
        let answers =
            self.replies.iter().map(|(_, answer)| answer).chain(self.otherwise.as_deref());
        1 + answers.map(Proof::size).sum::<usize>()
    }

    /// The longest line, attacker and defender in turn, as far as the defender has a reply that
    /// needs an answer of its own.
    pub fn line(&self) -> Vec<Point> {
        let mut line = vec![self.mv];
        let mut at = self;
        while let Some((reply, answer)) =
            at.replies.iter().max_by_key(|(_, answer)| answer.length())
        {
            line.extend([*reply, answer.mv]);
            at = answer;
        }
        line
    }
}
