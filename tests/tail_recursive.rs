//! TBW
