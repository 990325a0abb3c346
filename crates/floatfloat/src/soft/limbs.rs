//! Integers of `N` limbs of 32 bits, the lowest first. Sums and products are modulo 2^(32N).

use crate::uint32::Uint32;

/// `a + b`.
#[inline(always)]
pub(crate) fn add<U: Uint32, const N: usize>(a: [U; N], b: [U; N]) -> [U; N] {
    let one = a[0].constant(1);
    let mut sum = a;
    let mut carry = None;
    for k in 0..N {
        let plain = a[k].wrapping_add(b[k]);
        let of_limbs = plain.less(a[k]);
        (sum[k], carry) = match carry {
            None => (plain, Some(of_limbs)),
            Some(before) => {
                let carried = U::select(before, plain.wrapping_add(one), plain);
                (carried, Some(of_limbs | carried.less(plain)))
            }
        };
    }
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
    for k in 1..N {
        less = a[k].less(b[k]) | (a[k].equal(b[k]) & less);
    }
    less
}

/// `yes` where the mask holds, `no` elsewhere.
#[inline(always)]
pub(crate) fn select<U: Uint32, const N: usize>(mask: U::Mask, yes: [U; N], no: [U; N]) -> [U; N] {
    let mut selected = no;
    for k in 0..N {
        selected[k] = U::select(mask, yes[k], no[k]);
    }
    selected
}

/// All limbs in one by or: zero if the number is.
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

/// `x` with its lowest bit set where `mask` holds: a bit that stands for all that lie lower.
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
    for k in limbs..N {
        let limb = x[k - limbs];
        shifted[k] = if bits == 0 { limb } else { limb.shift_left(zero.constant(bits)) };
        if bits != 0 && k > limbs {
            shifted[k] = shifted[k] | x[k - limbs - 1].shift_right(zero.constant(32 - bits));
        }
    }
    shifted
}

/// `⌊x / 2^count⌋`.
#[inline(always)]
pub(crate) fn shift_right_by<U: Uint32, const N: usize>(x: [U; N], count: u32) -> [U; N] {
    let (limbs, bits) = ((count / 32) as usize, count % 32);
    let zero = x[0].constant(0);
    let mut shifted = [zero; N];
    for k in 0..N - limbs {
        let limb = x[k + limbs];
        shifted[k] = if bits == 0 { limb } else { limb.shift_right(zero.constant(bits)) };
        if bits != 0 && k + limbs + 1 < N {
            shifted[k] = shifted[k] | x[k + limbs + 1].shift_left(zero.constant(32 - bits));
        }
    }
    shifted
}

/// `x · 2^count`, `count` below 32N.
#[inline(always)]
pub(crate) fn shift_left<U: Uint32, const N: usize>(x: [U; N], count: U) -> [U; N] {
    let (mut x, mut count) = (x, count);
    let mut limbs = N.next_power_of_two() / 2;
    while limbs > 0 {
        let few = count.less(count.constant(32 * limbs as u32));
        x = select(few, x, shift_left_by(x, 32 * limbs as u32));
        count = count & count.constant(32 * limbs as u32 - 1);
        limbs /= 2;
    }
    let rest = count.constant(32).wrapping_sub(count);
    let mut shifted = x;
    for k in 0..N {
        shifted[k] = x[k].shift_left(count);
        if k > 0 {
            shifted[k] = shifted[k] | x[k - 1].shift_right(rest);
        }
    }
    shifted
}

/// `x / 2^count` for any count, with the lowest bit set where that is not exact.
#[inline(always)]
pub(crate) fn shift_right_sticky<U: Uint32, const N: usize>(x: [U; N], count: U) -> [U; N] {
    let zero = count.constant(0);
    let most = count.constant(32 * N as u32 - 1);
    let mut count = U::select(count.less(most), count, most);
    let (mut x, mut lost) = (x, None);
    let mut limbs = N.next_power_of_two() / 2;
    while limbs > 0 {
        let few = count.less(count.constant(32 * limbs as u32));
        let mut low = x[0];
        for &limb in &x[1..limbs] {
            low = low | limb;
        }
        let low = U::select(few, zero, low);
        lost = Some(lost.map_or(low, |lost: U| lost | low));
        x = select(few, x, shift_right_by(x, 32 * limbs as u32));
        count = count & count.constant(32 * limbs as u32 - 1);
        limbs /= 2;
    }
    let rest = count.constant(32).wrapping_sub(count);
    let below = x[0].shift_left(rest);
    let lost = lost.map_or(below, |lost| lost | below);
    let mut shifted = x;
    for k in 0..N {
        shifted[k] = x[k].shift_right(count);
        if k + 1 < N {
            shifted[k] = shifted[k] | x[k + 1].shift_left(rest);
        }
    }
    with_sticky(shifted, !lost.equal(zero))
}

/// `rest − digit · x`, of an `x` whose limbs below `from` are zero, and which has as many limbs as the rest or one
/// less.
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
    let [zero, one] = [0, 1].map(|value| x[0].constant(value));
    let mut less = x;
    less[0] = x[0].wrapping_sub(one);
    let mut borrow = x[0].equal(zero);
    for k in 1..N {
        less[k] = U::select(borrow, x[k].wrapping_sub(one), x[k]);
        borrow = borrow & x[k].equal(zero);
    }
    less
}

/// `a · b`, of which the highest limbs are dropped that have no place among `D`.
#[inline(always)]
pub(crate) fn multiply<U: Uint32, const A: usize, const B: usize, const D: usize>(
    a: [U; A],
    b: [U; B],
) -> [U; D] {
    let [zero, one] = [0, 1].map(|value| a[0].constant(value));
    // None is a limb that is zero.
    let mut product: [Option<U>; D] = [None; D];
    for i in 0..A {
        let mut carry: Option<U> = None;
        for j in 0..B.min(D - i) {
            let mut low = a[i].wrapping_mul(b[j]);
            let mut high = (i + j + 1 < D).then(|| a[i].high_product(b[j]));
            for addend in [product[i + j], carry].into_iter().flatten() {
                let sum = low.wrapping_add(addend);
                high = high.map(|high| U::select(sum.less(low), high.wrapping_add(one), high));
                low = sum;
            }
            product[i + j] = Some(low);
            carry = high;
        }
        if i + B < D {
            product[i + B] = carry;
        }
    }
    let mut limbs = [zero; D];
    for k in 0..D {
        limbs[k] = product[k].unwrap_or(zero);
    }
    limbs
}
