//! How to examine a machine of one's own: here one with single precision whose multiplier gets one
//! bit wrong when a significand is all ones.
//!
//! `cargo run --release --example planted_fault`

use floatfloat_paranoia::{Format, FromFn, Op, Options, Silent, Subject, examine_blocking};

fn main() -> Result<(), floatfloat_paranoia::Error> {
    // A function of one operation is enough. What it leaves out is composed of what it defines;
    // to examine a compiler as well, define the expressions too, or implement `Machine`.
    let mut machine = FromFn::new("my processor", Format::F32, |op, [a, b, c]| {
        let (a, b, c) = (a as f32, b as f32, c as f32);
        let result = match op {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul if a.to_bits() & 0x7f_ffff == 0x7f_ffff => {
                f32::from_bits((a * b).to_bits() ^ 4)
            }
            Op::Mul => a * b,
            Op::Div => a / b,
            Op::Sqrt => a.sqrt(),
            Op::Fma => a.mul_add(b, c),
            _ => return None,
        };
        Some(f64::from(result))
    });

    let report = examine_blocking(&mut machine, &Options::default(), &Silent)?;
    print!("{report}");

    assert!(!report.safety.safe);
    assert!(report.faults().any(|f| f.subject == Subject::Rounding && f.op == Op::Mul));
    Ok(())
}
