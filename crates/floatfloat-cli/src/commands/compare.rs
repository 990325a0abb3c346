//! The comparison of two reports.

use crate::{
    arguments::{Common, Format},
    failure::{Failure, Outcome},
    output,
};
use floatfloat_lab::{
    compare::{Comparison, compare},
    error::Error,
    report::{RESULTS, comparison},
    results::{Results, Table},
    store,
};
use std::path::{Path, PathBuf};

/// The number of numbers in the text output. The page and the JSON contain all of them.
const SHOWN: usize = 40;

/// Compares two files results.json, or those in the folders of two reports.
pub fn run(common: &Common, files: &[PathBuf], out: &Path) -> Result<Outcome, Failure> {
    let [a, b] = files else {
        return Err(Error::Input("--compare takes two files".to_owned()).into());
    };
    let (a, b) = (read(a)?, read(b)?);
    store::prepare(out, &[comparison::PAGE])?;
    let compared = compare(&a, &b, &common.device);
    comparison::write(out, &compared)?;
    match common.format {
        Format::Json => output::experiments(common.format, &compared.tables())?,
        Format::Text => {
            output::experiments(common.format, &shown(compared))?;
            output::write(&format!("Open {}\n", out.join(comparison::PAGE).display()))?;
        }
    }
    Ok(Outcome::Good)
}

/// The results in a file, or in the folder of a report.
pub fn read(path: &Path) -> Result<Results, floatfloat_report::Error> {
    if path.is_dir() { store::read(&path.join(RESULTS)) } else { store::read(path) }
}

/// The tables for readers: the machines first, then the numbers that differ most.
fn shown(compared: Comparison) -> Vec<Table> {
    let numbers = compared.largest(SHOWN);
    let Comparison { machines, devices, words, missing, .. } = compared;
    let rest = [words, missing].into_iter().filter(|table| !table.rows.is_empty());
    [machines, devices, numbers].into_iter().chain(rest).collect()
}
