//! Single numbers, `DD`, `FF` and the others: immutable, hashable, with the operators of Python's floats.

mod operators;

use crate::{conversions, hash, remainders, text, words::sum_of_words};
use floatfloat::{
    DoubleDouble, FloatFloat, MultiWord, NativeWord, QuadDouble, QuadFloat, TripleDouble,
    TripleFloat, WordArray,
};
use operators::{divisible, exact, holds, with_operators};
use pyo3::{
    IntoPyObjectExt,
    basic::CompareOp,
    exceptions::{PyAttributeError, PyTypeError, PyValueError},
    prelude::*,
    sync::PyOnceLock,
    types::{PyDict, PyFloat, PyInt, PyTuple},
};

/// The part of the package that knows every type of number: what is rare is done there.
fn helpers(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static HELPERS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = HELPERS
        .get_or_try_init(py, || PyModule::import(py, "floatfloat._scalars").map(Bound::unbind))?;
    Ok(module.bind(py))
}

/// The sum of words that Python gives, at most as many as the number has.
fn of_words<N: MultiWord<Word: NativeWord>>(given: &[f64]) -> PyResult<N> {
    let same = |&value: &f64| Into::<f64>::into(N::Word::nearest(value)) == value || value.is_nan();
    if given.len() <= N::WORDS && given.iter().all(same) {
        let word = |k| N::Word::nearest(given.get(k).copied().unwrap_or(0.0));
        return Ok(sum_of_words(WordArray::from_fn(word)));
    }
    Err(PyValueError::new_err(format!("{given:?} are not at most {} words of this type", N::WORDS)))
}

macro_rules! scalar {
    ($name:ident, $python:literal, $number:ident, $word:ident, $doc:literal) => {
        #[doc = $doc]
        #[pyclass(frozen, mapping, name = $python, module = "floatfloat")]
        pub struct $name($number);

        impl $name {
            /// A number whose conversion needs no other module, and loses nothing that NumPy would keep.
            fn quick(other: &Bound<'_, PyAny>) -> Option<$number> {
                if let Ok(number) = other.cast::<$name>() {
                    return Some(number.get().0);
                }
                // numpy.float64 is a float too, and makes numbers of float32 wider.
                let float = match size_of::<$word>() {
                    8 => other.cast::<PyFloat>().ok(),
                    _ => other.cast_exact::<PyFloat>().ok(),
                };
                if let Some(float) = float {
                    return Some($number::from_f64(float.value()));
                }
                let integer: i64 = other.cast_exact::<PyInt>().ok()?.extract().ok()?;
                Some($number::nearest_i128(integer.into()))
            }

            fn helper<'py>(
                this: &Bound<'py, Self>,
                name: &'static str,
            ) -> PyResult<Bound<'py, PyAny>> {
                helpers(this.py())?.call_method1(name, (this,))
            }
        }

        with_operators! { $name, $number, {
            #[new]
            #[allow(clippy::new_ret_no_self, reason = "of a sequence it is an array")]
            #[pyo3(signature = (*words), text_signature = "(value=0, *lower)")]
            fn new<'py>(
                py: Python<'py>,
                words: &Bound<'py, PyTuple>,
            ) -> PyResult<Bound<'py, PyAny>> {
                if words.is_empty() {
                    return $name($number::ZERO).into_bound_py_any(py);
                }
                if words.len() == 1
                    && let Some(number) = Self::quick(&words.get_item(0)?)
                {
                    return $name(number).into_bound_py_any(py);
                }
                let arguments: Vec<_> =
                    [py.get_type::<Self>().into_any()].into_iter().chain(words.iter()).collect();
                helpers(py)?.call_method1("construct", PyTuple::new(py, arguments)?)
            }

            /// The number that is the sum of these words, at most as many as the type has.
            #[staticmethod]
            #[pyo3(signature = (*words))]
            fn _from_words(words: Vec<f64>) -> PyResult<Self> {
                of_words(&words).map($name)
            }

            /// Reads a decimal number, correctly rounded.
            #[staticmethod]
            fn _parse(text: &str) -> PyResult<Self> {
                text.trim().parse().map($name).map_err(|error: floatfloat::ParseError| {
                    PyValueError::new_err(format!("{text:?} is not a number: {error}"))
                })
            }

            /// Reads the text that ``hex`` returns.
            #[staticmethod]
            fn fromhex(text: &str) -> PyResult<Self> {
                $number::from_hex(text).map($name).map_err(|error| {
                    PyValueError::new_err(format!("{text:?} is not a hexadecimal number: {error}"))
                })
            }

            /// The exact number as text: a sum of hexadecimal words.
            fn hex(&self) -> String {
                format!("{:?}", self.0)
            }

            /// The first word: the float nearest to the number.
            #[getter]
            fn hi(&self) -> $word {
                MultiWord::hi(self.0)
            }

            /// The second word of a number of two words. The number is the sum of ``hi`` and ``lo``.
            #[getter]
            fn lo(&self) -> PyResult<$word> {
                if <$number as MultiWord>::WORDS > 2 {
                    return Err(PyAttributeError::new_err(concat!(
                        $python,
                        " has more than two words: x.parts has all of them"
                    )));
                }
                Ok(MultiWord::parts(self.0)[1])
            }

            /// The words, the largest first. The number is their exact sum.
            #[getter]
            fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, MultiWord::parts(self.0))
            }

            /// The number itself.
            #[getter]
            fn real(this: &Bound<'_, Self>) -> Py<Self> {
                this.clone().unbind()
            }

            /// The imaginary part: zero.
            #[getter]
            fn imag(&self) -> Self {
                $name($number::ZERO)
            }

            /// The number itself.
            fn conjugate(this: &Bound<'_, Self>) -> Py<Self> {
                this.clone().unbind()
            }

            /// The number of axes: 0.
            #[getter]
            fn ndim(&self) -> usize {
                0
            }

            /// The shape of a single number: ``()``.
            #[getter]
            fn shape<'py>(&self, py: Python<'py>) -> Bound<'py, PyTuple> {
                PyTuple::empty(py)
            }

            /// The number of elements: 1.
            #[getter]
            fn size(&self) -> usize {
                1
            }

            /// The number itself for the index ``()``; for ``...`` an array without axes.
            fn __getitem__<'py>(
                this: &Bound<'py, Self>,
                index: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                helpers(this.py())?.call_method1("element", (this, index))
            }

            /// Whether the number is an integer.
            fn is_integer(&self) -> bool {
                self.0.is_integer()
            }

            /// Two integers without a common factor whose quotient is the number.
            fn as_integer_ratio<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                Self::helper(this, "as_integer_ratio")
            }

            fn __bool__(&self) -> bool {
                MultiWord::hi(self.0) != 0.0
            }

            fn __float__(this: &Bound<'_, Self>) -> PyResult<f64> {
                conversions::to_float(this.as_any())?;
                Ok(this.get().0.to_f64())
            }

            /// The number rounded to the nearest float.
            fn _nearest_float(&self) -> f64 {
                self.0.to_f64()
            }

            fn __int__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                Self::helper(this, "truncated")
            }

            fn __trunc__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                Self::helper(this, "truncated")
            }

            fn __floor__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                Self::helper(this, "floor")
            }

            fn __ceil__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                Self::helper(this, "ceil")
            }

            #[pyo3(signature = (ndigits = None))]
            fn __round__<'py>(
                this: &Bound<'py, Self>,
                ndigits: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                helpers(this.py())?.call_method1("rounded", (this, ndigits))
            }

            fn __hash__(this: &Bound<'_, Self>) -> PyResult<isize> {
                let number = this.get().0;
                let words = MultiWord::parts(number);
                if !words[0].is_finite() {
                    return PyFloat::new(this.py(), words[0].into()).hash();
                }
                Ok(hash::of_words(words.iter().map(|&word| word.into())))
            }

            fn __str__(&self) -> String {
                text::shortest(self.0)
            }

            fn __repr__(&self) -> String {
                format!("{}('{}')", $python, text::shortest(self.0))
            }

            fn __format__<'py>(
                this: &Bound<'py, Self>,
                specification: &str,
            ) -> PyResult<Bound<'py, PyAny>> {
                helpers(this.py())?.call_method1("formatted", (this, specification))
            }

            fn __reduce__<'py>(
                this: &Bound<'py, Self>,
            ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
                let parts = this.get().parts(this.py())?;
                Ok((this.get_type().getattr("_from_words")?, parts))
            }

            #[pyo3(signature = (*_arguments, **_keywords))]
            fn __array__(
                &self,
                _arguments: &Bound<'_, PyTuple>,
                _keywords: Option<&Bound<'_, PyDict>>,
            ) -> PyResult<()> {
                Err(PyTypeError::new_err(concat!(
                    $python,
                    " is not converted to an ordinary NumPy array, because all words but the first would be lost. Use ",
                    "floatfloat.array(x) for an array of its type, or float(x) to round to the nearest float"
                )))
            }

            #[pyo3(signature = (ufunc, method, *inputs, **keywords))]
            fn __array_ufunc__<'py>(
                this: &Bound<'py, Self>,
                ufunc: &Bound<'py, PyAny>,
                method: &Bound<'py, PyAny>,
                inputs: &Bound<'py, PyTuple>,
                keywords: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let helpers = helpers(this.py())?;
                helpers.call_method1("array_ufunc", (ufunc, method, inputs, keywords))
            }

            fn __array_function__<'py>(
                this: &Bound<'py, Self>,
                function: &Bound<'py, PyAny>,
                types: &Bound<'py, PyAny>,
                arguments: &Bound<'py, PyAny>,
                keywords: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let helpers = helpers(this.py())?;
                helpers.call_method1("array_function", (function, types, arguments, keywords))
            }
        } }
    };
}

scalar!(
    Dd,
    "DD",
    DoubleDouble,
    f64,
    "A double-double: the sum of two float64, 31 decimal digits. A sequence or an array makes an array."
);
scalar!(
    Td,
    "TD",
    TripleDouble,
    f64,
    "A triple-double: the sum of three float64, 47 decimal digits. A sequence or an array makes an array."
);
scalar!(
    Qd,
    "QD",
    QuadDouble,
    f64,
    "A quad-double: the sum of four float64, 63 decimal digits. A sequence or an array makes an array."
);
scalar!(
    Ff,
    "FF",
    FloatFloat,
    f32,
    "A float-float: the sum of two float32, 14 decimal digits. A sequence or an array makes an array."
);
scalar!(
    Tf,
    "TF",
    TripleFloat,
    f32,
    "A triple-float: the sum of three float32, 21 decimal digits. A sequence or an array makes an array."
);
scalar!(
    Qf,
    "QF",
    QuadFloat,
    f32,
    "A quad-float: the sum of four float32, 28 decimal digits. A sequence or an array makes an array."
);

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Dd>()?;
    module.add_class::<Td>()?;
    module.add_class::<Qd>()?;
    module.add_class::<Ff>()?;
    module.add_class::<Tf>()?;
    module.add_class::<Qf>()
}
