//! The roots of a quadratic equation, from coefficients on the command line, beside what `f64` finds.
//!
//! `cargo run --example quadratic -- 94906265.625 -189812534 94906268.375`

use floatfloat::DoubleDouble;
use std::{env, process::ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let texts = match &arguments[..] {
        [] => ["94906265.625", "-189812534", "94906268.375"].map(str::to_owned),
        [a, b, c] => [a, b, c].map(String::clone),
        _ => {
            eprintln!("error: write the three coefficients of a x² + b x + c, or none");
            return ExitCode::from(2);
        }
    };
    // Text is read to all digits that a double-double has; through f64 they would be lost.
    let mut coefficients = [DoubleDouble::from(0.0); 3];
    for (coefficient, text) in coefficients.iter_mut().zip(&texts) {
        match text.parse() {
            Ok(number) => *coefficient = number,
            Err(error) => {
                eprintln!("error: `{text}`: {error}");
                return ExitCode::from(2);
            }
        }
    }

    let [a, b, c] = coefficients.map(|number| number.hi());
    println!("f64            {}", roots(a, b, c, b * b - 4.0 * a * c, f64::sqrt));
    let [a, b, c] = coefficients;
    println!("double-double  {}", roots(a, b, c, b * b - 4.0 * a * c, DoubleDouble::sqrt));
    ExitCode::SUCCESS
}

/// Both roots, the one that would cancel from the product of the two.
fn roots<N>(a: N, b: N, c: N, discriminant: N, sqrt: impl Fn(N) -> N) -> String
where
    N: Copy
        + PartialOrd
        + From<f32>
        + std::fmt::Display
        + std::ops::Add<Output = N>
        + std::ops::Sub<Output = N>
        + std::ops::Mul<Output = N>
        + std::ops::Div<Output = N>
        + std::ops::Neg<Output = N>,
{
    let zero = N::from(0.0);
    if discriminant < zero {
        return "no real roots".to_owned();
    }
    let root = sqrt(discriminant);
    let larger = -(b + if b < zero { -root } else { root }) / N::from(2.0);
    format!("{} and {}", larger / a, c / larger)
}
