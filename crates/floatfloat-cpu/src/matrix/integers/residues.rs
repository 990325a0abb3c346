//! Residues of integers, in sixteen lanes.

use super::{
    dot::{Signed, Unsigned, dot4},
    moduli::{MAGIC, Modulus},
};
use fearless_simd::{Bytes, Simd, SimdBase, SimdFloat, f32x16, i32x16};

/// x modulo m in −m/2 to m/2, where `sum` has the bits of [`MAGIC`] + x and |x| < 2^12·m.
///
/// x/m is rounded to the nearest integer q. In `f32` the error of x/m is below 2^12·2^-23 = 2^-11. If m is odd, x/m is at least
/// 1/2m > 2^-9 away from the middle between two integers. So q and the residue are the same with and without fused
/// multiply-adds. If m is 256, −128 and 128 have the same byte.
#[inline(always)]
pub(super) fn reduce<S: Simd>(simd: S, sum: i32x16<S>, m: &Modulus) -> i32x16<S> {
    let magic = f32x16::splat(simd, MAGIC);
    let sum: f32x16<S> = sum.bitcast();
    let x = sum - magic;
    let quotient = x.mul_add(f32x16::splat(simd, m.inverse), magic) - magic;
    let residue = quotient.mul_add(f32x16::splat(simd, -m.float), sum);
    let bits: i32x16<S> = residue.bitcast();
    bits - MAGIC.to_bits() as i32
}

/// A 32-bit integer modulo m, balanced.
#[inline(always)]
pub(super) fn of_sum<S: Simd>(simd: S, sum: i32x16<S>, m: &Modulus) -> i32x16<S> {
    let bytes = Unsigned::new(sum ^ i32::MIN);
    let start = i32x16::splat(simd, m.sum_start);
    reduce(simd, dot4(simd, start, bytes, Signed::splat(simd, m.sum_weights)), m)
}
