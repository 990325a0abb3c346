//! Arrays of Python as slices, and the other way round.

use floatfloat::DoubleWord;
use floatfloat_cpu::{DoubleWordSlice, DoubleWordSliceMut};
use numpy::{Element as NumpyElement, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::{exceptions::PyTypeError, prelude::*};

/// A word that a NumPy array and a slice of floatfloat can hold: `f32` and `f64`.
pub trait Word: floatfloat_cpu::Element + NumpyElement {}

impl Word for f32 {}
impl Word for f64 {}

/// High and low parts as they come from Python.
pub type Pair<'a, 'py> = (&'a Bound<'py, PyAny>, &'a Bound<'py, PyAny>);

/// High and low parts as they go to Python.
pub type Parts<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// A NumPy array of words.
pub type Words<'py, E> = Bound<'py, PyArrayDyn<E>>;

/// Calls a function that is generic over the word with that of an array.
macro_rules! by_word {
    ($array:expr, $($function:ident)::+ ( $($argument:expr),* $(,)? )) => {
        if $crate::operands::holds::<f64>($array) {
            $($function)::+::<f64>($($argument),*)
        } else {
            $($function)::+::<f32>($($argument),*)
        }
    };
}
pub(crate) use by_word;

/// Whether it is an array of such words.
pub fn holds<E: Word>(array: &Bound<'_, PyAny>) -> bool {
    array.cast::<PyArrayDyn<E>>().is_ok()
}

/// An array of words of one type.
pub fn words<'a, 'py, E: Word>(array: &'a Bound<'py, PyAny>) -> PyResult<&'a Words<'py, E>> {
    array.cast::<PyArrayDyn<E>>().map_err(|_| {
        PyTypeError::new_err(
            "an array of float64, or of float32, is needed, the same for all operands",
        )
    })
}

/// The elements of an array, if they are next to each other in row-major order.
pub fn slice<'a, E: Word>(array: &'a Words<'_, E>) -> Option<&'a [E]> {
    if !array.is_c_contiguous() {
        return None;
    }
    // SAFETY: this module writes to no array that Python already has. Another thread of Python that
    // does is a race of the program, as with NumPy's own functions.
    unsafe { array.as_slice() }.ok()
}

/// The elements of an array that must be next to each other.
pub fn contiguous<'a, E: Word>(array: &'a Words<'_, E>) -> PyResult<&'a [E]> {
    slice(array).ok_or_else(|| PyTypeError::new_err("a C-contiguous array is needed"))
}

/// Numbers whose parts must be contiguous and equally many.
pub fn numbers<'a, 'py, E: Word>((hi, lo): Pair<'a, 'py>) -> PyResult<DoubleWordSlice<'a, E>> {
    DoubleWordSlice::from_parts(contiguous(words(hi)?)?, contiguous(words(lo)?)?)
        .ok_or_else(|| PyTypeError::new_err("high and low parts are not equally many"))
}

/// New arrays of this shape, filled by a function.
pub fn filled<'py, E: Word, R>(
    py: Python<'py>,
    shape: &[usize],
    fill: impl FnOnce(DoubleWordSliceMut<'_, E>) -> R,
) -> (Parts<'py>, R) {
    // SAFETY: every pattern of bits is a word, and nobody else has the arrays yet.
    let [hi, lo] = [(); 2].map(|()| unsafe { PyArrayDyn::<E>::new(py, shape, false) });
    let result = {
        // SAFETY: new arrays are contiguous, and nobody else has them yet.
        let (high, low) = unsafe { (hi.as_slice_mut(), lo.as_slice_mut()) };
        let parts = match (high, low) {
            (Ok(high), Ok(low)) => DoubleWordSliceMut::from_parts(high, low),
            _ => None,
        };
        fill(parts.expect("new arrays are contiguous and equally long"))
    };
    ((hi.into_any(), lo.into_any()), result)
}

/// Numbers as two new arrays of this shape.
pub fn to_arrays<'py, E: Word>(
    py: Python<'py>,
    shape: &[usize],
    numbers: impl Iterator<Item = DoubleWord<E>>,
) -> Parts<'py> {
    let (arrays, ()) = filled::<E, _>(py, shape, |out| {
        let (high, low) = out.into_parts();
        // Whatever the iterator leaves out is zero.
        high.fill(E::default());
        low.fill(E::default());
        for ((high, low), number) in high.iter_mut().zip(low).zip(numbers) {
            (*high, *low) = (number.hi(), number.lo());
        }
    });
    arrays
}
