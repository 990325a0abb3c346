//! A machine as data.

use super::number::assemble;

/// A simulated machine: a binary floating-point format and the way its units compute.
///
/// Plain data, meant to be varied: `Spec { rounding: Rounding::TowardZero, ..machines::IEEE_F32 }`.
///
/// The methods take and return carriers: `f64` values that are numbers of the format ([`round`](Spec::round)
/// makes one of any `f64`). A carrier that is not a number of the format is no error, but the result is
/// meaningless. A format is possible if its exponents lie in the range of `f64`:
/// `min_exponent - precision + 1 >= -1074`, `max_exponent <= 1023`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// Its name in tables.
    pub name: &'static str,
    /// p: bits of the significand, the hidden one included; 2 to 53.
    pub precision: u32,
    /// Exponent of the smallest normal number, 2^min_exponent.
    pub min_exponent: i32,
    /// Exponent of the largest numbers; the largest is (2 − 2^(1−p))·2^max_exponent.
    pub max_exponent: i32,
    /// How results are rounded, after their unit has dropped bits.
    pub rounding: Rounding,
    /// Subnormal operands count as zeros of their sign.
    pub flush_inputs: bool,
    /// Results that are still subnormal after rounding become zeros of their sign.
    pub flush_outputs: bool,
    /// Whether there are infinities and NaN. Without them overflow and x/0 saturate: they give the
    /// largest number of the result's sign; 0/0, and the square root of a negative number, give 0;
    /// a carrier that is infinite or NaN counts as the largest number.
    pub special_values: bool,
    /// Whether `mul_add` rounds once. A fused `mul_add` is computed exactly and then rounded, even if adder and
    /// multiplier drop bits. An unfused one is a rounded product, then a rounded sum.
    pub fused: bool,
    /// How sums are computed.
    pub adder: Adder,
    /// How products are computed.
    pub multiplier: Multiplier,
    /// How quotients are computed.
    pub divider: Divider,
}

/// The rule that replaces a result by a neighbour if the format does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The nearest; in a tie, the one with an even significand.
    NearestEven,
    /// The nearest; in a tie, the larger in magnitude.
    NearestAway,
    /// The nearest; in a tie, the smaller in magnitude.
    NearestZero,
    /// The next smaller in magnitude: chopping.
    TowardZero,
    /// The next larger.
    Up,
    /// The next smaller.
    Down,
}

/// What an adder keeps of the smaller operand when it aligns it with the larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adder {
    /// Everything: the sum is rounded from its exact value.
    Exact,
    /// The bits of the smaller operand that lie more than `guard_bits` places below the last place of the
    /// larger operand are dropped before adding or subtracting. The result is normalised and then rounded.
    Guarded {
        /// Extra places; more than 62 − p count as 62 − p. With none, the error of a difference of neighbours
        /// across a power of two is as large as the difference.
        guard_bits: u32,
        /// Whether one more bit records that anything other than zeros was dropped. Two guard bits and a sticky
        /// bit are as good as an exact adder.
        sticky: bool,
    },
}

/// What a multiplier keeps of the array of partial products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Multiplier {
    /// Everything: the product is rounded from its exact value.
    Exact,
    /// The partial products a_i·b_j·2^(i+j), 0 ≤ i, j < p, are summed without those of the lowest columns; a
    /// constant compensates for the loss. The sum is normalised and then rounded.
    Truncated {
        /// Number of columns left out: those with i + j < `dropped_columns`. Their sum is at most (n − 1)·2^n +
        /// 1 for n ≤ p columns. Fewer than 2p − 2, and at most 58.
        dropped_columns: u32,
        /// Constant added to the array, in units of its lowest column: 2^(p−1) of them are an ulp
        /// of a product in [1, 2), half an ulp of one in [2, 4).
        compensation: u64,
    },
}

/// How a quotient is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Divider {
    /// Rounded from its exact value.
    Ieee,
    /// x/y = x × rcp(y), through the multiplier. The reciprocal is 1/y plus `bias`, truncated to `precision`
    /// bits; it over- and underflows like any result.
    Reciprocal {
        /// Bits of the reciprocal; at most p.
        precision: u32,
        /// In 256ths of the last place of a reciprocal in [1/2, 1). 0 truncates, 128 rounds to
        /// nearest.
        bias: i32,
    },
}

impl Spec {
    /// A format of IEEE 754 with correctly rounded operations and a fused multiply-add.
    pub const fn ieee(
        name: &'static str,
        precision: u32,
        min_exponent: i32,
        max_exponent: i32,
    ) -> Self {
        Spec {
            name,
            precision,
            min_exponent,
            max_exponent,
            rounding: Rounding::NearestEven,
            flush_inputs: false,
            flush_outputs: false,
            special_values: true,
            fused: true,
            adder: Adder::Exact,
            multiplier: Multiplier::Exact,
            divider: Divider::Ieee,
        }
    }

    /// The largest finite number.
    pub const fn largest(&self) -> f64 {
        let significand = (1u64 << self.precision) - 1;
        assemble(false, significand, self.max_exponent - self.precision as i32 + 1)
    }

    /// The smallest positive normal number.
    pub const fn smallest_normal(&self) -> f64 {
        assemble(false, 1, self.min_exponent)
    }

    /// The smallest positive subnormal number. (A machine that flushes outputs has it only as data.)
    pub const fn smallest_subnormal(&self) -> f64 {
        assemble(false, 1, self.min_exponent - self.precision as i32 + 1)
    }
}
