//! All cells within a number of steps of a centre, by breadth-first search.

use super::stamps::Stamps;
use crate::map::{Map, Spot};

/// The working memory, reused between calls so that nothing is allocated once it has grown.
#[derive(Clone, Debug, Default)]
pub(super) struct Ball {
    stamps: Stamps,
    now: Vec<u32>,
    next: Vec<u32>,
}

impl Ball {
    /// Calls `reached` with the index and the distance of every cell within `radius` steps, nearest first,
    /// starting with the centre.
    pub(super) fn spread(
        &mut self,
        map: &Map,
        centre: Spot,
        radius: u32,
        mut reached: impl FnMut(usize, u32),
    ) {
        let Ball { stamps, now, next } = self;
        let (stamps, mark) = stamps.begin(map);
        let first = map.index(centre);
        stamps[first] = mark;
        now.clear();
        now.push(first as u32);
        reached(first, 0);
        for steps in 1..=radius {
            next.clear();
            for &index in now.iter() {
                for neighbour in map.neighbours(index as usize) {
                    if stamps[neighbour] < mark {
                        stamps[neighbour] = mark;
                        next.push(neighbour as u32);
                        reached(neighbour, steps);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(now, next);
        }
    }
}
