//! Sessions in the protocol that every game has, with a heap of stones.

#[path = "support/heap.rs"]
mod heap;

use heap::HeapDomain;
use proptest::prelude::*;
use protocols::serve::uci::{Dialect, GoWord, Kind, Order, Session, Setting};
use protocols::serve::{ServeError, converse};
use search::{SearchConfig, Side};
use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// UGI with words for pondering, mates, counts and excluded moves, as other dialects have them.
struct Rich;

impl Dialect<HeapDomain> for Rich {
    fn orders(&self) -> &'static [(&'static str, Order)] {
        &[
            ("ugi", Order::Greet),
            ("isready", Order::Ready),
            ("uginewgame", Order::NewGame),
            ("setoption", Order::Set),
            ("position", Order::Position),
            ("ban", Order::Ban),
            ("go", Order::Go),
            ("stop", Order::Stop),
            ("ponderhit", Order::PonderHit),
            ("query", Order::Query),
            ("d", Order::Draw),
            ("probe", Order::Ignore),
            ("quit", Order::Quit),
        ]
    }

    fn go_words(&self) -> &'static [(&'static str, GoWord)] {
        &[
            ("depth", GoWord::Depth),
            ("nodes", GoWord::Nodes),
            ("movetime", GoWord::MoveTime),
            ("p1time", GoWord::Clock(Side::First)),
            ("mate", GoWord::Mate),
            ("perft", GoWord::Perft),
            ("infinite", GoWord::Infinite),
            ("ponder", GoWord::Ponder),
            ("draw", GoWord::Draw),
            ("only", GoWord::OnlyMoves),
        ]
    }

    fn settings(&self) -> Vec<(&'static str, Setting)> {
        let style = Kind::Combo { default: "solid", choices: &["solid", "risky"] };
        vec![
            ("Hash", Setting::TableMib),
            ("Threads", Setting::Threads),
            ("MultiPV", Setting::Lines),
            ("Move Overhead", Setting::Overhead),
            ("Ponder", Setting::Ponder),
            ("Clear Hash", Setting::Forget),
            ("Style", Setting::Own(style)),
        ]
    }
}

fn config() -> SearchConfig {
    SearchConfig { depth: Some(4), table_mib: 1, ..SearchConfig::default() }
}

fn session() -> Session<HeapDomain, Rich> {
    Session::new(Rich, &config())
}

/// The answers to these lines.
fn talk(lines: &[&str]) -> Vec<String> {
    let mut output = Vec::new();
    converse(session(), config(), Cursor::new(lines.join("\n")), &mut output)
        .expect("the conversation ends well");
    String::from_utf8(output).expect("the answers are text").lines().map(str::to_owned).collect()
}

/// Input from a channel.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = buffer.len().min(self.1.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// Output to a channel, line by line.
struct Wire(Sender<String>, Vec<u8>);

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.1)).expect("the answers are text");
        self.0.send(text.trim_end().to_owned()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// A session with one line at a time.
struct Live {
    tell: Sender<Vec<u8>>,
    hear: Receiver<String>,
    end: JoinHandle<Result<(), ServeError>>,
}

impl Live {
    fn begin() -> Live {
        let (tell, told) = channel();
        let (said, hear) = channel();
        let end = thread::spawn(move || {
            let input = BufReader::new(Pipe(told, Vec::new()));
            converse(session(), config(), input, &mut Wire(said, Vec::new()))
        });
        Live { tell, hear, end }
    }

    fn tell(&self, line: &str) {
        self.tell.send(format!("{line}\n").into_bytes()).expect("the engine listens");
    }

    /// The next line that starts with a word.
    fn hear(&self, word: &str) -> String {
        loop {
            let line = self.hear.recv_timeout(Duration::from_secs(60)).expect(word);
            if line.starts_with(word) {
                return line;
            }
        }
    }

    /// Whether no line starts with this word until it is ready.
    fn is_silent_about(&self, word: &str) -> bool {
        self.tell("isready");
        loop {
            let line = self.hear.recv_timeout(Duration::from_secs(60)).expect("readyok");
            if line == "readyok" {
                return true;
            }
            if line.starts_with(word) {
                return false;
            }
        }
    }
}

#[test]
fn the_greeting_names_the_options_and_ends_with_ok() {
    let said = talk(&["ugi"]);
    assert_eq!(said.last().unwrap(), "ugiok");
    assert!(said.contains(&"option name Hash type spin default 1 min 0 max 65536".to_owned()));
    assert!(
        said.contains(&"option name Style type combo default solid var solid var risky".to_owned())
    );
    assert_eq!(talk(&["isready"]), ["readyok"]);
}

#[test]
fn options_are_set_or_refused_with_what_is_allowed() {
    let quiet = [
        "setoption name Hash value 2",
        "setoption name threads value 2",
        "setoption name Clear Hash",
        "setoption name Style value RISKY",
        "setoption name Ponder value true",
        "setoption name Move Overhead value 30",
    ];
    assert_eq!(talk(&quiet), [""; 0]);
    for (line, problem) in [
        ("setoption", "setoption: allowed: name"),
        ("setoption name Hush value 1", "setoption: unknown option \"Hush\", allowed: Hash, "),
        ("setoption name Hash value many", "setoption Hash: found \"many\", allowed: 0 to 65536"),
        ("setoption name Hash value 65537", "setoption Hash: found \"65537\""),
        ("setoption name Threads value 0", "setoption Threads: found \"0\", allowed: 1 to"),
        ("setoption name Ponder value maybe", "setoption Ponder: found \"maybe\", allowed: true"),
        ("setoption name Style value wild", "setoption Style: found \"wild\", allowed: solid"),
    ] {
        let said = talk(&[line, "go depth 1"]);
        assert!(said[0].starts_with(&format!("info string {problem}")), "{said:?}");
        assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
    }
    // A table that two threads need cannot be taken from them.
    let said =
        talk(&["setoption name Threads value 2", "setoption name Hash value 0", "go depth 1"]);
    assert!(said[0].starts_with("info string setoption Hash: search.parallel"), "{said:?}");
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}

#[test]
fn several_variations_are_listed_best_first() {
    let said = talk(&["setoption name MultiPV value 2", "position fen 6 A", "go depth 3"]);
    let last: Vec<_> = said.iter().filter(|line| line.contains("depth 3 ")).collect();
    assert_eq!(last.len(), 2, "{said:?}");
    assert!(last[0].contains(" multipv 1 ") && last[1].contains(" multipv 2 "), "{last:?}");
}

#[test]
fn only_the_requested_moves_are_searched() {
    let said = talk(&["position fen 6 A", "go depth 3 only 3 9"]);
    assert!(said[0].starts_with("info string move: found 9"), "{said:?}");
    assert!(said.last().unwrap().starts_with("bestmove 3"), "{said:?}");
    let said = talk(&["position fen 6 A", "ban 2 1", "go depth 3"]);
    assert!(said.last().unwrap().starts_with("bestmove 3"), "{said:?}");
    assert_eq!(talk(&["position fen 6 A", "ban 3 2 1", "go depth 3"]), ["bestmove 0000"]);
    let said = talk(&["position fen 6 A", "ban 2", "position fen 6 A", "go depth 5"]);
    assert!(said.last().unwrap().starts_with("bestmove 2"), "{said:?}");
}

#[test]
fn finding_the_requested_mate_ends_the_search() {
    let said = talk(&["position fen 6 A", "go mate 2"]);
    assert!(said.last().unwrap().starts_with("bestmove 2"), "{said:?}");
    assert!(said.iter().any(|line| line.contains("score mate 2 ")), "{said:?}");
}

#[test]
fn a_count_is_listed_by_root_move() {
    assert_eq!(
        talk(&["position fen 3 A", "go perft 2"]),
        ["1: 2", "2: 1", "3: 0", "", "Nodes searched: 3"]
    );
}

#[test]
fn queries_know_the_moves_of_the_game() {
    let long = format!("position fen 30 A moves{}", " 1".repeat(9));
    assert_eq!(talk(&[&long, "query result"]), ["response draw"]);
    assert_eq!(talk(&["position fen 3 A moves 3", "query result"]), ["response p1win"]);
    assert_eq!(
        talk(&["position fen 3 A moves 1", "d"]),
        [" 1 o [o]     Ann", "   a  b    > Bob to move", "2 B"]
    );
}

#[test]
fn commands_during_a_search_are_handled_after_it() {
    let said = talk(&["position fen 20 A", "go depth 4", "position fen 1 A", "go depth 1"]);
    let best: Vec<_> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 2, "{said:?}");
    assert_eq!(best[1], "bestmove 1");
}

#[test]
fn an_infinite_search_answers_isready_and_stops_on_stop() {
    let live = Live::begin();
    live.tell("position fen 3 A");
    live.tell("go infinite");
    live.hear("info depth");
    // The game is decided at once, but the answer must wait for `stop`.
    thread::sleep(Duration::from_millis(30));
    assert!(live.is_silent_about("bestmove"));
    live.tell("stop");
    assert_eq!(live.hear("bestmove"), "bestmove 3");
    live.tell("stop");
    assert!(live.is_silent_about("bestmove"));
    live.tell("go infinite");
    live.tell("go depth 1");
    live.hear("bestmove");
    live.hear("bestmove");
    live.tell("go infinite");
    live.tell("quit");
    live.hear("bestmove");
    live.end.join().unwrap().unwrap();
}

#[test]
fn a_queued_command_ends_every_infinite_search_before_it() {
    let live = Live::begin();
    live.tell("position fen 3 A\ngo infinite\ngo infinite\ngo infinite\ngo depth 1");
    for _ in 0..4 {
        assert_eq!(live.hear("bestmove"), "bestmove 3");
    }
    live.tell("quit");
    live.end.join().unwrap().unwrap();
}

#[test]
fn a_ponder_hit_lets_the_search_end_by_its_limits() {
    let live = Live::begin();
    live.tell("position fen 40 A");
    live.tell("go ponder depth 3");
    live.hear("info depth 3");
    assert!(live.is_silent_about("bestmove"));
    live.tell("ponderhit");
    live.hear("bestmove");
    let asked = Instant::now();
    live.tell("go ponder movetime 40");
    live.tell("ponderhit");
    live.hear("bestmove");
    assert!(asked.elapsed() < Duration::from_secs(50));
    live.tell("go ponder p1time 1000");
    live.tell("stop");
    live.hear("bestmove");
    live.tell("ponderhit");
    live.tell("quit");
    live.end.join().unwrap().unwrap();
}

#[test]
fn closed_output_ends_the_session() {
    let live = Live::begin();
    drop(live.hear);
    live.tell.send(b"isready\n".to_vec()).unwrap();
    let error = live.end.join().unwrap().unwrap_err();
    assert!(matches!(error, ServeError::Output(_)), "{error}");
}

#[test]
fn the_end_of_input_ends_a_search_that_its_limits_would_not_end() {
    // Without a table each of them would run for minutes at least.
    let start = ["setoption name Hash value 0", "position fen 40 A"];
    for go in ["go depth 40", "go movetime 1000000000", "go nodes 1000000000000000"] {
        let said = talk(&[start[0], start[1], go]);
        assert!(said.last().unwrap().starts_with("bestmove "), "{go}: {said:?}");
    }
    assert_eq!(talk(&[start[1], "go perft 30"]).last().unwrap(), "info string perft: stopped");
}

#[test]
fn commands_that_wait_at_the_end_of_input_are_still_answered() {
    let lines = ["setoption name Hash value 0", "position fen 40 A", "go depth 40", "go depth 40"];
    let said = talk(&lines);
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{said:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_lines_make_the_session_panic(
        lines in prop::collection::vec(
            "((ugi|isready|uginewgame|position|startpos|fen|moves|ban|go|depth|nodes|movetime|\
             p1time|mate|infinite|ponder|ponderhit|stop|only|query|result|setoption|name|value|\
             Threads|MultiPV|d|[0-9]{1,2} [AB]|[1-3]|-?[0-9]{0,20}|.{0,6}) ){0,7}",
            0..8,
        )
    ) {
        // Counts and long searches have their own tests.
        let lines = lines.into_iter().map(|line| {
            let line = line.replace("quit", "");
            if line.contains("go") { line + " depth 3 nodes 200" } else { line }
        });
        let lines: Vec<String> = lines.chain(["position fen 1 A".into(), "d".into()]).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let said = talk(&lines);
        prop_assert!(said.last().is_some_and(|line| line == "1 A"), "{:?}", said);
    }
}
