//! Text of arrays of words, without number types.

use super::{digits::shortest, interval::Interval};
use crate::{
    exact::{Big, Quotient, Rational, magnitude, unit},
    native_word::NativeWord,
};

/// SplitMix64 (Steele, Lea, Flood 2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The words that numerator · 2^exponent is read as.
fn read<F: NativeWord, const N: usize>(numerator: Big, exponent: i32, negative: bool) -> [F; N] {
    let mut parts = [F::default(); N];
    Quotient { numerator, denominator: Big::new(1), exponent }.round_into(negative, &mut parts);
    parts
}

/// Normalised words of one number: gaps of all sizes between them, often half an ulp.
fn number<F: NativeWord, const N: usize>(state: &mut u64) -> [F; N] {
    let top = match random(state) % 4 {
        0 => F::LEAST_EXPONENT + 2 + (random(state) % 64) as i32,
        _ => (random(state) % 100) as i32 - 50,
    };
    let mut numerator = Big::new(random(state) | 1 << 63);
    let mut exponent = top - 63;
    for _ in 0..3 * N {
        let more = match random(state) % 4 {
            0 => 0,
            1 => u64::MAX,
            2 => 1 << (random(state) % 64),
            _ => random(state),
        };
        let bits = 1 + (random(state) % 64) as u32;
        numerator.shift_left(bits);
        numerator.add(&Big::new(more >> (64 - bits)));
        exponent -= bits as i32;
    }
    read(numerator, exponent, random(state).is_multiple_of(2))
}

fn bits<F: NativeWord, const N: usize>(x: [F; N]) -> [u64; N] {
    x.map(NativeWord::bits)
}

fn ends_are_sharp<F: NativeWord, const N: usize>(state: &mut u64) {
    let x: [F; N] = number(state);
    if x[0] == F::default() {
        return;
    }
    // Each word is the rest, rounded: so the words of the value itself are the same.
    let exponent = unit(&x);
    let again: [F; N] = read(magnitude(&x, exponent), exponent, x[0].is_negative());
    assert_eq!(again, x);
    let Interval { below, above, includes_ends } = Interval::of(&x);
    // Two bits below the ends.
    let unit = unit(&x).min(below).min(above) - 2;
    for (end, outward) in [(below, false), (above, true)] {
        for places in [-1, 0, 1] {
            let mut distance = Big::new(1);
            distance.shift_left((end - unit) as u32);
            match places {
                -1 => distance.subtract(&Big::new(1)),
                1 => distance.add(&Big::new(1)),
                _ => {}
            }
            let mut value = magnitude(&x, unit);
            if outward {
                value.add(&distance);
            } else {
                value.subtract(&distance);
            }
            let found: [F; N] = read(value, unit, x[0].is_negative());
            let alike = found == x;
            assert_eq!(
                alike,
                places < 0 || places == 0 && includes_ends,
                "{x:?} {outward} {places}"
            );
        }
    }
}

fn shortest_reads_back<F: NativeWord, const N: usize>(state: &mut u64) {
    let x: [F; N] = number(state);
    if x[0] == F::default() {
        return;
    }
    let digits = shortest(&x);
    let mut numerator = Big::new(0);
    for digit in digits.as_str().bytes() {
        numerator.multiply_add(10, u64::from(digit - b'0'));
    }
    let exponent = digits.point - digits.as_str().len() as i32;
    let mut denominator = Big::new(1);
    let power = exponent.unsigned_abs();
    if exponent < 0 { &mut denominator } else { &mut numerator }.multiply_power_of_five(power);
    let mut found = [F::default(); N];
    let quotient = Quotient { numerator, denominator, exponent };
    quotient.round_into(x[0].is_negative(), &mut found);
    // The sign of a zero means nothing, except of the first word.
    assert_eq!(
        bits(found.map(|word| word + F::default())),
        bits(x.map(|word| word + F::default()))
    );
}

#[test]
fn ends_of_intervals_are_sharp() {
    let mut state = 71;
    for _ in 0..10_000 {
        ends_are_sharp::<f32, 2>(&mut state);
        ends_are_sharp::<f32, 3>(&mut state);
        ends_are_sharp::<f32, 4>(&mut state);
        ends_are_sharp::<f64, 3>(&mut state);
        ends_are_sharp::<f64, 4>(&mut state);
    }
}

#[test]
fn shortest_text_reads_back() {
    let mut state = 72;
    for _ in 0..3_000 {
        shortest_reads_back::<f32, 3>(&mut state);
        shortest_reads_back::<f32, 4>(&mut state);
        shortest_reads_back::<f64, 3>(&mut state);
        shortest_reads_back::<f64, 4>(&mut state);
    }
}
