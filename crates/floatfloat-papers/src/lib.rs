//! The papers on which floatfloat is based, repeated: their experiments, their published tables beside the
//! measurements here, and a verdict on each of their claims.

mod compensated;
mod do_undo;
mod fit_digits;
mod formats;
mod gauss;
mod intensity;
mod interval_pair;
mod leibniz;
mod lud;
mod mul_chain;
mod multi_precision;
mod ops_accuracy;
mod ops_speed;
#[cfg(test)]
#[path = "../../floatfloat-lab/src/workloads/others.rs"]
mod others;
mod pace;
mod published;
mod speed_up;
mod sum;
mod ulp_histogram;
mod ulps;
mod wide_range;

use floatfloat_lab::{
    error::Error,
    experiments::{self, BENCH, Experiment, PARANOIA, Study},
    results::Results,
};
use floatfloat_report::paper::Paper;
use published::{HILLESLAND_LASTRA, WARWICK};

/// Every experiment of the papers, in the order of their page.
pub const ALL: &[&Experiment] = &[
    &formats::EXPERIMENT,
    &INTERVALS,
    &ops_accuracy::EXPERIMENT,
    &ops_speed::EXPERIMENT,
    &SPEED,
    &ulp_histogram::EXPERIMENT,
    &sum::EXPERIMENT,
    &intensity::EXPERIMENT,
    &gauss::EXPERIMENT,
    &lud::EXPERIMENT,
    &mul_chain::EXPERIMENT,
    &multi_precision::EXPERIMENT,
    &wide_range::EXPERIMENT,
    &do_undo::EXPERIMENT,
    &speed_up::EXPERIMENT,
    &leibniz::EXPERIMENT,
    &compensated::EXPERIMENT,
    &fit_digits::EXPERIMENT,
];

/// The intervals of errors that the report measures, with those of 2004.
const INTERVALS: Experiment = {
    const PUBLISHED: &[(&Paper, &str)] = &[(&HILLESLAND_LASTRA, "paranoia-published")];
    PARANOIA.told_as(Study { published: PUBLISHED, ..PARANOIA.study })
};

/// The speed of operations that the report measures, with that of 2020.
const SPEED: Experiment = {
    const PUBLISHED: &[(&Paper, &str)] = &[(&WARWICK, "bench-published")];
    BENCH.told_as(Study { published: PUBLISHED, ..BENCH.study })
};

/// The experiments that only the papers have.
pub fn of_papers_alone() -> impl Iterator<Item = &'static Experiment> {
    ALL.iter().copied().filter(|entry| experiments::find(entry.study.id).is_err())
}

/// The experiments of the report and those of the papers, without duplicate names.
pub fn with_those_of_the_report() -> Vec<&'static Experiment> {
    let told =
        |own: &&'static Experiment| experiments::find_among(ALL, own.study.id).unwrap_or(own);
    experiments::ALL.iter().map(told).chain(of_papers_alone()).collect()
}

/// Judges the claims of papers again from the tables of results, and adds published numbers.
pub fn judge_again(results: &mut Results) {
    for experiment in with_those_of_the_report() {
        let study = &experiment.study;
        if !results.experiments.iter().any(|table| table.id == study.id) {
            continue;
        }
        let judged = study.judge(&results.experiments, &results.devices);
        for table in study.published().into_iter().chain(judged) {
            results.experiments.retain(|known| known.id != table.id);
            results.experiments.push(table);
        }
    }
}

/// The experiment with this name, of the papers or of the report.
///
/// # Errors
/// [`Error::UnknownExperiment`].
pub fn find(name: &str) -> Result<&'static Experiment, Error> {
    experiments::find_among(&with_those_of_the_report(), name)
}
