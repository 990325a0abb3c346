//! Programs, by the meaning that [`crate::program`] gives them, each spread over the threads in
//! pieces that do not depend on one another.

use super::{
    Compiled,
    chain::chain,
    elimination::{fan1, fan2},
    failed,
    lu::Lu,
    memory::Memory,
    reduction::Reduction,
};
use crate::{
    backend::Launch,
    circuit::Circuit,
    error::Error,
    interpret::{Column, LANES, Machine, Plan, Register, places},
    program::{Program, TILE},
    word_type::DeviceWord,
};
use floatfloat::NativeWord;
use rayon::prelude::*;

/// Steps on elements that are worth a thread.
const WORTH_A_THREAD: usize = 1 << 16;

const TOO_SHORT: &str = "a launch reads beyond the end of an input";
const TOO_FEW: &str = "a launch has too few workgroups for its arguments";
pub(super) const MALFORMED: &str =
    "a circuit of the program has other parameters than the program gives it";

pub(super) fn check(holds: bool, message: &str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(failed(message.into())) }
}

/// `length` words of the output from `begin` on.
pub(super) fn part<F>(words: &mut [F], begin: usize, length: usize) -> Result<&mut [F], Error> {
    let end = begin.checked_add(length);
    end.and_then(|end| words.get_mut(begin..end))
        .ok_or_else(|| failed("a launch writes beyond the end of its output".into()))
}

/// Words that an array occupies in which so many elements are used, of so many words each.
pub(super) fn fits<F>(words: &[F], elements: usize, width: usize) -> Result<(), Error> {
    check(elements.checked_mul(width).is_some_and(|needed| needed <= words.len()), TOO_SHORT)
}

/// Runs a launch over words of type `F`.
pub(super) fn run<F: NativeWord + DeviceWord>(
    kernel: &Compiled,
    inputs: &[&Memory],
    output: &Memory,
    launch: &Launch<'_>,
) -> Result<(), Error> {
    let whole = |bytes: usize| bytes / size_of::<F>() * size_of::<F>();
    let held: Vec<_> = inputs.iter().map(|input| input.read()).collect();
    let inputs: Vec<&[F]> =
        held.iter().map(|bytes| bytemuck::cast_slice(&bytes[..whole(bytes.len())])).collect();
    let mut output = output.write();
    let whole = whole(output.len());
    let output = bytemuck::cast_slice_mut(&mut output[..whole]);
    let arguments = launch.arguments.map(|argument| argument as usize);
    let groups = launch.groups.map(|groups| groups as usize);
    let invocations = groups[0] * groups[1] * kernel.program.lanes() as usize;
    let plans = &kernel.plans[..];
    match &kernel.program {
        Program::Map { function, broadcast, looped } => {
            let [begin, count, to, stride, ..] = arguments;
            check(!looped || count == 0 || stride > 0, "a looped map has a stride of zero")?;
            let needed = if *looped { stride.min(count) } else { count };
            check(invocations >= needed, TOO_FEW)?;
            map(&plans[0], function, broadcast, &inputs, output, [begin, count, to])
        }
        Program::Reduce { identity, accumulate, lanes, .. } => {
            let [count, all, first, to, ..] = arguments;
            for (input, &width) in inputs.iter().zip(&accumulate.parameters()[1..]) {
                fits(input, count, width)?;
            }
            check(all > 0, "a reduction has no groups")?;
            let mine = all.min(first + groups[0] * groups[1]).saturating_sub(first);
            let width = identity.len();
            let out = part(output, (to + first) * width, mine * width)?;
            let reduction = Reduction::<F>::new(plans, accumulate, identity, *lanes as usize);
            let cost = reduction.cost(count / all);
            let start = || reduction.start();
            pieces(out, width, cost, start, |reducing, group, out| {
                reducing.reduce(count, all, first + group, &inputs);
                out.iter_mut().zip(reducing.result()).for_each(|(out, word)| *out = word[0]);
            });
            Ok(())
        }
        Program::Gemv { identity, accumulate, finish, .. } => {
            let [columns, first, rows, to, ..] = arguments;
            let (&[matrix, vector], &[_, left, right]) = (&inputs[..], accumulate.parameters())
            else {
                return Err(failed(MALFORMED.into()));
            };
            fits(matrix, (first + rows) * columns, left)?;
            fits(vector, columns, right)?;
            check(groups[0] * groups[1] >= rows, TOO_FEW)?;
            let width = finish.outputs().len();
            let out = part(output, to * width, rows * width)?;
            let lanes = kernel.program.lanes() as usize;
            let reduction = Reduction::<F>::new(plans, accumulate, identity, lanes);
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
        Program::Gemm { identity, accumulate } => {
            let tiles = [arguments[1], arguments[0]].map(|side| side.div_ceil(TILE as usize));
            check(groups[0] >= tiles[0] && groups[1] >= tiles[1], TOO_FEW)?;
            gemm(&plans[0], accumulate, identity, &inputs, output, arguments)
        }
        Program::Chain { chain: of, broadcast } => {
            let [begin, count, rounds, ..] = arguments;
            check(invocations >= count, TOO_FEW)?;
            chain(plans, of, *broadcast, rounds, &inputs, output, [begin, count])
        }
        Program::Fan1 { divide } => {
            let [columns, t, _, here, _, rows, ..] = arguments;
            let copied = if here == 1 { columns.saturating_sub(t) } else { 0 };
            check(invocations >= rows.max(copied), TOO_FEW)?;
            fan1(&plans[0], divide, &inputs, output, arguments)
        }
        Program::Fan2 { update, block: [x, y] } => {
            let [columns, t, _, rows, ..] = arguments;
            let [x, y] = [groups[0] * *x as usize, groups[1] * *y as usize];
            check(rows == 0 || y >= rows && x + t >= columns, TOO_FEW)?;
            fan2(&plans[0], update, &inputs, output, arguments)
        }
        Program::LuDiagonal { update, block, .. } => {
            Lu::new(plans, update, *block, arguments, output)?.diagonal()
        }
        Program::LuPerimeter { update, block, .. } => {
            let (first, groups) = (arguments[2], groups[0] * groups[1]);
            Lu::new(plans, update, *block, arguments, output)?.perimeter(first, groups)
        }
        Program::LuInternal { update, block } => {
            let [n, o, first_row, rows, ..] = arguments;
            let columns = n.saturating_sub(o + *block as usize);
            let tiles = [columns, rows].map(|side| side.div_ceil(TILE as usize));
            check(groups[0] >= tiles[0] && groups[1] >= tiles[1], TOO_FEW)?;
            Lu::new(plans, update, *block, arguments, output)?.internal(first_row, rows)
        }
    }
}

/// Calls `work` with each piece of `width` words of the output and its number, on all threads if
/// that is worth it. `cost` is the number of steps on elements that a piece takes.
pub(super) fn pieces<F: Send, S>(
    out: &mut [F],
    width: usize,
    cost: usize,
    start: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, usize, &mut [F]) + Sync,
) {
    let together = (WORTH_A_THREAD / cost.max(1)).max(1);
    let several = |state: &mut S, (task, out): (usize, &mut [F])| {
        for (piece, out) in out.chunks_mut(width).enumerate() {
            work(state, task * together + piece, out);
        }
    };
    if out.len() <= together * width {
        return several(&mut start(), (0, out));
    }
    out.par_chunks_mut(together * width).enumerate().for_each_init(&start, several);
}

fn map<F: NativeWord>(
    plan: &Plan,
    function: &Circuit,
    broadcast: &[bool],
    inputs: &[&[F]],
    output: &mut [F],
    [begin, count, to]: [usize; 3],
) -> Result<(), Error> {
    let widths = function.parameters();
    for ((input, &width), &broadcast) in inputs.iter().zip(widths).zip(broadcast) {
        fits(input, if broadcast { count.min(1) } else { begin + count }, width)?;
    }
    let places = places(widths);
    let width = function.outputs().len();
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

/// Reads the words of elements that lie side by side.
fn fetch<F: Copy>(elements: &[F], registers: &mut [Register<F>]) {
    let width = registers.len();
    for (word, register) in registers.iter_mut().enumerate() {
        for (lane, element) in register.iter_mut().zip(elements.chunks_exact(width)) {
            *lane = element[word];
        }
    }
}

/// Writes the words of elements side by side.
fn put<F: Copy>(registers: &[Register<F>], elements: &mut [F]) {
    let width = registers.len();
    for (word, register) in registers.iter().enumerate() {
        for (element, &lane) in elements.chunks_exact_mut(width).zip(register) {
            element[word] = lane;
        }
    }
}

fn gemm<F: NativeWord>(
    plan: &Plan,
    accumulate: &Circuit,
    identity: &[u64],
    inputs: &[&[F]],
    output: &mut [F],
    [rows, columns, depth, a_columns, a_row, a_column, first, _]: [usize; 8],
) -> Result<(), Error> {
    let (&[a, b], &[width, left, right]) = (inputs, accumulate.parameters()) else {
        return Err(failed(MALFORMED.into()));
    };
    if rows == 0 || columns == 0 {
        return Ok(());
    }
    if depth > 0 {
        fits(a, (a_row + rows - 1) * a_columns + a_column + depth, left)?;
        fits(b, depth * columns, right)?;
    }
    let out = part(output, 0, rows * columns * width)?;
    let cost = columns * depth * plan.length();
    let start = || (Machine::new(plan), vec![[F::default(); LANES]; width]);
    pieces(out, columns * width, cost, start, |(machine, state), row, out| {
        let row = ((a_row + row) * a_columns + a_column) * left;
        for (block, out) in out.chunks_mut(LANES * width).enumerate() {
            let (column, lanes) = (block * LANES, out.len() / width);
            if first == 1 {
                for (register, &bits) in state.iter_mut().zip(identity) {
                    register.fill(F::nearest(f64::from_bits(bits)));
                }
            } else {
                fetch(out, state);
            }
            for k in 0..depth {
                machine.run(lanes, |input| {
                    let Some(word) = input.checked_sub(width) else {
                        return Column { words: &state[input][..], stride: 1 };
                    };
                    match word.checked_sub(left) {
                        None => Column { words: &a[row + k * left + word..], stride: 0 },
                        Some(word) => {
                            let words = &b[(k * columns + column) * right + word..];
                            Column { words, stride: right }
                        }
                    }
                });
                machine.copy_outputs(state.iter_mut().map(|words| &mut words[..lanes]));
            }
            put(state, out);
        }
    });
    Ok(())
}
