//! Reads numbers from files at the full precision of a number type, and sums, multiplies, fits and solves in
//! this type.
//!
//! Files are CSV and text, NumPy's `.npy` and `.npz`, and Matrix Market. A decimal is rounded once, directly to
//! the type. Every error says what was found, where (line or byte), and what to do. The sizes in a header
//! allocate no memory.
//!
//! ```
//! use floatfloat_data::{DoubleDouble, Table, fit};
//!
//! let table = Table::<DoubleDouble>::read("x,y\n0,0.1\n1,0.4\n2,0.7\n".as_bytes(), "three points")?;
//! let line = fit(&table, Some(1))?;
//! assert_eq!(line.terms, ["1", "x"]);
//! assert!((line.coefficients[0] - "0.1".parse::<DoubleDouble>().unwrap()).abs() < 1e-31);
//! # Ok::<(), floatfloat_data::Error>(())
//! ```

// First, because other modules use its macro.
#[macro_use]
pub mod number_type;

mod array;
mod column;
mod decimal;
mod digits;
mod dot;
pub mod error;
mod exact_coefficients;
mod exact_sums;
mod expansion;
mod fit;
mod header;
mod independence;
mod input;
mod least_squares;
mod naive;
mod number;
#[doc(hidden)]
pub mod parallel;
mod readable;
mod scaling;
mod solve;
mod spelling;
mod sum;
mod sum_type;
mod system;
mod table;
mod terms;
mod text;
mod unbounded;
mod value;
mod words;

pub use array::{Array, Dense, MOST_EXPANDED, Misfit, Sparse};
pub use digits::Exact;
pub use dot::{Dot, dot, dot_files};
pub use error::Error;
pub use exact_coefficients::read_exact_coefficients;
pub use expansion::{Expansion, PARTS};
pub use fit::{Fit, fit, fit_file};
pub use floatfloat::{DoubleDouble, FloatFloat, QuadDouble, QuadFloat, TripleDouble, TripleFloat};
pub use input::{Input, Kind, Loaded, Wanted};
pub use naive::Naive;
pub use number::{Number, Refusal};
pub use number_type::NumberType;
pub use readable::Readable;
pub use solve::{read_system, solve_files};
pub use sum::{Sum, sum, sum_file};
pub use sum_type::{Precision, SumType};
pub use system::{Solution, Unsolvable, rank_tolerance, solve};
pub use table::Table;
pub use value::Value;

/// The README's code, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
