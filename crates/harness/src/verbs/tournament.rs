//! `tournament`: games between several players, by the crate `matches`.

use super::matches::{Announcer, loader, located};
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::progress;
use matches::{
    PlayerReport, TournamentOptions, TournamentProgress, TournamentReport, run_tournament,
};
use report::Table;

/// Runs the verb. Ctrl-C ends it with the result of the finished games and exit code 1.
pub fn run<D: Domain>(
    context: &Context<D>,
    options: TournamentOptions,
) -> Result<Finish, HarnessError> {
    let mut bar = None;
    let mut announcer = Announcer::default();
    let quiet = context.flags().quiet;
    let mut show = |now: &TournamentProgress<'_>| {
        let bar = bar.get_or_insert_with(|| progress::bar(now.total as u64, "games", quiet));
        bar.step((now.games as u64).saturating_sub(bar.steps()));
        if let Some(game) = now.game {
            announcer.announce(game);
        }
    };
    let setup = options.setup::<D>(&loader(context));
    let report = setup.and_then(|setup| run_tournament(&setup, &mut show, &context.stop()));
    if let Some(bar) = bar {
        bar.finish();
    }
    let report = report.map_err(located)?;
    if context.flags().json {
        for player in &report.players {
            context.result(player, "")?;
        }
    } else {
        context.text(&text(&report))?;
    }
    Ok(if report.complete { Finish::Done } else { Finish::Different })
}

/// The ratings and the crosstable.
fn text(report: &TournamentReport) -> String {
    let header = ["", "player", "Elo", "± 95 %", "games", "won", "drawn", "lost", "score"];
    let mut ratings = Table::new(&header).right_align(&[0, 2, 3, 4, 5, 6, 7, 8]);
    let figure = |figure: Option<f64>, sign: bool| match figure {
        Some(value) if sign => format!("{value:+.1}"),
        Some(value) => format!("{value:.1}"),
        None => "unknown".to_owned(),
    };
    for player in &report.players {
        ratings.row(vec![
            player.rank.to_string(),
            player.player.clone(),
            figure(player.elo, true),
            figure(player.error, false),
            player.games.to_string(),
            player.wins.to_string(),
            player.draws.to_string(),
            player.losses.to_string(),
            format!("{:.1} %", 100.0 * player.score),
        ]);
    }
    let mut remarks = String::from("Elo and its error are relative to the mean of all players.\n");
    if report.is_bounded {
        remarks +=
            "Some won or lost every game against others, so each pairing counts one more draw.\n";
    }
    if !report.complete {
        remarks += &format!("Stopped early, after {} games.\n", report.games);
    }
    format!("{}\n{}\n{remarks}", ratings.to_text(None), crosstable(&report.players))
}

/// Points and games of each player against each other one, in the order of their ranks.
fn crosstable(players: &[PlayerReport]) -> String {
    let numbers: Vec<String> = players.iter().map(|player| player.rank.to_string()).collect();
    let numbers = numbers.iter().map(String::as_str);
    let header: Vec<&str> = ["", "points"].into_iter().chain(numbers).collect();
    let columns: Vec<usize> = (2..header.len()).collect();
    let mut table = Table::new(&header).right_align(&columns);
    for player in players {
        let against = |other: &PlayerReport| match player.against.get(&other.player) {
            Some(games) => games.points(),
            None if other.rank == player.rank => "—".to_owned(),
            None => String::new(),
        };
        let name = [player.rank.to_string(), player.player.clone()].into_iter();
        table.row(name.chain(players.iter().map(against)).collect());
    }
    table.to_text(None)
}
