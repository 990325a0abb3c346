//! A sum that does not depend on the order of its terms, nor on how they are divided.
//!
//! `cargo run --release -p floatfloat-cpu --example reproducible_sum`

use floatfloat::DoubleDouble;
use floatfloat_cpu::reproducible::{self, AddSlices, ReproducibleSum};

fn main() {
    // An alternating series whose plain sum depends on the order.
    let terms: Vec<f64> =
        (1..=1_000_000).map(|n| if n % 2 == 0 { -1.0 } else { 1.0 } / f64::from(n)).collect();
    let mut reversed = terms.clone();
    reversed.reverse();

    println!("plain, forwards       {:.17}", terms.iter().sum::<f64>());
    println!("plain, backwards      {:.17}", reversed.iter().sum::<f64>());
    println!("reproducible          {:.17}", reproducible::sum(&terms));
    assert_eq!(reproducible::sum(&terms).to_bits(), reproducible::sum(&reversed).to_bits());

    // In pieces, as on several machines, and rounded once at the end.
    let mut total = ReproducibleSum::new();
    for piece in terms.chunks(123_456) {
        let mut part = ReproducibleSum::new();
        part.add_words(piece);
        total.merge(&part);
    }
    assert_eq!(total.to_word::<f64>().to_bits(), reproducible::sum(&terms).to_bits());
    let sum: DoubleDouble = total.to_number();
    println!("of the exact same sum {sum}");
}
