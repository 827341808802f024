//! Sizes and colours, light and dark.
