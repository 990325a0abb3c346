//! Many steps on a state that stays in registers: one load, any number of steps, one store.

use floatfloat::NativeWord;
use floatfloat_gpu::{
    Circuit, Device, DeviceArray, DeviceNumber, DeviceWord, Error, Program,
    device::{AnyArray, Piece, grid},
    emit::{cuda, wgsl},
    program::{
        Function, SEGMENT, Skeleton, Text, WORKGROUP, Workgroup,
        reference::{
            Column, Execution, LANES, MALFORMED, Machine, Reference, enough_groups, failed, fits,
            part, pieces,
        },
    },
};

pub(super) static CHAIN: Skeleton = Skeleton {
    name: "chain",
    functions: &[
        Function { name: "begin", parameters: &[] },
        Function { name: "step", parameters: &["state", "c"] },
        Function { name: "finish", parameters: &["state"] },
    ],
    wgsl: Text { parts: &[include_str!("chain.wgsl")], definitions: in_wgsl },
    cuda: Text { parts: &[include_str!("chain.cu")], definitions: in_cuda },
    cuda_elements: None,
    reference: Reference { f32: chain::<f32>, f64: chain::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

/// Many steps on a state of any number of words. The steps of one chain wait for each other, so
/// several independent chains side by side keep a device busier.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// The circuit number → state.
    pub begin: Circuit,
    /// The circuit (state, number) → state.
    pub step: Circuit,
    /// The circuit state → number.
    pub finish: Circuit,
    /// The number of steps in the body of the loop.
    pub unrolled: u32,
    /// The invocations of a workgroup, 1 to [`WIDEST`](floatfloat_gpu::program::WIDEST).
    pub lanes: u32,
}

impl Chain {
    /// Steps on the numbers themselves by a recorded step, such as an operation of the registry
    /// ([`Circuit::of_operation`]), with workgroups of [`WORKGROUP`] invocations.
    pub fn of_step(step: Circuit, unrolled: u32) -> Self {
        let identity = |words: usize| Circuit::identity(step.word(), words);
        let begin = identity(step.parameters().first().copied().unwrap_or(0));
        let finish = identity(step.outputs().len());
        Chain { begin, step, finish, unrolled, lanes: WORKGROUP }
    }

    /// `out[i] = finish(step(… step(step(begin(x[i]), c[i]), c[i]) …, c[i]))`, `rounds` · `unrolled`
    /// steps; with `broadcast`, c is one number for all elements, read at place 0.
    ///
    /// Buffers: x, c, output. Arguments: `[begin, count, rounds]`: elements `begin` to
    /// `begin + count`.
    ///
    /// # Errors
    /// [`Error::NoWord`] if the circuits are over different words.
    pub fn program(&self, broadcast: bool) -> Result<Program, Error> {
        let Chain { begin, step, finish, unrolled, lanes } = self;
        let first = |of: &Circuit, parameter: usize| of.parameters().get(parameter).copied();
        let elements =
            vec![first(begin, 0).unwrap_or(0), first(step, 1).unwrap_or(0), finish.outputs().len()];
        let circuits = vec![begin.clone(), step.clone(), finish.clone()];
        let program = Program::new(&CHAIN, circuits, elements)?
            .with_broadcast(vec![false, broadcast])
            .with_constants(vec![*unrolled])
            .with_workgroup(Workgroup::of(*lanes));
        Ok(program)
    }

    /// Runs the chain from every x with its c. It has `rounds` times the unrolled steps. Workgroups
    /// have [`lanes`](Chain::lanes) invocations: so many x are one workgroup, and one x with one
    /// lane is one invocation alone. c may be one number for all x.
    ///
    /// # Errors
    /// [`Error::Length`] if there are neither as many c as x nor exactly one, or if the words of
    /// the circuits fit neither each other nor the numbers. [`Error::Unsupported`] if the device
    /// has no such workgroups, or if it is a software rasterizer and there are more than 65535
    /// rounds. Also those of [`Device::map_into`].
    pub fn run<X: DeviceNumber, C: DeviceNumber, R: DeviceNumber>(
        &self,
        device: &Device,
        x: &DeviceArray<X>,
        c: &DeviceArray<C>,
        rounds: u32,
    ) -> Result<DeviceArray<R>, Error> {
        let Chain { begin, step, finish, unrolled, lanes } = self;
        let state = begin.outputs().len();
        begin.check_shape(X::Word::TYPE, &[X::WORDS], state)?;
        step.check_shape(C::Word::TYPE, &[state, C::WORDS], state)?;
        finish.check_shape(R::Word::TYPE, &[state], R::WORDS)?;
        let broadcast = c.len() == 1;
        if !broadcast && c.len() != x.len() {
            return Err(Error::Length { what: "c", expected: x.len(), given: c.len() });
        }
        let result = device.new_array(x.len())?;
        let steps =
            (step.nodes().len() as u64).saturating_mul(u64::from(rounds) * u64::from(*unrolled));
        device.check_iterations(rounds.into())?;
        let prepared = device.prepare(&self.program(broadcast)?)?;
        let lanes = u64::from(*lanes);
        for segment in 0..x.buffers().len() {
            let count = SEGMENT.min(x.len() - segment as u64 * SEGMENT);
            let of_c = if broadcast { 0 } else { segment };
            let buffers = [&x.buffers()[segment], &c.buffers()[of_c], &result.buffers()[segment]];
            let mut begin = 0;
            while begin < count {
                let now = prepared.units(steps, lanes).min(count - begin);
                let piece = Piece {
                    buffers: &buffers,
                    arguments: [begin as u32, now as u32, rounds, 0, 0, 0, 0, 0],
                    groups: grid(now.div_ceil(lanes)),
                    steps: now.saturating_mul(steps),
                };
                device.launch(&prepared, &piece, begin + now < count)?;
                begin += now;
            }
        }
        Ok(result)
    }
}

fn in_wgsl(program: &Program) -> String {
    let step = &program.circuits()[1];
    let number = |words| wgsl::type_name(program.word(), words);
    let (state, c) = (number(step.parameters()[0]), number(step.parameters()[1]));
    let place = if program.broadcast()[1] { "0" } else { "i" };
    let unrolled = program.constants()[0];
    let steps: String =
        (0..unrolled).map(|i| format!("    let s{} = step(s{i}, c);\n", i + 1)).collect();
    format!(
        "{}\nfn constant(i: u32) -> {c} {{\n    return input1[{place}];\n}}\n\n\
         // One round.\nfn steps(s0: {state}, c: {c}) -> {state} {{\n{steps}    \
             return s{unrolled};\n}}\n",
        wgsl::lanes(program)
    )
}

fn in_cuda(program: &Program) -> String {
    let [x, c, result] = [0, 1, 2].map(|buffer| program.elements()[buffer]);
    cuda::Definitions::new(program)
        .alias("Element", x)
        .alias("Constant", c)
        .alias("State", program.circuits()[1].parameters()[0])
        .alias("Result", result)
        .define("BEGIN(x)", "begin(x)")
        .define("STEP(state, constant)", "step(state, constant)")
        .define("FINISH(state)", "finish(state)")
        .define("UNROLLED", program.constants()[0])
        .define("LANES", program.lanes())
        .define("BROADCAST", u8::from(program.broadcast()[1]))
        .into_text()
}

fn chain<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    enough_groups(launch.invocations() >= launch.arguments[1])?;
    let Execution { program, plans, inputs, output, arguments: [begin, count, rounds, ..], .. } =
        launch;
    let (&[x, c], &[from, right, to], [first, step, last]) = (inputs, program.elements(), plans)
    else {
        return Err(failed(MALFORMED));
    };
    let (width, broadcast) = (program.circuits()[0].outputs().len(), program.broadcast()[1]);
    let steps = rounds * program.constants()[0] as usize;
    fits(x, begin + count, from)?;
    fits(c, if broadcast { count.min(1) } else { begin + count }, right)?;
    let out = part(output, begin * to, count * to)?;
    let cost = LANES * (first.length() + step.length() * steps + last.length());
    let start = || {
        let machines = [first, step, last].map(Machine::new);
        (machines, vec![[F::default(); LANES]; width])
    };
    pieces(out, LANES * to, cost, start, |([first, step, last], state), block, out| {
        let (begin, lanes) = (begin + block * LANES, out.len() / to);
        first.run(lanes, |word| Column { words: &x[begin * from + word..], stride: from });
        first.copy_outputs(state.iter_mut().map(|words| &mut words[..lanes]));
        for _ in 0..steps {
            step.run(lanes, |input| match input.checked_sub(width) {
                None => Column { words: &state[input][..], stride: 1 },
                Some(word) if broadcast => Column { words: &c[word..], stride: 0 },
                Some(word) => Column { words: &c[begin * right + word..], stride: right },
            });
            step.copy_outputs(state.iter_mut().map(|words| &mut words[..lanes]));
        }
        last.run(lanes, |word| Column { words: &state[word][..], stride: 1 });
        last.store(out);
    });
    Ok(())
}
