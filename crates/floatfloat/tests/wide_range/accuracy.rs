//! Every operation, on every word, over every class of operands of the operation on two words, near the middle and the
//! ends of the range: the bound holds and the result has the form of all numbers.

use crate::common::{exact, exponent, is_normalized, significand, wide};
use floatfloat::{
    Bits, NoFma, Operation, WideRange,
    double_word::{
        add_network::AddNetwork, div_warwick::DivWarwick, mul_dw1::MulDw1, sqrt::Sqrt,
        sub_network::SubNetwork,
    },
};
use floatfloat_exact::{Class, Concrete, Exact, Operands, Random};

/// Operands of each class.
fn samples() -> usize {
    if std::env::var_os("FLOATFLOAT_EXHAUSTIVE").is_some() { 1_000_000 } else { 10_000 }
}

/// |error| / |exact| in units of u², of numbers with the same denominator.
fn in_u2(error: Exact, exact: &Exact, precision: u32) -> f64 {
    if error.is_zero() {
        return 0.0;
    }
    let scaled = error.abs().shifted(2 * i64::from(precision)).to_scaled();
    scaled.ratio(exact.clone().abs().to_scaled())
}

/// The largest error of an operation, in units of u²: `error` has the exact error and what it is relative to, of the operands
/// and the result.
fn largest<O: Operation, W: Concrete + Bits<N, Uint = u32, Mask = bool>, const N: usize>(
    operation: impl Fn(WideRange<W, N>, WideRange<W, N>) -> WideRange<W, N>,
    error: impl Fn(WideRange<W, N>, WideRange<W, N>, WideRange<W, N>) -> (Exact, Exact),
) -> f64 {
    let mut random = Random::new(11);
    let mut operands = Operands::new(&O::INFO, W::FORMAT, W::fused(), 12);
    let mut worst = 0f64;
    for class in Class::ALL {
        for _ in 0..samples() {
            let pair = operands.draw(class);
            let [of_x, of_y] = match O::INFO.name {
                "add" | "sub" => [random.pick(&[0, 1 << 29, -(1 << 29), 1_000_000_000]); 2],
                _ => [(); 2].map(|()| random.pick(&[0, 1, 500_000_000, -500_000_000])),
            };
            let [x, y] = [wide::<W, N>(pair.x, of_x), wide(pair.y, of_y)];
            let result = operation(x, y);
            assert!(is_normalized(result), "{:?} {pair:?}", O::INFO.name);
            let is_zero = |x: WideRange<W, N>| x.words()[0].to_f64() == 0.0;
            if is_zero(x) || is_zero(y) {
                continue;
            }
            let (error, relative_to) = error(x, y, result);
            if relative_to.is_zero() {
                assert!(error.is_zero(), "{pair:?}");
                continue;
            }
            worst = worst.max(in_u2(error, &relative_to, W::PRECISION));
        }
    }
    worst
}

fn of_zero<W: Concrete + Bits<N, Uint = u32>, const N: usize>(
    x: WideRange<W, N>,
    relative_to: i64,
) -> Exact {
    if x.words()[0].to_f64() == 0.0 { Exact::ZERO } else { exact(x, relative_to) }
}

fn every_bound<W: Concrete + Bits<N, Uint = u32, Mask = bool>, const N: usize>(
    quotient_bound: f64,
) {
    let sum = largest::<AddNetwork, W, N>(
        |x, y| x + y,
        |x, y, sum| {
            let unit = exponent(x).max(exponent(y));
            if (exponent(x) - exponent(y)).abs() > 300 {
                let larger = if exponent(x) > exponent(y) { x } else { y };
                assert!(sum.words().map(W::to_f64) == larger.words().map(W::to_f64));
                return (Exact::ZERO, Exact::new(1.0));
            }
            let expected = exact(x, unit) + exact(y, unit);
            (of_zero(sum, unit) - expected.clone(), expected)
        },
    );
    let difference = largest::<SubNetwork, W, N>(
        |x, y| x - y,
        |x, y, difference| {
            let unit = exponent(x).max(exponent(y));
            if (exponent(x) - exponent(y)).abs() > 300 {
                return (Exact::ZERO, Exact::new(1.0));
            }
            let expected = exact(x, unit) - exact(y, unit);
            (of_zero(difference, unit) - expected.clone(), expected)
        },
    );
    let product = largest::<MulDw1, W, N>(
        |x, y| x * y,
        |x, y, product| {
            let expected = significand(x) * significand(y);
            (exact(product, exponent(x) + exponent(y)) - expected.clone(), expected)
        },
    );
    let quotient = largest::<DivWarwick, W, N>(
        |x, y| x / y,
        |x, y, quotient| {
            let expected = significand(x);
            let found = exact(quotient, exponent(x) - exponent(y)) * significand(y);
            (found - expected.clone(), expected)
        },
    );
    // An error of the square is twice that of the root, but for the square of the error.
    let root = largest::<Sqrt, W, N>(
        |x, _| x.sqrt(),
        |x, _, root| {
            let expected = exact(x, 2 * exponent(root));
            (significand(root) * significand(root) - expected.clone(), expected)
        },
    ) / 2.0;
    println!(
        "{}: + {sum:.4} − {difference:.4} × {product:.4} ÷ {quotient:.4} √ {root:.4}",
        W::NAME
    );
    assert!(sum <= 2.02, "+ {sum}");
    assert!(difference <= 2.02, "− {difference}");
    assert!(product <= 5.02, "× {product}");
    assert!(quotient <= quotient_bound, "÷ {quotient}");
    assert!(root <= 3.15, "√ {root}");
}

#[test]
fn bounds_hold_on_f32() {
    every_bound::<f32, 1>(13.53);
}

#[test]
fn bounds_hold_on_f64() {
    every_bound::<f64, 2>(13.53);
}

#[test]
fn bounds_hold_without_fma() {
    every_bound::<NoFma<f32>, 1>(14.1);
    every_bound::<NoFma<f64>, 2>(14.1);
}
