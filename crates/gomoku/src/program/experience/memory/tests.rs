use super::*;
use crate::{Rule, Size};
use proptest::prelude::*;

fn position(moves: &str) -> Gomoku {
    Gomoku::parse_position(moves).unwrap()
}

fn lesson(moves: &str, mv: &str, tally: Tally) -> Lesson {
    let position = position(moves);
    let mv = position.parse_move(mv).unwrap();
    Lesson::new(&position, mv, tally)
}

fn known(memory: &Memory, moves: &str) -> Vec<(String, Tally)> {
    let position = position(moves);
    let known = memory.at(&position).into_iter();
    known.map(|(mv, tally)| (position.move_text(mv), tally)).collect()
}

#[test]
fn lessons_of_one_move_add_up_and_hold_for_mirror_images() {
    let mut memory = Memory::default();
    memory.add(&lesson("h8i9", "g7", Tally::LOST));
    memory.add(&lesson("h8g7", "i9", Tally::LOST));
    memory.add(&lesson("h8i9", "h9", Tally::WON));
    assert_eq!(memory.len(), 1);
    let expected = Tally { won: 0, lost: 2 };
    assert!(known(&memory, "h8g9").contains(&("i7".into(), expected)));
    // The diagonal is a symmetry axis, so a lesson covers two moves.
    let won: Vec<_> = known(&memory, "h8i9").into_iter().filter(|(_, t)| t.is_good()).collect();
    assert_eq!(won.len(), 2, "{won:?}");
    assert_eq!(known(&memory, "h8i10"), []);
}

#[test]
fn other_rules_and_sizes_are_other_positions() {
    let mut memory = Memory::default();
    memory.add(&lesson("h8i9", "g7", Tally::LOST));
    for (size, rule) in [(15, Rule::Renju), (17, Rule::Freestyle)] {
        let game = notation::parse_position("h8i9", Size::square(size), rule).unwrap();
        assert_eq!(memory.at(&game), [], "{size} {rule}");
    }
}

#[test]
fn the_oldest_positions_go_first() {
    let mut memory = Memory::default();
    for moves in ["h8", "h8i9", "h8h9", "h8"] {
        memory.add(&lesson(moves, "a1", Tally::LOST));
    }
    assert_eq!(memory.trim(5), 0);
    assert_eq!(memory.trim(2), 1);
    assert!(known(&memory, "h8i9").is_empty());
    assert!(!known(&memory, "h8").is_empty() && !known(&memory, "h8h9").is_empty());
    // The file preserves the age of positions.
    let mut read = Memory::of(memory.entries());
    read.trim(1);
    assert!(!known(&read, "h8").is_empty());
}

#[test]
fn a_position_is_forgotten_in_every_mirror_image() {
    let mut memory = Memory::default();
    memory.add(&lesson("h8i9", "g7", Tally::LOST));
    assert!(!memory.forget(&position("h8i10")));
    assert!(memory.forget(&position("h8g7")));
    assert!(memory.is_empty());
}

fn row(rest: &str) -> String {
    format!("\"{:016x} {rest}\"", checksum(rest.as_bytes()))
}

fn parse(row: &str) -> Result<Entry, String> {
    serde_json::from_str(row).map_err(|error| error.to_string())
}

#[test]
fn rows_that_no_engine_wrote_are_refused() {
    assert!(parse("\"hello\"").unwrap_err().starts_with("found `hello`"));
    let good = row("0 1 a1 ...../...../...../...../..... X");
    assert!(parse(&good).is_ok(), "{:?}", parse(&good));
    let damaged = parse(&good.replace(" 1 ", " 2 ")).unwrap_err();
    let expected = "found a row that was changed or damaged, allowed: rows as they were written";
    assert!(damaged.starts_with(expected), "{damaged}");
    for (rest, word) in [
        ("0 1 h8", "a checksum, two numbers"),
        ("0 x a1 ...../...../...../...../..... X", "two numbers"),
        ("0 1 a1 ...../....", "a position of rows"),
        ("0 1 z9 ...../...../...../...../..... X", "a legal move"),
        ("0 1 b1 ....X/...../...../...../..... O", "the least mirror image"),
    ] {
        let error = parse(&row(rest)).unwrap_err();
        assert!(error.contains(word), "{error}");
    }
}

proptest! {
    #[test]
    fn reading_never_panics(text in "\\PC{0,80}") {
        let _ = parse(&text);
        let _ = parse(&row(&text));
    }

    #[test]
    fn a_changed_byte_never_goes_unseen(at in 0usize..2000, byte in 32u8..127) {
        let entry = lesson("h8i9g7", "a1", Tally { won: 7, lost: 3 }).entry();
        let mut bytes = serde_json::to_vec(&entry).unwrap();
        let at = at % bytes.len();
        // The hexadecimal digits of the checksum may be in either case.
        prop_assume!(!bytes[at].eq_ignore_ascii_case(&byte));
        bytes[at] = byte;
        let changed = String::from_utf8(bytes).unwrap();
        prop_assert!(parse(&changed).is_err(), "{changed}");
    }

    #[test]
    fn what_is_written_reads_back(
        lessons in prop::collection::vec((0usize..4, 0u8..5, 0u8..5, 0u32..9, 0u32..9), 0..20)
    ) {
        let mut memory = Memory::default();
        let starts = ["h8h9", "h8", "h8i9", "h8h9i8"];
        for (start, row, column, won, lost) in lessons {
            let position = position(starts[start]);
            memory.add(&Lesson::new(&position, Point::new(row, column), Tally { won, lost }));
        }
        let rows = memory.entries();
        let text: Vec<String> = rows.iter().map(|row| serde_json::to_string(row).unwrap()).collect();
        let read: Vec<Entry> = text.iter().map(|row| parse(row).unwrap()).collect();
        prop_assert_eq!(&read, &rows);
        prop_assert_eq!(Memory::of(read).entries(), rows);
    }
}
