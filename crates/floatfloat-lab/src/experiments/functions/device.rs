//! Elementary functions on another device, from recordings.

use super::{
    Measured, Plan,
    operands::{INTEGER, ORDINARY, Operands, ordinary},
};
use crate::{
    devices::{OnDevice, Opened},
    error::Error,
    progress::{Progress, Silent},
    real::widen,
    results::{Cell, Table},
    speed::device::{Work, matches, medians},
    timing::stop_if_asked,
};
use floatfloat::{
    DoubleWord,
    elementary::{Function, Info, Operands as Shape},
    registry::FUNCTIONS,
};
use floatfloat_gpu::{Circuit, Device, Error as DeviceError, device::AnyArray};

/// The rows of every function over words `W`, if the device has them.
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
    for info in FUNCTIONS {
        if !plan.few_on_devices || FEW.contains(&info.function) {
            table.push(measured::<W>(opened, info, plan, progress)?);
        }
        progress.advance(1);
    }
    Ok(())
}

/// The functions that a quick run covers on devices. Each function is certified first, which takes up to
/// two seconds.
const FEW: &[Function] = &[Function::Exp, Function::Ln, Function::Atan2];

/// The row of a function.
fn measured<W: OnDevice>(
    opened: &Opened,
    info: &Info,
    plan: &Plan,
    progress: &dyn Progress,
) -> Result<Vec<Cell>, Error> {
    stop_if_asked(progress)?;
    let device = &opened.device;
    let circuit = Circuit::of_named_function(info.name, W::TYPE, opened.fused::<W>())
        .expect("it is in the registry");
    let mut operands =
        Operands::<W>::new(info.function, info.operands, ORDINARY, plan.each, plan.seed);
    let parameters = operands.parameters(info.operands);
    let parameters: Vec<&[W]> = parameters.iter().map(Vec::as_slice).collect();
    operands.leave_out(&opened.flushes(&circuit, &parameters)?);
    let reference = device.reference();
    let [found, expected] = [device, &reference]
        .map(|device| results::<W>(device, &circuit, info.operands, &operands.x, &operands.y));
    let (found, expected) = (found?, expected?);
    let mut measured = Measured::new(opened.id(), info, W::PAIR, W::PRECISION);
    measured.judge(info, &operands.references, found.iter().map(|&result| widen(result)));
    measured.verified = Some(matches(&found, &expected));

    let [x, y] = ordinary::<W>(info.function, plan.timed, plan.seed);
    let arrays = uploaded::<W>(device, info.operands, &x, &y)?;
    let read: Vec<&dyn AnyArray> = arrays.iter().map(|array| &**array).collect();
    let out = device.upload(W::pairs(&x))?;
    let mut works: [Work<'_>; 1] = [Box::new(|| device.map_into(&circuit, &read, &out))];
    let times = medians(device, &mut works, plan.sample, plan.rounds, &Silent)?;
    Ok(measured.row(times[0] / plan.timed as f64))
}

/// The integer operands of functions of a number and an integer.
fn integers<W: OnDevice>(count: usize) -> Vec<W> {
    vec![<W as crate::real::Scalar>::from_f64(INTEGER.into()); count]
}

/// An operand of a function, in a device's memory.
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
            arrays.push(Box::new(device.upload(&integers::<W>(y.len()))?));
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
