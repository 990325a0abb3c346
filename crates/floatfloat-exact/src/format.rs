//! Formats of words, native and simulated, and the words of each format that tests use.

use crate::{
    scaled::{Scaled, ldexp},
    term::Term,
};
use floatfloat::{
    NoFma, Word,
    sim::{Machine, Sim},
};

/// A binary floating-point format with subnormals, whose numbers are all `f64`s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the significand, the hidden one included.
    pub precision: u32,
    /// Exponent of the smallest normal number, 2^emin.
    pub emin: i32,
    /// Exponent of the largest numbers, which lie below 2^(emax + 1).
    pub emax: i32,
}

impl Format {
    /// IEEE binary32.
    pub const F32: Format = Format { precision: 24, emin: -126, emax: 127 };

    /// IEEE binary64.
    pub const F64: Format = Format { precision: 53, emin: -1022, emax: 1023 };

    /// p as an `i32`, for exponents.
    pub const fn p(self) -> i32 {
        self.precision as i32
    }

    /// u = 2^-p, half the distance from 1 to the next number.
    pub fn u(self) -> f64 {
        ldexp(1.0, -self.p())
    }

    /// The exponent of the smallest positive number.
    pub const fn smallest(self) -> i32 {
        self.emin - self.p() + 1
    }

    /// The exponent of the unit in the last place of a number of this exponent.
    pub fn ulp_exponent(self, exponent: i32) -> i32 {
        exponent.max(self.emin) - self.p() + 1
    }

    /// Whether `value` is a finite number of the format.
    pub fn contains(self, value: f64) -> bool {
        if !value.is_finite() {
            return false;
        }
        let term = Term::new(value);
        let top = term.exponent + term.bits() - 1;
        term.is_zero() || (top <= self.emax && term.exponent >= self.ulp_exponent(top))
    }

    /// Whether hi = RN(hi + lo), ties to even, for two words of the format.
    pub fn is_normalized(self, [high, low]: [f64; 2]) -> bool {
        if low == 0.0 {
            return true;
        }
        let high_term = Term::new(high);
        if high_term.is_zero() {
            return false;
        }
        let top = high_term.exponent + high_term.bits() - 1;
        let ulp = self.ulp_exponent(top);
        let even = high_term.exponent > ulp;
        // Below a power of two the words are twice as dense.
        let denser = high_term.bits() == 1 && top > self.emin && (high < 0.0) != (low < 0.0);
        let half = Scaled::new(1.0).shifted(ulp - 1 - i32::from(denser));
        let low = Scaled::new(low).abs();
        low < half || (even && low == half)
    }
}

/// A word that is a single number and that a `f64` holds exactly.
pub trait Concrete: Word {
    /// Its name in tables and in the files of worst cases.
    const NAME: &'static str;

    /// Its format.
    const FORMAT: Format;

    /// The word that is `value`, a number of the format.
    fn from_f64(value: f64) -> Self;

    /// The same number as a `f64`.
    fn to_f64(self) -> f64;
}

macro_rules! concrete {
    ($($float:ident, $format:ident, $no_fma:literal;)*) => {$(
        impl Concrete for $float {
            const NAME: &'static str = stringify!($float);
            const FORMAT: Format = Format::$format;
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $float
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self.into()
            }
        }

        impl Concrete for NoFma<$float> {
            const NAME: &'static str = $no_fma;
            const FORMAT: Format = Format::$format;
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                NoFma(value as $float)
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self.0.into()
            }
        }
    )*};
}

concrete! {
    f32, F32, "f32-no-fma";
    f64, F64, "f64-no-fma";
}

/// For machines that round to nearest even, which the bounds assume.
impl<M: Machine> Concrete for Sim<M> {
    const NAME: &'static str = M::SPEC.name;
    const FORMAT: Format = Format {
        precision: M::SPEC.precision,
        emin: M::SPEC.min_exponent,
        emax: M::SPEC.max_exponent,
    };
    #[inline(always)]
    fn from_f64(value: f64) -> Self {
        Sim::from_carrier(value)
    }
    #[inline(always)]
    fn to_f64(self) -> f64 {
        Sim::to_f64(self)
    }
}
