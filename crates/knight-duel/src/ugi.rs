//! The universal game interface: UCI for any game, as a program on stdin and stdout.
//!
//! | line | answer |
//! |---|---|
//! | `ugi` | `id name ...`, `ugiok` |
//! | `isready` | `readyok`, during a search too |
//! | `uginewgame` | forgets the last game |
//! | `position startpos\|fen POSITION [moves M...]` | |
//! | `go [depth N] [nodes N] [movetime MS] [p1time MS p2time MS p1inc MS p2inc MS] [infinite]` | `info ...`, `bestmove M`; without a limit those of the configuration hold |
//! | `stop` | the search ends with its `bestmove` |
//! | `query gameover\|result\|p1turn` | `response true\|false`, `response p1win\|p2win\|none`, `response true\|false` |
//! | `quit`, end of input | ends the program |
//!
//! Anything else, and whatever does not make sense, is answered by `info string ...` and changes
//! nothing: a position line with a bad move leaves the position as it was. `bestmove 0000` says that
//! the game is over. Lines are read on a thread of their own, so that a search hears of `stop`.

use crate::KnightDuel;
use crate::config::Config;
use crate::duel::Duel;
use clap::Args;
use harness::Domain;
use harness::cli::{Context, Finish, HarnessError};
use harness::config::one_line;
use harness::matches::{Clock, Control};
use search::{
    Analyst, Game, Iteration, Limits, Notation, Outcome, Request, Score, Side, Step, StopFlag,
};
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Longest line that is read; the rest of a longer one is thrown away.
const LONGEST_LINE: usize = 1 << 16;
/// What a reply may need besides the search, kept back from `movetime`.
const OVERHEAD: Duration = Duration::from_millis(5);

/// Arguments of `ugi`: none.
#[derive(Args)]
pub(crate) struct UgiArgs {}

/// Runs the verb until `quit` or the end of input.
pub(crate) fn run(context: &Context<KnightDuel>, _: UgiArgs) -> Result<Finish, HarnessError> {
    let config = context.config();
    let analyst =
        KnightDuel::engine(config).map_err(|problem| HarnessError::input("config", problem))?;
    let output = Arc::new(Mutex::new(io::stdout()));
    let (sender, orders) = mpsc::channel();
    let searching = Arc::new(AtomicBool::new(false));
    let reader = Reader { output: output.clone(), sender, searching: searching.clone() };
    // Not joined: it may sit in a read that never returns.
    std::thread::spawn(move || reader.run(io::stdin().lock()));
    let mut session = Session::new(config, analyst, output);
    for order in orders {
        let served = session.serve(&order);
        searching.fetch_and(!order.is_go, SeqCst);
        if !served.map_err(HarnessError::Output)? {
            break;
        }
    }
    Ok(Finish::Done)
}

/// A line to be served in its turn, with the flag that ends the search it may start.
struct Order {
    line: String,
    is_go: bool,
    stop: StopFlag,
}

/// Reads lines, and acts at once on those that cannot wait.
struct Reader<W> {
    output: Arc<Mutex<W>>,
    sender: mpsc::Sender<Order>,
    searching: Arc<AtomicBool>,
}

impl<W: Write> Reader<W> {
    fn run(self, mut input: impl BufRead) {
        // The flag of the latest search. A fresh one for each, so that a `stop` that comes before
        // its search has begun is not lost.
        let mut latest = StopFlag::new();
        while let Some(line) = read_line(&mut input) {
            let is_go = line.split_whitespace().next() == Some("go");
            match line.trim() {
                "isready" if self.searching.load(SeqCst) => {
                    let _ = say(&self.output, "readyok");
                    continue;
                }
                "stop" => {
                    latest.stop();
                    continue;
                }
                "quit" => latest.stop(),
                _ => {}
            }
            if is_go {
                latest = StopFlag::new();
                self.searching.store(true, SeqCst);
            }
            if self.sender.send(Order { line, is_go, stop: latest.clone() }).is_err() {
                return;
            }
        }
        latest.stop();
    }
}

/// The next line without its end, cut if it is very long; whatever is not UTF-8 is replaced. `None`
/// at the end of input.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let chunk = input.fill_buf().ok()?;
        if chunk.is_empty() {
            return any.then(|| String::from_utf8_lossy(&line).into_owned());
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let used = end.unwrap_or(chunk.len());
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&chunk[..used.min(room)]);
        input.consume(used + usize::from(end.is_some()));
        if end.is_some() {
            return Some(String::from_utf8_lossy(&line).into_owned());
        }
    }
}

fn say<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

/// The engine's side of the conversation.
struct Session<'a, W> {
    config: &'a Config,
    analyst: Box<dyn Analyst<Duel>>,
    output: Arc<Mutex<W>>,
    position: Duel,
    history: Vec<Step<<Duel as Game>::Move>>,
}

impl<'a, W: Write> Session<'a, W> {
    fn new(config: &'a Config, analyst: Box<dyn Analyst<Duel>>, output: Arc<Mutex<W>>) -> Self {
        let position = KnightDuel::start(config);
        Session { config, analyst, output, position, history: Vec::new() }
    }

    /// Does what a line asks for; false after `quit`.
    fn serve(&mut self, order: &Order) -> io::Result<bool> {
        let mut words = order.line.split_whitespace();
        let done = match words.next() {
            None => Ok(()),
            Some("quit") => return Ok(false),
            Some("ugi") => {
                self.say(concat!("id name Plywood knight-duel ", env!("CARGO_PKG_VERSION")))?;
                return self.say("ugiok").map(|()| true);
            }
            Some("isready") => return self.say("readyok").map(|()| true),
            Some("uginewgame") => {
                self.analyst.new_game();
                Ok(())
            }
            Some("position") => self.set_position(words),
            Some("go") => match self.limits(words) {
                Ok(limits) => return self.go(limits, &order.stop).map(|()| true),
                Err(problem) => {
                    // A manager that asked for a move waits for one.
                    self.remark(&problem)?;
                    let limits = Limits::from_config(&self.config.search);
                    return self.go(limits, &order.stop).map(|()| true);
                }
            },
            Some("query") => match self.answer(words.next()) {
                Some(answer) => return self.say(&format!("response {answer}")).map(|()| true),
                None => Err("query: allowed: gameover, result, p1turn".to_owned()),
            },
            Some(other) => Err(format!(
                "unknown line {other:.40?}, allowed: ugi, isready, uginewgame, position, go, stop, \
                 query, quit"
            )),
        };
        if let Err(problem) = done {
            self.remark(&problem)?;
        }
        Ok(true)
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.output, line)
    }

    fn remark(&self, problem: &str) -> io::Result<()> {
        self.say(&format!("info string {}", one_line(problem)))
    }

    /// `startpos` or `fen POSITION`, then `moves M...`. Takes all of it or nothing.
    fn set_position<'w>(&mut self, mut words: impl Iterator<Item = &'w str>) -> Result<(), String> {
        let kind = words.next();
        let rest: Vec<&str> = words.collect();
        let split = rest.iter().position(|&word| word == "moves").unwrap_or(rest.len());
        let (place, moves) = (&rest[..split], rest.get(split + 1..).unwrap_or_default());
        let mut position = match (kind, place) {
            (Some("startpos"), []) => KnightDuel::start(self.config),
            (Some("fen"), place) => KnightDuel::parse_position(self.config, &place.join(" "))
                .map_err(|error| format!("position: {error}"))?,
            _ => return Err("position: allowed: startpos or fen POSITION, then moves M...".into()),
        };
        let mut history = Vec::with_capacity(moves.len());
        for text in moves {
            let mv = position.parse_move(text).map_err(|error| format!("position: {error}"))?;
            history.push(Step { key: position.key(), mv });
            position.play(mv);
        }
        (self.position, self.history) = (position, history);
        Ok(())
    }

    /// The limits of a `go` line; without any, those of the configuration.
    fn limits<'w>(&self, mut words: impl Iterator<Item = &'w str>) -> Result<Limits, String> {
        let mut control = Control::default();
        let mut clock = Clock::default();
        let mut infinite = false;
        let own = match self.position.side() {
            Side::First => ["p1time", "p1inc"],
            Side::Second => ["p2time", "p2inc"],
        };
        while let Some(word) = words.next() {
            if word == "infinite" {
                infinite = true;
                continue;
            }
            let known = ["depth", "nodes", "movetime", "p1time", "p2time", "p1inc", "p2inc"];
            if !known.contains(&word) {
                return Err(format!("go: unknown word {word:.40?}, allowed: {}", known.join(", ")));
            }
            let number: Option<i64> = words.next().and_then(|value| value.parse().ok());
            let number = number.ok_or_else(|| format!("go {word}: allowed: a whole number"))?;
            let number = number.max(0).unsigned_abs();
            // An odd manager's clock of a billion seconds is as good as none.
            let millis = Duration::from_millis(number.min(1 << 40));
            match word {
                "depth" => control.depth = Some(number.clamp(1, 250) as u32),
                "nodes" => control.nodes = Some(number.max(1)),
                "movetime" => control.time = Some(millis.saturating_sub(OVERHEAD).as_secs_f64()),
                _ if word == own[0] => clock.left = Some(millis),
                _ if word == own[1] => clock.increment = millis,
                _ => {}
            }
        }
        let limits = control.limits(&clock);
        let none = limits.is_unlimited() && !infinite;
        Ok(if none { Limits::from_config(&self.config.search) } else { limits })
    }

    fn go(&mut self, limits: Limits, stop: &StopFlag) -> io::Result<()> {
        let request = Request {
            history: self.history.clone(),
            stop: stop.clone(),
            ..Request::new(self.position, limits)
        };
        let (position, units) = (self.position, self.analyst.units_per_point());
        let output = self.output.clone();
        let report = self.analyst.search(&request, &mut |iteration| {
            // If nobody reads any more, the next answer will notice.
            let _ = say(&output, &info(&position, iteration, units));
        });
        let best = report.best.map_or("0000".to_owned(), |mv| self.position.move_text(mv));
        self.say(&format!("bestmove {best}"))
    }

    fn answer(&self, question: Option<&str>) -> Option<String> {
        let outcome = self.position.outcome();
        Some(match question? {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => (self.position.side() == Side::First).to_string(),
            "result" => match outcome {
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
                Some(Outcome::Draw) => "draw",
                None => "none",
            }
            .to_owned(),
            _ => return None,
        })
    }
}

/// `info depth 7 score cp 120 nodes ... nps ... time ... pv ...`: hundredths of a point, or plies to
/// the end with the winner's sign.
fn info(position: &Duel, iteration: &Iteration<<Duel as Game>::Move>, units: i64) -> String {
    let (score, line) = match iteration.lines.first() {
        Some(line) => (line.score, &line.pv[..]),
        None => (Score::ZERO, &[][..]),
    };
    let score = match score.distance() {
        Some(plies) if score > Score::ZERO => format!("mate {plies}"),
        Some(plies) => format!("mate -{plies}"),
        None => format!("cp {:.0}", score.points(units) * 100.0),
    };
    let mut text = format!(
        "info depth {} score {score} nodes {} nps {:.0} time {}",
        iteration.depth,
        iteration.nodes,
        iteration.nps(),
        iteration.time.as_millis(),
    );
    let mut position = *position;
    for (index, &mv) in line.iter().enumerate() {
        text.push_str(if index == 0 { " pv " } else { " " });
        text.push_str(&position.move_text(mv));
        position.play(mv);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::config::Document;
    use proptest::prelude::*;

    /// The answers to a conversation.
    fn talk(lines: &[&str]) -> Vec<String> {
        let document = Document::parse("default.toml", KnightDuel::DEFAULT_CONFIG).unwrap();
        let mut config: Config = document.read().unwrap();
        config.search.depth = Some(2);
        config.search.table_mib = 1;
        let output = Arc::new(Mutex::new(Vec::new()));
        let analyst = KnightDuel::engine(&config).unwrap();
        let mut session = Session::new(&config, analyst, output.clone());
        for line in lines {
            let is_go = line.starts_with("go");
            let order = Order { line: (*line).to_owned(), is_go, stop: StopFlag::new() };
            if !session.serve(&order).unwrap() {
                break;
            }
        }
        let said = output.lock().unwrap().clone();
        String::from_utf8(said).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_greeting_ends_with_ugiok() {
        assert_eq!(talk(&["ugi"]).last().unwrap(), "ugiok");
        assert_eq!(talk(&["isready"]), ["readyok"]);
    }

    #[test]
    fn questions_about_the_position_are_answered() {
        let over = "position fen A+++/++@+/+@++/+++B A";
        let said = talk(&[over, "query gameover", "query result", "query p1turn", "go depth 3"]);
        assert_eq!(said, ["response true", "response p2win", "response true", "bestmove 0000"]);
        let said = talk(&["position startpos", "query gameover", "query result"]);
        assert_eq!(said, ["response false", "response none"]);
    }

    #[test]
    fn moves_are_played_and_a_bad_line_changes_nothing() {
        let good = "position fen A+++/++++/++++/+++B A moves b2";
        let turn = "query p1turn";
        assert_eq!(talk(&[good, turn]), ["response false"]);
        let bad = "position fen A+++/++++/++++/+++B A moves b2 a1";
        let said = talk(&[good, bad, turn]);
        assert!(said[0].starts_with("info string position: move: found `a1`"), "{said:?}");
        assert_eq!(said[1], "response false");
    }

    #[test]
    fn a_search_tells_its_iterations_and_then_its_move() {
        let said = talk(&["position fen A+++/++++/++++/+++B A", "go depth 2"]);
        assert!(said[0].starts_with("info depth 1 score "), "{said:?}");
        assert!(
            ["bestmove b2", "bestmove c3"].contains(&said.last().unwrap().as_str()),
            "{said:?}"
        );
        assert!(talk(&["go depth x"])[0].starts_with("info string go depth"));
        assert!(talk(&["go depth x"]).last().unwrap().starts_with("bestmove "));
    }

    #[test]
    fn long_and_broken_lines_are_read_to_their_end() {
        let long = "x".repeat(3 * LONGEST_LINE);
        let text = [long.as_bytes(), b"\n\xff\xfe\nugi"].concat();
        let mut input = io::BufReader::with_capacity(7, &text[..]);
        assert_eq!(read_line(&mut input).unwrap().len(), LONGEST_LINE);
        assert_eq!(read_line(&mut input).unwrap(), "\u{fffd}\u{fffd}");
        assert_eq!(read_line(&mut input).unwrap(), "ugi");
        assert_eq!(read_line(&mut input), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_lines_are_survived(
            lines in prop::collection::vec(
                "((ugi|isready|uginewgame|position|startpos|fen|moves|go|depth|nodes|movetime|\
                 p1time|infinite|query|result|[A+@/]{0,12}|[a-p][0-9]{1,2}|-?[0-9]{0,20}|.{0,6}) ){0,7}",
                0..6,
            )
        ) {
            // `go infinite` would go on until it is stopped.
            let lines: Vec<String> = lines
                .into_iter()
                .map(|line| line.replace("go", "go depth 1 nodes 200"))
                .collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).chain(["isready"]).collect();
            let said = talk(&lines);
            prop_assert!(said.last().is_some_and(|line| line == "readyok"), "{:?}", said);
        }
    }
}
