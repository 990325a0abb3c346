//! Elementary functions of three and four words. Each has one algorithm for both, over any [`Word`] of 24 or 53
//! bits, straight-line like the functions of two words.
//!
//! Arguments are reduced as in the functions of two words, with longer entries of the same tables. Each term of
//! a polynomial has as many words as it contributes to the result: high powers have one, the following powers
//! two, three and four. Special values are those of the functions of two words.
//!
//! Bounds are relative to the exact result, for the whole value, in u^n for n words, u = 2^-p, as long as the
//! result's last word is in range: for results above 2^(emin + np), which is 2^-54 for `TripleFloat`, 2^-30 for
//! `QuadFloat`, 2^-863 for `TripleDouble`, 2^-810 for `QuadDouble`. Below this limit the error is at most the
//! bound plus sixteen units of the least subnormal word.
//!
//! Recordings hold the steps of these functions, but not their names: a device must prove the operations that
//! they consist of, not the functions.
//!
//! Bounds are sums of the bounds of the operations, by hand and to first order. The errors that tests find are
//! a small part of them: the bounds of operations are seldom reached, and never all at once.

pub mod atan;
mod exact;
pub mod exp;
mod function;
pub mod hyperbolic;
pub mod inverse_hyperbolic;
pub mod ln;
mod payne_hanek;
pub mod pow;
pub mod roots;
mod steps;
pub mod trig;

pub use function::{Elementary, Info};

use crate::{
    multi_word::{QuadWord, TripleWord},
    word::Word,
};
use function::several_words;
use steps::Steps;

/// A number of three or four words.
pub trait SeveralWords: Steps + trig::Reduced {}

impl<W: Word> SeveralWords for TripleWord<W> {}
impl<W: Word> SeveralWords for QuadWord<W> {}
