//! Moduli, and what follows from them.

use super::lines;
use std::sync::OnceLock;

/// The most moduli: pairwise coprime numbers, the largest first, from 256 downwards. No other number is coprime to all of them.
pub(super) const MOST: usize = 49;

/// 1.5 · 2^23, whose unit in the last place is 1. So the bits of `MAGIC + x` are those of `MAGIC` plus the integer x.
pub(super) const MAGIC: f32 = 12582912.0;

/// A modulus, and constants of the steps modulo it.
#[derive(Debug)]
pub(super) struct Modulus {
    pub(super) value: i32,
    /// For each limb of a number the weights of its four bytes: powers of two modulo this modulus.
    pub(super) weights: [i32; Plan::LIMBS],
    /// Where the sum of weighted bytes begins: the bits of [`MAGIC`], less the number that was added to make limbs
    /// non-negative.
    pub(super) start: i32,
    /// The same for the right operand, whose residues are multiplied by the inverse of M/m modulo m. Then a product of residues is
    /// the coefficient of M/m in the Chinese remainder theorem.
    pub(super) scaled_weights: [i32; Plan::LIMBS],
    pub(super) scaled_start: i32,
    /// Weights and start for a 32-bit sum, to which 2^31 was added.
    pub(super) sum_weights: i32,
    pub(super) sum_start: i32,
    pub(super) float: f32,
    pub(super) inverse: f32,
}

/// The first moduli, with product M.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) moduli: Vec<Modulus>,
    /// Limbs of 32 bits in a scaled number.
    pub(super) limbs: usize,
    /// Q: the squares of the 2-norms of scaled rows and columns are at most this, a little less than M/2.
    pub(super) norm: f64,
    /// Groups of four moduli.
    pub(super) groups: usize,
    /// M/m of all moduli in digits of −128 to 127: for each digit four bytes a group.
    pub(super) digits: Vec<i32>,
    /// The initial value of each digit's sum. It cancels the 128 that is added to every residue.
    pub(super) starts: Vec<i32>,
    /// Digits of 32 bits in a sum of residues times M/m.
    pub(super) pieces: usize,
    /// M in digits of 32 bits, each times its power of two. The last digit has the rest of M.
    pub(super) product: Vec<f64>,
    pub(super) limbs_of_product: [u32; Plan::PIECES],
    pub(super) inverse_of_product: f64,
}

impl Plan {
    /// The most limbs.
    pub(super) const LIMBS: usize = 6;
    /// The most digits of 32 bits.
    pub(super) const PIECES: usize = 12;

    /// The plan for so many moduli.
    ///
    /// # Panics
    /// If there are none or more than [`MOST`].
    pub(super) fn of(count: usize) -> &'static Plan {
        static PLANS: [OnceLock<Plan>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        PLANS[count].get_or_init(|| Plan::new(count))
    }

    fn new(count: usize) -> Plan {
        let values = coprime(count);
        let product = values.iter().fold(Natural::one(), |product, &m| product.times(m));
        let norm = product.to_f64() / 2.0 * (1.0 - 1.0 / 65536.0);
        // Two bits more than a scaled entry, for its sign and for roundings.
        let limbs = (product.bits() / 2 + 2).div_ceil(32);
        let groups = count.div_ceil(4);
        let smallest = values[count - 1];
        let pieces = (product.over(smallest).bits() + 2).div_ceil(32);
        let mut digits = vec![0; 4 * pieces * groups];
        let mut starts = vec![0; 4 * pieces];
        let mut moduli = Vec::new();
        for (i, &m) in values.iter().enumerate() {
            let weight = product.over(m);
            let mut carry = 0;
            for (d, start) in starts.iter_mut().enumerate() {
                let byte = i32::from(weight.byte(d)) + carry;
                carry = i32::from(byte >= 128);
                let digit = byte - 256 * carry;
                *start -= 128 * digit;
                digits[d * groups + i / 4] |= (digit & 255) << (8 * (i % 4));
            }
            moduli.push(Modulus::new(m, limbs, inverse(weight.modulo(m), m)));
        }
        let pieces_of_product = (0..pieces).map(|k| {
            let digit = match k + 1 == pieces {
                true => f64::from(product.digit(k)) + f64::from(product.digit(k + 1)) * DIGIT,
                false => f64::from(product.digit(k)),
            };
            digit * lines::power_of_two(32 * k as i32)
        });
        Plan {
            limbs,
            norm,
            groups,
            digits,
            starts,
            pieces,
            product: pieces_of_product.collect(),
            limbs_of_product: core::array::from_fn(|k| product.digit(k)),
            inverse_of_product: 1.0 / product.to_f64(),
            moduli,
        }
    }
}

impl Modulus {
    fn new(m: u32, limbs: usize, factor: u32) -> Modulus {
        let bytes = |first: usize, factor: u32| {
            let bytes =
                [0, 1, 2, 3].map(|i| balanced(power_of_two(8 * (first + i), m) * factor, m) as u8);
            i32::from_le_bytes(bytes)
        };
        let weights = |factor: u32| {
            core::array::from_fn(|l| if l < limbs { bytes(4 * l, factor) } else { 0 })
        };
        let start = |offset: u32| MAGIC.to_bits() as i32 + balanced(m - offset % m, m);
        let offset = power_of_two(32 * limbs - 1, m);
        Modulus {
            value: m as i32,
            weights: weights(1),
            start: start(offset),
            scaled_weights: weights(factor),
            scaled_start: start(offset * factor),
            sum_weights: bytes(0, 1),
            sum_start: start(power_of_two(31, m)),
            float: m as f32,
            inverse: 1.0 / m as f32,
        }
    }
}

/// The largest numbers of at most 256 without common divisors.
fn coprime(count: usize) -> Vec<u32> {
    fn divisor(a: u32, b: u32) -> u32 {
        if b == 0 { a } else { divisor(b, a % b) }
    }
    let mut found: Vec<u32> = Vec::new();
    let mut candidate = 256;
    while found.len() < count {
        if found.iter().all(|&m| divisor(candidate, m) == 1) {
            found.push(candidate);
        }
        candidate -= 1;
    }
    found
}

/// x modulo m, in −m/2 to m/2.
fn balanced(x: u32, m: u32) -> i32 {
    let x = x % m;
    if 2 * x >= m { x as i32 - m as i32 } else { x as i32 }
}

fn power_of_two(exponent: usize, m: u32) -> u32 {
    (0..exponent).fold(1, |power, _| 2 * power % m)
}

/// The number y with x · y = 1 modulo m.
fn inverse(x: u32, m: u32) -> u32 {
    (1..m).find(|y| x * y % m == 1).unwrap_or(1)
}

/// 2^32.
const DIGIT: f64 = 4294967296.0;

/// A natural number in digits of 32 bits, lowest first.
struct Natural(Vec<u32>);

impl Natural {
    fn one() -> Self {
        Natural(vec![1])
    }

    fn times(&self, factor: u32) -> Self {
        let mut carry = 0;
        let mut digits: Vec<u32> = Vec::new();
        for &digit in &self.0 {
            let product = u64::from(digit) * u64::from(factor) + carry;
            digits.push(product as u32);
            carry = product >> 32;
        }
        if carry > 0 {
            digits.push(carry as u32);
        }
        Natural(digits)
    }

    /// This number over one of its divisors.
    fn over(&self, divisor: u32) -> Self {
        let mut rest = 0u64;
        let mut digits = vec![0; self.0.len()];
        for (digit, quotient) in self.0.iter().zip(&mut digits).rev() {
            let whole = (rest << 32) | u64::from(*digit);
            *quotient = (whole / u64::from(divisor)) as u32;
            rest = whole % u64::from(divisor);
        }
        Natural(digits)
    }

    fn modulo(&self, m: u32) -> u32 {
        let step = |rest: u64, &digit: &u32| ((rest << 32) | u64::from(digit)) % u64::from(m);
        self.0.iter().rev().fold(0, step) as u32
    }

    fn digit(&self, k: usize) -> u32 {
        self.0.get(k).copied().unwrap_or(0)
    }

    fn byte(&self, k: usize) -> u8 {
        self.digit(k / 4).to_le_bytes()[k % 4]
    }

    fn bits(&self) -> usize {
        let used = self.0.iter().rposition(|&digit| digit != 0).map_or(0, |k| k + 1);
        32 * used - self.digit(used.saturating_sub(1)).leading_zeros() as usize
    }

    fn to_f64(&self) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, &digit| sum * DIGIT + f64::from(digit))
    }
}
