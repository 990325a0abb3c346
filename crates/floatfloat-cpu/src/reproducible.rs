//! Sums and dot products that are exact until they are rounded, once.
//!
//! So their bits depend on the terms alone: not on their order, not on how they are divided among
//! threads or chunks, not on the instruction set. And they are the best that there are: within half
//! an ulp, of a word or of a double-word, of the exact result, however ill-conditioned.
//!
//! [`ReproducibleSum`] is a long accumulator. Slices reach it, by [`AddSlices`], through an expansion, as in Collange, Defour, Graillat, Iakymchuk, *Numerical
//! reproducibility for the parallel reduction on multi- and many-core architectures*, Parallel
//! Computing 49 (2015): lanes of a few words each, to the first of which 2Sum adds a term, to the
//! next what that rounds off, and so on. What is left after the last word, if anything, goes to
//! the long accumulator, as do the words in the end, and terms too large or too small for 2Sum
//! and 2Prod to be exact. Every step is exact, and that is the whole proof.
//!
//! ```
//! use floatfloat::DoubleDouble;
//! use floatfloat_cpu::reproducible::{AddSlices, ReproducibleSum};
//!
//! let mut sum = ReproducibleSum::new();
//! sum.add_words(&[1e300, 1.0]);
//! let mut another = ReproducibleSum::new();
//! another.add_products(&[1e-200, 3.0], &[1e-200, 0.5])?;
//! another.add_word(-1e300);
//! sum.merge(&another);
//! assert_eq!(sum.to_word::<f64>(), 2.5);
//! sum.add_word(-2.5);
//! assert_eq!(sum.to_number::<f64>().hi(), 0.0);
//! # Ok::<(), floatfloat_cpu::Error>(())
//! ```

mod expansion;
mod slices;
mod terms;

pub use floatfloat::ReproducibleSum;
pub use slices::{AddSlices, dot, dot_numbers, sum, sum_numbers};
