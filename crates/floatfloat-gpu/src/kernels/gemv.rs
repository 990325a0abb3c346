//! Products of a matrix and a vector.

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
        Function, Program, Skeleton, Text,
        reference::{
            Column, Execution, MALFORMED, Machine, Reference, enough_groups, failed, fits, part,
            pieces,
        },
    },
};
use floatfloat::NativeWord;

pub(super) static GEMV: Skeleton = Skeleton {
    name: "gemv",
    functions: &[
        lanes::ACCUMULATE,
        lanes::MERGE,
        Function { name: "finish", parameters: &["state"] },
    ],
    wgsl: Text { parts: &[include_str!("gemv.wgsl"), lanes::WGSL], definitions: in_wgsl },
    cuda: Text { parts: &[lanes::CUDA, include_str!("gemv.cu")], definitions: in_cuda }.for_cuda(),
    cuda_elements: None,
    reference: Reference { f32: gemv::<f32>, f64: gemv::<f64> },
    stride: None,
    halving: true,
    adds_to_output: false,
};

impl Program {
    /// `out[r]` = the reduction of row r of a row-major matrix with a vector. Each row has one
    /// workgroup. The order is that of [`reduce`](Program::reduce) with one group of
    /// [`WORKGROUP`](crate::program::WORKGROUP) lanes.
    ///
    /// `accumulate`: (state, matrix element, vector element) → state; `merge`: (state, state) →
    /// state; `finish`: state → number. Buffers: matrix, vector, output. Arguments: `[columns,
    /// first_row, rows, to]`. The rows `first_row` to `first_row + rows` of the buffer are reduced,
    /// and the results are written from place `to` on.
    pub fn gemv(
        identity: Vec<u64>,
        accumulate: Circuit,
        merge: Circuit,
        finish: Circuit,
    ) -> Program {
        let elements = [elements(&accumulate), &[output_words(&finish)]].concat();
        Program::filled(&GEMV, vec![accumulate, merge, finish], elements).with_identity(identity)
    }
}

fn in_wgsl(program: &Program) -> String {
    format!("{}\n{}", wgsl::lanes(program), wgsl::state(program))
}

fn in_cuda(program: &Program) -> String {
    let [left, right, result] = [0, 1, 2].map(|i| program.elements().get(i).copied().unwrap_or(1));
    lanes::in_cuda(cuda::Definitions::new(program), program)
        .alias("Element0", left)
        .alias("Element1", right)
        .alias("Result", result)
        .define("FINISH(state)", "finish(state)")
        .into_text()
}

fn gemv<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let Execution { program, plans, inputs, output, arguments, groups } = launch;
    let [columns, first, rows, to, ..] = arguments;
    let (&[matrix, vector], &[left, right, width]) = (inputs, program.elements()) else {
        return Err(failed(MALFORMED));
    };
    fits(matrix, (first + rows) * columns, left)?;
    fits(vector, columns, right)?;
    enough_groups(groups[0] * groups[1] >= rows)?;
    let out = part(output, to * width, rows * width)?;
    let reduction = Reduction::<F>::new(program, plans);
    let cost = reduction.cost(columns);
    let start = || (reduction.start(), Machine::<F>::new(&plans[2]));
    pieces(out, width, cost, start, |(reducing, finish), row, out| {
        let row = &matrix[(first + row) * columns * left..];
        reducing.reduce(columns, 1, 0, &[row, vector]);
        finish.run(1, |word| Column { words: &reducing.result()[word][..], stride: 0 });
        finish.store(out);
    });
    Ok(())
}
