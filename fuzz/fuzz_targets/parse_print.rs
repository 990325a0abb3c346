//! Any text is read or refused as the word's own reader does; what was read is written and reads
//! back to the same bits. `cargo fuzz run parse_print`.
#![no_main]

use floatfloat::{DoubleWord, NativeWord};
use libfuzzer_sys::fuzz_target;
use std::str::FromStr;

fn check<F: NativeWord + FromStr>(text: &str) {
    let _ = DoubleWord::<F>::from_hex(text);
    let read = text.parse::<DoubleWord<F>>();
    assert_eq!(read.is_ok(), text.parse::<F>().is_ok(), "{text:?}");
    let Ok(x) = read else { return };
    let same = |y: DoubleWord<F>| {
        x.is_nan() && y.is_nan() || (x.hi().bits(), x.lo().bits()) == (y.hi().bits(), y.lo().bits())
    };
    assert!(same(format!("{x}").parse().unwrap()), "{x:?} is written {x}");
    assert!(same(format!("{x:e}").parse().unwrap()), "{x:?} is written {x:e}");
    assert!(same(DoubleWord::from_hex(&format!("{x:?}")).unwrap()), "{x:?}");
}

fuzz_target!(|text: &str| {
    check::<f32>(text);
    check::<f64>(text);
});
