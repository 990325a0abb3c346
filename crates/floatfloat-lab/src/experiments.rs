//! The experiments, one file each.

mod accuracy;
mod bench;
mod compensated;
mod conclusion;
mod devices;
mod do_undo;
mod fit_digits;
mod formats;
mod gauss;
mod intensity;
mod interval_pair;
mod leibniz;
mod lud;
mod mul_chain;
mod ops_accuracy;
mod ops_speed;
mod pace;
pub(crate) mod paranoia;
mod speed_up;
mod sum;
mod ulp_histogram;

use crate::{
    contender::Contender,
    devices::Devices,
    error::Error,
    number_type::NumberType,
    progress::Progress,
    results::{Experiment, Settings},
};
use std::sync::Arc;

/// What every experiment may be asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// Smaller sizes, for a look in seconds.
    pub quick: bool,
    /// Seed of the random operands.
    pub seed: u64,
    /// Number types to cover; those that an experiment does not know are left out.
    pub types: Vec<Contender>,
    /// Sizes to cover; the experiment's own if none. Up to its [largest](Entry::largest_size).
    pub sizes: Option<Vec<u64>>,
    /// Devices to cover.
    pub devices: Arc<Devices>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            quick: false,
            seed: 2006,
            types: Contender::ALL.to_vec(),
            sizes: None,
            devices: Arc::new(Devices::processor()),
        }
    }
}

impl Options {
    /// The sizes to cover, from small to large: an experiment's own, if none are chosen.
    pub(crate) fn sizes_or(&self, own: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut sizes = self.sizes.clone().unwrap_or_else(|| own.into_iter().collect());
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// As results keep them.
    pub fn settings(&self) -> Settings {
        Settings {
            quick: self.quick,
            seed: self.seed,
            types: self.types.iter().map(|number_type| number_type.name().to_owned()).collect(),
            sizes: self.sizes.clone(),
        }
    }

    /// Whether this number type is to be covered.
    pub fn covers(&self, number_type: NumberType) -> bool {
        self.types.contains(&number_type.into())
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
    /// Whether it runs on every device, not on this processor alone.
    pub on_devices: bool,
    /// The largest size that can be chosen; none if its sizes are fixed.
    pub largest_size: Option<u64>,
    /// Runs it. May give more than one table; the first has this entry's id, the others' ids begin
    /// with it (`ulp-histogram`, `ulp-histogram-bins`).
    pub run: fn(&Options, &dyn Progress) -> Result<Vec<Experiment>, Error>,
}

/// Every experiment, in the order of the report.
pub const ALL: &[Entry] = &[
    Entry {
        id: "devices",
        seed: "",
        summary: "what can compute here, and whether its arithmetic was proved exact",
        on_devices: true,
        largest_size: None,
        run: devices::run,
    },
    Entry {
        id: "formats",
        seed: "Table 1 of Da Graça & Defour 2006",
        summary: "the number formats of 2006, found out by computing on simulated machines",
        on_devices: false,
        largest_size: None,
        run: formats::run,
    },
    Entry {
        id: "paranoia",
        seed: "Table 1 of Hillesland & Lastra 2004, table 2 of Da Graça & Defour 2006",
        summary: "error intervals, rounding verdicts and findings of each machine",
        on_devices: true,
        largest_size: None,
        run: paranoia::run,
    },
    Entry {
        id: "accuracy",
        seed: "",
        summary: "largest error of every operation on hard operands, against its bound",
        on_devices: true,
        largest_size: None,
        run: accuracy::run,
    },
    Entry {
        id: "ops-accuracy",
        seed: "Table 5 of Da Graça & Defour 2006",
        summary: "largest and mean error of every operation over random vectors",
        on_devices: true,
        largest_size: None,
        run: ops_accuracy::run,
    },
    Entry {
        id: "ops-speed",
        seed: "Tables 3 and 4 of Da Graça & Defour 2006",
        summary: "time of every operation by the number of elements",
        on_devices: true,
        largest_size: None,
        run: ops_speed::run,
    },
    Entry {
        id: "bench",
        seed: "Table 2 of Warwick 2020",
        summary: "throughput of every operation beside f64 and, where built with it, MPFR",
        on_devices: true,
        largest_size: None,
        run: bench::run,
    },
    Entry {
        id: "ulp-histogram",
        seed: "Table 1 and figures 1 to 4 of Warwick 2020",
        summary: "distance of float-float results from f64, in ulps of f64",
        on_devices: false,
        largest_size: None,
        run: ulp_histogram::run,
    },
    Entry {
        id: "sum",
        seed: "Tables 1, 7, 8, 10, 11, 12 and figures 4 to 11 of Nguyen",
        summary: "sums of numbers whose exact sum is 0: error and time in every type and shape",
        on_devices: true,
        largest_size: Some(1 << 26),
        run: sum::run,
    },
    Entry {
        id: "intensity",
        seed: "Tables 13 to 15 and figures 12 to 14 of Nguyen",
        summary: "time and error of generated kernels by operations for each number loaded",
        on_devices: true,
        largest_size: Some(10_000),
        run: intensity::run,
    },
    Entry {
        id: "gauss",
        seed: "Table 16 and figures 15 to 17 of Nguyen",
        summary: "systems of equations by Rodinia's elimination: error and time in every type",
        on_devices: true,
        largest_size: Some(1 << 13),
        run: gauss::run,
    },
    Entry {
        id: "lud",
        seed: "Tables 17 to 19 and figures 18 to 21 of Nguyen",
        summary: "Rodinia's LU decomposition in blocks: error and time in every type",
        on_devices: true,
        largest_size: Some(1 << 13),
        run: lud::run,
    },
    Entry {
        id: "mul-chain",
        seed: "Figures 22 and 23 of Nguyen",
        summary: "error along chains of multiplications, with and without renormalising",
        on_devices: true,
        largest_size: Some(1_000_000),
        run: mul_chain::run,
    },
    Entry {
        id: "do-undo",
        seed: "Figures 24 to 29 and table 20 of Nguyen",
        summary: "error and time of x·y/y over and over, by kind of division",
        on_devices: true,
        largest_size: Some(10_000_000),
        run: do_undo::run,
    },
    Entry {
        id: "speed-up",
        seed: "Table 2 of Warwick 2020",
        summary: "speed of each operation against f64, once for each number and repeated",
        on_devices: true,
        largest_size: None,
        run: speed_up::run,
    },
    Entry {
        id: "leibniz",
        seed: "Tables 3 and 4 of Warwick 2020",
        summary: "π from 2000 terms of Leibniz's series: value and speed in every type",
        on_devices: true,
        largest_size: None,
        run: leibniz::run,
    },
    Entry {
        id: "compensated",
        seed: "Future work of Da Graça & Defour 2006",
        summary: "compensated sums, inner products and polynomials against their condition number",
        on_devices: true,
        largest_size: None,
        run: compensated::run,
    },
    Entry {
        id: "advise-matrix",
        seed: "",
        summary: "the cheapest type for whole jobs and several tolerances, as the command advise finds it",
        on_devices: true,
        largest_size: None,
        run: crate::advise::matrix,
    },
    Entry {
        id: "fit-digits",
        seed: "",
        summary: "what it buys you: correct digits of least-squares fits in each type",
        on_devices: false,
        largest_size: None,
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
