//! The page that examines the GPU of a browser.

use crate::{
    commands::folder_and_file,
    failure::{Failure, Outcome},
};
use floatfloat_lab::{error::Error, store};
use std::path::Path;

/// The page; empty if there was none when the command was built.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.html"));

/// Writes the page to a file.
pub fn run(out: &Path) -> Result<Outcome, Failure> {
    if PAGE.is_empty() {
        return Err(Error::Input(
            "this command was built without the page. The Python package contains it (pip \
             install floatfloat, then floatfloat web), and so does the npm package \
             floatfloat_wgsl. To build it from the sources: .ci/page writes web/dist/page.html, \
             and cargo with FLOATFLOAT_PAGE=$PWD/web/dist/page.html puts it into the command"
                .to_owned(),
        )
        .into());
    }
    let (folder, file) = folder_and_file(out)?;
    store::prepare(folder, &[file])?;
    store::write(folder, file, PAGE.as_bytes())?;
    Ok(Outcome::Good)
}
