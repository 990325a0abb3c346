//! States of the lines of a matrix.

use super::{elements, lanes};
use crate::{
    circuit::Circuit,
    emit::{cuda, wgsl},
    error::Error,
    program::{
        Program, Skeleton, Text,
        reference::{
            Column, Execution, LANES, MALFORMED, Machine, Reference, enough_groups, failed, fits,
            part,
        },
    },
};
use floatfloat::NativeWord;

pub(super) static FOLD: Skeleton = Skeleton {
    name: "fold",
    functions: &[lanes::ACCUMULATE],
    wgsl: Text { parts: &[include_str!("fold.wgsl")], definitions: in_wgsl },
    cuda: Text { parts: &[include_str!("fold.cu")], definitions: in_cuda }.for_cuda(),
    cuda_elements: None,
    reference: Reference { f32: fold::<f32>, f64: fold::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

impl Program {
    /// Every line of a matrix, a row or a column, has `parts` states. State p begins with `identity` and accumulates every `parts`-th
    /// entry from entry p on.
    ///
    /// `accumulate`: (state, entry, constant of the line) → state. Buffers: the matrix, row-major, the constants, the states.
    /// Arguments: `[lines, entries, columns, by_columns, begin, first, parts, to]`. The rows have `columns` entries in
    /// memory. If `by_columns` is 1, lines are columns, else rows. The first entry is at place `begin`, the constant of the first
    /// line at place `first`. State p of line l goes to place `to + l·parts + p` if lines are rows, else to `to + p·lines + l`.
    pub(crate) fn fold(identity: Vec<u64>, accumulate: Circuit) -> Program {
        let elements = [elements(&accumulate), &[identity.len()]].concat();
        Program::filled(&FOLD, vec![accumulate], elements).with_identity(identity)
    }
}

fn in_wgsl(program: &Program) -> String {
    wgsl::state(program)
}

fn in_cuda(program: &Program) -> String {
    cuda::Definitions::new(program)
        .alias("Element0", program.elements()[0])
        .alias("Element1", program.elements()[1])
        .identity(program.identity())
        .define("ACCUMULATE(state, entry, constant)", "accumulate(state, entry, constant)")
        .into_text()
}

/// Where the entries of lines are in memory, in elements.
pub(super) struct Layout {
    pub(super) begin: usize,
    /// From a line to the next.
    pub(super) of_line: usize,
    /// From an entry to the next of the same line.
    pub(super) of_entry: usize,
}

impl Layout {
    pub(super) fn new(columns: usize, by_columns: bool, begin: usize) -> Self {
        let [of_line, of_entry] = if by_columns { [1, columns] } else { [columns, 1] };
        Layout { begin, of_line, of_entry }
    }

    /// One more than the last place.
    pub(super) fn end(&self, lines: usize, entries: usize) -> usize {
        match lines.min(entries) {
            0 => 0,
            _ => self.place(lines - 1, entries - 1) + 1,
        }
    }

    pub(super) fn place(&self, line: usize, entry: usize) -> usize {
        self.begin + line * self.of_line + entry * self.of_entry
    }
}

fn fold<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let invocations = launch.invocations();
    let Execution { program, plans, inputs, output, arguments, .. } = launch;
    let [lines, entries, columns, by_columns, begin, first, parts, to] = arguments;
    let (&[matrix, constants], &[width, of_constant, of_state]) = (inputs, program.elements())
    else {
        return Err(failed(MALFORMED));
    };
    if lines * parts == 0 {
        return Ok(());
    }
    enough_groups(invocations >= lines * parts)?;
    let layout = Layout::new(columns, by_columns != 0, begin);
    fits(matrix, layout.end(lines, entries), width)?;
    fits(constants, first + lines, of_constant)?;
    let out = part(output, to * of_state, parts * lines * of_state)?;
    let (plan, identity) = (&plans[0], program.identity_of::<F>().collect::<Vec<_>>());
    let mut machine = Machine::new(plan);
    let mut state = vec![[F::default(); LANES]; of_state];
    for part in 0..parts {
        for line in (0..lines).step_by(LANES) {
            let lanes = LANES.min(lines - line);
            for (register, &word) in state.iter_mut().zip(&identity) {
                register.fill(word);
            }
            for k in (part..entries).step_by(parts) {
                let place = layout.place(line, k);
                machine.run(lanes, |input| {
                    let Some(word) = input.checked_sub(of_state) else {
                        return Column { words: &state[input][..], stride: 1 };
                    };
                    match word.checked_sub(width) {
                        None => Column {
                            words: &matrix[place * width + word..],
                            stride: layout.of_line * width,
                        },
                        Some(word) => Column {
                            words: &constants[(first + line) * of_constant + word..],
                            stride: of_constant,
                        },
                    }
                });
                machine.copy_outputs(state.iter_mut().map(|words| &mut words[..lanes]));
            }
            for (lane, line) in (line..line + lanes).enumerate() {
                let place = if by_columns != 0 { part * lines + line } else { line * parts + part };
                for (word, register) in out[place * of_state..].iter_mut().zip(&state) {
                    *word = register[lane];
                }
            }
        }
    }
    Ok(())
}
