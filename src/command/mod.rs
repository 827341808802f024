//! What Plyscope does without a window.
