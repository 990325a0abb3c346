//! The types that do the same work.

use floatfloat::{
    DoubleWord, Word,
    multi_precision::{Limbs, MultiPrecision, Width},
};
use floatfloat_gpu::{DeviceNumber, UintWire, Wire};
use floatfloat_lab::random::Random;
use std::ops::{Add, Div, Mul};

/// The operations, computed here or recorded.
pub(super) trait Field:
    Copy + Add<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn root(self) -> Self;
}

macro_rules! fields {
    ($($number:ty),*) => {$(
        impl Field for $number {
            fn root(self) -> Self {
                self.sqrt()
            }
        }
    )*};
}

fields!(f32, f64, Wire<f32>, Wire<f64>);

impl<W: Word> Field for DoubleWord<W> {
    fn root(self) -> Self {
        self.sqrt()
    }
}

impl<const N: usize> Field for MultiPrecision<u32, N>
where
    Limbs: Width<N>,
{
    fn root(self) -> Self {
        self.sqrt()
    }
}

impl<const N: usize> Field for MultiPrecision<UintWire, N>
where
    Limbs: Width<N>,
{
    fn root(self) -> Self {
        self.sqrt()
    }
}

/// A type that is measured.
pub(super) trait Subject: Field + DeviceNumber<Recorded: Field> {
    /// A number between 1/2 and 4 that uses all bits of the type.
    fn draw(random: &mut Random) -> Self;

    /// The nearest number.
    fn of(value: f64) -> Self;

    /// As `f64`.
    fn value(self) -> f64;

    /// Whether all bits are the same.
    fn is_same(self, other: Self) -> bool {
        bytemuck::bytes_of(&self) == bytemuck::bytes_of(&other)
    }
}

macro_rules! words {
    ($($word:ident),*) => {$(
        impl Subject for $word {
            fn draw(random: &mut Random) -> Self {
                random.uniform(0.5, 4.0) as $word
            }

            fn of(value: f64) -> Self {
                value as $word
            }

            fn value(self) -> f64 {
                self.into()
            }
        }

        impl Subject for DoubleWord<$word> {
            fn draw(random: &mut Random) -> Self {
                let low = random.uniform(-0.25, 0.25) * f64::from($word::EPSILON);
                DoubleWord::from($word::draw(random)) + DoubleWord::from(low as $word)
            }

            fn of(value: f64) -> Self {
                DoubleWord::from_f64(value)
            }

            fn value(self) -> f64 {
                f64::from(self.hi()) + f64::from(self.lo())
            }
        }
    )*};
}

words!(f32, f64);

macro_rules! limbs {
    ($($limbs:literal),*) => {$(
        impl Subject for MultiPrecision<u32, $limbs> {
            fn draw(random: &mut Random) -> Self {
                let mut limbs = [0; $limbs];
                limbs.iter_mut().for_each(|limb| *limb = random.next() as u32);
                limbs[$limbs - 1] |= 1 << 31;
                let exponent = Self::ONE.head() - 1 + (random.next() % 3) as u32;
                MultiPrecision::from_words(exponent, limbs)
            }

            fn of(value: f64) -> Self {
                MultiPrecision::from_f64(value)
            }

            fn value(self) -> f64 {
                self.into()
            }
        }
    )*};
}

limbs!(1, 2, 4, 8);
