//! A device as a machine under test.

use super::words::{from_bytes, to_bytes};
use floatfloat_gpu::{
    Backend, Circuit, Error, Number, Program, Recorded, Wire, WordType,
    backend::{Kernel, Launch},
    lowering::Mode,
    program::WORKGROUP,
};
use floatfloat_paranoia::{self as paranoia, Format, Machine, Op, common_length, express};
use half::{bf16, f16};
use std::collections::HashMap;

/// One mode of a device. Every expression is recorded and compiled whole, when it is first asked
/// for, as programs on the device are.
pub struct DeviceMachine<'d> {
    backend: &'d dyn Backend,
    mode: Mode,
    looped: bool,
    kernels: HashMap<Op, Kernel>,
}

/// Elements of one launch at most, so that it ends soon on a slow device.
const ELEMENTS: usize = 1 << 20;

/// Invocations that share the elements of a loop, so that each computes several.
const STRIDE: usize = WORKGROUP as usize;

impl<'d> DeviceMachine<'d> {
    /// One element an invocation, straight-line code.
    pub fn new(backend: &'d dyn Backend, mode: Mode) -> Self {
        DeviceMachine { backend, mode, looped: false, kernels: HashMap::new() }
    }

    /// The same expressions in a loop whose end is known only at run time, of which compilers make
    /// other things.
    #[must_use]
    pub fn looped(self) -> Self {
        DeviceMachine { looped: true, ..self }
    }

    fn kernel(&mut self, op: Op) -> Result<Kernel, Error> {
        if let Some(kernel) = self.kernels.get(&op) {
            return Ok(kernel.clone());
        }
        let function = circuit(self.mode.word, op)?;
        let broadcast = vec![false; op.arity()];
        let program = Program::map(function, broadcast, self.looped);
        let kernel = self.backend.compile(&program, &self.mode.lowering)?;
        self.kernels.insert(op, kernel.clone());
        Ok(kernel)
    }

    fn compute(&mut self, op: Op, operands: &[&[f64]]) -> Result<Vec<f64>, Error> {
        let (word, count) = (self.mode.word, operands[0].len());
        let kernel = self.kernel(op)?;
        let mut buffers = Vec::with_capacity(operands.len() + 1);
        for operand in operands {
            let bytes = to_bytes(word, operand);
            let buffer = self.backend.allocate(bytes.len() as u64)?;
            self.backend.write(&buffer, &bytes)?;
            buffers.push(buffer);
        }
        let mut bytes = vec![0; count * word.bytes() as usize];
        buffers.push(self.backend.allocate(bytes.len() as u64)?);
        let invocations = if self.looped { STRIDE } else { count };
        self.backend.launch(&Launch {
            kernel: &kernel,
            buffers: &buffers.iter().collect::<Vec<_>>(),
            arguments: [0, count as u32, 0, STRIDE as u32, 0, 0, 0, 0],
            groups: [(invocations as u32).div_ceil(WORKGROUP), 1],
        })?;
        self.backend.read(&buffers[operands.len()], &mut bytes)?;
        from_bytes(word, &bytes).map_err(|index| Error::Unwritten {
            device: self.backend.description().id.clone(),
            index: index as u64,
        })
    }
}

impl Machine for DeviceMachine<'_> {
    fn name(&self) -> String {
        self.backend.description().name.clone()
    }

    fn mode(&self) -> String {
        if self.looped { format!("{}, in a loop", self.mode.name) } else { self.mode.name.clone() }
    }

    fn format(&self) -> Format {
        match self.mode.word {
            WordType::F16 => Format::F16,
            WordType::Bf16 => Format::BF16,
            WordType::F32 => Format::F32,
            WordType::F64 => Format::F64,
        }
    }

    fn run(&mut self, op: Op, operands: &[&[f64]]) -> Result<Vec<f64>, paranoia::Error> {
        let length = common_length(op, operands)?;
        let mut results = Vec::with_capacity(length);
        for begin in (0..length).step_by(ELEMENTS) {
            let end = length.min(begin + ELEMENTS);
            let part: Vec<&[f64]> = operands.iter().map(|operand| &operand[begin..end]).collect();
            results.extend(self.compute(op, &part).map_err(|error| match error {
                Error::Unsupported { .. } | Error::NoWord { .. } => {
                    paranoia::Error::Unsupported(op)
                }
                error => paranoia::Error::Device { op, message: error.to_string() },
            })?);
        }
        Ok(results)
    }
}

/// The expression as a device is asked for it. Its fused multiply-add is the device's own,
/// whatever that does.
fn circuit(word: WordType, op: Op) -> Result<Circuit, Error> {
    match word {
        WordType::F16 => record::<f16>(op),
        WordType::Bf16 => record::<bf16>(op),
        WordType::F32 => record::<f32>(op),
        WordType::F64 => record::<f64>(op),
    }
}

fn record<E>(op: Op) -> Result<Circuit, Error>
where
    E: Number<Word = E, Recorded = Wire<E>> + floatfloat_gpu::DeviceWord,
    Wire<E>: Recorded<Number = E>,
{
    match op.arity() {
        1 => Circuit::record1(true, |x: Wire<E>| express(op, x, x, x)),
        2 => Circuit::record2(true, |a: Wire<E>, b: Wire<E>| express(op, a, b, b)),
        _ => Circuit::record3(true, |a: Wire<E>, b: Wire<E>, c: Wire<E>| express(op, a, b, c)),
    }
}
