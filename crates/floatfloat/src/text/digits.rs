//! Decimal digits of a number: the shortest that read back, or a given number of digits, rounded.
//!
//! Both are Steele & White's and Dragon4's free-format generation on exact integers: the value is
//! held as a fraction of a power of ten, and each multiplication by ten moves a digit out of it.
//! Here 18 digits move at once, as long as all of them are needed.

use super::{interval::Interval, parse::Decimal};
use crate::{
    exact::{Big, Quotient, Rational, magnitude, unit},
    native_word::NativeWord,
};
use core::cmp::Ordering;

/// The most digits that a value has: 309 before the point and 1074 after it.
const CAPACITY: usize = 309 + 1074 + 2 * CHUNK;

/// 0.d1 d2 d3 … · 10^point, the digits in ASCII. No digits: zero.
pub(super) struct Digits {
    bytes: [u8; CAPACITY],
    length: usize,
    pub(super) point: i32,
}

impl Digits {
    pub(super) fn new(point: i32) -> Self {
        Digits { bytes: [0; CAPACITY], length: 0, point }
    }

    /// An integer below 10^400 as 0.d1 d2 d3 … · 10^point, without zeros at the end, if it has `count` digits.
    /// Otherwise the error is the number of excess digits.
    pub(super) fn of_integer(mut integer: Big, point: i32, count: usize) -> Result<Self, i64> {
        let mut chunks = [0; 400 / CHUNK + 1];
        let mut used = 0;
        while !integer.is_zero() {
            chunks[used] = integer.divide_by_word(CHUNK_SCALE);
            used += 1;
        }
        let first = used.saturating_sub(1);
        let of_first = chunks[first].checked_ilog10().map_or(0, |log| log as usize + 1);
        let total = of_first + CHUNK * first;
        if total != count {
            return Err(total as i64 - count as i64);
        }
        let mut digits = Digits::new(point);
        digits.push_chunk(chunks[first], of_first);
        for &chunk in chunks[..first].iter().rev() {
            digits.push_chunk(chunk, CHUNK);
        }
        digits.drop_trailing_zeros();
        Ok(digits)
    }

    pub(super) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }

    /// The number that the digits are.
    pub(super) fn to_decimal(&self) -> Decimal {
        let mut digits = Big::new(0);
        for &byte in &self.bytes[..self.length] {
            digits.multiply_add(10, (byte - b'0').into());
        }
        Decimal { digits, exponent: i64::from(self.point) - self.length as i64 }
    }

    /// Appends exactly `count` digits of a number below 10^count.
    fn push_chunk(&mut self, mut chunk: u64, count: usize) {
        for byte in self.bytes[self.length..self.length + count].iter_mut().rev() {
            *byte = b'0' + (chunk % 10) as u8;
            chunk /= 10;
        }
        self.length += count;
    }

    fn drop_trailing_zeros(&mut self) {
        while self.length > 0 && self.bytes[self.length - 1] == b'0' {
            self.length -= 1;
        }
    }

    /// Adds one unit of the last digit.
    fn round_up(&mut self) {
        while self.length > 0 && self.bytes[self.length - 1] == b'9' {
            self.length -= 1;
        }
        if self.length == 0 {
            self.push_chunk(1, 1);
            self.point += 1;
        } else {
            self.bytes[self.length - 1] += 1;
        }
    }
}

/// Digits that one step moves out of the fraction at most.
const CHUNK: usize = 18;
const CHUNK_SCALE: u64 = 10u64.pow(CHUNK as u32);

/// The value `fraction / whole · 10^point`. On the same scale, how far below and above it the values extend
/// that have the same text.
#[derive(Clone)]
struct Scaled {
    fraction: Big,
    /// The topmost bit of its topmost limb is set.
    whole: Big,
    below: Big,
    above: Big,
    /// Whether the ends belong to the interval.
    includes_ends: bool,
    point: i32,
}

impl Scaled {
    /// fraction · 2^unit, not zero, as an exact value with an empty interval; whole / 10 ≤ fraction < whole.
    fn exactly(fraction: Big, unit: i32) -> Self {
        Scaled::new(fraction, unit, Big::new(0), Big::new(0), true)
    }

    /// |x| with the interval of values that read as x. Then fraction + above < whole, but not if both are multiplied by ten.
    fn within<F: NativeWord>(x: &[F], interval: &Interval) -> Self {
        let Interval { below, above, includes_ends } = *interval;
        let unit = unit(x).min(below).min(above);
        let [below, above] = [below, above].map(|exponent| {
            let mut end = Big::new(1);
            end.shift_left((exponent - unit) as u32);
            end
        });
        Scaled::new(magnitude(x, unit), unit, below, above, includes_ends)
    }

    fn new(fraction: Big, unit: i32, below: Big, above: Big, includes_ends: bool) -> Self {
        // An estimate, at most 1 too small or 1 too large: 1233/4096 is log10(2).
        let point = (((fraction.bit_length() as i32 + unit) * 1233) >> 12) + 1;
        let whole = Big::new(1);
        let mut scaled = Scaled { fraction, whole, below, above, includes_ends, point };
        scaled.multiply(-point, unit);
        scaled.settle_point();
        scaled
    }

    /// Multiplies the value by 10^power · 2^binary.
    fn multiply(&mut self, power: i32, binary: i32) {
        let twos = power + binary;
        if power < 0 {
            self.whole.multiply_power_of_five(power.unsigned_abs());
        }
        self.whole.shift_left((-twos).max(0) as u32);
        let align = self.whole.bit_length().next_multiple_of(64) - self.whole.bit_length();
        self.whole.shift_left(align);
        for part in [&mut self.fraction, &mut self.below, &mut self.above] {
            if power > 0 {
                part.multiply_power_of_five(power.unsigned_abs());
            }
            part.shift_left(twos.max(0) as u32 + align);
        }
    }

    /// Corrects `point` by one if its estimate is wrong.
    fn settle_point(&mut self) {
        if self.reaches_above() {
            self.multiply(-1, 0);
            self.point += 1;
            return;
        }
        let mut tenfold = self.clone();
        let digit = tenfold.shift_out(10);
        if digit == 0 && !tenfold.reaches_above() {
            tenfold.point -= 1;
            *self = tenfold;
        }
    }

    /// Multiplies by `scale`, a power of ten, and takes the whole part, which it returns.
    fn shift_out(&mut self, scale: u64) -> u64 {
        for part in [&mut self.fraction, &mut self.below, &mut self.above] {
            part.multiply_add(scale, 0);
        }
        self.fraction.divide(&self.whole)
    }

    /// Whether the interval above `fraction` reaches `whole`.
    fn reaches_above(&self) -> bool {
        let mut end = self.fraction.clone();
        end.add(&self.above);
        match end.cmp(&self.whole) {
            Ordering::Less => false,
            Ordering::Equal => self.includes_ends,
            Ordering::Greater => true,
        }
    }

    /// Whether the interval below `fraction` reaches zero.
    fn reaches_below(&self) -> bool {
        match self.fraction.cmp(&self.below) {
            Ordering::Less => true,
            Ordering::Equal => self.includes_ends,
            Ordering::Greater => false,
        }
    }

    /// Whether rounding to the digits taken so far, the last of which is given, goes up.
    fn rounds_up(&self, last_digit: u64) -> bool {
        let mut double = self.fraction.clone();
        double.shift_left(1);
        match double.cmp(&self.whole) {
            Ordering::Less => false,
            Ordering::Equal => last_digit % 2 == 1,
            Ordering::Greater => true,
        }
    }
}

/// The reals that are read as |x|, whichever words x has.
fn interval<F: NativeWord>(x: &[F]) -> Interval {
    if let [_, _] = x {
        return Interval::of(x);
    }
    let exponent = unit(x);
    let value = Quotient { numerator: magnitude(x, exponent), denominator: Big::new(1), exponent };
    let mut words = [F::default(); 4];
    let words = &mut words[..x.len()];
    value.round_into(x[0].is_negative(), words);
    Interval::of(words)
}

/// The shortest digits that read back as |x|, and of these the nearest to it. x is finite.
pub(super) fn shortest<F: NativeWord>(x: &[F]) -> Digits {
    if x[0] == F::default() {
        return Digits::new(1);
    }
    let mut scaled = Scaled::within(x, &interval(x));
    let mut digits = Digits::new(scaled.point);
    // If a number of few digits lies in the interval, it is also a number of more digits. So if none lies in it
    // at the end of a chunk, the whole chunk is needed.
    loop {
        let mut next = scaled.clone();
        let chunk = next.shift_out(CHUNK_SCALE);
        if next.reaches_below() || next.reaches_above() {
            break;
        }
        digits.push_chunk(chunk, CHUNK);
        scaled = next;
    }
    loop {
        let digit = scaled.shift_out(10);
        let (down, up) = (scaled.reaches_below(), scaled.reaches_above());
        digits.push_chunk(digit, 1);
        if down || up {
            if up && (!down || scaled.rounds_up(digit)) {
                digits.round_up();
            }
            return digits;
        }
    }
}

/// Where the digits end when a precision is given.
#[derive(Clone, Copy)]
pub(super) enum Stop {
    /// This many digits after the decimal point.
    AfterPoint(usize),
    /// This many digits in all, at least one.
    Significant(usize),
}

/// The digits of |x| up to `stop`, rounded to nearest, ties to even, without trailing zeros.
/// x is finite.
pub(super) fn rounded<F: NativeWord>(x: &[F], stop: Stop) -> Digits {
    if x[0] == F::default() {
        return Digits::new(1);
    }
    let unit = unit(x);
    rounded_integer(magnitude(x, unit), unit, stop)
}

/// The digits of integer · 2^unit, not zero, in the same way.
pub(super) fn rounded_integer(integer: Big, unit: i32, stop: Stop) -> Digits {
    let mut scaled = Scaled::exactly(integer, unit);
    let mut digits = Digits::new(scaled.point);
    let mut wanted = match stop {
        Stop::AfterPoint(count) => i64::from(scaled.point) + count as i64,
        Stop::Significant(count) => count as i64,
    };
    if wanted < 0 {
        return Digits::new(1);
    }
    let mut last_digit = 0;
    while wanted > 0 && !scaled.fraction.is_zero() {
        let count = CHUNK.min(wanted as usize);
        last_digit = scaled.shift_out(10u64.pow(count as u32));
        digits.push_chunk(last_digit, count);
        wanted -= count as i64;
    }
    if scaled.rounds_up(last_digit) {
        digits.round_up();
    }
    digits.drop_trailing_zeros();
    digits
}
