//! Operations over slices: those of `floatfloat-cpu` as its users call them, special values
//! included, and plain loops over words that do the same work.

mod double_words;
mod words;

use super::exact::{ExactSum, Tolerance};
use crate::{
    error::Error,
    number_type::NumberType,
    progress::Progress,
    real::{Real, same_bits},
    timing::medians,
};
use floatfloat::{DoubleWord, operation::Function};
use floatfloat_cpu::{Element, Vector, VectorView, VectorViewMut};

pub use double_words::{compensated, double_words};
use std::{cell::RefCell, time::Duration};
pub use words::words;

/// The operands. All x have square roots, and all y can be divisors.
#[derive(Clone, Copy)]
pub struct Operands<'a, W: Element> {
    /// The first operand; positive.
    pub x: VectorView<'a, DoubleWord<W>>,
    /// The second operand; not zero.
    pub y: VectorView<'a, DoubleWord<W>>,
    /// The contents of the output before the operation.
    pub z: VectorView<'a, DoubleWord<W>>,
}

/// Fills the output, or writes a sum to its first element.
pub type Run<W> = fn(Operands<'_, W>, &mut VectorViewMut<'_, DoubleWord<W>>);

/// One operation.
pub struct SliceWork<W: Element> {
    /// The name in tables.
    pub op: &'static str,
    /// The name of the same work in words.
    pub plain: &'static str,
    /// The number type.
    pub number_type: NumberType,
    /// The function that it computes for each element, if the registry has it.
    pub function: Option<Function>,
    /// The floating-point operations for an element, if they are known.
    pub flops: Option<u32>,
    /// The words read and written for an element.
    pub words: u32,
    /// The function that does the work.
    pub run: Run<W>,
    check: Check<W>,
}

/// The expected output.
enum Check<W> {
    /// Every element has these bits.
    Each(fn([DoubleWord<W>; 3]) -> DoubleWord<W>),
    /// The same, for words.
    Words(fn(W, W, W) -> W),
    /// The first element is this sum, within a tolerance that depends on the number of terms.
    Sum(Terms, fn(usize) -> Tolerance),
}

enum Terms {
    /// x
    Numbers,
    /// x·y
    Products,
    /// x·x, where the result is the square root of the sum.
    Squares,
}

impl<W: Real + Element> SliceWork<W> {
    fn is_plain(&self) -> bool {
        self.number_type == W::PLAIN
    }

    /// Runs the operation on operands. Compares the output with results computed one number at a
    /// time, or exactly.
    pub fn verify(&self, operands: Operands<'_, W>) -> bool {
        let mut out = operands.z.to_vector();
        (self.run)(operands, &mut out.view_mut());
        let number = |of: VectorView<'_, DoubleWord<W>>, i| {
            let number = of.get(i).expect("all have as many elements");
            if self.is_plain() { DoubleWord::from_word(number.hi()) } else { number }
        };
        let n = operands.x.len();
        match &self.check {
            Check::Each(one) => (0..n).all(|i| {
                let Operands { x, y, z } = operands;
                same_bits(number(out.view(), i), one([x, y, z].map(|of| number(of, i))))
            }),
            Check::Words(one) => {
                let [x, y, z, out] = [operands.x, operands.y, operands.z, out.view()];
                (0..n).all(|i| {
                    let expected = one(x.hi()[i], y.hi()[i], z.hi()[i]);
                    same_bits(number(out, i), DoubleWord::from_word(expected))
                })
            }
            Check::Sum(terms, tolerance) => {
                let mut sum = ExactSum::default();
                for i in 0..n {
                    let x = number(operands.x, i);
                    match terms {
                        Terms::Numbers => sum.add(x),
                        Terms::Products => sum.add_product(x, number(operands.y, i)),
                        Terms::Squares => sum.add_product(x, x),
                    }
                }
                let found = number(out.view(), 0);
                match terms {
                    Terms::Squares => sum.equals_square_of(found, tolerance(n)),
                    _ => sum.equals(found, tolerance(n)),
                }
            }
        }
    }
}

/// Copies of x, for double-words and for words: the time of an operation on as many elements that
/// waits only for memory.
pub fn copies<W: Real + Element>() -> [SliceWork<W>; 2] {
    let of = |number_type, words, run| SliceWork {
        op: "copy",
        plain: "copy",
        number_type,
        function: None,
        flops: Some(0),
        words,
        run,
        check: Check::Each(|[x, _, _]| x),
    };
    [
        of(W::PLAIN, 2, |o, out| out.reborrow().into_parts()[0].copy_from_slice(o.x.hi())),
        of(W::PAIR, 4, |o, out| {
            let [high, low] = out.reborrow().into_parts();
            high.copy_from_slice(o.x.hi());
            low.copy_from_slice(o.x.lo());
        }),
    ]
}

/// A tolerance relative to the sum of magnitudes.
fn of_magnitudes(of_magnitudes: f64) -> Tolerance {
    Tolerance { of_magnitudes, of_result: 0.0 }
}

/// u = 2^-p
fn unit<W: Real>() -> f64 {
    (-f64::from(W::PRECISION)).exp2()
}

/// The coefficients of a polynomial of degree [`DEGREE`].
fn coefficients<W: Real + Element>() -> [DoubleWord<W>; DEGREE + 1] {
    std::array::from_fn(coefficient)
}

/// A factor. What is timed computes it, so it is inlined, as a constant.
#[inline(always)]
fn factor<W: Real + Element>() -> DoubleWord<W> {
    coefficient(0)
}

#[inline(always)]
fn coefficient<W: Real + Element>(k: usize) -> DoubleWord<W> {
    let k = k as f64;
    DoubleWord::from_parts(W::from_f64(1e-3 / (k + 1.0)), W::from_f64(1e-12 / (k + 1.0)))
}

/// The degree of the polynomial.
pub const DEGREE: usize = 7;

/// Random operands.
pub struct Arrays<W: Element> {
    x: Vector<DoubleWord<W>>,
    y: Vector<DoubleWord<W>>,
}

impl<W: Real + Element> Arrays<W> {
    /// Two arrays of `length` double-words.
    pub fn new(length: usize, seed: u64) -> Self {
        let distinct = super::distinct(length, seed);
        let all = || distinct.iter().cycle().take(length);
        Arrays { x: all().map(|pair| pair.0).collect(), y: all().map(|pair| pair.1).collect() }
    }

    /// The first `n` operands.
    pub fn first(&self, n: usize) -> Operands<'_, W> {
        let [x, y] = [&self.x, &self.y].map(|of| of.view().split_at(n).0);
        Operands { x, y, z: y }
    }

    /// Memory for the results of operations on all operands.
    pub fn output(&self) -> Vector<DoubleWord<W>> {
        self.y.clone()
    }
}

/// The median nanoseconds of runs over `n` elements. All pieces of work share the arrays, so each finds
/// them as the one before left them, in the same cache.
pub fn times<W: Real + Element>(
    runs: impl Iterator<Item = Run<W>>,
    arrays: &Arrays<W>,
    output: &mut Vector<DoubleWord<W>>,
    elements: usize,
    (sample, rounds): (Duration, usize),
    progress: &dyn Progress,
) -> Result<Vec<f64>, Error> {
    let (operands, output) = (arrays.first(elements), &RefCell::new(output));
    let work = |run: Run<W>| -> Box<dyn FnMut() + '_> {
        Box::new(move || {
            let mut output = output.borrow_mut();
            run(operands, &mut output.view_mut().split_at(elements).0);
        })
    };
    medians(&mut runs.map(work).collect::<Vec<_>>(), sample, rounds, progress)
}

#[cfg(test)]
mod tests {
    use super::{Arrays, SliceWork, compensated, copies, double_words, words};
    use crate::real::Real;
    use floatfloat_cpu::Element;

    fn all<W: Real + Element>() -> Vec<SliceWork<W>> {
        copies().into_iter().chain(words()).chain(double_words()).chain(compensated()).collect()
    }

    fn verify<W: Real + Element>(length: usize) {
        let arrays = Arrays::<W>::new(length, 7);
        for work in all::<W>() {
            assert!(work.verify(arrays.first(length)), "{} {}", work.op, work.number_type);
        }
    }

    #[test]
    fn every_work_is_verified() {
        for length in [1, 63, 1000] {
            verify::<f32>(length);
            verify::<f64>(length);
        }
    }

    #[test]
    fn wrong_work_is_not_verified() {
        let arrays = Arrays::<f64>::new(100, 7);
        for work in all::<f64>() {
            let lazy = SliceWork { run: |_, _| (), ..work };
            assert!(!lazy.verify(arrays.first(100)), "{} {}", lazy.op, lazy.number_type);
        }
    }
}
