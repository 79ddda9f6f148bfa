//! Leaf counts against the published ones, where their file lies beside the repository. The same
//! facts in our own format are in `fixtures/xiangqi/perft.toml`.

use search::{Notation, perft};
use xiangqi::Position;

/// Deeper counts are left to `scripts/bench.d/xiangqi.perft`.
const DEPTH: u32 = 4;

#[test]
fn every_published_line_is_reproduced() {
    let Some(path) = plywood_testing::data::file("xiangqi/perft.txt") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut fields = line.split(';').map(str::trim);
        let position = Position::parse_position(fields.next().unwrap()).unwrap();
        for field in fields {
            let (depth, nodes) = field.split_once(' ').unwrap();
            let depth: u32 = depth.trim_start_matches('D').parse().unwrap();
            if depth <= DEPTH {
                let expected: u64 = nodes.trim().parse().unwrap();
                assert_eq!(perft(&position, depth), expected, "{line}: depth {depth}");
            }
        }
        lines += 1;
    }
    assert_eq!(lines, 19);
}
