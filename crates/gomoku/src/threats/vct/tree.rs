//! What the search knows: positions with their proof numbers, and the moves between them.

use crate::rules::point::Point;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Proven, or disproven, beyond doubt.
pub(crate) const INFINITY: u32 = 1 << 30;

/// Proof and disproof numbers: the least number of positions that must still be decided for the
/// attack to succeed, and for it to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

pub(crate) const WON: Numbers = Numbers { proof: 0, disproof: INFINITY };
pub(crate) const FAILED: Numbers = Numbers { proof: INFINITY, disproof: 0 };

impl Numbers {
    pub(crate) const fn is_won(self) -> bool {
        self.proof == 0
    }

    pub(crate) const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether either number has reached its threshold, or nothing is left to decide.
    pub(crate) const fn reach(self, most: Numbers) -> bool {
        self.proof >= most.proof || self.disproof >= most.disproof || self.is_decided()
    }
}

/// A position by its place in the [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id(u32);

/// A move, and where it leads once that has been looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(super) mv: Point,
    to: Option<Id>,
    guess: Numbers,
}

impl Step {
    /// A move to a position that nobody has looked at, with a guess of its numbers.
    pub(crate) const fn new(mv: Point, guess: Numbers) -> Step {
        Step { mv, to: None, guess }
    }

    pub(crate) fn guess(&self) -> Numbers {
        self.guess
    }

    /// Where it leads, if that has been looked at.
    pub(crate) fn to(&self) -> Option<Id> {
        self.to
    }
}

#[derive(Clone)]
struct Node {
    numbers: Numbers,
    steps: Box<[Step]>,
}

/// Keys are mixed already.
#[derive(Clone, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Positions met, each once, however many ways lead there. Stones are never taken away, so no way
/// leads back.
#[derive(Clone, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    by_key: HashMap<u64, Id, BuildHasherDefault<KeyHasher>>,
}

impl Tree {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.by_key.clear();
    }

    pub(crate) fn find(&self, key: u64) -> Option<Id> {
        self.by_key.get(&key).copied()
    }

    pub(crate) fn add(&mut self, key: u64, numbers: Numbers, steps: Vec<Step>) -> Id {
        let id = Id(self.nodes.len() as u32);
        self.nodes.push(Node { numbers, steps: steps.into() });
        self.by_key.insert(key, id);
        id
    }

    pub(crate) fn numbers(&self, id: Id) -> Numbers {
        self.nodes[id.0 as usize].numbers
    }

    pub(crate) fn set_numbers(&mut self, id: Id, numbers: Numbers) {
        self.nodes[id.0 as usize].numbers = numbers;
    }

    pub(crate) fn steps(&self, id: Id) -> &[Step] {
        &self.nodes[id.0 as usize].steps
    }

    /// Where a step leads, if that has been looked at.
    pub(crate) fn after(&self, id: Id, step: usize) -> Option<Id> {
        self.steps(id)[step].to
    }

    pub(crate) fn link(&mut self, id: Id, step: usize, to: Id) {
        self.nodes[id.0 as usize].steps[step].to = Some(to);
    }

    /// What is known, or guessed, of where each step leads.
    pub(crate) fn prospects(&self, id: Id) -> impl Iterator<Item = Numbers> + Clone {
        let steps = self.steps(id).iter();
        steps.map(|step| step.to.map_or(step.guess, |to| self.numbers(to)))
    }

    /// Joins the numbers of a position of the attacker anew; the move to search next, if they are still
    /// within their thresholds, and the thresholds of where it leads.
    pub(crate) fn best_attack(&mut self, id: Id, most: Numbers) -> Option<(usize, Point, Numbers)> {
        let children = self.prospects(id);
        let numbers = of_attack(children.clone());
        let (best, second) = two_least(children.clone().map(|child| child.proof));
        let chosen = children.clone().nth(best);
        drop(children);
        self.nodes[id.0 as usize].numbers = numbers;
        let chosen = chosen.filter(|_| !numbers.reach(most))?;
        let most = Numbers {
            proof: most.proof.min(second.saturating_add(1)),
            disproof: (most.disproof - numbers.disproof).saturating_add(chosen.disproof),
        };
        Some((best, self.steps(id)[best].mv, most))
    }

    /// Likewise for a position of the defender.
    pub(crate) fn best_defence(
        &mut self,
        id: Id,
        most: Numbers,
    ) -> Option<(usize, Point, Numbers)> {
        let children = self.prospects(id);
        let numbers = of_defence(children.clone());
        let (best, second) = two_least(children.clone().map(|child| child.disproof));
        let chosen = children.clone().nth(best);
        drop(children);
        self.nodes[id.0 as usize].numbers = numbers;
        let chosen = chosen.filter(|_| !numbers.reach(most))?;
        let most = Numbers {
            proof: (most.proof - numbers.proof).saturating_add(chosen.proof),
            disproof: most.disproof.min(second.saturating_add(1)),
        };
        Some((best, self.steps(id)[best].mv, most))
    }
}

/// The numbers of a position of the attacker, who needs one good move; all of them must fail.
pub(crate) fn of_attack(children: impl Iterator<Item = Numbers> + Clone) -> Numbers {
    Numbers {
        proof: children.clone().map(|child| child.proof).min().unwrap_or(INFINITY),
        disproof: joined(children.map(|child| child.disproof)),
    }
}

/// The numbers of a position of the defender, who needs one good reply; all of them must fail.
pub(crate) fn of_defence(children: impl Iterator<Item = Numbers> + Clone) -> Numbers {
    Numbers {
        proof: joined(children.clone().map(|child| child.proof)),
        disproof: children.map(|child| child.disproof).min().unwrap_or(INFINITY),
    }
}

/// The number of a position whose children must all be decided: the greatest of theirs, and one for
/// each of the others. A sum would count positions reached in several ways several times.
fn joined(numbers: impl Iterator<Item = u32>) -> u32 {
    let (mut greatest, mut open) = (0, 0u32);
    for number in numbers.filter(|&number| number > 0) {
        greatest = number.max(greatest);
        open += 1;
    }
    match greatest {
        INFINITY.. => INFINITY,
        _ => (greatest + open.saturating_sub(1)).min(INFINITY - 1),
    }
}

/// Where the least number is, and the second least.
pub(crate) fn two_least(numbers: impl Iterator<Item = u32>) -> (usize, u32) {
    let (mut at, mut least, mut second) = (0, u32::MAX, u32::MAX);
    for (index, number) in numbers.enumerate() {
        if number < least {
            (at, second, least) = (index, least, number);
        } else {
            second = second.min(number);
        }
    }
    (at, second)
}
