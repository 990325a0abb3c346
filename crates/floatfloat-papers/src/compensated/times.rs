//! The time of each way to compute.

use super::{Op, Problems, of_library};
use floatfloat_cpu::{Element, compensated};
use floatfloat_lab::{
    arithmetic::{Family, each_type},
    contender::Contender,
    devices::OnDevice,
    error::Error,
    experiments::Options,
    progress::Progress,
    table::{Table, row},
    workloads::{
        Place, Run,
        polynomial::{CompensatedHorner, HornerOf},
        reduction::{Dot2, DotOf, Sum2, SumOf},
        timed,
    },
};

struct Timing<'a> {
    place: Place<'a>,
    problems: &'a Problems,
    progress: &'a dyn Progress,
    table: &'a mut Table,
}

/// Times the problems at a place in every requested way, and adds the rows.
pub(super) fn at(
    place: Place<'_>,
    problems: &Problems,
    options: &Options,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
    let mut timing = Timing { place, problems, progress, table };
    each_type!(options.types, F, W => timing.in_type::<F, W>()?);
    if options.types.contains(&Contender::CompensatedF32) {
        timing.compensated::<f32>(Contender::CompensatedF32)?;
    }
    if options.types.contains(&Contender::CompensatedF64) {
        timing.compensated::<f64>(Contender::CompensatedF64)?;
    }
    Ok(())
}

impl Timing<'_> {
    fn in_type<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        let (place, progress) = (self.place, self.progress);
        let Problems { sum, dot, horner } = self.problems;
        let name = F::contender::<W>().name();
        self.push::<W>(Op::Sum, name, sum.reduce::<SumOf<F>, W>(place, progress)?);
        self.push::<W>(Op::Dot, name, dot.reduce::<DotOf<F>, W>(place, progress)?);
        self.push::<W>(Op::Horner, name, horner.evaluate::<HornerOf<F>, W>(place, progress)?);
        Ok(())
    }

    fn compensated<W: OnDevice + Element>(&mut self, contender: Contender) -> Result<(), Error> {
        let (place, progress) = (self.place, self.progress);
        let Problems { sum, dot, horner } = self.problems;
        let name = contender.name();
        self.push::<W>(Op::Sum, name, sum.reduce::<Sum2, W>(place, progress)?);
        self.push::<W>(Op::Dot, name, dot.reduce::<Dot2, W>(place, progress)?);
        self.push::<W>(Op::Horner, name, horner.evaluate::<CompensatedHorner, W>(place, progress)?);
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
        let (device, elements) = (self.place.id(), self.problems.elements(op));
        let of = [("device", device), ("op", op.name()), ("type", W::PLAIN.name())];
        // The same problem in plain words comes first.
        let plain = match number_type == W::PLAIN.name() {
            true => Some(seconds),
            false => self.table.frame().with(&of).value("seconds"),
        };
        self.table.push(row![
            device,
            op.name(),
            number_type,
            elements,
            seconds,
            seconds / elements as f64 * 1e9,
            plain.map(|plain| seconds / plain),
        ]);
    }
}
