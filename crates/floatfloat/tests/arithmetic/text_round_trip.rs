//! What is written reads back to the same bits.

use crate::common::{Random, bits};
use floatfloat::{DoubleWord, NativeWord};
use std::fmt::Write;

/// Half in positional, half in scientific notation.
fn round_trip<F: NativeWord>(count: usize) {
    let mut random = Random(1);
    let mut text = String::new();
    for i in 0..count {
        let x: DoubleWord<F> = random.double_word();
        text.clear();
        if i % 2 == 0 { write!(text, "{x}") } else { write!(text, "{x:e}") }.unwrap();
        let back: DoubleWord<F> = text.parse().unwrap();
        assert_eq!(bits(x), bits(back), "{x:?} was written {text}");
    }
}

#[test]
fn a_million_float_floats() {
    round_trip::<f32>(1_000_000);
}

#[test]
fn a_million_double_doubles() {
    round_trip::<f64>(1_000_000);
}
