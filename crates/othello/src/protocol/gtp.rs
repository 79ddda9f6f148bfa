//! GTP, the Go Text Protocol (version 2), as othello programs and GoGui speak it.
//!
//! Squares are named as everywhere, row 1 above. A pass may be sent (`play b pass`) or left out: when
//! a move of one colour comes and the other has nothing to play, its pass is put in between.
//! `genmove` answers `pass` where there is no move. GoGui's extension `gogui-rules_*` tells it the
//! rules, so that it can show the game. A command that is not known is answered with an error, and
//! nothing else happens.

use super::pass_for;
use crate::board::Size;
use crate::domain::{OthelloDomain, side_name};
use crate::draw;
use crate::game::Othello;
use crate::notation::{parse_move, quote};
use crate::square::Move;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::matches::{Clock, Control};
use harness::protocol::{Course, Desk, Ending, Flow, Language, When, converse_on_stdio};
use harness::{Domain, DrawStyle};
use search::{Game, Limits, Notation, Report, Side};
use std::io;
use std::time::Duration;

/// Arguments of `gtp`.
#[derive(Args)]
pub(crate) struct Gtp {}

/// Runs the verb.
pub(crate) fn run(context: &Context<OthelloDomain>, _: Gtp) -> Result<Finish, HarnessError> {
    converse_on_stdio(context, Session::new(OthelloDomain::start(context.config())))
}

const COMMANDS: [&str; 25] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
    "gogui-play_sequence",
];

/// A move that is being thought about.
struct Pending {
    id: String,
    /// Whether it is also played.
    plays: bool,
}

/// The engine's side of the conversation.
struct Session {
    course: Course<Othello>,
    /// How many plies each `play` or `genmove` added, so that `undo` takes back one of them.
    spans: Vec<usize>,
    pending: Option<Pending>,
    clocks: [Clock; 2],
}

/// What a command comes to.
enum Reply {
    Text(String),
    Error(String),
    /// The answer comes when the search is over.
    Later,
    Quit,
}

impl Session {
    fn new(start: Othello) -> Session {
        Session {
            course: Course::new(start),
            spans: Vec::new(),
            pending: None,
            clocks: [Clock::default(); 2],
        }
    }

    fn start_over(&mut self, size: Size) {
        self.course = Course::new(Othello::start(size));
        self.spans.clear();
    }

    fn take_back(&mut self, plies: usize) {
        for _ in 0..plies {
            let _ = self.course.take_back();
        }
    }

    fn obey(&mut self, desk: &mut Desk<'_, OthelloDomain>, id: &str, words: &[&str]) -> Reply {
        let text = |text: &str| Reply::Text(text.to_owned());
        let (command, args) =
            words.split_first().map_or(("", words), |(first, rest)| (*first, rest));
        let position = *self.course.position();
        match command {
            "protocol_version" => text("2"),
            "name" => text("Plywood othello"),
            "version" => text(env!("CARGO_PKG_VERSION")),
            "known_command" => {
                let known = args.first().is_some_and(|name| COMMANDS.contains(name));
                Reply::Text(known.to_string())
            }
            "list_commands" => Reply::Text(COMMANDS.join("\n")),
            "quit" => Reply::Quit,
            "boardsize" => match args.first().and_then(|size| size.parse().ok()) {
                Some(rows) if Size::from_rows(rows).is_some() => {
                    self.start_over(Size::from_rows(rows).unwrap_or_default());
                    desk.new_game();
                    text("")
                }
                _ => Reply::Error("unacceptable size, allowed: 4, 6 or 8".into()),
            },
            "clear_board" => {
                self.start_over(position.size());
                desk.new_game();
                text("")
            }
            "set_game" => match args {
                [game] if game.eq_ignore_ascii_case("othello") => text(""),
                _ => Reply::Error("unsupported game, allowed: Othello".into()),
            },
            // Of no meaning here, but sent by every program made for go.
            "komi" => text(""),
            "play" => match args {
                [colour, mv] => self.play(colour, mv),
                _ => Reply::Error("syntax error, allowed: play COLOUR MOVE".into()),
            },
            "gogui-play_sequence" => {
                for pair in args.chunks(2) {
                    let [colour, mv] = pair else {
                        return Reply::Error("syntax error, allowed: COLOUR MOVE ...".into());
                    };
                    if let Reply::Error(problem) = self.play(colour, mv) {
                        return Reply::Error(problem);
                    }
                }
                text("")
            }
            "genmove" | "reg_genmove" => match args.first().and_then(|word| colour(word)) {
                Some(side) => self.think(desk, id, side, command == "genmove"),
                None => Reply::Error(format!("syntax error, allowed: {command} COLOUR")),
            },
            "undo" => match self.spans.pop() {
                Some(plies) => {
                    self.take_back(plies);
                    text("")
                }
                None => Reply::Error("cannot undo: no move was played".into()),
            },
            "showboard" => {
                let last = self.course.history().last().map(|step| step.mv);
                Reply::Text(format!("\n{}", draw::draw(&position, last, DrawStyle::default())))
            }
            "time_settings" => self.time_settings(args),
            "time_left" => self.time_left(args),
            "final_score" | "gogui-rules_final_result" => Reply::Text(result(&position)),
            "gogui-rules_game_id" => text("Othello"),
            "gogui-rules_board_size" => Reply::Text(position.size().rows().to_string()),
            "gogui-rules_board" => Reply::Text(board(&position)),
            "gogui-rules_side_to_move" => Reply::Text(match position.outcome() {
                Some(_) => String::new(),
                None => side_name(position.side()).to_owned(),
            }),
            "gogui-rules_legal_moves" => {
                let mut moves = Vec::new();
                let _ = position.expand(&mut moves);
                let names: Vec<String> = moves.iter().map(|&mv| vertex(&position, mv)).collect();
                Reply::Text(names.join(" "))
            }
            _ => Reply::Error("unknown command".into()),
        }
    }

    fn play(&mut self, colour_word: &str, mv: &str) -> Reply {
        let Some(side) = colour(colour_word) else {
            return Reply::Error("syntax error, allowed: black or white".into());
        };
        let Some(parsed) = parse_move(self.course.position().size(), mv) else {
            return Reply::Error(format!("illegal move: {} names no square", quote(mv)));
        };
        // A pass after the end of the game changes nothing.
        if parsed == Move::PASS && self.course.position().outcome().is_some() {
            self.spans.push(0);
            return Reply::Text(String::new());
        }
        let before = self.course.history().len();
        pass_for(&mut self.course, side);
        let position = self.course.position();
        if position.side() != side || !position.is_legal(parsed) {
            let left = self.course.history().len() - before;
            self.take_back(left);
            return Reply::Error("illegal move".into());
        }
        self.course.play(parsed);
        self.spans.push(self.course.history().len() - before);
        Reply::Text(String::new())
    }

    fn think(
        &mut self,
        desk: &mut Desk<'_, OthelloDomain>,
        id: &str,
        side: Side,
        plays: bool,
    ) -> Reply {
        let before = self.course.history().len();
        pass_for(&mut self.course, side);
        let position = *self.course.position();
        if position.outcome().is_some() {
            return Reply::Text("pass".into());
        }
        if position.side() != side {
            return Reply::Error(format!("it is not the turn of {}", side_name(side)));
        }
        if position.moves() == 0 {
            if plays {
                self.course.play(Move::PASS);
                self.spans.push(self.course.history().len() - before);
            }
            return Reply::Text("pass".into());
        }
        if plays {
            self.spans.push(self.course.history().len() - before);
        }
        let limits = self.limits(desk, side);
        if desk.search(self.course.request(limits), Ending::WhenDone).is_err() {
            return Reply::Error("no thread to think on".into());
        }
        self.pending = Some(Pending { id: id.to_owned(), plays });
        Reply::Later
    }

    /// The own clock if there is one, else what the configuration says.
    fn limits(&self, desk: &Desk<'_, OthelloDomain>, side: Side) -> Limits {
        let configured = Limits::from_config(&desk.config().search);
        let clock = &self.clocks[side.index()];
        if clock.left.is_none() {
            return configured;
        }
        let limits = Control::default().limits(clock);
        Limits { depth: configured.depth, nodes: configured.nodes, ..limits }
    }

    /// `time_settings MAIN BYO_YOMI STONES`, in seconds; a byo-yomi without stones means no limit.
    fn time_settings(&mut self, args: &[&str]) -> Reply {
        let numbers: Option<Vec<u64>> = args.iter().map(|word| word.parse().ok()).collect();
        let Some([main, byo_yomi, stones]) = numbers.as_deref() else {
            return Reply::Error(
                "syntax error, allowed: time_settings MAIN BYO_YOMI STONES".into(),
            );
        };
        self.clocks = if *byo_yomi > 0 && *stones == 0 {
            [Clock::default(); 2]
        } else {
            let per_move = byo_yomi.checked_div(*stones).unwrap_or(0);
            [clock(*main, per_move); 2]
        };
        Reply::Text(String::new())
    }

    /// `time_left COLOUR SECONDS STONES`: stones of the byo-yomi still to be played, 0 in main time.
    fn time_left(&mut self, args: &[&str]) -> Reply {
        let parsed = match args {
            [word, seconds, stones] => {
                colour(word).zip(seconds.parse::<f64>().ok()).zip(stones.parse::<u32>().ok())
            }
            _ => None,
        };
        let Some(((side, seconds), stones)) = parsed.filter(|((_, time), _)| time.is_finite())
        else {
            return Reply::Error("syntax error, allowed: time_left COLOUR SECONDS STONES".into());
        };
        let left = Duration::from_secs_f64(seconds.clamp(0.0, 1e9));
        let increment = self.clocks[side.index()].increment;
        let moves_to_go = (stones > 0).then_some(stones);
        self.clocks[side.index()] =
            Clock { left: Some(left), increment, moves_to_go, ..Clock::default() };
        Reply::Text(String::new())
    }
}

/// A clock of whole seconds, with so much more for every move.
fn clock(seconds: u64, per_move: u64) -> Clock {
    let duration = |seconds: u64| Duration::from_secs(seconds.min(1 << 30));
    let left = Some(duration(seconds.saturating_add(per_move)));
    Clock { left, increment: duration(per_move), ..Clock::default() }
}

impl Language<OthelloDomain> for Session {
    /// One thing after the other: whoever sends a command waits for the answer.
    fn when(&self, _line: &str) -> When {
        When::AfterSearch
    }

    fn hear(&mut self, desk: &mut Desk<'_, OthelloDomain>, line: &str) -> io::Result<Flow> {
        let line: String = line
            .split('#')
            .next()
            .unwrap_or_default()
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            return Ok(Flow::On);
        }
        let id =
            if words[0].bytes().all(|byte| byte.is_ascii_digit()) { words.remove(0) } else { "" };
        match self.obey(desk, id, &words) {
            Reply::Text(text) => desk.say(&success(id, &text))?,
            Reply::Error(problem) => desk.say(&format!("?{id} {problem}\n"))?,
            Reply::Later => {}
            Reply::Quit => {
                desk.say(&success(id, ""))?;
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::On)
    }

    fn answer(
        &mut self,
        desk: &mut Desk<'_, OthelloDomain>,
        report: &Report<Othello>,
    ) -> io::Result<()> {
        let Some(Pending { id, plays }) = self.pending.take() else { return Ok(()) };
        let Some(best) = report.best else { return desk.say(&success(&id, "pass")) };
        let name = vertex(self.course.position(), best);
        if plays {
            self.course.play(best);
            if let Some(span) = self.spans.last_mut() {
                *span += 1;
            }
        }
        desk.say(&success(&id, &name))
    }
}

/// An answer is followed by an empty line.
fn success(id: &str, text: &str) -> String {
    format!("={id} {text}").trim_end().to_owned() + "\n"
}

/// `b`, `black`, `w`, `white`.
fn colour(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

fn vertex(position: &Othello, mv: Move) -> String {
    position.move_text(mv).to_ascii_uppercase().replace("PASS", "pass")
}

/// `B+12`, `W+2`, `0` or, before the end, `?`.
fn result(position: &Othello) -> String {
    if position.outcome().is_none() {
        return "?".into();
    }
    let score = position.final_score();
    let black = if position.side() == Side::First { score } else { -score };
    match black {
        0 => "0".into(),
        1.. => format!("B+{black}"),
        _ => format!("W+{}", -black),
    }
}

/// GoGui draws row 1 at the bottom, so that its first line is the last row.
fn board(position: &Othello) -> String {
    let size = position.size();
    let cell = |row, column| {
        let bit = size.square(row, column).map_or(0, |square| square.bit());
        match bit {
            bit if position.discs(Side::First) & bit != 0 => "X",
            bit if position.discs(Side::Second) & bit != 0 => "O",
            _ => ".",
        }
    };
    let line = |row| (0..size.rows()).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = (0..size.rows()).rev().map(line).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests;
