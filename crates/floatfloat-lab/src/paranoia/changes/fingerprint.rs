//! An examination, read from a file.

use super::boxes::{Boxes, PROPERTIES};
use crate::{
    error::Error,
    results::{SCHEMA, Table},
    store,
};
use floatfloat_report::table::Row;
use serde_json::Value;
use std::{fs, path::Path};

/// The results of an examination, as `floatfloat paranoia --format json` prints them. The same
/// machine, driver, seed and size give the same fingerprint.
#[derive(Clone, Debug)]
pub struct Fingerprint {
    name: String,
    intervals: Table,
    safety: Table,
    findings: Table,
}

/// An examination of a machine, or of what others compute.
#[derive(Clone, Debug)]
pub enum Kept {
    /// A machine.
    Machine(Box<Fingerprint>),
    /// Routines of libraries, or programs.
    Boxes(Box<Boxes>),
}

impl Kept {
    /// Reads what `floatfloat paranoia --out` wrote, or the `results.json` of a report.
    ///
    /// # Errors
    /// [`Error::File`] if the file cannot be read, [`Error::Input`] if it has other contents.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|source| Error::File {
            action: "cannot read",
            path: path.into(),
            source,
        })?;
        let name = path.display().to_string();
        let mut tables = parse(&name, &text)?;
        if tables.iter().any(|table| table.id == PROPERTIES) {
            return Ok(Kept::Boxes(Box::new(Boxes::of(&name, &mut tables))));
        }
        Fingerprint::of(&name, tables).map(|found| Kept::Machine(Box::new(found)))
    }
}

impl Fingerprint {
    /// Parses the output of `floatfloat paranoia --format json`. `name` is the name of the text in messages.
    ///
    /// # Errors
    /// [`Error::Input`] if the text has other contents.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        Self::of(name, parse(name, text)?)
    }

    fn of(name: &str, mut experiments: Vec<Table>) -> Result<Self, Error> {
        let bad = |problem: String| bad(name, &problem);
        let mut take = |id: &str, columns: &[&str]| {
            let place = experiments.iter().position(|experiment| experiment.id == id);
            let place = place.ok_or_else(|| bad(format!("has no table `{id}`")))?;
            let table = experiments.swap_remove(place);
            if let Some(missing) = columns.iter().find(|&&column| !table.has(&[column])) {
                return Err(bad(format!("has no column `{missing}` in its table `{id}`")));
            }
            Ok(table)
        };
        Ok(Fingerprint {
            name: name.to_owned(),
            intervals: take("paranoia", &["device", "mode", "format", "op", "low", "high"])?,
            safety: take("paranoia-safety", &["device", "mode", "format", "safe", "operands"])?,
            findings: take("paranoia-findings", &["device", "mode", "format", "op", "finding"])?,
        })
    }

    /// The name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn intervals(&self) -> impl Iterator<Item = Row<'_>> {
        self.intervals.rows()
    }

    pub(super) fn safety(&self) -> impl Iterator<Item = Row<'_>> {
        self.safety.rows()
    }

    pub(super) fn findings(&self) -> impl Iterator<Item = Row<'_>> {
        self.findings.rows()
    }
}

/// The tables of a text, whose name is shown in messages.
fn parse(name: &str, text: &str) -> Result<Vec<Table>, Error> {
    let bad = |problem: String| bad(name, &problem);
    let mut value: Value =
        serde_json::from_str(text).map_err(|error| bad(format!("is not JSON ({error})")))?;
    match value.get("schema").and_then(Value::as_str) {
        Some(SCHEMA) => {}
        Some(other) => {
            return Err(bad(format!("has schema `{other}`, this version reads `{SCHEMA}`")));
        }
        None => return Err(bad("holds no results of floatfloat: it has no schema".to_owned())),
    }
    let experiments =
        tables(&mut value).map_err(|_| bad("holds no table of floatfloat".to_owned()))?;
    if let Some(problem) = store::ragged(&experiments) {
        return Err(bad(format!("holds a damaged table: {problem}")));
    }
    Ok(experiments)
}

/// The error for a text with other contents.
fn bad(name: &str, problem: &str) -> Error {
    Error::Input(format!("{name} {problem}; {HOW_TO_MAKE_ONE}"))
}

/// The tables. A report has them as its experiments; the command's output is its first table, with the
/// others inside.
fn tables(value: &mut Value) -> serde_json::Result<Vec<Table>> {
    if let Some(experiments) = value.get_mut("experiments") {
        return serde_json::from_value(experiments.take());
    }
    let further = value.get_mut("further").map(Value::take);
    let mut tables: Vec<Table> = further.map_or_else(|| Ok(Vec::new()), serde_json::from_value)?;
    tables.insert(0, serde_json::from_value(value.take())?);
    Ok(tables)
}

const HOW_TO_MAKE_ONE: &str = "make one with `floatfloat paranoia --out FILE`";
