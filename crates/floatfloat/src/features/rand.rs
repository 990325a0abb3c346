//! Random numbers that fill all bits.

use crate::{
    DoubleDouble, FloatFloat,
    double_word::DoubleWord,
    eft::fast_two_sum,
    exact::normalize,
    multi_word::{QuadWord, TripleWord},
};
use rand::{
    Rng,
    distr::{
        Distribution, StandardUniform,
        uniform::{Error, SampleBorrow, SampleUniform, UniformSampler},
    },
};

impl Distribution<DoubleDouble> for StandardUniform {
    /// Uniform on the multiples of 2^-106 from 0 inclusive to 1 exclusive.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> DoubleDouble {
        let unit = f64::EPSILON / 2.0;
        let (high, low) = (rng.next_u64() >> 11, rng.next_u64() >> 11);
        DoubleWord::from_transform(fast_two_sum(high as f64 * unit, low as f64 * (unit * unit)))
    }
}

impl Distribution<FloatFloat> for StandardUniform {
    /// Uniform on the multiples of 2^-48 from 0 inclusive to 1 exclusive.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> FloatFloat {
        let unit = f32::EPSILON / 2.0;
        let bits = rng.next_u64() >> 16;
        let (high, low) = (bits >> 24, bits & 0xff_ffff);
        DoubleWord::from_transform(fast_two_sum(high as f32 * unit, low as f32 * (unit * unit)))
    }
}

/// One word of random bits after the other, each below a unit of the one before.
macro_rules! several_words {
    ($($number:ident: $($float:ident)*;)*) => {$($(
        impl Distribution<$number<$float>> for StandardUniform {
            /// Uniform on the multiples of 2^-np from 0 inclusive to 1 exclusive, for n words of p bits.
            fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> $number<$float> {
                let unit = $float::EPSILON / 2.0;
                let mut scale = 1.0;
                let mut words = $number::<$float>::ZERO.parts();
                for word in &mut words {
                    scale *= unit;
                    let bits = rng.next_u64() >> (64 - $float::MANTISSA_DIGITS);
                    *word = bits as $float * scale;
                }
                normalize(&mut words);
                $number::from_normalized(words)
            }
        }
    )*)*};
}

several_words! {
    TripleWord: f32 f64;
    QuadWord: f32 f64;
}

/// Samples a range of numbers: least + width · u for a u from [`StandardUniform`], drawn again
/// where rounding leaves the range.
#[derive(Clone, Copy)]
pub struct UniformMultiWord<N> {
    least: N,
    largest: N,
    /// Whether `largest` itself is a possible sample.
    inclusive: bool,
}

macro_rules! uniform {
    ($($number:ident: $($float:ident)*;)*) => {$($(
        impl SampleUniform for $number<$float> {
            type Sampler = UniformMultiWord<$number<$float>>;
        }

        impl UniformSampler for UniformMultiWord<$number<$float>> {
            type X = $number<$float>;

            fn new<A, B>(least: A, largest: B) -> Result<Self, Error>
            where
                A: SampleBorrow<Self::X> + Sized,
                B: SampleBorrow<Self::X> + Sized,
            {
                let (least, largest) = (*least.borrow(), *largest.borrow());
                if !(largest - least).is_finite() {
                    return Err(Error::NonFinite);
                }
                if least >= largest {
                    return Err(Error::EmptyRange);
                }
                Ok(UniformMultiWord { least, largest, inclusive: false })
            }

            fn new_inclusive<A, B>(least: A, largest: B) -> Result<Self, Error>
            where
                A: SampleBorrow<Self::X> + Sized,
                B: SampleBorrow<Self::X> + Sized,
            {
                let (least, largest) = (*least.borrow(), *largest.borrow());
                if least == largest && least.is_finite() {
                    return Ok(UniformMultiWord { least, largest, inclusive: true });
                }
                Self::new(least, largest).map(|range| UniformMultiWord { inclusive: true, ..range })
            }

            fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Self::X {
                let width = self.largest - self.least;
                loop {
                    let u: Self::X = StandardUniform.sample(rng);
                    let x = self.least + width * u;
                    if self.least <= x && (x < self.largest || self.inclusive && x == self.largest) {
                        return x;
                    }
                }
            }
        }
    )*)*};
}

uniform! {
    DoubleWord: f32 f64;
    TripleWord: f32 f64;
    QuadWord: f32 f64;
}

#[cfg(test)]
mod tests {
    use crate::{DoubleDouble, FloatFloat, QuadDouble, TripleFloat};
    use core::convert::Infallible;
    use rand::{
        TryRng,
        distr::{Distribution, StandardUniform, Uniform},
    };

    /// A counter through a mixing function.
    struct Mixer(u64);

    impl TryRng for Mixer {
        type Error = Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.try_next_u64().map(|bits| (bits >> 32) as u32)
        }
        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
            let z = (z ^ z >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
            Ok(z ^ z >> 32)
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
            for chunk in bytes.chunks_mut(8) {
                let word = self.try_next_u64()?.to_le_bytes();
                chunk.copy_from_slice(&word[..chunk.len()]);
            }
            Ok(())
        }
    }

    /// The mean of n uniform numbers has deviation 1/√(12 n); 5 of those are allowed.
    #[test]
    fn standard_uniform_is_in_range_and_has_the_mean() {
        let mut rng = Mixer(1);
        let n = 100_000;
        let mut sum = DoubleDouble::ZERO;
        let (mut low_bits, mut used) = (0, 0);
        for _ in 0..n {
            let x: DoubleDouble = StandardUniform.sample(&mut rng);
            assert!((0.0..1.0).contains(&x), "{x:?}");
            sum += x;
            let y: FloatFloat = StandardUniform.sample(&mut rng);
            assert!((0.0..1.0).contains(&y), "{y:?}");
            let scaled = (y * 16_777_216.0 * 16_777_216.0).to_u128().unwrap();
            low_bits |= scaled;
            used += u32::from(scaled % 2 == 1);
        }
        let mean = (sum / n as f64).hi();
        assert!((mean - 0.5).abs() < 5.0 / (12.0 * n as f64).sqrt(), "{mean}");
        assert_eq!(low_bits, (1 << 48) - 1);
        assert!(used.abs_diff(n / 2) < 1000, "{used}");
    }

    #[test]
    fn three_and_four_words_are_random_to_the_last() {
        let mut rng = Mixer(3);
        let n = 20_000;
        let (mut sum, mut last_bits) = (QuadDouble::ZERO, 0);
        for _ in 0..n {
            let x: QuadDouble = StandardUniform.sample(&mut rng);
            assert!((0.0..1.0).contains(&x), "{x:?}");
            assert_eq!(QuadDouble::from_parts(x.parts()).parts(), x.parts());
            sum += x;
            let y: TripleFloat = StandardUniform.sample(&mut rng);
            assert!((0.0..1.0).contains(&y), "{y:?}");
            let scaled = y * 16_777_216.0 * 16_777_216.0 * 16_777_216.0;
            last_bits += u32::from(scaled.to_u128().unwrap() % 2 == 1);
        }
        let mean = (sum / n as f64).hi();
        assert!((mean - 0.5).abs() < 5.0 / (12.0 * n as f64).sqrt(), "{mean}");
        assert!(last_bits.abs_diff(n / 2) < 500, "{last_bits}");
        let range = Uniform::new(-QuadDouble::PI, QuadDouble::E).unwrap();
        for _ in 0..1_000 {
            let x = range.sample(&mut rng);
            assert!(-QuadDouble::PI <= x && x < QuadDouble::E);
        }
    }

    #[test]
    fn ranges_are_kept() {
        let mut rng = Mixer(2);
        let (least, largest) = (DoubleDouble::from(-1e-20), DoubleDouble::from_parts(1e-20, 1e-37));
        let range = Uniform::new(least, largest).unwrap();
        for _ in 0..10_000 {
            let x = range.sample(&mut rng);
            assert!(least <= x && x < largest);
        }
        assert!(Uniform::new(largest, least).is_err());
        assert!(Uniform::new(least, DoubleDouble::INFINITY).is_err());
        assert_eq!(Uniform::new_inclusive(least, least).unwrap().sample(&mut rng), least);
    }
}
