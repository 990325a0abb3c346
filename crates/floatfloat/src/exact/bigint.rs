//! Natural numbers on the stack.

use core::cmp::Ordering;

/// Enough for the largest number that text needs: 1390 decimal digits, scaled for a division.
const LIMBS: usize = 80;

/// A natural number below 2^5120. A larger result panics (an index out of range); each use explains why this
/// cannot happen.
#[derive(Clone)]
pub(crate) struct Big {
    /// Least significant first; zero from `length` on.
    limbs: [u64; LIMBS],
    /// Limbs in use: the topmost of them is not zero.
    length: usize,
}

impl Big {
    pub(crate) fn new(value: u64) -> Self {
        let mut limbs = [0; LIMBS];
        limbs[0] = value;
        Big { limbs, length: usize::from(value != 0) }
    }

    /// The number with these limbs, the least significant first.
    pub(crate) fn from_limbs(limbs: &[u64]) -> Self {
        let mut big = Big::new(0);
        big.limbs[..limbs.len()].copy_from_slice(limbs);
        big.length = limbs.len();
        big.trim();
        big
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.length == 0
    }

    /// Position of the topmost bit, counted from 1; 0 for zero.
    pub(crate) fn bit_length(&self) -> u32 {
        match self.length {
            0 => 0,
            n => 64 * n as u32 - self.limbs[n - 1].leading_zeros(),
        }
    }

    /// self · factor + addend
    pub(crate) fn multiply_add(&mut self, factor: u64, addend: u64) {
        let mut carry = addend;
        for limb in &mut self.limbs[..self.length] {
            let wide = u128::from(*limb) * u128::from(factor) + u128::from(carry);
            *limb = wide as u64;
            carry = (wide >> 64) as u64;
        }
        if carry != 0 {
            self.limbs[self.length] = carry;
            self.length += 1;
        }
        self.trim();
    }

    /// self · 5^exponent
    pub(crate) fn multiply_power_of_five(&mut self, exponent: u32) {
        /// The largest power of five in a limb is 5^27.
        const STEP: u32 = 27;
        for _ in 0..exponent / STEP {
            self.multiply_add(5u64.pow(STEP), 0);
        }
        self.multiply_add(5u64.pow(exponent % STEP), 0);
    }

    /// self · 2^bits
    pub(crate) fn shift_left(&mut self, bits: u32) {
        let (limbs, bits) = ((bits / 64) as usize, bits % 64);
        if self.length == 0 {
            return;
        }
        if bits > 0 {
            let mut carry = 0;
            for limb in &mut self.limbs[..self.length] {
                let above = *limb >> (64 - bits);
                *limb = *limb << bits | carry;
                carry = above;
            }
            if carry != 0 {
                self.limbs[self.length] = carry;
                self.length += 1;
            }
        }
        if limbs > 0 {
            self.limbs.copy_within(..self.length, limbs);
            self.limbs[..limbs].fill(0);
            self.length += limbs;
        }
    }

    /// self / 2^bits, rounded down.
    pub(crate) fn shift_right(&mut self, bits: u32) {
        let (limbs, bits) = (self.length.min((bits / 64) as usize), bits % 64);
        self.limbs.copy_within(limbs..self.length, 0);
        self.limbs[self.length - limbs..self.length].fill(0);
        self.length -= limbs;
        if bits > 0 {
            let mut carry = 0;
            for limb in self.limbs[..self.length].iter_mut().rev() {
                let below = *limb << (64 - bits);
                *limb = *limb >> bits | carry;
                carry = below;
            }
        }
        self.trim();
    }

    pub(crate) fn add(&mut self, other: &Big) {
        self.length = self.length.max(other.length);
        let mut carry = false;
        for (limb, &addend) in self.limbs[..self.length].iter_mut().zip(&other.limbs) {
            let (sum, over) = limb.overflowing_add(addend);
            let (sum, over_again) = sum.overflowing_add(carry.into());
            *limb = sum;
            carry = over | over_again;
        }
        if carry {
            self.limbs[self.length] = 1;
            self.length += 1;
        }
    }

    /// self − other, which must not be larger.
    pub(crate) fn subtract(&mut self, other: &Big) {
        let borrow = subtract_product(&mut self.limbs[..self.length], other.in_use(), 1);
        debug_assert_eq!(borrow, 0);
        self.trim();
    }

    /// Divides by a number whose topmost limb has its topmost bit set: the remainder stays, the
    /// quotient, which must fit in a limb, is returned.
    pub(crate) fn divide(&mut self, divisor: &Big) -> u64 {
        let quotient = divide_step(&mut self.limbs[..=divisor.length], divisor.in_use());
        self.length = divisor.length;
        self.trim();
        quotient
    }

    /// Divides by a word, which is not zero: the quotient stays, the remainder is returned.
    pub(crate) fn divide_by_word(&mut self, divisor: u64) -> u64 {
        let mut remainder = 0;
        for limb in self.limbs[..self.length].iter_mut().rev() {
            let value = u128::from(remainder) << 64 | u128::from(*limb);
            *limb = (value / u128::from(divisor)) as u64;
            remainder = (value % u128::from(divisor)) as u64;
        }
        self.trim();
        remainder
    }

    /// Divides by a number whose topmost limb has its topmost bit set: the remainder stays, the quotient is returned.
    pub(crate) fn divide_long(&mut self, divisor: &Big) -> Big {
        let n = divisor.length;
        let mut quotient = Big::new(0);
        quotient.length = (self.length + 1).saturating_sub(n);
        for offset in (0..quotient.length).rev() {
            let value = &mut self.limbs[offset..=offset + n];
            quotient.limbs[offset] = divide_step(value, divisor.in_use());
        }
        quotient.trim();
        self.length = self.length.min(n);
        self.trim();
        quotient
    }

    /// The limbs in use, the least significant first.
    pub(crate) fn in_use(&self) -> &[u64] {
        &self.limbs[..self.length]
    }

    fn trim(&mut self) {
        while self.length > 0 && self.limbs[self.length - 1] == 0 {
            self.length -= 1;
        }
    }
}

impl PartialEq for Big {
    fn eq(&self, other: &Self) -> bool {
        self.in_use() == other.in_use()
    }
}

impl Eq for Big {}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Self) -> Ordering {
        let lengths = self.length.cmp(&other.length);
        lengths.then_with(|| self.in_use().iter().rev().cmp(other.in_use().iter().rev()))
    }
}

/// One step of Knuth's algorithm D (TAOCP 2, 4.3.1): divides `value`, one limb longer than
/// `divisor` and smaller than 2^64 times it, leaves the remainder and returns the quotient. The
/// guess from the leading limbs is at most 2 too large, since the divisor's topmost bit is set.
fn divide_step(value: &mut [u64], divisor: &[u64]) -> u64 {
    let n = divisor.len();
    let leading = u128::from(value[n]) << 64 | u128::from(value[n - 1]);
    let guess = leading / u128::from(divisor[n - 1]);
    let mut quotient = u64::try_from(guess).unwrap_or(u64::MAX);
    let mut borrow = subtract_product(value, divisor, quotient);
    while borrow != 0 {
        quotient -= 1;
        let mut carry = false;
        for (limb, &addend) in value.iter_mut().zip(divisor) {
            let (sum, over) = limb.overflowing_add(addend);
            let (sum, over_again) = sum.overflowing_add(carry.into());
            *limb = sum;
            carry = over | over_again;
        }
        let (top, over) = value[n].overflowing_add(carry.into());
        value[n] = top;
        borrow -= u64::from(over);
    }
    quotient
}

/// value − divisor · factor, modulo 2^(64 · limbs of value); returns the borrow.
fn subtract_product(value: &mut [u64], divisor: &[u64], factor: u64) -> u64 {
    let mut carry = 0u64;
    let (low, high) = value.split_at_mut(divisor.len());
    for (limb, &digit) in low.iter_mut().zip(divisor) {
        let product = u128::from(digit) * u128::from(factor) + u128::from(carry);
        let (difference, under) = limb.overflowing_sub(product as u64);
        *limb = difference;
        carry = (product >> 64) as u64 + u64::from(under);
    }
    for limb in high {
        let (difference, under) = limb.overflowing_sub(carry);
        *limb = difference;
        carry = under.into();
    }
    carry
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;

    fn to_dashu(x: &Big) -> UBig {
        let bytes: Vec<u8> = x.in_use().iter().flat_map(|limb| limb.to_le_bytes()).collect();
        UBig::from_le_bytes(&bytes)
    }

    /// Numbers of 1 to 30 limbs, many with runs of ones and zeros, which divisions stumble over.
    fn numbers(count: usize) -> impl Iterator<Item = Big> {
        let mut state = 1u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 29
        };
        (0..count).map(move |_| {
            let length = 1 + random() as usize % 30;
            let mut x = Big::new(random() | 1);
            for _ in 1..length {
                x.shift_left(64);
                let limb = match random() % 4 {
                    0 => u64::MAX,
                    1 => 0,
                    _ => random(),
                };
                x.add(&Big::new(limb));
            }
            x
        })
    }

    #[test]
    fn agrees_with_dashu() {
        let list: Vec<Big> = numbers(4000).collect();
        for pair in list.windows(2) {
            let (mut x, mut y) = (pair[0].clone(), pair[1].clone());
            let (a, b) = (to_dashu(&x), to_dashu(&y));
            assert_eq!(x.cmp(&y), a.cmp(&b));
            assert_eq!(x.bit_length() as usize, dashu_int::ops::BitTest::bit_len(&a));
            x.add(&y);
            assert_eq!(to_dashu(&x), &a + &b);
            x.subtract(&y);
            assert_eq!(to_dashu(&x), a);
            x.multiply_power_of_five(61);
            assert_eq!(to_dashu(&x), &a * UBig::from(5u8).pow(61));
            x.shift_left(131);
            let a = (a * UBig::from(5u8).pow(61)) << 131;
            assert_eq!(to_dashu(&x), a);
            for bits in [0, 3, 64, 200, 5000] {
                let mut shifted = x.clone();
                shifted.shift_right(bits);
                assert_eq!(to_dashu(&shifted), &a >> bits as usize);
            }
            assert!(Big::from_limbs(x.in_use()) == x);
            let mut quotient = x.clone();
            let remainder = quotient.divide_by_word(10u64.pow(18));
            assert_eq!(to_dashu(&quotient), &a / 10u64.pow(18));
            assert_eq!(UBig::from(remainder), &a % UBig::from(10u64.pow(18)));

            let shift = y.bit_length().next_multiple_of(64) - y.bit_length();
            y.shift_left(shift);
            let b = b << shift as usize;
            let quotient = x.divide_long(&y);
            assert_eq!(to_dashu(&quotient), &a / &b);
            assert_eq!(to_dashu(&x), &a % &b);
            x.multiply_add(u64::MAX, 12345);
            let a = (a % &b) * u64::MAX + 12345u64;
            assert_eq!(to_dashu(&x), a);
            if a < (&b << 64) {
                let quotient = x.divide(&y);
                assert_eq!(UBig::from(quotient), &a / &b);
                assert_eq!(to_dashu(&x), &a % &b);
            }
        }
    }
}
