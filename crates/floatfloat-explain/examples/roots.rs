//! Where the quadratic formula loses digits: `cargo run -p floatfloat-explain --example roots`.

use floatfloat_explain::explain;
use num_traits::Float;

/// The roots of x² + b·x + c, as they are in books.
fn roots<T: Float>(b: T, c: T) -> [T; 2] {
    let number = |x: f64| T::from(x).expect("every format has it");
    let discriminant = b * b - number(4.0) * c;
    let root = discriminant.sqrt();
    [(root - b) / number(2.0), (-root - b) / number(2.0)]
}

fn main() -> Result<(), floatfloat_explain::Error> {
    let inputs: Vec<[f64; 2]> =
        (0..1000).map(|k| [10f64.powf(f64::from(k) / 125.0), 1.0 + f64::from(k % 7)]).collect();
    println!("{}", explain(&inputs, |[b, c]| roots(b, c))?);
    Ok(())
}
