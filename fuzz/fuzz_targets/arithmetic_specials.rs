//! Operators on any pair of numbers: normalised results, no NaN out of finite operands but 0/0,
//! and the special values of the word's own operation. `cargo fuzz run arithmetic_specials`.
#![no_main]

use floatfloat::{DoubleWord, NativeWord, NoFma, Word};
use libfuzzer_sys::fuzz_target;

type Pair<F> = (F, F);

fn check<F: NativeWord, W: Word>(
    x: Pair<F>,
    y: Pair<F>,
    wrap: impl Fn(F) -> W,
    unwrap: impl Fn(W) -> F,
) {
    let wrapped = |(high, low): Pair<F>| DoubleWord::from_parts(wrap(high), wrap(low));
    let (a, b) = (wrapped(x), wrapped(y));
    let (x, y) = (unwrap(a.hi()), unwrap(b.hi()));
    for (name, result, word) in [
        ("+", a + b, x + y),
        ("-", a - b, x - y),
        ("*", a * b, x * y),
        ("/", a / b, x / y),
        ("sqrt", a.sqrt(), x.sqrt()),
    ] {
        let (high, low) = (unwrap(result.hi()), unwrap(result.lo()));
        assert_eq!(high.is_nan(), word.is_nan(), "{x:?} {name} {y:?}");
        if high.is_finite() && high != F::default() {
            assert!(high + low == high, "{x:?} {name} {y:?} = {high:?} + {low:?}");
        } else {
            assert!(low == F::default(), "{x:?} {name} {y:?} = {high:?} + {low:?}");
        }
        if !word.is_finite() || high == F::default() {
            assert!(high.is_nan() || high.bits() == word.bits(), "{x:?} {name} {y:?} = {high:?}");
        }
    }
}

fuzz_target!(|input: [u64; 4]| {
    let [a, b, c, d] = input.map(f64::with_bits);
    check((a, b), (c, d), |w| w, |w| w);
    check((a, b), (c, d), NoFma, |w| w.0);
    let [a, b, c, d] = input.map(f32::with_bits);
    check((a, b), (c, d), |w| w, |w| w);
    check((a, b), (c, d), NoFma, |w| w.0);
});
