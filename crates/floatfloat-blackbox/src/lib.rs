//! Finds out, from inputs and results alone, how a matrix product, a dot product or a sum computes, and how accurate a
//! function of one or two numbers is.
//!
//! ```
//! use floatfloat_blackbox::{Options, examine, of_sum};
//!
//! let mut sum = of_sum("a loop", |x: &[f32]| x.iter().sum::<f32>());
//! let report = examine(&mut sum, &Options::default())?;
//! println!("{report}");
//! assert!(report.is_explained());
//! # Ok::<(), floatfloat_blackbox::Failure>(())
//! ```
//!
//! # How
//! 1. Operands with one more and one more bit show how many bits matter.
//! 2. A huge number, its negative and small units between them show the order of summation as a [`Tree`].
//! 3. Every combination of accumulator, rounding, alignment and kind of product is a [`Unit`], which is simulated in integers.
//!    Units that give another result than the machine for any of some thousand operands go out. What all that are left agree on
//!    is determined.
//! 4. The machine found computes fresh operands beside the machine under test; [`Check`] counts different results.
//!
//! # What it does not find
//! - Machines whose order of summation depends on the operands' values, or that split an operand into parts, as products
//!   of bf16 that emulate f32 do: their results are left unexplained, with an example.
//! - Sums of more than two terms that are exact inside a chain of rounded sums: nothing is lost in them, and the counts fit
//!   no tree.
//! - Sums are taken in binary formats of up to 53 bits, with accumulators of up to 64.

mod arithmetic;
mod compensated;
mod draw;
mod drawing;
mod every;
mod examine;
mod examined;
mod functions;
mod library;
mod lines;
mod operand;
mod operator;
mod order;
mod probe;
mod report;
mod same;
mod shape;
mod simulated;
mod term;
mod text;
mod tree;
mod unit;

pub use compensated::Compensation;
pub use every::{Every, examine_all, examine_every, pieces};
pub use examine::{Options, examine, order};
pub use examined::{Examined, Found, tables};
pub use floatfloat_paranoia::{Format, Mode};
pub use functions::{Case, Effort, Evaluate, FunctionReport, Reference, Row, examine_function};
pub use library::{Call, Missing, Routine};
pub use lines::{ByLines, Question, answer};
pub use operator::{Element, Failure, FromFn, Kind, Operator, Shape, of_dot, of_matmul, of_sum};
pub use probe::Probe;
pub use report::{Answer, Check, Error, Model, Report, Witness};
pub use same::{MANY, Same};
pub use simulated::Simulated;
pub use term::Rounding;
pub use text::{Parse, Print, TextReport, TextRow, examine_parser, examine_printer};
pub use tree::Tree;
pub use unit::{Addition, Alignment, Product, Start, Unit};

/// The README's code, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
