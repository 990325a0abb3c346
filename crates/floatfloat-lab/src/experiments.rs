//! The experiments, one file each.

mod accuracy;
mod bench;
mod fit_digits;
mod formats;
mod leibniz;
mod ops_accuracy;
mod ops_speed;
pub(crate) mod paranoia;
mod ulp_histogram;

use crate::{error::Error, number_type::NumberType, progress::Progress, results::Experiment};

/// What every experiment may be asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// Smaller sizes, for a look in seconds.
    pub quick: bool,
    /// Seed of the random operands.
    pub seed: u64,
    /// Number types to cover; those that an experiment does not know are left out.
    pub types: Vec<NumberType>,
}

impl Default for Options {
    fn default() -> Self {
        Options { quick: false, seed: 2006, types: NumberType::ALL.to_vec() }
    }
}

/// An experiment that can be run by name.
pub struct Entry {
    /// Name in the lab.
    pub id: &'static str,
    /// The tables and figures of the seed papers it reproduces.
    pub seed: &'static str,
    /// What it finds out, in one line.
    pub summary: &'static str,
    /// Runs it. May give more than one table; the first has this entry's id, the others' ids begin
    /// with it (`ulp-histogram`, `ulp-histogram-bins`).
    pub run: fn(&Options, &dyn Progress) -> Result<Vec<Experiment>, Error>,
}

/// Every experiment, in the order of the report.
pub const ALL: &[Entry] = &[
    Entry {
        id: "formats",
        seed: "Table 1 of Da Graça & Defour 2006",
        summary: "the number formats of 2006, found out by computing on simulated machines",
        run: formats::run,
    },
    Entry {
        id: "paranoia",
        seed: "Table 1 of Hillesland & Lastra 2004, table 2 of Da Graça & Defour 2006",
        summary: "error intervals, rounding verdicts and findings of each machine",
        run: paranoia::run,
    },
    Entry {
        id: "accuracy",
        seed: "",
        summary: "largest error of every operation on hard operands, against its bound",
        run: accuracy::run,
    },
    Entry {
        id: "ops-accuracy",
        seed: "Table 5 of Da Graça & Defour 2006",
        summary: "largest and mean error of every operation over random vectors",
        run: ops_accuracy::run,
    },
    Entry {
        id: "ops-speed",
        seed: "Tables 3 and 4 of Da Graça & Defour 2006",
        summary: "time of every operation by the number of elements",
        run: ops_speed::run,
    },
    Entry {
        id: "bench",
        seed: "Table 2 of Warwick 2020",
        summary: "throughput of every operation beside f64 and, where built with it, MPFR",
        run: bench::run,
    },
    Entry {
        id: "ulp-histogram",
        seed: "Table 1 and figures 1 to 4 of Warwick 2020",
        summary: "distance of float-float results from f64, in ulps of f64",
        run: ulp_histogram::run,
    },
    Entry {
        id: "leibniz",
        seed: "Tables 3 and 4 of Warwick 2020",
        summary: "π from 2000 terms of Leibniz's series: value and speed in every type",
        run: leibniz::run,
    },
    Entry {
        id: "fit-digits",
        seed: "",
        summary: "what it buys you: correct digits of least-squares fits in each type",
        run: fit_digits::run,
    },
];

/// The experiment of this name.
pub fn find(name: &str) -> Result<&'static Entry, Error> {
    ALL.iter().find(|entry| entry.id == name).ok_or_else(|| Error::UnknownExperiment {
        name: name.into(),
        known: ALL.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", "),
    })
}
