//! The functions that circuits call, as functions of the emitted text.

use crate::circuit::{Called, Circuit};
use std::{collections::BTreeSet, sync::Arc};

/// The functions that circuits call, directly or through others. Each occurs once, before the functions
/// that call it.
pub(super) struct Calls {
    functions: Vec<(String, Arc<Called>)>,
}

impl Calls {
    /// The functions that these circuits call, as they are written. Their names in the text begin
    /// with `prefix`.
    pub(super) fn of<'c>(circuits: impl IntoIterator<Item = &'c Circuit>, prefix: &str) -> Self {
        let mut calls = Calls { functions: Vec::new() };
        circuits.into_iter().for_each(|circuit| calls.add(circuit, prefix));
        calls
    }

    fn add(&mut self, circuit: &Circuit, prefix: &str) {
        for called in &circuit.called {
            self.add(&called.circuit, prefix);
            if self.functions.iter().any(|(_, known)| known == called) {
                continue;
            }
            let letters = called.name.chars();
            let name: String =
                letters.map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            // Different functions of the same name come from separate recordings.
            let count =
                self.functions.iter().filter(|(_, known)| known.name == called.name).count();
            let number = if count == 0 { String::new() } else { format!("_{count}") };
            self.functions.push((format!("{prefix}call_{name}{number}"), Arc::clone(called)));
        }
    }

    /// The name of a function in the text.
    pub(super) fn name(&self, called: &Arc<Called>) -> &str {
        let found = self.functions.iter().find(|(_, known)| known == called);
        found.map_or(called.name, |(name, _)| name)
    }

    /// The functions, with their names in the text.
    pub(super) fn functions(&self) -> impl Iterator<Item = (&str, &Circuit)> {
        self.functions.iter().map(|(name, called)| (name.as_str(), &called.circuit))
    }

    /// The numbers of results of the functions, each number once.
    pub(super) fn results(&self) -> BTreeSet<usize> {
        let mut results = BTreeSet::new();
        results.extend(self.functions.iter().map(|(_, called)| called.circuit.outputs().len()));
        results
    }
}
