//! Writes the weights of `tapered` as a commented TOML file.

use super::weights::{Pair, Weights};
use super::{PerKind, Table};
use crate::rules::piece::Kind;
use std::fmt::Write;

const HEAD: &str = "\
# The weights of the evaluator `tapered`, in hundredths of a pawn or so. Every weight is a pair: what
# it counts with all rooks, horses and cannons on the board, and with none; between them it slides.
# Tables show the board as red sees it, ranks 9 to 0 from the top, files a to i from the left.
# `scripts/tune/xiangqi` fits them to games of the engine against itself.

";

/// The number of pairs per line of a list.
const PAIRS_PER_LINE: usize = 6;

/// The contents of the file.
pub(crate) fn text(weights: &Weights) -> String {
    let mut text = HEAD.to_owned();
    let Weights { tempo, mobility, attack, cooperation, threats, .. } = weights;
    pair(&mut text, "tempo", *tempo, "having the move");
    text.push_str(
        "\n# By the number of squares, from 0, that a piece reaches and no own piece holds.\n\
         [mobility]\n",
    );
    list(&mut text, "horse", &mobility.horse);
    list(&mut text, "rook", &mobility.rook);
    list(&mut text, "cannon", &mobility.cannon);
    text.push_str(
        "\n# Danger to the other king.\n[attack]\n\
         # For 0, 1, 2, ...: the rooks, horses, cannons and pawns that attack a point of the other palace,\n\
         # the weak points beside the king, and twice the kinds of piece that have a safe check.\n",
    );
    list(&mut text, "danger", &attack.danger);
    for (key, weight, means) in [
        ("weak-point", attack.weak_point, "a point beside the king, attacked and not protected"),
        ("rook-check", attack.rook_check, "a rook can give check where nothing takes it"),
        ("horse-check", attack.horse_check, "a horse can"),
        ("cannon-check", attack.cannon_check, "a cannon can"),
        (
            "hollow-cannon",
            attack.hollow_cannon,
            "a cannon that faces the king with nothing between",
        ),
        ("pinning-cannon", attack.pinning_cannon, "one with exactly two pieces between"),
        (
            "missing-advisor",
            attack.missing_advisor,
            "for each advisor the other side lacks and each own rook",
        ),
        (
            "missing-elephant",
            attack.missing_elephant,
            "for each elephant the other side lacks and each own cannon",
        ),
    ] {
        pair(&mut text, key, weight, means);
    }
    text.push_str("\n# Pieces that work together, for a side that has both.\n[cooperation]\n");
    for (key, weight, means) in [
        ("rook-horse", cooperation.rook_horse, "a rook and a horse"),
        ("rook-cannon", cooperation.rook_cannon, "a rook and a cannon"),
        ("horse-cannon", cooperation.horse_cannon, "a horse and a cannon"),
        ("pawn-pair", cooperation.pawn_pair, "two pawns side by side beyond the river"),
        ("space", cooperation.space, "a point beyond the river that is attacked"),
    ] {
        pair(&mut text, key, weight, means);
    }
    text.push_str("\n# Pieces of the other side that may be lost.\n[threats]\n");
    for (key, weight, means) in [
        ("loose", threats.loose, "a rook, horse or cannon that is attacked and not protected"),
        ("rook-by-lesser", threats.rook_by_lesser, "a rook attacked by a horse or a cannon"),
        ("piece-by-pawn", threats.piece_by_pawn, "a rook, horse or cannon attacked by a pawn"),
        ("loose-guard", threats.loose_guard, "an advisor or elephant, attacked and not protected"),
        ("loose-pawn", threats.loose_pawn, "a pawn that is"),
        ("contested", threats.contested, "a rook, horse or cannon, attacked and protected"),
    ] {
        pair(&mut text, key, weight, means);
    }
    text.push_str("\n[values]\n");
    for kind in Kind::ALL {
        let [middle, end] = weights.values.get(kind);
        line(&mut text, format_args!("{} = [{middle}, {end}]", name(kind)));
    }
    tables(&mut text, "middle", &weights.middle);
    tables(&mut text, "end", &weights.end);
    text
}

/// Appends a line. Writing to a string cannot fail.
fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}");
}

fn pair(text: &mut String, key: &str, [middle, end]: Pair, means: &str) {
    let assignment = format!("{key} = [{middle}, {end}]");
    line(text, format_args!("{assignment:<30} # {means}"));
}

fn list(text: &mut String, key: &str, pairs: &[Pair]) {
    line(text, format_args!("{key} = ["));
    for pairs in pairs.chunks(PAIRS_PER_LINE) {
        let pairs: Vec<String> =
            pairs.iter().map(|[middle, end]| format!("[{middle}, {end}]")).collect();
        line(text, format_args!("  {},", pairs.join(", ")));
    }
    line(text, format_args!("]"));
}

fn tables(text: &mut String, name_of_all: &str, tables: &PerKind<Table>) {
    line(text, format_args!("\n[{name_of_all}]"));
    for kind in Kind::ALL {
        line(text, format_args!("{} = [", name(kind)));
        for row in tables.get(kind) {
            let row: Vec<String> = row.iter().map(|weight| format!("{weight:>4}")).collect();
            line(text, format_args!("  [{}],", row.join(", ")));
        }
        line(text, format_args!("]"));
    }
}

/// The key of a kind in [`PerKind`].
fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Advisor => "advisor",
        Kind::Elephant => "elephant",
        Kind::Horse => "horse",
        Kind::Rook => "rook",
        Kind::Cannon => "cannon",
        Kind::Pawn => "pawn",
    }
}
