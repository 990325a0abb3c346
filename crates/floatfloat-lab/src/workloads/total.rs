//! Sums and inner products of given numbers, with known exact results.

use super::{
    Place, Run, multi_word,
    numbers::Numbers,
    reduction::{Reduction, Uploaded, in_order, include_all},
    timed,
};
use crate::{
    arithmetic::{Arithmetic, Multiple, Plain, PlainOf},
    devices::OnDevice,
    error::Error,
    progress::Progress,
    real::Scalar,
    timing::stop_if_asked,
};
use floatfloat_cpu::reproducible::{AddSlices, ReproducibleSum};
use floatfloat_explain::Watched;
use std::time::Instant;

/// A sum of terms. Each term consists of a number from each of `N` arrays: a number for 1, a
/// product for 2.
pub struct Total<const N: usize> {
    operands: [Numbers; N],
    exact: ReproducibleSum,
    /// The sum of the magnitudes of the terms.
    magnitude: f64,
}

impl<const N: usize> Total<N> {
    /// Sums the terms exactly.
    pub(super) fn of(operands: [Numbers; N]) -> Self {
        let (mut exact, mut magnitude) = (ReproducibleSum::new(), ReproducibleSum::new());
        match &operands[..] {
            [x] => {
                x.parts().for_each(|words| exact.add_words(words));
                x.first().iter().for_each(|word| magnitude.add_word(word.abs()));
            }
            [x, y] => {
                for (x, y) in x.parts().flat_map(|x| y.parts().map(move |y| (x, y))) {
                    let added = exact.add_products(x, y);
                    debug_assert!(added.is_ok(), "both have one word for each number");
                }
                for (x, y) in x.first().iter().zip(y.first()) {
                    magnitude.add_product(x.abs(), y.abs());
                }
            }
            _ => unreachable!("terms are numbers or products of two"),
        }
        Total { operands, exact, magnitude: magnitude.to_word() }
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.operands[0].len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Computes the sum in numbers of several words, in the library's order. None if the place does not have the
    /// words.
    pub(super) fn in_words<T: multi_word::OnBoth>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        stop_if_asked(progress)?;
        let operands = self.operands.each_ref().map(|numbers| -> Vec<_> {
            numbers.iter().map(|number| multi_word::rounded::<T>(&number)).collect()
        });
        let found = multi_word::total::<T>(&operands, place, progress)?;
        Ok(found.map(|(words, seconds)| self.run_of(&words, seconds)))
    }

    /// The first words of the first `count` numbers.
    pub fn first(&self, count: usize) -> Vec<f64> {
        self.operands[0].first().iter().take(count).copied().collect()
    }

    /// The first word of each number of each array.
    pub(super) fn first_words(&self) -> Vec<f64> {
        self.operands.each_ref().map(|numbers| numbers.first()).concat()
    }

    /// The sum of watched operands, one term after the other.
    pub(super) fn watched_in_order<R: Reduction<N, Numbers = PlainOf>>(
        &self,
        operands: &[Watched<f64>],
    ) -> Vec<Watched<f64>> {
        let (mut arrays, length) = (operands.iter(), self.len());
        let array = |_| arrays.by_ref().take(length).map(|&x| Plain(x)).collect();
        let arrays: [Vec<_>; N] = [0; N].map(array);
        let [mut sum, mut rest] = [Watched::new(0.0); 2];
        include_all::<R, _, N>(&mut sum, &mut rest, arrays.each_ref().map(Vec::as_slice));
        vec![R::finish([sum, rest])[0]]
    }

    /// The exact result, rounded.
    pub fn exact(&self) -> f64 {
        self.exact.to_word()
    }

    /// Whether the exact result, or one of its terms, overflows or loses digits by underflow in f64.
    pub fn is_out_of_range(&self) -> bool {
        // Above this, products of half the digits of double-doubles are still exact.
        const LEAST: f64 = f64::MIN_POSITIVE / (f64::EPSILON * f64::EPSILON);
        let is_lost = match &self.operands[..] {
            [x, y] if self.magnitude < LEAST => {
                x.first().iter().zip(y.first()).any(|(&x, &y)| x != 0.0 && y != 0.0)
            }
            _ => false,
        };
        !self.exact().is_finite() || !self.magnitude.is_finite() || is_lost
    }

    /// The sum of the magnitudes of the terms, relative to the exact result; infinite if the exact
    /// result is zero.
    pub fn magnification(&self) -> f64 {
        self.magnitude / self.exact().abs()
    }

    /// The condition number: Σ|x| ÷ |Σx| or 2·Σ|x·y| ÷ |Σx·y|.
    pub fn condition(&self) -> f64 {
        N as f64 * self.magnification()
    }

    /// The distance of the sum of these words from the exact result; infinite or NaN if the words
    /// are.
    pub fn error_of(&self, words: &[f64]) -> f64 {
        let mut rest = self.exact.clone();
        words.iter().for_each(|word| rest.add_word(-word));
        rest.to_word::<f64>().abs()
    }

    /// The operands, exact.
    pub(super) fn exact_operands(&self) -> &[Numbers; N] {
        &self.operands
    }

    /// The operands, rounded to the numbers of a reduction.
    pub fn operands<R: Reduction<N>, W: OnDevice>(
        &self,
    ) -> [Vec<super::reduction::Of<R::Numbers, W>>; N] {
        self.operands.each_ref().map(Numbers::rounded::<R::Numbers, W>)
    }

    /// Runs a reduction: one term after the other on the processor, in the library's order on
    /// another device. None if the device does not have the words.
    pub fn reduce<R: Reduction<N>, W: OnDevice>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        stop_if_asked(progress)?;
        if !place.has::<W>() {
            return Ok(None);
        }
        let operands = self.operands::<R, W>();
        let (words, seconds) = match place {
            Place::Processor => {
                timed(place, progress, || in_order::<R, W, N>(&operands, progress))?
            }
            Place::Device(opened) => {
                let uploaded = Uploaded::<R, W, N>::new(&opened.device, &operands)?;
                timed(place, progress, || Ok(uploaded.reduce(None)?))?
            }
        };
        Ok(Some(self.run_of(&words.map(<W as Scalar>::to_f64), seconds)))
    }

    /// Computes the sum of numbers of one word in multiple precision with `bits` bits, one term after the other
    /// on the processor. The time is that of the arithmetic, without that of creating the operands.
    pub fn multiple(&self, bits: usize, progress: &dyn Progress) -> Result<Run, Error> {
        /// The number of operands that are created at once.
        const CHUNK: usize = 4096;
        let number = |&word: &f64| Multiple::new(word, bits);
        let mut all = self.operands.each_ref().map(|numbers| numbers.first().iter());
        let (mut sum, mut seconds) = (Multiple::new(0.0, bits), 0.0);
        for begin in (0..self.len()).step_by(CHUNK) {
            stop_if_asked(progress)?;
            let count = CHUNK.min(self.len() - begin);
            let operands: [Vec<Multiple>; N] =
                all.each_mut().map(|numbers| numbers.take(count).map(number).collect());
            let start = Instant::now();
            for i in 0..count {
                sum = match &operands[..] {
                    [x] => sum.add(&x[i]),
                    [x, y] => sum.plus_product(&x[i], &y[i]),
                    _ => unreachable!("terms are numbers or products of two"),
                };
            }
            seconds += start.elapsed().as_secs_f64();
        }
        Ok(self.run_of(&sum.words(), seconds))
    }

    /// The run of a computation whose result is the sum of these words.
    pub fn run_of(&self, words: &[f64], seconds: f64) -> Run {
        Run { error: self.error_of(words), scale: self.exact().abs(), seconds }
    }
}

/// A sum of numbers.
pub type Sum = Total<1>;

impl Sum {
    /// The sum of these numbers.
    pub fn new(numbers: Numbers) -> Self {
        Total::of([numbers])
    }

    /// The sum of `count` random numbers from the ranges, which take turns. `f32` holds each number.
    pub fn random(count: usize, ranges: &[(f64, f64)], seed: u64) -> Self {
        Sum::new(Numbers::random(count, ranges, seed))
    }
}

/// A sum of products.
pub type Dot = Total<2>;

impl Dot {
    /// The inner product of these vectors.
    ///
    /// # Errors
    /// [`Error::Input`] if the vectors have different lengths.
    pub fn new(x: Numbers, y: Numbers) -> Result<Self, Error> {
        if x.len() != y.len() {
            return Err(Error::Input(format!(
                "an inner product needs vectors of the same length; these have {} and {} elements",
                x.len(),
                y.len()
            )));
        }
        Ok(Total::of([x, y]))
    }

    /// The inner product of two vectors of `count` random numbers from the ranges, which take
    /// turns. `f32` holds each number.
    pub fn random(count: usize, ranges: &[(f64, f64)], seed: u64) -> Result<Self, Error> {
        let draw = |seed| Numbers::random(count, ranges, seed);
        Dot::new(draw(seed), draw(!seed))
    }
}
