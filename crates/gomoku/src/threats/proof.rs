//! The proof of a forced win: [`Proof`].

use crate::rules::point::Point;

/// A move of the attacker with an answer to every reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The attacker's move.
    pub mv: Point,
    /// The replies that need their own answer.
    pub replies: Vec<(Point, Proof)>,
    /// The answer to every other reply; `None` if the move makes five.
    pub otherwise: Option<Box<Proof>>,
}

impl Proof {
    /// A move that makes five.
    pub(crate) fn five(mv: Point) -> Proof {
        Proof { mv, replies: Vec::new(), otherwise: None }
    }

    /// The number of attacker moves in the longest line.
    pub fn length(&self) -> usize {
        let answers =
            self.replies.iter().map(|(_, answer)| answer).chain(self.otherwise.as_deref());
        1 + answers.map(Proof::length).max().unwrap_or_default()
    }

    /// The number of attacker moves in all lines of the proof.
    pub fn size(&self) -> usize {
        let answers =
            self.replies.iter().map(|(_, answer)| answer).chain(self.otherwise.as_deref());
        1 + answers.map(Proof::size).sum::<usize>()
    }

    /// The longest line, attacker and defender alternating. It ends where no reply needs its own
    /// answer.
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
