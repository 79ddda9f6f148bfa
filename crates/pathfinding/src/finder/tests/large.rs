//! The same on maps whose rows take more than one word, of all kinds that `auto` distinguishes.

use super::*;
use crate::map::generate;

/// A random map of one of several kinds, with sides around the 64 cells of a word, and a query on it.
fn any_large_query() -> impl Strategy<Value = (Map, Query)> {
    let sides = || prop_oneof![Just(1u32), 2u32..150, 62u32..68, 126u32..131];
    (0usize..6, sides(), sides(), 0u64..1000, any::<[u16; 2]>()).prop_map(
        |(kind, rows, columns, seed, picks)| {
            let map = match kind {
                0 => generate::random(rows, columns, 0.05, seed),
                1 => generate::random(rows, columns, 0.35, seed),
                2 => generate::rooms(rows.max(9), columns.max(9), 5, seed),
                3 => generate::maze(rows.max(3), columns.max(3), seed),
                4 => {
                    let coarse = generate::random(rows.div_ceil(7), columns.div_ceil(7), 0.3, seed);
                    let terrain =
                        |cell: Cell| coarse.terrain((cell.row / 7, cell.column / 7).into());
                    Map::new(rows, columns, terrain)
                }
                _ => Map::new(rows, columns, |_| Terrain::Floor),
            };
            let free: Vec<Cell> = map.cells().filter(|&cell| map.connected(cell, cell)).collect();
            let pick = |pick: u16| free.get(usize::from(pick) % free.len().max(1)).copied();
            // A map without a free cell is replaced by one that has some.
            let Some([from, to]) = pick(picks[0]).zip(pick(picks[1])).map(|(a, b)| [a, b]) else {
                let cell = Cell { row: 0, column: 0 };
                return (Map::new(1, 1, |_| Terrain::Floor), Query::new(cell, cell));
            };
            (map, Query::new(from, to))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn on_large_maps_of_every_kind_every_search_finds_the_fewest_steps((map, query) in any_large_query()) {
        let mut finder = Finder::new(&map);
        let expected = oracle(&map, &query).map(Length::straight).ok_or(Unsolved::Exhausted);
        let back = Query::new(query.to, query.from);
        for algorithm in Algorithm::ALL.into_iter().filter(|&one| !runs_away(one)) {
            for query in [&query, &back] {
                let report = solve(&mut finder, query, &config(algorithm, Heuristic::Manhattan));
                prop_assert_eq!(report.outcome, expected, "{}", algorithm);
            }
        }
    }

    #[test]
    fn on_large_maps_of_every_kind_searches_with_eight_neighbours_agree((map, query) in any_large_query()) {
        let query = Query { movement: Movement::Eight, ..query };
        let mut finder = Finder::new(&map);
        let expected = octile_oracle(&map, &query).ok_or(Unsolved::Exhausted);
        for algorithm in [Algorithm::Astar, Algorithm::Jps, Algorithm::Auto] {
            let report = solve(&mut finder, &query, &config(algorithm, Heuristic::Octile));
            prop_assert_eq!(report.outcome, expected, "{}", algorithm);
        }
    }
}
