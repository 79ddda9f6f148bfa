//! The real files of the MovingAI benchmarks, with everything that is odd about them. They lie beside the
//! repository; without them the tests are skipped.

use pathfinding::formats::{movingai, scenario};
use pathfinding::{Map, Terrain};
use plywood_testing::data;

/// A map's name, rows, columns, free cells and queries.
const FILES: [(&str, u32, u32, usize, usize); 5] = [
    ("AR0011SR", 512, 512, 120_458, 1280),
    ("Berlin_0_1024", 1024, 1024, 794_748, 3850),
    ("arena2", 209, 281, 24_311, 929),
    ("maze512-1-0", 512, 512, 131_071, 11_960),
    ("random512-35-0", 512, 512, 161_541, 2150),
];

/// The text of a file, if it is there.
fn text(name: &str) -> Option<String> {
    let path = data::file(&format!("movingai/{name}"))?;
    Some(std::fs::read_to_string(path).expect("a file that is there can be read"))
}

fn map(name: &str) -> Option<Map> {
    Some(movingai::parse(&text(&format!("{name}.map"))?).expect("a real map is valid").map)
}

#[test]
fn the_real_maps_have_their_size_and_their_free_cells() {
    for (name, rows, columns, free, _) in FILES {
        let Some(map) = map(name) else { continue };
        assert_eq!((map.rows(), map.columns()), (rows, columns), "{name}");
        let is_free = |&cell: &pathfinding::Cell| map.terrain(cell) == Terrain::Floor;
        assert_eq!(map.cells().filter(is_free).count(), free, "{name}");
    }
}

#[test]
fn the_real_scenarios_have_all_their_queries_and_each_has_a_way() {
    for (name, rows, columns, _, queries) in FILES {
        let (Some(map), Some(text)) = (map(name), text(&format!("{name}.map.scen"))) else {
            continue;
        };
        let scenario = scenario::parse(&text).expect("a real scenario is valid");
        assert!(scenario.map.ends_with(&format!("{name}.map")), "{}", scenario.map);
        assert_eq!((scenario.rows, scenario.columns), (rows, columns), "{name}");
        assert_eq!(scenario.queries.len(), queries, "{name}");
        let map = scenario.scale(map);
        for query in &scenario.queries {
            assert!(map.connected(query.from, query.to), "{name}, line {}", query.line);
        }
    }
}
