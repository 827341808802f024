//! Actions on the tour.

/// Something that the user asked for with the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourAction {
    /// Begin the tour.
    Start,
    /// Offer the tour no more.
    Decline,
    /// Do the step of the tour, or turn to the next one.
    GoOn,
    /// End the tour.
    End,
}
