//! The search tree: positions with their proof numbers, and the moves between them.

use crate::rules::point::Point;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The proof number of a disproven position, and the disproof number of a proven one.
pub(crate) const INFINITY: u32 = 1 << 30;

/// Proof and disproof numbers: estimates of the minimum number of positions that must still be decided
/// for the attack to succeed, and for it to fail.
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

    /// Whether either number has reached its threshold, or the position is decided.
    pub(crate) const fn reach(self, most: Numbers) -> bool {
        self.proof >= most.proof || self.disproof >= most.disproof || self.is_decided()
    }
}

/// The index of a position in the [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id(u32);

/// A move, and the position it leads to once that has been visited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(super) mv: Point,
    to: Option<Id>,
    guess: Numbers,
}

impl Step {
    /// A move to an unvisited position, with an estimate of its numbers.
    pub(crate) const fn new(mv: Point, guess: Numbers) -> Step {
        Step { mv, to: None, guess }
    }

    pub(crate) fn guess(&self) -> Numbers {
        self.guess
    }

    /// The position it leads to, if visited.
    pub(crate) fn to(&self) -> Option<Id> {
        self.to
    }
}

#[derive(Clone)]
struct Node {
    numbers: Numbers,
    steps: Box<[Step]>,
}

/// Uses the key as its own hash: Zobrist keys are already random.
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

/// The visited positions, each stored once even if reached in several ways. Stones are never removed,
/// so the graph has no cycles.
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

    /// The position that a step leads to, if visited.
    pub(crate) fn after(&self, id: Id, step: usize) -> Option<Id> {
        self.steps(id)[step].to
    }

    pub(crate) fn link(&mut self, id: Id, step: usize, to: Id) {
        self.nodes[id.0 as usize].steps[step].to = Some(to);
    }

    /// The numbers of the position after each step: known if visited, else estimated.
    pub(crate) fn child_numbers(&self, id: Id) -> impl Iterator<Item = Numbers> + Clone {
        let steps = self.steps(id).iter();
        steps.map(|step| step.to.map_or(step.guess, |to| self.numbers(to)))
    }

    /// Recomputes the numbers of a position of the attacker from its children. While they are below their
    /// thresholds, returns the move to search next and the thresholds for its position.
    pub(crate) fn best_attack(&mut self, id: Id, most: Numbers) -> Option<(usize, Point, Numbers)> {
        let children = self.child_numbers(id);
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

    /// The same for a position of the defender.
    pub(crate) fn best_defence(
        &mut self,
        id: Id,
        most: Numbers,
    ) -> Option<(usize, Point, Numbers)> {
        let children = self.child_numbers(id);
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

/// The numbers of a position of the attacker: one winning move proves it, and all must fail to
/// disprove it.
pub(crate) fn of_attack(children: impl Iterator<Item = Numbers> + Clone) -> Numbers {
    Numbers {
        proof: children.clone().map(|child| child.proof).min().unwrap_or(INFINITY),
        disproof: combined(children.map(|child| child.disproof)),
    }
}

/// The numbers of a position of the defender: one good reply disproves it, and all must fail to prove
/// it.
pub(crate) fn of_defence(children: impl Iterator<Item = Numbers> + Clone) -> Numbers {
    Numbers {
        proof: combined(children.clone().map(|child| child.proof)),
        disproof: children.map(|child| child.disproof).min().unwrap_or(INFINITY),
    }
}

/// The number of a position whose children must all be decided: the largest of theirs, plus one for
/// each other undecided child. A sum would count positions reached in several ways more than once.
fn combined(numbers: impl Iterator<Item = u32>) -> u32 {
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

/// The index of the smallest number, and the second smallest number.
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
