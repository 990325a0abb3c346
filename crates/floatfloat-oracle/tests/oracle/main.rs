//! Proofs, generated files and second opinions. One program, whose tests run side by side.

mod coefficients;
mod documentation;
mod gappa;
mod links;
#[cfg(feature = "mpfr")]
mod mpfr;
mod worst_cases;
