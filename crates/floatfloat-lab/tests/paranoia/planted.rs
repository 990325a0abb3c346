//! A device whose compiler and arithmetic have faults at will.

use floatfloat_gpu::{
    Backend, Circuit, Error, Lowering, Program, WordType,
    backend::{Buffer, Description, Kernel, Launch, Timing, UNWRITTEN},
    lowering::{Mode, Protection},
    program::{Binary, Id, Node, Unary},
    runner::{Answer, Job, Runner, run_blocking},
};
use std::sync::{Arc, Mutex};

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    None,
    /// (a + b) − a becomes b.
    Cancels,
    /// The same, but only in loops.
    CancelsInLoops,
    /// a × b + c is fused.
    Contracts,
    /// The fused multiply-add is not.
    Unfused,
    /// Subnormal operands and results become zeros.
    Flushes,
    /// Quotients are three units in the last place too large.
    DividesBadly,
    /// There is no fused multiply-add.
    LacksFma,
    /// Results beyond this many are never written.
    Forgets(usize),
    /// The compiler takes nothing.
    Rejects,
}

/// A device of single precision, which calls itself `backend`.
pub struct Planted {
    description: Description,
    protection: Protection,
    fault: Fault,
}

struct Compiled {
    function: Circuit,
    looped: bool,
}

impl Planted {
    pub fn new(backend: &str, protection: Protection, fault: Fault) -> Self {
        let description = Description {
            id: "planted:0".into(),
            name: "planted faults".into(),
            backend: backend.into(),
            driver: format!("{fault:?}"),
            software: true,
            words: vec![WordType::F32],
        };
        Planted { description, protection, fault }
    }

    pub fn lowering(&self) -> Lowering {
        Lowering::exact(self.protection, true)
    }

    /// One element, as this compiler understands the circuit.
    fn compute(&self, compiled: &Compiled, inputs: &[f32]) -> f32 {
        let nodes = compiled.function.nodes();
        let mut values: Vec<f32> = Vec::with_capacity(nodes.len());
        for &node in nodes {
            let value = self.step(compiled, nodes, &values, node, inputs);
            values.push(self.flush(value));
        }
        values[compiled.function.outputs()[0] as usize]
    }

    fn flush(&self, value: f32) -> f32 {
        if self.fault == Fault::Flushes && value.is_subnormal() { value * 0.0 } else { value }
    }

    fn step(
        &self,
        compiled: &Compiled,
        nodes: &[Node],
        values: &[f32],
        node: Node,
        inputs: &[f32],
    ) -> f32 {
        let of = |id: Id| values[id as usize];
        let cancels =
            self.fault == Fault::Cancels || self.fault == Fault::CancelsInLoops && compiled.looped;
        match node {
            Node::Input(place) => inputs[place as usize],
            Node::Constant(bits) => f64::from_bits(bits) as f32,
            Node::Unary(Unary::Neg, a) => -of(a),
            Node::Unary(Unary::Abs, a) => of(a).abs(),
            Node::Unary(Unary::Sqrt, a) => of(a).sqrt(),
            Node::Binary(op, a, b) => match (op, nodes[a as usize]) {
                (Binary::Sub, Node::Binary(Binary::Add, c, d)) if cancels && b == c => of(d),
                (Binary::Add, Node::Binary(Binary::Mul, c, d))
                    if self.fault == Fault::Contracts =>
                {
                    of(c).mul_add(of(d), of(b))
                }
                (Binary::Add, _) => of(a) + of(b),
                (Binary::Sub, _) => of(a) - of(b),
                (Binary::Mul, _) => of(a) * of(b),
                (Binary::Div, _) if self.fault == Fault::DividesBadly => {
                    of(a) / of(b) * (1.0 + 3.0 * f32::EPSILON)
                }
                (Binary::Div, _) => of(a) / of(b),
            },
            Node::Fma(a, b, c) if self.fault == Fault::Unfused => of(a) * of(b) + of(c),
            Node::Fma(a, b, c) => of(a).mul_add(of(b), of(c)),
            other => unreachable!("paranoia asks for no {other:?}"),
        }
    }
}

fn bytes_of(buffer: &Buffer) -> &Mutex<Vec<u8>> {
    buffer.handle.downcast_ref().expect("a buffer of this device")
}

impl Runner for Planted {
    fn description(&self) -> &Description {
        &self.description
    }

    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        if word == WordType::F32 { vec![self.lowering()] } else { Vec::new() }
    }

    fn modes(&self) -> Vec<Mode> {
        vec![Mode { name: "offered".into(), word: WordType::F32, lowering: self.lowering() }]
    }

    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(async move { run_blocking(self, job) })
    }
}

impl Backend for Planted {
    fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
        let fill: Vec<u8> =
            UNWRITTEN.to_ne_bytes().into_iter().cycle().take(bytes as usize).collect();
        Ok(Buffer { bytes, handle: Arc::new(Mutex::new(fill)) })
    }

    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        bytes_of(buffer).lock().unwrap()[..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        bytes.copy_from_slice(&bytes_of(buffer).lock().unwrap()[..bytes.len()]);
        Ok(())
    }

    fn compile(&self, program: &Program, _: &Lowering) -> Result<Kernel, Error> {
        let looped = program.is_map(true);
        assert!(looped || program.is_map(false), "paranoia maps");
        let function = &program.circuits()[0];
        let device = self.description.id.clone();
        if self.fault == Fault::Rejects {
            return Err(Error::Rejected { device, message: "no thanks".into() });
        }
        let uses_fma = function.nodes().iter().any(|node| matches!(node, Node::Fma(..)));
        if self.fault == Fault::LacksFma && uses_fma {
            return Err(Error::Unsupported { device, what: "fma".into() });
        }
        let compiled = Compiled { function: function.clone(), looped };
        Ok(Kernel { handle: Arc::new(compiled) })
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        let compiled: &Compiled =
            launch.kernel.handle.downcast_ref().expect("a kernel of this device");
        let [begin, count, to, ..] = launch.arguments.map(|argument| argument as usize);
        let (output, inputs) = launch.buffers.split_last().expect("an output");
        let word = |bytes: &[u8], place: usize| {
            f32::from_ne_bytes(bytes[4 * place..][..4].try_into().unwrap())
        };
        let inputs: Vec<_> =
            inputs.iter().map(|buffer| bytes_of(buffer).lock().unwrap().clone()).collect();
        let mut output = bytes_of(output).lock().unwrap();
        let written = if let Fault::Forgets(after) = self.fault { count.min(after) } else { count };
        for k in 0..written {
            let words: Vec<f32> =
                inputs.iter().map(|bytes| self.flush(word(bytes, begin + k))).collect();
            let result = self.compute(compiled, &words);
            output[4 * (to + k)..][..4].copy_from_slice(&result.to_ne_bytes());
        }
        Ok(())
    }

    fn finish(&self) -> Result<(), Error> {
        Ok(())
    }

    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        let start = std::time::Instant::now();
        work()?;
        Ok(Timing { device: None, wall: start.elapsed() })
    }
}
