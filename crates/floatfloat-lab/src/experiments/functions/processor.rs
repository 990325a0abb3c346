//! Elementary functions on slices, in the registers of the processor.

use super::{
    Measured, Plan,
    operands::{INTEGER, Operands, ordinary},
};
use crate::{
    devices::OnDevice,
    error::Error,
    machine::CPU,
    progress::{Progress, Silent},
    real::{same_bits, widen},
    results::Table,
    timing::{medians, stop_if_asked},
};
use floatfloat::{
    DoubleWord,
    elementary::{Elementary, Info, pow::Rootn},
};
use floatfloat_cpu::{
    Vector, VectorView,
    elementwise::{Elementwise, functions, map_into},
};
use floatfloat_exact::functions::Class;
use floatfloat_gpu::Circuit;
use std::marker::PhantomData;

/// The rows of every function over words `W`.
pub(super) fn measure<W: OnDevice>(
    plan: &Plan,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
    let mut every = Every::<W> {
        plan,
        progress,
        found: Vec::new(),
        works: Vec::new(),
        result: Ok(()),
        word: PhantomData,
    };
    functions::for_each(&mut every);
    let Every { found, mut works, result, .. } = every;
    result?;
    let times = medians(&mut works, plan.sample, plan.rounds, &Silent)?;
    for (measured, ns) in found.iter().zip(times) {
        table.push(measured.row(ns / plan.timed as f64));
    }
    Ok(())
}

/// The results of every function, and the work to be timed.
struct Every<'p, W> {
    plan: &'p Plan,
    progress: &'p dyn Progress,
    found: Vec<Measured>,
    works: Vec<Box<dyn FnMut()>>,
    result: Result<(), Error>,
    word: PhantomData<W>,
}

impl<W: OnDevice> functions::Visitor<W> for Every<'_, W> {
    fn one<F: Elementary + Elementwise<0, DoubleWord<W>>>(&mut self, function: F) {
        self.enter::<F, F, 0>(function, |_| []);
    }
    fn two<F: Elementary + Elementwise<1, DoubleWord<W>>>(&mut self, function: F) {
        self.enter::<F, F, 1>(function, |y| [y]);
    }
    fn integer<O: Elementwise<0, DoubleWord<W>> + 'static>(&mut self, function: fn(i32) -> O) {
        self.enter::<Rootn, O, 0>(function(INTEGER), |_| []);
    }
}

/// Numbers of two words.
type Pairs<'a, W> = VectorView<'a, DoubleWord<W>>;

/// Computes a function of every x, or of every x and y.
type Run<W> = Box<dyn Fn(Pairs<'_, W>, Pairs<'_, W>, &mut Vector<DoubleWord<W>>)>;

impl<W: OnDevice> Every<'_, W> {
    fn enter<F: Elementary, O: Elementwise<N, DoubleWord<W>> + 'static, const N: usize>(
        &mut self,
        operation: O,
        rest: for<'a> fn(Pairs<'a, W>) -> [Pairs<'a, W>; N],
    ) {
        let run: Run<W> = Box::new(move |x, y, out| {
            map_into(operation, x, rest(y), out.view_mut()).expect("all have the same length");
        });
        if self.result.is_ok() {
            self.result = self.measured(F::INFO, run);
        }
    }

    /// Compiled once for all functions.
    fn measured(&mut self, info: Info, run: Run<W>) -> Result<(), Error> {
        stop_if_asked(self.progress)?;
        let plan = self.plan;
        let operands =
            Operands::<W>::new(info.function, info.operands, &Class::ALL, plan.each, plan.seed);
        let vector =
            |numbers: &[DoubleWord<W>]| numbers.iter().copied().collect::<Vector<DoubleWord<W>>>();
        let (x, y) = (vector(&operands.x), vector(&operands.y));
        let mut found = Vector::zeros(x.len());
        run(x.view(), y.view(), &mut found);
        let found: Vec<DoubleWord<W>> = found.iter().collect();
        let mut measured = Measured::new(CPU, &info, W::PAIR, W::PRECISION);
        measured.judge(&info, &operands.references, found.iter().map(|&result| widen(result)));
        let recorded = recorded::<W>(&info, &operands)?;
        let same = |(&found, &recorded)| same_bits(found, recorded);
        measured.verified = Some(found.iter().zip(&recorded).all(same));
        self.found.push(measured);

        let [x, y] =
            ordinary::<W>(info.function, plan.timed, plan.seed).map(|numbers| vector(&numbers));
        let mut out = Vector::zeros(plan.timed);
        self.works.push(Box::new(move || run(x.view(), y.view(), &mut out)));
        self.progress.advance(1);
        Ok(())
    }
}

/// The results that the recording of a function gives for each pair of operands: the same algorithm, one
/// step at a time.
fn recorded<W: OnDevice>(info: &Info, operands: &Operands<W>) -> Result<Vec<DoubleWord<W>>, Error> {
    let circuit =
        Circuit::of_named_function(info.name, W::TYPE, true).expect("it is in the registry");
    let parameters = operands.parameters(info.operands);
    let parameters: Vec<&[W]> = parameters.iter().map(Vec::as_slice).collect();
    let results = circuit.run::<W>(&parameters)?;
    Ok(results
        .chunks_exact(2)
        .map(|words| DoubleWord::from_normalized(words[0], words[1]))
        .collect())
}
