//! Sessions, valid and invalid.

use super::*;
use harness::Domain;
use proptest::prelude::*;
use protocols::serve::converse;
use search::Notation;
use std::io::Cursor;

/// The answers to a conversation, empty lines left out.
fn talk(lines: &str) -> Vec<String> {
    let document = OthelloDomain::CONFIGS.document(None, &[]).unwrap();
    let mut config: crate::Config = document.read().unwrap();
    config.search.depth = Some(2);
    config.search.table_mib = 1;
    config.endgame.table_mib = 1;
    config.endgame.root = 6;
    let mut output = Vec::new();
    let session = Session::new(OthelloDomain::start(&config));
    converse(session, config, Cursor::new(lines.to_owned()), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn the_commands_every_program_must_know_are_answered() {
    let said = talk("1 protocol_version\nname\n2 known_command play\nknown_command x\nnonsense\n");
    assert_eq!(said[0], "=1 2");
    assert_eq!(said[1], "= Plywood othello");
    assert_eq!(said[2..], ["=2 true", "= false", "? unknown command"]);
    let listed = talk("list_commands\n");
    assert_eq!(listed.len(), COMMANDS.len());
    for command in COMMANDS {
        let said = talk(&format!("{command} x y z\n"));
        assert!(said.iter().all(|line| !line.contains("unknown command")), "{command}");
    }
}

#[test]
fn an_interface_for_several_games_learns_which_one_is_played() {
    let said = talk("list_games\nset_game Othello\nset_game Go\n");
    assert_eq!(said, ["= Othello", "=", "? unsupported game, allowed: Othello"]);
}

#[test]
fn cputime_answers_in_seconds() {
    let said = talk("cputime\n");
    let seconds: f64 = said[0].strip_prefix("= ").unwrap().parse().unwrap();
    assert!((0.0..1e6).contains(&seconds));
}

#[test]
fn moves_are_played_taken_back_and_refused() {
    let said =
        talk("play b f5\nplay w f5\nplay b d6\nplay w d6\nundo\nplay white F4\nundo\nundo\nundo\n");
    assert_eq!(
        said,
        [
            "=",
            "? illegal move",
            "? illegal move",
            "=",
            "=",
            "=",
            "=",
            "=",
            "? cannot undo: no move was played"
        ]
    );
    let said = talk("play b z9\nplay x f5\nplay b\n");
    assert!(said.iter().all(|line| line.starts_with('?')), "{said:?}");
}

#[test]
fn a_generated_move_is_played_and_answered_once() {
    let said = talk("7 genmove b\ngenmove b\ngenmove w\nreg_genmove b\nreg_genmove b\nquit\n");
    assert_eq!(said.len(), 6);
    assert!(said[0].starts_with("=7 ") && said[0].len() == 5, "{said:?}");
    assert_eq!(said[1], "? it is not black's turn");
    assert_eq!(said[3], said[4]);
    assert_eq!(said[5], "=");
}

#[test]
fn gogui_is_told_the_rules() {
    let said = talk(
        "gogui-rules_game_id\ngogui-rules_board_size\ngogui-rules_side_to_move\ngogui-rules_legal_moves\ngogui-rules_final_result\n",
    );
    assert_eq!(said, ["= Othello", "= 8", "= black", "= D3 C4 F5 E6", "= ?"]);
    let board = talk("boardsize 4\ngogui-rules_board\n");
    assert_eq!(board[1..], ["= . . . .", ". X O .", ". O X .", ". . . ."]);
}

#[test]
fn passes_may_be_sent_or_left_out() {
    // A random game on the small board, once with its passes and once without.
    let mut rng = search::rng::Rng::new(3);
    let mut found = 0;
    for _ in 0..200 {
        let mut position = Othello::start(Size::Four);
        let (mut sent, mut left_out) =
            (String::from("boardsize 4\n"), String::from("boardsize 4\n"));
        let mut moves = Vec::new();
        let mut passes = 0;
        while position.expand(&mut moves).is_none() {
            let mv = rng.choose(&moves).unwrap();
            moves.clear();
            let line = format!("play {} {}\n", side_name(position.side()), position.move_text(mv));
            sent.push_str(&line);
            if mv == Move::PASS {
                passes += 1
            } else {
                left_out.push_str(&line)
            }
            position.play(mv);
        }
        if passes == 0 {
            continue;
        }
        found += 1;
        for lines in [sent, left_out] {
            let said = talk(&format!("{lines}final_score\nplay b pass\n"));
            assert!(said.iter().all(|line| !line.starts_with('?')), "{lines}{said:?}");
            assert_eq!(said[said.len() - 2], format!("= {}", rules::result(&position)));
        }
        if found == 5 {
            break;
        }
    }
    assert_eq!(found, 5);
}

#[test]
fn clocks_are_kept_within() {
    let said = talk(
        "time_settings 1 0 0\ngenmove b\ntime_left w 0.2 0\ngenmove w\ntime_left b x 0\ntime_settings 1\n",
    );
    assert!(said[1].starts_with("= ") && said[3].starts_with("= "), "{said:?}");
    assert!(said[4].starts_with("? syntax error") && said[5].starts_with("? syntax error"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_lines_are_survived(
        lines in prop::collection::vec(
            "[0-9]{0,2} ?(play|genmove|undo|boardsize|clear_board|time_left|time_settings|showboard|\
             final_score|\\PC{0,6})( (b|w|pass|[a-h][1-8]|[0-9]{1,12}|-1|\\PC{0,3})){0,3}",
            0..8,
        )
    ) {
        let said = talk(&format!("{}\n99 name\n", lines.join("\n")));
        prop_assert_eq!(said.last().map(String::as_str), Some("=99 Plywood othello"));
    }
}
