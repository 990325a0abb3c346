//! Writes `proofs/operations.csv` or `proofs/functions.csv`: the errors that Gappa proves for each operation,
//! or for each kernel of the elementary functions. Needs `gappa` (apt-get install gappa).

use floatfloat_oracle::proofs::{Subject, prove_all};
use std::process::ExitCode;

fn main() -> ExitCode {
    let subject = match std::env::args().nth(1).as_deref() {
        Some("operations") => Subject::Operations,
        Some("functions") => Subject::Kernels,
        _ => {
            eprintln!("say of what: cargo proofs operations, cargo proofs functions");
            return ExitCode::from(2);
        }
    };
    match prove_all(&subject.tasks()) {
        Ok(proofs) => {
            println!("{}", subject.header());
            proofs.iter().for_each(|proof| println!("{proof}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
