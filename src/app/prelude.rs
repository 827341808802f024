//! What the window adds to the types of the toolkit.

pub(crate) use super::asked::{Asks, Clicks};
pub(crate) use super::style::contents::{Choices, Container, Lines};
pub(crate) use super::style::widgets::Tips;
