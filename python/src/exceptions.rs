//! Floating-point exceptions, which NumPy reports as its user asks: as warnings, as errors or not at all.

use crate::{
    forks,
    operands::{Given, Parts, Word, by_word, contiguous, words},
};
use floatfloat::Level;
use pyo3::{prelude::*, sync::PyOnceLock, types::PyTuple};
use rayon::prelude::*;

/// Words that are looked at together: several registers.
const LANES: usize = 16;

/// Words that one thread looks at without help: it needs a tenth of a nanosecond for one.
const SHARE: usize = 1 << 17;

/// Functions whose results are infinite or NaN only if an operand is.
const QUIET: [&str; 6] = ["negative", "absolute", "floor", "ceil", "trunc", "rint"];

/// Whether all words are finite: then zero times each of them is zero, and not NaN.
fn finite<E: Word>(words: &[E]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if matches!(Level::in_force(), Level::Avx2 | Level::Avx512) {
        // SAFETY: such a level is in force only if this machine has the instructions.
        return unsafe { finite_with_avx2(words) };
    }
    products_are_zero(words)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn finite_with_avx2<E: Word>(words: &[E]) -> bool {
    products_are_zero(words)
}

#[inline(always)]
fn products_are_zero<E: Word>(words: &[E]) -> bool {
    let zero = E::nearest(0.0);
    let mut sums = [zero; LANES];
    let (chunks, rest) = words.as_chunks::<LANES>();
    for chunk in chunks {
        for (sum, &word) in sums.iter_mut().zip(chunk) {
            *sum += zero * word;
        }
    }
    for (sum, &word) in sums.iter_mut().zip(rest) {
        *sum += zero * word;
    }
    sums == [zero; LANES]
}

/// Whether all elements of a new array are finite.
fn all_finite<E: Word>(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<bool> {
    let elements = contiguous(words::<E>(array)?)?;
    if elements.len() <= SHARE {
        return Ok(finite(elements));
    }
    Ok(py.detach(|| forks::run(elements.len(), || elements.par_chunks(SHARE / 4).all(finite))))
}

/// Lets NumPy report what happens to the first words of the operands, if a result is infinite or NaN.
pub fn report(
    py: Python<'_>,
    name: &str,
    found: Option<&Parts<'_>>,
    given: &[Given<'_, '_>],
) -> PyResult<()> {
    static REPORT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let Some(found) = found.filter(|_| !QUIET.contains(&name)) else { return Ok(()) };
    let first = found.get_item(0)?;
    if by_word!(&first, all_finite(py, &first))? {
        return Ok(());
    }
    let report = REPORT.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import("floatfloat._exceptions")?.getattr("report")?.unbind())
    })?;
    let operands: Vec<_> = given.iter().map(|parts| parts.get_item(0)).collect::<PyResult<_>>()?;
    report.bind(py).call1((name, PyTuple::new(py, operands)?))?;
    Ok(())
}
