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
    // White's diagonal is a mirror axis: two moves are one.
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
    // Age survives the file.
    let (mut read, _) = Memory::parse(&memory.to_text()).unwrap();
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

fn file() -> String {
    let mut memory = Memory::default();
    memory.add(&lesson("h8i9", "g7", Tally::LOST));
    memory.add(&lesson("h8i9g7", "a1", Tally { won: 7, lost: 3 }));
    memory.to_text()
}

#[test]
fn files_that_no_engine_wrote_are_refused_with_the_line() {
    let whole = file();
    let refused = |text: &str| Memory::parse(text).unwrap_err().to_string();
    assert!(refused("games\n").starts_with("line 1: found `games`"), "{}", refused("games\n"));
    assert!(refused("games").starts_with("line 1: "));
    let damaged = whole.replacen(" 1 ", " 2 ", 1);
    assert_eq!(
        refused(&damaged),
        "line 2: found a line that was changed or damaged, allowed: lines as they were written"
    );
    assert!(refused(&format!("{whole}hello\n")).starts_with("line 4: found `hello`"));
    let with = |rest: &str| format!("{HEADER}\n{:016x} {rest}\n", checksum(rest.as_bytes()));
    for (rest, word) in [
        ("0 1 h8", "a checksum, two numbers"),
        ("0 x a1 ...../...../...../...../..... X", "two numbers"),
        ("0 1 a1 ...../....", "a position of rows"),
        ("0 1 z9 ...../...../...../...../..... X", "a legal move"),
        ("0 1 b1 ....X/...../...../...../..... O", "the least mirror image"),
    ] {
        assert!(refused(&with(rest)).contains(word), "{}", refused(&with(rest)));
    }
}

proptest! {
    #[test]
    fn reading_never_panics(text in "\\PC{0,80}", tail in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = Memory::parse(&text);
        let _ = Memory::parse(&format!("{HEADER}\n{text}\n"));
        let _ = Memory::parse(&format!("{}{}", file(), String::from_utf8_lossy(&tail)));
    }

    #[test]
    fn a_file_cut_off_anywhere_loses_at_most_its_last_line(cut in 0usize..2000) {
        let whole = file();
        let cut = &whole[..cut.min(whole.len())];
        let (memory, good) = Memory::parse(cut).unwrap();
        prop_assert!(cut[good..].find('\n').is_none());
        prop_assert_eq!(memory.len(), cut[..good].lines().count().saturating_sub(1));
    }

    #[test]
    fn a_changed_byte_never_goes_unseen(at in 0usize..2000, byte in 32u8..127) {
        let mut bytes = file().into_bytes();
        let at = at % (bytes.len() - 1);
        prop_assume!(bytes[at] != byte && bytes[at] != b'\n');
        // Numbers of the checksum may be written with capitals.
        prop_assume!(!bytes[at].eq_ignore_ascii_case(&byte));
        bytes[at] = byte;
        let changed = String::from_utf8(bytes).unwrap();
        prop_assert!(Memory::parse(&changed).is_err(), "{changed}");
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
        let text = memory.to_text();
        let (read, good) = Memory::parse(&text).unwrap();
        prop_assert_eq!(good, text.len());
        prop_assert_eq!(read.to_text(), text);
    }
}
