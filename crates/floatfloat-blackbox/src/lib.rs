//! Finds out, from inputs and results alone, how a matrix product, a dot product or a sum computes: bits of the
//! operands that matter, order of summation, accumulator, rounding.
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

mod arithmetic;
mod compensated;
mod draw;
mod examine;
mod functions;
mod operand;
mod operator;
mod order;
mod probe;
mod report;
mod shape;
mod simulated;
mod term;
mod tree;
mod unit;

pub use compensated::Compensation;
pub use examine::{Options, examine, order};
pub use floatfloat_paranoia::{Format, Mode};
pub use functions::{Case, Effort, Evaluate, FunctionReport, Reference, Row, examine_function};
pub use operator::{Element, Failure, FromFn, Kind, Operator, Shape, of_dot, of_matmul, of_sum};
pub use probe::Probe;
pub use simulated::Simulated;
pub use report::{Answer, Check, Error, Model, Report, Witness};
pub use term::Rounding;
pub use tree::Tree;
pub use unit::{Addition, Alignment, Product, Start, Unit};
