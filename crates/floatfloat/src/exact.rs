//! Exact numbers of fixed size, for what cannot be done in words: text and remainders.

mod bigint;
mod parts;
mod quotient;
mod rational;
mod short_quotient;

pub(crate) use bigint::Big;
pub(crate) use parts::{magnitude, unit};
pub(crate) use quotient::Quotient;
pub(crate) use rational::{Rational, normalize};
pub(crate) use short_quotient::ShortQuotient;
