//! Exact numbers of fixed size, for computations for which words are not enough: text and remainders.

mod bigint;
mod enclosure;
mod parts;
mod quotient;
mod rational;
mod short_quotient;

pub(crate) use bigint::Big;
pub(crate) use enclosure::{Enclosure, MOST_LIMBS};
pub(crate) use parts::{magnitude, unit};
pub(crate) use quotient::Quotient;
pub(crate) use rational::{Rational, normalize};
pub(crate) use short_quotient::ShortQuotient;
