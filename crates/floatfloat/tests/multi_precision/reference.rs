//! The operations of multiple precision on exact integers, rounded once.

use dashu_int::{
    UBig,
    ops::{BitTest, DivRem, PowerOfTwo},
};
use floatfloat::multi_precision::MultiPrecision;
use std::cmp::Ordering;

pub(crate) type Number<const N: usize> = MultiPrecision<u32, N>;

/// Code of the exponent of a number of at least 1 and less than 2.
const BIAS: i64 = (1 << 30) - 1;

/// The number of this sign nearest to |magnitude + less than 1 if `inexact`| · 2^exponent.
pub(crate) fn rounded<const N: usize>(
    negative: bool,
    magnitude: &UBig,
    exponent: i64,
    inexact: bool,
) -> Number<N> {
    let bits = 32 * N as i64;
    let sign = u32::from(negative) << 31;
    let of_words = |code: u32, limbs: [u32; N]| Number::from_words(sign | code, limbs);
    let zero = of_words(0, [0; N]);
    // One bit more, so that what follows it says which way to round.
    let scale = (bits + 1 - magnitude.bit_len() as i64).max(0) as usize;
    let (magnitude, mut exponent) = (magnitude << scale, exponent - scale as i64);
    if magnitude.is_zero() {
        assert!(!inexact);
        return zero;
    }
    let place = exponent + magnitude.bit_len() as i64 - 1 + BIAS;
    let dropped = magnitude.bit_len() - bits as usize;
    let half = UBig::ONE << (dropped - 1);
    let mut significand = &magnitude >> dropped;
    let rest = &magnitude - (&significand << dropped);
    exponent += dropped as i64;
    let is_exact = rest.is_zero() && !inexact;
    let up = match rest.cmp(&half) {
        Ordering::Less => false,
        Ordering::Equal => inexact || significand.bit(0),
        Ordering::Greater => true,
    };
    if place == 0 && !(significand.is_power_of_two() && is_exact) || place > 0 {
        significand += u8::from(up);
    }
    let code = exponent + significand.bit_len() as i64 - 1 + BIAS;
    let least = Number::<N>::MIN_POSITIVE;
    match (place, code) {
        (..0, _) => zero,
        (0, 0) if significand.is_power_of_two() && is_exact => zero,
        (0, _) => of_words(least.head(), least.limbs()),
        (_, 0x7fff_fffe..) => of_words(Number::<N>::INFINITY.head(), [0; N]),
        _ => {
            let significand = significand.clone() >> (significand.bit_len() - bits as usize);
            let mut bytes = [0; 32];
            bytes[..4 * N].copy_from_slice(&significand.to_le_bytes());
            let limb = |k: usize| u32::from_le_bytes(bytes[4 * k..][..4].try_into().unwrap());
            of_words(code as u32, std::array::from_fn(limb))
        }
    }
}

/// The significand of a number, an integer, and its exponent.
pub(crate) fn exactly<const N: usize>(x: Number<N>) -> (UBig, i64) {
    let bytes: Vec<u8> = x.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
    let code = i64::from(x.head() & (u32::MAX >> 1));
    (UBig::from_le_bytes(&bytes), code - BIAS - (32 * N as i64 - 1))
}

pub(crate) fn is_zero<const N: usize>(x: Number<N>) -> bool {
    x.abs().head() == 0
}

pub(crate) fn negative<const N: usize>(x: Number<N>) -> bool {
    x.is_sign_negative()
}

fn signed<const N: usize>(x: Number<N>, negative: bool) -> Number<N> {
    if negative { -x } else { x }
}

pub(crate) fn sum<const N: usize>(a: Number<N>, b: Number<N>) -> Number<N> {
    if a.is_nan() || b.is_nan() {
        return Number::NAN;
    }
    match (a.is_infinite(), b.is_infinite()) {
        (true, true) if negative(a) != negative(b) => return Number::NAN,
        (true, _) => return a,
        (_, true) => return b,
        _ => {}
    }
    if is_zero(a) && is_zero(b) {
        return signed(Number::ZERO, negative(a) && negative(b));
    }
    if is_zero(a) || is_zero(b) {
        return if is_zero(a) { b } else { a };
    }
    let ((mut m, mut e), (mut n, mut f)) = (exactly(a), exactly(b));
    let (mut a, mut b) = (a, b);
    if e < f {
        (a, b, m, e, n, f) = (b, a, n, f, m, e);
    }
    // What lies further below only says that the sum is not exact.
    let far = 64 * N as i64 + 8;
    if e - f > far {
        (n, f) = (UBig::ONE, e - far);
    }
    m <<= (e - f) as usize;
    if negative(a) == negative(b) {
        return rounded(negative(a), &(m + n), f, false);
    }
    match m.cmp(&n) {
        Ordering::Equal => Number::ZERO,
        Ordering::Greater => rounded(negative(a), &(m - n), f, false),
        Ordering::Less => rounded(negative(b), &(n - m), f, false),
    }
}

pub(crate) fn product<const N: usize>(a: Number<N>, b: Number<N>) -> Number<N> {
    let minus = negative(a) != negative(b);
    if a.is_nan() || b.is_nan() {
        return Number::NAN;
    }
    if a.is_infinite() || b.is_infinite() {
        let of_zero = is_zero(a) || is_zero(b);
        return if of_zero { Number::NAN } else { signed(Number::INFINITY, minus) };
    }
    if is_zero(a) || is_zero(b) {
        return signed(Number::ZERO, minus);
    }
    let ((m, e), (n, f)) = (exactly(a), exactly(b));
    rounded(minus, &(m * n), e + f, false)
}

pub(crate) fn quotient<const N: usize>(a: Number<N>, b: Number<N>) -> Number<N> {
    let minus = negative(a) != negative(b);
    let of_infinities = a.is_infinite() && b.is_infinite();
    if a.is_nan() || b.is_nan() || of_infinities || (is_zero(a) && is_zero(b)) {
        return Number::NAN;
    }
    if a.is_infinite() || is_zero(b) {
        return signed(Number::INFINITY, minus);
    }
    if b.is_infinite() || is_zero(a) {
        return signed(Number::ZERO, minus);
    }
    let ((m, e), (n, f)) = (exactly(a), exactly(b));
    let scale = 32 * N + 2;
    let (quotient, rest) = (m << scale).div_rem(n);
    rounded(minus, &quotient, e - f - scale as i64, !rest.is_zero())
}

pub(crate) fn root<const N: usize>(a: Number<N>) -> Number<N> {
    if is_zero(a) {
        return a;
    }
    if a.is_nan() || negative(a) {
        return Number::NAN;
    }
    if a.is_infinite() {
        return a;
    }
    let (m, e) = exactly(a);
    let scale = 32 * N as i64 + 4 + (e & 1);
    let radicand = m << scale as usize;
    let root = floor_of_root(&radicand);
    let inexact = &root * &root != radicand;
    rounded(false, &root, (e - scale) / 2, inexact)
}

/// ⌊√x⌋ by Newton's iteration from above.
fn floor_of_root(x: &UBig) -> UBig {
    let mut root = UBig::ONE << (x.bit_len().div_ceil(2));
    loop {
        let next = (&root + x / &root) >> 1;
        if next >= root {
            return root;
        }
        root = next;
    }
}

pub(crate) fn order<const N: usize>(a: Number<N>, b: Number<N>) -> Option<Ordering> {
    if a.is_nan() || b.is_nan() {
        return None;
    }
    let difference = sum(a, -b);
    let infinite = a.is_infinite() && b.is_infinite() && negative(a) == negative(b);
    Some(if infinite || is_zero(difference) && !a.is_infinite() {
        // A difference below the least number may be rounded to zero.
        let larger = |x: Number<N>| (x.head(), x.limbs().into_iter().rev().collect::<Vec<_>>());
        match negative(a) {
            _ if is_zero(a) && is_zero(b) => Ordering::Equal,
            _ if is_zero(a) || is_zero(b) => negative(b).cmp(&negative(a)),
            false => larger(a).cmp(&larger(b)),
            true => larger(b).cmp(&larger(a)),
        }
    } else if negative(difference) {
        Ordering::Less
    } else {
        Ordering::Greater
    })
}
