//! The time a search takes to end after its stop flag is set or its time is up: the maximum of many
//! attempts, with a fast evaluator and with one as slow as the labs' (20 microseconds per position).
//! The limit is 10 ms. Run with `scripts/bench search.stop`.

use proof_games::reversi::{MobilityCorners, Reversi};
use search::{
    Algorithm, Analyst, Engine, Evaluator, Limits, NoHooks, Parallel, Request, Score, SearchConfig,
};
use std::thread;
use std::time::{Duration, Instant};

const TRIES: u32 = 20;

/// An evaluator that takes this long per position.
#[derive(Clone)]
struct Slow(Duration);

impl Evaluator<Reversi> for Slow {
    fn evaluate(&mut self, game: &Reversi) -> Score {
        let started = Instant::now();
        while started.elapsed() < self.0 {
            std::hint::spin_loop();
        }
        MobilityCorners.evaluate(game)
    }
}

fn longest<E: Evaluator<Reversi>>(config: &SearchConfig, evaluator: &E) -> (Duration, Duration) {
    let mut after_flag = Duration::ZERO;
    let mut after_deadline = Duration::ZERO;
    let mut engine =
        Engine::new(config.clone(), evaluator.clone(), NoHooks).expect("a valid configuration");
    for attempt in 0..TRIES {
        let wait = Duration::from_millis(u64::from(10 + 7 * attempt));
        let request = Request::new(Reversi::new(), Limits::default());
        let flag = request.stop.clone();
        let raiser = thread::spawn(move || {
            thread::sleep(wait);
            let raised = Instant::now();
            flag.stop();
            raised
        });
        engine.search(&request, &mut |_| ());
        let ended = Instant::now();
        let raised = raiser.join().expect("the thread does not panic");
        after_flag = after_flag.max(ended - raised);

        let report = engine.search(&Request::new(Reversi::new(), Limits::time(wait)), &mut |_| ());
        after_deadline = after_deadline.max(report.time.saturating_sub(wait));
    }
    (after_flag, after_deadline)
}

fn main() {
    println!("longest of {TRIES} stops                       after the flag  after the deadline");
    let mut longest_of_all = Duration::ZERO;
    let mut show = |name: &str, (flag, deadline): (Duration, Duration)| {
        longest_of_all = longest_of_all.max(flag).max(deadline);
        println!(
            "{name:<42}  {:>11.2} ms  {:>15.2} ms",
            flag.as_secs_f64() * 1e3,
            deadline.as_secs_f64() * 1e3
        );
    };
    let slow = Slow(Duration::from_micros(20));
    for algorithm in [Algorithm::Minimax, Algorithm::Pvs, Algorithm::Mtdf] {
        let config = SearchConfig { algorithm, ..SearchConfig::default() };
        show(&format!("{algorithm:?}, cheap evaluator"), longest(&config, &MobilityCorners));
        show(&format!("{algorithm:?}, 20 us evaluator"), longest(&config, &slow));
    }
    for parallel in [Parallel::Root, Parallel::SharedTable] {
        let config = SearchConfig { parallel, threads: 2, ..SearchConfig::default() };
        show(&format!("Pvs, {parallel:?}, two threads"), longest(&config, &MobilityCorners));
        show(&format!("Pvs, {parallel:?}, two threads, 20 us"), longest(&config, &slow));
    }
    println!(
        "figure: longest time that a search continues after a stop or its deadline, {TRIES} tries each, \
         cheap and slow evaluators, one and two threads | {:.1} ms",
        longest_of_all.as_secs_f64() * 1e3
    );
}
