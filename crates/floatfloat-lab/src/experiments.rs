//! The experiments that examine a machine, one file each; the options of all experiments, and how an experiment
//! is run.

mod accuracy;
mod bench;
mod devices;
mod functions;
pub mod paranoia;
mod products;

use crate::{
    arithmetic::FAMILIES,
    contender::Contender,
    devices::Devices,
    error::Error,
    number_type::NumberType,
    progress::Progress,
    real::Real,
    results::{Settings, Table},
};
pub use bench::EXPERIMENT as BENCH;
pub use floatfloat_report::study::Study;
pub use paranoia::EXPERIMENT as PARANOIA;
use std::sync::Arc;

/// The options of every experiment.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether to use smaller sizes, for a look in seconds.
    pub quick: bool,
    /// The seed of the random operands.
    pub seed: u64,
    /// The number types to cover. An experiment leaves out types that it does not know.
    pub types: Vec<Contender>,
    /// The sizes to cover; none means the experiment's own. No size exceeds the experiment's
    /// [largest](Experiment::largest_size).
    pub sizes: Option<Vec<u64>>,
    /// The devices to cover.
    pub devices: Arc<Devices>,
    /// Whether experiments on speed cover devices emulated in software. Their times say nothing about
    /// hardware.
    pub speeds_of_software: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            quick: false,
            seed: 2006,
            types: Contender::ALL.to_vec(),
            sizes: None,
            devices: Arc::new(Devices::processor()),
            speeds_of_software: true,
        }
    }
}

impl Options {
    /// The sizes to cover, from small to large: the chosen ones, or `own` if none are chosen.
    pub fn sizes_or(&self, own: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut sizes = self.sizes.clone().unwrap_or_else(|| own.into_iter().collect());
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// The options in the form that results keep.
    pub fn settings(&self) -> Settings {
        Settings {
            quick: self.quick,
            seed: self.seed,
            types: self.types.iter().map(|number_type| number_type.name().to_owned()).collect(),
            sizes: self.sizes.clone(),
            full: Vec::new(),
        }
    }

    /// The types to cover, and the types with which they are compared.
    pub fn types_beside(&self, others: &[NumberType]) -> Vec<Contender> {
        let others = others.iter().map(|&number_type| Contender::from(number_type));
        let others = others.filter(|other| !self.types.contains(other));
        self.types.iter().copied().chain(others).collect()
    }

    /// Whether a word or a pair of these words is to be covered.
    pub fn covers_words<W: Real>(&self) -> bool {
        [W::PLAIN, W::PAIR].into_iter().any(|number_type| self.covers(number_type))
    }

    /// How many types of one or two words are to be covered, in all places together.
    pub fn families_everywhere(&self) -> usize {
        let families = FAMILIES.iter().filter(|number| self.types.contains(number));
        families.count() * self.devices.places()
    }

    /// Whether this number type is to be covered.
    pub fn covers(&self, number_type: NumberType) -> bool {
        self.types.contains(&number_type.into())
    }
}

/// An experiment that can be run by name.
pub struct Experiment {
    /// Its name, what papers say about it, and how its results are drawn.
    pub study: Study,
    /// Whether it runs on every device, not only on this processor.
    pub on_devices: bool,
    /// Whether it measures speed more than results.
    pub of_speed: bool,
    /// The largest size that can be chosen; none if the sizes are fixed.
    pub largest_size: Option<u64>,
    /// The function that measures. Its first table has the experiment's id; the ids of the others
    /// begin with it (`ulp-histogram`, `ulp-histogram-bins`).
    run: Run,
}

/// The function that runs an experiment.
pub type Run = fn(&Options, &dyn Progress) -> Result<Vec<Table>, Error>;

impl Experiment {
    /// An experiment that runs on every device, at sizes of its own.
    pub const fn new(study: Study, run: Run) -> Self {
        Experiment { study, on_devices: true, of_speed: false, largest_size: None, run }
    }

    /// The same experiment on this processor alone.
    pub const fn on_processor(self) -> Self {
        Experiment { on_devices: false, ..self }
    }

    /// The same experiment, marked as one about speed.
    pub const fn of_speed(self) -> Self {
        Experiment { of_speed: true, ..self }
    }

    /// The same experiment with another description.
    pub const fn told_as(self, study: Study) -> Self {
        Experiment { study, ..self }
    }

    /// The same experiment with sizes that can be chosen, up to `largest`.
    pub const fn up_to(self, largest: u64) -> Self {
        Experiment { largest_size: Some(largest), ..self }
    }

    /// Measures. Adds published numbers and the verdicts on papers' claims to the tables.
    ///
    /// # Errors
    /// Errors of devices, and [`Error::Interrupted`].
    pub fn run(&self, options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
        options.devices.begin(self.study.id);
        let mut tables = match self.of_speed && !options.speeds_of_software {
            true => {
                let devices = Arc::new(options.devices.without_software());
                (self.run)(&Options { devices, ..options.clone() }, progress)?
            }
            false => (self.run)(options, progress)?,
        };
        tables.extend(self.study.published());
        tables.extend(self.study.judge(&tables, options.devices.found()));
        Ok(tables)
    }
}

/// Every experiment on this machine, in the order of the report.
pub const ALL: &[&Experiment] = &[
    &devices::EXPERIMENT,
    &PARANOIA,
    &accuracy::EXPERIMENT,
    &BENCH,
    &functions::EXPERIMENT,
    &products::EXPERIMENT,
    &crate::advise::MATRIX,
];

/// The descriptions of these experiments and of advice, for readers.
pub fn studies(experiments: &[&'static Experiment]) -> Vec<&'static Study> {
    experiments.iter().map(|experiment| &experiment.study).chain([&crate::advise::STUDY]).collect()
}

/// The experiment of this name.
///
/// # Errors
/// [`Error::UnknownExperiment`].
pub fn find(name: &str) -> Result<&'static Experiment, Error> {
    find_among(ALL, name)
}

/// The experiment with this name among these experiments.
///
/// # Errors
/// [`Error::UnknownExperiment`].
pub fn find_among(
    experiments: &[&'static Experiment],
    name: &str,
) -> Result<&'static Experiment, Error> {
    let known = || experiments.iter().map(|known| known.study.id).collect::<Vec<_>>().join(", ");
    let found = experiments.iter().copied().find(|known| known.study.id == name);
    found.ok_or_else(|| Error::UnknownExperiment { name: name.into(), known: known() })
}
