//! Arithmetic on slices: the distance from the Earth's surface to its chord, where f64 cancels.
//!
//! `cargo run --release -p floatfloat-cpu --example slices`

use floatfloat::DoubleDouble;
use floatfloat_cpu::{DoubleDoubleVec, Error, level};

/// In metres.
const RADIUS: f64 = 6_371_008.8;

fn main() -> Result<(), Error> {
    // r − √(r² − d²) for half chords d of 1 mm to 1 km.
    let half_chords: Vec<f64> = (-3..=3).map(|exponent| 10f64.powi(exponent)).collect();
    let d = DoubleDoubleVec::from_words(&half_chords);
    let r = DoubleDoubleVec::from_words(&vec![RADIUS; half_chords.len()]);

    let squares = r.mul(r.as_slice())?;
    let root = squares.sub(d.mul(d.as_slice())?.as_slice())?.sqrt();
    let heights = r.sub(root.as_slice())?;

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
