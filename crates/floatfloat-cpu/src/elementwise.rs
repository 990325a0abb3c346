//! The same operation on every element: an operation on numbers becomes an operation on slices.
//!
//! An operation is written once, over any [`Word`], and runs here on registers full of words.
//! [`operations`], [`functions`] and [`polynomial`] contain the operations behind the methods of slices.
//! Your own operation works as well, on numbers of two, three or four words:
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

mod filled;
pub mod function;
pub mod functions;
mod job;
mod methods;
mod operand;
pub mod operations;
pub mod polynomial;
mod run;
mod sin_cos;
mod unfused;

use crate::{
    dispatch::dispatch,
    error::Error,
    number::Number,
    vector::Vector,
    view::{VectorView, VectorViewMut},
};
use floatfloat::Word;
use job::Job;
pub use run::Run;
pub use unfused::Unfused;

/// An operation of `N + 1` numbers `T`.
pub trait Elementwise<const N: usize, T: Number>: Copy + Send + Sync {
    /// The name of the operation in messages.
    const NAME: &'static str;

    /// Whether each step needs the result of the step before. If so, the loop computes several elements at once to
    /// keep the processor busy.
    const WAITS: bool = false;

    /// Whether the operation is long. A long operation is compiled only for whole blocks of registers. The last
    /// elements run in a block that they do not fill.
    const LONG: bool = false;

    /// Whether a long operation works on two registers at once. This makes it a quarter faster and takes twice as long
    /// to compile, so it is worth it for operations that are called often.
    const PAIRED: bool = false;

    /// Runs the operation on arrays. Operations of this crate are compiled in this crate, other
    /// operations where they are used.
    fn launch(run: Run<'_, T, Self, N>) {
        dispatch(run);
    }

    /// The result for one element. Mark the function and everything that it calls
    /// `#[inline(always)]`.
    fn apply<W: Word>(self, x: T::Over<W>, rest: [T::Over<W>; N]) -> T::Over<W>;
}

/// An operation on every element, as a new vector.
///
/// # Errors
/// If an operand has more or fewer elements than `x`.
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
/// If an operand or `out` has more or fewer elements than `x`; nothing is written then.
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
/// If an operand has more or fewer elements than `x`; nothing is written then.
pub fn map_in_place<T: Number, O: Elementwise<N, T>, const N: usize>(
    operation: O,
    x: VectorViewMut<'_, T>,
    rest: [VectorView<'_, T>; N],
) -> Result<(), Error> {
    check_lengths::<T, O, N>(x.len(), &rest)?;
    execute(operation, &Job::in_place(x, rest));
    Ok(())
}

/// If all operands and the output take at least this many bytes, the output is written past the
/// caches. The caches could not hold the output, and to fetch it into them before it is written
/// costs a quarter of the time. Somewhat smaller arrays gain nothing.
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

/// A thread works on this many elements without looking for help: enough to be worth a task, few
/// enough that shares come out equal. The number is a multiple of every cache line.
#[cfg(feature = "parallel")]
const SHARE: usize = 1 << 14;

/// Runs the operation. Long slices are shared among the threads of the current rayon pool.
#[inline]
fn execute<T: Number, O: Elementwise<N, T>, const N: usize>(operation: O, job: &Job<'_, T, N>) {
    #[cfg(feature = "parallel")]
    if job.length >= 2 * SHARE && rayon::current_num_threads() > 1 {
        return share(operation, job);
    }
    O::launch(Run { operation: &operation, job });
}

/// Two threads do half of the job each, and share it again where it is long. The function is separate so that a
/// call on a short slice has less to do before it begins.
#[cfg(feature = "parallel")]
#[inline(never)]
fn share<T: Number, O: Elementwise<N, T>, const N: usize>(operation: O, job: &Job<'_, T, N>) {
    let middle = (job.length / 2).next_multiple_of(SHARE);
    let (left, right) = job.split_at(middle);
    crate::parallel::join(move || execute(operation, &left), move || execute(operation, &right));
}
