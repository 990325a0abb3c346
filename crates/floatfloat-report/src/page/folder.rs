//! The folder of a page and its results, in which nothing else is overwritten.

use crate::{error::Error, store};
use std::{io, path::Path};

/// Name of the page in the output folder.
pub const PAGE: &str = "index.html";
/// Name of the results in the output folder.
pub const RESULTS: &str = "results.json";

/// Makes the output folder and checks that page and results can be written there, before anything is
/// measured. The files that they replace must be a report of floatfloat or, if an experiment is
/// named, a report of this experiment alone.
///
/// # Errors
/// [`Error::File`] if the folder or a file cannot be written, and if the folder contains something
/// else.
pub fn prepare(folder: &Path, experiment: Option<&str>) -> Result<(), Error> {
    store::prepare(folder, &[PAGE, RESULTS])?;
    let results = folder.join(RESULTS);
    let problem = if results.exists() {
        match (store::read(&results), experiment) {
            (Err(_), _) => Some("was not written by this version of floatfloat"),
            (Ok(found), Some(id))
                if found.experiments.first().is_none_or(|first| first.id != id) =>
            {
                Some("belongs to another experiment or to a whole report")
            }
            _ => None,
        }
    } else if folder.join(PAGE).exists() {
        Some("was not written by floatfloat")
    } else {
        None
    };
    let Some(problem) = problem else { return Ok(()) };
    let path = if results.exists() { results } else { folder.join(PAGE) };
    let problem =
        format!("the file that is there {problem}; move it away or choose another folder");
    let source = io::Error::new(io::ErrorKind::AlreadyExists, problem);
    Err(Error::File { action: "cannot write", path, source })
}

#[cfg(test)]
mod tests {
    use super::{PAGE, RESULTS, prepare};
    use crate::{
        fixtures::results,
        store,
        table::{Table, chosen},
    };
    use std::fs;

    #[test]
    fn only_what_is_the_same_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |experiment| prepare(folder.path(), experiment).unwrap_err().to_string();
        prepare(folder.path(), None).unwrap();
        fs::write(folder.path().join(PAGE), "my own page").unwrap();
        assert!(refused(None).contains("not written by floatfloat"), "{}", refused(None));
        let mut results = results();
        results.experiments = vec![Table::new("sum", "cpu", [chosen("type")])];
        let json = store::to_json(&results).unwrap();
        store::write(folder.path(), RESULTS, json.as_bytes()).unwrap();
        prepare(folder.path(), None).unwrap();
        prepare(folder.path(), Some("sum")).unwrap();
        assert!(refused(Some("lud")).contains("another experiment"));
        fs::write(folder.path().join(RESULTS), "[1, 2]").unwrap();
        assert!(refused(Some("sum")).contains("choose another folder"));
    }
}
