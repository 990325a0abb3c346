//! Arithmetic on slices: the distance from the Earth's surface to its chord, where f64 cancels.
//!
//! `cargo run --release -p floatfloat-cpu --example slices`

use floatfloat::DoubleDouble;
use floatfloat_cpu::{Error, Vector, level};

/// In metres.
const RADIUS: f64 = 6_371_008.8;

fn main() -> Result<(), Error> {
    // r − √(r² − d²) for half chords d of 1 mm to 1 km.
    let half_chords: Vec<f64> = (-3..=3).map(|exponent| 10f64.powi(exponent)).collect();
    let d = Vector::<DoubleDouble>::from_words(&half_chords);
    let r = Vector::<DoubleDouble>::from_words(&vec![RADIUS; half_chords.len()]);

    let squares = r.try_mul(r.view())?;
    let root = squares.try_sub(d.try_mul(d.view())?.view())?.sqrt();
    let heights = r.try_sub(root.view())?;

    println!("half chord [m]   height [m] in f64   in double-double");
    for (d, height) in half_chords.iter().zip(heights.iter()) {
        let plain = RADIUS - (RADIUS * RADIUS - d * d).sqrt();
        println!("{d:14}   {plain:17.10e}   {height:.20e}");
    }
    println!("their sum: {:.20e}", heights.sum());
    let mean: DoubleDouble = heights.sum() / half_chords.len() as f64;
    println!("their mean: {mean:.20e}");
    println!("computed with {}", level());
    Ok(())
}
