//! Result files: written completely or not at all, and read back.

mod lock;

use crate::{
    error::Error,
    results::{Cell, Results, SCHEMA, Table},
};
pub use lock::{Lock, lock};
use serde::Deserialize;
use std::{
    fs,
    io::{self, Write},
    path::Path,
};

/// Makes the folder and checks that the named files can be written in it, so that no long
/// measurement begins in vain. Leaves nothing in the folder.
///
/// # Errors
/// [`Error::File`] if the folder cannot be made or written, or if a folder has the name of a file.
pub fn prepare(folder: &Path, files: &[&str]) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|source| {
        let source = if folder.exists() {
            let problem = "something that is not a folder has this name; choose another output \
                 folder";
            io::Error::new(io::ErrorKind::AlreadyExists, problem)
        } else {
            source
        };
        Error::File { action: "cannot make the folder", path: folder.into(), source }
    })?;
    for file in files {
        let path = folder.join(file);
        if path.is_dir() {
            let source = io::Error::new(
                io::ErrorKind::IsADirectory,
                "a folder has this name; move it away or choose another output folder",
            );
            return Err(Error::File { action: "cannot write", path, source });
        }
    }
    temporary(folder).map(drop)
}

/// Writes a file beside its place and then moves it there. A reader sees the old file or the new one,
/// never half of one.
///
/// # Errors
/// [`Error::File`] if the folder or the file cannot be written; the old file stays.
pub fn write(folder: &Path, file: &str, contents: &[u8]) -> Result<(), Error> {
    let path = folder.join(file);
    let failed = |source| Error::File { action: "cannot write", path: path.clone(), source };
    let mut temporary = temporary(folder)?;
    temporary.write_all(contents).map_err(failed)?;
    temporary.persist(&path).map_err(|error| failed(error.error))?;
    Ok(())
}

fn temporary(folder: &Path) -> Result<tempfile::NamedTempFile, Error> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".floatfloat-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The file is as readable as other files of the user. Temporary files are more private by
        // default.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(|source| Error::File {
        action: "cannot write in",
        path: folder.into(),
        // Without the name of the temporary file, which means nothing to the user.
        source: source.kind().into(),
    })
}

/// The results in the format of `results.json`.
///
/// # Errors
/// [`Error::Render`] if they have no JSON form.
pub fn to_json(results: &Results) -> Result<String, Error> {
    let mut json = serde_json::to_string_pretty(&storable(results))
        .map_err(|error| Error::Render(error.to_string()))?;
    json.push('\n');
    Ok(json)
}

/// The fields that every version of `results.json` has.
#[derive(Deserialize)]
struct Header {
    schema: String,
}

/// Reads `results.json`.
///
/// # Errors
/// [`Error::File`] if it cannot be read, [`Error::Input`] if it is not what [`to_json`] writes.
pub fn read(path: &Path) -> Result<Results, Error> {
    let text = fs::read_to_string(path).map_err(|source| Error::File {
        action: "cannot read",
        path: path.into(),
        source,
    })?;
    let refused = |error: serde_json::Error| {
        Error::Input(format!("{} holds no results of floatfloat: {error}", path.display()))
    };
    let Header { schema } = serde_json::from_str(&text).map_err(refused)?;
    if schema != SCHEMA {
        return Err(Error::Input(format!(
            "{} has schema `{schema}`, but this version reads `{SCHEMA}`; measure again with \
             floatfloat {}",
            path.display(),
            env!("CARGO_PKG_VERSION")
        )));
    }
    let results: Results = serde_json::from_str(&text).map_err(refused)?;
    if let Some(problem) = ragged(&results.experiments) {
        return Err(Error::Input(format!("{}: {problem}", path.display())));
    }
    Ok(results)
}

/// A message about tables whose rows do not have as many cells as columns.
pub fn ragged(experiments: &[Table]) -> Option<String> {
    experiments.iter().find_map(|Table { id, columns, rows, .. }| {
        let (row, cells) =
            (1..).zip(rows).find(|(_, cells): &(usize, _)| cells.len() != columns.len())?;
        let (found, expected) = (cells.len(), columns.len());
        Some(format!("row {row} of `{id}` has {found} cells for {expected} columns"))
    })
}

/// The same results, with numbers that JSON cannot express as text.
pub fn storable(results: &Results) -> Results {
    let experiments = storable_tables(&results.experiments);
    Results { experiments, ..results.clone() }
}

/// The same tables, with numbers that JSON cannot express as text.
pub fn storable_tables(experiments: &[Table]) -> Vec<Table> {
    let mut experiments = experiments.to_vec();
    for cell in experiments.iter_mut().flat_map(|e| &mut e.rows).flatten() {
        if let Cell::Number(number) = cell
            && !number.is_finite()
        {
            *cell = Cell::Text(number.to_string());
        }
    }
    experiments
}

#[cfg(test)]
mod tests {
    use super::read;
    use std::fs;

    #[test]
    fn a_file_of_another_schema_is_refused_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.json");
        fs::write(&path, r#"{"schema": "floatfloat/1", "experiments": []}"#).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("has schema `floatfloat/1`"), "{error}");
        assert!(error.contains("measure again"), "{error}");
    }
}
