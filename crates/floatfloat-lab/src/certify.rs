//! Certifies arithmetic that others wrote: runs their program on a device as it is, and compares its results with the bound
//! and the bits of an operation of ours.

use crate::{
    devices::{Choice, Host, OnDevice, driver_failures, operations, uncertified},
    error::Error,
    progress::Progress,
    real::widen,
    results::{Cell, Table},
    table::{chosen, log2, measured, note, row, verdict},
    timing::stop_if_asked,
};
use floatfloat::{
    DoubleWord,
    operation::{Info, Shape},
    registry::OPERATIONS,
};
use floatfloat_exact::{Class, Operands, Pair, hex::hex, survey::survey_results};
use floatfloat_gpu::{
    Backend, Circuit, Device, Select, WordType,
    backend::{Description, UNWRITTEN},
    foreign::Foreign,
};
use std::sync::Arc;

/// What is certified, and how thoroughly.
#[derive(Clone, Debug)]
pub struct Question {
    /// The program.
    pub program: Foreign,
    /// Its name for people.
    pub name: String,
    /// The type of its words.
    pub word: WordType,
    /// The operation that it must be.
    pub operation: &'static Info,
    /// Whether its bits must be those of our operation, with or without a fused multiply-add.
    pub bits: bool,
    /// Operands of each class.
    pub samples: usize,
    /// Seed of the random operands.
    pub seed: u64,
}

/// The operation of this name.
///
/// # Errors
/// [`Error::Input`] that names the existing ones.
pub fn operation(name: &str) -> Result<&'static Info, Error> {
    let is_named = |info: &&Info| info.name == name || info.synonyms.contains(&name);
    OPERATIONS.iter().find(is_named).ok_or_else(|| {
        let names: Vec<_> = OPERATIONS.iter().map(|info| info.name).collect();
        Error::Input(format!("there is no operation {name}; there are: {}", names.join(", ")))
    })
}

/// The words that an operation takes.
pub fn words_of_operands(info: &Info) -> usize {
    match info.shape {
        Shape::WordWord | Shape::DoubleWord => 2,
        Shape::DoubleWordWord => 3,
        Shape::DoubleWordDoubleWord => 4,
    }
}

/// Runs the program on the devices besides the processor that were asked for, and judges its results. The first table has
/// a row for each device and class of operands; the second, if there is one, the failures of drivers.
///
/// # Errors
/// [`Error::NoDevice`] if there is no such device.
pub fn certify(
    question: &Question,
    choice: &Choice,
    host: &Arc<dyn Host>,
    progress: &dyn Progress,
) -> Result<Vec<Table>, Error> {
    if !choice.wants_others() {
        let text = "certify runs programs of devices other than the cpu: leave out --device cpu";
        return Err(Error::Input(text.to_owned()));
    }
    let devices = uncertified(choice, host, progress)?;
    host.begin("certify");
    progress.begin(&question.name, devices.len() as u64);
    let columns = [
        chosen("device"),
        chosen("operands"),
        measured("tried", ""),
        measured("bound_log2", "log2"),
        measured("max_log2", "log2"),
        measured("of_bound", "%"),
        measured("same_bits", ""),
        measured("not_normalised", ""),
        verdict("holds"),
        note("x"),
        note("y"),
        note("result"),
    ];
    let ids: Vec<_> = devices.iter().map(|(device, _)| device.id.as_str()).collect();
    let mut table = Table::new("certify", &ids.join(", "), columns);
    let mut failed = Vec::new();
    let mut unsupported = None;
    for (description, opened) in &devices {
        stop_if_asked(progress)?;
        let examined = match (opened, question.word) {
            (Ok(backend), WordType::F64) => rows::<f64>(question, &**backend),
            (Ok(backend), _) => rows::<f32>(question, &**backend),
            (Err(error), _) => Err(Error::Device(error.clone())),
        };
        match examined {
            Ok(rows) => {
                rows.into_iter().for_each(|row| table.push(row));
                table.add_note(evidence(description));
            }
            Err(Error::Device(error @ floatfloat_gpu::Error::Unsupported { .. })) => {
                table.add_note(format!("{}: not certified: {error}.", description.id));
                unsupported = Some(error);
            }
            Err(Error::Device(error)) => failed.push((description.id.clone(), error.to_string())),
            Err(other) => return Err(other),
        }
        progress.advance(1);
    }
    if let (Some(error), true, true) = (unsupported, table.rows.is_empty(), failed.is_empty()) {
        return Err(Error::Device(error));
    }
    let Info { name, algorithm, source, .. } = question.operation;
    let judged = if question.bits { "by its bits" } else { "by its bound" };
    let mut table = table.note(format!(
        "{} is judged as {name} ({algorithm}, {source}), {judged}. same_bits counts the results that are those of floatfloat's \
         {name}, with or without a fused multiply-add. not_normalised counts those whose high word is not the rounded sum of both.",
        question.name
    ));
    for (device, why) in failed {
        table = table.failed(&device, &why);
    }
    Ok([Some(table), driver_failures(&**host)].into_iter().flatten().collect())
}

/// How much the results of a device prove.
fn evidence(device: &Description) -> String {
    let rank = if device.software {
        "Executed on a software device, which says nothing about a GPU"
    } else {
        "Executed on hardware"
    };
    format!("{}: {rank}: {}, {}.", device.id, device.name, device.driver)
}

/// The rows of a device.
fn rows<W: OnDevice>(question: &Question, backend: &dyn Backend) -> Result<Vec<Vec<Cell>>, Error> {
    let info = question.operation;
    let drawn: Vec<(Class, Pair)> = Class::ALL
        .into_iter()
        .flat_map(|class| {
            // In the range in which an operation without a fused multiply-add is defined, which is the narrower one.
            let mut operands = Operands::new(info, W::FORMAT, false, question.seed);
            (0..question.samples).map(move |_| (class, operands.draw(class)))
        })
        .collect();
    let results = run::<W>(question, backend, &drawn)?;
    let references = references::<W>(info, &drawn)?;
    let bits = |[high, low]: [f64; 2]| [high.to_bits(), low.to_bits()];
    let is_same = |i: usize| references.iter().any(|of| bits(of[i]) == bits(results[i]));
    let mut rows = Vec::new();
    for (number, class) in Class::ALL.into_iter().enumerate() {
        let of_class = number * question.samples..(number + 1) * question.samples;
        let pairs = of_class.clone().map(|i| (drawn[i].1, results[i]));
        let survey = survey_results::<W>(info, class, pairs);
        let same = of_class.clone().filter(|&i| is_same(i)).count();
        let other = of_class.clone().find(|&i| !is_same(i)).filter(|_| question.bits);
        let is_normalised = |i: &usize| {
            let [high, low] = results[*i].map(<W as floatfloat_exact::Concrete>::from_f64);
            (high + low).equal(high)
        };
        let not_normalised = of_class.clone().filter(|i| !is_normalised(i)).count();
        let worst = survey.worst;
        let [x, y, result] = other.map_or([worst.pair.x, worst.pair.y, worst.result], |i| {
            [drawn[i].1.x, drawn[i].1.y, results[i]]
        });
        let u = (-f64::from(W::FORMAT.precision)).exp2();
        let holds = if question.bits { same == question.samples } else { worst.holds() };
        rows.push(row![
            backend.description().id.as_str(),
            class.name(),
            question.samples as u64,
            info.bound.relative(W::FORMAT.precision).map(log2),
            log2(survey.max_u2 * u * u),
            100.0 * worst.verdict.of_bound,
            same as u64,
            not_normalised as u64,
            holds,
            words(x),
            words(y),
            words(result),
        ]);
    }
    Ok(rows)
}

/// Two words as text.
fn words([high, low]: [f64; 2]) -> String {
    match (high.is_finite() && low.is_finite(), low == 0.0) {
        (false, _) => format!("{high:?}, {low:?}"),
        (true, true) => hex(high),
        (true, false) => format!("{} + {}", hex(high), hex(low)),
    }
}

/// The results of the program.
fn run<W: OnDevice>(
    question: &Question,
    backend: &dyn Backend,
    drawn: &[(Class, Pair)],
) -> Result<Vec<[f64; 2]>, Error> {
    let lanes = question.program.lanes;
    let groups = (drawn.len() as u32).div_ceil(lanes);
    let elements = (groups * lanes) as usize;
    let mut operands: Vec<W> = Vec::new();
    // Invocations beyond the last operands compute those again.
    let last = drawn.last().into_iter().cycle();
    for (_, Pair { x, y }) in drawn.iter().chain(last).take(elements) {
        let given = match question.operation.shape {
            Shape::WordWord => vec![x[0], y[0]],
            Shape::DoubleWordWord => vec![x[0], x[1], y[0]],
            Shape::DoubleWordDoubleWord => [*x, *y].concat(),
            Shape::DoubleWord => x.to_vec(),
        };
        operands.extend(given.into_iter().map(<W as floatfloat_exact::Concrete>::from_f64));
    }
    let output = 2 * elements * size_of::<W>();
    let bytes = bytemuck::cast_slice(&operands);
    let results = backend.run_foreign(&question.program, bytes, output, groups)?;
    let results: Vec<W> = bytemuck::pod_collect_to_vec(&results);
    let id = || backend.description().id.clone();
    let unwritten = UNWRITTEN.to_ne_bytes();
    if results.iter().any(|word| bytemuck::bytes_of(word).chunks(4).all(|part| part == unwritten)) {
        let message = format!(
            "`{}` does not write all of its results: invocation i must write the words 2·i and 2·i + 1",
            question.program.entry
        );
        return Err(Error::Device(floatfloat_gpu::Error::Failed { device: id(), message }));
    }
    let pairs = results.chunks_exact(2).take(drawn.len());
    Ok(pairs.map(|pair| widen(DoubleWord::from_normalized(pair[0], pair[1]))).collect())
}

/// What our operation gives on the processor: with and without a fused multiply-add, as far as it runs so.
fn references<W: OnDevice>(
    info: &Info,
    drawn: &[(Class, Pair)],
) -> Result<Vec<Vec<[f64; 2]>>, Error> {
    let recordable = operations().into_iter().find(|known| known.info.name == info.name);
    let Some(recordable) = recordable else { return Ok(Vec::new()) };
    let record: fn(bool) -> Circuit =
        if W::FORMAT.precision == 24 { recordable.on_f32 } else { recordable.on_f64 };
    let processor = Device::open(Select::Cpu)?;
    let operand = |words: [f64; 2]| {
        let [high, low] = words.map(<W as floatfloat_exact::Concrete>::from_f64);
        DoubleWord::from_normalized(high, low)
    };
    let x: Vec<_> = drawn.iter().map(|(_, pair)| operand(pair.x)).collect();
    let y: Vec<_> = drawn.iter().map(|(_, pair)| operand(pair.y)).collect();
    let with = |fused: bool| {
        let results = W::apply(&processor, &record(fused), &x, &y)?;
        Ok(results.into_iter().map(widen).collect())
    };
    let needs_fma = info.fma == floatfloat::operation::Fma::Required;
    [true, false].into_iter().filter(|&fused| fused || !needs_fma).map(with).collect()
}
