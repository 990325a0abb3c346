//! A function of every element.

use super::{BYTES_UNDER_WAY, output_words};
use crate::{
    circuit::Circuit,
    emit::{cuda, wgsl},
    error::Error,
    program::{
        Function, Program, Skeleton, Stride, Text,
        reference::{
            Column, Execution, LANES, Machine, Reference, check, enough_groups, fits, part, pieces,
            places,
        },
    },
};
use floatfloat::NativeWord;

/// If a map has more steps than this, a CUDA thread computes fewer elements, so that the code stays
/// small.
const STEPS_A_THREAD: usize = 2048;

const FUNCTIONS: &[Function] = &[Function { name: "function", parameters: &[] }];

pub(super) static MAP: Skeleton = Skeleton {
    name: "map",
    functions: FUNCTIONS,
    wgsl: Text { parts: &[include_str!("map.wgsl")], definitions: in_wgsl },
    cuda: Text { parts: &[include_str!("map.cu")], definitions: in_cuda }.for_cuda(),
    cuda_elements: Some(elements_a_thread),
    reference: Reference { f32: map::<f32>, f64: map::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

pub(super) static LOOPED_MAP: Skeleton = Skeleton {
    name: "looped map",
    functions: FUNCTIONS,
    wgsl: Text { parts: &[include_str!("map_loop.wgsl")], definitions: in_wgsl },
    cuda: Text { parts: &[include_str!("map_loop.cu")], definitions: in_cuda }.for_cuda(),
    cuda_elements: None,
    reference: Reference { f32: looped_map::<f32>, f64: looped_map::<f64> },
    stride: Some(Stride { count: 1, step: 3, by_lanes: false }),
    halving: false,
    adds_to_output: false,
};

impl Program {
    /// `out[i] = function(in0[i], in1[i], …)`. `broadcast` says for each parameter whether it is one
    /// number for all elements, read at place 0.
    ///
    /// Buffers: one for each parameter of the function, in their order, then the output, whose
    /// elements are all results side by side. Arguments: `[begin, count, to, stride]`. The elements
    /// `begin` to `begin + count` are computed and written from place `to` on. Without `looped`,
    /// invocation k computes the k-th of them, and `stride` is not read. With `looped`, each of
    /// `stride` invocations computes every `stride`-th element, in a loop whose end is known only at
    /// run time.
    pub fn map(function: Circuit, broadcast: Vec<bool>, looped: bool) -> Program {
        let elements = [function.parameters(), &[output_words(&function)]].concat();
        let skeleton = if looped { &LOOPED_MAP } else { &MAP };
        Program::filled(skeleton, vec![function], elements).with_broadcast(broadcast)
    }

    /// Whether the program is a [`map`](Program::map), in a loop if `looped`.
    pub fn is_map(&self, looped: bool) -> bool {
        self.skeleton() == if looped { &LOOPED_MAP } else { &MAP }
    }
}

fn in_wgsl(program: &Program) -> String {
    let function = &program.circuits()[0];
    let arguments: Vec<_> = (0..function.parameters().len())
        .map(|i| match program.broadcast().get(i) {
            Some(true) => format!("input{i}[0]"),
            _ => format!("input{i}[i]"),
        })
        .collect();
    format!(
        "// What is computed for element i.\n\
         fn element(i: u32) -> {} {{\n    return function({});\n}}\n",
        wgsl::type_name(program.word(), output_words(function)),
        arguments.join(", ")
    )
}

fn in_cuda(program: &Program) -> String {
    let function = &program.circuits()[0];
    let members = cuda::members(function.parameters().len());
    cuda::Definitions::new(program)
        .operands(function.parameters(), program.broadcast())
        .define("APPLY(operands)", format_args!("function({members})"))
        .alias("Result", output_words(function))
        .define("ELEMENTS", elements_a_thread(program))
        .into_text()
}

/// The number of elements of a map that one CUDA thread computes.
fn elements_a_thread(program: &Program) -> u64 {
    let function = &program.circuits()[0];
    let words: usize = function
        .parameters()
        .iter()
        .zip(program.broadcast())
        .map(|(&words, &broadcast)| if broadcast { 0 } else { words })
        .sum();
    let bytes = (words as u64 * function.word().bytes()).max(1);
    let steps = function.nodes().len().max(1);
    (BYTES_UNDER_WAY / bytes).min((STEPS_A_THREAD / steps) as u64).clamp(1, 4)
}

fn map<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    enough_groups(launch.invocations() >= launch.arguments[1])?;
    each(launch)
}

fn looped_map<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let [_, count, _, stride, ..] = launch.arguments;
    check(count == 0 || stride > 0, "a looped map has a stride of zero")?;
    enough_groups(launch.invocations() >= stride.min(count))?;
    each(launch)
}

fn each<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let Execution { program, plans, inputs, output, arguments: [begin, count, to, ..], .. } =
        launch;
    let (plan, function, broadcast) = (&plans[0], &program.circuits()[0], program.broadcast());
    let widths = function.parameters();
    for ((input, &width), &broadcast) in inputs.iter().zip(widths).zip(broadcast) {
        fits(input, if broadcast { count.min(1) } else { begin + count }, width)?;
    }
    let places = places(widths);
    let width = output_words(function);
    let out = part(output, to * width, count * width)?;
    let cost = LANES * plan.length();
    let start = || Machine::new(plan);
    pieces(out, LANES * width, cost, start, |machine, block, out| {
        let first = begin + block * LANES;
        machine.run(out.len() / width, |input| {
            let (parameter, word) = places[input];
            let words = inputs[parameter];
            if broadcast[parameter] {
                return Column { words: &words[word..], stride: 0 };
            }
            let stride = widths[parameter];
            Column { words: &words[first * stride + word..], stride }
        });
        machine.store(out);
    });
    Ok(())
}
