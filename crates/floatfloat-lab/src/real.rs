//! Words, for code that runs over several kinds of them.

use crate::number_type::NumberType;
use floatfloat::{
    DoubleWord, Word,
    sim::{Machine, Sim},
};

/// A word that stands for one number, real or simulated.
pub trait Scalar: Word<Mask = bool> + Default + Send + Sync + 'static {
    /// Rounded to nearest.
    fn from_f64(value: f64) -> Self;

    /// Exact.
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

/// Both words as `f64`, as the oracle takes them; exact.
#[inline(always)]
pub fn widen<W: Scalar>(x: DoubleWord<W>) -> [f64; 2] {
    [x.hi().to_f64(), x.lo().to_f64()]
}

/// The same bits, the sign of zero included.
#[inline(always)]
pub fn same_bits<W: Scalar>(x: DoubleWord<W>, y: DoubleWord<W>) -> bool {
    widen(x).map(f64::to_bits) == widen(y).map(f64::to_bits)
}
