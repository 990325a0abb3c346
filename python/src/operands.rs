//! Arrays of Python as slices, and the other way round.

use floatfloat::NativeWord;
use floatfloat_cpu::{Number, VectorView, VectorViewMut};
use numpy::{Element as NumpyElement, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyTuple};

/// A word that a NumPy array and a slice of floatfloat can hold: `f32` and `f64`.
pub trait Word: floatfloat_cpu::Element + NumpyElement {}

impl Word for f32 {}
impl Word for f64 {}

/// The parts of numbers, first words first, as they come from Python.
pub type Given<'a, 'py> = &'a Bound<'py, PyTuple>;

/// The parts of numbers, first words first, as they go to Python.
pub type Parts<'py> = Bound<'py, PyTuple>;

/// A NumPy array of words.
pub type WordArray<'py, E> = Bound<'py, PyArrayDyn<E>>;

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

/// Calls a function that is generic over the number type with that of the parts of numbers.
macro_rules! by_kind {
    ($parts:expr, $($function:ident)::+ ( $($argument:expr),* $(,)? )) => {
        match $crate::operands::kind($parts)? {
            (2, true) => $($function)::+::<floatfloat::DoubleDouble>($($argument),*),
            (3, true) => $($function)::+::<floatfloat::TripleDouble>($($argument),*),
            (4, true) => $($function)::+::<floatfloat::QuadDouble>($($argument),*),
            (2, false) => $($function)::+::<floatfloat::FloatFloat>($($argument),*),
            (3, false) => $($function)::+::<floatfloat::TripleFloat>($($argument),*),
            (4, false) => $($function)::+::<floatfloat::QuadFloat>($($argument),*),
            (count, _) => Err($crate::operands::no_kind(count)),
        }
    };
}
pub(crate) use by_kind;

/// The number of words, and whether they are `f64`.
pub fn kind(parts: Given<'_, '_>) -> PyResult<(usize, bool)> {
    Ok((parts.len(), holds::<f64>(&parts.get_item(0)?)))
}

pub fn no_kind(count: usize) -> PyErr {
    PyTypeError::new_err(format!("numbers of {count} words are not supported here"))
}

/// Whether it is an array of such words.
pub fn holds<E: Word>(array: &Bound<'_, PyAny>) -> bool {
    array.cast::<PyArrayDyn<E>>().is_ok()
}

/// An array of words of one type.
pub fn words<'a, 'py, E: Word>(array: &'a Bound<'py, PyAny>) -> PyResult<&'a WordArray<'py, E>> {
    array.cast::<PyArrayDyn<E>>().map_err(|_| not_words())
}

fn not_words() -> PyErr {
    PyTypeError::new_err("all operands must be arrays of float64, or all of float32")
}

/// The elements of an array, if they are next to each other in row-major order.
fn slice<'a, E: Word>(array: &'a WordArray<'_, E>) -> Option<&'a [E]> {
    if !array.is_c_contiguous() {
        return None;
    }
    // SAFETY: this module writes to no array that Python already has. Another thread of Python that
    // does is a race of the program, as with NumPy's own functions.
    unsafe { array.as_slice() }.ok()
}

/// The elements of an array that must be next to each other.
pub fn contiguous<'a, E: Word>(array: &'a WordArray<'_, E>) -> PyResult<&'a [E]> {
    slice(array).ok_or_else(|| PyTypeError::new_err("the array must be C-contiguous"))
}

/// An array of numbers: an array of first words, one of second words, and so on.
pub struct Operand<'py, T: Number<Word: Word>>(Vec<WordArray<'py, T::Word>>);

impl<'py, T: Number<Word: Word>> Operand<'py, T> {
    pub fn new(parts: Given<'_, 'py>) -> PyResult<Self> {
        let arrays: Vec<WordArray<'py, T::Word>> = parts
            .iter()
            .map(|part| part.cast_into::<PyArrayDyn<T::Word>>().map_err(|_| not_words()))
            .collect::<PyResult<_>>()?;
        if arrays.len() != T::WORDS {
            return Err(PyTypeError::new_err(format!(
                "numbers of {} words are needed, not of {} words",
                T::WORDS,
                arrays.len()
            )));
        }
        Ok(Operand(arrays))
    }

    /// The shape of the first words.
    pub fn shape(&self) -> &[usize] {
        self.0[0].shape()
    }

    /// The numbers, if their words are next to each other and the parts have one shape.
    pub fn contiguous(&self) -> Option<VectorView<'_, T>> {
        if self.0.iter().any(|array| array.shape() != self.shape()) {
            return None;
        }
        let slices: Vec<&[T::Word]> = self.0.iter().map(slice).collect::<Option<_>>()?;
        VectorView::from_parts(floatfloat::WordArray::each(|k| slices[k]))
    }

    /// The numbers, if they have one axis and need not be copied.
    pub fn row(&self) -> Option<VectorView<'_, T>> {
        let is_aligned = |array: &WordArray<'py, T::Word>| array.data().is_aligned();
        if self.shape().len() != 1 || !self.0.iter().all(is_aligned) {
            return None;
        }
        self.contiguous()
    }

    /// The numbers, whose words must be next to each other, and the parts of one shape.
    pub fn numbers(&self) -> PyResult<VectorView<'_, T>> {
        self.contiguous().ok_or_else(|| {
            PyTypeError::new_err("all parts must be C-contiguous arrays of one shape")
        })
    }
}

/// Words from which on NumPy is asked for an array, which says so where memory does not suffice.
const MANY: usize = 1 << 20;

/// A new array, of whatever words are in its memory.
fn empty<'py, E: Word>(py: Python<'py>, shape: &[usize]) -> PyResult<WordArray<'py, E>> {
    let words = shape.iter().try_fold(1usize, |words, &side| words.checked_mul(side));
    if words.is_none_or(|words| words > MANY) {
        let shape = PyTuple::new(py, shape)?;
        let array = py.import("numpy")?.call_method1("empty", (shape, E::get_dtype(py)))?;
        return array.cast_into().map_err(Into::into);
    }
    // SAFETY: every pattern of bits is a word, and nobody else has the array yet.
    Ok(unsafe { PyArrayDyn::new(py, shape, false) })
}

/// New arrays of this shape, filled by a function.
///
/// # Errors
/// `MemoryError` if there is no memory for them.
pub fn filled<'py, T: Number<Word: Word>, R>(
    py: Python<'py>,
    shape: &[usize],
    fill: impl FnOnce(VectorViewMut<'_, T>) -> R,
) -> PyResult<(Parts<'py>, R)> {
    let arrays =
        (0..T::WORDS).map(|_| empty::<T::Word>(py, shape)).collect::<PyResult<Vec<_>>>()?;
    // SAFETY: new arrays are contiguous, and nobody else has them yet.
    let slices =
        floatfloat::WordArray::from_fn(|m| unsafe { arrays[m].as_slice_mut() }.unwrap_or_default());
    let parts = VectorViewMut::from_parts(slices).expect("new arrays are equally long");
    let result = fill(parts);
    Ok((PyTuple::new(py, arrays)?, result))
}

/// Numbers as new arrays of this shape.
pub fn to_arrays<'py, T: Number<Word: Word>>(
    py: Python<'py>,
    shape: &[usize],
    numbers: impl Iterator<Item = T>,
) -> PyResult<Parts<'py>> {
    let mut numbers = numbers;
    let (arrays, ()) = filled::<T, _>(py, shape, |mut out| {
        for i in 0..out.len() {
            // Whatever the iterator leaves out is zero.
            let written = out.set(i, numbers.next().unwrap_or_else(|| of_word(0.0)));
            debug_assert!(written, "there is an element");
        }
    })?;
    Ok(arrays)
}

/// A word as a number.
pub fn of_word<T: Number<Word: Word>>(word: f64) -> T {
    T::from_word(T::Word::nearest(word))
}
