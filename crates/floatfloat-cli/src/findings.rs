//! Whether the results contain a failure.

use crate::failure::{Outcome, complain};
use floatfloat_lab::{
    findings,
    results::{Results, Table},
};

/// Reports failures on stderr: bounds that were exceeded, loops that computed wrongly, devices that
/// could not be certified or are not safe.
pub fn judge(results: &Results) -> Outcome {
    let uncertified = results.devices.iter().filter(|device| !device.certified);
    let uncertified = uncertified.map(|device| format!("{} could not be certified", device.id));
    complain_of(uncertified.chain(findings::failed(&results.experiments)).collect())
}

/// Reports the failures in tables on stderr.
pub fn judge_tables(tables: &[Table]) -> Outcome {
    complain_of(findings::failed(tables))
}

fn complain_of(failed: Vec<String>) -> Outcome {
    failed.iter().for_each(|finding| complain(&format!("\x1b[1;31mfailed:\x1b[0m {finding}")));
    if failed.is_empty() { Outcome::Good } else { Outcome::FindingFailed }
}

#[cfg(test)]
mod tests {
    use super::judge;
    use crate::{commands::experiments::results, failure::Outcome};
    use floatfloat_lab::experiments::Options;

    #[test]
    fn a_device_that_is_not_certified_fails() {
        let mut results = results(&Options::default(), Vec::new());
        assert_eq!(judge(&results), Outcome::Good);
        results.devices[0].certified = false;
        assert_eq!(judge(&results), Outcome::FindingFailed);
    }
}
