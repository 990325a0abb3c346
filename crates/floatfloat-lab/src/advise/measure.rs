//! Measures every type on every device within the given time, small sizes first.

use super::{
    candidate::Candidate,
    model::{Model, Sample},
    problem,
    question::{Kind, Question},
};
use crate::{
    arithmetic::FAMILIES,
    contender::Contender,
    error::Error,
    experiments::Options,
    progress::Progress,
    timing::{median, stop_if_asked},
    workloads::{Place, Run, Workload},
};
use std::time::{Duration, Instant};

/// The approximate number of repetitions of the work for one measurement: one for the result, the
/// others for the time.
const REPETITIONS: f64 = 3.0;

/// The number of inputs besides the first, as far as time allows.
const FURTHER_INPUTS: u64 = 4;

/// The part of the budget that the first input may take if there are others.
const FIRST_INPUT: f64 = 0.5;

/// The measurements.
pub(super) struct Measured {
    /// Every type on every device that could compute the work.
    pub(super) candidates: Vec<Candidate>,
    /// The condition number of the largest input that has one, and the size of that input.
    pub(super) condition: Option<(f64, u64)>,
    /// The requested size, or the size of the user's files if they are the operands.
    pub(super) size: u64,
    /// The failures of single devices.
    pub(super) failures: Vec<String>,
    /// The computation with the user's operands, if there are any.
    pub(super) of_input: Option<Box<dyn Workload>>,
}

/// One type on one device at one size, with one or several inputs.
struct Point {
    size: u64,
    /// The largest error.
    error: f64,
    /// The largest magnitude of an exact result.
    scale: f64,
    /// The time of each input.
    seconds: Vec<f64>,
}

impl Point {
    fn sample(&self) -> Sample {
        let seconds = median(&mut self.seconds.clone());
        Sample { size: self.size, error: self.error, seconds }
    }
}

/// One type on one device, at the sizes so far, from small to large.
struct Series {
    device: String,
    contender: Contender,
    points: Vec<Point>,
}

/// Measures small sizes first, and larger ones while time allows. Then it measures again with other
/// operands, because one input says little about the error of another.
pub(super) fn measure(
    question: &Question,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Measured, Error> {
    let mut all = Measuring {
        kind: question.kind,
        begin: Instant::now(),
        budget: question.budget,
        is_first_input: true,
        series: Vec::new(),
        failures: Vec::new(),
        options,
        progress,
    };
    if !question.input.is_empty() {
        progress.begin(&format!("measuring {}", question.kind), 1);
        let (workload, size) = problem::of_input(question, progress)?;
        all.round(&*workload, size)?;
        progress.advance(1);
        let condition = workload.condition().map(|condition| (condition, size));
        return Ok(Measured { of_input: Some(workload), ..all.measured(size, condition) });
    }
    let sizes = sizes(question);
    let has_further = question.has_further_inputs();
    let inputs = if has_further { 1 + FURTHER_INPUTS } else { 1 };
    progress.begin(&format!("measuring {}", question.kind), sizes.len() as u64 * inputs);
    if has_further {
        all.budget = question.budget.mul_f64(FIRST_INPUT);
    }
    let mut condition = None;
    // How long it took to create the operands of a size and their exact result.
    let mut built: Vec<(u64, f64)> = Vec::new();
    for &size in &sizes {
        if built.last().is_some_and(|&(before, took)| all.is_too_long(before, took, size)) {
            break;
        }
        let begin = Instant::now();
        let workload = problem::random(question, size, options.seed, progress)?;
        built.push((size, begin.elapsed().as_secs_f64()));
        all.round(&*workload, size)?;
        condition = workload.condition().map(|condition| (condition, size)).or(condition);
        progress.advance(1);
    }
    all.budget = question.budget;
    all.is_first_input = false;
    for further in 1..inputs {
        for &(size, took) in &built {
            if !all.is_too_long(size, took, size) {
                let seed = options.seed.wrapping_add(further);
                let workload = problem::random(question, size, seed, progress)?;
                all.round(&*workload, size)?;
            }
            progress.advance(1);
        }
    }
    Ok(all.measured(question.size, condition))
}

/// The sizes from a small one up to that of the question. From one to the next the operations
/// multiply by eight.
fn sizes(question: &Question) -> Vec<u64> {
    let (factor, least) = if question.kind.order() == 1 { (8, 4096) } else { (2, 32) };
    let smaller = std::iter::successors(Some(question.size), |size| Some(size / factor));
    let mut sizes: Vec<u64> =
        smaller.take_while(|&size| size == question.size || size >= least).collect();
    sizes.reverse();
    sizes
}

struct Measuring<'o> {
    kind: Kind,
    begin: Instant,
    budget: Duration,
    is_first_input: bool,
    series: Vec<Series>,
    failures: Vec<String>,
    options: &'o Options,
    progress: &'o dyn Progress,
}

impl Measuring<'_> {
    /// Whether work that took `took` at size `before` would take more than the time that is left at
    /// `size`.
    fn is_too_long(&self, before: u64, took: f64, size: u64) -> bool {
        let expected = took * (size as f64 / before as f64).powi(self.kind.order());
        expected > self.budget.saturating_sub(self.begin.elapsed()).as_secs_f64()
    }

    /// Measures every type on every device at one size.
    fn round(&mut self, workload: &dyn Workload, size: u64) -> Result<(), Error> {
        let devices = std::sync::Arc::clone(&self.options.devices);
        let processor = devices.has_processor().then_some(Place::Processor);
        for place in processor.into_iter().chain(devices.others().iter().map(Place::Device)) {
            match self.at_place(place, workload, size) {
                Err(Error::Device(error)) => {
                    let failure = format!("{} failed: {error}", place.id());
                    if !self.failures.contains(&failure) {
                        self.failures.push(failure);
                    }
                }
                ended => ended?,
            }
        }
        Ok(())
    }

    /// Measures every type at one place.
    fn at_place(
        &mut self,
        place: Place<'_>,
        workload: &dyn Workload,
        size: u64,
    ) -> Result<(), Error> {
        let types = &self.options.types;
        let of_families = FAMILIES.iter().filter(|number| types.contains(number));
        let others = types.iter().filter(|number| !FAMILIES.contains(number));
        for &contender in of_families.chain(others) {
            stop_if_asked(self.progress)?;
            if self.has_time_for(place.id(), contender, size)
                && let Some(run) = workload.run(contender, place, self.progress)?
            {
                self.add(place.id(), contender, size, run);
            }
        }
        Ok(())
    }

    fn series(&self, device: &str, contender: Contender) -> Option<usize> {
        self.series.iter().position(|s| s.device == device && s.contender == contender)
    }

    /// Whether there is time for a type on a device at this size. Further inputs are measured only at
    /// sizes of the first.
    fn has_time_for(&self, device: &str, contender: Contender, size: u64) -> bool {
        let known = self.series(device, contender).map(|known| &self.series[known].points);
        let last = known.and_then(|points| points.iter().rfind(|point| point.size <= size));
        match last {
            Some(last) => {
                (self.is_first_input || last.size == size)
                    && !self.is_too_long(last.size, REPETITIONS * last.sample().seconds, size)
            }
            None => self.is_first_input,
        }
    }

    fn add(&mut self, device: &str, contender: Contender, size: u64, run: Run) {
        let known = self.series(device, contender).unwrap_or_else(|| {
            let (device, points) = (device.to_owned(), Vec::new());
            self.series.push(Series { device, contender, points });
            self.series.len() - 1
        });
        let series = &mut self.series[known];
        let (error, Run { scale, seconds, .. }) = (run.relative_error(), run);
        match series.points.iter_mut().find(|point| point.size == size) {
            Some(point) => {
                // A NaN counts as the largest error.
                point.error = if error <= point.error { point.error } else { error };
                point.scale = point.scale.max(scale);
                point.seconds.push(seconds);
            }
            None => series.points.push(Point { size, error, scale, seconds: vec![seconds] }),
        }
    }

    fn measured(self, size: u64, condition: Option<(f64, u64)>) -> Measured {
        let kind = self.kind;
        let candidate = |series: Series| {
            let samples: Vec<Sample> = series.points.iter().map(Point::sample).collect();
            let model = Model::new(&samples, kind.order(), kind.least_growth())?;
            let last = series.points.last()?;
            Some(Candidate {
                device: series.device,
                contender: series.contender,
                at: model.at(size),
                measured: last.size,
                inputs: last.seconds.len() as u32,
                model,
                scale: last.scale,
            })
        };
        let candidates = self.series.into_iter().filter_map(candidate).collect();
        Measured { candidates, condition, size, failures: self.failures, of_input: None }
    }
}
