//! The examination, one file for each subject.

pub(crate) mod commute;
pub(crate) mod division;
pub(crate) mod edges;
pub(crate) mod error_free;
pub(crate) mod expressions;
pub(crate) mod fma;
pub(crate) mod guard;
pub(crate) mod intervals;
pub(crate) mod range;
pub(crate) mod roots;
pub(crate) mod special;
pub(crate) mod subnormal;
