//! Exponents of words and powers of two, by integers: defined for every word, in whose bits drivers cannot
//! assume that nothing is infinite, and without `frexp` and `ldexp`, which some write with logarithms.

use super::protect::Place;
use crate::{
    circuit::{Circuit, Unary},
    word_type::WordType,
};

/// Our function of the exponent.
pub(super) const EXPONENT: &str = "exponent";
/// Our function of the power of two.
pub(super) const POWER_OF_TWO: &str = "power_of_two";

/// Declares the functions that these circuits, as they are written, use.
pub(super) fn declarations<'c>(
    word: WordType,
    circuits: impl Iterator<Item = &'c Circuit> + Clone,
    place: Place,
) -> Vec<String> {
    let prefix = place.prefix(word);
    let [of_exponent, of_power] = match word {
        WordType::F64 => [EXPONENT_F64, POWER_OF_TWO_F64],
        _ => [EXPONENT_F32, POWER_OF_TWO_F32],
    };
    [(Unary::Exponent, of_exponent), (Unary::PowerOfTwo, of_power)]
        .into_iter()
        .filter(|(op, _)| circuits.clone().any(|circuit| circuit.has_unary(*op)))
        .map(|(_, text)| text.replace("fn ", &format!("fn {prefix}")))
        .collect()
}

const EXPONENT_F32: &str = "\
// The exponent of x, as a word.
fn exponent(x: f32) -> f32 {
    let bits = bitcast<u32>(x) & 0x7fffffffu;
    let biased = i32(bits >> 23u);
    let finite = f32(select(biased - 127, i32(firstLeadingBit(bits)) - 149, biased == 0));
    // Of zero -infinity; infinity and NaN are their own.
    let special = select(bits, 0xff800000u, bits == 0u);
    let is_special = (bits == 0u) | (biased == 255);
    return bitcast<f32>(select(bitcast<u32>(finite), special, is_special));
}
";

const POWER_OF_TWO_F32: &str = "\
// 2 to the power of an integer; zero, subnormal or infinite where that is.
fn power_of_two(k: f32) -> f32 {
    let above = select(-150.0f, k, k > -150.0f);
    let e = i32(select(128.0f, above, above < 128.0f));
    let subnormal = select(0u, 1u << u32(clamp(e + 149, 0, 31)), e >= -149);
    let normal = u32(max(e + 127, 0)) << 23u;
    return bitcast<f32>(select(normal, subnormal, e < -126));
}
";

const EXPONENT_F64: &str = "\
// The exponent of x, as a word.
fn exponent(x: f64) -> f64 {
    let bits = bitcast<u64>(x) & 0x7ffffffffffffffflu;
    let high = u32(bits >> 32u);
    let low = u32(bits & 0xfffffffflu);
    let biased = i32(high >> 20u);
    let first = select(i32(firstLeadingBit(low)), i32(firstLeadingBit(high)) + 32, high != 0u);
    let finite = f64(select(biased - 1023, first - 1074, biased == 0));
    // Of zero -infinity; infinity and NaN are their own.
    let is_zero = (high | low) == 0u;
    let special = select(bits, 0xfff0000000000000lu, is_zero);
    return bitcast<f64>(select(bitcast<u64>(finite), special, is_zero | (biased == 2047)));
}
";

const POWER_OF_TWO_F64: &str = "\
// 2 to the power of an integer; zero, subnormal or infinite where that is.
fn power_of_two(k: f64) -> f64 {
    let above = select(-1075.0lf, k, k > -1075.0lf);
    let e = i32(select(1024.0lf, above, above < 1024.0lf));
    let subnormal = select(0lu, 1lu << u32(clamp(e + 1074, 0, 63)), e >= -1074);
    let normal = u64(u32(max(e + 1023, 0))) << 52u;
    return bitcast<f64>(select(normal, subnormal, e < -1022));
}
";
