//! The elements of NumPy arrays: the types that are read, and the exact values of their bytes.

use super::{format_error::FormatError, npy_long_double};
use crate::number::scale_f64;
use floatfloat::multi_precision::Mp256;

/// The type of the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ElementType {
    pub(super) form: Form,
    /// Bytes of an element.
    pub(super) width: usize,
    pub(super) is_big_endian: bool,
}

/// What the bytes of an element mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Bool,
    Signed,
    Unsigned,
    /// IEEE 754 binary16, binary32, binary64 or binary128.
    Float,
    /// The 80 bits of x86, with bytes of padding.
    Extended,
    /// The sum of two `f64`, the long double of PowerPC.
    DoublePair,
    /// A long double of 16 bytes. Its form depends on the machine that saved it.
    LongDouble,
}

/// The exact value of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Exact {
    /// The sum of two `f64`, the first of which is the rounded sum.
    Words([f64; 2]),
    /// A number that no two `f64` hold.
    Multiple(Mp256),
}

impl ElementType {
    /// Reads NumPy's description of a type.
    pub(super) fn read(descr: &str) -> Result<Self, FormatError> {
        let unknown = || FormatError::ElementType { descr: descr.into() };
        let (order, code) = descr.split_at_checked(1).ok_or_else(unknown)?;
        let is_big_endian = match order {
            "<" | "|" => false,
            ">" => true,
            "=" => cfg!(target_endian = "big"),
            _ if descr.ends_with('O') => return Err(FormatError::Pickled),
            _ => return Err(unknown()),
        };
        let (form, width) = match code {
            "b1" => (Form::Bool, 1),
            "i1" => (Form::Signed, 1),
            "i2" => (Form::Signed, 2),
            "i4" => (Form::Signed, 4),
            "i8" => (Form::Signed, 8),
            "u1" => (Form::Unsigned, 1),
            "u2" => (Form::Unsigned, 2),
            "u4" => (Form::Unsigned, 4),
            "u8" => (Form::Unsigned, 8),
            "f2" => (Form::Float, 2),
            "f4" => (Form::Float, 4),
            "f8" => (Form::Float, 8),
            "f12" if !is_big_endian => (Form::Extended, 12),
            "f16" => (Form::LongDouble, 16),
            "c8" | "c16" | "c24" | "c32" => return Err(FormatError::Complex),
            "O" => return Err(FormatError::Pickled),
            _ => return Err(unknown()),
        };
        Ok(ElementType { form, width, is_big_endian })
    }

    /// Whether two elements may be the words of a number.
    pub(super) fn is_word(self) -> bool {
        self.form == Form::Float && matches!(self.width, 4 | 8)
    }

    /// Whether every element is a float of at most 24 bits.
    pub(super) fn is_narrow(self) -> bool {
        self.form == Form::Float && self.width <= 4
    }

    /// Whether the form of the elements is known without a look at all of them.
    pub(super) fn is_known(self) -> bool {
        self.form != Form::LongDouble
    }

    /// The same type with its form, which the elements show if the type does not.
    pub(super) fn known(self, elements: &[u8]) -> Result<Self, FormatError> {
        if self.is_known() {
            return Ok(self);
        }
        let form = npy_long_double::form(self, elements).ok_or(FormatError::LongDouble)?;
        Ok(ElementType { form, ..self })
    }

    /// The exact value of an element.
    pub(super) fn value(self, bytes: &[u8]) -> Exact {
        let bits = self.bits(bytes);
        let whole = |is_negative, significand| finite(is_negative, significand, 0);
        match (self.form, self.width) {
            (Form::Float, 8) => Exact::Words([f64::from_bits(bits as u64), 0.0]),
            (Form::Float, 4) => Exact::Words([f32::from_bits(bits as u32).into(), 0.0]),
            (Form::Float, 2) => interchange(bits, 5, 10),
            (Form::Float, _) | (Form::LongDouble, _) => interchange(bits, 15, 112),
            (Form::Extended, _) => extended(bits),
            (Form::DoublePair, _) => Exact::Words(self.double_pair(bytes)),
            (Form::Bool, _) => whole(false, u128::from(bits != 0)),
            (Form::Unsigned, _) => whole(false, bits),
            (Form::Signed, width) => {
                let unused = u128::BITS - 8 * width as u32;
                let integer = (bits << unused) as i128 >> unused;
                whole(integer < 0, integer.unsigned_abs())
            }
        }
    }

    /// The bytes as an integer.
    pub(super) fn bits(self, bytes: &[u8]) -> u128 {
        let mut all = [0; 16];
        if self.is_big_endian {
            all[16 - bytes.len()..].copy_from_slice(bytes);
            u128::from_be_bytes(all)
        } else {
            all[..bytes.len()].copy_from_slice(bytes);
            u128::from_le_bytes(all)
        }
    }

    /// The bytes as two `f64`; the high word comes first in either byte order.
    pub(super) fn double_pair(self, bytes: &[u8]) -> [f64; 2] {
        let (high, low) = bytes.split_at(8);
        [high, low].map(|word| f64::from_bits(self.bits(word) as u64))
    }
}

/// A number of a binary interchange format of IEEE 754 with at most 15 bits of exponent.
fn interchange(bits: u128, exponent_bits: u32, fraction_bits: u32) -> Exact {
    let all_ones = (1 << exponent_bits) - 1;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let code = (bits >> fraction_bits) as i32 & all_ones;
    let is_negative = bits >> (exponent_bits + fraction_bits) & 1 != 0;
    if code == all_ones {
        return special(is_negative, fraction == 0);
    }
    let significand = if code == 0 { fraction } else { fraction | 1 << fraction_bits };
    finite(is_negative, significand, code.max(1) - all_ones / 2 - fraction_bits as i32)
}

/// A number in the 80 bits of x86, where the leading bit of the significand is stored.
fn extended(bits: u128) -> Exact {
    let (significand, code) = (bits as u64, (bits >> 64) as i32 & 0x7fff);
    let is_negative = bits >> 79 & 1 != 0;
    if code == 0x7fff {
        return special(is_negative, significand << 1 == 0);
    }
    finite(is_negative, significand.into(), code.max(1) - 0x3fff - 63)
}

fn special(is_negative: bool, is_infinite: bool) -> Exact {
    let size = if is_infinite { f64::INFINITY } else { f64::NAN };
    Exact::Words([if is_negative { -size } else { size }, 0.0])
}

/// ±significand · 2^exponent.
fn finite(is_negative: bool, significand: u128, exponent: i32) -> Exact {
    let zeros = significand.trailing_zeros() % u128::BITS;
    let (significand, exponent) = (significand >> zeros, exponent + zeros as i32);
    // The significand has at most 113 bits, so that conversions between integers are exact.
    let high = significand as f64;
    let rest = significand as i128 - high as i128;
    let low = rest as f64;
    let bits = (u128::BITS - significand.leading_zeros()) as i32;
    let is_in_range = (-1074..1024 - bits).contains(&exponent) || significand == 0;
    if is_in_range && low as i128 == rest {
        let sign = if is_negative { -1.0 } else { 1.0 };
        return Exact::Words([high, low].map(|word| sign * scale_f64(word, exponent)));
    }
    let sign = if is_negative { "-" } else { "" };
    let number = Mp256::from_hex(&format!("{sign}0x{significand:x}p{exponent}"));
    Exact::Multiple(number.unwrap_or(Mp256::NAN))
}

#[cfg(test)]
mod tests {
    use super::{ElementType, Exact};
    use floatfloat::multi_precision::Mp256;

    fn value(descr: &str, bytes: &[u8]) -> Exact {
        ElementType::read(descr).unwrap().value(bytes)
    }

    #[test]
    fn integers_of_every_width_are_exact() {
        for (descr, bytes, words) in [
            ("|b1", &[0][..], [0.0, 0.0]),
            ("|b1", &[1], [1.0, 0.0]),
            ("|i1", &[0x80], [-128.0, 0.0]),
            ("|u1", &[0x80], [128.0, 0.0]),
            ("<i2", &[0xfe, 0xff], [-2.0, 0.0]),
            (">i2", &[0x01, 0x00], [256.0, 0.0]),
            ("<u2", &[0xff, 0xff], [65535.0, 0.0]),
            (">i4", &[0x80, 0, 0, 0], [-2147483648.0, 0.0]),
            ("<u4", &[0xff; 4], [4294967295.0, 0.0]),
            ("<i8", &(i64::MAX).to_le_bytes(), [9223372036854775808.0, -1.0]),
            (">i8", &(i64::MIN + 1).to_be_bytes(), [-9223372036854775808.0, 1.0]),
            ("<u8", &[0xff; 8], [18446744073709551616.0, -1.0]),
            (">u8", &((1u64 << 53) + 1).to_be_bytes(), [9007199254740992.0, 1.0]),
        ] {
            assert_eq!(value(descr, bytes), Exact::Words(words), "{descr} {bytes:x?}");
        }
    }

    #[test]
    fn halves() {
        for (bits, expected) in [
            (0x3c00u16, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x0001, 2f64.powi(-24)),
            (0x03ff, 1023.0 * 2f64.powi(-24)),
            (0x0400, 2f64.powi(-14)),
            (0x3555, 1365.0 / 4096.0),
            (0xfc00, f64::NEG_INFINITY),
        ] {
            assert_eq!(value("<f2", &bits.to_le_bytes()), Exact::Words([expected, 0.0]));
            assert_eq!(value(">f2", &bits.to_be_bytes()), Exact::Words([expected, 0.0]));
        }
        assert!(matches!(value("<f2", &[1, 0x7c]), Exact::Words([x, _]) if x.is_nan()));
    }

    #[test]
    fn extended_numbers_are_exact_beyond_the_range_of_f64() {
        let bytes = |significand: u64, code: u16| {
            [&significand.to_le_bytes()[..], &code.to_le_bytes(), &[0xaa, 0xaa]].concat()
        };
        // 0.1, rounded to 64 bits
        let tenth = value("<f12", &bytes(0xcccc_cccc_cccc_cccd, 0x3ffb));
        assert_eq!(tenth, Exact::Words([0.1, -409.5 * 2f64.powi(-66)]));
        let far = Mp256::from_hex("-0x1.999999999999999ap-16000").unwrap();
        let code = 0x8000 | (0x3fff - 16000);
        assert_eq!(
            value("<f12", &bytes(0xcccc_cccc_cccc_cccd, code)),
            Exact::Multiple(far),
            "the padding does not count"
        );
    }

    #[test]
    fn binary128_is_exact_with_more_bits_than_two_words() {
        let third = 0x3ffd_5555_5555_5555_5555_5555_5555_5555u128;
        let expected = Mp256::from_hex("0x1.5555555555555555555555555555p-2").unwrap();
        assert_eq!(value("<f16", &third.to_le_bytes()), Exact::Multiple(expected));
        assert_eq!(value(">f16", &third.to_be_bytes()), Exact::Multiple(expected));
        let tiny = Exact::Multiple(Mp256::from_hex("0x1p-16494").unwrap());
        assert_eq!(value("<f16", &1u128.to_le_bytes()), tiny);
        let least = 0x3fff - 1074u128;
        assert_eq!(
            value("<f16", &(least << 112).to_le_bytes()),
            Exact::Words([f64::from_bits(1), 0.0])
        );
        let infinite = value("<f16", &(0xffff_u128 << 112).to_le_bytes());
        assert_eq!(infinite, Exact::Words([f64::NEG_INFINITY, 0.0]));
    }

    #[test]
    fn types_without_numbers_are_refused() {
        for descr in ["<c8", ">c16", "<c32"] {
            let message = ElementType::read(descr).unwrap_err().to_string();
            assert!(message.contains("complex"), "{message}");
        }
        for descr in ["", "<", "f8", "<U5", "|S3", "|V16", "<M8[ns]", ">f12", "<i16", "<f3", "é"] {
            let message = ElementType::read(descr).unwrap_err().to_string();
            assert!(message.contains("are not supported"), "{message}");
        }
    }
}
