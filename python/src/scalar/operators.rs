//! The operators of single numbers: arithmetic and comparisons.

use crate::real::Real;
use floatfloat::QuadDouble;
use pyo3::{
    basic::CompareOp,
    exceptions::PyZeroDivisionError,
    prelude::*,
    types::{PyFloat, PyInt},
};
use std::cmp::Ordering;

/// A float or an integer of 64 bits as the quad-double that it equals.
pub(super) fn exact(other: &Bound<'_, PyAny>) -> Option<QuadDouble> {
    if let Ok(float) = other.cast::<PyFloat>() {
        return Some(QuadDouble::from(float.value()));
    }
    let integer: i64 = other.cast_exact::<PyInt>().ok()?.extract().ok()?;
    Some(QuadDouble::nearest_i128(integer.into()))
}

/// The quotient, unless the divisor is zero, which Python refuses.
pub(super) fn divisible<N: Real>(y: N) -> PyResult<()> {
    if y == y.constant(0.0) {
        return Err(PyZeroDivisionError::new_err("division by zero"));
    }
    Ok(())
}

/// Whether numbers of this order, if they have one, compare so.
pub(super) fn holds(operator: CompareOp, order: Option<Ordering>) -> bool {
    match order {
        Some(order) => operator.matches(order),
        None => matches!(operator, CompareOp::Ne),
    }
}

/// The methods of a class: those given and the operators. PyO3 takes all methods in one block.
macro_rules! with_operators {
    ($name:ident, $number:ident, { $($methods:tt)* }) => {
        impl $name {
            fn binary<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
                name: &'static str,
                operation: impl Fn($number, $number) -> PyResult<$number>,
                reflected: bool,
            ) -> PyResult<Bound<'py, PyAny>> {
                let py = this.py();
                if let Some(other) = Self::quick(other) {
                    let this = this.get().0;
                    let (x, y) = if reflected { (other, this) } else { (this, other) };
                    return $name(operation(x, y)?).into_bound_py_any(py);
                }
                helpers(py)?.call_method1("binary", (name, this, other, reflected))
            }
        }

        #[pymethods]
        impl $name {
            $($methods)*

            fn __add__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                Self::binary(this, other, "add", |x, y| Ok(x + y), false)
            }

            fn __radd__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                Self::binary(this, other, "add", |x, y| Ok(x + y), true)
            }

            fn __sub__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                Self::binary(this, other, "sub", |x, y| Ok(x - y), false)
            }

            fn __rsub__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                Self::binary(this, other, "sub", |x, y| Ok(x - y), true)
            }

            fn __mul__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                Self::binary(this, other, "mul", |x, y| Ok(x * y), false)
            }

            fn __rmul__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                Self::binary(this, other, "mul", |x, y| Ok(x * y), true)
            }

            fn __truediv__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let divide = |x, y| divisible(y).map(|()| x / y);
                Self::binary(this, other, "truediv", divide, false)
            }

            fn __rtruediv__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let divide = |x, y| divisible(y).map(|()| x / y);
                Self::binary(this, other, "truediv", divide, true)
            }

            fn __floordiv__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let divide = |x, y| divisible(y).map(|()| remainders::floor_divide(x, y));
                Self::binary(this, other, "floordiv", divide, false)
            }

            fn __rfloordiv__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let divide = |x, y| divisible(y).map(|()| remainders::floor_divide(x, y));
                Self::binary(this, other, "floordiv", divide, true)
            }

            fn __mod__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let modulo = |x, y| divisible(y).map(|()| remainders::modulo(x, y));
                Self::binary(this, other, "mod", modulo, false)
            }

            fn __rmod__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let modulo = |x, y| divisible(y).map(|()| remainders::modulo(x, y));
                Self::binary(this, other, "mod", modulo, true)
            }

            fn __divmod__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
                Ok((Self::__floordiv__(this, other)?, Self::__mod__(this, other)?))
            }

            fn __rdivmod__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
                Ok((Self::__rfloordiv__(this, other)?, Self::__rmod__(this, other)?))
            }

            fn __pow__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
                modulus: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                if modulus.is_some() {
                    return Err(PyTypeError::new_err("pow() with a modulus needs integers"));
                }
                let power = |x: $number, y| Ok(if y == 2.0 { x * x } else { x.powf(y) });
                Self::binary(this, other, "pow", power, false)
            }

            fn __rpow__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
                modulus: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                if modulus.is_some() {
                    return Err(PyTypeError::new_err("pow() with a modulus needs integers"));
                }
                let power = |x: $number, y| Ok(if y == 2.0 { x * x } else { x.powf(y) });
                Self::binary(this, other, "pow", power, true)
            }

            fn __neg__(&self) -> Self {
                $name(-self.0)
            }

            fn __pos__(this: &Bound<'_, Self>) -> Py<Self> {
                this.clone().unbind()
            }

            fn __abs__(&self) -> Self {
                $name(self.0.abs())
            }

            fn __richcmp__<'py>(
                this: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
                operator: CompareOp,
            ) -> PyResult<Bound<'py, PyAny>> {
                let py = this.py();
                let number = this.get().0;
                let order = if let Ok(other) = other.cast::<$name>() {
                    number.partial_cmp(&other.get().0)
                } else if let Some(other) = exact(other) {
                    QuadDouble::from(number).partial_cmp(&other)
                } else {
                    let name = match operator {
                        CompareOp::Lt => "lt",
                        CompareOp::Le => "le",
                        CompareOp::Eq => "eq",
                        CompareOp::Ne => "ne",
                        CompareOp::Gt => "gt",
                        CompareOp::Ge => "ge",
                    };
                    return helpers(py)?.call_method1("compare", (name, this, other));
                };
                holds(operator, order).into_bound_py_any(py)
            }
        }
    };
}

pub(super) use with_operators;
