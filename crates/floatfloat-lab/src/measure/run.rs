//! Decides when two runs are the same, so that one report may contain results of both.

use crate::{
    devices::Opened,
    experiments::Options,
    machine,
    results::{Device, Machine, Settings},
};
use serde::{Deserialize, Serialize};
use std::{env, fs, time::UNIX_EPOCH};

/// What is measured, by which program, on which machine, and with which devices, drivers and
/// compilers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    settings: Settings,
    speeds_of_software: bool,
    /// The machine, without a date.
    machine: Machine,
    devices: Vec<Device>,
    /// What compiles programs for each of the devices, besides its driver.
    compilers: Vec<String>,
    program: String,
}

impl Run {
    /// The run of this program with these options.
    pub fn new(options: &Options) -> Self {
        let compiler = |opened: &Opened| opened.device.backend().compiler();
        Run {
            settings: options.settings(),
            speeds_of_software: options.speeds_of_software,
            machine: Machine { date: String::new(), ..machine::machine() },
            devices: options.devices.found().to_vec(),
            compilers: options.devices.others().iter().map(compiler).collect(),
            program: program(),
        }
    }

    /// The first difference to another run, in words that follow `of a run`; none if both are the
    /// same.
    pub(super) fn difference(&self, other: &Run) -> Option<&'static str> {
        let version = |run: &Run| run.machine.version.clone();
        let (ours, theirs) = (&self.settings, &other.settings);
        if self == other {
            None
        } else if self.program != other.program || version(self) != version(other) {
            Some("of another build of floatfloat")
        } else if self.machine != other.machine {
            Some("on another machine")
        } else if ours.quick != theirs.quick {
            Some(if theirs.quick { "with --quick" } else { "without --quick" })
        } else if self.speeds_of_software != other.speeds_of_software {
            Some(if other.speeds_of_software { "without --quick" } else { "with --quick" })
        } else if ours.seed != theirs.seed {
            Some("with another seed")
        } else if ours != theirs {
            Some("with other types or sizes")
        } else {
            Some("with other devices, drivers or compilers")
        }
    }
}

/// Distinguishes builds of this program: when the file was written, and how long it is. Empty if the
/// system does not report it.
fn program() -> String {
    let written = || {
        let about = fs::metadata(env::current_exe().ok()?).ok()?;
        let since = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(format!("{} bytes, {} ns", about.len(), since.as_nanos()))
    };
    written().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Run;
    use crate::experiments::Options;

    #[test]
    fn every_difference_has_its_words() {
        let run = Run::new(&Options::default());
        assert_eq!(run.difference(&Run::new(&Options::default())), None);
        type Change = fn(&mut Run);
        let changes: [(Change, &str); 8] = [
            (|run| run.program += "0", "build"),
            (|run| run.machine.version = "9.9.9".into(), "build"),
            (|run| run.machine.processor = "other".into(), "machine"),
            (|run| run.settings.quick = true, "with --quick"),
            (|run| run.settings.seed += 1, "seed"),
            (|run| run.settings.sizes = Some(vec![1]), "sizes"),
            (|run| run.devices[0].driver = "2.0".into(), "drivers"),
            (|run| run.compilers.push("other".into()), "compilers"),
        ];
        for (change, words) in changes {
            let mut other = run.clone();
            change(&mut other);
            let difference = run.difference(&other).unwrap();
            assert!(difference.contains(words), "{difference} for {words}");
        }
    }
}
