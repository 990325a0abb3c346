//! Entries of a matrix out of words of planes, and of what is known of rows and columns.

use super::{output_words, split::no_bytes};
use crate::{
    circuit::Circuit,
    emit::{cuda, wgsl},
    error::Error,
    program::{
        Function, Program, Skeleton, Text,
        reference::{
            Column, Execution, LANES, MALFORMED, Machine, Reference, enough_groups, failed, fits,
            places,
        },
    },
};

pub(super) static ENTRIES: Skeleton = Skeleton {
    name: "entries",
    functions: &[Function { name: "entry", parameters: &[] }],
    wgsl: Text { parts: &[include_str!("entries.wgsl")], definitions: in_wgsl },
    cuda: Text { parts: &[include_str!("entries.cu")], definitions: in_cuda }.for_cuda(),
    cuda_elements: None,
    reference: Reference { f32: entries, f64: no_bytes::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

impl Program {
    /// Entries of a matrix, each out of a word of every plane, out of what is known of its row and its column, and of a constant.
    ///
    /// `entry`: (words, of the row, of the column, constant) → entry. Buffers: the planes, then the other parameters, then
    /// the matrix. Arguments: `[count, columns, begin, plane, first_row, first_column, to, all_columns]`. Of rows of
    /// `columns` entries, the first `count` entries are computed. Entry i takes word w from place `begin + i + w·plane`. The first
    /// row and the first column are known by the elements at places `first_row` and `first_column`. The first entry goes to
    /// place `to`, and rows have `all_columns` entries in memory.
    pub(crate) fn entries(entry: Circuit) -> Program {
        let mut elements = [entry.parameters(), &[output_words(&entry)]].concat();
        elements[0] = 1;
        Program::filled(&ENTRIES, vec![entry], elements)
    }
}

fn in_wgsl(program: &Program) -> String {
    let words = program.circuits()[0].parameters()[0];
    let all: Vec<_> = (0..words).map(|w| format!("input0[i + {w}u * plane]")).collect();
    let number = wgsl::type_name(program.word(), words);
    format!(
        "// The words of entry i.\nfn words_at(i: u32, plane: u32) -> {number} {{\n    \
         return {number}({});\n}}\n",
        all.join(", ")
    )
}

fn in_cuda(program: &Program) -> String {
    let circuit = &program.circuits()[0];
    let words: Vec<_> =
        (0..circuit.parameters()[0]).map(|w| format!("in0[(i) + {w} * (plane)]")).collect();
    let definitions = cuda::Definitions::new(program);
    let value = definitions.value(&words);
    definitions
        .alias("Element1", program.elements()[1])
        .alias("Element2", program.elements()[2])
        .alias("Element3", program.elements()[3])
        .alias("Result", output_words(circuit))
        .define("WORDS_AT(i, plane)", value)
        .define("ENTRY(words, row, column, constant)", "entry(words, row, column, constant)")
        .into_text()
}

/// Here integers are words of 32 bits.
fn entries(launch: Execution<'_, f32>) -> Result<(), Error> {
    let invocations = launch.invocations();
    let Execution { program, plans, inputs, output, arguments, .. } = launch;
    let [count, columns, begin, plane, first_row, first_column, to, all_columns] = arguments;
    let circuit = &program.circuits()[0];
    let (&[planes, rows, of_columns, constant], &[words, row_width, column_width, _]) =
        (inputs, circuit.parameters())
    else {
        return Err(failed(MALFORMED));
    };
    if count == 0 {
        return Ok(());
    }
    enough_groups(invocations >= count)?;
    fits(planes, begin + (words - 1) * plane + count, 1)?;
    fits(rows, first_row + count.div_ceil(columns), row_width)?;
    fits(of_columns, first_column + columns.min(count), column_width)?;
    let width = output_words(circuit);
    let last = (count - 1) / columns * all_columns + (count - 1) % columns;
    fits(output, to + last + 1, width)?;
    let places = places(circuit.parameters());
    let mut machine = Machine::new(&plans[0]);
    for row in 0..count.div_ceil(columns) {
        for column in (0..columns.min(count - row * columns)).step_by(LANES) {
            let lanes = LANES.min(columns - column).min(count - row * columns - column);
            let place = begin + row * columns + column;
            machine.run(lanes, |input| {
                let (parameter, word) = places[input];
                match parameter {
                    0 => Column { words: &planes[place + word * plane..], stride: 1 },
                    1 => Column { words: &rows[(first_row + row) * row_width + word..], stride: 0 },
                    2 => Column {
                        words: &of_columns[(first_column + column) * column_width + word..],
                        stride: column_width,
                    },
                    _ => Column { words: &constant[word..], stride: 0 },
                }
            });
            let begin = (to + row * all_columns + column) * width;
            machine.store(&mut output[begin..][..lanes * width]);
        }
    }
    Ok(())
}
