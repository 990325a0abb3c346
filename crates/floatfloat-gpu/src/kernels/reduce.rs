//! Sums and other reductions of arrays.

use super::{
    elements,
    lanes::{self, Reduction},
    output_words,
};
use crate::{
    circuit::Circuit,
    emit::{cuda, wgsl},
    error::Error,
    program::{
        Program, Skeleton, Stride, Text, WORKGROUP, Workgroup,
        reference::{Execution, Reference, check, fits, part, pieces},
    },
};
use floatfloat::NativeWord;

pub(super) static REDUCE: Skeleton = Skeleton {
    name: "reduce",
    functions: &[lanes::ACCUMULATE, lanes::MERGE],
    wgsl: Text { parts: &[include_str!("reduce.wgsl"), lanes::WGSL], definitions: in_wgsl },
    cuda: Text { parts: &[lanes::CUDA, include_str!("reduce.cu")], definitions: in_cuda }
        .for_cuda(),
    cuda_elements: None,
    reference: Reference { f32: reduce::<f32>, f64: reduce::<f64> },
    stride: Some(Stride { count: 0, step: 1, by_lanes: true }),
    halving: true,
    adds_to_output: false,
};

impl Program {
    /// Every lane begins with `identity`, the words of the empty state as bits of `f64`, and
    /// accumulates its elements in order. Then the lanes of each workgroup are merged in halves:
    /// lane l with lane l + `lanes`/2, then l + `lanes`/4, … down to 1. `lanes` is the number of
    /// invocations of a workgroup, a power of two of at most [`WIDEST`](crate::program::WIDEST).
    ///
    /// `accumulate`: (state, element…) → state; `merge`: (state, state) → state. Of `count`
    /// elements, lane l of group g takes the element at `lanes·g + l`, then every `lanes·groups`-th.
    /// Buffers: one for each parameter of `accumulate` after the state, then the states of the
    /// groups. Arguments: `[count, groups, first_group, to]`. This launch reduces the groups from
    /// `first_group` on, as many as it has workgroups, and writes the state of group g to place
    /// `to + g`.
    pub fn reduce(identity: Vec<u64>, accumulate: Circuit, merge: Circuit, lanes: u32) -> Program {
        let state = identity.len();
        let elements = [elements(&accumulate), &[state]].concat();
        let shared_bytes = u64::from(lanes) * state as u64 * accumulate.word().bytes();
        Program::filled(&REDUCE, vec![accumulate, merge], elements)
            .with_identity(identity)
            .with_workgroup(Workgroup { shared_bytes, ..Workgroup::of(lanes) })
    }

    /// Whether the program is a [`reduce`](Program::reduce).
    pub fn is_reduce(&self) -> bool {
        self.skeleton() == &REDUCE
    }
}

/// The number of groups among which a reduction of `count` elements is divided: 8 elements a lane,
/// at most 1024 groups. It depends on nothing else, because it is part of the meaning of a sum.
pub fn reduction_groups(count: u64) -> u32 {
    count.div_ceil(u64::from(WORKGROUP) * 8).clamp(1, 1024) as u32
}

fn in_wgsl(program: &Program) -> String {
    let arguments: String = (0..program.bindings() - 1).map(|i| format!(", input{i}[i]")).collect();
    format!(
        "{}\n{}\n// The state with element i.\n\
         fn include(state: State, i: u32) -> State {{\n    \
             return accumulate(state{arguments});\n}}\n",
        wgsl::lanes(program),
        wgsl::state(program)
    )
}

fn in_cuda(program: &Program) -> String {
    lanes::in_cuda(cuda::Definitions::new(program), program).into_text()
}

fn reduce<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let Execution { program, plans, inputs, output, arguments, groups } = launch;
    let [count, all, first, to, ..] = arguments;
    let accumulate = &program.circuits()[0];
    for (input, &width) in inputs.iter().zip(elements(accumulate)) {
        fits(input, count, width)?;
    }
    check(all > 0, "a reduction has no groups")?;
    let mine = all.min(first + groups[0] * groups[1]).saturating_sub(first);
    let width = output_words(accumulate);
    let out = part(output, (to + first) * width, mine * width)?;
    let reduction = Reduction::<F>::new(program, plans);
    let cost = reduction.cost(count / all);
    let start = || reduction.start();
    pieces(out, width, cost, start, |reducing, group, out| {
        reducing.reduce(count, all, first + group, inputs);
        out.iter_mut().zip(reducing.result()).for_each(|(out, word)| *out = word[0]);
    });
    Ok(())
}
