//! Opening rules in the terminal game.

use super::heap::HeapDomain;
use super::*;

fn settled(options: PlayOptions, input: &str) -> (Option<Outcome>, String) {
    let config = SearchConfig { depth: Some(12), table_mib: 1, ..SearchConfig::default() };
    let mut output = Vec::new();
    let input = Cursor::new(input.to_owned());
    let style = DrawStyle::default();
    let outcome =
        run::<HeapDomain<true>>(&config.into(), None, options, input, &mut output, style).unwrap();
    (outcome, String::from_utf8(output).unwrap())
}

#[test]
fn people_are_asked_by_turns_and_told_what_they_may_answer() {
    let (outcome, text) = settled(options("human", "human"), "3\n1\nswap\n3\n3\n2\nquit\n");
    for part in [
        "first player moves Ann> ",
        "first player moves Bob> ",
        "  swap    changes sides\n",
        "second player: stay or swap> ",
        "second player: changes sides\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(outcome, Some(Outcome::Win(Side::First)), "{text}");
}

#[test]
fn whoever_swaps_plays_the_other_side() {
    let (_, text) = settled(options("human", "modest"), "3\n1\nquit\n");
    let sides: Vec<&str> = text.lines().filter(|line| line.starts_with("Ann: ")).collect();
    let swapped = text.contains("changes sides\n");
    let expected = if swapped { "Ann: modest, Bob: human" } else { "Ann: human, Bob: modest" };
    assert!(text.starts_with("first player: human, second player: modest\n"), "{text}");
    assert_eq!(sides, [expected], "{text}");
}

#[test]
fn the_ai_decides_by_the_rule() {
    // Eight stones are lost for Ann, so the AI stays Bob; nine are won for her.
    let (outcome, text) = settled(options("human", "ai"), "2\n2\n1\n1\nquit\n");
    assert!(text.contains("second player: stays where he is\n"), "{text}");
    assert_eq!(outcome, Some(Outcome::Win(Side::Second)), "{text}");
    let (outcome, text) = settled(options("human", "ai"), "2\n1\n1\n1\nquit\n");
    assert!(text.contains("second player: changes sides\n"), "{text}");
    assert_eq!(outcome, Some(Outcome::Win(Side::First)), "{text}");
}

#[test]
fn the_ai_and_others_make_the_moves_of_an_opening_too() {
    for seats in [("ai", "ai"), ("random", "modest"), ("modest", "random")] {
        let (outcome, text) = settled(options(seats.0, seats.1), "");
        assert!(outcome.is_some() && text.contains("first player moves Bob"), "{text}");
    }
}

#[test]
fn other_answers_are_refused_and_an_opening_is_not_taken_back() {
    let input = "2\nundo\n2\nfoo\nstay\nundo\n1\nundo\nundo\nposition\nquit\n";
    let (_, text) = settled(options("human", "human"), input);
    assert!(text.contains("answer: found \"foo\", allowed: stay or swap"), "{text}");
    assert!(text.contains("the opening is not settled yet: new begins again"), "{text}");
    assert_eq!(text.matches("there is no move of yours to take back").count(), 2, "{text}");
    assert!(text.contains("Ann> 8 A\n"), "{text}");
}

#[test]
fn a_new_game_has_an_opening_and_one_from_a_position_or_a_file_has_none() {
    let (_, text) = settled(options("human", "human"), "2\n2\nstay\nnew\nquit\n");
    assert_eq!(text.matches("first player moves Ann> ").count(), 2, "{text}");
    let position = Some("9 A".to_owned());
    let (_, text) = settled(PlayOptions { position, ..options("human", "human") }, "1\nquit\n");
    assert!(text.contains("Bob> ") && !text.contains("player moves"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.toml");
    let input = format!("2\nsave {0}\nload {0}\nquit\n", file.display());
    let (_, text) = settled(options("human", "human"), &input);
    assert!(text.contains("Bob> \n") || text.ends_with("Bob> "), "{text}");
}

#[test]
fn a_hint_is_what_the_ai_would_decide_in_the_opening() {
    let (_, text) = settled(options("human", "human"), "hint\n2\n1\nhint\nquit\n");
    assert!(text.contains("first player moves Ann> hint: 3\n"), "{text}");
    assert!(text.contains("or swap> hint: swap (changes sides)\n"), "{text}");
}
