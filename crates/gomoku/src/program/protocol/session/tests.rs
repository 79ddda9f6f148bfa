use super::*;
use harness::Domain;
use proptest::prelude::*;
use protocols::serve::converse;
use std::io::{BufReader, Read};
use std::time::Duration;

/// A small engine, so that a session is fast.
fn config() -> crate::Config {
    let document = FiveInARow::CONFIGS.document(None, &[]).unwrap();
    let mut config: crate::Config = document.read().unwrap();
    config.search.depth = Some(1);
    config.search.table_mib = config.search.table_mib.min(1);
    config
}

fn answers(input: impl Read + Send + 'static, config: crate::Config) -> Vec<String> {
    let mut output = Vec::new();
    let session = Session::new(&config.game);
    converse(session, config, BufReader::new(input), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// The answers of a session, without remarks.
fn talk(lines: &[&str]) -> Vec<String> {
    let text = lines.join("\n");
    let said = answers(io::Cursor::new(text.into_bytes()), config());
    said.into_iter().filter(|line| !line.starts_with("MESSAGE")).collect()
}

/// Whether a line is a point of a square board of this side.
fn is_point(line: &str, side: i64) -> bool {
    let numbers = super::super::command::numbers(line);
    matches!(numbers.as_deref(), Some(&[x, y]) if (0..side).contains(&x) && (0..side).contains(&y))
}

#[test]
fn a_game_is_played_turn_by_turn() {
    let said = talk(&["START 9", "BEGIN", "TURN 0,0", "TURN 8,8", "RESTART", "TURN 4,4"]);
    assert_eq!((said[0].as_str(), said[4].as_str()), ("OK", "OK"));
    for index in [1, 2, 3, 5] {
        assert!(is_point(&said[index], 9), "{said:?}");
    }
    assert_eq!(said.len(), 6);
}

#[test]
fn line_ends_of_either_kind_and_small_letters_are_accepted() {
    let said = answers(&b"start 9\r\n\r\nbegin\r\nend\r\n"[..], config());
    assert_eq!(said[0], "OK");
    assert!(is_point(said.last().unwrap(), 9), "{said:?}");
}

#[test]
fn boards_of_every_size_between_5_and_20_are_accepted_and_no_others() {
    let said = talk(&["START 5", "START 20", "RECTSTART 20,7", "START 4", "START 21", "START x"]);
    assert_eq!(said[..3], ["OK", "OK", "OK"]);
    assert!(said[3..].iter().all(|line| line.starts_with("ERROR size: found ")), "{said:?}");
    assert_eq!(said.len(), 6);
}

#[test]
fn a_win_that_is_there_is_taken_whatever_the_order_of_stones() {
    let four = ["1,4,1", "2,4,1", "3,4,1", "4,4,1"];
    let theirs = ["1,1,2", "2,1,2", "3,1,2", "7,7,2"];
    for stones in [[four, theirs].concat(), [theirs, four].concat()] {
        let lines = [&["START 9", "BOARD"][..], &stones, &["DONE"]].concat();
        let said = talk(&lines);
        assert!(["0,4", "5,4"].contains(&said[1].as_str()), "{said:?}");
    }
}

#[test]
fn a_point_that_the_manager_bars_is_not_played() {
    let said = talk(&["START 9", "BOARD", "1,4,1", "2,4,1", "3,4,1", "4,4,1", "5,4,3", "DONE"]);
    assert_eq!(said, ["OK", "0,4"]);
}

#[test]
fn moves_are_imposed_and_taken_back() {
    let said = talk(&[
        "START 9",
        "PLAY 4,4",
        "PLAY 4,4",
        "TAKEBACK 4,4",
        "TAKEBACK 4,4",
        "PLAY 4,4",
        "TURN 4,4",
    ]);
    assert_eq!(said[..2], ["OK", "4,4"]);
    assert!(said[2].starts_with("ERROR point: found 4,4, taken"), "{said:?}");
    assert_eq!(said[3], "OK");
    assert!(said[4].starts_with("ERROR point: found 4,4, empty"), "{said:?}");
    assert_eq!(said[5], "4,4");
    assert!(said[6].starts_with("ERROR point: found 4,4, taken"), "{said:?}");
}

#[test]
fn a_wrong_list_is_refused_at_its_end_and_an_unfinished_one_dropped() {
    let said = talk(&["START 9", "BOARD", "1,1,1", "junk", "2,2,9", "DONE", "BEGIN"]);
    assert!(said[1].starts_with("ERROR list: found `junk`"), "{said:?}");
    assert!(is_point(&said[2], 9), "{said:?}");
    let said = talk(&["START 9", "BOARD", "1,1,1", "ABOUT", "INFO rule 1", "TURN 1,1"]);
    assert!(said[1].starts_with("name=\"Plywood gomoku\", version="), "{said:?}");
    assert!(is_point(&said[2], 9), "the list was dropped: {said:?}");
}

#[test]
fn a_game_that_is_over_for_us_goes_on_if_the_manager_wants_it() {
    let five = ["0,0,2", "1,0,2", "2,0,2", "3,0,2", "4,0,2"];
    let said = talk(&[&["START 9", "BOARD"][..], &five, &["DONE"]].concat());
    assert!(is_point(&said[1], 9), "{said:?}");
}

#[test]
fn a_full_board_is_an_error() {
    let points = (0..25).map(|index| format!("{},{},{}", index % 5, index / 5, 1 + index / 5 % 2));
    let points: Vec<String> = points.collect();
    let points: Vec<&str> = points.iter().map(String::as_str).collect();
    let said = talk(&[&["START 5", "BOARD"][..], &points, &["DONE", "RESTART"]].concat());
    assert!(said[1].starts_with("ERROR board: found no point"), "{said:?}");
    assert_eq!(said[2], "OK");
}

#[test]
fn what_is_not_known_is_answered_by_unknown() {
    let said = talk(&["SUGGEST 1,1", "HELLO \u{7}", "3,3,1", "DONE"]);
    assert_eq!(said[0], "UNKNOWN `SUGGEST 1,1`");
    assert_eq!(said[1], "UNKNOWN `HELLO \\u{7}`");
    assert_eq!(said[2], "UNKNOWN `3,3,1`");
    assert!(said[3].starts_with("ERROR DONE: found no list"), "{said:?}");
}

#[test]
fn a_point_is_evaluated_by_the_shapes_it_would_make() {
    let said = talk(&["START 9", "PLAY 4,4", "INFO evaluate 4,4", "INFO evaluate 5,4"]);
    assert_eq!(said[2], "DEBUG 4,4: an own stone");
    assert!(said[3].starts_with("DEBUG 5,4: own Two"), "{said:?}");
    assert_eq!(
        talk(&["INFO evaluate 99,1", "INFO nonsense 3", "INFO", "INFO folder /tmp"]).len(),
        0
    );
}

#[test]
fn the_three_stages_of_swap2_are_answered() {
    let said = talk(&["START 15", "SWAP2BOARD", "DONE"]);
    let places: Vec<&str> = said[1].split(' ').collect();
    assert_eq!(places.len(), 3);
    assert!(places.iter().all(|place| is_point(place, 15)), "{said:?}");
    // Black's stones are far apart, so white, to move, is better off; two plies show it.
    let mut config = config();
    config.search.depth = Some(2);
    let text = "START 15\nSWAP2BOARD\n0,0\n7,7\n14,14\nDONE";
    let said = answers(text.as_bytes(), config);
    let places: Vec<_> = said.iter().filter(|line| is_point(line, 15)).collect();
    assert_eq!(places.len(), 1, "{said:?}");
    let said = talk(&["START 15", "SWAP2BOARD", "7,7", "7,8", "DONE", "ABOUT"]);
    assert!(said[1].starts_with("ERROR SWAP2BOARD: found 2 stones, allowed: 0, 3 or 5"));
    assert!(said[2].starts_with("name="));
}

#[test]
fn black_is_taken_where_black_is_about_to_win() {
    let mut config = config();
    config.search.depth = Some(3);
    // Three in a row, open at both ends, against two stones in corners.
    let text = "START 15\nSWAP2BOARD\n6,7\n0,0\n7,7\n14,14\n8,7\nDONE\n";
    let said = answers(text.as_bytes(), config);
    assert_eq!(said.last().unwrap(), "SWAP", "{said:?}");
}

/// Input that arrives in parts, with pauses.
struct Slow(Vec<(Duration, &'static [u8])>);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let (pause, text) = self.0.remove(0);
        std::thread::sleep(pause);
        buffer[..text.len()].copy_from_slice(text);
        Ok(text.len())
    }
}

#[test]
fn about_and_end_are_heard_during_a_search() {
    let mut config = config();
    config.search.depth = None;
    let pause = Duration::from_millis(100);
    let input = Slow(vec![
        (Duration::ZERO, b"START 15\nINFO timeout_turn 600000\nBEGIN\n"),
        (pause, b"ABOUT\n"),
        (pause, b"END\n"),
    ]);
    let began = Instant::now();
    let said = answers(input, config);
    assert!(said[1].starts_with("name="), "{said:?}");
    assert!(is_point(said.last().unwrap(), 15), "{said:?}");
    assert!(began.elapsed() < Duration::from_secs(300), "the search was stopped");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn after_any_lines_the_next_game_is_played(
        lines in prop::collection::vec(
            "(START|RECTSTART|RESTART|BEGIN|TURN|PLAY|TAKEBACK|BOARD|SWAP2BOARD|DONE|ABOUT|SUGGEST)\
             ( (-?[0-9]{1,2},-?[0-9]{1,2}(,[0-4])?|[0-9]{1,20}|.{0,6}))?|\
             INFO (timeout_turn|timeout_match|time_left|max_memory|rule|evaluate|game_type|folder|.{0,4}) \
             (-?[0-9]{0,3}|.{0,6})|\
             [0-8],[0-8](,[123])?|.{0,20}",
            0..12,
        )
    ) {
        // A random END would end the session.
        let lines = lines.iter().filter(|line| Command::parse(line) != Command::End);
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        let said = talk(&[&lines[..], &["START 9", "TURN 4,4"]].concat());
        let [.., ok, point] = &said[..] else { return Err(TestCaseError::fail(format!("{said:?}"))) };
        prop_assert_eq!(ok, "OK");
        prop_assert!(is_point(point, 9) && point != "4,4", "{:?}", said);
    }

    #[test]
    fn any_board_is_answered_by_a_free_point_or_an_error(
        side in 5u8..=9,
        rule in 0u8..16,
        stones in prop::collection::vec((0u8..9, 0u8..9, 1u8..=3), 0..81),
    ) {
        let mut lines = vec![format!("START {side}"), format!("INFO rule {rule}"), "BOARD".into()];
        let stones: Vec<_> =
            stones.into_iter().map(|(x, y, who)| (x % side, y % side, who)).collect();
        let mut seen = std::collections::HashSet::new();
        let is_plain = stones.iter().all(|&(x, y, who)| seen.insert((x, y)) || who == 3);
        lines.extend(stones.iter().map(|(x, y, who)| format!("{x},{y},{who}")));
        lines.push("DONE".into());
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let said = talk(&lines);
        prop_assert_eq!(said.len(), 2, "{:?}", &said);
        let answer = &said[1];
        if is_plain && seen.len() < usize::from(side) * usize::from(side) {
            let is_free = seen.iter().all(|(x, y)| *answer != format!("{x},{y}"));
            let has_none = answer.starts_with("ERROR board: found no point");
            let is_move = is_point(answer, side.into()) && is_free;
            prop_assert!(is_move || has_none && rule & 4 != 0, "{:?}", &said);
        } else {
            prop_assert!(answer.starts_with("ERROR "), "{:?}", &said);
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = [&bytes[..], b"\nSTART 9\nTURN 4,4\nEND\n"].concat();
        let said = answers(io::Cursor::new(text), config());
        prop_assert!(is_point(said.last().unwrap(), 9), "{:?}", said);
    }
}

#[test]
fn a_lost_game_is_remembered_when_the_manager_begins_another_or_leaves() {
    // White lets black make an open four; the stone that makes five is never sent.
    let stones = ["7,7,2", "0,0,1", "8,7,2", "0,2,1", "9,7,2", "0,4,1", "10,7,2"];
    let game = [&["BOARD"], &stones[..], &["DONE"]].concat();
    for last in ["RESTART", "START 15", "END", ""] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("experience.txt");
        let mut config = config();
        config.search.depth = Some(3);
        config.experience = crate::program::experience::ExperienceConfig::in_file(&file);
        let lines = [&["START 15"], &game[..], &[last]].concat().join("\n");
        answers(io::Cursor::new(lines.into_bytes()), config);
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(kept.lines().count() >= 2, "{last}: {kept}");
    }
}
