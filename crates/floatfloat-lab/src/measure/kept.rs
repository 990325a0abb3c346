//! Finished experiments of an unfinished report, one file each, so that nothing is measured twice.
//!
//! The files are in the folder `unfinished` of the report's folder until the report is complete.
//! Each file names its [`Run`], and only that run uses it.

use super::run::Run;
use crate::{
    error::Error,
    machine,
    results::{SCHEMA, Table},
    store,
};
use serde::{Deserialize, Serialize};
use std::{
    borrow::Cow,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The name of the folder in the report's folder.
const FOLDER: &str = "unfinished";

/// The place where one run stores its finished experiments.
#[derive(Debug)]
pub struct Kept {
    folder: PathBuf,
    run: Run,
}

/// The contents of a file.
#[derive(Serialize, Deserialize)]
struct File<'a> {
    schema: Cow<'a, str>,
    run: Cow<'a, Run>,
    /// The time at which the experiment finished.
    date: String,
    experiments: Vec<Table>,
}

/// The experiments of an earlier run.
#[derive(Debug, Default)]
pub struct Found {
    finished: Vec<(String, Vec<Table>)>,
    since: Option<String>,
    refused: Vec<(String, Vec<String>)>,
}

impl Found {
    /// The names of the experiments that need not be measured.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.finished.iter().map(|(id, _)| id.as_str())
    }

    /// The time at which the first of them finished, RFC 3339.
    pub fn since(&self) -> Option<&str> {
        self.since.as_deref()
    }

    /// The files that exist and cannot be used: the reason, and the experiments.
    pub fn refused(&self) -> &[(String, Vec<String>)] {
        &self.refused
    }

    /// The tables of a finished experiment.
    pub(super) fn take(&mut self, id: &str) -> Option<Vec<Table>> {
        let place = self.finished.iter().position(|(known, _)| known == id)?;
        Some(self.finished.remove(place).1)
    }

    fn refuse(&mut self, id: &str, why: String) {
        match self.refused.iter_mut().find(|(known, _)| *known == why) {
            Some((_, ids)) => ids.push(id.into()),
            None => self.refused.push((why, vec![id.into()])),
        }
    }
}

impl Kept {
    /// The place in the folder of a report.
    pub fn new(report: &Path, run: Run) -> Self {
        Kept { folder: report.join(FOLDER), run }
    }

    /// The experiments with these names that the same run has finished before.
    pub fn find<'a>(&self, ids: impl IntoIterator<Item = &'a str>) -> Found {
        let mut found = Found::default();
        for id in ids {
            match self.read(id) {
                Ok(None) => {}
                Ok(Some(file)) => {
                    found.since = Some(match found.since.take() {
                        Some(since) => since.min(file.date),
                        None => file.date,
                    });
                    found.finished.push((id.into(), file.experiments));
                }
                Err(why) => found.refuse(id, why),
            }
        }
        found
    }

    /// The file of an experiment, or none if it does not exist. The error says why it cannot be
    /// used.
    fn read(&self, id: &str) -> Result<Option<File<'static>>, String> {
        let path = self.folder.join(name(id));
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|_| "cannot be read".to_owned())?,
        };
        let file: File = serde_json::from_str(&text).map_err(|_| "is damaged".to_owned())?;
        if file.schema != SCHEMA || store::ragged(&file.experiments).is_some() {
            return Err("is damaged".into());
        }
        match self.run.difference(&file.run) {
            None => Ok(Some(file)),
            Some(difference) => Err(format!("comes from a run {difference}")),
        }
    }

    /// Stores a finished experiment.
    pub(super) fn keep(&self, id: &str, experiments: &[Table]) -> Result<(), Error> {
        let file = File {
            schema: SCHEMA.into(),
            run: Cow::Borrowed(&self.run),
            date: machine::now(),
            experiments: store::storable_tables(experiments),
        };
        let text = serde_json::to_vec(&file)
            .map_err(|error| floatfloat_report::Error::Render(error.to_string()))?;
        store::prepare(&self.folder, &[])?;
        Ok(store::write(&self.folder, &name(id), &text)?)
    }

    /// Removes the experiments with these names, because their report is complete. Files that cannot
    /// be removed stay, and the next run overwrites them.
    pub fn clear<'a>(&self, ids: impl IntoIterator<Item = &'a str>) {
        for id in ids {
            let _ = fs::remove_file(self.folder.join(name(id)));
        }
        let _ = fs::remove_dir(&self.folder);
    }
}

fn name(id: &str) -> String {
    format!("{id}.json")
}
