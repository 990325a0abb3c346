//! The units of devices that WGSL reaches: dot products, sums of subgroups, loops, functions. Each is a program of its own, and
//! is examined from its results alone.

mod programs;

use crate::{
    devices::{Choice, Host, driver_failures, uncertified},
    error::Error,
    progress::Progress,
    random::Random,
    table::Table,
    timing::stop_if_asked,
};
use floatfloat_blackbox::{
    Effort, Examined, Failure, Format, Kind, Operator, Options, Probe, Shape, examine_all, pieces,
};
use floatfloat_gpu::{Backend, WordType, foreign::Foreign};
use programs::{Unit, What, Word};
use std::sync::Arc;

/// Results of one call.
const AT_ONCE: usize = 1 << 14;

/// Dot products of integers that are compared.
const INTEGERS: usize = 1 << 14;

/// Which units are examined, and how thoroughly.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The names of the units; all if there are none.
    pub only: &'a [String],
    /// Fresh sums, and the seed of random operands. The sizes are those of the units.
    pub options: Options,
    /// Operands of each class of a function.
    pub samples: usize,
    /// Whether functions of f16 and f32 are compared for every number, too.
    pub exhaustive: bool,
}

/// Examines the units of the devices besides the processor that were asked for, and returns the failures of drivers, too.
///
/// # Errors
/// [`Error::NoDevice`] if there is no such device; [`Error::Input`] if there is no such unit; [`Error::Interrupted`].
pub fn examine(
    choice: &Choice,
    host: &Arc<dyn Host>,
    question: &Question,
    progress: &dyn Progress,
) -> Result<(Vec<Examined>, Option<Table>), Error> {
    if !choice.wants_others() {
        let text = "--units examines devices other than the cpu: leave out --device cpu";
        return Err(Error::Input(text.to_owned()));
    }
    let devices = uncertified(choice, host, progress)?;
    host.begin("units");
    let mut examined = Vec::new();
    let mut offered = Vec::new();
    for (description, opened) in &devices {
        match opened {
            Err(error) => examined.push(Examined::ended(&description.id, error)),
            // Its programs are those of CUDA.
            Ok(_) if description.backend == "cuda" => {}
            Ok(backend) => offered.push(Offered {
                id: &description.id,
                backend: &**backend,
                units: units_of(&description.words, &**backend),
            }),
        }
    }
    let is_wanted =
        |name: &str| question.only.is_empty() || question.only.iter().any(|n| n == name);
    refuse_unknown(question.only, &offered)?;
    for Offered { id, backend, units } in &offered {
        let before = host.endings().len();
        let units: Vec<&Unit> = units.iter().filter(|unit| is_wanted(&unit.name)).collect();
        progress.begin(id, units.len() as u64);
        for unit in units {
            stop_if_asked(progress)?;
            // A driver whose process has ended answers nothing more.
            if host.endings().len() > before {
                break;
            }
            let name = format!("{id} {}", unit.name);
            examined.push(examine_unit(&name, unit, *backend, question, progress));
            progress.advance(1);
        }
        if host.endings().len() == before {
            let packed = programs::packed().into_iter();
            for (function, program) in packed.filter(|(function, _)| is_wanted(function)) {
                let name = format!("{id} {function}");
                examined.push(integers(&name, function, &program, *backend, question.options.seed));
            }
        }
    }
    Ok((examined, driver_failures(&**host)))
}

/// A device and its units.
struct Offered<'a> {
    id: &'a str,
    backend: &'a dyn Backend,
    units: Vec<Unit>,
}

/// Refuses a name that is the name of no unit, before the first examination begins.
fn refuse_unknown(only: &[String], offered: &[Offered]) -> Result<(), Error> {
    if offered.is_empty() {
        return Ok(());
    }
    let mut known: Vec<&str> = Vec::new();
    let of_devices = offered.iter().flat_map(|offered| &offered.units);
    for name in of_devices.map(|unit| &*unit.name).chain(programs::PACKED.map(|(name, _)| name)) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    match only.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(unknown) => {
            let text = format!("there is no unit {unknown}; there are: {}", known.join(", "));
            Err(Error::Input(text))
        }
    }
}

/// The units that the device offers.
fn units_of(words: &[WordType], backend: &dyn Backend) -> Vec<Unit> {
    let words = Word::of_device(words);
    let mut units: Vec<Unit> = words.iter().flat_map(|&word| programs::of_word(word)).collect();
    // A device without subgroups refuses the program.
    let size = results(backend, &programs::subgroup_size(), Word::F32, &[0.0; 64], 1, 64);
    if let Ok(size) = size
        && let Some(size) = size.first().map(|&size| size as usize).filter(|&size| size > 1)
    {
        units.extend(words.iter().flat_map(|&word| programs::of_subgroup(word, size)));
    }
    units
}

fn examine_unit(
    name: &str,
    unit: &Unit,
    backend: &dyn Backend,
    question: &Question,
    progress: &dyn Progress,
) -> Examined {
    let format = unit.word.format();
    let examined = match unit.what {
        What::Adds(kind, terms) => {
            let mut operator = OfUnit { name: name.to_owned(), kind, unit, backend };
            let shape = Shape { m: 1, k: terms, n: 1 };
            Examined::sums(&mut operator, &Options { shape, ..question.options }, &[], None)
        }
        What::Function(reference) => {
            let mut evaluate = |x: &[f64], y: &[f64]| {
                let pairs = x.iter().zip(y);
                let operands = pairs.flat_map(|(&x, &y)| [x, y].into_iter().take(unit.operands));
                unit.run(backend, &operands.collect::<Vec<f64>>())
            };
            let effort =
                Effort { samples: question.samples, seed: question.options.seed, refuses: false };
            let mut examined = Examined::function(name, &reference, format, &mut evaluate, effort);
            if let Ok(examined) = &mut examined
                && question.exhaustive
                && !reference.has_two
            {
                progress.begin(&format!("{name}: every number"), pieces(format).len() as u64);
                let done = || {
                    progress.advance(1);
                    let refusal = || Failure::Refused("it was interrupted".to_owned());
                    if progress.interrupted() { Err(refusal()) } else { Ok(()) }
                };
                examined.add_every(examine_all(&reference, format, &mut evaluate, false, done));
            }
            examined
        }
    };
    let examined = examined.unwrap_or_else(|failure| Examined::ended(name, failure));
    examined.permitted("WGSL lets a device reorder sums, contract products, and choose the errors of most functions")
}

/// A unit that adds, as a machine under test.
struct OfUnit<'a> {
    name: String,
    kind: Kind,
    unit: &'a Unit,
    backend: &'a dyn Backend,
}

impl Operator for OfUnit<'_> {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn kind(&self) -> Kind {
        self.kind
    }
    fn operands(&self) -> Format {
        self.unit.word.format()
    }
    fn results(&self) -> Format {
        self.unit.word.format()
    }
    fn run(&mut self, first: &[f64], second: &[f64], shape: Shape) -> Result<Vec<f64>, Failure> {
        let probe = Probe { first: first.to_vec(), second: second.to_vec() };
        self.run_each(&[probe], shape)
    }
    fn run_each(&mut self, probes: &[Probe], shape: Shape) -> Result<Vec<f64>, Failure> {
        let operands: Vec<f64> = probes
            .iter()
            .flat_map(|probe| probe.first.iter().chain(&probe.second))
            .copied()
            .collect();
        if operands.len() != probes.len() * self.unit.operands {
            return Err(Failure::Refused(format!("it has no {} terms", shape.k)));
        }
        self.unit.run(self.backend, &operands)
    }
}

impl Unit {
    /// The results for groups of operands.
    fn run(&self, backend: &dyn Backend, operands: &[f64]) -> Result<Vec<f64>, Failure> {
        let mut all = Vec::with_capacity(operands.len() / self.operands);
        for part in operands.chunks(AT_ONCE * self.operands) {
            let due = part.len() / self.operands;
            let groups = due.div_ceil(self.of_group);
            let mut padded = part.to_vec();
            padded.resize(groups * self.of_group * self.operands, 0.0);
            let results = results(
                backend,
                &self.program,
                self.word,
                &padded,
                groups,
                groups * self.of_group,
            )?;
            all.extend(&results[..due]);
        }
        Ok(all)
    }
}

/// Runs a program on numbers of this word.
fn results(
    backend: &dyn Backend,
    program: &Foreign,
    word: Word,
    operands: &[f64],
    groups: usize,
    due: usize,
) -> Result<Vec<f64>, Failure> {
    let wide = word.stored() == Word::F64;
    let bytes: Vec<u8> = match wide {
        true => operands.iter().flat_map(|x| x.to_ne_bytes()).collect(),
        false => operands.iter().flat_map(|&x| (x as f32).to_ne_bytes()).collect(),
    };
    let output = due * if wide { 8 } else { 4 };
    let run = backend.run_foreign(program, &bytes, output, groups as u32);
    let results = run.map_err(|error| Failure::Refused(error.to_string()))?;
    Ok(match wide {
        true => bytemuck::pod_collect_to_vec(&results),
        false => {
            let results: Vec<f32> = bytemuck::pod_collect_to_vec(&results);
            results.into_iter().map(f64::from).collect()
        }
    })
}

/// Compares dot products of four integers of 8 bits, at random and at the ends of their range.
fn integers(
    name: &str,
    function: &str,
    program: &Foreign,
    backend: &dyn Backend,
    seed: u64,
) -> Examined {
    let mut random = Random::new(seed, 0);
    let ends = [0x7F7F_7F7F, 0x8080_8080, 0xFFFF_FFFF, 0x0101_0101, 0x80FF_7F01, 0];
    let mut words: Vec<u32> = ends.iter().flat_map(|&a| ends.map(|b| [a, b])).flatten().collect();
    words.resize_with(2 * INTEGERS, || random.next() as u32);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let groups = INTEGERS / program.lanes as usize;
    let run = backend.run_foreign(program, &bytes, 4 * INTEGERS, groups as u32);
    let results: Vec<f32> = match run {
        Ok(results) => bytemuck::pod_collect_to_vec(&results),
        Err(error) => return Examined::ended(name, error),
    };
    let is_signed = function.contains('I');
    let byte = |word: u32, i: u32| {
        let byte = (word >> (8 * i)) as u8;
        if is_signed { i32::from(byte as i8) } else { i32::from(byte) }
    };
    let dot = |pair: &[u32]| (0..4).map(|i| byte(pair[0], i) * byte(pair[1], i)).sum::<i32>();
    let compared = words.chunks_exact(2).zip(&results);
    let wrong: Vec<_> = compared.filter(|(pair, result)| dot(pair) as f32 != **result).collect();
    let at = wrong.first().map(|(pair, result)| {
        format!("0x{:08x}, 0x{:08x} give {result}, not {}", pair[0], pair[1], dot(pair))
    });
    Examined::integers(name, INTEGERS, wrong.len(), at)
}
