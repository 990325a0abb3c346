//! Which long double an array holds.
//!
//! NumPy describes the long doubles of every machine with 16 bytes as `f16`: the 80 bits of x86 with 6 bytes of
//! padding, which may hold anything; IEEE 754 binary128; and the two `f64` of PowerPC. Only the elements tell them
//! apart. A form is possible if it gives every element a value that programs compute: the leading bit of an 80-bit
//! number is 1, the words of a pair do not overlap, and no value is subnormal. If several forms are possible, those
//! remain under which no value is unusual.

use super::npy_element::{ElementType, Form};

/// How likely an element is under a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Impossible,
    /// A number outside 2^±512, a pair of words far apart, a NaN with a payload, or a zero with padding that is not
    /// zero.
    Unusual,
    /// Any other number.
    Usual,
}

/// The form of all elements; `None` if the bytes do not tell.
pub(super) fn form(of: ElementType, elements: &[u8]) -> Option<Form> {
    if elements.iter().all(|&byte| byte == 0) {
        return Some(Form::Extended);
    }
    let worst = |fit: &dyn Fn(&[u8]) -> Fit| elements.chunks_exact(16).map(fit).min();
    let forms = [
        (Form::Extended, worst(&|bytes| extended(of.bits(bytes)))),
        (Form::Float, worst(&|bytes| binary128(of.bits(bytes)))),
        (Form::DoublePair, worst(&|bytes| pair(of.double_pair(bytes)))),
    ];
    [Fit::Unusual, Fit::Usual].into_iter().find_map(|least| {
        let mut fitting = forms.iter().filter(|(_, fit)| *fit >= Some(least));
        match (fitting.next(), fitting.next()) {
            (Some(&(form, _)), None) => Some(form),
            _ => None,
        }
    })
}

/// The fit of a number with an exponent of 15 bits. `has_payload` says whether it would be a NaN of which a bit is 1
/// besides the first.
fn of_exponent(code: u128, has_payload: bool) -> Fit {
    match code {
        0x7fff if has_payload => Fit::Unusual,
        0x7fff => Fit::Usual,
        _ if (0x3fff - 512..=0x3fff + 512).contains(&code) => Fit::Usual,
        _ => Fit::Unusual,
    }
}

fn extended(bits: u128) -> Fit {
    let (significand, code, padding) = (bits as u64, bits >> 64 & 0x7fff, bits >> 80);
    match (significand, code) {
        (0, 0) if padding == 0 => Fit::Usual,
        (0, 0) => Fit::Unusual,
        _ if significand >> 63 == 0 || code == 0 => Fit::Impossible,
        _ => of_exponent(code, significand << 2 != 0),
    }
}

fn binary128(bits: u128) -> Fit {
    match (bits << 1, bits >> 112 & 0x7fff) {
        (0, _) => Fit::Usual,
        (_, 0) => Fit::Impossible,
        (_, code) => of_exponent(code, bits << 17 != 0),
    }
}

fn pair([high, low]: [f64; 2]) -> Fit {
    let is_pair = high + low == high && !high.is_subnormal() && !low.is_subnormal();
    let is_near = low == 0.0 || low.abs() > high.abs() * 2f64.powi(-128);
    match is_pair || high.is_nan() {
        false => Fit::Impossible,
        true if high == 0.0 || !is_near => Fit::Unusual,
        true => Fit::Usual,
    }
}

#[cfg(test)]
mod tests {
    use super::form;
    use crate::input::npy_element::{ElementType, Form};

    /// The form of little-endian elements.
    fn form_of(elements: &[u128]) -> Option<Form> {
        let of = ElementType::read("<f16").unwrap();
        form(of, &elements.iter().flat_map(|bits| bits.to_le_bytes()).collect::<Vec<u8>>())
    }

    /// 0.1, 1, −2.5, 0 and −0 of each form.
    const EXTENDED: [u128; 5] = [
        0x3ffb_cccc_cccc_cccc_cccd,
        0x3fff_8000_0000_0000_0000,
        0xc000_a000_0000_0000_0000,
        0,
        0x8000_0000_0000_0000_0000,
    ];
    const BINARY128: [u128; 5] =
        [0x3ffb_9999_9999_9999_9999_9999_9999_999a, 0x3fff << 112, 0xc000_4000 << 96, 0, 1 << 127];
    const DOUBLE_PAIR: [u128; 5] = [
        0xbc59_999a_0000_0000_3fb9_9999_9999_999a,
        0x3ff0_0000_0000_0000,
        0xc004_0000_0000_0000,
        0,
        0x8000_0000_0000_0000,
    ];

    #[test]
    fn arrays_of_every_machine() {
        assert_eq!(form_of(&EXTENDED), Some(Form::Extended));
        assert_eq!(form_of(&BINARY128), Some(Form::Float));
        assert_eq!(form_of(&DOUBLE_PAIR), Some(Form::DoublePair));
    }

    #[test]
    fn single_numbers() {
        for (i, &bits) in EXTENDED.iter().enumerate() {
            assert_eq!(form_of(&[bits]), Some(Form::Extended), "{i}");
        }
        for (i, &bits) in BINARY128[..3].iter().enumerate() {
            assert_eq!(form_of(&[bits]), Some(Form::Float), "{i}");
        }
        for (i, &bits) in DOUBLE_PAIR[..3].iter().enumerate() {
            assert_eq!(form_of(&[bits]), Some(Form::DoublePair), "{i}");
        }
    }

    #[test]
    fn integers_of_binary128_are_no_zeros_with_padding() {
        let integers: Vec<u128> = (0..20u32)
            .map(|i| u128::from(f64::from(i).to_bits()))
            .map(|bits| match bits {
                0 => 0,
                _ => ((bits >> 52) + 0x3fff - 0x3ff) << 112 | (bits << 76 << 12 >> 16),
            })
            .collect();
        assert_eq!(form_of(&integers), Some(Form::Float));
    }

    #[test]
    fn padding_may_hold_anything_that_is_not_a_number_itself() {
        let padded = |padding: u128| EXTENDED.map(|bits| bits | padding << 80);
        for padding in [0x7fff_1234_5678, 0x0000_7f12_3456, 0x1] {
            assert_eq!(form_of(&padded(padding)[..3]), Some(Form::Extended), "{padding:x}");
        }
        // Here the padding could be the highest bits of a common binary128.
        assert_eq!(form_of(&padded(0x3fff_1234_5678)[..3]), None);
    }

    #[test]
    fn numbers_beyond_the_range_of_f64() {
        let far = EXTENDED.map(|bits| if bits == 0 { 0 } else { bits | 0x7000 << 64 });
        assert_eq!(form_of(&far[..4]), Some(Form::Extended));
        assert_eq!(form_of(&[0x7000 << 112 | 1]), Some(Form::Float));
    }
}
