//! The program's own text.

use crate::explanation::Excerpt;
use std::{cell::RefCell, collections::HashMap, env, fs};

/// Lines of source files, which are read once.
#[derive(Default)]
pub(crate) struct Sources(RefCell<HashMap<String, Vec<String>>>);

impl Sources {
    /// Texts that are known, by the names of their files; others are read.
    pub(crate) fn with(texts: &HashMap<String, String>) -> Self {
        let lines = |text: &String| text.lines().map(str::to_owned).collect();
        let known = texts.iter().map(|(file, text)| (file.clone(), lines(text)));
        Sources(RefCell::new(known.collect()))
    }

    /// The parts of the program that have these lines, with two lines around each.
    pub(crate) fn excerpts(&self, lines: &[(String, u32)]) -> Vec<Excerpt> {
        const AROUND: u32 = 2;
        let mut lines = lines.to_vec();
        lines.sort();
        let mut parts: Vec<(String, u32, u32)> = Vec::new();
        for (file, line) in lines {
            let (from, to) = (line.saturating_sub(AROUND).max(1), line.saturating_add(AROUND));
            match parts.last_mut() {
                Some(last) if last.0 == file && from <= last.2 + 1 => last.2 = to,
                _ => parts.push((file, from, to)),
            }
        }
        let mut excerpts = Vec::new();
        for (file, first, last) in parts {
            self.line(&file, first);
            let files = self.0.borrow();
            let all = &files[&file];
            let (from, to) = (first as usize - 1, (last as usize).min(all.len()));
            if from < to {
                excerpts.push(Excerpt { file: file.clone(), first, lines: all[from..to].to_vec() });
            }
        }
        excerpts
    }

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
