//! Whether `auto` chooses well: its time on seeded maps of several kinds, none of them the MovingAI maps,
//! against the best of the searches it chooses from. The thresholds in `map/character.rs` and
//! `finder/auto.rs` have to hold here.
//!
//! `scripts/bench.d/pathfinding.auto` runs it; QUERIES=20 for a shorter run.

use pathfinding::map::generate;
use pathfinding::{Algorithm, Character, Finder, Map, Movement, Query, SearchConfig, Terrain};
use pathfinding_peers::{geometric_mean, number, queries, seconds};
use report::Table;
use search::StopFlag;

/// Rounds of which the best counts, the searches in turn.
const ROUNDS: u32 = 3;

fn maps() -> Vec<(String, Map)> {
    let mut maps = Vec::new();
    for percent in [1, 5, 10, 20, 30, 38] {
        let share = f64::from(percent) / 100.0;
        maps.push((format!("random {percent} %"), generate::random(384, 384, share, 11)));
    }
    for room in [4, 8, 16, 32, 64] {
        maps.push((format!("rooms of {room}"), generate::rooms(385, 385, room, 12)));
    }
    maps.push(("maze".into(), generate::maze(385, 385, 13)));
    // Every cell of a coarse map as a block of cells: large walls.
    for (scale, share) in [(4, 0.1), (8, 0.35), (16, 0.1), (16, 0.35)] {
        let coarse = generate::random(384 / scale, 384 / scale, share, 14);
        let map = Map::new(384, 384, |cell| {
            coarse.terrain((cell.row / scale, cell.column / scale).into())
        });
        maps.push((format!("blocks of {scale}, {:.0} %", share * 100.0), map));
    }
    maps.push(("empty".into(), Map::new(384, 384, |_| Terrain::Floor)));
    maps
}

/// What is timed: what `auto` chooses from, then itself.
const SEARCHES: [Algorithm; 4] =
    [Algorithm::Astar, Algorithm::Jps, Algorithm::Bidirectional, Algorithm::Auto];

/// Seconds for all queries in the best round, for each of the searches; endless for one that does not
/// know the movement.
fn times(map: &Map, queries: &[Query], movement: Movement) -> [f64; SEARCHES.len()] {
    let stop = StopFlag::new();
    let configs = SEARCHES.map(|algorithm| SearchConfig { algorithm, ..SearchConfig::default() });
    let mut finders = SEARCHES.map(|_| Finder::new(map));
    let mut least = [f64::INFINITY; SEARCHES.len()];
    // The first round makes room and does not count.
    for round in 0..=ROUNDS {
        for ((config, finder), least) in configs.iter().zip(&mut finders).zip(&mut least) {
            if !config.algorithm.knows(movement) {
                continue;
            }
            let (_, time) = seconds(|| {
                for query in queries {
                    finder.solve(query, config, &stop).expect("the query makes sense");
                }
            });
            *least = if round == 0 { *least } else { least.min(time) };
        }
    }
    least
}

fn main() {
    let count = number("QUERIES", 60);
    let mut ratios = Vec::new();
    for movement in [Movement::Four, Movement::Eight] {
        let header = [
            &format!("{movement} neighbours, us/query"),
            "character",
            "astar",
            "jps",
            "bidirectional",
            "auto",
            "auto : best",
        ];
        let mut table = Table::new(&header).right_align(&[2, 3, 4, 5, 6]);
        for (name, map) in maps() {
            let mut queries = queries(&map, count, 5);
            queries.iter_mut().for_each(|query| query.movement = movement);
            let [astar, jps, bidirectional, auto] = times(&map, &queries, movement);
            let ratio = auto / astar.min(jps).min(bidirectional);
            ratios.push(ratio);
            let each = |time: f64| match time.is_finite() {
                true => format!("{:.1}", time * 1e6 / queries.len() as f64),
                false => "-".to_owned(),
            };
            let character = match map.character() {
                Character::Winding => "winding",
                Character::Strewn => "strewn",
                Character::Walled => "walled",
                Character::Roomy => "roomy",
            };
            table.row(vec![
                name,
                character.to_owned(),
                each(astar),
                each(jps),
                each(bidirectional),
                each(auto),
                format!("{ratio:.2}"),
            ]);
        }
        println!("{}", table.to_text(None));
    }
    println!(
        "auto takes {:.2} times as long as the best choice in geometric mean, {:.2} at most",
        geometric_mean(&ratios),
        ratios.iter().copied().fold(0.0, f64::max)
    );
    println!(
        "figure: `auto` against the best choice, {} seeded cases | {:.2}x its time in geometric mean, {:.1}x \
         at most",
        ratios.len(),
        geometric_mean(&ratios),
        ratios.iter().copied().fold(0.0, f64::max)
    );
}
