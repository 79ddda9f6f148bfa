//! Laws and corner cases of the notations.

use super::pgn;
use super::{MoveError, Style, read};
use crate::rules::moves::Move;
use crate::rules::position::Position;
use proptest::prelude::*;
use record::{Comment, PlayedGame};
use search::rng::Rng;
use search::{Game, Notation};
use std::collections::HashSet;

fn position(fen: &str) -> Position {
    Position::parse_position(fen).unwrap()
}

/// A move in WXF and in Chinese notation.
fn written(position: &Position, mv: &str) -> (String, String) {
    let mv = Move::parse(mv).unwrap();
    assert!(position.is_legal(mv), "{mv}");
    (Style::Wxf.write(position, mv), Style::Chinese.write(position, mv))
}

fn check(fen: &str, names: &[(&str, &str, &str)]) {
    let position = position(fen);
    for &(mv, wxf, chinese) in names {
        assert_eq!(written(&position, mv), (wxf.to_owned(), chinese.to_owned()), "{mv}");
    }
    every_move_round_trips(&position);
}

/// Every legal move of a position is written uniquely and round-trips, in every notation.
fn every_move_round_trips(position: &Position) {
    let mut moves = Vec::new();
    position.expand(&mut moves);
    for style in Style::ALL {
        let mut seen = HashSet::new();
        for &mv in &moves {
            let text = style.write(position, mv);
            assert_eq!(style.read(position, &text), Ok(mv), "{style:?} {text}");
            if style != Style::FromOne {
                assert_eq!(read(position, &text), Ok(mv), "{text}");
            }
            assert!(seen.insert(text.clone()), "{style:?} {text} is written twice");
        }
    }
}

#[test]
fn common_first_moves_have_their_standard_notation() {
    let start = Position::start();
    check(
        &start.position_text(),
        &[
            ("h2e2", "C2=5", "炮二平五"),
            ("b0c2", "H8+7", "马八进七"),
            ("h0g2", "H2+3", "马二进三"),
            ("c3c4", "P7+1", "兵七进一"),
            ("g0e2", "E3+5", "相三进五"),
            ("d0e1", "A6+5", "仕六进五"),
            ("e0e1", "K5+1", "帅五进一"),
            ("a0a1", "R9+1", "车九进一"),
            ("b2b9", "C8+7", "炮八进七"),
        ],
    );
    let mut replied = start;
    replied.play(Move::parse("h2e2").unwrap());
    check(
        &replied.position_text(),
        &[
            ("h9g7", "H8+7", "马８进７"),
            ("b7e7", "C2=5", "炮２平５"),
            ("g9e7", "E7+5", "象７进５"),
            ("f9e8", "A6+5", "士６进５"),
            ("g6g5", "P7+1", "卒７进１"),
            ("e9e8", "K5+1", "将５进１"),
        ],
    );
}

#[test]
fn two_equal_pieces_on_a_file_are_front_and_rear() {
    let names = [
        ("e4e6", "C++2", "前炮进二"),
        ("e4d4", "C+=6", "前炮平六"),
        ("e2e3", "C-+1", "后炮进一"),
        ("e2f2", "C-=4", "后炮平四"),
    ];
    check("3k5/9/9/9/9/4C4/9/4C4/9/5K3 w", &names);
    let names = [("e5d5", "C+=4", "前炮平４"), ("e7e8", "C--1", "后炮退１")];
    check("3k5/9/4c4/9/4c4/9/9/9/9/5K3 b", &names);
}

#[test]
fn advisors_and_elephants_on_one_file_are_identified_by_direction() {
    let position = position("5k3/9/9/9/9/2B6/9/3A5/9/2BAK4 w");
    for (mv, wxf) in [("d0e1", "A6+5"), ("d2e1", "A6-5"), ("c0e2", "E7+5"), ("c4e2", "E7-5")] {
        assert_eq!(written(&position, mv).0, wxf);
    }
    every_move_round_trips(&position);
    assert_eq!(read(&position, "前士退五"), Ok(Move::parse("d2e1").unwrap()));
}

#[test]
fn three_pawns_on_a_file_are_front_middle_and_rear() {
    let names = [
        ("c7d7", "P+=6", "前兵平六"),
        ("c6d6", "P7=6", "中兵平六"),
        ("c5d5", "P-=6", "后兵平六"),
        ("c7c8", "P++1", "前兵进一"),
    ];
    check("4k4/9/2P6/2P6/2P6/9/9/9/9/3K5 w", &names);
}

#[test]
fn four_and_five_pawns_on_a_file_are_counted_from_the_front() {
    let names = [
        ("c8d8", "++=6", "前兵平六"),
        ("c7d7", "P+=6", "二兵平六"),
        ("c6d6", "P-=6", "三兵平六"),
        ("c5d5", "--=6", "后兵平六"),
    ];
    check("4k4/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w", &names);
    let names = [
        ("c9d9", "++=6", "前兵平六"),
        ("c8d8", "P+=6", "二兵平六"),
        ("c7d7", "P7=6", "三兵平六"),
        ("c6d6", "P-=6", "四兵平六"),
        ("c5d5", "--=6", "后兵平六"),
    ];
    check("2P2k3/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w", &names);
    let five = position("2P2k3/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w");
    assert_eq!(read(&five, "一兵平六"), read(&five, "前兵平六"));
    assert_eq!(read(&five, "五兵平六"), read(&five, "后兵平六"));
}

#[test]
fn pawns_on_two_files_name_their_file() {
    let names = [
        ("c7d7", "7+=6", "前七平六"),
        ("c6d6", "77=6", "中七平六"),
        ("c5d5", "7-=6", "后七平六"),
        ("g7f7", "3+=4", "前三平四"),
        ("g6f6", "3-=4", "后三平四"),
    ];
    check("4k4/9/2P3P2/2P3P2/2P6/9/9/9/9/3K5 w", &names);
    let names = [("c3d3", "3-=4", "后３平４"), ("g2f2", "7+=6", "前７平６")];
    check("4k4/9/9/9/9/9/2p3p2/2p3p2/9/3K5 b", &names);
}

#[test]
fn alternative_spellings_are_accepted() {
    let start = Position::start();
    let cannon = Ok(Move::parse("h2e2").unwrap());
    for text in [
        "h2e2",
        "H2E2",
        " h2e2 ",
        "H2-E2",
        "h2 - e2",
        "C2=5",
        "c2=5",
        "C2.5",
        "炮二平五",
        "砲二平五",
        "包２平５",
        "炮2平5",
        " 炮二平五\n",
    ] {
        assert_eq!(read(&start, text), cannon, "{text}");
    }
    let horse = Ok(Move::parse("b0c2").unwrap());
    for text in ["N8+7", "h8+7", "馬八進七", "傌八進７"] {
        assert_eq!(read(&start, text), horse, "{text}");
    }
    let tandem = position("3k5/9/9/9/9/4C4/9/4C4/9/5K3 w");
    let front = Ok(Move::parse("e4e3").unwrap());
    for text in ["C+\u{2212}1", "+C-1", "前炮退一"] {
        assert_eq!(read(&tandem, text), front, "{text}");
    }
    let only_one_can = position("3k5/9/9/9/9/4C4/9/4C4/4K4/9 w");
    assert_eq!(read(&only_one_can, "C5-1"), Ok(Move::parse("e4e3").unwrap()));
}

#[test]
fn spaces_and_dashes_are_ignored() {
    let start = Position::start();
    for text in ["h2 e2", "h2-e2", "H2E2", "h2 - e2", "h2,e2", "H 2 E 2", "C2 = 5", "炮 二 平 五"]
    {
        assert_eq!(read(&start, text), Ok(Move::parse("h2e2").unwrap()), "{text}");
    }
}

#[test]
fn an_answer_is_written_in_the_notation_of_the_question() {
    let mut position = Position::start();
    position.play(Move::parse("h2e2").unwrap());
    let answer = Move::parse("h9g7").unwrap();
    for (typed, expected) in [
        ("h2e2", "h9g7"),
        ("H2 E2", "H9G7"),
        ("h2-e2", "H9-G7"),
        ("C2=5", "H8+7"),
        ("炮二平五", "马８进７"),
        ("傌二進三", "馬８進７"),
        ("", "h9g7"),
    ] {
        assert_eq!(position.move_text_like(answer, typed), expected, "{typed}");
    }
}

#[test]
fn unreadable_illegal_and_ambiguous_moves_are_distinct_errors() {
    let start = Position::start();
    for text in
        ["", "x", "e4", "O-O", "炮二平", "炮二平五五", "C2=", "C2=55", "平平平平", "33+3x", "Z2=5"]
    {
        let error = read(&start, text).unwrap_err();
        assert!(matches!(error, MoveError::Unreadable { .. }), "{text}: {error}");
    }
    for text in ["h2h2", "a0a5", "A0-A9", "R1+5", "车一进五", "前炮平五", "C+=5"] {
        let error = read(&start, text).unwrap_err();
        assert!(matches!(error, MoveError::Illegal { .. }), "{text}: {error}");
    }
    let pawns = position("4k4/9/2P6/2P6/2P6/9/9/9/9/3K5 w");
    let error = read(&pawns, "兵七平六").unwrap_err();
    assert!(matches!(error, MoveError::Ambiguous { .. }), "{error}");
    let error = pawns.parse_move("兵七平六").unwrap_err();
    assert!(error.found.contains("which may be"), "{error}");
    // Ranks from 1 are never assumed.
    assert_ne!(read(&start, "h3e3"), Style::FromOne.read(&start, "h3e3"));
    let error = Style::FromOne.read(&start, "a10a9").unwrap_err();
    assert_eq!(error.to_string(), "`a10a9` is not legal: the piece on a9 is not yours");
    for text in ["a0a1", "a01a2", "a11a10", "j1j2", "a1", "1a1a", "éa1"] {
        let error = Style::FromOne.read(&start, text).unwrap_err();
        assert!(matches!(error, MoveError::Unreadable { .. }), "{text}: {error}");
    }
}

#[test]
fn a_record_round_trips_in_every_notation() {
    let text = "\u{feff}[Game \"Chinese Chess\"]\n[Red \"A \\\"x\\\" B\"]\n[Result \"0-1\"]\n\
                {first} 1. 炮二平五 马８进７ $4 (1... 炮８平５ {a ) brace} (2. 马二进三)) 2.马二进三! ; gone\n\
                2... R9=8 3. H8+7 {last} 0-1\n\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 7\"]\n7... d9d8 *\n";
    let games = pgn::read_all(text).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].players, ["A \"x\" B", ""]);
    assert_eq!(games[0].plies(), 5);
    let comments = [(0, "first"), (3, "gone"), (5, "last")];
    let comments = comments.map(|(after, text)| Comment { after, text: text.into() });
    assert_eq!(games[0].comments, comments);
    assert_eq!(games[0].outcome(), Some(search::Outcome::Win(search::Side::Second)));
    assert_eq!((games[1].plies(), games[1].outcome()), (1, None));
    for style in Style::ALL {
        let written: String = games.iter().map(|game| pgn::write(game, style)).collect();
        let read = pgn::read_all(&written).unwrap();
        assert_eq!(read, games, "{written}");
    }
    assert!(
        pgn::write(&games[1], Style::Iccs).ends_with("\n7... D9-D8 *\n"),
        "{}",
        pgn::write(&games[1], Style::Iccs)
    );
}

#[test]
fn an_invalid_record_is_rejected_with_the_line() {
    for (text, line, problem) in [
        ("1. h2e2\nh2e2", 2, "`h2e2` is not legal: there is no piece on h2"),
        ("[Red]\n", 1, "found `[Red]`, allowed: [Name \"value\"]"),
        ("\n[FEN \"x\"]", 2, "FEN: board"),
        ("[Game \"Go\"]", 1, "Game: found `Go`"),
        ("[Result \"2-0\"]", 1, "Result: found `2-0`"),
        ("1. {open", 1, "found an unclosed comment"),
        ("1. h2e2 (1... h9g7", 1, "found an unclosed variation"),
    ] {
        let error = pgn::read_all(text).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.problem.starts_with(problem), "{error}");
    }
    assert_eq!(pgn::read_all(" \n"), Ok(Vec::new()));
}

/// Start positions of random games: the standard one, and some with every kind of doubled pawns.
const STARTS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "4k4/9/2P3P2/2P3P2/2P6/2p3p2/2p3p2/2p6/9/3K5 w",
    "3k1a3/4P4/P1P1P4/9/2P6/p3p3p/9/4p3p/9/3AK4 b",
    "4k4/2P6/2P6/2P6/2P6/6p2/6p2/6p2/6p2/3K5 w",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn every_legal_move_of_a_random_game_round_trips_in_every_notation(
        start in 0..STARTS.len(),
        seed: u64,
    ) {
        let mut rng = Rng::new(seed);
        let mut position = position(STARTS[start]);
        for _ in 0..80 {
            every_move_round_trips(&position);
            let mut moves = Vec::new();
            if position.expand(&mut moves).is_some() {
                break;
            }
            let Some(mv) = rng.choose(&moves) else { break };
            position.play(mv);
        }
    }

    #[test]
    fn a_random_game_round_trips_through_its_record(
        start in 0..STARTS.len(),
        seed: u64,
        style in 0..Style::ALL.len(),
        comment in "[ -z]{0,30}",
    ) {
        let mut rng = Rng::new(seed);
        let mut game = PlayedGame::new(position(STARTS[start]));
        for _ in 0..60 {
            let mut moves = Vec::new();
            if game.position().expand(&mut moves).is_some() {
                break;
            }
            let Some(mv) = rng.choose(&moves) else { break };
            game.play(mv).unwrap();
        }
        game.tags.push(("Event".into(), comment.clone()));
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        game.comments.push(Comment { after: game.plies() / 2, text: comment });
        let text = pgn::write(&game, Style::ALL[style]);
        prop_assert_eq!(pgn::read_all(&text), Ok(vec![game]), "{}", text);
    }

    #[test]
    fn reading_a_record_never_panics(
        text in "(\\[[A-Z][a-z]{0,5} \"?[^\"]{0,5}\"?\\]|1\\.|C2=5|h9g7|\\{|\\}|\\(|\\)|;|\n| |1-0|\\*|.){0,12}"
    ) {
        let _ = pgn::read_all(&text);
    }

    #[test]
    fn reading_never_panics(
        text in "[KAEHRCPkaehrcp1-9+=.\u{2212}-]{0,6}|[帅将仕士相象马車炮砲兵卒前中后後一二三九１９进退平]{0,5}\
                 |[a-j][0-9]{0,3}-?[a-j][0-9]{0,3}|.{0,8}",
        start in 0..STARTS.len(),
    ) {
        let position = position(STARTS[start]);
        for style in Style::ALL {
            if let Ok(mv) = style.read(&position, &text) {
                prop_assert!(position.is_legal(mv));
            }
        }
        let _ = read(&position, &text);
    }
}
