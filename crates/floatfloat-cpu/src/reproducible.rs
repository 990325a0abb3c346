//! Sums and dot products that are exact until they are rounded once.
//!
//! Their bits depend on the terms alone: not on their order, not on how they are divided among
//! threads or chunks, not on the instruction set. Their error is the least possible: at most half
//! an ulp of the word or double-word, however ill-conditioned the sum is.
//!
//! [`ReproducibleSum`] is a long accumulator. [`AddSlices`] adds slices to it through bins, as in Demmel, Nguyen,
//! *Parallel reproducible summation*, IEEE Trans. Comput. 64 (2015). A bin is a word with a fixed exponent in each
//! lane, and takes the bits of terms above its last bit. Here the bins are chosen for each block of terms from their
//! magnitudes, and there are so many that nothing is lost. The long accumulator takes what the bins leave, if anything,
//! and the bins themselves at the end. It also takes terms so large or so small that a step could be inexact. Every
//! step is exact, and this is the whole proof.
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
