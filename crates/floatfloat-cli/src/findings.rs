//! Whether what was found is as it should be.

use crate::failure::{Outcome, complain};
use floatfloat_lab::{report, results::Results};

/// Tells on stderr what speaks against float-float on this machine.
pub fn judge(results: &Results) -> Outcome {
    let faults = report::faults(results);
    faults.iter().for_each(|fault| complain(&format!("\x1b[1;31mfailed:\x1b[0m {fault}")));
    if faults.is_empty() { Outcome::Good } else { Outcome::FindingFailed }
}
