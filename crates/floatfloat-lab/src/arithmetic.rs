//! The arithmetics that experiments compare. One trait covers all of them, so that an algorithm is
//! written once, for the processor and for recordings.

mod composite;
mod family;
mod multiple;
mod pair;
mod plain;

pub use composite::Composite;
pub use family::{CompositeOf, FAMILIES, Family, PairOf, PlainOf, each_type, with_family};
pub use multiple::Multiple;
pub use plain::Plain;

/// Numbers with the four operations. Special values are not repaired: experiments avoid them.
pub trait Arithmetic: Clone {
    /// self + other
    fn add(&self, other: &Self) -> Self;

    /// self − other
    fn sub(&self, other: &Self) -> Self;

    /// self · other
    fn mul(&self, other: &Self) -> Self;

    /// self ÷ other
    fn div(&self, other: &Self) -> Self;

    /// The number nearest to a value, on the same machine and with the same precision as `self`.
    fn constant(&self, value: f64) -> Self;

    /// self − x · y, the step of eliminations. For machine words it is fused where possible.
    #[inline(always)]
    fn minus_product(&self, x: &Self, y: &Self) -> Self {
        self.sub(&x.mul(y))
    }

    /// self + x · y, the step of inner products. For machine words it is fused where possible.
    #[inline(always)]
    fn plus_product(&self, x: &Self, y: &Self) -> Self {
        self.add(&x.mul(y))
    }
}
