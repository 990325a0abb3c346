//! Entries of a matrix as bytes, four entries in an integer.

use super::{fold::Layout, output_words};
use crate::{
    circuit::Circuit,
    emit::{cuda, wgsl},
    error::Error,
    program::{
        Function, Program, Skeleton, Text,
        reference::{
            Column, Execution, LANES, MALFORMED, Machine, Reference, enough_groups, failed, fits,
            part,
        },
    },
};
use floatfloat::NativeWord;
use std::fmt::Write as _;

pub(super) static SPLIT: Skeleton = Skeleton {
    name: "split",
    functions: &[Function { name: "split", parameters: &[] }],
    wgsl: Text { parts: &[include_str!("split.wgsl")], definitions: in_wgsl },
    cuda: Text { parts: &[include_str!("split.cu")], definitions: in_cuda }.for_cuda(),
    cuda_elements: None,
    reference: Reference { f32: split, f64: no_bytes::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

impl Program {
    /// Every entry of a matrix becomes `planes` bytes. For each of them there is a plane: the bytes of four consecutive entries of a
    /// line side by side, the first in the low bits.
    ///
    /// `split`: (entry, constant of the line) → integers of four bytes each. Buffers: the matrix, row-major, the constants, the planes.
    /// Arguments: `[lines, entries, columns, by_columns, begin, first, plane, to]`, the first six as in
    /// [`fold`](Program::fold). Plane j begins at place `to + j·plane`. If lines are rows, it has all integers of a line one after the
    /// other, else the first integers of all lines, then the second ones, and so on.
    pub(crate) fn split(split: Circuit, planes: usize) -> Program {
        let elements = [split.parameters(), &[1]].concat();
        Program::filled(&SPLIT, vec![split], elements).with_constants(vec![planes as u32])
    }
}

fn in_wgsl(program: &Program) -> String {
    let (word, words) = (program.word(), output_words(&program.circuits()[0]));
    let mut statements = String::new();
    for group in 0..words {
        let parts = ["a", "b", "c", "d"].map(|name| wgsl::component(name, words, group));
        let first = 4 * group;
        let _ =
            writeln!(statements, "    put_bytes(place, plane, {first}u, {});", parts.join(", "));
    }
    let planes = program.constants()[0];
    format!(
        "alias Bytes = {};\nconst PLANES = {planes}u;\n\n\
         fn write_all(place: u32, plane: u32, a: Bytes, b: Bytes, c: Bytes, d: Bytes) {{\n{statements}}}\n",
        wgsl::type_name(word, words)
    )
}

fn in_cuda(program: &Program) -> String {
    let words = output_words(&program.circuits()[0]);
    let mut statements = String::new();
    for group in 0..words {
        let parts =
            ["a", "b", "c", "d"].map(|name| format!("({name}){}", cuda::component(words, group)));
        let _ = write!(statements, " put_bytes<{}>(out, plane, {});", 4 * group, parts.join(", "));
    }
    cuda::Definitions::new(program)
        .alias("Element0", program.elements()[0])
        .alias("Element1", program.elements()[1])
        .alias("Bytes", words)
        .define("PLANES", program.constants()[0])
        .define("SPLIT(entry, constant)", "split(entry, constant)")
        .define("WRITE_ALL(out, plane, a, b, c, d)", format_args!("do {{{statements} }} while (0)"))
        .into_text()
}

/// Here integers are words of 32 bits.
fn split(launch: Execution<'_, f32>) -> Result<(), Error> {
    let invocations = launch.invocations();
    let Execution { program, plans, inputs, output, arguments, .. } = launch;
    let [lines, entries, columns, by_columns, begin, first, plane, to] = arguments;
    let (&[matrix, constants], &[width, of_constant, _]) = (inputs, program.elements()) else {
        return Err(failed(MALFORMED));
    };
    let (quads, planes) = (entries.div_ceil(4), program.constants()[0] as usize);
    if lines * quads == 0 {
        return Ok(());
    }
    enough_groups(invocations >= lines * quads)?;
    let by_columns = by_columns != 0;
    let layout = Layout::new(columns, by_columns, begin);
    fits(matrix, layout.end(lines, entries), width)?;
    fits(constants, first + lines, of_constant)?;
    let out = part(output, to, (planes - 1) * plane + lines * quads)?;
    let mut machine = Machine::new(&plans[0]);
    for quad in 0..quads {
        for line in (0..lines).step_by(LANES) {
            let lanes = LANES.min(lines - line);
            let mut bytes = vec![0u32; lanes * planes];
            for (t, k) in (4 * quad..entries.min(4 * quad + 4)).enumerate() {
                let place = layout.place(line, k);
                machine.run(lanes, |input| match input.checked_sub(width) {
                    None => Column {
                        words: &matrix[place * width + input..],
                        stride: layout.of_line * width,
                    },
                    Some(word) => Column {
                        words: &constants[(first + line) * of_constant + word..],
                        stride: of_constant,
                    },
                });
                for (j, bytes) in bytes.chunks_exact_mut(lanes).enumerate() {
                    for (to, from) in bytes.iter_mut().zip(machine.output(j / 4)) {
                        *to |= (from.to_bits() >> (8 * (j % 4)) & 255) << (8 * t);
                    }
                }
            }
            for (j, bytes) in bytes.chunks_exact(lanes).enumerate() {
                for (lane, &bytes) in (line..).zip(bytes) {
                    let place = if by_columns { quad * lines + lane } else { lane * quads + quad };
                    out[j * plane + place] = f32::from_bits(bytes);
                }
            }
        }
    }
    Ok(())
}

pub(super) fn no_bytes<F: NativeWord>(_: Execution<'_, F>) -> Result<(), Error> {
    Err(failed("bytes are parts of integers of 32 bits"))
}
