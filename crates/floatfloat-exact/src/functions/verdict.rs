//! Whether the result of a function keeps its bound.

use super::enclose;
use crate::{check::Verdict, exact::Exact, format::Format, operands::Pair};
use floatfloat::elementary::{Function, Info};

/// The bits of an enclosure below the bound's unit u², at first.
const FINE: u32 = 40;

/// The exact value of a function of a pair, enclosed between two numbers. This decides most results of a
/// format.
#[derive(Clone, Debug)]
pub struct Reference<const N: usize = 2> {
    function: Function,
    format: Format,
    words: u32,
    pair: Pair<N>,
    bits: u32,
    ends: (Exact, Exact),
}

impl Reference {
    /// The value of a function for operands of this format; `None` where it is not defined or infinite.
    pub fn new(function: Function, format: Format, pair: Pair) -> Option<Self> {
        Reference::of_words(function, format, pair, 2)
    }

    /// Whether it is the value for these operands.
    pub fn is_of(&self, function: Function, format: Format, pair: Pair) -> bool {
        (self.function, self.format, self.pair) == (function, format, pair)
    }

    /// Measures a result. Where the low word is out of range, near zero, an error of one unit of the least
    /// subnormal word is allowed in addition. Within two ulps of the limit of overflow, the largest number and
    /// infinity are both right.
    pub fn check(&self, info: &Info, result: [f64; 2]) -> Verdict {
        self.check_at_most(info.bound_u2, result)
    }
}

impl<const N: usize> Reference<N> {
    /// The value of a function for operands of `words` words of this format; `None` where it is not defined or
    /// infinite.
    pub fn of_words(function: Function, format: Format, pair: Pair<N>, words: u32) -> Option<Self> {
        Reference::with_bits(function, format, pair, words, words * format.precision + FINE)
    }

    fn with_bits(
        function: Function,
        format: Format,
        pair: Pair<N>,
        words: u32,
        bits: u32,
    ) -> Option<Self> {
        let ends = enclose(function, pair.x, pair.y, bits)?;
        Some(Reference { function, format, words, pair, bits, ends })
    }

    /// What the bound is relative to: the value. For ln |Γ|, which has zeros, it is 1 more, and for negative x
    /// also ln |Γ(|x|)| more.
    fn scale(&self, value: &Exact) -> Exact {
        let size = value.clone().abs();
        if self.function != Function::LnGamma {
            return size;
        }
        let size = size + Exact::from_parts(1, 0);
        if self.pair.x[0] >= 0.0 {
            return size;
        }
        let mirrored = enclose(self.function, self.pair.x.map(|word| -word), self.pair.y, FINE);
        size + mirrored.map_or(Exact::ZERO, |(low, _)| low.abs())
    }

    /// The exponent of its leading bit; `None` if it is zero.
    pub fn exponent(&self) -> Option<i64> {
        self.ends.0.floor_log2()
    }

    /// The same for a bound in u^n for n words. For more than two words, sixteen units of the least subnormal
    /// word are allowed in addition.
    pub fn check_at_most(&self, bound_u2: f64, result: [f64; N]) -> Verdict {
        let right = Verdict { error_u2: 0.0, of_bound: 0.0 };
        let wrong = Verdict { error_u2: f64::NAN, of_bound: f64::INFINITY };
        let (low, high) = &self.ends;
        let format = self.format;
        let exponent = self.exponent().unwrap_or(i64::MIN);
        let finite = result.iter().all(|word| word.is_finite());
        let bits = self.words as i32 * format.p();
        if !finite || exponent >= i64::from(format.emax) {
            // Two ulps, and the half ulp by which a number that rounds to the largest number may exceed it.
            let end = i64::from(format.emax) + 1;
            let ulp = end - i64::from(format.p());
            let below =
                |half_ulps: i64| Exact::from_parts(1, end) - Exact::from_parts(half_ulps, ulp - 1);
            let size = low.clone().abs();
            let (may, must) = (size >= below(5), size > below(-3));
            let same_sign = (result[0] < 0.0) == low.is_negative();
            if result[0].is_infinite() {
                return if may && same_sign { right } else { wrong };
            }
            if must || !finite {
                return wrong;
            }
        }
        let result_exact = Exact::from_words(result);
        let below_range = exponent < i64::from(format.emin + bits);
        let residual = [&result_exact - low, &result_exact - high].map(|end| {
            let units = if self.words == 2 { 1 } else { 16 };
            let unit = Exact::from_parts(units, format.smallest().into());
            match below_range {
                false => end,
                true if end.clone().abs() <= unit => Exact::ZERO,
                true if end.is_negative() => end + unit,
                true => end - unit,
            }
        });
        let of_value = self.scale(low).to_scaled();
        let [first, second] = residual.map(|end| end.to_scaled().ratio(of_value));
        let per_u2 = 2f64.powi(bits);
        let [first, second] = [first * per_u2, second * per_u2];
        let error_u2 = if first.is_finite() { first.midpoint(second) } else { first };
        let of_bound = error_u2.abs() / bound_u2;
        let unsure = (first - second).abs() / bound_u2;
        // The computed error itself has a relative error of 2^-48.
        if (of_bound - 1.0).abs() < unsure + 1e-12 && self.bits < 8 * format.precision + 400 {
            let finer =
                Reference::with_bits(self.function, format, self.pair, self.words, self.bits + 60);
            return finer.expect("it is defined").check_at_most(bound_u2, result);
        }
        Verdict { error_u2, of_bound }
    }
}

/// Measures the result of a function against its bound; `None` where the function is not defined.
pub fn check(info: &Info, format: Format, pair: Pair, result: [f64; 2]) -> Option<Verdict> {
    Some(Reference::new(info.function, format, pair)?.check(info, result))
}
