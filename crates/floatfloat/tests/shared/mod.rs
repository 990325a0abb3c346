//! What the programs of tests share.

pub mod counted;
pub mod edges;
pub mod special_values;
