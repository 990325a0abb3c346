//! A product of many factors, one after the other.

use super::{
    Place, Run, Workload,
    fold::{Fold, Operands, timed_chains},
};
use crate::{
    arithmetic::{Arithmetic, Family, Multiple, Plain, PlainOf, with_family},
    contender::Contender,
    error::Error,
    progress::Progress,
    random::Random,
    real::Scalar,
};
use floatfloat::Word;
use floatfloat_explain::Watched;

/// The bits of the exact product.
const BITS: usize = 256;

/// Factors and their exact product.
#[derive(Clone, Debug)]
pub struct Chain {
    factors: Vec<f64>,
    exact: Multiple,
}

/// state · factor
#[derive(Clone, Copy)]
pub struct Product;

impl Fold for Product {
    #[inline(always)]
    fn step<F: Family, W: Word>(state: F::Of<W>, factor: F::Of<W>) -> F::Of<W> {
        state.mul(&factor)
    }
}

impl Chain {
    /// A chain of these factors.
    pub fn of(factors: Vec<f64>) -> Self {
        let exact = exact_products(&factors, &[factors.len()]).pop();
        Chain { factors, exact: exact.unwrap_or_else(|| Multiple::new(1.0, BITS)) }
    }
}

impl Workload for Chain {
    fn run(
        &self,
        contender: Contender,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        let length = self.factors.len();
        let run = with_family!(contender, F, W => {
            if !place.has::<W>() || !place.supports_iterations(length as u64) {
                return Ok(None);
            }
            // Factors that fit a word are read as words, as experiments with such operands do.
            let fits = |&factor: &f64| Scalar::to_f64(<W as Scalar>::from_f64(factor)) == factor;
            let operands = Operands::<W>::new::<F>(&self.factors, self.factors.iter().all(fits));
            let (states, seconds) =
                timed_chains::<F, W, Product>(place, 1.0, &operands, 1, &[length], progress)?;
            let (error, scale) = (self.exact.distance(&states[0][0]), self.exact.to_f64().abs());
            Run { error, scale, seconds }
        });
        Ok(run)
    }

    fn operands(&self) -> Vec<f64> {
        self.factors.clone()
    }

    fn watched(&self, operands: Vec<Watched<f64>>) -> Vec<Watched<f64>> {
        let one = Plain(Watched::new(1.0));
        let step = |product, &factor: &_| Product::step::<PlainOf, _>(product, Plain(factor));
        vec![operands.iter().fold(one, step).0]
    }

    /// The relative change of a product is the sum of those of its factors.
    fn condition(&self) -> Option<f64> {
        Some(self.factors.len() as f64)
    }
}

/// Random factors from one of two ranges. A factor is from the upper range if the product so far is
/// below 1, so that products neither overflow nor underflow.
pub fn factors(
    random: &mut Random,
    length: usize,
    [below, above]: [[f64; 2]; 2],
    representable: impl Fn(f64) -> f64,
) -> Vec<f64> {
    let mut product = 1.0_f64;
    let mut next = |_| {
        let [low, high] = if product < 1.0 { above } else { below };
        let factor = representable(low + (high - low) * random.symmetric().abs());
        product *= factor;
        factor
    };
    (0..length).map(&mut next).collect()
}

/// The exact products of the first factors, for each of the ascending `lengths`.
pub fn exact_products(factors: &[f64], lengths: &[usize]) -> Vec<Multiple> {
    let mut products = Vec::with_capacity(lengths.len());
    let mut product = Multiple::new(1.0, BITS);
    let mut done = 0;
    for &length in lengths {
        for &factor in &factors[done..length] {
            product = product.mul(&Multiple::new(factor, BITS));
        }
        done = length;
        products.push(product.clone());
    }
    products
}

/// `value` as a sum of two numbers of `f32`.
pub fn in_two_words(value: f64) -> f64 {
    let high = value as f32;
    f64::from(high) + f64::from((value - f64::from(high)) as f32)
}

#[cfg(test)]
mod tests {
    use super::{Chain, exact_products, factors, in_two_words};
    use crate::{
        number_type::NumberType,
        progress::Silent,
        random::Random,
        workloads::{Place, Workload, others::of_wgpu, tests::relative_errors},
    };

    /// Factors that `f32` holds, from the lower end to 1 and from 1 to the upper end; from one interval
    /// where 1 is not between them.
    fn chain(length: usize, [low, high]: [f64; 2], seed: u64) -> Chain {
        let ranges = if low < 1.0 { [[low, 1.0], [1.0, high]] } else { [[low, high]; 2] };
        let mut random = Random::new(seed, 0);
        Chain::of(factors(&mut random, length, ranges, |value| f64::from(value as f32)))
    }

    #[test]
    fn devices_multiply_as_the_processor_does() {
        let Some(devices) = of_wgpu() else { return };
        let chain = chain(1000, [0.1, 10.0], 7);
        for opened in devices.others().iter().filter(|opened| opened.fused::<f32>()) {
            let run = |place| chain.run(NumberType::Ff.into(), place, &Silent).unwrap().unwrap();
            let (there, here) = (run(Place::Device(opened)), run(Place::Processor));
            assert_eq!((there.error, there.scale), (here.error, here.scale));
            assert!(there.error > 0.0 && there.seconds > 0.0);
        }
    }

    #[test]
    fn products_stay_in_range_and_are_exact() {
        let mut random = Random::new(1, 0);
        let factors = factors(&mut random, 10_000, [[0.1, 1.0], [1.0, 6.0]], in_two_words);
        let lengths: Vec<usize> = (1..=100).map(|k| 100 * k).collect();
        for product in exact_products(&factors, &lengths) {
            assert!((0.1..=6.0).contains(&product.to_f64()));
        }
        // A product in f64 of the first few is near by.
        let few: f64 = factors[..10].iter().product();
        assert!((exact_products(&factors, &[10])[0].to_f64() / few - 1.0).abs() < 1e-14);
    }

    #[test]
    fn every_type_is_as_far_off_as_it_is_precise() {
        let chain = chain(10_000, [0.1, 6.0], 7);
        let [f32, float2, ff, _, _, dd] = relative_errors(&chain);
        // Operands without an error component: the composite product is that of the values.
        assert_eq!(f32, float2);
        assert!((1e-7..1e-4).contains(&f32), "{f32:e}");
        assert!(ff < 1e-10 && dd < 1e-27, "{ff:e} {dd:e}");
    }

    #[test]
    fn pairs_take_factors_of_more_bits_than_a_word() {
        let mut random = Random::new(3, 0);
        let chain = Chain::of(factors(&mut random, 1000, [[0.5, 1.0], [1.0, 2.0]], |word| word));
        let [f32, _, ff, f64, _, dd] = relative_errors(&chain);
        assert!(f32 > 1e-7 && (1e-15..1e-10).contains(&ff), "{f32:e} {ff:e}");
        assert!(f64 < 1e-13 && dd < 1e-28, "{f64:e} {dd:e}");
    }

    #[test]
    fn what_overflows_is_wrong() {
        let chain = chain(1000, [10.0, 100.0], 7);
        let run = chain.run(NumberType::F32.into(), Place::Processor, &Silent).unwrap().unwrap();
        assert_eq!(run.error, f64::INFINITY);
    }
}
