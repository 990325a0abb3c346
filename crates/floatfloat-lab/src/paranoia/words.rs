//! Converts the words of a device between bytes and the `f64` that carry them.

use floatfloat_gpu::{WordType, backend::UNWRITTEN};
use half::{bf16, f16};

/// The words with these values, which must be numbers of the type.
pub(super) fn to_bytes(word: WordType, numbers: &[f64]) -> Vec<u8> {
    fn all<const N: usize>(numbers: &[f64], bytes: impl Fn(f64) -> [u8; N]) -> Vec<u8> {
        numbers.iter().flat_map(|&x| bytes(x)).collect()
    }
    match word {
        WordType::F16 => all(numbers, |x| f16::from_f64(x).to_ne_bytes()),
        WordType::Bf16 => all(numbers, |x| bf16::from_f64(x).to_ne_bytes()),
        WordType::F32 | WordType::U32 => all(numbers, |x| (x as f32).to_ne_bytes()),
        WordType::F64 => all(numbers, f64::to_ne_bytes),
    }
}

/// The numbers of these words, or the index of the first word that was never written.
pub(super) fn from_bytes(word: WordType, bytes: &[u8]) -> Result<Vec<f64>, usize> {
    fn all<const N: usize>(
        bytes: &[u8],
        number: impl Fn([u8; N]) -> f64,
    ) -> Result<Vec<f64>, usize> {
        let unwritten = UNWRITTEN.to_ne_bytes();
        let unwritten: [u8; N] = std::array::from_fn(|i| unwritten[i % unwritten.len()]);
        let (words, _) = bytes.as_chunks::<N>();
        match words.iter().position(|&word| word == unwritten) {
            Some(place) => Err(place),
            None => Ok(words.iter().map(|&word| number(word)).collect()),
        }
    }
    match word {
        WordType::F16 => all(bytes, |word| f16::from_ne_bytes(word).to_f64()),
        WordType::Bf16 => all(bytes, |word| bf16::from_ne_bytes(word).to_f64()),
        WordType::F32 | WordType::U32 => all(bytes, |word| f64::from(f32::from_ne_bytes(word))),
        WordType::F64 => all(bytes, f64::from_ne_bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::{from_bytes, to_bytes};
    use floatfloat_gpu::{WordType, backend::UNWRITTEN};

    const ALL: [WordType; 4] = [WordType::F16, WordType::Bf16, WordType::F32, WordType::F64];

    #[test]
    fn numbers_come_back_with_sign_and_payload_of_zero() {
        for word in ALL {
            let least = word.round(if word == WordType::F16 { 6e-8 } else { 1e-40 });
            let numbers = [0.0, -0.0, 1.5, -least, f64::INFINITY, f64::NEG_INFINITY];
            let back = from_bytes(word, &to_bytes(word, &numbers)).unwrap();
            assert_eq!(back.map_bits(), numbers.to_vec().map_bits(), "{word}");
            assert!(from_bytes(word, &to_bytes(word, &[f64::NAN])).unwrap()[0].is_nan(), "{word}");
        }
    }

    #[test]
    fn words_that_nobody_wrote_are_found() {
        for word in ALL {
            let mut bytes = to_bytes(word, &[1.0, 2.0, 3.0]);
            let size = word.bytes() as usize;
            let fill = UNWRITTEN.to_ne_bytes();
            for (i, byte) in bytes[size..2 * size].iter_mut().enumerate() {
                *byte = fill[i % 4];
            }
            assert_eq!(from_bytes(word, &bytes), Err(1), "{word}");
        }
    }

    trait MapBits {
        fn map_bits(self) -> Vec<u64>;
    }
    impl MapBits for Vec<f64> {
        fn map_bits(self) -> Vec<u64> {
            self.into_iter().map(f64::to_bits).collect()
        }
    }
}
