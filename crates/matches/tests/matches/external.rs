//! External engines, correct and faulty: small shell scripts that speak UGI.

use crate::Heap;
use crate::support::{entrant, perfect, play, result, setup, timid};
use matches::{Entrant, GameResult, MatchReport, run_match};
use protocols::Control;
use protocols::drive::{CommandLine, Patience, ProcessPlayer, Uci};
use record::{GameRecord, Termination};
use search::StopFlag;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A script that runs `on_go` for `go`. `sh` reads it and it is not executed itself: executing a file that
/// another test holds open for writing while it forks fails.
fn engine(folder: &Path, on_start: &str, on_go: &str) -> Entrant<Heap> {
    let script = folder.join("engine.sh");
    let text = format!(
        "cd '{folder}'\n{on_start}\n\
         while read -r line; do\n\
           case \"$line\" in\n\
             ugi) echo 'id name script'; echo ugiok;;\n\
             isready) echo readyok;;\n\
             position*) echo \"$line\" >> seen;;\n\
             go*) echo \"$line\" >> seen; {on_go};;\n\
             quit) echo quit >> seen; exit 0;;\n\
           esac\n\
         done\n",
        folder = folder.display(),
    );
    fs::write(&script, text).expect("the script can be written");
    let command =
        CommandLine { program: "sh".into(), arguments: vec![script.display().to_string()] };
    let patience = Patience { start: Duration::from_secs(60), hang: Duration::from_secs(60) };
    process(command, patience)
}

fn process(command: CommandLine, patience: Patience) -> Entrant<Heap> {
    let mut entrant = entrant("script", move || {
        Box::new(ProcessPlayer::new(
            "script",
            command.clone(),
            Box::new(Uci::universal()),
            patience,
        ))
    });
    entrant.control = Control { depth: Some(3), ..Control::default() };
    entrant
}

fn against_perfect(on_start: &str, on_go: &str, games: usize) -> (MatchReport, Vec<GameRecord>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    play(&setup(engine(folder.path(), on_start, on_go), perfect(), games))
}

#[test]
fn a_well_behaved_engine_plays_a_whole_match() {
    let folder = tempfile::tempdir().unwrap();
    let on_go = "echo 'info depth 5 score cp -50 nodes 77'; echo 'bestmove 1'";
    let mut setup = setup(engine(folder.path(), "", on_go), timid(), 2);
    setup.first.control = "depth=3,clock=600+2".parse().unwrap();
    let (report, games) = play(&setup);
    assert_eq!(report.terminations[&Termination::Rules], 2);
    let mv = &games[0].moves[0];
    assert_eq!(
        (mv.text.as_str(), mv.remarks.score, mv.remarks.depth, mv.remarks.nodes),
        ("1", Some(-0.5), Some(5), Some(77))
    );
    assert_eq!(games[0].moves[1].remarks.depth, None);

    let seen = fs::read_to_string(folder.path().join("seen")).unwrap();
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!(
        lines[..3],
        ["position fen 20 A", "go depth 3 p1time 600000 p1inc 2000", "position fen 20 A moves 1 1",]
    );
    assert_eq!(
        lines.iter().filter(|line| **line == "quit").count(),
        1,
        "one process, asked to quit"
    );
}

#[test]
fn an_engine_that_crashes_forfeits_with_its_error_output_and_is_started_again() {
    let on_go = "if [ -e crashed ]; then echo bestmove 1; \
                 else touch crashed; echo 'out of memory' >&2; exit 3; fi";
    let (report, games) = against_perfect("", on_go, 4);
    assert_eq!(report.terminations[&Termination::Crashed], 1);
    assert_eq!(report.terminations[&Termination::Rules], 3);
    assert_eq!(
        (games[0].reason, result(&games[0])),
        (Some(Termination::Crashed), GameResult::Loss)
    );
    let detail = games[0].detail.as_deref().unwrap();
    assert!(detail.starts_with("script crashed: exit status: 3"), "{detail}");
    assert!(detail.ends_with("stderr: out of memory"), "{detail}");
}

#[test]
fn an_engine_that_does_not_start_again_forfeits_until_it_does() {
    // The first start is fine, but the engine dies in its game; the second start fails.
    let on_start = "echo start >> starts; if [ $(wc -l < starts) -eq 2 ]; then exit 1; fi";
    let on_go = "if [ $(wc -l < starts) -eq 1 ]; then exit 1; fi; echo bestmove 1";
    let (_, games) = against_perfect(on_start, on_go, 4);
    let reasons: Vec<Termination> = games.iter().filter_map(|game| game.reason).collect();
    use Termination::{Crashed, Rules, StartFailed};
    assert_eq!(reasons, [Crashed, StartFailed, Rules, Rules]);
}

#[test]
fn an_engine_that_never_starts_refuses_the_match() {
    let command = CommandLine { program: "/no/such/engine".into(), arguments: Vec::new() };
    let setup = setup(process(command, Patience::default()), perfect(), 4);
    let error = run_match(&setup, &mut |_| {}, &StopFlag::new()).unwrap_err().to_string();
    assert!(error.starts_with("script did not start: /no/such/engine: "), "{error}");
}

#[test]
fn illegal_moves_and_broken_answers_forfeit_with_the_text() {
    let (report, games) = against_perfect("", "echo bestmove 9", 2);
    assert_eq!((report.losses, report.terminations[&Termination::IllegalMove]), (2, 2));
    assert_eq!(games[0].detail.as_deref(), Some("script played the illegal move \"9\""));

    let (report, games) = against_perfect("", "echo bestmove", 2);
    assert_eq!(report.terminations[&Termination::ProtocolError], 2);
    let detail = games[0].detail.as_deref().unwrap();
    assert_eq!(detail, "script violated the protocol: \"bestmove\" without a move");
}

/// Short timeouts for engines that hang.
const IMPATIENT: Patience =
    Patience { start: Duration::from_secs(60), hang: Duration::from_millis(100) };

fn impatient(folder: &Path, on_go: &str) -> Entrant<Heap> {
    engine(folder, "", on_go);
    let script = folder.join("engine.sh").display().to_string();
    process(CommandLine { program: "sh".into(), arguments: vec![script] }, IMPATIENT)
}

#[test]
fn an_engine_that_hangs_forfeits_and_is_killed() {
    for on_go in ["sleep 0", "trap '' TERM INT; while :; do read -r x || exit; done", "exec yes"] {
        let folder = tempfile::tempdir().unwrap();
        let (report, games) = play(&setup(impatient(folder.path(), on_go), perfect(), 1));
        assert_eq!(report.losses, 1, "{on_go}");
        assert_eq!(games[0].reason, Some(Termination::Hung), "{on_go}");
    }
}

#[test]
fn a_hanging_engine_does_not_delay_the_end_of_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let stop = StopFlag::new();
    let setup = setup(engine(folder.path(), "", "sleep 0"), perfect(), 1);
    let raised = stop.clone();
    let seen = folder.path().join("seen");
    let watcher = std::thread::spawn(move || {
        while !fs::read_to_string(&seen).is_ok_and(|text| text.contains("go")) {
            std::thread::sleep(Duration::from_millis(1));
        }
        raised.stop();
    });
    // The engine has a minute: if the stop were not seen, it would forfeit as hung.
    let report = run_match(&setup, &mut |_| {}, &stop).unwrap();
    watcher.join().unwrap();
    assert_eq!(report.games, 0);
    assert!(report.terminations.is_empty());
}

#[test]
fn a_stop_ends_the_wait_for_an_engine_that_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let stop = StopFlag::new();
    let setup = setup(engine(folder.path(), "touch started; sleep 1000", ""), perfect(), 1);
    let raised = stop.clone();
    let started = folder.path().join("started");
    let watcher = std::thread::spawn(move || {
        while !started.exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        raised.stop();
    });
    // The engine has a minute to start: if the stop were not seen, the match would fail.
    let report = run_match(&setup, &mut |_| {}, &stop).unwrap();
    watcher.join().unwrap();
    assert_eq!((report.games, report.complete), (0, false));
}

/// Whether a process runs; one that is dead but not yet collected does not.
#[cfg(target_os = "linux")]
fn is_alive(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    !(stat.is_empty() || stat.contains(") Z "))
}

#[cfg(target_os = "linux")]
#[test]
fn what_an_engine_has_started_ends_with_it() {
    for on_go in ["echo bestmove 1", "echo bestmove 99", "sleep 1000"] {
        let folder = tempfile::tempdir().unwrap();
        let mut setup =
            setup(engine(folder.path(), "sleep 1000 & echo $! > child", on_go), perfect(), 1);
        setup.first.control = "time=0.01".parse().unwrap();
        let command = CommandLine {
            program: "sh".into(),
            arguments: vec![folder.path().join("engine.sh").display().to_string()],
        };
        let patience = Patience { start: Duration::from_secs(60), hang: Duration::from_millis(50) };
        setup.first.make = process(command, patience).make;
        play(&setup);
        let child = fs::read_to_string(folder.path().join("child")).unwrap();
        // The signal is on its way when the match ends.
        let gone = (0..1000).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            !is_alive(child.trim())
        });
        assert!(gone, "{on_go}: {child}");
    }
}
