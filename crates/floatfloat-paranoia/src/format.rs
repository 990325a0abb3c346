//! Binary floating-point formats.

use crate::bits::{assemble, exponent_of, parts, power_of_two};
use std::fmt;
use thiserror::Error;

/// A binary floating-point format. Its numbers are carried in `f64`, in which every format that
/// [`Format::check`] admits embeds exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// p: bits of the significand, the hidden one included.
    pub precision: u32,
    /// Exponent of the smallest normal number, 2^emin.
    pub emin: i32,
    /// Exponent of the largest numbers; the largest is (2 − 2^(1−p))·2^emax.
    pub emax: i32,
}

/// Why a [`Format`] cannot be examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// Fewer than 3 bits have no patterns, and more than 53 do not fit the carrier.
    #[error("a precision of {0} bits cannot be examined: it must be from 3 to 53")]
    Precision(u32),
    /// The carrier lacks exponents that the format has.
    #[error(
        "exponents from {emin} to {emax} do not fit f64, which carries the operands: with {precision} \
         bits, emin must be at least {least} and emax at most 1023"
    )]
    Range {
        /// The precision given.
        precision: u32,
        /// The smallest exponent given.
        emin: i32,
        /// The largest exponent given.
        emax: i32,
        /// The smallest exponent that f64 carries, with subnormals, at that precision.
        least: i32,
    },
    /// There is no room for a number, its half and its double.
    #[error("emin {emin} and emax {emax} leave no room: emax must exceed emin by at least 2")]
    Empty {
        /// The smallest exponent given.
        emin: i32,
        /// The largest exponent given.
        emax: i32,
    },
}

impl Format {
    /// IEEE 754 binary16.
    pub const F16: Format = Format { precision: 11, emin: -14, emax: 15 };
    /// bfloat16.
    pub const BF16: Format = Format { precision: 8, emin: -126, emax: 127 };
    /// IEEE 754 binary32.
    pub const F32: Format = Format { precision: 24, emin: -126, emax: 127 };
    /// IEEE 754 binary64.
    pub const F64: Format = Format { precision: 53, emin: -1022, emax: 1023 };

    /// Whether this format has the operands that are needed, and `f64` can carry them.
    ///
    /// # Errors
    /// Says which of the three fields is out of its range.
    pub fn check(&self) -> Result<(), FormatError> {
        let Format { precision, emin, emax } = *self;
        if !(3..=53).contains(&precision) {
            return Err(FormatError::Precision(precision));
        }
        let least = -1074 + precision as i32 - 1;
        if emin < least || emax > 1023 {
            return Err(FormatError::Range { precision, emin, emax, least });
        }
        if emax < emin.saturating_add(2) {
            return Err(FormatError::Empty { emin, emax });
        }
        Ok(())
    }

    /// The largest finite number.
    pub fn largest(&self) -> f64 {
        assemble(false, (1 << self.precision) - 1, self.emax - self.precision as i32 + 1)
    }

    /// The smallest positive normal number.
    pub fn smallest_normal(&self) -> f64 {
        power_of_two(self.emin)
    }

    /// The smallest positive subnormal number.
    pub fn smallest_subnormal(&self) -> f64 {
        power_of_two(self.ulp_exponent(self.emin))
    }

    /// Exponent of one unit in the last place of numbers from 2^exponent on; subnormal numbers have that of the
    /// smallest normal number.
    pub fn ulp_exponent(&self, exponent: i32) -> i32 {
        exponent.max(self.emin) - self.precision as i32 + 1
    }

    /// Whether `x` is a normal number of the format.
    pub(crate) fn is_normal(&self, x: f64) -> bool {
        if x == 0.0 || !x.is_finite() {
            return false;
        }
        let (_, significand, exponent) = parts(x);
        let top = exponent_of(x);
        (self.emin..=self.emax).contains(&top)
            && exponent + significand.trailing_zeros() as i32 >= self.ulp_exponent(top)
    }

    /// An exponent in the middle of the range: that of 1 if there is one.
    pub fn middle(&self) -> i32 {
        if (self.emin..=self.emax).contains(&0) { 0 } else { self.emin.midpoint(self.emax) }
    }
}

/// The usual name, or precision and exponents.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Format::F16 => "f16".to_owned(),
            Format::BF16 => "bf16".to_owned(),
            Format::F32 => "f32".to_owned(),
            Format::F64 => "f64".to_owned(),
            Format { precision, emin, emax } => format!("{precision} bits, 2^{emin} to 2^{emax}"),
        };
        f.pad(&text)
    }
}
