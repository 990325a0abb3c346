//! The same operation on every element: from an operation on numbers to one on slices.
//!
//! An operation is written once, over any [`Word`], and runs here on registers full of words;
//! [`operations`], [`functions`] and [`polynomial`] have those that the methods of slices are made of, and a
//! user's own, on numbers of two words or of more, works as well:
//!
//! ```
//! use floatfloat::{DoubleDouble, MultiWord, Word};
//! use floatfloat_cpu::{Number, Vector, elementwise::{Elementwise, map}};
//!
//! /// √(x² + y²)
//! #[derive(Clone, Copy)]
//! struct Length;
//!
//! impl<T: Number> Elementwise<1, T> for Length {
//!     const NAME: &str = "length";
//!     #[inline(always)]
//!     fn apply<W: Word>(self, x: T::Over<W>, [y]: [T::Over<W>; 1]) -> T::Over<W> {
//!         (x * x + y * y).sqrt()
//!     }
//! }
//!
//! let [x, y] = [3.0, 4.0].map(|side| Vector::<DoubleDouble>::from_words(&[side; 10]));
//! let lengths = map(Length, x.view(), [y.view()])?;
//! assert_eq!(lengths.get(9), Some(DoubleDouble::from(5.0)));
//! # Ok::<(), floatfloat_cpu::Error>(())
//! ```

pub mod function;
pub mod functions;
mod methods;
pub mod operations;
pub mod polynomial;
mod run;
mod unfused;

use crate::{
    dispatch::dispatch,
    error::Error,
    number::Number,
    vector::Vector,
    view::{VectorView, VectorViewMut},
};
use floatfloat::Word;
use run::Job;
pub use run::Run;
pub use unfused::Unfused;

/// An operation of `N + 1` numbers `T`.
pub trait Elementwise<const N: usize, T: Number>: Copy + Send + Sync {
    /// What messages call it.
    const NAME: &'static str;

    /// Whether each step needs the result of the step before. Several elements at once then keep the processor busy.
    const WAITS: bool = false;

    /// Whether the operation is long. A long operation is compiled only for whole blocks of registers; the last elements
    /// run in a block that they do not fill.
    const LONG: bool = false;

    /// Whether a long operation works on two registers at once: it is a quarter faster, and takes twice as long to compile.
    /// This is worth it for operations that are called often.
    const PAIRED: bool = false;

    /// Runs it on arrays. Operations of this crate are compiled here, others where they are used.
    fn launch(run: Run<'_, T, Self, N>) {
        dispatch(run);
    }

    /// Computes it. To be marked `#[inline(always)]`, like everything that it calls.
    fn apply<W: Word>(self, x: T::Over<W>, rest: [T::Over<W>; N]) -> T::Over<W>;
}

/// An operation on every element, as a new vector.
///
/// # Errors
/// If not all have as many elements as `x`.
pub fn map<T: Number, O: Elementwise<N, T>, const N: usize>(
    operation: O,
    x: VectorView<'_, T>,
    rest: [VectorView<'_, T>; N],
) -> Result<Vector<T>, Error> {
    let mut out = Vector::zeros(x.len());
    map_into(operation, x, rest, out.view_mut())?;
    Ok(out)
}

/// An operation on every element, written to `out`.
///
/// # Errors
/// If not all have as many elements as `x`; nothing is written then.
pub fn map_into<T: Number, O: Elementwise<N, T>, const N: usize>(
    operation: O,
    x: VectorView<'_, T>,
    rest: [VectorView<'_, T>; N],
    out: VectorViewMut<'_, T>,
) -> Result<(), Error> {
    check_lengths::<T, O, N>(x.len(), &rest)?;
    check_length::<T, O, N>("the output", out.len(), x.len())?;
    let past_caches = x.len() * (N + 2) * T::WORDS * size_of::<T::Word>() >= PAST_CACHES;
    execute(operation, &Job::new(x, rest, out, past_caches));
    Ok(())
}

/// An operation on every element, in place of its first operand.
///
/// # Errors
/// If not all have as many elements as `x`; nothing is written then.
pub fn map_in_place<T: Number, O: Elementwise<N, T>, const N: usize>(
    operation: O,
    x: VectorViewMut<'_, T>,
    rest: [VectorView<'_, T>; N],
) -> Result<(), Error> {
    check_lengths::<T, O, N>(x.len(), &rest)?;
    execute(operation, &Job::in_place(x, rest));
    Ok(())
}

/// Bytes of all operands and the output from which on the output is written past the caches. They
/// could not hold it anyway, and fetching it to them before it is written costs a quarter of the
/// time. What is somewhat smaller gains nothing.
const PAST_CACHES: usize = 1 << 26;

fn check_lengths<T: Number, O: Elementwise<N, T>, const N: usize>(
    expected: usize,
    rest: &[VectorView<'_, T>; N],
) -> Result<(), Error> {
    const NAMES: [&str; 3] = ["y", "z", "an operand"];
    for (k, operand) in rest.iter().enumerate() {
        check_length::<T, O, N>(NAMES[k.min(2)], operand.len(), expected)?;
    }
    Ok(())
}

fn check_length<T: Number, O: Elementwise<N, T>, const N: usize>(
    operand: &'static str,
    length: usize,
    expected: usize,
) -> Result<(), Error> {
    if length == expected {
        return Ok(());
    }
    Err(Error::LengthsDiffer { operation: O::NAME, operand, length, expected })
}

/// Elements that one thread works on without looking for help: enough to be worth a task, few
/// enough that shares come out equal. A multiple of every cache line.
#[cfg(feature = "parallel")]
const SHARE: usize = 1 << 14;

/// Runs it, sharing long slices among the threads of the current rayon pool.
#[inline]
fn execute<T: Number, O: Elementwise<N, T>, const N: usize>(operation: O, job: &Job<'_, T, N>) {
    #[cfg(feature = "parallel")]
    if job.length >= 2 * SHARE && rayon::current_num_threads() > 1 {
        return share(operation, job);
    }
    O::launch(Run { operation: &operation, job });
}

/// Two threads do half of it each, and share that again where it is long. Apart, so that a call of a short slice
/// has less to do before it begins.
#[cfg(feature = "parallel")]
#[inline(never)]
fn share<T: Number, O: Elementwise<N, T>, const N: usize>(operation: O, job: &Job<'_, T, N>) {
    let middle = (job.length / 2).next_multiple_of(SHARE);
    let (left, right) = job.split_at(middle);
    crate::parallel::join(move || execute(operation, &left), move || execute(operation, &right));
}
