//! Polynomials of every element.

use super::{Elementwise, operations::lifted};
use crate::element::Element;
use floatfloat::{DoubleWord, Word};

/// c₀ + c₁x + … + cₙxⁿ by Horner's rule, (…(cₙx + cₙ₋₁)x + …)x + c₀: n products and n sums. The
/// coefficients are in the order c₀, c₁, …, cₙ. A polynomial without coefficients is zero.
#[derive(Clone, Copy, Debug)]
pub struct Horner<'a, E: Element>(pub &'a [DoubleWord<E>]);

impl<E: Element> Elementwise<0, DoubleWord<E>> for Horner<'_, E> {
    const NAME: &'static str = "horner";
    const WAITS: bool = true;

    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, []: [DoubleWord<W>; 0]) -> DoubleWord<W> {
        let Some((&leading, lower)) = self.0.split_last() else {
            return DoubleWord::from_word(x.hi().constant(0.0));
        };
        let mut value = lifted::<DoubleWord<E>, W>(x.hi(), leading);
        for &coefficient in lower.iter().rev() {
            value = value.mul_add(x, lifted::<DoubleWord<E>, W>(x.hi(), coefficient));
        }
        value
    }
}

/// c₀ + c₁x + … + cₙxⁿ by Estrin's scheme: it joins neighbouring coefficients, then pairs of
/// neighbours, and so on, with x, x², x⁴, … as factors. Only log₂ n steps wait for each other
/// instead of n, so the scheme suits few elements and many coefficients. The coefficients are in
/// the order that [`Horner`] takes. The results of both agree up to rounding, but not bit for bit.
#[derive(Clone, Copy, Debug)]
pub struct Estrin<'a, E: Element>(pub &'a [DoubleWord<E>]);

/// The largest number of halvings: the bits of a length.
const LEVELS: usize = usize::BITS as usize;

/// Halvings of fewer than 64 coefficients. Powers and blocks are in memory. To clear as much memory as
/// any length needs would take as long as such a polynomial.
const FEW: usize = 6;

impl<E: Element> Elementwise<0, DoubleWord<E>> for Estrin<'_, E> {
    const NAME: &'static str = "estrin";

    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, []: [DoubleWord<W>; 0]) -> DoubleWord<W> {
        match self.0.len() >> FEW {
            0 => self.join::<W, FEW>(x),
            _ => self.join::<W, LEVELS>(x),
        }
    }
}

impl<E: Element> Estrin<'_, E> {
    /// Joins fewer than 2^`MOST` coefficients in the order of the carries of a binary counter. The
    /// block of 2^k coefficients stands above all smaller blocks.
    #[inline(always)]
    fn join<W: Word, const MOST: usize>(self, x: DoubleWord<W>) -> DoubleWord<W> {
        let zero = DoubleWord::from_word(x.hi().constant(0.0));
        let levels = (usize::BITS - self.0.len().leading_zeros()) as usize;
        let mut powers = [x; MOST];
        for k in 1..levels {
            powers[k] = powers[k - 1] * powers[k - 1];
        }
        let mut blocks = [zero; MOST];
        for (index, &coefficient) in self.0.iter().enumerate() {
            let carries = index.trailing_ones() as usize;
            let mut value = lifted::<DoubleWord<E>, W>(x.hi(), coefficient);
            for k in 0..carries {
                value = value.mul_add(powers[k], blocks[k]);
            }
            blocks[carries] = value;
        }
        let mut value = None;
        for k in (0..levels).filter(|k| self.0.len() >> k & 1 == 1) {
            value = Some(match value {
                Some(above) => powers[k].mul_add(above, blocks[k]),
                None => blocks[k],
            });
        }
        value.unwrap_or(zero)
    }
}
