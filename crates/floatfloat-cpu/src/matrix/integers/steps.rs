//! What a machine needs that computes the whole of an [accurate product](super::gemm_accurate()) with the same bits: how it
//! measures lines, chooses moduli, and converts numbers to residues and back.
//!
//! The machine
//!
//! 1. measures each row of a and each column of b ([`Line`]),
//! 2. multiplies magnitudes of 7 bits and counts how many moduli each entry needs ([`Choice`]),
//! 3. scales, rounds ([`fixed_point::integer`](floatfloat::fixed_point::integer())) and splits numbers ([`Moduli::weights`]),
//! 4. multiplies the residues for each modulus,
//! 5. rebuilds the integers ([`Moduli::digit`], [`fixed_point::reduced`](floatfloat::fixed_point::reduced())) and rounds
//!    them to words ([`fixed_point::words`](floatfloat::fixed_point::words())).

use super::{
    lines::{BITS, Line as Measured},
    moduli::{MAGIC, MOST, Plan},
    multiply::Accuracy,
    needs::{cheapest, largest_ratio, least},
    plain::TO_WORDS,
    product::LONGEST,
    units::Units,
};
use crate::number::Number;

/// The most terms of a sum of products of residues.
pub const MOST_TERMS: usize = LONGEST;

/// Bits of the magnitudes whose sums [`Line::new`] takes.
pub const BITS_OF_NORMS: u32 = BITS;

/// Bits of the magnitudes whose product tells how many moduli are needed: the largest of a line has 7.
pub const BITS_OF_MAGNITUDES: u32 = 7;

/// How accurate entries are.
#[derive(Clone, Copy)]
pub struct Goal(Accuracy);

impl Goal {
    /// The accuracy of [`gemm_accurate`](super::gemm_accurate()); none for types with too many words.
    #[must_use]
    pub fn of<T: Number>() -> Option<Self> {
        let accuracy = Accuracy::of::<T>();
        least(accuracy.bound).map(|_| Goal(accuracy))
    }

    /// The accuracy of [`gemm_to_words`](super::gemm_to_words()).
    #[must_use]
    pub fn of_words() -> Self {
        Goal(TO_WORDS)
    }
}

/// A row of a or a column of b, whose entries are finite.
#[derive(Clone, Copy)]
pub struct Line(Measured);

impl Line {
    /// A line whose largest entry has this exponent. Each magnitude is divided by 2^(exponent − 19) and rounded down to an integer of
    /// [`BITS_OF_NORMS`] bits. `sums` are those of the squares and of the integers, after each was increased by 1; zeros stay zeros. Lines
    /// of zeros have the exponent 0.
    #[must_use]
    pub fn new(exponent: i32, sums: [u64; 2]) -> Self {
        let [squares, sum] = sums;
        Line(Measured { exponent, squares, sum, finite: true, moderate: true })
    }

    /// The exponent of the power of two with which entries are multiplied.
    #[must_use]
    pub fn scale(&self, moduli: Moduli) -> i32 {
        self.0.scale(moduli.0)
    }

    /// The exponent of the largest entry.
    #[must_use]
    pub fn exponent(&self) -> i32 {
        self.0.exponent
    }
}

/// How many moduli a product gets.
pub struct Choice {
    least: usize,
    /// For each row of a and each column of b the 2-norm and the 1-norm.
    pub norms: [Vec<[u32; 2]>; 2],
    /// The limits of so many moduli, from the fewest on.
    pub limits: Vec<Limit>,
}

/// An entry needs more moduli if `x₂·y₁ + x₁·y₂ > factor·2^shift·s`, where x₂, x₁, y₂ and y₁ are the norms of its row and its
/// column, and s is the product of their magnitudes of 7 bits.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// An integer of 21 bits.
    pub factor: u32,
    /// At most 63.
    pub shift: i32,
}

impl Choice {
    /// The choice for a product of these lines.
    #[must_use]
    pub fn new(rows: &[Line], columns: &[Line], goal: Goal) -> Self {
        let bound = goal.0.bound;
        let least = least(bound).expect("a goal can be reached");
        let units = Units::of(rows.iter().chain(columns).map(|line| &line.0));
        let norms = [rows, columns].map(|lines| {
            lines.iter().map(|line| units.norms(&line.0).map(|norm| norm as u32)).collect()
        });
        let limits = (least..=MOST)
            .map(|moduli| {
                let limit = units.of_whole(largest_ratio(moduli, bound));
                let shift = (limit.to_bits() >> 52) as i32 - 1023 - 20;
                let factor = (limit.to_bits() >> 32) as u32 & 0xf_ffff | 1 << 20;
                // Beyond 63 the limit is larger than all norms unless s is zero.
                Limit { factor, shift: shift.min(63) }
            })
            .collect();
        Choice { least, norms, limits }
    }

    /// The number of moduli, if integers are the fastest way and all entries are products of integers then. `beyond` says for each
    /// limit how many entries need more moduli. It may end where no entry does.
    #[must_use]
    pub fn moduli(&self, entries: u64, beyond: &[u64]) -> Option<Moduli> {
        let mut counts = [0; MOST + 2];
        let mut before = entries;
        for (place, &beyond) in beyond.iter().enumerate() {
            counts[self.least + place] = (before - beyond) as usize;
            before = beyond;
        }
        counts[MOST + 1] += before as usize;
        let moduli = cheapest(&counts, self.least)?;
        let reached = beyond.get(moduli - self.least).is_some_and(|&beyond| beyond == 0);
        reached.then(|| Moduli(Plan::of(moduli)))
    }
}

/// The first moduli, with product M.
#[derive(Clone, Copy)]
pub struct Moduli(&'static Plan);

impl Moduli {
    /// So many moduli, 1 to 49.
    #[must_use]
    pub fn of(count: usize) -> Option<Self> {
        (1..=MOST).contains(&count).then(|| Moduli(Plan::of(count)))
    }

    /// The moduli.
    #[must_use]
    pub fn values(self) -> Vec<u32> {
        self.0.moduli.iter().map(|m| m.value as u32).collect()
    }

    /// Limbs of 32 bits of a scaled number.
    #[must_use]
    pub fn limbs(self) -> usize {
        self.0.limbs
    }

    /// For the modulus at this place and each limb, four bytes of −128 to 127. The residue of a scaled number is that of the sum of
    /// all products of its bytes and these bytes, plus `start`, after 2^31 is added to its highest limb.
    ///
    /// Residues of the right operand are multiplied by the inverse of M/m.
    #[must_use]
    pub fn weights(self, place: usize, right: bool) -> (&'static [i32], i32) {
        let m = &self.0.moduli[place];
        let (weights, start) = match right {
            false => (&m.weights, m.start),
            true => (&m.scaled_weights, m.scaled_start),
        };
        (&weights[..self.0.limbs], start - MAGIC.to_bits() as i32)
    }

    /// For a digit of 8 bits, four bytes of −128 to 127 for each group of four moduli: the entry is the sum of the digits times 256^d,
    /// less a multiple of M. A digit is the sum of all products of these bytes and the residues of −m/2 to m/2 of the product.
    /// None beyond the last digit.
    #[must_use]
    pub fn digit(self, d: usize) -> Option<&'static [i32]> {
        self.0.digits.get(d * self.0.groups..(d + 1) * self.0.groups)
    }

    /// The bits of M.
    #[must_use]
    pub fn bits(self) -> u32 {
        let product = self.product();
        let used = product.iter().rposition(|&limb| limb != 0).expect("M is not zero");
        32 * used as u32 + product[used].ilog2() + 1
    }

    /// M, in limbs of 32 bits.
    #[must_use]
    pub fn product(self) -> [u32; Plan::PIECES] {
        self.0.limbs_of_product
    }
}
