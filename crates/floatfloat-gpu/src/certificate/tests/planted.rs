//! The processor with a fault put into it on purpose.

use crate::{
    backend::{Backend, Buffer, Description, Kernel, Launch, Timing},
    circuit::{Binary, Circuit, Comparison, Id, Node, UintBinary, Unary},
    device::cpu::Cpu,
    error::Error,
    lowering::{Lowering, Mode, Protection},
    program::Program,
    runner::{Answer, Job, Runner, run_blocking},
    word_type::WordType,
};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    thread::{self, ThreadId},
};

/// What is wrong with programs that are written plainly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plant {
    /// (a + b) − a becomes b, as Mesa does it.
    Forbidden,
    /// The same, with every protection of floats, on a device that can make them of integers.
    ForbiddenEverywhere,
    /// The same, in loops only.
    ForbiddenInLoops,
    /// The same, in this kernel only.
    ForbiddenInKernel(&'static str),
    /// The fused multiply-add rounds twice.
    Unfused,
    /// Quotients are so many ulps too large.
    Division(u32),
    /// Square roots are an ulp too large.
    SquareRoot,
    /// Subnormal operands and results become zeros, with every protection.
    Flush,
    /// Subnormal results become zeros, with every protection.
    FlushResults,
    /// a ≤ b becomes a < b.
    Comparison,
    /// Zeros lose their sign.
    Zeros,
    /// Infinite and NaN results become zeros.
    Specials,
    /// Powers of two below 2^-20 become zeros, in this elementary function only.
    InFunction(&'static str),
    /// Launches do nothing.
    Nothing,
    /// Launches give the results of the launch before, if that gave as many.
    Stale,
    /// Nothing compiles.
    Rejected,
    /// Programs with this function do not compile.
    TooLong(&'static str),
}

pub(super) struct Planted {
    cpu: Cpu,
    plant: Plant,
    /// What the last launch of each thread gave.
    last: Mutex<HashMap<ThreadId, Vec<u8>>>,
}

impl Planted {
    pub(super) fn new(plant: Plant) -> Self {
        Planted { cpu: Cpu::open(), plant, last: Mutex::default() }
    }

    /// Whether the plant grows in this program.
    fn grows(&self, program: &Program, lowering: &Lowering) -> bool {
        let looped = program.is_map(true);
        match self.plant {
            Plant::Flush | Plant::FlushResults => true,
            Plant::ForbiddenEverywhere => lowering.protection != Protection::Integers,
            Plant::TooLong(_) => false,
            _ if lowering.protection != Protection::Plain => false,
            Plant::ForbiddenInLoops => looped,
            Plant::ForbiddenInKernel(name) => kernel(program) == Some(name),
            Plant::InFunction(name) => uses(program, name),
            _ => true,
        }
    }

    fn spoilt(&self, circuit: &Circuit) -> Circuit {
        let circuit = &circuit.expanded();
        let mut spoilt = Spoilt { nodes: Vec::new(), word: circuit.word };
        let mut copies: Vec<Id> = Vec::new();
        for node in &circuit.nodes {
            let node = node.map_operands(|operand| copies[operand as usize]);
            copies.push(spoilt.step(node, self.plant));
        }
        let outputs = circuit.outputs.iter().map(|&id| copies[id as usize]).collect();
        Circuit { nodes: spoilt.nodes, outputs, ..circuit.clone() }.pruned()
    }
}

/// Whether a program uses the function of this name.
fn uses(program: &Program, name: &str) -> bool {
    let has = |circuit: &Circuit| {
        circuit.functions().contains(&name) || circuit.called().any(|called| called.name == name)
    };
    program.circuits().iter().any(has)
}

/// What certificates call a loop over memory.
fn kernel(program: &Program) -> Option<&'static str> {
    program.is_reduce().then(|| if program.bindings() == 2 { "sum" } else { "dot" })
}

/// A circuit in the making.
struct Spoilt {
    nodes: Vec<Node>,
    word: WordType,
}

impl Spoilt {
    fn push(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        self.nodes.len() as Id - 1
    }

    fn constant(&mut self, value: f64) -> Id {
        self.push(Node::Constant(value.to_bits()))
    }

    /// The result of a step, so many ulps too large.
    fn larger(&mut self, node: Node, ulps: u32) -> Id {
        let result = self.push(node);
        let ulp = 2f64.powi(1 - self.word.precision() as i32);
        let larger = self.constant(1.0 + f64::from(ulps) * ulp);
        self.push(Node::Binary(Binary::Mul, result, larger))
    }

    fn step(&mut self, node: Node, plant: Plant) -> Id {
        match (plant, node) {
            (
                Plant::Forbidden
                | Plant::ForbiddenEverywhere
                | Plant::ForbiddenInLoops
                | Plant::ForbiddenInKernel(_),
                Node::Binary(Binary::Sub, sum, term),
            ) => match self.nodes[sum as usize] {
                Node::Binary(Binary::Add, a, b) if a == term => b,
                _ => self.push(node),
            },
            (Plant::Unfused, Node::Fma(a, b, c)) => {
                let product = self.push(Node::Binary(Binary::Mul, a, b));
                self.push(Node::Binary(Binary::Add, product, c))
            }
            (Plant::Division(ulps), Node::Binary(Binary::Div, ..)) => self.larger(node, ulps),
            (Plant::SquareRoot, Node::Unary(Unary::Sqrt, _)) => self.larger(node, 1),
            (Plant::Comparison, Node::Compare(Comparison::LessOrEqual, a, b)) => {
                self.push(Node::Compare(Comparison::Less, a, b))
            }
            (Plant::Zeros, Node::Binary(..)) => {
                let result = self.push(node);
                let zero = self.constant(0.0);
                self.push(Node::Binary(Binary::Add, result, zero))
            }
            (Plant::Specials, Node::Binary(..)) => {
                let result = self.push(node);
                let (size, infinity) =
                    (self.push(Node::Unary(Unary::Abs, result)), self.constant(f64::INFINITY));
                let finite = self.push(Node::Compare(Comparison::Less, size, infinity));
                let zero = self.constant(0.0);
                self.push(Node::Select(finite, result, zero))
            }
            // A power of two, among others.
            (Plant::InFunction(_), Node::FromBits(..)) => {
                let word = self.push(node);
                let least = self.constant(2f64.powi(-20));
                let below = self.push(Node::Compare(Comparison::Less, word, least));
                let zero = self.constant(0.0);
                self.push(Node::Select(below, zero, word))
            }
            // The error of a product without its own.
            (Plant::InFunction("mul4"), Node::Fma(a, b, _)) => {
                self.push(Node::Binary(Binary::Mul, a, b))
            }
            (Plant::InFunction(_), Node::UintBinary(UintBinary::HighProduct, a, b)) => {
                self.push(Node::UintBinary(UintBinary::Mul, a, b))
            }
            (Plant::Flush, Node::Input(_) | Node::Binary(..) | Node::Fma(..))
            | (Plant::FlushResults, Node::Binary(..) | Node::Fma(..)) => {
                let result = self.push(node);
                let size = self.push(Node::Unary(Unary::Abs, result));
                let least = self.constant(2f64.powi(self.word.min_exponent()));
                let subnormal = self.push(Node::Compare(Comparison::Less, size, least));
                let zero = self.constant(0.0);
                let zero = self.push(Node::Binary(Binary::Mul, result, zero));
                self.push(Node::Select(subnormal, zero, result))
            }
            _ => self.push(node),
        }
    }
}

impl Runner for Planted {
    fn description(&self) -> &Description {
        self.cpu.description()
    }

    fn lowerings(&self, _: WordType) -> Vec<Lowering> {
        [Protection::Plain, Protection::Barrier]
            .into_iter()
            .flat_map(|protection| [true, false].map(|fused| Lowering::exact(protection, fused)))
            .chain((self.plant == Plant::ForbiddenEverywhere).then_some(Lowering::INTEGERS))
            .collect()
    }

    fn modes(&self) -> Vec<Mode> {
        Vec::new()
    }

    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(async move { run_blocking(self, job) })
    }
}

impl Backend for Planted {
    fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
        self.cpu.allocate(bytes)
    }

    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        self.cpu.write(buffer, bytes)
    }

    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        self.cpu.read(buffer, bytes)
    }

    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
        if self.plant == Plant::Rejected {
            let message = "this compiler takes nothing".into();
            return Err(Error::Rejected { device: "planted".into(), message });
        }
        if let Plant::TooLong(name) = self.plant
            && uses(program, name)
        {
            let message = "too many registers".into();
            return Err(Error::Rejected { device: "planted".into(), message });
        }
        let circuit = |circuit: &Circuit| {
            let rewritten = lowering.rewritten(circuit);
            if self.grows(program, lowering) { self.spoilt(&rewritten) } else { rewritten }
        };
        self.cpu.compile(&program.with_circuits(circuit), lowering)
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        if self.plant == Plant::Nothing {
            return Ok(());
        }
        self.cpu.launch(launch)?;
        if self.plant == Plant::Stale {
            let id = thread::current().id();
            let output = launch.buffers[launch.buffers.len() - 1];
            let mut results = vec![0; output.bytes as usize];
            self.cpu.read(output, &mut results)?;
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(stale) = last.remove(&id).filter(|stale| stale.len() == results.len()) {
                self.cpu.write(output, &stale)?;
            }
            last.insert(id, results);
        }
        Ok(())
    }

    fn finish(&self) -> Result<(), Error> {
        self.cpu.finish()
    }

    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        self.cpu.time(work)
    }
}
