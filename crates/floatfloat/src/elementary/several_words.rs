//! Elementary functions of three and four words: one algorithm for both numbers of words and for any [`Word`] of 24 or 53
//! bits, straight-line as those of two words are.
//!
//! An argument is reduced as by the functions of two words, with the same tables, but for their length. Polynomials are
//! evaluated in as many words as each term contributes: high powers in one, then in two, three and four.
//! Special values are those of the functions of two words.
//!
//! Bounds are relative to the exact result, for the whole value, in u^n of n words, u = 2^-p, as long as the result's last
//! word is in range: above 2^(emin + np), 2^-54 of `TripleFloat`, 2^-30 of `QuadFloat`, 2^-863 of `TripleDouble`, 2^-810 of
//! `QuadDouble`. Below that a result keeps the precision that the format still has: its error is the bound and sixteen
//! units of the least subnormal word.
//!
//! Recordings hold the steps of these functions, and not their names: a device is asked to prove the operations that
//! they consist of, and not the functions.
//!
//! Bounds are sums of those of the operations, by hand and to first order, and tests find a small part of them: the bounds of
//! operations are seldom reached, and never all at once.

pub mod atan;
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
