//! What the project knows about its operations and keeps as data: the worst operands ever found, and
//! the table of bounds made from them. Unpublished: it reads `worst-cases/` and writes `book/`.

pub mod bounds;
pub mod coefficients;
pub mod proofs;
pub mod worst_cases;

/// The code of the project's README, compiled, and run where it needs no device.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
