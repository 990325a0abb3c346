//! Scaled numbers as integers, and their residues.

use super::{
    dot::{Signed, Unsigned, dot4},
    lines::{Lines, factors, power_of_two},
    moduli::Plan,
    residues::reduce,
    tiles::{BLOCK, transpose},
};
use crate::{aligned::AtLine, dispatch::Kernel};
use fearless_simd::{Bytes, Simd, SimdBase, f64x8, i32x16, i64x8};
use floatfloat::fixed_point;

/// Lines of a panel, one for each lane.
pub(super) const LANES: usize = 16;

/// Four bytes in each lane.
pub(super) type Quad = [i32; LANES];

/// As many entries of a line as are split at once.
const STEP: usize = 32;

/// The most words of a number.
pub(super) const WORDS: usize = 4;

/// Residues of sixteen lines: for each modulus four bytes of each line, for every four entries.
pub(super) struct Split<'a> {
    pub(super) plan: &'a Plan,
    pub(super) lines: &'a Lines<'a>,
    pub(super) role: Role,
    pub(super) panel: usize,
    /// The first entry, and the number of entries: a multiple of 64 unless they end the line.
    pub(super) first: usize,
    pub(super) entries: usize,
    /// Whether tiles multiply. Then there are whole blocks, and those of a left operand are transposed.
    pub(super) tiled: bool,
    /// For each modulus so many [`quads`], at a distance of [`pitch`].
    pub(super) residues: &'a mut [Quad],
}

/// Whose lines they are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// The left operand's. Residues are in −m/2 to m/2.
    Left,
    /// The right operand's. Residues are in 0 to m.
    Right,
    /// The right operand's, with residues in −m/2 to m/2.
    SignedRight,
}

/// The quads of so many entries.
pub(super) fn quads(entries: usize, tiled: bool) -> usize {
    let quads = entries.div_ceil(4);
    if tiled { quads.next_multiple_of(BLOCK) } else { quads }
}

/// The distance between the residues of one modulus and those of the next. Those that began at the same place of a page would compete
/// for a few places of the cache.
pub(super) fn pitch(quads: usize) -> usize {
    quads + 9
}

impl Kernel for Split<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        match self.plan.limbs {
            2 => split::<S, 2>(simd, self),
            3 => split::<S, 3>(simd, self),
            4 => split::<S, 4>(simd, self),
            5 => split::<S, 5>(simd, self),
            _ => split::<S, 6>(simd, self),
        }
    }
}

#[inline(always)]
fn split<S: Simd, const L: usize>(simd: S, work: Split<'_>) {
    let Split { plan, lines, role, panel, first, entries, tiled, residues } = work;
    let quads = quads(entries, tiled);
    let numbers = lines.entries;
    let AtLine(words) = &mut AtLine([[[0.0; LANES]; STEP]; WORDS]);
    let AtLine(limbs) = &mut AtLine([[[0; LANES]; L]; STEP]);
    let words = &mut words[..numbers.words()];
    let mut scales = [[0.0; LANES]; 2];
    for (i, line) in lines.lines[panel * LANES..][..LANES].iter().enumerate() {
        [scales[0][i], scales[1][i]] = factors(line.scale(plan));
    }
    let mut scale = [[f64x8::splat(simd, 0.0); 2]; 2];
    for half in 0..2 {
        for part in 0..2 {
            scale[half][part] = f64x8::from_slice(simd, &scales[part][8 * half..][..8]);
        }
    }
    // Also the entries that fill the last block: they are zero.
    for step in (0..4 * quads).step_by(STEP) {
        for (word, values) in words.iter_mut().enumerate() {
            numbers.fill(word, panel * LANES, first + step, values);
        }
        for (k, limbs) in limbs.iter_mut().enumerate() {
            let low = limbs_of::<S, L>(simd, words, k, 0, scale[0]);
            let high = limbs_of::<S, L>(simd, words, k, 1, scale[1]);
            for l in 0..L {
                let (low, high): (i32x16<S>, i32x16<S>) = (low[l].bitcast(), high[l].bitcast());
                low.unzip_low(high).store_array(&mut limbs[l]);
            }
        }
        let here = step / 4;
        let count = (STEP / 4).min(quads - here);
        for (i, m) in plan.moduli.iter().enumerate() {
            let (weights, start) = match role {
                Role::Left => (&m.weights, m.start),
                Role::Right | Role::SignedRight => (&m.scaled_weights, m.scaled_start),
            };
            let start = i32x16::splat(simd, start);
            let mut factors = [Signed::splat(simd, 0); L];
            for (l, factor) in factors.iter_mut().enumerate() {
                *factor = Signed::splat(simd, weights[l]);
            }
            let of_modulus = &mut residues[i * pitch(quads)..][..quads];
            let places = &mut of_modulus[here..][..count];
            let (fours, _) = limbs.as_chunks::<4>();
            for (place, four) in places.iter_mut().zip(fours) {
                let mut residues = [i32x16::splat(simd, 0); 4];
                for t in 0..4 {
                    let mut sum = start;
                    for l in 0..L {
                        let limb = Unsigned::new(i32x16::load_array(simd, four[t][l]));
                        sum = dot4(simd, sum, limb, factors[l]);
                    }
                    residues[t] = reduce(simd, sum, m);
                    if role == Role::Right {
                        residues[t] += (residues[t] >> 31) & m.value;
                    }
                }
                bytes(residues).store_array(place);
            }
            let ends_block = (step + STEP).is_multiple_of(4 * BLOCK);
            if tiled && role == Role::Left && ends_block {
                let (blocks, _) = of_modulus.as_chunks_mut();
                transpose(simd, &mut blocks[here / BLOCK]);
            }
        }
    }
}

/// The low bytes of four integers in each lane, side by side.
#[inline(always)]
pub(super) fn bytes<S: Simd>(integers: [i32x16<S>; 4]) -> i32x16<S> {
    let [w, x, y, z] = integers;
    (w & 255) | ((x & 255) << 8) | ((y & 255) << 16) | (z << 24)
}

/// The integers nearest to eight numbers, in limbs of 32 bits, after 2^(32·L − 1) is added to make them non-negative. Each limb
/// is the low half of a lane.
///
/// The additions of [`magic`] take the limbs off the words, the highest limb first, without an error. The rests of the words are
/// rounded to multiples of 2^-18, added, and rounded to the lowest limb, as [`fixed_point::integer`] does.
#[inline(always)]
fn limbs_of<S: Simd, const L: usize>(
    simd: S,
    words: &[[[f64; LANES]; STEP]],
    k: usize,
    half: usize,
    scale: [f64x8<S>; 2],
) -> [i64x8<S>; L] {
    let mut limbs = [i64x8::splat(simd, 0); L];
    let mut rest = f64x8::splat(simd, 0.0);
    for (w, word) in words.iter().enumerate() {
        let mut y = f64x8::from_slice(simd, &word[k][8 * half..][..8]) * scale[0] * scale[1];
        for l in (1..L).rev() {
            // Words after the first are far smaller.
            if w > 0 && 24 * w >= 32 * (L - l) {
                continue;
            }
            let sum = y + magic(l);
            limbs[l] += integer(sum, magic(l));
            y -= sum - magic(l);
        }
        let y = (y + FRACTION) - FRACTION;
        rest = if w == 0 { y } else { rest + y };
    }
    limbs[0] = integer(rest + magic(0), magic(0));
    for l in 1..L {
        limbs[l] += limbs[l - 1] >> 32;
    }
    limbs[L - 1] ^= 0x8000_0000;
    limbs
}

/// A number y plus this is rounded to a multiple of the unit of a fraction.
const FRACTION: f64 = 1.5 * power_of_two(52 - fixed_point::FRACTION as i32);

/// A number y plus this is rounded to a multiple of 2^(32·l).
#[inline(always)]
pub(super) const fn magic(l: usize) -> f64 {
    1.5 * power_of_two(52 + 32 * l as i32)
}

/// The integer that was added to a magic number, in units of its last bit.
#[inline(always)]
pub(super) fn integer<S: Simd>(sum: f64x8<S>, magic: f64) -> i64x8<S> {
    let bits: i64x8<S> = sum.bitcast();
    bits - magic.to_bits() as i64
}
