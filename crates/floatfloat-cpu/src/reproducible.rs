//! Sums and dot products that are exact until they are rounded, once.
//!
//! So their bits depend on the terms alone: not on their order, not on how they are divided among
//! threads or chunks, not on the instruction set. And they are the best that there are: within half
//! an ulp, of a word or of a double-word, of the exact result, however ill-conditioned.
//!
//! [`ReproducibleSum`] is a long accumulator. Slices reach it, by [`AddSlices`], through bins: words of fixed exponents in
//! lanes, that each take the bits of terms above their last one, as in Demmel, Nguyen, *Parallel reproducible
//! summation*, IEEE Trans. Comput. 64 (2015), but chosen for each block of terms from their magnitudes, and so many that
//! nothing is lost. What they leave, if anything, goes to the long accumulator, as do the bins in the end, and terms so
//! large or so small that a step could be inexact. Every step is exact, and that is the whole proof.
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

mod bins;
mod slices;
mod terms;

pub use floatfloat::ReproducibleSum;
pub use slices::{AddSlices, dot, dot_numbers, sum, sum_numbers};
