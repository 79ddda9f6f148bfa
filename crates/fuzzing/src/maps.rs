//! Maps, scenarios and supply stations.

use crate::text;
use pathfinding::formats;

/// The lab's drawings.
pub(crate) fn drawing(bytes: &[u8]) {
    let _ = formats::drawing::parse(&text(bytes));
}

/// The maze lab's files.
pub(crate) fn maze(bytes: &[u8]) {
    let _ = formats::maze::parse(&text(bytes));
}

/// The supply lab's files.
pub(crate) fn supply(bytes: &[u8]) {
    let _ = formats::supply::parse(&text(bytes));
}

/// MovingAI maps.
pub(crate) fn movingai(bytes: &[u8]) {
    let _ = formats::movingai::parse(&text(bytes));
}

/// MovingAI scenarios.
pub(crate) fn scenario(bytes: &[u8]) {
    let _ = formats::scenario::parse(&text(bytes));
}

/// Networks of supply stations.
pub(crate) fn stations(bytes: &[u8]) {
    let _ = formats::stations::parse(&text(bytes));
}

/// Pictures.
pub(crate) fn png(bytes: &[u8]) {
    let _ = formats::png::read(bytes);
}

/// Bitmaps as text or bits.
pub(crate) fn pbm(bytes: &[u8]) {
    let _ = formats::pbm::read(bytes);
}
