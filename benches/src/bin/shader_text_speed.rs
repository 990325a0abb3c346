//! What operators of float-floats cost as `floatfloat shader` writes them for any WebGPU device, hidden behind a zero that
//! the compiler does not know, on each device of wgpu: corrected quotients and roots beside those that take the device's
//! own.
//!
//! `cargo run --release --features gpu --bin shader_text_speed`

use floatfloat::{DoubleWord, FloatFloat};
use floatfloat_gpu::{
    Backend, Circuit, Error, Lowering, Program, Wire,
    backend::{Buffer, Kernel, Launch},
    device::{devices, open_backend},
    emit::wgsl::module,
    lowering::{Division, Protection, Root},
    uncorrected,
};

/// Elements of a launch.
const COUNT: usize = 1 << 18;

/// Operations on an element, each on the result of the one before: enough that memory takes little part.
const CHAIN: usize = 8;

/// Timed launches of each operation; the median counts.
const ROUNDS: usize = 15;

/// u² of float-floats.
const U2: f64 = 1.0 / (1u64 << 48) as f64;

/// For every device and compiler.
const WRITTEN: Lowering = Lowering {
    division: Division::Corrected,
    root: Root::Corrected,
    ..Lowering::exact(Protection::Barrier, false)
};

type Number = DoubleWord<Wire<f32>>;

/// What is computed.
struct Operation {
    name: &'static str,
    function: fn(Number, Number) -> Number,
    /// By how many u² each may move a result from the processor's, relative, if quotients are the device's own.
    uncorrected: Option<f64>,
}

const OPERATIONS: [Operation; 6] = [
    Operation { name: "x + y", function: |x, y| x + y, uncorrected: None },
    Operation { name: "x · y", function: |x, y| x * y, uncorrected: None },
    Operation { name: "x / y", function: |x, y| x / y, uncorrected: None },
    Operation { name: "x / y, fast", function: uncorrected::quotient, uncorrected: Some(70.0) },
    Operation { name: "√x + y", function: |x, y| x.sqrt() + y, uncorrected: None },
    Operation {
        name: "√x + y, fast",
        function: |x, y| uncorrected::square_root(x) + y,
        uncorrected: Some(142.0),
    },
];

impl Operation {
    fn circuit(&self) -> Result<Circuit, Error> {
        let chain = |x: Number, y: Number| (0..CHAIN).fold(x, |x, _| (self.function)(x, y));
        let circuit = Circuit::record2(false, chain)?;
        Ok(if self.uncorrected.is_some() { circuit.uncorrected() } else { circuit })
    }

    /// Whether results are those of the processor, or as near as they must be.
    fn is_right(&self, results: &[FloatFloat], expected: &[FloatFloat]) -> bool {
        // A quotient of the processor is itself up to 14u² off, and roots are followed by a sum.
        let tolerance = self.uncorrected.map(|bound| (bound + 16.0) * CHAIN as f64 * U2);
        results.iter().zip(expected).all(|(&result, &expected)| {
            let error = (result - expected).to_f64().abs();
            let allowed = tolerance.map_or(0.0, |tolerance| tolerance * expected.to_f64().abs());
            error <= allowed
        })
    }
}

/// An operation on a device, found right.
struct Contestant {
    operation: &'static Operation,
    kernel: Kernel,
    program: Program,
    times: Vec<f64>,
}

impl Contestant {
    fn new(
        device: &dyn Backend,
        operation: &'static Operation,
        buffers: &[&Buffer; 3],
        [x, y]: [&[FloatFloat]; 2],
    ) -> Result<Self, Error> {
        let circuit = operation.circuit()?;
        let expected = circuit.run::<f32>(&[bytemuck::cast_slice(x), bytemuck::cast_slice(y)])?;
        let program = Program::map(circuit, vec![false; 2], false);
        let kernel = device.compile(&program, &WRITTEN)?;
        let mut contestant = Contestant { operation, kernel, program, times: Vec::new() };
        contestant.launch(device, buffers)?;
        let mut found = vec![FloatFloat::default(); COUNT];
        device.read(buffers[2], bytemuck::cast_slice_mut(&mut found))?;
        assert!(
            operation.is_right(&found, bytemuck::cast_slice(&expected)),
            "{}: wrong results",
            operation.name
        );
        contestant.times.clear();
        Ok(contestant)
    }

    /// Runs it once and remembers how long that took.
    fn launch(&mut self, device: &dyn Backend, buffers: &[&Buffer; 3]) -> Result<(), Error> {
        let groups = [(COUNT as u32).div_ceil(self.program.lanes()), 1];
        let arguments = [0, COUNT as u32, 0, 0, 0, 0, 0, 0];
        let kernel = &self.kernel;
        let timing =
            device.time(&mut || device.launch(&Launch { kernel, buffers, arguments, groups }))?;
        self.times.push(timing.elapsed().as_secs_f64());
        Ok(())
    }

    /// Statements of the text for one operation, without what a program has besides.
    fn statements(&self) -> Result<usize, Error> {
        let text = module(&self.program, &WRITTEN)?.text;
        Ok(text.lines().filter(|line| line.trim_start().starts_with("let ")).count() / CHAIN)
    }

    fn nanoseconds(&mut self) -> f64 {
        self.times.sort_by(f64::total_cmp);
        self.times[self.times.len() / 2] / (COUNT * CHAIN) as f64 * 1e9
    }
}

fn report(device: &dyn Backend) -> Result<(), Error> {
    let numbers = |scale: f64| -> Vec<FloatFloat> {
        (1..=COUNT).map(|k| FloatFloat::from_f64(scale + 1.0 / k as f64)).collect()
    };
    let (x, y) = (numbers(1.0), numbers(0.25));
    let bytes = size_of_val(&x[..]) as u64;
    let buffers = [device.allocate(bytes)?, device.allocate(bytes)?, device.allocate(bytes)?];
    device.write(&buffers[0], bytemuck::cast_slice(&x))?;
    device.write(&buffers[1], bytemuck::cast_slice(&y))?;
    let buffers = buffers.each_ref();
    let mut contestants = OPERATIONS
        .iter()
        .map(|operation| Contestant::new(device, operation, &buffers, [&x, &y]))
        .collect::<Result<Vec<_>, _>>()?;
    for _ in 0..ROUNDS {
        contestants.iter_mut().try_for_each(|contestant| contestant.launch(device, &buffers))?;
    }
    println!("\n{}\n", device.description().name);
    println!("| operation | statements | ns |\n|---|---:|---:|");
    for contestant in &mut contestants {
        let (name, statements) = (contestant.operation.name, contestant.statements()?);
        println!("| {name} | {statements} | {:.3} |", contestant.nanoseconds());
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    for device in devices().into_iter().filter(|device| device.backend != "native") {
        let select = device.id.parse().expect("a device is called as it is chosen");
        if let Err(error) = open_backend(select).and_then(|backend| report(&*backend)) {
            println!("\n{}: {error}", device.name);
        }
    }
    Ok(())
}
