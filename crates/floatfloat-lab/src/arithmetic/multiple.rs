//! Multiple precision on the processor, for which Nguyen's thesis uses GMP. The library is dashu or, with the
//! feature `mpfr`, MPFR. Both round every operation to nearest, but dashu's sums sometimes keep one bit too
//! many.

#[cfg(any(not(feature = "mpfr"), test))]
mod with_dashu;
#[cfg(feature = "mpfr")]
mod with_mpfr;

#[cfg(not(feature = "mpfr"))]
pub use with_dashu::Multiple;
#[cfg(feature = "mpfr")]
pub use with_mpfr::Multiple;

impl Multiple {
    /// The distance of the sum of words from this number; infinite if a word is not finite.
    pub fn distance(&self, words: &[f64]) -> f64 {
        let finite = words.iter().all(|word| word.is_finite());
        if finite { Self::of_words(words, 256).difference(self).abs() } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::Multiple;
    use crate::arithmetic::Arithmetic;
    #[cfg(feature = "mpfr")]
    use crate::random::Random;

    #[test]
    fn every_operation_is_rounded_to_the_bits() {
        for bits in [32_u16, 64, 128, 256] {
            let one = Multiple::new(1.0, bits.into());
            let third = one.div(&one.constant(3.0));
            let off = third.mul(&one.constant(3.0)).difference(&one).abs();
            assert!(off <= 2f64.powi(-i32::from(bits)), "{bits}: {off:e}");
            let wide = Multiple::new(1.0, 400);
            let exact = wide.div(&wide.constant(3.0));
            let error = third.difference(&exact).abs();
            let half_ulp = 2f64.powi(-2 - i32::from(bits));
            assert!(error > half_ulp / 1e3 && error <= half_ulp, "{bits}: {error:e}");
        }
    }

    #[test]
    fn words_are_added_exactly() {
        let x = Multiple::of_words(&[1.0, 1e-40], 32);
        assert_eq!(x.difference(&Multiple::new(1.0, 32)), 1e-40);
        assert_eq!(Multiple::of_words(&[], 64).to_f64(), 0.0);
        assert_eq!(Multiple::of_words(&[1e-40, -3.0], 32).words(), [-3.0, 1e-40]);
        assert!(Multiple::new(0.0, 32).words().is_empty());
    }

    /// Operands of all magnitudes, of as many bits as a number has or of many more.
    #[cfg(feature = "mpfr")]
    #[test]
    fn both_libraries_give_the_same_products_and_sums_that_differ_by_a_bit() {
        use super::{with_dashu::Multiple as Dashu, with_mpfr::Multiple as Mpfr};
        let near = |x: Dashu, p: Mpfr, bits: usize| {
            let off = x.difference(&Dashu::of_words(&p.words(), bits)).abs();
            assert!(
                off <= p.to_f64().abs() * 2f64.powi(-(bits as i32)),
                "{off:e} of {x:?} and {p:?}"
            );
        };
        let mut random = Random::new(1, 0);
        let mut word = || random.symmetric() * 2f64.powi((random.next() % 200) as i32 - 100);
        for bits in [32, 64, 128, 256] {
            for _ in 0..1000 {
                let words = [word(), word() * 1e-20, word() * 1e-60];
                let (x, y) = (Dashu::of_words(&words, bits), Dashu::new(word(), bits));
                let (p, q) = (Mpfr::of_words(&words, bits), Mpfr::new(y.to_f64(), bits));
                assert_eq!(x.words(), p.words(), "{} and {}", Dashu::LIBRARY, Mpfr::LIBRARY);
                assert_eq!(x.to_f64(), p.to_f64());
                assert_eq!(x.difference(&y), p.difference(&q));
                near(x.add(&y), p.add(&q), bits);
                near(x.sub(&y), p.sub(&q), bits);
                assert_eq!(x.mul(&y).words(), p.mul(&q).words());
                assert_eq!(x.div(&y).words(), p.div(&q).words());
                assert_eq!(x.constant(0.1).words(), p.constant(0.1).words());
            }
        }
    }
}
