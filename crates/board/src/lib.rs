//! Boards as data, and how they are drawn.

/// What the terminal that a board is drawn on can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawStyle {
    /// ANSI colours may be used.
    pub colour: bool,
    /// Characters beyond ASCII may be used.
    pub unicode: bool,
}
