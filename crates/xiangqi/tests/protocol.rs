//! Conversations in UCI and UCCI.

#[path = "../../harness/tests/support/conversation.rs"]
mod conversation;

use conversation::Engine;
use harness::Domain;
use proptest::prelude::*;
use protocols::serve::converse;
use protocols::serve::uci::{Dialect, Session};
use std::io::Cursor;
use std::process::Command;
use xiangqi::program::protocol::ucci::Ucci;
use xiangqi::program::protocol::uci::Uci;
use xiangqi::{Config, Xiangqi};

const BINARY: &str = env!("CARGO_BIN_EXE_xiangqi");
/// Red mates with the rear rook on the last rank.
const MATE_IN_ONE: &str = "3k5/R8/9/9/9/9/9/9/8R/4K4 w";
/// Black is to move and has lost.
const MATED: &str = "R2k5/8R/9/9/9/9/9/9/9/4K4 b";

/// The answers to a conversation.
fn talk(dialect: impl Dialect<Xiangqi>, lines: &[&str]) -> Vec<String> {
    let document = Xiangqi::CONFIGS.document(None, &[]).expect("a configuration");
    let mut config: Config = document.read().expect("a configuration");
    config.search.depth = Some(2);
    config.search.seconds = None;
    config.search.nodes = None;
    config.search.table_mib = 1;
    let session = Session::new(dialect, &config);
    let mut output = Vec::new();
    converse(session, config, Cursor::new(lines.join("\n")), &mut output).expect("it ends");
    String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
}

fn uci(lines: &[&str]) -> Vec<String> {
    talk(Uci::default(), lines)
}

fn ucci(lines: &[&str]) -> Vec<String> {
    talk(Ucci::default(), lines)
}

/// The last line, without which nothing was answered.
fn last(said: &[String]) -> &str {
    said.last().map_or("", String::as_str)
}

#[test]
fn uci_greets_with_its_options() {
    let said = uci(&["uci"]);
    assert!(said[0].starts_with("id name Plywood xiangqi "), "{said:?}");
    for option in ["Hash type spin", "Threads type spin", "MultiPV type spin", "Ponder type check"]
    {
        assert!(said.iter().any(|line| line.starts_with(&format!("option name {option}"))));
    }
    assert!(
        said.contains(&"option name UCI_Variant type combo default xiangqi var xiangqi".into())
    );
    assert_eq!(last(&said), "uciok");
    assert!(uci(&["setoption name UCI_Variant value xiangqi"]).is_empty());
}

#[test]
fn uci_counts_perft_by_move() {
    let said = uci(&["go perft 2"]);
    assert_eq!(last(&said), "Nodes searched: 1920");
    assert_eq!(said.len(), 46);
    assert!(said.iter().any(|line| line.starts_with("h2e2: ")), "{said:?}");
}

#[test]
fn uci_tells_hundredths_of_a_pawn() {
    let said = uci(&["position fen 3aka3/9/9/9/9/9/9/9/4A4/R2AK4 w", "go depth 1"]);
    let after = |line: &String| line.split_once("score cp ").map(|(_, rest)| rest.to_owned());
    let score = said.iter().find_map(after).expect("a score");
    let cents: i64 = score.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    assert!((600..1600).contains(&cents), "a rook is worth {cents}");
}

#[test]
fn uci_finds_the_mate_it_is_asked_for() {
    let position = format!("position fen {MATE_IN_ONE}");
    let said = uci(&[&position, "go mate 1"]);
    assert!(said.iter().any(|line| line.contains("score mate 1 ")), "{said:?}");
    assert!(last(&said).starts_with("bestmove "), "{said:?}");
    let said = uci(&[&format!("position fen {MATED}"), "go depth 3"]);
    assert_eq!(last(&said), "bestmove 0000");
}

#[test]
fn uci_considers_only_the_moves_it_is_told_and_tells_several_lines() {
    let said = uci(&["go depth 2 searchmoves a0a1"]);
    assert!(last(&said).starts_with("bestmove a0a1"), "{said:?}");
    let said = uci(&["setoption name MultiPV value 3", "go depth 2"]);
    let told = said.iter().filter(|line| line.starts_with("info depth 2 multipv ")).count();
    assert_eq!(told, 3, "{said:?}");
}

#[test]
fn uci_counts_ranks_from_one_when_told_to() {
    let one = "setoption name Ranks value 1-10";
    let said =
        uci(&[one, "position startpos moves h3e3 h10g8", "d", "go depth 1 searchmoves a1a2"]);
    assert!(last(&said).starts_with("bestmove a1a2"), "{said:?}");
    assert!(said.iter().any(|line| line.contains("/1C2C4/")), "{said:?}");
    let said = uci(&["position startpos moves h2e2 h9g7", "d"]);
    assert!(last(&said).contains("/1C2C4/"), "{said:?}");
}

#[test]
fn uci_leaves_the_position_as_it_was_when_a_move_is_bad() {
    let said = uci(&["position startpos moves h2e2", "position startpos moves h2e2 h2e2", "d"]);
    let problem = "info string position: move: `h2e2` is not legal: there is no piece on h2";
    assert_eq!(said[0], problem);
    assert!(last(&said).contains(" b - - 1 1"), "{said:?}");
}

#[test]
fn uci_accepts_a_position_in_the_cyclone_dialect() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let said = uci(&[&format!("fen {start} r moves h2e2"), "d"]);
    assert!(last(&said).ends_with("/1C2C4/9/RNBAKABNR b - - 1 1"), "{said:?}");
    let said = uci(&["startpos moves h2e2 h9g7", "d"]);
    assert!(last(&said).contains(" w - - 2 2"), "{said:?}");
}

#[test]
fn ucci_searches_for_a_time_per_move_whatever_the_clocks_say() {
    let said = ucci(&["setoption usemillisec true", "go time 0 opptime 0 movetime 3000 depth 2"]);
    assert!(said.iter().all(|line| !line.contains("message")), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("info depth 2 ")), "{said:?}");
}

#[test]
fn ucci_greets_with_its_options_and_says_good_bye() {
    let said = ucci(&["ucci", "quit"]);
    assert!(said.contains(&"option usemillisec type check default false".into()), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("option hashsize type spin min 0 max ")));
    assert_eq!(said[said.len() - 2..], ["ucciok", "bye"]);
}

#[test]
fn ucci_does_not_play_what_is_banned() {
    let position = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w";
    let said = ucci(&[position, "banmoves e0f0", "go depth 2"]);
    assert!(said.iter().any(|line| line.starts_with("bestmove e0e1")), "{said:?}");
    let said = ucci(&[position, "banmoves e0f0 e0e1", "go depth 2"]);
    assert_eq!(said, ["nobestmove", "bye"]);
}

#[test]
fn ucci_tells_time_nodes_depth_score_and_line() {
    let said = ucci(&["setoption usemillisec true", "go time 60000 increment 0 opptime 1 depth 2"]);
    assert!(said[0].starts_with("info time ") && said[0].contains(" nodes "), "{said:?}");
    assert!(said[1].starts_with("info depth 1 score ") && said[1].contains(" pv "), "{said:?}");
    assert!(said[said.len() - 2].starts_with("bestmove "), "{said:?}");
    let position = format!("position fen {MATE_IN_ONE}");
    let said = ucci(&[&position, "go depth 3"]);
    assert!(said.iter().any(|line| line.contains("score 29999 ")), "{said:?}");
}

#[test]
fn ucci_takes_a_draw_when_it_is_worse_and_says_when_it_has_no_move() {
    let behind = "position fen 3k1r3/9/9/9/9/9/9/9/9/4K4 w";
    let said = ucci(&[behind, "go draw depth 2"]);
    assert!(said[said.len() - 2].ends_with(" draw"), "{said:?}");
    let said = ucci(&[behind, "go ponder depth 2", "ponderhit draw"]);
    assert!(said[said.len() - 2].ends_with(" draw"), "{said:?}");
    let ahead = "position fen 3k5/9/9/9/9/9/9/9/9/4K3R w";
    let said = ucci(&[ahead, "go draw depth 2"]);
    assert!(!said[said.len() - 2].ends_with(" draw"), "{said:?}");
    assert_eq!(ucci(&[&format!("position fen {MATED}"), "go depth 2"])[0], "nobestmove");
    assert_eq!(ucci(&["probe fen x", "queryopening"]), ["bye"]);
}

#[test]
fn the_binary_thinks_without_end_ponders_and_stops_when_told() {
    for verb in ["uci", "ucci"] {
        let mut engine = Engine::start(verb);
        engine.tell(verb);
        engine.hear(&format!("{verb}ok"));
        engine.tell("position startpos moves h2e2");
        engine.tell("go infinite");
        engine.tell("isready");
        engine.hear("readyok");
        engine.tell("stop");
        engine.hear("bestmove ");
        engine.tell("go ponder depth 1");
        engine.tell("ponderhit");
        engine.hear("bestmove ");
        engine.tell("go infinite");
        engine.tell("quit");
        engine.end();
    }
}

#[test]
fn the_engine_plays_matches_against_itself_through_each_protocol() {
    for protocol in ["uci", "ucci"] {
        let external = format!("{protocol}:{BINARY} {protocol}");
        let output = Command::new(BINARY)
            .args(["match", "--first", &external, "--second", "random", "--games", "2"])
            .args(["--depth", "2", "--json", "--quiet"])
            .output()
            .expect("the binary runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("\"games\":2"), "{text}{}", String::from_utf8_lossy(&output.stderr));
        for fault in ["illegal", "crash", "hung", "protocol-error", "start-failed"] {
            assert!(!text.contains(fault), "{text}");
        }
    }
}

/// Lines made of the protocols' own words and of anything else.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let line = "((uci|ucci|isready|ucinewgame|position|startpos|fen|moves|banmoves|go|depth|nodes|\
                movetime|wtime|time|movestogo|mate|infinite|ponder|ponderhit|stop|draw|searchmoves|\
                setoption|name|value|Threads|MultiPV|usemillisec|true|probe|d|[a-i][0-9][a-i][0-9]|\
                3k5/9/9/9/9/9/9/9/9/4K4 [wb]|-?[0-9]{0,20}|炮二平五|.{0,6}) ){0,7}";
    prop::collection::vec(line, 0..6).prop_map(|lines| {
        // Long thoughts have their time elsewhere, and so has the last word.
        let limited = |line: String| {
            let line = line.replace("quit", "");
            if line.contains("go") { line + " depth 2 nodes 300" } else { line }
        };
        lines.into_iter().map(limited).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_lines_are_survived_and_the_next_order_is_answered(lines in lines()) {
        let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        lines.extend(["position fen 3k5/9/9/9/9/9/9/9/9/4K4 w", "go depth 1"]);
        let said = uci(&lines);
        prop_assert!(last(&said).starts_with("bestmove "), "{:?}", said);
        let said = ucci(&lines);
        prop_assert!(said[said.len() - 2].starts_with("bestmove "), "{:?}", said);
    }
}
