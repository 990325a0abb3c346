//! How soon the digits of a chaotic orbit are gone: x ← 3.9 x (1 − x), in four precisions.
//!
//! `cargo run --release --example orbit`

use floatfloat::{DoubleDouble, FloatFloat};
use std::ops::{Mul, Sub};

fn main() {
    println!(
        "{:>5}  {:>10}  {:>16}  {:>20}  {:>20}",
        "step", "f32", "float-float", "f64", "double-double"
    );
    let (mut single, mut double) = (0.5f32, 0.5f64);
    let (mut float_float, mut double_double) = (FloatFloat::from(0.5f32), DoubleDouble::from(0.5));
    // 3.9 is no word: each type takes the nearest number that it has.
    let [r_ff, r_dd] = ["3.9"; 2];
    let r_ff: FloatFloat = r_ff.parse().expect("a number");
    let r_dd: DoubleDouble = r_dd.parse().expect("a number");
    for step in 0..=160 {
        if step % 20 == 0 {
            println!(
                "{step:5}  {single:10.6}  {float_float:16.12}  {double:20.16}  {double_double:20.16}"
            );
        }
        single = logistic(3.9, single, 1.0);
        double = logistic(3.9, double, 1.0);
        float_float = logistic(r_ff, float_float, FloatFloat::from(1.0f32));
        double_double = logistic(r_dd, double_double, DoubleDouble::from(1.0));
    }
}

fn logistic<N: Copy + Mul<Output = N> + Sub<Output = N>>(r: N, x: N, one: N) -> N {
    r * x * (one - x)
}
