//! How loops of Rust add.
//!
//! ```text
//! cargo run --release -p floatfloat-blackbox --example loops
//! ```

use floatfloat_blackbox::{Failure, Operator, Options, examine, of_dot, of_matmul, of_sum};

fn main() -> Result<(), Failure> {
    let mut machines: Vec<Box<dyn Operator>> = vec![
        Box::new(of_sum("sum of f32 by an iterator", |x: &[f32]| x.iter().sum::<f32>())),
        Box::new(of_sum("f32 summed in f64", |x: &[f32]| {
            x.iter().map(|&x| f64::from(x)).sum::<f64>() as f32
        })),
        Box::new(of_sum("eight lanes", |x: &[f32]| {
            let mut lanes = [0.0f32; 8];
            for chunk in x.chunks(8) {
                for (lane, &x) in lanes.iter_mut().zip(chunk) {
                    *lane += x;
                }
            }
            lanes.iter().sum::<f32>()
        })),
        Box::new(of_dot("a chain of mul_add", |a: &[f32], b: &[f32]| {
            a.iter().zip(b).fold(0.0f32, |sum, (&a, &b)| a.mul_add(b, sum))
        })),
        Box::new(of_dot("products and sums of f64", |a: &[f64], b: &[f64]| {
            a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()
        })),
        Box::new(of_sum("Kahan", |x: &[f32]| {
            let (mut s, mut c) = (0.0f32, 0.0f32);
            for &x in x {
                let y = x - c;
                let t = s + y;
                c = (t - s) - y;
                s = t;
            }
            s
        })),
        Box::new(of_matmul("three loops", |a: &[f32], b: &[f32], m, k, n| {
            let mut c = vec![0.0f32; m * n];
            for i in 0..m {
                for l in 0..k {
                    for j in 0..n {
                        c[i * n + j] += a[i * k + l] * b[l * n + j];
                    }
                }
            }
            c
        })),
    ];
    for machine in &mut machines {
        println!("{}", examine(machine.as_mut(), &Options::default())?);
    }
    Ok(())
}
