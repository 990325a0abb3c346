use super::*;
use crate::{
    eft::two_sum,
    soft::{Binary32, Binary64},
    uint32::Bits,
};
use floatfloat_exact::Random;

fn limbs_of<const P: usize>(x: i128) -> [u32; P] {
    core::array::from_fn(|k| (x >> (32 * k).min(127)) as u32)
}

/// x / 2^count, rounded to the nearest integer, ties to even.
fn nearest(x: i128, count: u32) -> i128 {
    if count == 0 {
        return x;
    }
    if count > 126 {
        return 0;
    }
    let (floor, rest) = (x >> count, x & ((1 << count) - 1));
    let half = 1 << (count - 1);
    floor + i128::from(rest > half || (rest == half && floor & 1 == 1))
}

/// Significands with many zeros and ones, so that ties occur.
fn significand(random: &mut Random, bits: u32) -> i128 {
    let [first, second] = [random.bits(), random.bits()].map(|bits| bits >> 12);
    let pattern = match first % 4 {
        0 => first | 1,
        1 => (second >> (first % 50)) << (second % 50),
        2 => !0 << (second % 52),
        _ => 1 << (second % 50),
    };
    i128::from(pattern) % (1 << bits)
}

#[test]
fn integers_are_nearest() {
    let mut random = Random::new(71);
    for _ in 0..200_000 {
        // Two words whose exponents differ by 53 or more, or not.
        let first = (random.bits() % 100) as i32 - 70;
        let second = first - 53 - (random.bits() % 30) as i32;
        let mut sum = 0;
        let words = [first, second].map(|exponent| {
            let m = significand(&mut random, 53);
            let m = if random.below(2) == 0 { m } else { -m };
            // m·2^exponent in units of 2^-10.
            let exponent_of_unit: i32 = exponent + FRACTION as i32;
            sum += match exponent_of_unit {
                shift @ 0.. => m << shift,
                shift => nearest(m, shift.unsigned_abs()),
            };
            Bits::<2>::into_uints(m as f64 * 2f64.powi(exponent))
        });
        let expected: [u32; 3] = limbs_of(nearest(sum, FRACTION));
        assert_eq!(integer::<Binary64, u32, 2, 3, 4>(&words, 0), expected, "{words:x?}");
        // The scale may be in the words.
        let scaled =
            words.map(|word| Bits::<2>::into_uints(f64::from_uints(word) * 2f64.powi(-300)));
        assert_eq!(integer::<Binary64, u32, 2, 3, 4>(&scaled, 300), expected);
    }
}

#[test]
fn leading_bits_are_rounded_down() {
    let mut random = Random::new(73);
    for _ in 0..100_000 {
        let x = f64::from_bits(random.bits());
        let field = (x.to_bits() >> 52) as u32 & 2047;
        if field == 2047 {
            continue;
        }
        let most = (field.max(1) + (random.bits() % 40) as u32).min(2046);
        let exponent = most as i32 - 1023;
        let scaled = x.abs() * 2f64.powi(-exponent / 2) * 2f64.powi(19 - exponent + exponent / 2);
        let found = leading_bits::<Binary64, u32, 2>(Bits::into_uints(x), most, 20);
        assert_eq!(f64::from(found), scaled.floor(), "{x:e}, {most}");
    }
    let of_f32 = |x: f32| leading_bits::<Binary32, u32, 1>(Bits::into_uints(x), 127, 7);
    assert_eq!([1.0, 1.999, 0.5, 1e-3, 0.016].map(of_f32), [64, 127, 32, 0, 1]);
}

#[test]
fn words_are_nearest_to_what_is_left() {
    let mut random = Random::new(79);
    for _ in 0..200_000 {
        let parts = [1i128, 54, 107].map(|place| significand(&mut random, 53) << (place % 60));
        let x = (parts[0] + (parts[1] << 7) - parts[2]) << (random.bits() % 8);
        let high = x as f64;
        let rest = x - high as i128;
        let low = rest as f64;
        let mut expected = [high, low, (rest - low as i128) as f64];
        for k in [2, 1] {
            (expected[k - 1], expected[k]) = two_sum(expected[k - 1], expected[k]);
        }
        let expected = expected.map(Bits::<2>::into_uints);
        assert_eq!(words::<Binary64, u32, 2, 4, 3>(limbs_of(x), 0), expected, "{x:x}");
        // Higher limbs and another exponent.
        let mut higher = [0; 8];
        higher[4..].copy_from_slice(&limbs_of::<4>(x));
        let exponent = 128u32.wrapping_neg();
        assert_eq!(words::<Binary64, u32, 2, 8, 3>(higher, exponent), expected, "{x:x}");
        let short = x >> 40;
        let mut rest = short;
        let mut expected: [_; 4] = core::array::from_fn(|_| {
            let word = rest as f32;
            rest -= word as i128;
            word
        });
        for k in [3, 2, 1] {
            (expected[k - 1], expected[k]) = two_sum(expected[k - 1], expected[k]);
        }
        let expected = expected.map(Bits::<1>::into_uints);
        assert_eq!(words::<Binary32, u32, 1, 4, 4>(limbs_of(short), 0), expected, "{short:x}");
    }
}

#[test]
fn multiples_leave_the_remainder() {
    let mut random = Random::new(83);
    for bits in [90, 100, 113, 120] {
        let product = ((1i128 << (bits - 1)) | i128::from(random.bits())) as u128;
        let of_product = limbs_of::<5>(product as i128);
        for _ in 0..10_000 {
            let most = product / 2 - (product >> 17);
            let rest = (u128::from(random.bits()) << 64 | u128::from(random.bits())) % most;
            let ends = [0, 1, most - 1, rest];
            let rest = ends[(random.bits() % 4) as usize] as i128;
            let rest = if random.below(2) == 0 { rest } else { -rest };
            let rest: [u32; 5] = limbs_of(rest);
            let multiple = random.bits() % 51;
            // rest + (multiple − 25)·product.
            let mut x = rest;
            for _ in multiple..25 {
                x = limbs::subtract(x, of_product).0;
            }
            for _ in 25..multiple {
                x = limbs::add(x, of_product);
            }
            assert_eq!(reduced(x, of_product), rest, "{bits} bits, {multiple}");
        }
    }
}

#[test]
fn digits_are_carried() {
    let mut random = Random::new(89);
    for _ in 0..50_000 {
        let digits: [u32; 11] =
            core::array::from_fn(|_| ((random.bits() as i32) >> (10 + random.bits() % 20)) as u32);
        let sum: i128 =
            digits.iter().enumerate().map(|(k, &digit)| i128::from(digit as i32) << (8 * k)).sum();
        assert_eq!(of_digits::<u32, 5>(&digits), limbs_of(sum), "{digits:x?}");
    }
}
