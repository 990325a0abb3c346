//! Sums as bytes, to send them to another process.

use super::{DIGIT, DIGITS, ReproducibleSum};

/// Bytes of the special value, of all digits except the topmost, and of the topmost digit.
const LENGTH: usize = 8 + 4 * (DIGITS - 1) + 8;

/// The largest magnitude of the topmost digit that is accepted: much more than any sum of 2^60 terms has, and
/// small enough that sums of it do not overflow.
const MOST: u64 = 1 << 61;

impl ReproducibleSum {
    /// The sum as bytes for [`from_bytes`](Self::from_bytes), the same for equal sums on every machine.
    ///
    /// ```
    /// use floatfloat::ReproducibleSum;
    /// let mut sum = ReproducibleSum::new();
    /// [1.0, 1e-300].map(|word| sum.add_word(word));
    /// let mut received = ReproducibleSum::from_bytes(&sum.to_bytes()).unwrap();
    /// received.add_word(-1.0);
    /// assert_eq!(received.to_word::<f64>(), 1e-300);
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> [u8; LENGTH] {
        let mut sum = self.clone();
        sum.carry();
        let mut bytes = [0; LENGTH];
        let (special, rest) = bytes.split_at_mut(8);
        let (digits, top) = rest.split_at_mut(LENGTH - 16);
        special.copy_from_slice(&sum.special.to_le_bytes());
        for (bytes, digit) in digits.chunks_exact_mut(DIGIT as usize / 8).zip(sum.digits) {
            bytes.copy_from_slice(&(digit as u32).to_le_bytes());
        }
        top.copy_from_slice(&sum.digits[DIGITS - 1].to_le_bytes());
        bytes
    }

    /// The sum that [`to_bytes`](Self::to_bytes) wrote, or `None` if these are not its bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; LENGTH] = bytes.try_into().ok()?;
        let (special, rest) = bytes.split_first_chunk::<8>()?;
        let (digits, top) = rest.split_last_chunk::<8>()?;
        let mut sum = ReproducibleSum::new();
        sum.special = f64::from_le_bytes(*special);
        for (digit, bytes) in sum.digits.iter_mut().zip(digits.chunks_exact(DIGIT as usize / 8)) {
            *digit = i64::from(u32::from_le_bytes(bytes.try_into().ok()?));
        }
        sum.digits[DIGITS - 1] = i64::from_le_bytes(*top);
        let is_sum = sum.digits[DIGITS - 1].unsigned_abs() <= MOST
            && (sum.special == 0.0 || !sum.special.is_finite());
        is_sum.then_some(sum)
    }
}
