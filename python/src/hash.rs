//! The hash of a number, which is that of the `int`, `float` or `Fraction` that equals it.

/// Python computes hashes of numbers modulo this prime, 2^61 − 1, or 2^31 − 1 where pointers have 32 bits.
const BITS: u32 = if cfg!(target_pointer_width = "64") { 61 } else { 31 };
const PRIME: u128 = (1 << BITS) - 1;

/// The residue of |x|, which is finite.
fn residue(x: f64) -> u128 {
    let bits = x.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    // 2^BITS is 1 modulo the prime.
    let shift = exponent.rem_euclid(BITS as i32);
    (u128::from(mantissa) << shift) % PRIME
}

/// The hash of the sum of finite words, whose sign is that of the first word.
pub fn of_words(words: impl Iterator<Item = f64>) -> isize {
    let (mut total, mut negative) = (0, None);
    for word in words {
        let first = *negative.get_or_insert(word < 0.0);
        let same = first == (word < 0.0);
        total = (total + if same { residue(word) } else { PRIME - residue(word) }) % PRIME;
    }
    let hash = total as isize;
    match negative {
        // −1 says that hashing failed.
        Some(true) => {
            if hash == 1 {
                -2
            } else {
                -hash
            }
        }
        _ => hash,
    }
}
