//! A device as a machine under test.

use super::words::{from_bytes, to_bytes};
use floatfloat_gpu::{
    Circuit, DeviceNumber, Error, Program, Recorded, Runner, Wire, WordType, backend::Kernel,
    lowering::Mode, program::WORKGROUP, runner::Job,
};
use floatfloat_paranoia::{self as paranoia, Format, Machine, Op, Results, common_length, express};
use half::{bf16, f16};
use std::collections::{HashMap, hash_map::Entry};

/// One mode of a device. Every expression is recorded and compiled as a whole when it is first
/// needed, as programs on the device are.
pub struct DeviceMachine<'d> {
    runner: &'d dyn Runner,
    mode: Mode,
    looped: bool,
    expressions: HashMap<Op, Expression>,
}

/// An expression, recorded and, after its first run, compiled.
struct Expression {
    program: Program,
    kernel: Option<Kernel>,
}

/// The most elements of one launch, so that it ends soon on a slow device.
const ELEMENTS: usize = 1 << 20;

/// The number of invocations that share the elements of a loop, so that each computes several.
const STRIDE: usize = WORKGROUP as usize;

impl<'d> DeviceMachine<'d> {
    /// A machine with one element for each invocation, in straight-line code.
    pub fn new(runner: &'d dyn Runner, mode: Mode) -> Self {
        DeviceMachine { runner, mode, looped: false, expressions: HashMap::new() }
    }

    /// The same expressions in a loop whose end is known only at run time. Compilers treat such
    /// code differently.
    #[must_use]
    pub fn looped(self) -> Self {
        DeviceMachine { looped: true, ..self }
    }

    async fn compute(&mut self, op: Op, operands: &[&[f64]]) -> Result<Vec<f64>, Error> {
        let (word, count) = (self.mode.word, operands[0].len());
        let expression = match self.expressions.entry(op) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let (function, broadcast) = (circuit(word, op)?, vec![false; op.arity()]);
                let program = Program::map(function, broadcast, self.looped);
                unknown.insert(Expression { program, kernel: None })
            }
        };
        let inputs: Vec<_> = operands.iter().map(|operand| to_bytes(word, operand)).collect();
        let invocations = if self.looped { STRIDE } else { count };
        let job = Job {
            program: &expression.program,
            lowering: &self.mode.lowering,
            kernel: &mut expression.kernel,
            inputs: &inputs.iter().map(Vec::as_slice).collect::<Vec<_>>(),
            output: count * word.bytes() as usize,
            arguments: [0, count as u32, 0, STRIDE as u32, 0, 0, 0, 0],
            groups: [(invocations as u32).div_ceil(WORKGROUP), 1],
        };
        let bytes = self.runner.run(job).await?;
        from_bytes(word, &bytes).map_err(|index| Error::Unwritten {
            device: self.runner.description().id.clone(),
            index: index as u64,
        })
    }
}

impl Machine for DeviceMachine<'_> {
    fn name(&self) -> String {
        self.runner.description().name.clone()
    }

    fn mode(&self) -> String {
        if self.looped { format!("{}, in a loop", self.mode.name) } else { self.mode.name.clone() }
    }

    fn format(&self) -> Format {
        match self.mode.word {
            WordType::F16 => Format::F16,
            WordType::Bf16 => Format::BF16,
            // No mode uses integers.
            WordType::F32 | WordType::U32 => Format::F32,
            WordType::F64 => Format::F64,
        }
    }

    fn run<'a>(&'a mut self, op: Op, operands: &'a [&'a [f64]]) -> Results<'a> {
        Box::pin(async move {
            let length = common_length(op, operands)?;
            let mut results = Vec::with_capacity(length);
            for begin in (0..length).step_by(ELEMENTS) {
                let end = length.min(begin + ELEMENTS);
                let part: Vec<_> = operands.iter().map(|operand| &operand[begin..end]).collect();
                results.extend(self.compute(op, &part).await.map_err(|error| match error {
                    Error::Unsupported { .. } | Error::NoWord { .. } => {
                        paranoia::Error::Unsupported(op)
                    }
                    error => paranoia::Error::Device { op, message: error.to_string() },
                })?);
            }
            Ok(results)
        })
    }
}

/// The expression as the device receives it. It uses the device's own fused multiply-add, whatever
/// this computes.
fn circuit(word: WordType, op: Op) -> Result<Circuit, Error> {
    match word {
        WordType::F16 => record::<f16>(op),
        WordType::Bf16 => record::<bf16>(op),
        WordType::F32 => record::<f32>(op),
        WordType::F64 => record::<f64>(op),
        WordType::U32 => Err(Error::NoWord { device: "an examination".into(), word }),
    }
}

fn record<E>(op: Op) -> Result<Circuit, Error>
where
    E: DeviceNumber<Word = E, Recorded = Wire<E>> + floatfloat_gpu::DeviceWord,
    Wire<E>: Recorded<Number = E>,
{
    match op.arity() {
        1 => Circuit::record1(true, |x: Wire<E>| express(op, x, x, x)),
        2 => Circuit::record2(true, |a: Wire<E>, b: Wire<E>| express(op, a, b, b)),
        _ => Circuit::record3(true, |a: Wire<E>, b: Wire<E>, c: Wire<E>| express(op, a, b, c)),
    }
}
