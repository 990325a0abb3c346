//! Exact sums, as digits that integer additions sum: the result is the same in any order.

use super::terms;
use crate::{
    circuit::Circuit,
    emit::{cuda, wgsl},
    error::Error,
    integers::integers_of,
    number::DeviceNumber,
    program::{
        Function, Program, Skeleton, Text, Workgroup,
        reference::{
            Column, Execution, Machine, Reference, THREADS, check, failed, fits, part, places,
        },
    },
    word_type::DeviceWord,
};
use floatfloat::{
    NativeWord,
    reproducible::digits::{BITS, Layout, MOST_TERMS},
};
use rayon::prelude::*;

pub(super) static DIGITS: Skeleton = Skeleton {
    name: "digits",
    functions: &[Function { name: "terms", parameters: &[] }],
    wgsl: Text { parts: &[include_str!("digits.wgsl")], definitions: in_wgsl },
    cuda: Text { parts: &[include_str!("digits.cu")], definitions: in_cuda }.for_cuda(),
    cuda_elements: None,
    reference: Reference { f32: add_up, f64: no_integers },
    stride: None,
    halving: false,
    adds_to_output: true,
};

/// The most bytes of digits of a workgroup: what a workgroup can use on every device.
const SHARED: usize = 16 << 10;

/// The most copies of the digits that a workgroup has.
const MOST_BANKS: usize = 32;

/// The number of constants of a program. In this order: the digits, the digits that carry, the pieces of a term, the
/// copies, and how far the exponent of the first digit is below zero.
const CONSTANTS: usize = 5;

impl Program {
    /// Sums numbers exactly, as digits of a long accumulator. None for words of 16 bits.
    ///
    /// Buffers: the numbers, as bits, then the digits of [`layout`](Program::layout), 32 bits each, to which the
    /// program adds. Arguments: `[count, share, first_group, to]`. Group g takes `share` elements from `share·g` on, at
    /// most [`most_elements`](Program::most_elements), and adds to the digits from place `to` on. At most 2^14 groups
    /// may add to the same digits.
    pub fn exact_sum<N: DeviceNumber>(lanes: u32) -> Option<Program> {
        Some(match integers_of(N::Word::TYPE)? {
            1 => Program::digits(terms::sums::<1>(N::WORDS), Layout::of_words(1), lanes),
            _ => Program::digits(terms::sums::<2>(N::WORDS), Layout::of_words(2), lanes),
        })
    }

    /// Sums the products of the numbers of two buffers exactly, as
    /// [`exact_sum`](Program::exact_sum).
    pub fn exact_dot<N: DeviceNumber>(lanes: u32) -> Option<Program> {
        Some(match integers_of(N::Word::TYPE)? {
            1 => Program::digits(terms::products::<1, 2>(N::WORDS), Layout::of_products(1), lanes),
            _ => Program::digits(terms::products::<2, 4>(N::WORDS), Layout::of_products(2), lanes),
        })
    }

    /// `terms`: (element…) → for each term the place of its first digit and its pieces, all integers.
    fn digits(terms: Circuit, layout: Layout, lanes: u32) -> Program {
        let total = layout.total();
        let banks = (SHARED / (4 * total)).clamp(1, MOST_BANKS);
        let elements = [terms.parameters(), &[1]].concat();
        let constants =
            [total, layout.digits, layout.pieces, banks, layout.exponent.unsigned_abs() as usize];
        Program::filled(&DIGITS, vec![terms], elements)
            .with_constants(constants.map(|constant| constant as u32).to_vec())
            .with_workgroup(Workgroup {
                shared_bytes: 4 * (banks * total) as u64,
                ..Workgroup::of(lanes)
            })
    }

    /// The layout of the digits of an [`exact_sum`](Program::exact_sum) or
    /// [`exact_dot`](Program::exact_dot).
    pub fn layout(&self) -> Layout {
        let [_, digits, pieces, _, below] = constants(self);
        Layout { exponent: -(below as i32), digits, pieces }
    }

    /// The most elements that a workgroup of an [`exact_sum`](Program::exact_sum) or [`exact_dot`](Program::exact_dot)
    /// can sum.
    pub fn most_elements(&self) -> u32 {
        MOST_TERMS / terms_of(self) as u32
    }
}

/// The most groups that can add to the same digits: each adds less than 2^17.
pub(crate) const MOST_GROUPS: u32 = 1 << 14;

fn constants(program: &Program) -> [usize; CONSTANTS] {
    std::array::from_fn(|k| program.constants()[k] as usize)
}

/// The number of terms of an element.
fn terms_of(program: &Program) -> usize {
    let [_, _, pieces, ..] = constants(program);
    program.circuits()[0].outputs().len() / (1 + pieces)
}

/// The words of the circuit's results that are pieces. Each comes with the word of the place of its term's first
/// piece, and with the number of pieces before it in the term.
fn pieces(program: &Program) -> impl Iterator<Item = (usize, usize, usize)> {
    let [_, _, pieces, ..] = constants(program);
    (0..terms_of(program)).flat_map(move |term| {
        let begin = term * (1 + pieces);
        (0..pieces).map(move |piece| (begin + 1 + piece, begin, piece))
    })
}

/// For each piece, a statement that adds it.
fn additions(program: &Program, add: impl Fn(&str, usize, usize) -> String) -> String {
    let addition = |(piece, digit, place): (usize, usize, usize)| match place {
        0 => add("", digit, piece),
        _ => add(&format!(" + {place}u"), digit, piece),
    };
    pieces(program).map(addition).collect()
}

fn in_wgsl(program: &Program) -> String {
    let [total, carrying, _, banks, _] = constants(program);
    let words = program.circuits()[0].outputs().len();
    let arguments: Vec<_> = (0..program.bindings() - 1).map(|i| format!("input{i}[i]")).collect();
    let word = |place| wgsl::component("all", words, place);
    let statements = additions(program, |more, digit, piece| {
        format!("    add(bank, {}{more}, {});\n", word(digit), word(piece))
    });
    format!(
        "{}\n// Digits, and those of them that carry.\nconst DIGITS = {total}u;\nconst CARRYING = {carrying}u;\n\
         const BANKS = {banks}u;\n\n// Adds the terms of element i.\nfn add_element(bank: u32, i: u32) {{\n    \
         let all = terms({});\n{statements}}}\n",
        wgsl::lanes(program),
        arguments.join(", ")
    )
}

fn in_cuda(program: &Program) -> String {
    let [total, carrying, _, banks, _] = constants(program);
    let circuit = &program.circuits()[0];
    let parameters = circuit.parameters();
    let statements = additions(program, |more, digit, piece| {
        format!(" if (all.w{piece}) atomicAdd(bank + all.w{digit}{more}, all.w{piece});")
    });
    cuda::Definitions::new(program)
        .operands(parameters, &vec![false; parameters.len()])
        .define(
            "ADD_ELEMENT(operands)",
            format_args!(
                "do {{ const auto all = terms({});{statements} }} while (0)",
                cuda::members(parameters.len())
            ),
        )
        .define("DIGITS", total)
        .define("CARRYING", carrying)
        .define("BANKS", banks)
        .define("LANES", program.lanes())
        .into_text()
}

/// Here integers are words of 32 bits.
fn add_up(launch: Execution<'_, f32>) -> Result<(), Error> {
    let Execution { program, plans, inputs, output, arguments, groups } = launch;
    let [count, share, first, to, ..] = arguments;
    let [total, carrying, ..] = constants(program);
    let parameters = program.circuits()[0].parameters();
    for (input, &width) in inputs.iter().zip(parameters) {
        fits(input, count, width)?;
    }
    check(share <= program.most_elements() as usize, "a group adds up more terms than fit")?;
    let output = part(output, to, total)?;
    let words = places(parameters);
    let begin_of = |group: usize| (share * (first + group)).min(count);
    let group = |machine: &mut Machine<'_, f32>, group: usize| {
        let mut digits = vec![0u32; total];
        let (mut begin, end) = (begin_of(group), begin_of(group + 1));
        while begin < end {
            let block = (end - begin).min(crate::program::reference::LANES);
            machine.run(block, |input| {
                let (element, word) = words[input];
                let stride = parameters[element];
                Column { words: &inputs[element][begin * stride + word..], stride }
            });
            for (piece, digit, place) in pieces(program) {
                let [piece, digit] = [piece, digit].map(|output| machine.output(output));
                for (piece, digit) in piece.iter().zip(digit).take(block) {
                    let (piece, digit) = (piece.to_bits(), digit.to_bits() as usize);
                    if piece != 0 {
                        digits[digit + place] = digits[digit + place].wrapping_add(piece);
                    }
                }
            }
            begin += block;
        }
        digits
    };
    let groups = (groups[0] * groups[1]).min((count.div_ceil(share.max(1))).saturating_sub(first));
    let machine = || Machine::new(&plans[0]);
    let all: Vec<_> = if THREADS {
        (0..groups).into_par_iter().map_init(machine, group).collect()
    } else {
        let mut machine = machine();
        (0..groups).map(|place| group(&mut machine, place)).collect()
    };
    for digits in all {
        for (place, digit) in digits.into_iter().enumerate() {
            let mut add = |place: usize, value: u32| {
                let sum: &mut f32 = &mut output[place];
                *sum = f32::from_bits(sum.to_bits().wrapping_add(value));
            };
            if place < carrying {
                add(place, digit & ((1 << BITS) - 1));
                add(place + 1, (digit as i32 >> BITS) as u32);
            } else {
                add(place, digit);
            }
        }
    }
    Ok(())
}

fn no_integers<F: NativeWord>(_: Execution<'_, F>) -> Result<(), Error> {
    Err(failed("digits are made of integers of 32 bits"))
}
