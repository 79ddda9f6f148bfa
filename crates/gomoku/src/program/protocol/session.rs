//! The engine's side of the Gomocup protocol: [`Session`].

mod ending;

use super::command::{Command, Place, parse_point, parse_size};
use super::info::Info;
use super::list::{List, Purpose};
use super::stones::{Owner, Stones};
use crate::program::opening::{Proposal, Swap2Choice, swap2_choice};
use crate::{Direction, FiveInARow, GameConfig, Gomoku, Point, Rule};
use config::one_line;
use protocols::serve::{Ending, EngineHost, Flow, Language, When};
use report::score;
use search::notation::quote;
use search::{Game, Limits, Outcome, Report, Request, Side};
use std::io;
use std::time::Instant;

/// The maximum length of the principal variation in a `MESSAGE`.
const SHOWN_PLIES: usize = 10;

type Bench<'a> = EngineHost<'a, FiveInARow>;

/// The purpose of a search.
enum Asked {
    /// For our move.
    Move,
    /// To choose a colour after three or five stones, with white to move.
    Colour,
    /// To find three balanced stones. The limits are for all searches together.
    Three { proposal: Proposal, limits: Limits, begun: Instant },
}

/// The state of a session.
pub(crate) struct Session {
    stones: Stones,
    configured_rule: Rule,
    info: Info,
    list: Option<List>,
    /// The purpose and start time of the running search.
    asked: Option<(Asked, Instant)>,
    /// Whether the engine must be reset for a new game before the next search.
    is_new_game: bool,
    /// The result of the game, if the last search for a move has proven it.
    foreseen: Option<Outcome>,
}

impl Session {
    /// A session on the configured board, empty.
    pub(crate) fn new(game: &GameConfig) -> Session {
        Session {
            stones: Stones::new(game.size()),
            configured_rule: game.rule,
            info: Info::default(),
            list: None,
            asked: None,
            is_new_game: false,
            foreseen: None,
        }
    }

    fn rule(&self) -> Rule {
        self.info.rule().unwrap_or(self.configured_rule)
    }

    /// Executes a command. The inner error is the text of an `ERROR` line.
    fn obey(
        &mut self,
        host: &mut Bench<'_>,
        command: Command<'_>,
    ) -> io::Result<Result<(), String>> {
        match command {
            Command::Start(text) | Command::RectStart(text) => match parse_size(text) {
                Ok(size) => {
                    self.conclude(host);
                    self.new_game(Stones::new(size));
                    self.prepare(host);
                    host.say("OK")?;
                }
                Err(problem) => return Ok(Err(problem)),
            },
            Command::Restart => {
                self.conclude(host);
                self.new_game(Stones::new(self.stones.size()));
                self.prepare(host);
                host.say("OK")?;
            }
            Command::Begin => return self.think(host),
            Command::Turn(text) => {
                let put = self.point(text).and_then(|point| self.stones.put(point, Owner::Theirs));
                match put {
                    Ok(()) => return self.think(host),
                    Err(problem) => return Ok(Err(problem)),
                }
            }
            Command::Play(text) => match self.point(text) {
                Ok(point) => return self.play(host, point),
                Err(problem) => return Ok(Err(problem)),
            },
            Command::TakeBack(text) => {
                match self.point(text).and_then(|point| self.stones.take(point)) {
                    Ok(()) => {
                        self.foreseen = None;
                        host.say("OK")?;
                    }
                    Err(problem) => return Ok(Err(problem)),
                }
            }
            Command::Board => self.list = Some(List::new(Purpose::Board, self.stones.size())),
            Command::Swap2Board => {
                self.list = Some(List::new(Purpose::Swap2, self.stones.size()));
            }
            Command::Info { key, value } => self.learn(host, key, value)?,
            Command::About => host.say(concat!(
                "name=\"Plywood gomoku\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"the Plywood authors\", country=\"-\""
            ))?,
            Command::Done => return Ok(Err("DONE: found no list, allowed: after BOARD".into())),
            Command::Stone(text) | Command::Unknown(text) => {
                host.say(&one_line(&format!("UNKNOWN {}", quote(text))))?;
            }
            Command::Nothing | Command::End => {}
        }
        Ok(Ok(()))
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        parse_point(self.stones.size(), text)
    }

    fn new_game(&mut self, stones: Stones) {
        self.stones = stones;
        self.foreseen = None;
        self.info.new_game();
        self.is_new_game = true;
    }

    fn learn(&mut self, host: &mut Bench<'_>, key: &str, value: &str) -> io::Result<()> {
        if !key.eq_ignore_ascii_case("evaluate") {
            self.info.set(key, value);
            self.prepare(host);
            return Ok(());
        }
        match self.point(value) {
            Ok(point) => host.say(&format!("DEBUG {}", self.shapes(point))),
            // Ignored like any other invalid value.
            Err(_) => Ok(()),
        }
    }

    /// The stone on a point, or the shapes that a stone of each side would make there.
    fn shapes(&self, point: Point) -> String {
        let position = self.stones.position(self.rule());
        let text = match position.stone(point) {
            Some(side) if side == position.side() => "an own stone".to_owned(),
            Some(_) => "a stone of the opponent".to_owned(),
            None => {
                let made = |side: Side| {
                    Direction::ALL.map(|line| format!("{:?}", position.shape(point, line, side)))
                };
                let own = made(position.side()).join(" ");
                format!("own {own}, opponent's {}", made(!position.side()).join(" "))
            }
        };
        format!("{}: {text}", Place(point))
    }

    /// Executes a list after its `DONE`.
    fn finish_list(&mut self, host: &mut Bench<'_>, list: List) -> io::Result<Result<(), String>> {
        let purpose = list.purpose;
        let (stones, points) = match list.finish() {
            Ok(finished) => finished,
            Err(problem) => return Ok(Err(problem)),
        };
        match purpose {
            Purpose::Board => {
                self.stones = stones;
                self.think(host)
            }
            Purpose::Swap2 => self.swap2(host, &points),
        }
    }

    /// Answers an opening: three stones on an empty board, or our colour after three or five.
    fn swap2(&mut self, host: &mut Bench<'_>, points: &[Point]) -> io::Result<Result<(), String>> {
        let (size, rule) = (self.stones.size(), self.rule());
        match points.len() {
            0 => {
                let proposal = Proposal::new(size, rule);
                let limits = self.limits(host);
                self.weigh_next(host, proposal, limits, Instant::now())?;
            }
            3 | 5 => {
                let colours = [Side::First, Side::Second].into_iter().cycle();
                let stones = points.iter().copied().zip(colours);
                let position = Gomoku::with_stones(size, rule, stones, Side::Second);
                if position.outcome().is_some() {
                    return Ok(Err("SWAP2BOARD: found a game that is over".into()));
                }
                let limits = self.limits(host);
                self.search(host, Asked::Colour, Request::new(position, limits))?;
            }
            other => {
                return Ok(Err(format!("SWAP2BOARD: found {other} stones, allowed: 0, 3 or 5")));
            }
        }
        Ok(Ok(()))
    }

    /// Searches the next candidate of a proposal. Answers if all have been searched or time is up.
    fn weigh_next(
        &mut self,
        host: &mut Bench<'_>,
        proposal: Proposal,
        limits: Limits,
        begun: Instant,
    ) -> io::Result<()> {
        let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        match proposal.next() {
            Some(position) if left.is_none_or(|left| !left.is_zero()) => {
                let share = proposal.share(&Limits { time: left, ..limits.clone() });
                let asked = Asked::Three { proposal, limits, begun };
                self.search(host, asked, Request::new(position, share))
            }
            _ => {
                let places = proposal.best().map(|point| Place(point).to_string());
                host.say(&places.join(" "))
            }
        }
    }

    /// Does slow work before the clock of the first move starts: fits the transposition table to the memory
    /// limit, resets the engine for a new game, builds the tables of the rules. Does nothing during a
    /// search; then the next call does it.
    fn prepare(&mut self, host: &mut Bench<'_>) {
        if host.is_busy() {
            return;
        }
        if let Some(most) = self.info.table_mib()
            && host.config().search.table_mib > most
        {
            // A smaller table cannot fail if the larger one did not.
            let _ = host.reconfigure(|config| config.search.table_mib = most);
        }
        if std::mem::take(&mut self.is_new_game) {
            host.new_game();
        }
        self.stones.position(self.rule());
    }

    /// The limits of the next search.
    fn limits(&mut self, host: &mut Bench<'_>) -> Limits {
        self.prepare(host);
        self.info.limits(&host.config().search)
    }

    fn search(
        &mut self,
        host: &mut Bench<'_>,
        asked: Asked,
        request: Request<Gomoku>,
    ) -> io::Result<()> {
        self.asked = Some((asked, Instant::now()));
        host.search(request, Ending::WhenDone)
    }

    /// Starts the search for our move.
    fn think(&mut self, host: &mut Bench<'_>) -> io::Result<Result<(), String>> {
        let position = self.stones.position(self.rule());
        let root_moves = match (position.outcome(), self.stones.root_moves(&position)) {
            (None, None) => Vec::new(),
            (None, Some(moves)) if !moves.is_empty() => moves,
            _ => return self.move_anywhere(host, &position),
        };
        let limits = self.limits(host);
        let request = Request { root_moves, ..Request::new(position, limits) };
        self.search(host, Asked::Move, request)?;
        Ok(Ok(()))
    }

    /// Plays a move without a search, if the manager continues a game that is over by our rule.
    fn move_anywhere(
        &mut self,
        host: &mut Bench<'_>,
        position: &Gomoku,
    ) -> io::Result<Result<(), String>> {
        match self.stones.any_point(position) {
            Some(point) => {
                host.say(&format!("MESSAGE the game is over by the rule {}", self.rule()))?;
                self.play(host, point)
            }
            None => Ok(Err("board: found no point that may be played".into())),
        }
    }

    /// Plays our move and prints it.
    fn play(&mut self, host: &mut Bench<'_>, point: Point) -> io::Result<Result<(), String>> {
        if let Err(problem) = self.stones.put(point, Owner::Own) {
            return Ok(Err(problem));
        }
        host.say(&Place(point).to_string())?;
        Ok(Ok(()))
    }

    /// Prints an error as an `ERROR` line.
    fn settle(host: &mut Bench<'_>, done: Result<(), String>) -> io::Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(problem) => host.say(&format!("ERROR {}", one_line(&problem))),
        }
    }
}

impl Language<FiveInARow> for Session {
    fn when(&self, line: &str) -> When {
        match Command::parse(line) {
            Command::About | Command::Info { .. } | Command::End => When::Now,
            _ => When::AfterSearch,
        }
    }

    fn hear(&mut self, host: &mut Bench<'_>, line: &str) -> io::Result<Flow> {
        let command = Command::parse(line);
        let done = match (command, self.list.take()) {
            (Command::End, _) => return Ok(Flow::Quit),
            (Command::Done, Some(list)) => self.finish_list(host, list)?,
            (Command::Nothing | Command::Info { .. } | Command::About, list) => {
                self.list = list;
                self.obey(host, command)?
            }
            (Command::Stone(text) | Command::Unknown(text), Some(mut list)) => {
                list.add(text);
                self.list = Some(list);
                Ok(())
            }
            // Any other command ends the list.
            (command, _) => self.obey(host, command)?,
        };
        Session::settle(host, done)?;
        Ok(Flow::On)
    }

    fn answer(&mut self, host: &mut Bench<'_>, report: &Report<Gomoku>) -> io::Result<()> {
        let Some((asked, since)) = self.asked.take() else { return Ok(()) };
        self.info.charge(since.elapsed());
        match (asked, report.best) {
            (Asked::Three { mut proposal, limits, begun }, _) => {
                proposal.weigh(report);
                self.weigh_next(host, proposal, limits, begun)
            }
            (Asked::Colour, best) => {
                host.say(&thoughts(report, host.units_per_point()))?;
                match (swap2_choice(report), best) {
                    (Swap2Choice::White, Some(best)) => host.say(&Place(best).to_string()),
                    _ => host.say("SWAP"),
                }
            }
            (Asked::Move, Some(best)) => {
                self.foresee(report);
                host.say(&thoughts(report, host.units_per_point()))?;
                let done = self.play(host, best)?;
                Session::settle(host, done)
            }
            (Asked::Move, None) => {
                let position = self.stones.position(self.rule());
                let done = self.move_anywhere(host, &position)?;
                Session::settle(host, done)
            }
        }
    }

    /// The manager has left, so the game is over.
    fn farewell(&mut self, host: &mut Bench<'_>) -> io::Result<()> {
        self.conclude(host);
        Ok(())
    }
}

/// `MESSAGE depth 9, value +120, 51200 nodes in 0.48 s, line 7,7 8,6`.
fn thoughts(report: &Report<Gomoku>, units_per_point: i64) -> String {
    let value = score::text(report.score, units_per_point);
    let line = report.pv().iter().take(SHOWN_PLIES);
    let line: Vec<String> = line.map(|&point| Place(point).to_string()).collect();
    format!(
        "MESSAGE depth {}, value {value}, {} nodes in {:.2} s, line {}",
        report.depth,
        report.nodes,
        report.time.as_secs_f64(),
        line.join(" "),
    )
}

#[cfg(test)]
mod tests;
