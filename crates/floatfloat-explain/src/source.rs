//! The program's own text.

use std::{cell::RefCell, collections::HashMap, env, fs};

/// Lines of source files, which are read once.
#[derive(Default)]
pub(crate) struct Sources(RefCell<HashMap<String, Vec<String>>>);

impl Sources {
    /// A line, without the space around it; none where there is no such file here.
    pub(crate) fn line(&self, file: &str, line: u32) -> Option<String> {
        let mut files = self.0.borrow_mut();
        let lines = files.entry(file.to_owned()).or_insert_with(|| read(file));
        lines.get((line as usize).checked_sub(1)?).map(|line| line.trim().to_owned())
    }
}

/// The compiler names files from the folder where it ran, which is often above the current folder.
fn read(file: &str) -> Vec<String> {
    let Ok(here) = env::current_dir() else { return Vec::new() };
    let text = here.ancestors().find_map(|folder| fs::read_to_string(folder.join(file)).ok());
    text.unwrap_or_default().lines().map(str::to_owned).collect()
}
