//! Word types, for code that runs over several of them.

use crate::number_type::NumberType;
use floatfloat::{
    DoubleWord, Word,
    sim::{Machine, Sim},
};

/// A word with a single value, real or simulated.
pub trait Scalar: Word<Mask = bool> + Default + Send + Sync + 'static {
    /// The nearest word.
    fn from_f64(value: f64) -> Self;

    /// The value, exactly.
    fn to_f64(self) -> f64;
}

/// `f32` or `f64`.
pub trait Real: Scalar {
    /// The word as a number type.
    const PLAIN: NumberType;
    /// A pair of words as a number type.
    const PAIR: NumberType;
}

macro_rules! real {
    ($float:ident, $plain:ident, $pair:ident) => {
        impl Scalar for $float {
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $float
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self.into()
            }
        }

        impl Real for $float {
            const PLAIN: NumberType = NumberType::$plain;
            const PAIR: NumberType = NumberType::$pair;
        }
    };
}

real!(f32, F32, Ff);
real!(f64, F64, Dd);

impl<M: Machine> Scalar for Sim<M> {
    #[inline]
    fn from_f64(value: f64) -> Self {
        Sim::new(value)
    }
    #[inline(always)]
    fn to_f64(self) -> f64 {
        Sim::to_f64(self)
    }
}

/// Both words as `f64`, in the form that the oracle takes; exact.
#[inline(always)]
pub fn widen<W: Scalar>(x: DoubleWord<W>) -> [f64; 2] {
    [x.hi().to_f64(), x.lo().to_f64()]
}

/// Whether the bits are the same, including the sign of zero.
#[inline(always)]
pub fn same_bits<W: Scalar>(x: DoubleWord<W>, y: DoubleWord<W>) -> bool {
    widen(x).map(f64::to_bits) == widen(y).map(f64::to_bits)
}
