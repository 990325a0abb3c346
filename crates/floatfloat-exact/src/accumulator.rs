//! Exact sums of terms on the stack.

use crate::{
    scaled::Scaled,
    term::{Term, span},
};

/// Bits that sums of at most 32 terms need above the highest of them, the sign included.
const HEADROOM: i32 = 6;

/// A sum in two's complement of 64·N bits, in units of `2^base`.
#[derive(Clone)]
struct Accumulator<const N: usize> {
    limbs: [u64; N],
    base: i32,
}

impl<const N: usize> Accumulator<N> {
    #[inline]
    fn new(base: i32) -> Self {
        Accumulator { limbs: [0; N], base }
    }

    /// Adds a term whose bits lie within the accumulator.
    #[inline]
    fn add(&mut self, term: Term) {
        if term.is_zero() {
            return;
        }
        let shift = (term.exponent - self.base) as usize;
        let (index, shift) = (shift / 64, shift % 64);
        let low = term.mantissa as u128;
        let sign = (term.mantissa >> 127) as u64;
        let high = if shift == 0 { sign } else { (term.mantissa >> (128 - shift)) as u64 };
        let low = low << shift;
        let mut carry = false;
        for (i, limb) in self.limbs[index..].iter_mut().enumerate() {
            let addend = match i {
                0 => low as u64,
                1 => (low >> 64) as u64,
                2 => high,
                _ => sign,
            };
            let (sum, over) = limb.overflowing_add(addend);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            carry = over | over_again;
            *limb = sum;
        }
    }

    /// `self - other`.
    #[inline]
    fn minus(mut self, other: &Self) -> Self {
        let mut borrow = false;
        for (limb, &subtrahend) in self.limbs.iter_mut().zip(&other.limbs) {
            let (difference, under) = limb.overflowing_sub(subtrahend);
            let (difference, under_again) = difference.overflowing_sub(u64::from(borrow));
            borrow = under | under_again;
            *limb = difference;
        }
        self
    }

    #[inline]
    fn to_scaled(&self) -> Scaled {
        let negative = (self.limbs[N - 1] as i64) < 0;
        let magnitude =
            if negative { Accumulator::new(self.base).minus(self) } else { self.clone() };
        let limbs = magnitude.limbs;
        let Some(top) = limbs.iter().rposition(|&limb| limb != 0) else { return Scaled::ZERO };
        let zeros = limbs[top].leading_zeros();
        let below = if top == 0 { 0 } else { limbs[top - 1] };
        let (leading, lost) = if zeros == 0 {
            (limbs[top], below)
        } else {
            (limbs[top] << zeros | below >> (64 - zeros), below << zeros)
        };
        let sticky = lost != 0 || limbs[..top.saturating_sub(1)].iter().any(|&limb| limb != 0);
        Scaled::from_integer(negative, leading, sticky, self.base + 64 * top as i32 - zeros as i32)
    }
}

/// The sum of `terms` minus the sum of `reference`, and the sum of `reference`; at most 32 terms
/// together.
#[inline]
pub(crate) fn difference_and_sum(
    terms: impl Iterator<Item = Term> + Clone,
    reference: impl Iterator<Item = Term> + Clone,
) -> (Scaled, Scaled) {
    let Some((low, high)) = span(terms.clone().chain(reference.clone())) else {
        return (Scaled::ZERO, Scaled::ZERO);
    };
    match high - low + HEADROOM {
        ..=128 => sums::<2>(terms, reference, low),
        129..=256 => sums::<4>(terms, reference, low),
        257..=512 => sums::<8>(terms, reference, low),
        // The widest span of products of f64 is from 2^-2148 to 2^2048.
        _ => sums::<66>(terms, reference, low),
    }
}

#[inline]
fn sums<const N: usize>(
    terms: impl Iterator<Item = Term>,
    reference: impl Iterator<Item = Term>,
    base: i32,
) -> (Scaled, Scaled) {
    let mut sum = Accumulator::<N>::new(base);
    for term in reference {
        sum.add(term);
    }
    let mut other = Accumulator::<N>::new(base);
    for term in terms {
        other.add(term);
    }
    (other.minus(&sum).to_scaled(), sum.to_scaled())
}
