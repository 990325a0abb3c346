//! Time of each way to compute.

use super::{Op, Problems, of_library};
use crate::{
    arithmetic::{Family, Visitor, for_each},
    contender::Contender,
    devices::OnDevice,
    error::Error,
    experiments::Options,
    progress::Progress,
    workloads::{
        Place, Run, Workload,
        reduction::{Dot2, Sum2},
        timed,
    },
};
use floatfloat_cpu::{Element, compensated};

/// One time.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    pub(super) device: String,
    pub(super) op: Op,
    pub(super) number_type: String,
    /// The same in plain words.
    pub(super) plain: Contender,
    pub(super) elements: usize,
    pub(super) seconds: f64,
}

struct Timing<'a> {
    place: Place<'a>,
    problems: &'a Problems,
    progress: &'a dyn Progress,
    found: Vec<Timed>,
}

/// Times the problems at a place in every way that was asked for.
///
/// # Errors
/// Those of the device, and [`Error::Interrupted`].
pub(super) fn at(
    place: Place<'_>,
    problems: &Problems,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Vec<Timed>, Error> {
    let mut timing = Timing { place, problems, progress, found: Vec::new() };
    for_each(&options.types, &mut timing)?;
    if options.types.contains(&Contender::CompensatedF32) {
        timing.compensated::<f32>(Contender::CompensatedF32)?;
    }
    if options.types.contains(&Contender::CompensatedF64) {
        timing.compensated::<f64>(Contender::CompensatedF64)?;
    }
    Ok(timing.found)
}

impl Visitor for Timing<'_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        let (place, progress) = (self.place, self.progress);
        let Problems { sum, dot, horner } = self.problems;
        let name = F::contender::<W>().name();
        self.push::<W>(Op::Sum, name, sum.run::<F, W>(place, progress)?);
        self.push::<W>(Op::Dot, name, dot.run::<F, W>(place, progress)?);
        self.push::<W>(Op::Horner, name, horner.run::<F, W>(place, progress)?);
        Ok(())
    }
}

impl Timing<'_> {
    fn compensated<W: OnDevice + Element>(&mut self, contender: Contender) -> Result<(), Error> {
        let (place, progress) = (self.place, self.progress);
        let Problems { sum, dot, horner } = self.problems;
        let name = contender.name();
        self.push::<W>(Op::Sum, name, sum.compensated::<W>(place, progress)?);
        self.push::<W>(Op::Dot, name, dot.compensated::<W>(place, progress)?);
        self.push::<W>(Op::Horner, name, horner.compensated::<W>(place, progress)?);
        if matches!(place, Place::Processor) { self.by_library::<W>() } else { Ok(()) }
    }

    fn by_library<W: OnDevice + Element>(&mut self) -> Result<(), Error> {
        let Problems { sum, dot, .. } = self.problems;
        let (place, progress) = (self.place, self.progress);
        let [x] = sum.operands::<Sum2, W>().map(super::trials::words::<W>);
        let ((), seconds) = timed(place, progress, || {
            std::hint::black_box(compensated::sum2(&x));
            Ok(())
        })?;
        self.push_seconds::<W>(Op::Sum, &of_library(W::PLAIN, 2), seconds);
        let [x, y] = dot.operands::<Dot2, W>().map(super::trials::words::<W>);
        let ((), seconds) = timed(place, progress, || {
            std::hint::black_box(compensated::dot2(&x, &y).ok());
            Ok(())
        })?;
        self.push_seconds::<W>(Op::Dot, &of_library(W::PLAIN, 2), seconds);
        Ok(())
    }

    fn push<W: OnDevice>(&mut self, op: Op, number_type: &str, run: Option<Run>) {
        if let Some(run) = run {
            self.push_seconds::<W>(op, number_type, run.seconds);
        }
    }

    fn push_seconds<W: OnDevice>(&mut self, op: Op, number_type: &str, seconds: f64) {
        self.found.push(Timed {
            device: self.place.id().to_owned(),
            op,
            number_type: number_type.to_owned(),
            plain: W::PLAIN.into(),
            elements: self.problems.elements(op),
            seconds,
        });
    }
}
