//! The lanes of a workgroup: how they accumulate and how they are merged.

use super::{BYTES_UNDER_WAY, elements};
use crate::{
    emit::cuda,
    program::{
        Function, Program,
        reference::{Column, LANES, Machine, Plan, places},
    },
};
use floatfloat::NativeWord;

pub(super) const ACCUMULATE: Function = Function { name: "accumulate", parameters: &["state"] };
pub(super) const MERGE: Function = Function { name: "merge", parameters: &["state", "other"] };

pub(super) const WGSL: &str = include_str!("lanes.wgsl");
pub(super) const CUDA: &str = include_str!("lanes.cu");

/// The definitions of `lanes.cu`, for a program that begins with [`ACCUMULATE`] and [`MERGE`].
pub(super) fn in_cuda(definitions: cuda::Definitions, program: &Program) -> cuda::Definitions {
    let elements = elements(&program.circuits()[0]);
    let pointers: Vec<String> = (0..elements.len()).map(|input| format!("in{input}")).collect();
    let members = cuda::members(elements.len());
    // The number of elements that a lane loads before it accumulates them.
    let bytes = elements.iter().sum::<usize>() as u64 * program.word().bytes();
    let ahead = (BYTES_UNDER_WAY / bytes.max(1)).clamp(2, 8);
    definitions
        .operands(elements, &vec![false; elements.len()])
        .define("POINTERS", pointers.join(", "))
        .identity(program.identity())
        .define("ACCUMULATE(state, operands)", format_args!("accumulate(state, {members})"))
        .define("MERGE(state, other)", "merge(state, other)")
        .define("AHEAD", ahead)
        .define("LANES", program.lanes())
}

/// The reduction of a group of lanes.
pub(super) struct Reduction<'p, F> {
    accumulate: &'p Plan,
    merge: &'p Plan,
    /// For each word of the elements: the index of its element, its index in that element, and the
    /// number of words of that element.
    elements: Vec<(usize, usize, usize)>,
    identity: Vec<F>,
    lanes: usize,
}

/// The state of a group of lanes while it is reduced.
pub(super) struct Reducing<'r, 'p, F> {
    reduction: &'r Reduction<'p, F>,
    accumulate: Machine<'p, F>,
    merge: Machine<'p, F>,
    /// For each word of the state, the words of all lanes.
    state: Vec<Vec<F>>,
}

impl<'p, F: NativeWord> Reduction<'p, F> {
    /// The reduction of a program that begins with [`ACCUMULATE`] and [`MERGE`].
    pub(super) fn new(program: &Program, plans: &'p [Plan]) -> Self {
        let widths = elements(&program.circuits()[0]);
        let elements =
            places(widths).into_iter().map(|(element, word)| (element, word, widths[element]));
        Reduction {
            accumulate: &plans[0],
            merge: &plans[1],
            elements: elements.collect(),
            identity: program.identity_of().collect(),
            lanes: program.lanes() as usize,
        }
    }

    /// The number of steps of circuits for a group of `elements` elements.
    pub(super) fn cost(&self, elements: usize) -> usize {
        elements * self.accumulate.length() + self.lanes * self.merge.length()
    }

    pub(super) fn start(&self) -> Reducing<'_, 'p, F> {
        Reducing {
            reduction: self,
            accumulate: Machine::new(self.accumulate),
            merge: Machine::new(self.merge),
            state: vec![vec![F::default(); self.lanes]; self.identity.len()],
        }
    }
}

impl<F: NativeWord> Reducing<'_, '_, F> {
    /// Reduces group `group` of `groups` over the first `count` elements.
    pub(super) fn reduce(&mut self, count: usize, groups: usize, group: usize, elements: &[&[F]]) {
        let Reducing { reduction, accumulate, merge, state } = self;
        let lanes = reduction.lanes;
        for (words, &identity) in state.iter_mut().zip(&reduction.identity) {
            words.fill(identity);
        }
        let width = state.len();
        for first in (lanes * group..count).step_by(lanes * groups) {
            for (begin, block) in blocks(lanes.min(count - first)) {
                let first = first + begin;
                accumulate.run(block, |input| match input.checked_sub(width) {
                    None => Column { words: &state[input][begin..], stride: 1 },
                    Some(word) => {
                        let (element, word, stride) = reduction.elements[word];
                        Column { words: &elements[element][first * stride + word..], stride }
                    }
                });
                accumulate.copy_outputs(state.iter_mut().map(|words| &mut words[begin..][..block]));
            }
        }
        let mut half = lanes / 2;
        while half > 0 {
            for (begin, block) in blocks(half) {
                merge.run(block, |input| match input.checked_sub(width) {
                    None => Column { words: &state[input][begin..], stride: 1 },
                    Some(word) => Column { words: &state[word][half + begin..], stride: 1 },
                });
                merge.copy_outputs(state.iter_mut().map(|words| &mut words[begin..][..block]));
            }
            half /= 2;
        }
    }

    /// The words of the final state, which is in lane 0.
    pub(super) fn result(&self) -> &[Vec<F>] {
        &self.state
    }
}

/// The blocks of `lanes` lanes: where each begins, and how many lanes it has.
fn blocks(lanes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..lanes).step_by(LANES).map(move |begin| (begin, LANES.min(lanes - begin)))
}
