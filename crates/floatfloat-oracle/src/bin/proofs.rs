//! Writes `proofs/operations.csv`: what Gappa proves of each operation. Needs `gappa` (apt-get install gappa).

use floatfloat_oracle::proofs::{HEADER, prove_all};
use std::process::ExitCode;

fn main() -> ExitCode {
    match prove_all() {
        Ok(proofs) => {
            println!("{HEADER}");
            proofs.iter().for_each(|proof| println!("{proof}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
