//! Integers of `N` limbs of 32 bits, the lowest first. Sums and products are modulo 2^(32N).

use crate::{
    uint32::Uint32,
    unrolled::{map, times},
};

/// `a + b`.
#[inline(always)]
pub(crate) fn add<U: Uint32, const N: usize>(a: [U; N], b: [U; N]) -> [U; N] {
    let one = a[0].constant(1);
    let mut sum = a;
    let mut carry = None;
    times::<N>(
        #[inline(always)]
        |k| {
            let plain = a[k].wrapping_add(b[k]);
            let of_limbs = plain.less(a[k]);
            (sum[k], carry) = match carry {
                None => (plain, Some(of_limbs)),
                Some(before) => {
                    let carried = U::select(before, plain.wrapping_add(one), plain);
                    (carried, Some(of_limbs | carried.less(plain)))
                }
            };
        },
    );
    sum
}

/// `a − b`, and whether that is negative.
#[inline(always)]
pub(crate) fn subtract<U: Uint32, const N: usize>(a: [U; N], b: [U; N]) -> ([U; N], U::Mask) {
    let one = a[0].constant(1);
    let mut difference = a;
    difference[0] = a[0].wrapping_sub(b[0]);
    let mut borrow = a[0].less(b[0]);
    for k in 1..N {
        let plain = a[k].wrapping_sub(b[k]);
        difference[k] = U::select(borrow, plain.wrapping_sub(one), plain);
        borrow = a[k].less(b[k]) | plain.less(difference[k]);
    }
    (difference, borrow)
}

/// `a < b`.
#[inline(always)]
pub(crate) fn less<U: Uint32, const N: usize>(a: [U; N], b: [U; N]) -> U::Mask {
    let mut less = a[0].less(b[0]);
    times::<N>(
        #[inline(always)]
        |k| {
            if k > 0 {
                less = a[k].less(b[k]) | (a[k].equal(b[k]) & less);
            }
        },
    );
    less
}

/// `yes` where the mask holds, `no` elsewhere.
#[inline(always)]
pub(crate) fn select<U: Uint32, const N: usize>(mask: U::Mask, yes: [U; N], no: [U; N]) -> [U; N] {
    let mut selected = no;
    times::<N>(
        #[inline(always)]
        |k| selected[k] = U::select(mask, yes[k], no[k]),
    );
    selected
}

/// All limbs combined by or: zero if and only if the number is.
#[inline(always)]
pub(crate) fn any<U: Uint32, const N: usize>(x: [U; N]) -> U {
    let mut any = x[0];
    for &limb in &x[1..] {
        any = any | limb;
    }
    any
}

/// Zeros before the first 1; 32N of zero.
#[inline(always)]
pub(crate) fn leading_zeros<U: Uint32, const N: usize>(x: [U; N]) -> U {
    let zero = x[0].constant(0);
    let mut zeros = x[0].leading_zeros();
    for &limb in &x[1..] {
        let below = zeros.wrapping_add(zero.constant(32));
        zeros = U::select(limb.equal(zero), below, limb.leading_zeros());
    }
    zeros
}

/// `x` with its lowest bit set where `mask` holds; this bit stands for all lower bits.
#[inline(always)]
pub(crate) fn with_sticky<U: Uint32, const N: usize>(mut x: [U; N], mask: U::Mask) -> [U; N] {
    x[0] = U::select(mask, x[0] | x[0].constant(1), x[0]);
    x
}

/// `x · 2^count`.
#[inline(always)]
pub(crate) fn shift_left_by<U: Uint32, const N: usize>(x: [U; N], count: u32) -> [U; N] {
    let (limbs, bits) = ((count / 32) as usize, count % 32);
    let zero = x[0].constant(0);
    let mut shifted = [zero; N];
    times::<N>(
        #[inline(always)]
        |k| {
            if k < limbs {
                return;
            }
            let limb = x[k - limbs];
            shifted[k] = if bits == 0 { limb } else { limb.shift_left(zero.constant(bits)) };
            if bits != 0 && k > limbs {
                shifted[k] = shifted[k] | x[k - limbs - 1].shift_right(zero.constant(32 - bits));
            }
        },
    );
    shifted
}

/// `⌊x / 2^count⌋`.
#[inline(always)]
pub(crate) fn shift_right_by<U: Uint32, const N: usize>(x: [U; N], count: u32) -> [U; N] {
    let (limbs, bits) = ((count / 32) as usize, count % 32);
    let zero = x[0].constant(0);
    let mut shifted = [zero; N];
    times::<N>(
        #[inline(always)]
        |k| {
            if k + limbs >= N {
                return;
            }
            let limb = x[k + limbs];
            shifted[k] = if bits == 0 { limb } else { limb.shift_right(zero.constant(bits)) };
            if bits != 0 && k + limbs + 1 < N {
                shifted[k] = shifted[k] | x[k + limbs + 1].shift_left(zero.constant(32 - bits));
            }
        },
    );
    shifted
}

/// The number of steps of a shift by limbs, for the largest number of limbs.
const STEPS: usize = 5;

/// How many limbs a step shifts by: first the largest power of two below the number of limbs, then half as
/// many, and so on, finally none.
const fn step_of<const N: usize>(step: usize) -> usize {
    const { assert!(N <= 32, "more limbs than steps shift by") };
    (N.next_power_of_two() / 2) >> step
}

/// `x · 2^count`, `count` below 32N.
#[inline(always)]
pub(crate) fn shift_left<U: Uint32, const N: usize>(x: [U; N], count: U) -> [U; N] {
    let (mut x, mut count) = (x, count);
    times::<STEPS>(
        #[inline(always)]
        |step| {
            let limbs = step_of::<N>(step);
            if limbs == 0 {
                return;
            }
            let few = count.less(count.constant(32 * limbs as u32));
            x = select(few, x, shift_left_by(x, 32 * limbs as u32));
            count = count & count.constant(32 * limbs as u32 - 1);
        },
    );
    shift_left_less_than_limb(x, count)
}

/// `x · 2^count`, `count` below 32.
#[inline(always)]
fn shift_left_less_than_limb<U: Uint32, const N: usize>(x: [U; N], count: U) -> [U; N] {
    let rest = count.constant(32).wrapping_sub(count);
    let mut shifted = x;
    times::<N>(
        #[inline(always)]
        |k| {
            shifted[k] = x[k].shift_left(count);
            if k > 0 {
                shifted[k] = shifted[k] | x[k - 1].shift_right(rest);
            }
        },
    );
    shifted
}

/// `x · 2^zeros` and `zeros`, the number of zeros before the first 1; for zero the product is zero.
#[inline(always)]
pub(crate) fn normalized<U: Uint32, const N: usize>(x: [U; N]) -> ([U; N], U) {
    let zero = x[0].constant(0);
    let (mut x, mut zeros) = (x, zero);
    times::<STEPS>(
        #[inline(always)]
        |step| {
            let limbs = step_of::<N>(step);
            if limbs == 0 {
                return;
            }
            let mut top = x[N - 1];
            times::<N>(
                #[inline(always)]
                |k| {
                    if N - limbs <= k && k < N - 1 {
                        top = top | x[k];
                    }
                },
            );
            let is_empty = top.equal(zero);
            x = select(is_empty, shift_left_by(x, 32 * limbs as u32), x);
            let more = zeros.wrapping_add(zero.constant(32 * limbs as u32));
            zeros = U::select(is_empty, more, zeros);
        },
    );
    let count = x[N - 1].leading_zeros();
    (shift_left_less_than_limb(x, count), zeros.wrapping_add(count))
}

/// `x / 2^count` for any count, with the lowest bit set where that is not exact.
#[inline(always)]
pub(crate) fn shift_right_sticky<U: Uint32, const N: usize>(x: [U; N], count: U) -> [U; N] {
    let zero = count.constant(0);
    let most = count.constant(32 * N as u32 - 1);
    let mut count = U::select(count.less(most), count, most);
    let (mut x, mut lost) = (x, None);
    times::<STEPS>(
        #[inline(always)]
        |step| {
            let limbs = step_of::<N>(step);
            if limbs == 0 {
                return;
            }
            let few = count.less(count.constant(32 * limbs as u32));
            let mut low = x[0];
            times::<N>(
                #[inline(always)]
                |k| {
                    if 0 < k && k < limbs {
                        low = low | x[k];
                    }
                },
            );
            let low = U::select(few, zero, low);
            lost = Some(match lost {
                Some(lost) => lost | low,
                None => low,
            });
            x = select(few, x, shift_right_by(x, 32 * limbs as u32));
            count = count & count.constant(32 * limbs as u32 - 1);
        },
    );
    let rest = count.constant(32).wrapping_sub(count);
    let below = x[0].shift_left(rest);
    let lost = match lost {
        Some(lost) => lost | below,
        None => below,
    };
    let mut shifted = x;
    times::<N>(
        #[inline(always)]
        |k| {
            shifted[k] = x[k].shift_right(count);
            if k + 1 < N {
                shifted[k] = shifted[k] | x[k + 1].shift_left(rest);
            }
        },
    );
    with_sticky(shifted, !lost.equal(zero))
}

/// `rest − digit · x`. The limbs of `x` below `from` are zero, and `x` has as many limbs as `rest` or one less.
#[inline(always)]
pub(crate) fn subtract_product<U: Uint32, const N: usize, const A: usize>(
    rest: [U; N],
    digit: U,
    x: [U; A],
    from: usize,
) -> [U; N] {
    const { assert!(A == N || A + 1 == N) };
    let one = digit.constant(1);
    let increased = |limb: U, mask| U::select(mask, limb.wrapping_add(one), limb);
    let mut difference = rest;
    let mut carry: Option<U> = None;
    for k in from..A {
        let mut low = digit.wrapping_mul(x[k]);
        let mut high = (k + 1 < N).then(|| digit.high_product(x[k]));
        if let Some(carry) = carry {
            let sum = low.wrapping_add(carry);
            high = high.map(|high| increased(high, sum.less(low)));
            low = sum;
        }
        difference[k] = rest[k].wrapping_sub(low);
        carry = high.map(|high| increased(high, rest[k].less(low)));
    }
    if let Some(carry) = carry {
        difference[A] = rest[A].wrapping_sub(carry);
    }
    difference
}

/// `x − 1`.
#[inline(always)]
pub(crate) fn decrement<U: Uint32, const N: usize>(x: [U; N]) -> [U; N] {
    let [zero, one] = map([0, 1], |value| x[0].constant(value));
    let mut less = x;
    less[0] = x[0].wrapping_sub(one);
    let mut borrow = x[0].equal(zero);
    for k in 1..N {
        less[k] = U::select(borrow, x[k].wrapping_sub(one), x[k]);
        borrow = borrow & x[k].equal(zero);
    }
    less
}

/// `a · b`, truncated to the lowest `D` limbs.
#[inline(always)]
pub(crate) fn multiply<U: Uint32, const A: usize, const B: usize, const D: usize>(
    a: [U; A],
    b: [U; B],
) -> [U; D] {
    let [zero, one] = map([0, 1], |value| a[0].constant(value));
    // None is a limb that is zero.
    let mut product: [Option<U>; D] = [None; D];
    times::<A>(
        #[inline(always)]
        |i| {
            let mut carry: Option<U> = None;
            times::<B>(
                #[inline(always)]
                |j| {
                    if i + j >= D {
                        return;
                    }
                    let low = a[i].wrapping_mul(b[j]);
                    let high = if i + j + 1 < D { Some(a[i].high_product(b[j])) } else { None };
                    let (low, high) = with_carry((low, high), product[i + j], one);
                    let (low, high) = with_carry((low, high), carry, one);
                    product[i + j] = Some(low);
                    carry = high;
                },
            );
            if i + B < D {
                product[i + B] = carry;
            }
        },
    );
    let mut limbs = [zero; D];
    times::<D>(
        #[inline(always)]
        |k| {
            if let Some(limb) = product[k] {
                limbs[k] = limb;
            }
        },
    );
    limbs
}

/// The halves of a product, the high half only if it is wanted, plus `addend` if there is one.
#[inline(always)]
fn with_carry<U: Uint32>((low, high): (U, Option<U>), addend: Option<U>, one: U) -> (U, Option<U>) {
    let Some(addend) = addend else { return (low, high) };
    let sum = low.wrapping_add(addend);
    match high {
        Some(high) => (sum, Some(U::select(sum.less(low), high.wrapping_add(one), high))),
        None => (sum, None),
    }
}
