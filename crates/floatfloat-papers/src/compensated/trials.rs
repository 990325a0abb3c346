//! The errors of each way to compute, against the condition number.

use super::{
    Op, Problems,
    bounds::{Method, bound},
    of_library,
};
use floatfloat_cpu::{Element, compensated};
use floatfloat_gpu::Device;
use floatfloat_lab::{
    arithmetic::{CompositeOf, Family, PairOf, PlainOf},
    contender::Contender,
    devices::OnDevice,
    error::Error,
    experiments::Options,
    progress::Progress,
    real::Scalar,
    results::Cell,
    table::row,
    workloads::{
        Horner, Place, Total,
        polynomial::{CompensatedHorner, HornerOf, Scheme},
        reduction::{Dot2, DotOf, Reduction, Sum2, SumOf, Uploaded, in_order},
    },
};

/// The name of one way to compute, and its bound.
struct Way {
    op: Op,
    number_type: String,
    method: Option<Method>,
}

/// Computes problems at one place.
struct Trying<'a> {
    place: Place<'a>,
    problems: &'a Problems,
    types: &'a [Contender],
    progress: &'a dyn Progress,
    rows: &'a mut Vec<Vec<Cell>>,
}

/// Computes the problems at a place in every requested way, and adds the rows.
pub(super) fn at(
    place: Place<'_>,
    problems: &Problems,
    options: &Options,
    progress: &dyn Progress,
    rows: &mut Vec<Vec<Cell>>,
) -> Result<(), Error> {
    let mut trying = Trying { place, problems, types: &options.types, progress, rows };
    trying.in_words::<f32>(Contender::CompensatedF32)?;
    trying.in_words::<f64>(Contender::CompensatedF64)?;
    trying.in_multiple()
}

impl Trying<'_> {
    fn in_words<W: OnDevice + Element>(&mut self, compensated: Contender) -> Result<(), Error> {
        if !self.place.has::<W>() {
            return Ok(());
        }
        self.in_family::<PlainOf, W>(Some(Method::Plain))?;
        if self.types.contains(&compensated) {
            let way = |op| Way {
                op,
                number_type: compensated.name().into(),
                method: Some(Method::Compensated),
            };
            let Problems { sum, dot, horner } = self.problems;
            self.total::<Sum2, W, 1>(sum, way(Op::Sum))?;
            self.total::<Dot2, W, 2>(dot, way(Op::Dot))?;
            self.polynomial::<CompensatedHorner, W>(horner, way(Op::Horner))?;
            if matches!(self.place, Place::Processor) {
                self.by_library::<W>();
            }
        }
        self.in_family::<CompositeOf, W>(None)?;
        self.in_family::<PairOf, W>(Some(Method::Pairs))
    }

    fn in_family<F: Family, W: OnDevice>(&mut self, method: Option<Method>) -> Result<(), Error> {
        let contender = F::contender::<W>();
        if !self.types.contains(&contender) {
            return Ok(());
        }
        let way = |op| Way { op, number_type: contender.name().into(), method };
        let Problems { sum, dot, horner } = self.problems;
        self.total::<SumOf<F>, W, 1>(sum, way(Op::Sum))?;
        self.total::<DotOf<F>, W, 2>(dot, way(Op::Dot))?;
        self.polynomial::<HornerOf<F>, W>(horner, way(Op::Horner))
    }

    fn total<R: Reduction<N>, W: OnDevice, const N: usize>(
        &mut self,
        total: &Total<N>,
        way: Way,
    ) -> Result<(), Error> {
        let operands = total.operands::<R, W>();
        let (words, verified) = match self.place {
            Place::Processor => (in_order::<R, W, N>(&operands, self.progress)?, None),
            Place::Device(opened) => {
                let reduce = |device: &Device| {
                    Uploaded::<R, W, N>::new(device, &operands)?.reduce(None).map_err(Error::from)
                };
                let expected = reduce(&opened.device.reference())?;
                let words = reduce(&opened.device)?;
                let same = (0..2).all(|k| words[k].equal(expected[k]));
                (words, Some(same))
            }
        };
        let error = total.error_of(&words.map(<W as Scalar>::to_f64)) / total.exact().abs();
        self.push::<W>(way, total.len(), total.condition(), error, verified);
        Ok(())
    }

    fn polynomial<S: Scheme, W: OnDevice>(
        &mut self,
        horner: &Horner,
        way: Way,
    ) -> Result<(), Error> {
        let (values, verified) = match self.place {
            Place::Processor => (horner.on_processor::<S, W>(self.progress)?, None),
            Place::Device(opened) => {
                let values = horner.on_device::<S, W>(&opened.device)?;
                let expected = horner.on_device::<S, W>(&opened.device.reference())?;
                let same = values == expected;
                (values, Some(same))
            }
        };
        let error = horner.relative_error_of(values.into_iter());
        self.push::<W>(way, horner.degree(), horner.condition(), error, verified);
        Ok(())
    }

    /// Sum2 and Dot2 in registers and threads, and the same functions with three times the
    /// precision.
    fn by_library<W: OnDevice + Element>(&mut self) {
        let Problems { sum, dot, .. } = self.problems;
        let [x] = sum.operands::<SumOf<PlainOf>, W>().map(words);
        let (two, three) = (compensated::sum_k::<2, W>(&x), compensated::sum_k::<3, W>(&x));
        for (precision, result) in [(2, two), (3, three)] {
            let error = sum.error_of(&[<W as Scalar>::to_f64(result)]) / sum.exact().abs();
            self.of_library::<W>(Op::Sum, precision, sum.len(), sum.condition(), error);
        }
        let [x, y] = dot.operands::<DotOf<PlainOf>, W>().map(words);
        let (two, three) = (compensated::dot_k::<2, W>(&x, &y), compensated::dot_k::<3, W>(&x, &y));
        for (precision, result) in [(2, two), (3, three)] {
            // The vectors have the same length.
            let result = result.map_or(f64::NAN, <W as Scalar>::to_f64);
            let error = dot.error_of(&[result]) / dot.exact().abs();
            self.of_library::<W>(Op::Dot, precision, dot.len(), dot.condition(), error);
        }
    }

    fn of_library<W: OnDevice>(
        &mut self,
        op: Op,
        precision: i32,
        elements: usize,
        condition: f64,
        error: f64,
    ) {
        let number_type = of_library(W::PLAIN, precision as usize);
        let way = Way { op, number_type, method: Some(Method::Multiplied(precision)) };
        self.push::<W>(way, elements, condition, error, None);
    }

    /// Computes in 256 bits on the processor, for comparison.
    fn in_multiple(&mut self) -> Result<(), Error> {
        const BITS: u16 = 256;
        let contender = Contender::Multiple(BITS);
        if !matches!(self.place, Place::Processor) || !self.types.contains(&contender) {
            return Ok(());
        }
        let Problems { sum, dot, horner } = self.problems;
        let (bits, progress) = (BITS.into(), self.progress);
        for (op, elements, condition, run) in [
            (Op::Sum, sum.len(), sum.condition(), sum.multiple(bits, progress)?),
            (Op::Dot, dot.len(), dot.condition(), dot.multiple(bits, progress)?),
            (Op::Horner, horner.degree(), horner.condition(), horner.multiple(bits, progress)?),
        ] {
            let way = Way { op, number_type: contender.name().into(), method: None };
            self.push::<f64>(way, elements, condition, run.relative_error(), None);
        }
        Ok(())
    }

    fn push<W: OnDevice>(
        &mut self,
        way: Way,
        elements: usize,
        condition: f64,
        error: f64,
        verified: Option<bool>,
    ) {
        let bound = way.method.map(|method| bound::<W>(way.op, method, elements, condition));
        self.rows.push(row![
            self.place.id(),
            way.op.name(),
            way.number_type,
            elements,
            condition,
            error,
            bound,
            bound.map(|bound| error <= bound),
            verified,
        ]);
    }
}

/// The words of plain numbers.
pub(super) fn words<W: OnDevice>(numbers: Vec<<PlainOf as Family>::Of<W>>) -> Vec<W> {
    numbers.into_iter().map(|number| number.0).collect()
}
