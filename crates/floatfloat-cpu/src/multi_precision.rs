//! Multiple precision on slices: numbers of [`floatfloat::multi_precision`], sixteen side by side.
//!
//! ```
//! use floatfloat::multi_precision::Mp128;
//! use floatfloat_cpu::multi_precision::Mp128Vec;
//!
//! let x: Mp128Vec = (1..=1000).map(|k: u32| Mp128::from(k)).collect();
//! let inverse: Mp128Vec = (1..=1000).map(|k: u32| Mp128::ONE / Mp128::from(k)).collect();
//! assert_eq!(f64::from(x.dot(&inverse)?), 1000.0);
//! assert_eq!(x.try_mul(&x)?.sum(), Mp128::from(333_833_500));
//! # Ok::<(), floatfloat_cpu::Error>(())
//! ```
//!
//! Results have the same bits on every instruction set. Sums, differences, products, [`sum`](MultiPrecisionVec::sum)
//! and [`dot`](MultiPrecisionVec::dot) use AVX-512, AVX2 or NEON. Without these instruction sets, and for quotients and
//! roots, the numbers are computed one after the other.

mod block;
mod kernels;

use crate::error::Error;
use block::{Block, LANES};
use floatfloat::multi_precision::{Limbs, MultiPrecision, Width};
use kernels::{Add, Mul, Sub};

/// A vector of numbers of `N` limbs.
#[derive(Clone, Default)]
pub struct MultiPrecisionVec<const N: usize> {
    /// The numbers, with zeros behind the last one.
    blocks: Vec<Block<N>>,
    length: usize,
}

/// A vector of numbers of 32 bits.
pub type Mp32Vec = MultiPrecisionVec<1>;

/// A vector of numbers of 64 bits.
pub type Mp64Vec = MultiPrecisionVec<2>;

/// A vector of numbers of 128 bits.
pub type Mp128Vec = MultiPrecisionVec<4>;

/// A vector of numbers of 256 bits.
pub type Mp256Vec = MultiPrecisionVec<8>;

impl<const N: usize> MultiPrecisionVec<N>
where
    Limbs: Width<N>,
{
    /// A vector of `length` zeros.
    pub fn zeros(length: usize) -> Self {
        MultiPrecisionVec { blocks: vec![Block::ZEROS; length.div_ceil(LANES)], length }
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The number at `index`, if there is one.
    pub fn get(&self, index: usize) -> Option<MultiPrecision<u32, N>> {
        (index < self.length).then(|| self.blocks[index / LANES].get(index % LANES))
    }

    /// All numbers in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MultiPrecision<u32, N>> + '_ {
        (0..self.length).map(|index| self.blocks[index / LANES].get(index % LANES))
    }

    /// `self` + `y`, element by element.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn try_add(&self, y: &Self) -> Result<Self, Error> {
        let mut out = Self::zeros(self.length);
        self.add_into(y, &mut out)?;
        Ok(out)
    }

    /// `self` + `y`, element by element, written to `out`.
    ///
    /// # Errors
    /// If `y` or `out` has more or fewer elements.
    pub fn add_into(&self, y: &Self, out: &mut Self) -> Result<(), Error> {
        self.all_as_long("add", y, out)?;
        kernels::map::<Add, N>(&self.blocks, &y.blocks, &mut out.blocks);
        Ok(())
    }

    /// `self` − `y`, element by element.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn try_sub(&self, y: &Self) -> Result<Self, Error> {
        let mut out = Self::zeros(self.length);
        self.sub_into(y, &mut out)?;
        Ok(out)
    }

    /// `self` − `y`, element by element, written to `out`.
    ///
    /// # Errors
    /// If `y` or `out` has more or fewer elements.
    pub fn sub_into(&self, y: &Self, out: &mut Self) -> Result<(), Error> {
        self.all_as_long("sub", y, out)?;
        kernels::map::<Sub, N>(&self.blocks, &y.blocks, &mut out.blocks);
        Ok(())
    }

    /// `self` · `y`, element by element.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn try_mul(&self, y: &Self) -> Result<Self, Error> {
        let mut out = Self::zeros(self.length);
        self.mul_into(y, &mut out)?;
        Ok(out)
    }

    /// `self` · `y`, element by element, written to `out`.
    ///
    /// # Errors
    /// If `y` or `out` has more or fewer elements.
    pub fn mul_into(&self, y: &Self, out: &mut Self) -> Result<(), Error> {
        self.all_as_long("mul", y, out)?;
        kernels::map::<Mul, N>(&self.blocks, &y.blocks, &mut out.blocks);
        Ok(())
    }

    /// `self` / `y`, element by element.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn try_div(&self, y: &Self) -> Result<Self, Error> {
        self.as_long("div", "y", y)?;
        Ok(self.iter().zip(y.iter()).map(|(x, y)| x / y).collect())
    }

    /// The square root of each element.
    pub fn sqrt(&self) -> Self {
        self.iter().map(MultiPrecision::sqrt).collect()
    }

    /// The sum of all elements; −0 if there are none.
    ///
    /// Algorithm: each of 64 sums takes every 64th element. The sums are then added in pairs: k and k + 32, then k
    /// and k + 16, and so on. With n elements, each element takes part in at most ⌈n/64⌉ + 5 additions that are
    /// rounded to p bits. The error is therefore at most ((1 + 2^-p)^(⌈n/64⌉ + 5) − 1) Σ|x|, if nothing overflows.
    pub fn sum(&self) -> MultiPrecision<u32, N> {
        kernels::sum(&self.blocks, self.length)
    }

    /// The sum of the products of elements, each product rounded; −0 if there are none. Products are added
    /// as by [`sum`](MultiPrecisionVec::sum), so the error is at most ((1 + 2^-p)^(⌈n/64⌉ + 6) − 1) Σ|xy|,
    /// if nothing overflows or underflows.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn dot(&self, y: &Self) -> Result<MultiPrecision<u32, N>, Error> {
        self.as_long("dot", "y", y)?;
        Ok(kernels::dot(&self.blocks, &y.blocks, self.length))
    }

    fn as_long(
        &self,
        operation: &'static str,
        operand: &'static str,
        other: &Self,
    ) -> Result<(), Error> {
        if self.length == other.length {
            return Ok(());
        }
        let (length, expected) = (other.length, self.length);
        Err(Error::LengthsDiffer { operation, operand, length, expected })
    }

    fn all_as_long(&self, operation: &'static str, y: &Self, out: &Self) -> Result<(), Error> {
        self.as_long(operation, "y", y)?;
        self.as_long(operation, "the output", out)
    }
}

impl<const N: usize> FromIterator<MultiPrecision<u32, N>> for MultiPrecisionVec<N> {
    fn from_iter<I: IntoIterator<Item = MultiPrecision<u32, N>>>(numbers: I) -> Self {
        let (mut blocks, mut length) = (Vec::new(), 0usize);
        for number in numbers {
            if length.is_multiple_of(LANES) {
                blocks.push(Block::ZEROS);
            }
            if let Some(block) = blocks.last_mut() {
                block.set(length % LANES, number);
            }
            length += 1;
        }
        MultiPrecisionVec { blocks, length }
    }
}

impl<const N: usize> From<&[MultiPrecision<u32, N>]> for MultiPrecisionVec<N> {
    fn from(numbers: &[MultiPrecision<u32, N>]) -> Self {
        numbers.iter().copied().collect()
    }
}
