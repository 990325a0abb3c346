//! Decomposes carriers and composes them again, with all the rounding.

use super::spec::{Rounding, Spec};
use crate::NativeWord;

/// A finite number other than zero: ±significand·2^(exponent − 63), leading bit 63.
#[derive(Clone, Copy)]
pub(super) struct Finite {
    pub(super) negative: bool,
    /// Of the leading bit.
    pub(super) exponent: i32,
    pub(super) significand: u64,
}

/// What an operation sees of a carrier.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Zero { negative: bool },
    Finite(Finite),
    Infinite { negative: bool },
    Nan,
}

use Operand::{Infinite, Nan, Zero};

const HALF: u64 = 1 << 63;

impl Operand {
    #[inline(always)]
    fn new(carrier: f64) -> Self {
        let negative = carrier.is_sign_negative();
        if !carrier.is_finite() {
            return if carrier.is_nan() { Nan } else { Infinite { negative } };
        }
        let (significand, exponent) = carrier.parts();
        if significand == 0 {
            return Zero { negative };
        }
        let shift = significand.leading_zeros();
        let (exponent, significand) = (exponent + 63 - shift as i32, significand << shift);
        Operand::Finite(Finite { negative, exponent, significand })
    }
}

impl Spec {
    /// The number of the format nearest to `value`, ties to even, whatever the rounding of the machine's
    /// operations. Constants and data enter the machine this way.
    pub fn round(&self, value: f64) -> f64 {
        match Operand::new(value) {
            Operand::Finite(x) => {
                self.pack(Rounding::NearestEven, x.negative, x.exponent - 63, x.significand)
            }
            _ if self.special_values => value,
            Infinite { negative } => self.signed(negative, self.largest()),
            Nan => self.largest(),
            _ => value,
        }
    }

    /// The operand that the machine's units see.
    #[inline(always)]
    pub(super) fn operand(&self, carrier: f64) -> Operand {
        match Operand::new(carrier) {
            Operand::Finite(x) if self.flush_inputs && x.exponent < self.min_exponent => {
                Zero { negative: x.negative }
            }
            Infinite { negative } if !self.special_values => {
                Operand::new(self.signed(negative, self.largest()))
            }
            Nan if !self.special_values => Operand::new(self.largest()),
            operand => operand,
        }
    }

    /// ±∞, or its substitute on a machine without special values.
    #[inline(always)]
    pub(super) fn infinity(&self, negative: bool) -> f64 {
        self.signed(negative, if self.special_values { f64::INFINITY } else { self.largest() })
    }

    /// NaN, or its substitute on a machine without special values.
    #[inline(always)]
    pub(super) fn nan(&self) -> f64 {
        if self.special_values { f64::NAN } else { 0.0 }
    }

    #[inline(always)]
    pub(super) fn signed(&self, negative: bool, magnitude: f64) -> f64 {
        if negative { -magnitude } else { magnitude }
    }

    /// The sign of an exact zero sum, unless both operands are zeros of one sign.
    #[inline(always)]
    pub(super) fn exact_zero(&self) -> f64 {
        self.signed(self.rounding == Rounding::Down, 0.0)
    }

    /// ±significand·2^exponent as a number of the format. The last bit of the significand may stand
    /// for anything lost below it, provided that p + 2 bits are above.
    #[inline(always)]
    pub(super) fn pack(
        &self,
        rounding: Rounding,
        negative: bool,
        exponent: i32,
        significand: u64,
    ) -> f64 {
        if significand == 0 {
            return self.signed(negative, 0.0);
        }
        let shift = significand.leading_zeros();
        let normalised = significand << shift;
        let leading = exponent + 63 - shift as i32;
        let subnormal_by =
            if self.flush_outputs { 0 } else { (self.min_exponent - leading).max(0) };
        let keep = self.precision as i32 - subnormal_by;
        let (kept, rest) = match keep {
            1.. => (normalised >> (64 - keep), normalised << keep),
            0 => (0, normalised),
            _ => (0, 1),
        };
        let last = leading + subnormal_by - self.precision as i32 + 1;
        let away = match rounding {
            Rounding::NearestEven => rest > HALF || (rest == HALF && kept & 1 == 1),
            Rounding::NearestAway => rest >= HALF,
            Rounding::NearestZero => rest > HALF,
            Rounding::TowardZero => false,
            Rounding::Up => rest != 0 && !negative,
            Rounding::Down => rest != 0 && negative,
        };
        let rounded = kept + u64::from(away);
        if rounded == 0 {
            return self.signed(negative, 0.0);
        }
        let top = last + 63 - rounded.leading_zeros() as i32;
        if top > self.max_exponent {
            return self.overflow(rounding, negative);
        }
        if self.flush_outputs && top < self.min_exponent {
            return self.signed(negative, 0.0);
        }
        assemble(negative, rounded, last)
    }

    /// [`pack`](Spec::pack) for more bits.
    #[inline(always)]
    pub(super) fn pack_wide(
        &self,
        rounding: Rounding,
        negative: bool,
        exponent: i32,
        significand: u128,
    ) -> f64 {
        let shift = significand.leading_zeros().min(127);
        let normalised = significand << shift;
        let narrow = (normalised >> 64) as u64 | u64::from(normalised as u64 != 0);
        self.pack(rounding, negative, exponent + 64 - shift as i32, narrow)
    }

    fn overflow(&self, rounding: Rounding, negative: bool) -> f64 {
        let finite = match rounding {
            Rounding::TowardZero => true,
            Rounding::Up => negative,
            Rounding::Down => !negative,
            _ => false,
        };
        if finite { self.signed(negative, self.largest()) } else { self.infinity(negative) }
    }
}

/// ±significand·2^exponent, which must be an `f64`.
pub(super) const fn assemble(negative: bool, significand: u64, exponent: i32) -> f64 {
    let sign = (negative as u64) << 63;
    if significand == 0 {
        return f64::from_bits(sign);
    }
    let leading = 63 - significand.leading_zeros() as i32;
    let magnitude = if exponent + leading >= -1022 {
        let fraction = if leading <= 52 {
            significand << (52 - leading)
        } else {
            significand >> (leading - 52)
        };
        (((exponent + leading + 1023) as u64) << 52) | (fraction & ((1 << 52) - 1))
    } else {
        significand << (exponent + 1074)
    };
    f64::from_bits(sign | magnitude)
}
