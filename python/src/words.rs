//! What is computed one number at a time: functions of three and four words, remainders, neighbours, comparisons,
//! conversions.

use crate::{
    elementwise::Fitting,
    forks,
    operands::{Given, Operand, Parts, Word, by_kind, contiguous, filled, kind, no_kind, words},
    real::Real,
    remainders,
};
use floatfloat::{
    DoubleDouble, FloatFloat, MultiWord, NativeWord, QuadDouble, QuadFloat, TripleDouble,
    TripleFloat, WordArray,
};
use floatfloat_cpu::{Number, VectorView, VectorViewMut};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::{exceptions::PyValueError, prelude::*};
use std::cmp::Ordering;

/// Numbers that one thread computes without looking for help.
const SHARE: usize = 1 << 9;

/// Writes the number of each index, sharing long arrays among the threads.
fn write<T: Number<Word: Word>>(
    mut out: VectorViewMut<'_, T>,
    first: usize,
    number: &(impl Fn(usize) -> T + Sync),
) {
    let length = out.len();
    if length >= 2 * SHARE && rayon::current_num_threads() > 1 {
        let (left, right) = out.split_at(length / 2);
        rayon::join(|| write(left, first, number), || write(right, first + length / 2, number));
        return;
    }
    for i in 0..length {
        let written = out.set(i, number(first + i));
        debug_assert!(written, "there is an element");
    }
}

/// New arrays of a shape, with the numbers that a function gives for each index.
pub fn each<'py, T: Number<Word: Word>>(
    py: Python<'py>,
    shape: &[usize],
    number: impl Fn(usize) -> T + Sync,
) -> PyResult<Parts<'py>> {
    let (arrays, ()) = filled(py, shape, |out| {
        // One number takes as long as many elements of quick operations.
        let size = out.len().saturating_mul(forks::MANY / (2 * SHARE));
        py.detach(|| forks::run(size, || write(out, 0, &number)));
    })?;
    Ok(arrays)
}

/// The number at an index; of a single one it is that.
pub fn at<T: Number<Word: Word>>(numbers: VectorView<'_, T>, index: usize) -> T {
    let index = if numbers.len() == 1 { 0 } else { index };
    let slices = numbers.parts();
    T::from_normalized(WordArray::each(|k| slices[k][index]))
}

/// Two arrays of numbers of equally many elements.
fn equally_long<'a, T: Number<Word: Word>>(
    x: &'a Operand<'_, T>,
    y: &'a Operand<'_, T>,
) -> PyResult<[VectorView<'a, T>; 2]> {
    let (x, y) = (x.numbers()?, y.numbers()?);
    if x.len() != y.len() {
        return Err(PyValueError::new_err("the operands have different lengths"));
    }
    Ok([x, y])
}

macro_rules! of_two {
    ($($name:ident: $what:literal;)*) => {
        $(
            #[doc = $what]
            #[pyfunction]
            fn $name<'py>(
                py: Python<'py>,
                x: Given<'_, 'py>,
                y: Given<'_, 'py>,
            ) -> PyResult<Parts<'py>> {
                fn run<'py, T: Number<Word: Word> + Real>(
                    py: Python<'py>,
                    x: Given<'_, 'py>,
                    y: Given<'_, 'py>,
                ) -> PyResult<Parts<'py>> {
                    let (x, y) = (Operand::<T>::new(x)?, Operand::new(y)?);
                    let [a, b] = equally_long(&x, &y)?;
                    each(py, x.shape(), |i| remainders::$name(at(a, i), at(b, i)))
                }
                by_kind!(x, run(py, x, y))
            }
        )*

        fn register_those_of_two(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}

of_two! {
    modulo: "The remainder of x / y with the sign of y.";
    floor_divide: "The integer quotient of x / y that belongs to modulo.";
    fmod: "The remainder of x / y with the sign of x.";
    nextafter: "The number next to x in the direction of y.";
}

/// A function of every element, in arrays of the shape of x.
fn of_one<'py, T: Number<Word: Word>>(
    py: Python<'py>,
    x: Given<'_, 'py>,
    function: fn(T) -> T,
) -> PyResult<Parts<'py>> {
    let x = Operand::<T>::new(x)?;
    let numbers = x.numbers()?;
    each(py, x.shape(), |i| function(at(numbers, i)))
}

/// The distance to the next number that is larger in magnitude.
#[pyfunction]
fn spacing<'py>(py: Python<'py>, x: Given<'_, 'py>) -> PyResult<Parts<'py>> {
    fn run<'py, T: Number<Word: Word> + Real>(
        py: Python<'py>,
        x: Given<'_, 'py>,
    ) -> PyResult<Parts<'py>> {
        of_one::<T>(py, x, Real::ulp)
    }
    by_kind!(x, run(py, x))
}

/// The sum of any words as a normalised number; −0 where the first word is −0 and there are no others.
pub fn sum_of_words<N: MultiWord<Word: NativeWord>>(words: N::Parts<N::Word>) -> N {
    let is_zero = |word: &N::Word| *word == N::Word::default();
    if words.as_ref()[1..].iter().all(is_zero) {
        N::from_word(words[0])
    } else {
        N::from_parts(words)
    }
}

/// Normalises numbers: their words may be any floats, and their sums do not change.
#[pyfunction]
fn normalize<'py>(py: Python<'py>, x: Given<'_, 'py>) -> PyResult<Parts<'py>> {
    fn run<'py, T: Number<Word: Word>>(py: Python<'py>, x: Given<'_, 'py>) -> PyResult<Parts<'py>> {
        of_one::<T>(py, x, |number| sum_of_words(number.parts()))
    }
    by_kind!(x, run(py, x))
}

/// Rounds numbers to `count` words of float32 (`single`) or float64.
#[pyfunction]
fn convert<'py>(
    py: Python<'py>,
    x: Given<'_, 'py>,
    count: usize,
    single: bool,
) -> PyResult<Parts<'py>> {
    fn run<'py, T: Number<Word: Word>>(
        py: Python<'py>,
        x: Given<'_, 'py>,
        count: usize,
        single: bool,
    ) -> PyResult<Parts<'py>> {
        let x = Operand::<T>::new(x)?;
        let (shape, x) = (x.shape(), x.numbers()?);
        match (count, single) {
            (2, false) => each::<DoubleDouble>(py, shape, |i| DoubleDouble::from_number(at(x, i))),
            (3, false) => each::<TripleDouble>(py, shape, |i| TripleDouble::from_number(at(x, i))),
            (4, false) => each::<QuadDouble>(py, shape, |i| QuadDouble::from_number(at(x, i))),
            (2, true) => each::<FloatFloat>(py, shape, |i| FloatFloat::from_number(at(x, i))),
            (3, true) => each::<TripleFloat>(py, shape, |i| TripleFloat::from_number(at(x, i))),
            (4, true) => each::<QuadFloat>(py, shape, |i| QuadFloat::from_number(at(x, i))),
            (count, _) => Err(no_kind(count)),
        }
    }
    match kind(x)? {
        // As often as all others together, and there is a quicker way.
        (2, true) if count == 2 && single => {
            let x = Operand::<DoubleDouble>::new(x)?;
            let (shape, x) = (x.shape(), x.numbers()?);
            each::<FloatFloat>(py, shape, |i| FloatFloat::from_double_double(at(x, i)))
        }
        _ => by_kind!(x, run(py, x, count, single)),
    }
}

/// Rounds float64 to numbers of `count` words of float32.
#[pyfunction]
fn narrow_words<'py>(py: Python<'py>, x: &Bound<'py, PyAny>, count: usize) -> PyResult<Parts<'py>> {
    let array = words::<f64>(x)?;
    let (shape, x) = (array.shape(), contiguous(array)?);
    match count {
        2 => each::<FloatFloat>(py, shape, |i| FloatFloat::from_f64(x[i])),
        3 => each::<TripleFloat>(py, shape, |i| TripleFloat::from_f64(x[i])),
        4 => each::<QuadFloat>(py, shape, |i| QuadFloat::from_f64(x[i])),
        count => Err(no_kind(count)),
    }
}

/// Rounds each number to the nearest float64.
#[pyfunction]
fn to_float64<'py>(py: Python<'py>, x: Given<'_, 'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    fn run<'py, T: Number<Word: Word> + Real>(
        py: Python<'py>,
        x: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let x = Operand::<T>::new(x)?;
        let numbers = x.numbers()?;
        Ok(array_of(py, x.shape(), |i| at(numbers, i).nearest_f64()))
    }
    by_kind!(x, run(py, x))
}

/// A new array of anything but numbers of several words.
fn array_of<'py, T: numpy::Element + Copy>(
    py: Python<'py>,
    shape: &[usize],
    element: impl Fn(usize) -> T + Sync,
) -> Bound<'py, PyArrayDyn<T>> {
    // SAFETY: all elements are written before anybody else has the array.
    let array = unsafe { PyArrayDyn::<T>::new(py, shape, false) };
    // SAFETY: a new array is contiguous, and nobody else has it yet.
    let elements = unsafe { array.as_slice_mut() }.unwrap_or_default();
    for (i, to) in elements.iter_mut().enumerate() {
        *to = element(i);
    }
    array
}

/// Compares x with y, element by element: `name` is "lt", "le", "gt", "ge", "eq" or "ne". None if the operands have
/// different shapes or are not contiguous, or if there are more than `most` results.
#[pyfunction]
#[pyo3(signature = (name, x, y, most = usize::MAX))]
fn compare<'py>(
    py: Python<'py>,
    name: &str,
    x: Given<'_, 'py>,
    y: Given<'_, 'py>,
    most: usize,
) -> PyResult<Option<Bound<'py, PyArrayDyn<bool>>>> {
    fn run<'py, T: Number<Word: Word> + Real>(
        py: Python<'py>,
        name: &str,
        x: Given<'_, 'py>,
        y: Given<'_, 'py>,
        most: usize,
    ) -> PyResult<Option<Bound<'py, PyArrayDyn<bool>>>> {
        let operands = [Operand::<T>::new(x)?, Operand::new(y)?];
        let Some(fitting) = Fitting::new(&operands).filter(|fitting| fitting.len() <= most) else {
            return Ok(None);
        };
        let [a, b] = fitting.numbers;
        let holds: fn(&T, &T) -> bool = match name {
            "lt" => T::lt,
            "le" => T::le,
            "gt" => T::gt,
            "ge" => T::ge,
            "eq" => T::eq,
            "ne" => T::ne,
            _ => return Err(PyValueError::new_err(format!("{name:?} is not a comparison"))),
        };
        Ok(Some(array_of(py, fitting.shape, |i| holds(&at(a, i), &at(b, i)))))
    }
    by_kind!(x, run(py, name, x, y, most))
}

/// The indices that sort each of `rows` rows: stable, NaN last.
#[pyfunction]
fn argsort_rows<'py>(
    py: Python<'py>,
    x: Given<'_, 'py>,
    rows: usize,
) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
    fn run<'py, T: Number<Word: Word> + Real>(
        py: Python<'py>,
        x: Given<'_, 'py>,
        rows: usize,
    ) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let x = Operand::<T>::new(x)?;
        let numbers = x.numbers()?;
        let columns = numbers.len().checked_div(rows).unwrap_or(0);
        if rows * columns != numbers.len() {
            return Err(PyValueError::new_err("the rows have different lengths"));
        }
        let places = py.detach(|| {
            let mut places: Vec<usize> = (0..numbers.len()).collect();
            for row in places.chunks_mut(columns.max(1)) {
                row.sort_by(|&i, &j| order(numbers.get(i), numbers.get(j)));
            }
            places
        });
        #[expect(clippy::cast_possible_wrap, reason = "a place in memory is less than 2^63")]
        Ok(array_of(py, &[rows, columns], |i| (places[i] % columns) as i64))
    }
    by_kind!(x, run(py, x, rows))
}

/// The order of numbers, with NaN after all others.
fn order<N: Real>(x: Option<N>, y: Option<N>) -> Ordering {
    let is_nan = |number: Option<N>| number.is_none_or(Real::is_nan);
    x.partial_cmp(&y).unwrap_or_else(|| is_nan(x).cmp(&is_nan(y)))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_those_of_two(module)?;
    module.add_function(wrap_pyfunction!(spacing, module)?)?;
    module.add_function(wrap_pyfunction!(normalize, module)?)?;
    module.add_function(wrap_pyfunction!(convert, module)?)?;
    module.add_function(wrap_pyfunction!(narrow_words, module)?)?;
    module.add_function(wrap_pyfunction!(to_float64, module)?)?;
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(argsort_rows, module)?)
}
