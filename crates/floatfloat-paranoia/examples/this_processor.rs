//! Examines the floating point of this processor, in both formats.
//!
//! `cargo run --release -p floatfloat-paranoia --example this_processor`

use floatfloat_paranoia::{Error, Machine, Native, Options, Silent, examine_blocking};
use std::process::ExitCode;

fn main() -> Result<ExitCode, Error> {
    let machines: [&mut dyn Machine; 2] = [&mut Native::<f32>::new(), &mut Native::<f64>::new()];
    let mut safe = true;
    for machine in machines {
        let report = examine_blocking(machine, &Options::default(), &Silent)?;
        println!("{report}");
        safe &= report.safety.safe;
    }
    Ok(if safe { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
