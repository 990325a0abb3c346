//! Measuring every type on every device, small sizes first, as far as the time that is given carries.

use super::{
    candidate::Candidate,
    model::{Model, Sample},
    problem::Problem,
    question::Question,
};
use crate::{
    arithmetic::{Family, Visitor, for_each},
    contender::Contender,
    devices::OnDevice,
    error::Error,
    experiments::Options,
    progress::Progress,
    timing::stop_if_asked,
    workloads::{Place, Run, Workload},
};
use std::time::{Duration, Instant};

/// How often work is done for one measurement, about: once for the result, and for the time.
const REPETITIONS: f64 = 3.0;

/// What was measured.
pub(super) struct Measured {
    /// Every type on every device that could compute it.
    pub(super) candidates: Vec<Candidate>,
    /// The condition number of the largest input that was measured.
    pub(super) condition: Option<f64>,
    /// The size that is asked for: that of the user's files, if they are the operands.
    pub(super) size: u64,
    /// What went wrong with single devices.
    pub(super) failures: Vec<String>,
}

/// One type on one device, at the sizes so far.
struct Series {
    device: String,
    contender: Contender,
    samples: Vec<Sample>,
    scale: f64,
}

/// Measures.
///
/// # Errors
/// Those of reading the user's files, and [`Error::Interrupted`].
pub(super) fn measure(
    question: &Question,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Measured, Error> {
    let mut all = Measuring {
        order: question.kind.order(),
        begin: Instant::now(),
        budget: question.budget,
        series: Vec::new(),
        failures: Vec::new(),
        options,
        progress,
    };
    let sizes = if question.input.is_empty() { sizes(question) } else { vec![question.size] };
    progress.begin(&format!("measuring {}", question.kind), sizes.len() as u64);
    let (mut condition, mut asked, mut building) = (None, question.size, None);
    for &size in &sizes {
        if building.is_some_and(|(before, took)| all.is_too_long(before, took, size)) {
            break;
        }
        let begin = Instant::now();
        let problem = Problem::new(question, size, options.seed, progress)?;
        building = Some((size, begin.elapsed().as_secs_f64()));
        if !question.input.is_empty() {
            asked = problem.size_of_input().unwrap_or(size);
        }
        all.round(&problem, if question.input.is_empty() { size } else { asked })?;
        condition = problem.condition().or(condition);
        progress.advance(1);
    }
    Ok(Measured {
        candidates: all.candidates(asked),
        condition,
        size: asked,
        failures: all.failures,
    })
}

/// From an eighth or a sixty-fourth of the size up to it.
fn sizes(question: &Question) -> Vec<u64> {
    let (divisors, least): (&[u64], u64) =
        if question.kind.order() == 1 { (&[64, 8, 1], 16) } else { (&[4, 2, 1], 8) };
    let mut sizes: Vec<u64> = divisors
        .iter()
        .map(|divisor| (question.size / divisor).max(least.min(question.size)))
        .collect();
    sizes.dedup();
    sizes
}

struct Measuring<'o> {
    order: i32,
    begin: Instant,
    budget: Duration,
    series: Vec<Series>,
    failures: Vec<String>,
    options: &'o Options,
    progress: &'o dyn Progress,
}

impl Measuring<'_> {
    /// Whether what took so long at a size would take more than is left at another.
    fn is_too_long(&self, before: u64, took: f64, size: u64) -> bool {
        let expected = took * (size as f64 / before as f64).powi(self.order);
        expected > self.budget.saturating_sub(self.begin.elapsed()).as_secs_f64()
    }

    /// Every type on every device at one size.
    fn round(&mut self, problem: &Problem, size: u64) -> Result<(), Error> {
        let devices = std::sync::Arc::clone(&self.options.devices);
        let processor = devices.has_processor().then_some(Place::Processor);
        for place in processor.into_iter().chain(devices.others().iter().map(Place::Device)) {
            let types = self.options.types.clone();
            let mut one = AtPlace { all: self, place, problem, size };
            let ended = for_each(&types, &mut one).and_then(|()| one.further(&types));
            match ended {
                Err(Error::Device(error)) => {
                    self.failures.push(format!("{} failed: {error}", place.id()));
                }
                ended => ended?,
            }
        }
        Ok(())
    }

    /// Whether there is time for a type on a device at this size.
    fn has_time_for(&self, device: &str, contender: Contender, size: u64) -> bool {
        let earlier = self.series.iter().find(|s| s.device == device && s.contender == contender);
        let Some(last) = earlier.and_then(|series| series.samples.last()) else { return true };
        !self.is_too_long(last.size, REPETITIONS * last.seconds, size)
    }

    fn add(&mut self, device: &str, contender: Contender, size: u64, run: Run) {
        let sample = Sample { size, error: run.relative_error(), seconds: run.seconds };
        let known = self.series.iter_mut().find(|s| s.device == device && s.contender == contender);
        match known {
            Some(series) => {
                series.samples.push(sample);
                series.scale = run.scale;
            }
            None => self.series.push(Series {
                device: device.into(),
                contender,
                samples: vec![sample],
                scale: run.scale,
            }),
        }
    }

    fn candidates(&self, size: u64) -> Vec<Candidate> {
        let candidate = |series: &Series| {
            let model = Model::new(&series.samples, self.order)?;
            Some(Candidate {
                device: series.device.clone(),
                contender: series.contender,
                at: model.at(size),
                measured: series.samples.last()?.size,
                model,
                scale: series.scale,
            })
        };
        self.series.iter().filter_map(candidate).collect()
    }
}

/// The types at one place.
struct AtPlace<'m, 'o, 'p> {
    all: &'m mut Measuring<'o>,
    place: Place<'p>,
    problem: &'p Problem,
    size: u64,
}

impl AtPlace<'_, '_, '_> {
    fn one(
        &mut self,
        contender: Contender,
        run: impl FnOnce(Place<'_>, &dyn Progress) -> Result<Option<Run>, Error>,
    ) -> Result<(), Error> {
        stop_if_asked(self.all.progress)?;
        if self.all.has_time_for(self.place.id(), contender, self.size)
            && let Some(run) = run(self.place, self.all.progress)?
        {
            self.all.add(self.place.id(), contender, self.size, run);
        }
        Ok(())
    }

    /// The types that are not one or two words.
    fn further(&mut self, types: &[Contender]) -> Result<(), Error> {
        let wanted = |contender: &&Contender| {
            matches!(
                contender,
                Contender::CompensatedF32 | Contender::CompensatedF64 | Contender::Multiple(_)
            )
        };
        for &contender in types.iter().filter(wanted) {
            let problem = self.problem;
            self.one(contender, |place, progress| problem.run_further(contender, place, progress))?;
        }
        Ok(())
    }
}

impl Visitor for AtPlace<'_, '_, '_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        let problem = self.problem;
        self.one(F::contender::<W>(), |place, progress| problem.run::<F, W>(place, progress))
    }
}
