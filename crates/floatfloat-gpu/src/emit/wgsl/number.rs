//! Types and constants of WGSL.

use super::protect::{Hiding, Place};
use crate::{error::Error, word_type::WordType};

/// An error for something that WGSL cannot express on any device.
pub(super) fn unsupported(what: impl Into<String>) -> Error {
    Error::Unsupported { device: "WGSL".into(), what: what.into() }
}

/// The name of the word type.
pub(super) fn word(word: WordType) -> Result<&'static str, Error> {
    match word {
        WordType::F16 | WordType::F32 | WordType::F64 | WordType::U32 => Ok(word.name()),
        WordType::Bf16 => Err(unsupported("it has no bf16; take f16 or f32")),
    }
}

/// The type of a number of `words` words. It is a vector if the size of the vector is a multiple of
/// its alignment, so that elements of arrays have no gaps; otherwise a declared type.
pub fn type_name(word: WordType, words: usize) -> String {
    match words {
        1 => word.name().to_owned(),
        2 | 4 => format!("vec{words}<{word}>"),
        _ => format!("{}x{words}", word.name().to_uppercase()),
    }
}

/// The declaration of the type of a number of `words` words, if the type needs one.
pub(super) fn declaration(word: WordType, words: usize) -> Option<String> {
    if matches!(words, 1 | 2 | 4) {
        return None;
    }
    let members: String = (0..words).map(|i| format!("    w{i}: {word},\n")).collect();
    Some(format!("struct {} {{\n{members}}}\n", type_name(word, words)))
}

/// Word `place` of the number with this name.
pub fn component(name: &str, words: usize, place: usize) -> String {
    match words {
        1 => name.to_owned(),
        2 | 4 => format!("{name}.{}", ["x", "y", "z", "w"][place]),
        _ => format!("{name}.w{place}"),
    }
}

/// The number that consists of these words.
pub(super) fn construct(word: WordType, words: &[String]) -> String {
    match words {
        [word] => word.clone(),
        _ => format!("{}({})", type_name(word, words.len()), words.join(", ")),
    }
}

/// An exact constant. `value` is a number of the word type. For integers it is an `f64` whose low bits are the integer.
///
/// WGSL has no literals for infinities and NaN. They come from the function that [`special`] declares.
pub(super) fn constant(word: WordType, value: f64, place: Place) -> String {
    let suffix = match word {
        WordType::U32 => return super::uints::constant(value.to_bits() as u32),
        WordType::F16 => "h",
        WordType::F32 | WordType::Bf16 => "f",
        WordType::F64 => "lf",
    };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let size = value.abs();
    if value.is_nan() {
        format!("{}special(0x7fc00000u)", place.prefix(word))
    } else if value.is_infinite() {
        let bits = (value as f32).to_bits();
        format!("{}special({bits:#x}u)", place.prefix(word))
    } else if size.fract() == 0.0 && size < 1e6 {
        format!("{sign}{size:.1}{suffix}")
    } else if word == WordType::F16 {
        // naga has no hexadecimal literals of f16. These digits are exact enough for any reader.
        format!("{sign}{size:e}{suffix}")
    } else {
        format!("{sign}{}{suffix}", hexadecimal(size))
    }
}

/// A function `special` that makes infinities and NaN from their bits in f32.
///
/// The bits are hidden if zeros are. To a compiler that knows an infinite constant, an operation or
/// comparison with it has no meaning.
pub(super) fn special(word: WordType, hiding: Hiding) -> String {
    let prefix = hiding.place.prefix(word);
    let bits = if hiding.zeros { format!("bits | {}", hiding.zero()) } else { "bits".to_owned() };
    format!(
        "// Infinities and NaN, which cannot be written as constants.\n\
         fn {prefix}special(bits: u32) -> {word} {{\n    return {word}(bitcast<f32>({bits}));\n}}\n"
    )
}

/// A positive number as hexadecimal digits and a power of two: `0x1.8p-3`.
fn hexadecimal(value: f64) -> String {
    const FRACTION: u64 = (1 << 52) - 1;
    let bits = value.to_bits();
    let (mut exponent, mut fraction) = ((bits >> 52) as i32 - 1023, bits & FRACTION);
    if exponent == -1023 {
        // A subnormal f64: its first digit becomes the 1 before the point.
        let shift = fraction.leading_zeros() - 11;
        fraction = (fraction << shift) & FRACTION;
        exponent = -1022 - shift as i32;
    }
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x1{point}{digits}p{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_exact() {
        for (value, text) in [
            (0.0, "0.0lf"),
            (-0.0, "-0.0lf"),
            (4097.0, "4097.0lf"),
            (0.1, "0x1.999999999999ap-4lf"),
            (-1.5e-3, "-0x1.89374bc6a7efap-10lf"),
            (f64::MAX, "0x1.fffffffffffffp1023lf"),
            (f64::MIN_POSITIVE, "0x1p-1022lf"),
            (f64::from_bits(1), "0x1p-1074lf"),
            (f64::from_bits(3), "0x1.8p-1073lf"),
            (f64::NEG_INFINITY, "special(0xff800000u)"),
            (f64::NAN, "special(0x7fc00000u)"),
        ] {
            assert_eq!(constant(WordType::F64, value, Place::Module), text);
        }
        assert_eq!(constant(WordType::F32, f64::from(f32::MAX), Place::Module), "0x1.fffffep127f");
        assert_eq!(constant(WordType::F16, 0.5, Place::Module), "5e-1h");
    }
}
