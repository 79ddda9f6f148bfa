//! Sessions of the protocols, from the first line to the end of input.

use crate::games::default_config;
use crate::words::{expand, with_small_numbers};
use gomoku::FiveInARow;
use harness::Domain;
use othello::OthelloDomain;
use othello::program::protocol::{gtp as othello_gtp, nboard as othello_nboard};
use protocols::serve::uci::{Session, Ugi};
use protocols::serve::{Language, converse};
use std::io::Cursor;
use xiangqi::Xiangqi;
use xiangqi::program::protocol::{ucci::Ucci, uci::Uci};

/// A longer session would only repeat itself.
const MOST_BYTES: usize = 2000;

/// A session with an engine that answers at once. It must end by itself, with answers that are text.
fn session<D: Domain>(
    bytes: &[u8],
    words: &[&str],
    config: D::Config,
    language: impl Language<D>,
    quit: &str,
) {
    let bytes = &bytes[..bytes.len().min(MOST_BYTES)];
    // The last line ends a search that would go on.
    let lines = with_small_numbers(&expand(bytes, words), 2) + "\n" + quit + "\n";
    let mut output = Vec::new();
    converse::<D>(language, config, Cursor::new(lines.clone()), &mut output)
        .unwrap_or_else(|error| panic!("{error} after {lines:?}"));
    assert!(std::str::from_utf8(&output).is_ok(), "no text after {lines:?}");
}

/// A player that searches one ply without tables.
fn quick_config<D: Domain>() -> D::Config {
    let mut config = default_config::<D>();
    let search = D::search_mut(&mut config);
    search.depth = Some(1);
    search.nodes = None;
    search.seconds = None;
    search.table_mib = 1;
    search.solver = None;
    config
}

const UCI: &[&str] = &[
    "uci\n",
    "ucci\n",
    "ugi\n",
    "isready\n",
    "ucinewgame\n",
    "uginewgame\n",
    "position startpos\n",
    "position startpos moves ",
    "position fen ",
    "position ",
    "moves ",
    "go depth 1\n",
    "go nodes 9\n",
    "go movetime 1\n",
    "go infinite\n",
    "go ponder wtime 9 btime 9\n",
    "ponderhit\n",
    "stop\n",
    "setoption name ",
    "Hash",
    "Threads",
    "MultiPV",
    " value ",
    "h2e2 ",
    "h9g7 ",
    "h8 ",
    "a1b3 ",
    "searchmoves ",
    "banmoves ",
    "go time 9 increment 1\n",
    "probe\n",
    "query ",
    "\n",
    "winc 1 binc 1 movestogo 2 ",
    "mate 1 ",
    "bestmove",
];

/// UCI, xiangqi.
pub(crate) fn uci(bytes: &[u8]) {
    let config = quick_config::<Xiangqi>();
    let language = Session::new(Uci::default(), &config);
    session(bytes, UCI, config, language, "quit");
}

/// UCCI, xiangqi.
pub(crate) fn ucci(bytes: &[u8]) {
    let config = quick_config::<Xiangqi>();
    let language = Session::new(Ucci::default(), &config);
    session(bytes, UCI, config, language, "quit");
}

/// UGI, any game.
pub(crate) fn ugi<D: Domain>(bytes: &[u8]) {
    let config = quick_config::<D>();
    let language = Session::<D, Ugi>::new(Ugi, &config);
    session(bytes, UCI, config, language, "quit");
}

/// Gomocup.
pub(crate) fn gomocup(bytes: &[u8]) {
    const WORDS: &[&str] = &[
        "START ",
        "RECTSTART ",
        "RESTART\n",
        "BEGIN\n",
        "TURN ",
        "BOARD\n",
        "DONE\n",
        "INFO ",
        "timeout_turn ",
        "timeout_match ",
        "time_left ",
        "max_memory ",
        "game_type ",
        "rule ",
        "folder ",
        "ABOUT\n",
        "TAKEBACK ",
        "PLAY ",
        "SWAP2BOARD\n",
        "YXBOARD\n",
        "7,7",
        ",1\n",
        ",2\n",
        "15\n",
        "7,8\n",
        "8,8\n",
        "0\n",
        "\n",
        "-1",
    ];
    let config = quick_config::<FiveInARow>();
    let language = gomoku::program::protocol::language(&config.game);
    session::<FiveInARow>(bytes, WORDS, config, language, "END");
}

/// GTP, othello.
pub(crate) fn gtp(bytes: &[u8]) {
    const WORDS: &[&str] = &[
        "protocol_version\n",
        "name\n",
        "list_commands\n",
        "known_command ",
        "boardsize 8\n",
        "boardsize ",
        "clear_board\n",
        "komi 0\n",
        "play b ",
        "play w ",
        "genmove b\n",
        "genmove w\n",
        "undo\n",
        "showboard\n",
        "time_settings 1 1 1\n",
        "time_left b 1 1\n",
        "final_score\n",
        "d3\n",
        "c3\n",
        "pass\n",
        "resign\n",
        "1 ",
        "gogui-rules_board\n",
        "gogui-rules_legal_moves\n",
        "loadsgf ",
        "reg_genmove b\n",
        "set_game Othello\n",
        "\n",
    ];
    let config = quick_config::<OthelloDomain>();
    let language = othello_gtp::language(&config);
    session::<OthelloDomain>(bytes, WORDS, config, language, "quit");
}

/// NBoard, othello.
pub(crate) fn nboard(bytes: &[u8]) {
    const WORDS: &[&str] = &[
        "nboard 2\n",
        "set depth 1\n",
        "set depth ",
        "set game ",
        "set contempt 0\n",
        "move ",
        "hint 1\n",
        "hint ",
        "go\n",
        "ping 1\n",
        "ping ",
        "learn\n",
        "analyze\n",
        "d3",
        "c3\n",
        "PA\n",
        "//",
        "\n",
        "(;GM[Othello]PC[x]DT[1]PB[a]PW[b]RE[?]TI[5]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]",
        "B[d3//1]",
        "W[c3]",
        ";)\n",
    ];
    let config = quick_config::<OthelloDomain>();
    let language = othello_nboard::language(&config);
    session::<OthelloDomain>(bytes, WORDS, config, language, "quit");
}
