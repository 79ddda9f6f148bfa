//! Laws of SGF: what was written reads back, and nothing that is read panics.

use super::*;
use crate::notation::replay;
use crate::notation::replay::testing::any_game;
use crate::{Gomoku, Point, Rule, Size};
use proptest::prelude::*;
use record::{Comment, Ending, PlayedGame, Remarks, Termination};
use search::{Notation, NotationError, Outcome, Side};

fn usual() -> Gomoku {
    Gomoku::new(Size::square(15), Rule::Freestyle)
}

fn parse(text: &str) -> Result<PlayedGame<Gomoku>, NotationError> {
    parse_all(text, &usual()).map(|mut games| games.remove(0))
}

/// What SGF can say of a game: all but the time of moves.
fn written_part(game: &PlayedGame<Gomoku>) -> PlayedGame<Gomoku> {
    let mut part = PlayedGame::new(game.start().clone());
    game.moves().for_each(|point| part.push(point, Remarks::default()));
    part.players = game.players.clone();
    part
}

#[test]
fn a_file_of_another_program_is_read() {
    let text = "Games of today\n(;FF[4]GM[4]SZ[19]AP[CGoban:3]PlayerBlack[x]PW[White \\] 1]DT[2024-01-02]\n\
                RE[W+Resign]C[even\\\ngame];B[jj]BL[299];W[kk]C[a\nb](;B[ki];W[ij])(;B[aa]))\n(;SZ[9])";
    let games = parse_all(text, &usual()).unwrap();
    assert_eq!(games.len(), 2);
    let game = &games[0];
    assert_eq!(game.start().size(), Size::square(19));
    assert_eq!(game.players, ["x", "White ] 1"]);
    assert_eq!(game.tags, [("DT".to_owned(), "2024-01-02".to_owned())]);
    assert_eq!(replay::move_text(game), "j10k9k11i10");
    assert_eq!(game.ending(), Some(Ending::resignation(Side::First)));
    let comments = [(0, "evengame"), (2, "a\nb")];
    let comments = comments.map(|(after, text)| Comment { after, text: text.into() });
    assert_eq!(game.comments, comments);
    assert_eq!((games[1].plies(), games[1].outcome()), (0, None));
}

#[test]
fn a_setup_may_have_rectangles_and_says_who_moves() {
    let game = parse("(;SZ[7:5]RU[Renju]AB[aa:ba][dd]AW[ge];W[ad])").unwrap();
    assert_eq!(game.start().position_text(), "XX...../......./......./...X.../......O O renju");
    assert_eq!(game.plies(), 1);
}

#[test]
fn bad_files_are_refused_with_the_line() {
    for (text, expected) in [
        ("(;GM[1]SZ[19];B[aa])", "line 1, GM: found `1`, allowed: GM[4]"),
        ("(;SZ[4])", "line 1, SZ: found `4`, allowed: 5 to 20"),
        ("(;\nB[zz])", "line 2, B: found `zz`, allowed: two letters"),
        ("(;B[])", "line 1, B: found ``"),
        ("(;B[aa]\n;B[bb])", "line 2, B: found `bb`, allowed: a move of the colour"),
        ("(;B[aa]\n;W[aa])", "line 2, W: `aa` is not legal: the point is occupied"),
        ("(;B[aa];AB[bb])", "line 1, AB: found AB after the first node"),
        ("(;AB[aa]PL[x])", "line 1, PL: found `X`, allowed: B or W"),
        ("(;B)", "line 1: found `B)`, allowed: a property"),
        ("(;B[aa];\n*)", "line 2: found `*)`, allowed: a property"),
        ("(;B[aa", "line 1: found a value without end"),
    ] {
        let error = parse_all(text, &usual()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn a_game_is_written_with_names_rule_and_result() {
    let start = Gomoku::new(Size { rows: 5, columns: 6 }, Rule::Standard);
    let moves = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3), (0, 4)];
    let points = moves.map(|(row, column)| Point::new(row, column));
    let mut record = replay::of_points(start, points).unwrap();
    record.players = ["A [b\\".into(), String::new()];
    let text = sgf_without_version(&record);
    assert_eq!(
        text,
        "(;FF[4]GM[4]CA[UTF-8]AP[]SZ[6:5]RU[standard]PB[A [b\\\\]RE[B+]\n\
         ;B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])\n"
    );
}

#[test]
fn stones_before_the_game_are_a_setup() {
    let start = Gomoku::parse_position("X....../O..X.../......./......./....... O").unwrap();
    let record = replay::of_points(start, [Point::new(4, 6)]).unwrap();
    let text = sgf_without_version(&record);
    assert_eq!(
        text,
        "(;FF[4]GM[4]CA[UTF-8]AP[]SZ[7:5]RU[freestyle]RE[?]\nAB[aa][db]\nAW[ab]PL[W]\n;W[ge])\n"
    );
}

fn sgf_without_version(record: &PlayedGame<Gomoku>) -> String {
    let version = format!("Plywood gomoku:{}", env!("CARGO_PKG_VERSION"));
    write(record).replace(&version, "")
}

/// How many properties and nodes a reader would see: brackets that are not escaped.
fn structure(text: &str) -> [usize; 4] {
    let mut counts = [0; 4];
    let mut inside = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if inside => drop(chars.next()),
            '[' if !inside => (inside, counts[0]) = (true, counts[0] + 1),
            ']' if inside => (inside, counts[1]) = (false, counts[1] + 1),
            ';' if !inside => counts[2] += 1,
            '(' | ')' if !inside => counts[3] += 1,
            _ => {}
        }
    }
    counts
}

proptest! {
    #[test]
    fn no_name_breaks_the_tree(record in any_game(), one in ".{0,12}", other in "[\\]\\[();]{0,8}") {
        let names = [one, other];
        let named = names.iter().filter(|name| !name.is_empty()).count();
        let mut record = record;
        record.players = names;
        let text = write(&record);
        let [open, close, nodes, parentheses] = structure(&text);
        prop_assert_eq!(open, close);
        prop_assert_eq!(open, 7 + named + record.plies());
        prop_assert_eq!(nodes, 1 + record.plies());
        prop_assert_eq!(parentheses, 2);
        prop_assert!(text.lines().skip(1).all(|line| line.len() < 80));
    }
}

proptest! {
    #[test]
    fn games_read_back_and_are_written_the_same_again(
        game in any_game(),
        how in prop::sample::select(vec![
            Termination::Resigned, Termination::TimeForfeit, Termination::Unknown,
        ]),
        names in [".{0,9}", ".{0,9}"],
        said in prop::collection::btree_map(0usize..60, "\\PC{1,9}", 0..4),
        date in prop::option::of("[0-9\\]\\[]{1,9}"),
    ) {
        let mut game = written_part(&game);
        if game.outcome().is_none() {
            game.end(Ending::new(Outcome::Win(Side::Second), how));
        }
        let text = write(&game);
        let back = parse(&text).unwrap();
        prop_assert_eq!(&back, &game);
        prop_assert_eq!(write(&back), text);

        game.players = names;
        game.tags = date.into_iter().map(|date| ("DT".to_owned(), date)).collect();
        let plies = game.plies();
        let said = said.into_iter().filter(|(after, _)| *after <= plies);
        game.comments = said.map(|(after, text)| Comment { after, text: text.trim().into() }).collect();
        game.comments.retain(|comment| !comment.text.is_empty());
        let back = parse(&write(&game)).unwrap();
        prop_assert_eq!(write(&parse(&write(&back)).unwrap()), write(&back));
        prop_assert_eq!(&back.comments, &game.comments);
        prop_assert_eq!(&back.tags, &game.tags);
        prop_assert!(back.moves().eq(game.moves()));
    }

    #[test]
    fn a_setup_reads_back(game in any_game(), plies in 0usize..30) {
        let mut start = PlayedGame::new(game.start().clone());
        game.moves().take(plies).for_each(|point| start.push(point, Remarks::default()));
        let start = start.position().clone();
        let rest = game.moves().skip(plies);
        let game = replay::of_points(start, rest).unwrap();
        prop_assert_eq!(parse(&write(&game)).unwrap(), game);
    }

    #[test]
    fn reading_never_panics(
        text in "(;[BW]\\[[a-z]{2}\\]|A[BWE]\\[[a-z]{2}(:[a-z]{2})?\\]|\\(;|;|\\(|\\)|\\[|\\]|\\\\|SZ|GM\\[4\\]|AB|AW|PL|RE|B\\[|W\\[|[a-z]{2}|:|[0-9]{1,2}|\n|\\PC){0,40}",
    ) {
        let _ = parse_all(&text, &usual());
        let _ = parse_all(&format!("(;SZ[6]{text}"), &usual());
    }
}
