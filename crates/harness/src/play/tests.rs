//! Games played with strings, on a heap of stones.

#[path = "../../../protocols/tests/support/heap.rs"]
pub(super) mod heap;
mod opening;

use super::*;
use heap::{HeapDomain, LONG};
use proptest::prelude::*;
use search::{Notation, SearchConfig, Side};
use std::io::Cursor;

fn options(first: &str, second: &str) -> PlayOptions {
    let Ok(first) = first.parse();
    let Ok(second) = second.parse();
    PlayOptions { first, second, quiet: true, ..PlayOptions::default() }
}

fn played(options: PlayOptions, input: &str) -> (Option<Outcome>, String) {
    let config = SearchConfig { depth: Some(12), table_mib: 1, ..SearchConfig::default() };
    let mut output = Vec::new();
    let input = Cursor::new(input.to_owned());
    let outcome =
        run::<HeapDomain>(&config.into(), None, options, input, &mut output, DrawStyle::default())
            .unwrap();
    (outcome, String::from_utf8(output).unwrap())
}

fn humans(input: &str) -> (Option<Outcome>, String) {
    played(options("human", "human"), input)
}

#[test]
fn a_game_between_people_ends_with_its_result() {
    let (outcome, text) = humans("3\n3\n3\n3\nquit\n");
    assert_eq!(outcome, Some(Outcome::Win(Side::Second)));
    assert!(text.contains("Bob wins."), "{text}");
    assert!(text.contains(" o [o]     Ann\n"), "the last move is marked: {text}");
}

#[test]
fn the_moves_are_listed_in_pairs_with_the_board_and_on_request() {
    let (_, text) = humans("3\n2\n1\nhistory\nquit\n");
    assert!(text.contains("> 1. 3 2\n2. 1\n"), "on request: {text}");
    assert!(text.contains("  1. 3 2\n"), "with the board: {text}");
    let (_, text) = humans("history\nquit\n");
    assert!(text.contains("no move has been played yet"), "{text}");
    let second = PlayOptions { position: Some("9 B".into()), ..options("human", "human") };
    let (_, text) = played(second, "2\n1\nhistory\nquit\n");
    assert!(text.contains("> 1. ... 2\n2. 1\n"), "{text}");
}

#[test]
fn the_ai_answers_and_says_what_it_thought() {
    let (outcome, text) = played(options("human", "ai"), "1\n1\n1\n");
    assert_eq!(outcome, Some(Outcome::Win(Side::Second)), "12 stones are lost for Ann: {text}");
    let thought = text.lines().find(|line| line.contains("Bob plays 3")).unwrap();
    for part in ["score win in 5", "depth", "nodes"] {
        assert!(thought.contains(part), "{thought}");
    }
}

#[test]
fn the_board_is_drawn_once_per_turn_of_a_person() {
    let boards = |text: &str| text.matches(" to move\n").count();
    let (_, text) = played(options("human", "modest"), "1\n1\nquit\n");
    assert_eq!(boards(&text), 3, "at the start and after each answer: {text}");
    let (_, text) = humans("1\n1\nquit\n");
    assert_eq!(boards(&text), 3, "{text}");
}

#[test]
fn the_level_changes_how_the_ai_thinks() {
    let level = |depth: u32| {
        if depth > 4 {
            let document = config::Document::parse("levels", "").unwrap();
            return Err(document.locate(config::ConfigProblem::new("level", "9", "1 to 4")));
        }
        let depth = Some(depth);
        Ok(SearchConfig { depth, table_mib: 1, ..SearchConfig::default() }.into())
    };
    let config = SearchConfig { depth: Some(12), table_mib: 1, ..SearchConfig::default() };
    let said = |levels: Option<&Levels<'_, HeapDomain>>, input: &str| {
        let mut output = Vec::new();
        let (config, input) = (config.clone().into(), Cursor::new(input.to_owned()));
        let options = options("human", "ai");
        run::<HeapDomain>(&config, levels, options, input, &mut output, DrawStyle::default())
            .unwrap();
        String::from_utf8(output).unwrap()
    };
    let text = said(Some(&level), "level 9\nlevel 1\n1\nquit\n");
    assert!(text.contains("level: found 9, allowed: 1 to 4"), "{text}");
    assert!(text.contains("level 1\n") && text.contains("depth 1"), "{text}");
    assert!(said(None, "level 1\n").contains("heap has no levels"));
}

#[test]
fn the_ai_plays_both_sides_to_the_end_without_input() {
    let (outcome, text) = played(options("ai", "ai"), "");
    assert_eq!(outcome, Some(Outcome::Win(Side::Second)), "{text}");
}

#[test]
fn a_game_without_a_human_ends_by_itself_and_leaves_the_input_alone() {
    // The pipe stays open, so a game that read a line would never end.
    let (input, mut typed) = std::io::pipe().unwrap();
    typed.write_all(b"new\n").unwrap();
    let mut rest = input.try_clone().unwrap();
    let (config, style) = (SearchConfig::default(), DrawStyle::default());
    let mut output = Vec::new();
    let input = io::BufReader::new(input);
    let seats = options("modest", "random");
    let outcome =
        run::<HeapDomain>(&config.into(), None, seats, input, &mut output, style).unwrap();
    assert!(outcome.is_some());
    let text = String::from_utf8(output).unwrap();
    assert!(text.ends_with(" wins.\n") && !text.contains("n> ") && !text.contains("b> "), "{text}");
    drop(typed);
    let mut left = String::new();
    io::Read::read_to_string(&mut rest, &mut left).unwrap();
    assert_eq!(left, "new\n");
}

#[test]
fn named_and_random_opponents_take_seats() {
    let (outcome, text) = played(options("modest", "random"), "");
    assert!(outcome.is_some());
    assert!(text.contains("Ann: modest, Bob: random") && text.contains("Ann plays 1"), "{text}");
}

#[test]
fn an_opponent_that_cheats_is_stopped() {
    let (outcome, text) = played(options("cheat", "human"), "2\nquit\n");
    assert_eq!(outcome, None);
    assert!(text.contains("cheat chose 0, which is not legal"), "{text}");
    assert!(
        text.contains("   a  b  c  d  e  f  g  h  i  j    > Bob to move"),
        "the prompt may play for it: {text}"
    );
}

#[test]
fn an_unknown_opponent_is_refused_with_the_names_that_exist() {
    let config = SearchConfig::default();
    let style = DrawStyle::default();
    let refused = run::<HeapDomain>(
        &config.into(),
        None,
        options("ai", "deep"),
        Cursor::new(""),
        vec![],
        style,
    );
    assert_eq!(
        refused.unwrap_err().to_string(),
        "--second: found \"deep\", allowed: human, ai, random, modest, cheat"
    );
}

#[test]
fn a_bad_start_position_is_refused() {
    let options = PlayOptions { position: Some("7 C".into()), ..options("human", "human") };
    let config = SearchConfig::default();
    let refused = run::<HeapDomain>(
        &config.into(),
        None,
        options,
        Cursor::new(""),
        vec![],
        DrawStyle::default(),
    );
    assert_eq!(
        refused.unwrap_err().to_string(),
        "position: heap: found 7 C, allowed: stones and side: 12 A"
    );
}

#[test]
fn bad_lines_cost_one_line_each_and_the_game_goes_on() {
    let (_, text) = humans("7\nfoo\nundo\nsave\nquit now\nunod\n3\nposition\n");
    for line in [
        "Ann> move: found 7, allowed: 1 to 3, if as many are left\n",
        "Ann> move: found foo, allowed: 1 to 3, if as many are left\n",
        "Ann> there is no move of yours to take back\n",
        "Ann> save needs a file name (write the game to a file)\n",
        "Ann> quit takes no argument (leave)\n",
        "Ann> move: found unod, allowed: 1 to 3, if as many are left (did you mean undo?)\n",
        "Bob> 9 B\n",
    ] {
        assert!(text.contains(line), "{line:?} is not in:\n{text}");
    }
}

#[test]
fn undo_goes_back_to_the_move_of_a_human() {
    let (_, text) = played(options("human", "modest"), "2\n3\nundo\nposition\n");
    assert!(text.ends_with("Ann> 9 A\nAnn> \n"), "{text}");
    let (_, text) = played(options("modest", "human"), "undo\nposition\n");
    assert!(text.contains("there is no move of yours") && text.contains("11 B"), "{text}");
    let (_, text) = humans("2\n3\nundo\nposition\n");
    assert!(text.contains("10 B"), "{text}");
}

#[test]
fn after_the_end_only_moves_are_refused() {
    let (outcome, text) = humans("3\n3\n3\n3\n1\nhint\nundo\nposition\n3\nnew\nposition\n");
    assert_eq!(outcome, None);
    assert_eq!(text.matches("the game is over").count(), 2, "{text}");
    assert!(text.contains("3 B\n") && text.contains("12 A\n"), "{text}");
}

#[test]
fn a_resignation_ends_the_game_and_can_be_taken_back() {
    let (outcome, text) = humans("1\nresign\n");
    assert_eq!(outcome, Some(Outcome::Win(Side::First)));
    assert!(text.contains("Bob resigns: Ann wins."), "{text}");
    assert_eq!(humans("1\nresign\nundo\n").0, None);
}

#[test]
fn a_verdict_may_depend_on_the_history() {
    let options = PlayOptions { position: Some("40 A".into()), ..options("human", "human") };
    let (outcome, text) = played(options, &"1\n".repeat(LONG));
    assert_eq!(outcome, Some(Outcome::Draw));
    assert!(text.contains("The game is a draw."), "{text}");
}

#[test]
fn swap_gives_the_move_to_the_other_player() {
    let (_, text) = played(options("human", "modest"), "swap\nposition\n");
    assert!(text.contains("Ann: modest, Bob: human\nAnn plays 1"), "{text}");
    assert!(text.contains("Bob> 11 B"), "{text}");
}

#[test]
fn hint_eval_moves_and_help_tell_about_the_position() {
    let (_, text) = humans("2\nhint\neval\nmoves\nhelp\n");
    assert!(text.contains("hint: 2  (score win in 5"), "{text}");
    assert!(text.contains("line: 2 "), "{text}");
    assert!(
        text.contains("score for Ann: -10\nterm    points\n──────────────\nstones     +10\n"),
        "{text}"
    );
    assert!(text.contains("Bob> 1 2 3\n") && text.contains("  resign      give up\n"), "{text}");
}

#[test]
fn a_hint_about_several_moves_tells_what_each_is_worth() {
    let (_, text) = humans("2\nhint 9\nhint none\n");
    assert!(text.contains("hint: 2  (score win in 5"), "{text}");
    // Ten stones: two leave a multiple of four, one and three do not.
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("in ")).collect();
    assert_eq!(rows.iter().filter(|line| line.trim_start().starts_with("win in 5")).count(), 1);
    assert_eq!(rows.iter().filter(|line| line.trim_start().starts_with("loss in")).count(), 2);
    assert!(text.contains("hint takes a number of moves"), "{text}");
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.toml");
    let (_, text) = humans(&format!("2\n3\nsave {}\n", file.display()));
    assert!(text.contains("saved to"), "{text}");
    let saved = std::fs::read_to_string(&file).unwrap();
    let expected = [
        "game = \"heap\"",
        "players = [\n    \"human\",\n    \"human\",\n]",
        "start = \"12 A\"",
        "moves = [\n    \"2\",\n    \"3\",\n]\n",
    ];
    assert_eq!(saved, expected.join("\n"));
    let (_, text) = humans(&format!("1\nload {}\nposition\nundo\nposition\n", file.display()));
    assert!(text.contains("7 A\n") && text.contains("10 B\n"), "{text}");
}

#[test]
fn a_game_saved_after_a_rule_ended_it_loads_and_one_that_went_on_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.toml");
    let options = PlayOptions { position: Some("40 A".into()), ..options("human", "human") };
    played(options, &format!("{}save {}\n", "1\n".repeat(LONG), file.display()));
    let (outcome, _) = humans(&format!("load {}\n", file.display()));
    assert_eq!(outcome, Some(Outcome::Draw));
    let moves = ["\"1\""; LONG + 1].join(", ");
    let text = format!("game = \"heap\"\nstart = \"40 A\"\nmoves = [{moves}]\n");
    std::fs::write(&file, text).unwrap();
    let (_, text) = humans(&format!("load {}\n", file.display()));
    assert!(
        text.contains(&format!("move {}: found `1`, but the game is over", LONG + 1)),
        "{text}"
    );
}

#[test]
fn what_the_ai_thought_is_saved_with_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.toml");
    played(options("human", "ai"), &format!("2\nsave {}\n", file.display()));
    let game = saved::load::<HeapDomain>(&SearchConfig::default(), &file).unwrap();
    assert_eq!(game.players, ["human", "ai"]);
    let remarks: Vec<_> = game.remarks().collect();
    assert!(remarks[0].is_empty());
    assert!(remarks[1].proven == Some(5) && remarks[1].seconds.is_some(), "{remarks:?}");
}

#[test]
fn a_resigned_game_is_saved_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.toml");
    humans(&format!("2\nresign\nsave {}\n", file.display()));
    let (outcome, _) = humans(&format!("load {}\n", file.display()));
    assert_eq!(outcome, Some(Outcome::Win(Side::First)));
}

#[test]
fn a_record_that_does_not_fit_is_refused_and_the_game_stays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.toml");
    let record = |game: &str, start: &str, moves: &str, rest: &str| {
        format!("game = \"{game}\"\nstart = \"{start}\"\nmoves = [{moves}]\n{rest}")
    };
    let cases = [
        (record("chess", "12 A", "", ""), "game: found \"chess\", allowed: \"heap\""),
        (record("heap", "12", "", ""), "start: heap: found 12, allowed: stones and side: 12 A"),
        (record("heap", "12 A", "\"1\", \"4\"", ""), "move 2: move: found 4, allowed: 1 to 3"),
        (record("heap", "1 A", "\"1\", \"1\"", ""), "move 2: found `1`, but the game is over"),
        (
            record("heap", "9 A", "", "result = \"0-1\"\nreason = \"rules\""),
            "reason: found rules, but the position is not final",
        ),
        (
            record("heap", "0 A", "", "result = \"1-0\""),
            "result: found 1-0, allowed: 0-1, by the rules",
        ),
        (record("heap", "9 A", "", "extra = 1"), ":4: extra: unknown key"),
    ];
    for (text, reason) in cases {
        files::write_atomically(&file, text.as_bytes()).unwrap();
        let (_, shown) = humans(&format!("2\nload {}\nposition\n", file.display()));
        assert!(shown.contains(reason), "{reason:?} is not in:\n{shown}");
        assert!(shown.contains("10 B\n"), "{shown}");
    }
}

#[test]
fn an_interrupt_while_the_ai_thinks_gives_the_prompt_back_without_a_move() {
    // The flag is already raised when the first search starts.
    let options = PlayOptions {
        limits: Some(Limits::default()),
        position: Some("40 A".into()),
        ..options("ai", "ai")
    };
    let stop = options.stop.clone();
    stop.stop();
    let (outcome, text) = played(options, "position\nquit\n");
    assert!(text.contains("stopped: go continues the game"), "{text}");
    assert!(text.contains("Ann> 40 A\n"), "no move was played: {text}");
    assert_eq!((outcome, stop.is_stopped()), (None, false));
}

#[test]
fn go_lets_a_stopped_game_go_on() {
    let options = options("ai", "ai");
    options.stop.stop();
    let (outcome, _) = played(options, "go\n");
    assert_eq!(outcome, Some(Outcome::Win(Side::Second)));
    assert!(humans("go\n").1.contains("it is your move as Ann"));
}

#[test]
fn an_interrupt_at_the_prompt_ends_the_game() {
    let options = options("human", "human");
    options.stop.stop();
    let (outcome, text) = played(options, "1\n1\n");
    assert_eq!(outcome, None);
    assert!(text.ends_with("Ann> \n"), "{text}");
}

#[test]
fn a_screen_that_is_gone_ends_the_game_with_an_error() {
    struct Gone;
    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let config = SearchConfig::default();
    let input = Cursor::new("1\n");
    let ended = run::<HeapDomain>(
        &config.into(),
        None,
        options("human", "human"),
        input,
        Gone,
        DrawStyle::default(),
    );
    assert!(matches!(ended, Err(PlayError::Output(_))));
}

/// Commands, moves and random text.
fn line() -> impl Strategy<Value = String> {
    let command = prop::sample::select(vec![
        "undo",
        "hint",
        "new",
        "swap",
        "resign",
        "moves",
        "eval",
        "go",
        "help",
        "position",
        "save",
        "load",
        "load /dev/null",
        "load no/such/file",
        "save no/such/folder/file",
        "1",
        "2",
        "3",
        "4",
        "",
    ]);
    prop_oneof![4 => command.prop_map(str::to_owned), 1 => "[^\\n]{0,20}"]
        .prop_filter("files stay unwritten", |line| !line.trim().starts_with("save "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_typed_the_board_shows_a_game_by_the_rules(
        lines in prop::collection::vec(line(), 0..25),
        seats in prop::sample::select(vec![
            ("human", "human"), ("human", "random"), ("modest", "human"), ("cheat", "human"),
            ("human", "ai"),
        ]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.toml");
        let typed = lines.join("\n");
        let input = format!("{typed}\nposition\nsave {}\n", file.display());
        let (outcome, text) = played(options(seats.0, seats.1), &input);
        if !lines.iter().any(|line| line.trim().eq_ignore_ascii_case("quit")) {
            let game = saved::load::<HeapDomain>(&SearchConfig::default(), &file).unwrap();
            let position = game.position().position_text();
            let shown = text.lines().rev().nth(2).and_then(|line| line.rsplit("> ").next());
            prop_assert_eq!(shown, Some(position.as_str()), "{}", text);
            prop_assert_eq!(game.outcome(), outcome);
        }
    }
}
