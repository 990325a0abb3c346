//! The reduction x = n·π/2 + r, where |r| is at most a little more than π/4.

use super::{
    coefficients::trig::{HALF_PI, TWO_OVER_PI},
    payne_hanek::payne_hanek,
    steps::{fma, nearest_integer, sum, vec_sum},
};
use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod, two_sum},
    word::{RarePath, Word},
};

/// A number of quarter turns, −2 to 2.
#[derive(Clone, Copy)]
pub(super) struct Quarter<W>(pub W);

impl<W: Word> Quarter<W> {
    /// n quarter turns, |n| ≤ 2^(p-2).
    #[inline(always)]
    pub fn new(n: W) -> Self {
        let full = nearest_integer(n * n.constant(0.25));
        Quarter(fma(full, n.constant(-4.0), n))
    }

    /// Whether it is odd.
    #[inline(always)]
    pub fn is_odd(self) -> W::Mask {
        self.0.abs().equal(self.0.constant(1.0))
    }

    /// ±1, the sign of the sine's polynomial.
    #[inline(always)]
    pub fn sine_sign(self) -> W {
        let one = self.0.constant(1.0);
        W::select(self.is_odd(), self.0, one - self.0.abs())
    }

    /// ±1, the sign of the cosine's polynomial.
    #[inline(always)]
    pub fn cosine_sign(self) -> W {
        let one = self.0.constant(1.0);
        W::select(self.is_odd(), -self.0, one - self.0.abs())
    }
}

/// An angle: quarter turns, and a rest in radians.
#[derive(Clone, Copy)]
pub(super) struct Angle<W> {
    pub quarter: Quarter<W>,
    pub rest: DoubleWord<W>,
}

impl<W: Word> Angle<W> {
    /// n quarter turns and `rest`, |n| ≤ 2^(p-2).
    #[inline(always)]
    pub fn new(n: W, rest: DoubleWord<W>) -> Self {
        Angle { quarter: Quarter::new(n), rest }
    }

    #[inline(always)]
    fn select(mask: W::Mask, yes: Self, no: Self) -> Self {
        Angle {
            quarter: Quarter(W::select(mask, yes.quarter.0, no.quarter.0)),
            rest: DoubleWord::select(mask, yes.rest, no.rest),
        }
    }
}

/// x − n·c, where this is a word.
#[inline(always)]
fn remainder<W: Word>(x: W, n: W, c: W) -> W {
    if W::fused() {
        return (-n).mul_add(c, x);
    }
    let (high, low) = two_prod(n, c);
    (x - high) - low
}

/// The integer n nearest to x·2/π, up to an error of 2^-54·|n| (2^-24·|n|), and x − n·c, where c is the first
/// word of π/2. The difference is exact, because both terms are integers times ulp(c)/2 and their difference is
/// below 2.
#[inline(always)]
pub(super) fn quarters<W: Word>(x: W) -> (W, W) {
    let [rate] = TWO_OVER_PI.of(x);
    let magic = x.constant(1.5 * (1u64 << (W::PRECISION - 1)) as f64);
    let n = fma(x, rate, magic) - magic;
    (n, remainder(x, n, HALF_PI.of(x)[0]))
}

/// Reduces with three words of π/2. Returns also whether that was enough: it is for |x| ≤ 2^(p-8), unless x is
/// so near to n·π/2 that the remainder is below 20u·n.
///
/// The remainder after the first word, `high`, is exact. With h + l = n·c1, the sum of x.lo and −h is at most
/// 2.4u·n, so that it is smaller than `high`. The errors of the sums and of l, n·c2 and of the terms after c2
/// are less than 9u³·n in all, 0.5u² of r. The low word is rounded once. The total is 1.5u² of r.
#[inline(always)]
fn short<W: Word>(x: DoubleWord<W>) -> (Angle<W>, W::Mask) {
    let (n, high) = quarters(x.hi());
    let [_, c1, c2, ..] = HALF_PI.of(n);
    let (h, l) = two_prod(n, c1);
    let (low, low_error) = two_sum(x.lo(), -h);
    let (high_sum, error) = fast_two_sum(high, low);
    let tiny = low_error - fma(n, c2, l);
    let rest = DoubleWord::from_transform(fast_two_sum(high_sum, error + tiny));
    let p = W::PRECISION;
    let least = n.abs() * n.constant(20.0 / (1u64 << p) as f64);
    let moderate = x.hi().abs().less_or_equal(n.constant((1u64 << (p - 8)) as f64));
    (Angle::new(n, rest), moderate & least.less_or_equal(high.abs()))
}

/// Reduces with five words of π/2, for |x| ≤ 2^(p-3), also where nearly nothing of x remains: 2^-117 for 29·π/2
/// in `f64`, and no double-word of this range leaves much less. Three passes bring the remainder to the front.
#[inline(always)]
fn medium<W: Word>(x: DoubleWord<W>) -> Angle<W> {
    let (n, high) = quarters(x.hi());
    let [rate] = TWO_OVER_PI.of(n);
    let [c0, c1, c2, c3, c4] = HALF_PI.of(n);
    // Where n is large, it may be wrong by an eighth, and then the remainder is too large for the polynomials.
    let n = n + nearest_integer((high + (x.lo() - n * c1)) * rate);
    let high = remainder(x.hi(), n, c0);
    let (h1, l1) = two_prod(n, c1);
    let (h2, l2) = two_prod(n, c2);
    let (h3, l3) = two_prod(n, c3);
    let mut terms = [high, x.lo(), -h1, -l1, -h2, -l2, -h3, -l3, -(n * c4)];
    for _ in 0..3 {
        vec_sum(&mut terms);
    }
    Angle::new(n, DoubleWord::from_transform(fast_two_sum(terms[0], sum(&terms[1..]))))
}

/// Reduces |x| ≤ 2^(p-3): 2^50 for `f64`, 2^21 for `f32`.
#[inline(always)]
pub(super) fn reduced_bounded<W: Word>(x: DoubleWord<W>) -> Angle<W> {
    let (angle, enough) = short(x);
    if !W::any(!enough) {
        return angle;
    }
    Angle::select(enough, angle, medium(x))
}

/// Reduces every x. The rest is NaN for ±∞ and NaN.
#[inline(always)]
pub(super) fn reduced<W: Word>(x: DoubleWord<W>) -> Angle<W> {
    let (angle, enough) = short(x);
    if !W::any(!enough) {
        return angle;
    }
    let [quarter, high, low] = W::rarely::<Long, 2, 3>([x.hi(), x.lo()]);
    let long = Angle { quarter: Quarter(quarter), rest: DoubleWord::from_normalized(high, low) };
    Angle::select(enough, angle, long)
}

/// [`reduced`] where [`short`] is not enough.
struct Long;

impl RarePath<2, 3> for Long {
    #[inline(always)]
    fn take<W: Word>([high, low]: [W; 2]) -> [W; 3] {
        let x = DoubleWord::from_normalized(high, low);
        let mut angle = medium(x);
        let limit = high.constant((1u64 << (W::PRECISION - 3)) as f64);
        let huge = !high.abs().less_or_equal(limit);
        if W::any(huge) {
            let (n, rest) = payne_hanek(x);
            angle = Angle::select(huge, Angle::new(n, rest), angle);
        }
        [angle.quarter.0, angle.rest.hi(), angle.rest.lo()]
    }
}
