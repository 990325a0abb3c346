//! The command `paranoia`: shows how each machine rounds, writes it to a file, or compares two
//! files.

use crate::{
    arguments::{Common, Quick},
    commands::{
        experiments::{measured, show},
        folder_and_file,
    },
    failure::{Failure, Outcome},
    output,
};
use floatfloat_lab::{
    error::Error,
    experiments::{Options, find},
    paranoia::changes::{Kept, compare_kept},
    store,
};
use std::path::{Path, PathBuf};

/// Examines the machine, and writes the results to `out`.
pub fn run(common: &Common, quick: &Quick, out: Option<&Path>) -> Result<Outcome, Failure> {
    let out = out.map(folder_and_file).transpose()?;
    if let Some((folder, file)) = out {
        store::prepare(folder, &[file])?;
    }
    let options = Options { quick: quick.quick, seed: common.seed, ..Options::default() };
    let results = measured(common, find("paranoia")?, options)?;
    if let Some((folder, file)) = out {
        store::write(folder, file, output::document(&results.experiments)?.as_bytes())?;
    }
    show(common, &results)
}

/// Shows the changes between two files. A change counts as a failed finding.
pub fn diff(common: &Common, files: &[PathBuf]) -> Result<Outcome, Failure> {
    let [before, after] = files else {
        return Err(Error::Input("--diff takes two files".to_owned()).into());
    };
    let changes = compare_kept(&Kept::read(before)?, &Kept::read(after)?)?;
    output::experiments(common.format, &[changes.table])?;
    Ok(if changes.count == 0 { Outcome::Good } else { Outcome::FindingFailed })
}
