//! A configuration with the contents of its files: [`Loaded`].

use std::ops::{Deref, DerefMut};

/// A configuration, and what was read from the files that it names: weights, books, tables.
///
/// The configuration is what the user wrote; it is printed, compared and recorded. `F` is made from it
/// in one place, after it has been checked. The default of `F` is what a configuration without files
/// uses, so that a configuration alone is loaded too:
///
/// ```
/// #[derive(Clone, Default)]
/// struct Weights(Vec<i32>);
/// let loaded: config::Loaded<&str, Weights> = config::Loaded::from("depth = 6");
/// assert_eq!(loaded.len(), 9); // reads as its configuration
/// assert!(loaded.files.0.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded<C, F = ()> {
    /// What the user wrote.
    pub config: C,
    /// What its files hold.
    pub files: F,
}

impl<C, F: Default> From<C> for Loaded<C, F> {
    fn from(config: C) -> Self {
        Loaded { config, files: F::default() }
    }
}

impl<C, F> Deref for Loaded<C, F> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.config
    }
}

impl<C, F> DerefMut for Loaded<C, F> {
    fn deref_mut(&mut self) -> &mut C {
        &mut self.config
    }
}
