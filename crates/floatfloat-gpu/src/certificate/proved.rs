//! What a certificate says of a device and of each word type.

use super::{Accuracy, Compiling, Failure, Fast, Fma, Subnormals};
use crate::{backend::Description, lowering::Lowering, word_type::WordType};
use serde::{Deserialize, Serialize};

/// What is proved about a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// The device.
    pub device: Description,
    /// The word types of the device, `f32` and `f64`.
    pub words: Vec<WordCertificate>,
}

/// What is proved about a device's arithmetic on one word type, and properties of this arithmetic.
/// A property is absent if the programs that would have shown it did not run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WordCertificate {
    /// The word type.
    pub word: WordType,
    /// The lowering that is exact, or none.
    pub lowering: Option<Lowering>,
    /// Every lowering that was tried, in this order.
    pub trials: Vec<Trial>,
    /// Whether the multiply-add that the device calls fused is fused.
    pub fma: Option<Fma>,
    /// How the device treats subnormal numbers.
    pub subnormals: Option<Subnormals>,
    /// Whether sums and products are rounded to nearest, ties to even.
    pub nearest: Option<bool>,
    /// The accuracy of the device's own division, in the normal range.
    pub division: Option<Accuracy>,
    /// The accuracy of the device's own square root.
    pub square_root: Option<Accuracy>,
    /// The accuracy of double-word quotients and roots that use the device's own operations uncorrected, with the
    /// lowering that was taken. None if arithmetic is made of integers.
    #[serde(default)]
    pub fast: Option<Fast>,
    /// How long programs of integers may be, if arithmetic is made of integers and this was measured.
    #[serde(default)]
    pub compiling: Option<Compiling>,
    /// Whether the signs of zeros are correct with the lowering that was taken.
    pub signed_zeros: bool,
    /// Whether infinities and NaN are correct with the lowering that was taken.
    pub special_values: bool,
    /// The number of results that were compared with the lowering that was taken.
    pub compared: u64,
}

/// A lowering that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The lowering.
    pub lowering: Lowering,
    /// Why the lowering was not taken, or not at once: the first failing operation. None if the
    /// lowering is exact.
    pub failure: Option<Failure>,
}

impl Certificate {
    /// The lowering that was proved exact for a word type.
    pub fn lowering(&self, word: WordType) -> Option<Lowering> {
        self.word(word)?.lowering
    }

    /// What is proved about a word type, if the device has it.
    pub fn word(&self, word: WordType) -> Option<&WordCertificate> {
        self.words.iter().find(|certificate| certificate.word == word)
    }

    /// Whether arithmetic on some word type is exact.
    pub fn is_certified(&self) -> bool {
        self.words.iter().any(|word| word.lowering.is_some())
    }
}
