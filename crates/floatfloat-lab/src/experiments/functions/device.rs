//! Functions on another device, recorded.

use super::{
    Measured, Plan,
    operands::{INTEGER, ORDINARY, Operands, ordinary},
};
use crate::{
    devices::{OnDevice, Opened},
    error::Error,
    progress::{Progress, Silent},
    real::widen,
    results::Table,
    speed::device::{Work, matches, medians},
    timing::stop_if_asked,
};
use floatfloat::{
    DoubleWord,
    elementary::{Elementary, Function, Operands as Shape},
    registry::{FUNCTIONS, FunctionVisitor, for_each_function},
};
use floatfloat_gpu::{Circuit, Device, Error as DeviceError, device::AnyArray};

/// Rows of every function over words `W`, if the device has them.
pub(super) fn measure<W: OnDevice>(
    opened: &Opened,
    plan: &Plan,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
    if !opened.has::<W>() {
        progress.advance(FUNCTIONS.len() as u64);
        return Ok(());
    }
    let mut every = Every::<W> {
        opened,
        plan,
        progress,
        table,
        result: Ok(()),
        word: std::marker::PhantomData,
    };
    for_each_function(&mut every);
    every.result
}

/// What a quick run covers on a software device: each function is first proved there, which takes up to two
/// seconds.
const FEW: &[Function] = &[Function::Exp, Function::Ln, Function::Atan2];

struct Every<'e, W> {
    opened: &'e Opened,
    plan: &'e Plan,
    progress: &'e dyn Progress,
    table: &'e mut Table,
    result: Result<(), Error>,
    word: std::marker::PhantomData<W>,
}

impl<W: OnDevice> FunctionVisitor for Every<'_, W> {
    fn visit<F: Elementary>(&mut self) {
        let covered = !self.plan.few_on_software
            || !self.opened.is_software()
            || FEW.contains(&F::INFO.function);
        if self.result.is_ok() && covered {
            self.result = self.measured::<F>();
        }
        self.progress.advance(1);
    }
}

impl<W: OnDevice> Every<'_, W> {
    fn measured<F: Elementary>(&mut self) -> Result<(), Error> {
        stop_if_asked(self.progress)?;
        let (info, plan, device) = (F::INFO, self.plan, &self.opened.device);
        let circuit = Circuit::of_function::<F, W>(self.opened.fused::<W>());
        let operands =
            Operands::<W>::new(info.function, info.operands, ORDINARY, plan.each, plan.seed);
        let reference = device.reference();
        let [found, expected] = [device, &reference]
            .map(|device| results::<W>(device, &circuit, info.operands, &operands.x, &operands.y));
        let (found, expected) = (found?, expected?);
        let mut measured = Measured::new(self.opened.id(), &info, W::PAIR, W::PRECISION);
        measured.judge(&info, &operands.references, found.iter().map(|&result| widen(result)));
        measured.verified = Some(matches(&found, &expected));

        let [x, y] = ordinary::<W>(info.function, plan.timed, plan.seed);
        let arrays = uploaded::<W>(device, info.operands, &x, &y)?;
        let read: Vec<&dyn AnyArray> = arrays.iter().map(|array| &**array).collect();
        let out = device.upload(W::pairs(&x))?;
        let mut works: [Work<'_>; 1] = [Box::new(|| device.map_into(&circuit, &read, &out))];
        let times = medians(device, &mut works, plan.sample, plan.rounds, &Silent)?;
        self.table.push(measured.row(times[0] / plan.timed as f64));
        Ok(())
    }
}

/// What a function reads, in a device's memory.
fn uploaded<W: OnDevice>(
    device: &Device,
    shape: Shape,
    x: &[DoubleWord<W>],
    y: &[DoubleWord<W>],
) -> Result<Vec<Box<dyn AnyArray>>, DeviceError> {
    let mut arrays: Vec<Box<dyn AnyArray>> = vec![Box::new(device.upload(W::pairs(x))?)];
    match shape {
        Shape::One => {}
        Shape::Two => arrays.push(Box::new(device.upload(W::pairs(y))?)),
        Shape::Integer => {
            let integers = vec![<W as crate::real::Scalar>::from_f64(INTEGER.into()); y.len()];
            arrays.push(Box::new(device.upload(&integers)?));
        }
    }
    Ok(arrays)
}

fn results<W: OnDevice>(
    device: &Device,
    circuit: &Circuit,
    shape: Shape,
    x: &[DoubleWord<W>],
    y: &[DoubleWord<W>],
) -> Result<Vec<DoubleWord<W>>, DeviceError> {
    let arrays = uploaded::<W>(device, shape, x, y)?;
    let read: Vec<&dyn AnyArray> = arrays.iter().map(|array| &**array).collect();
    Ok(W::double_words(device.download(&device.map::<W::Pair>(circuit, &read)?)?))
}
