//! π by Leibniz's series, 4·(1 − 1/3 + 1/5 − …), term by term: a chain of divisions and additions.

use super::{
    Place, Run, Workload, steps,
    steps::{Elements, Steps},
};
use crate::{
    arithmetic::{Arithmetic, Family, Multiple, PlainOf, with_family},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    progress::Progress,
};
use floatfloat::Word;
use floatfloat_explain::Watched;

/// The bits of the exact sum.
const BITS: usize = 256;

/// The most terms: `f32` holds the denominators of this many.
pub const MOST_TERMS: u32 = 1 << 23;

/// From this many terms on, the exact sum is computed from its asymptotic series.
const MANY: u32 = 4096;

/// π as a sum of words.
const PI: [f64; 4] =
    [std::f64::consts::PI, 1.2246467991473532e-16, -2.9947698097183397e-33, 1.1124542208633653e-49];

/// Euler's numbers E₀, E₂, … E₁₂.
const EULER: [f64; 7] = [1.0, -1.0, 5.0, -61.0, 1385.0, -50521.0, 2_702_765.0];

/// The sum of a number of terms.
#[derive(Clone, Debug)]
pub struct Leibniz {
    terms: u32,
    exact: Multiple,
}

/// A number, and the seconds that it took.
pub type Timed<F, W> = (<F as Family>::Of<W>, f64);

/// The state is the sum, the denominator and the sign of the next term. The last two are words.
#[derive(Clone, Copy)]
pub struct Series;

impl Steps<3> for Series {
    #[inline(always)]
    fn begin<F: Family, W: Word>(self, x: F::Of<W>) -> [F::Of<W>; 3] {
        [x, x.constant(1.0), x.constant(1.0)]
    }

    #[inline(always)]
    fn step<F: Family, W: Word>(self, [sum, denominator, sign]: [F::Of<W>; 3]) -> [F::Of<W>; 3] {
        let next = F::words(denominator)[0] + F::words(denominator)[0].constant(2.0);
        let other = -F::words(sign)[0];
        let sum = sum.add(&sign.div(&denominator));
        [sum, steps::number::<F, W>(next), steps::number::<F, W>(other)]
    }

    #[inline(always)]
    fn finish<F: Family, W: Word>(self, [sum, ..]: [F::Of<W>; 3]) -> F::Of<W> {
        sum.mul(&sum.constant(4.0))
    }
}

impl Leibniz {
    /// The sum of `terms` terms, at most [`MOST_TERMS`].
    pub fn new(terms: u32) -> Self {
        let terms = terms.min(MOST_TERMS);
        Leibniz { terms, exact: if terms < MANY { summed(terms) } else { expanded(terms) } }
    }

    /// 4 times the sum of the terms.
    pub fn exact(&self) -> &Multiple {
        &self.exact
    }

    /// The sum in a number type, and the time in seconds. None if a device does not have the words.
    pub fn sum<F: Family, W: OnDevice>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Timed<F, W>>, Error> {
        if let Place::Device(opened) = place {
            let rounds = self.terms / steps::unrolled(self.terms);
            if !opened.device.supports_iterations(rounds.into()) || !opened.has::<W>() {
                return Ok(None);
            }
        }
        let zero = W::default();
        steps::timed_alone::<F, W, _, 3>(Series, zero, self.terms, place, progress).map(Some)
    }
}

impl Leibniz {
    /// The sum that a device should compute, computed by the processor.
    pub fn expected<F: Family, W: OnDevice>(&self, opened: &Opened) -> Result<F::Of<W>, Error> {
        let (reference, unrolled) = (opened.device.reference(), steps::unrolled(self.terms));
        let chain = steps::recorded::<F, W, _, 3>(Series, opened.fused::<W>(), unrolled, 1)?;
        let elements = Elements::new(&reference, &[W::default()])?;
        let sum = elements.run::<F>(&reference, &chain, self.terms / unrolled)?;
        Ok(F::loaded::<W>(reference.download(&sum)?)[0])
    }
}

impl Workload for Leibniz {
    fn run(
        &self,
        contender: Contender,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        let sum = with_family!(contender, F, W => {
            let sum = self.sum::<F, W>(place, progress)?;
            sum.map(|(sum, seconds)| (F::parts::<W>(sum), seconds))
        });
        let scale = self.exact.to_f64().abs();
        let run = |(sum, seconds): ([f64; 2], f64)| Run {
            error: self.exact.distance(&sum),
            scale,
            seconds,
        };
        Ok(sum.flatten().map(run))
    }

    /// The sum of no terms.
    fn operands(&self) -> Vec<f64> {
        vec![0.0]
    }

    fn watched(&self, operands: Vec<Watched<f64>>) -> Vec<Watched<f64>> {
        vec![steps::all::<PlainOf, _, _, 3>(Series, operands[0], self.terms).0]
    }

    /// Every term is as accurate as its division. The sum of the magnitudes is larger than the sum.
    fn condition(&self) -> Option<f64> {
        let magnitudes: f64 = (0..self.terms).map(|k| 4.0 / f64::from(2 * k + 1)).sum();
        Some(magnitudes / self.exact.to_f64().abs())
    }
}

/// The sum, added term by term.
fn summed(terms: u32) -> Multiple {
    let number = |value: f64| Multiple::new(value, BITS);
    (0..terms).fold(number(0.0), |sum, k| {
        let numerator = number(if k.is_multiple_of(2) { 4.0 } else { -4.0 });
        sum.add(&numerator.div(&number(f64::from(2 * k + 1))))
    })
}

/// π − (−1)ⁿ·Σ E₂ₘ/(4ᵐ·n²ᵐ⁺¹) (Borwein, Borwein, Dilcher 1989). From [`MANY`] terms on, the rest of
/// the series is less than 10⁻⁴⁸.
fn expanded(terms: u32) -> Multiple {
    let number = |value: f64| Multiple::new(value, BITS);
    let n = number(f64::from(terms));
    let square = n.mul(&n).mul(&number(4.0));
    let mut power = n;
    let mut rest = number(0.0);
    for euler in EULER {
        rest = rest.add(&number(euler).div(&power));
        power = power.mul(&square);
    }
    let pi = Multiple::of_words(&PI, BITS);
    if terms.is_multiple_of(2) { pi.sub(&rest) } else { pi.add(&rest) }
}

#[cfg(test)]
mod tests {
    use super::{Leibniz, expanded, summed};
    use crate::{
        arithmetic::{Family, Multiple, PairOf},
        progress::Silent,
        workloads::{Place, Workload, others::of_wgpu, tests::relative_errors},
    };

    #[test]
    fn devices_have_the_bits_of_the_processor() {
        let Some(devices) = of_wgpu() else { return };
        for opened in devices.others() {
            let leibniz = Leibniz::new(1001);
            let there = leibniz.sum::<PairOf, f32>(Place::Device(opened), &Silent).unwrap();
            let here = leibniz.sum::<PairOf, f32>(Place::Processor, &Silent).unwrap();
            let (there, here) = (there.unwrap().0, here.unwrap().0);
            let expected = leibniz.expected::<PairOf, f32>(opened).unwrap();
            assert_eq!((there.hi(), there.lo()), (expected.hi(), expected.lo()));
            if opened.fused::<f32>() {
                assert_eq!((there.hi(), there.lo()), (here.hi(), here.lo()));
            }
        }
    }

    #[test]
    fn both_ways_to_the_exact_sum_agree() {
        for terms in [4096, 5001] {
            let off = summed(terms).difference(&expanded(terms)).abs();
            assert!(off < 1e-47, "{terms}: {off:e}");
        }
    }

    #[test]
    fn every_type_is_as_far_off_as_it_is_precise() {
        let leibniz = Leibniz::new(2000);
        let [f32, float2, ff, f64, _, dd] = relative_errors(&leibniz);
        assert!(f32 < 1e-5 && f32 > float2, "{f32:e} {float2:e}");
        assert!(float2 > 1e3 * ff && ff < 1e-12 && ff > f64, "{float2:e} {ff:e} {f64:e}");
        assert!(dd > 0.0 && dd < 1e-28, "{dd:e}");
        assert!(leibniz.condition().unwrap() > 1.0);
    }

    #[test]
    fn the_value_is_that_of_the_truncated_series() {
        /// The exact sum of the 2000 terms, times 4.
        const EXACT: [f64; 2] = [3.141092653621043, 0.0];
        let leibniz = Leibniz::new(2000);
        let exact = Multiple::of_words(&EXACT, 256);
        assert!(leibniz.exact().difference(&exact).abs() < 5e-16);
        let (sum, _) = leibniz.sum::<PairOf, f64>(Place::Processor, &Silent).unwrap().unwrap();
        let [high, low] = PairOf::parts::<f64>(sum);
        assert_eq!(high + low, high);
    }
}
