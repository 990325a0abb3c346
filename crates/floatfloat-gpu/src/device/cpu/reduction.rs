//! The lanes of a workgroup, side by side: how they accumulate and how they are merged.

use crate::{
    circuit::Circuit,
    interpret::{Column, LANES, Machine, Plan, Register, places},
};
use floatfloat::NativeWord;

/// What a reduction does to a group of lanes.
pub(super) struct Reduction<'p, F> {
    accumulate: &'p Plan,
    merge: &'p Plan,
    /// For each word of the elements, which of them it belongs to, which word of that it is, and
    /// how many that has.
    elements: Vec<(usize, usize, usize)>,
    identity: Vec<F>,
}

/// A group of lanes at work.
pub(super) struct Reducing<'r, 'p, F> {
    reduction: &'r Reduction<'p, F>,
    accumulate: Machine<'p, F>,
    merge: Machine<'p, F>,
    state: Vec<Register<F>>,
}

impl<'p, F: NativeWord> Reduction<'p, F> {
    /// `plans` begin with those of accumulate and merge.
    pub(super) fn new(plans: &'p [Plan], accumulate: &Circuit, identity: &[u64]) -> Self {
        let widths = &accumulate.parameters()[1..];
        let elements =
            places(widths).into_iter().map(|(element, word)| (element, word, widths[element]));
        Reduction {
            accumulate: &plans[0],
            merge: &plans[1],
            elements: elements.collect(),
            identity: identity.iter().map(|&bits| F::nearest(f64::from_bits(bits))).collect(),
        }
    }

    pub(super) fn start(&self) -> Reducing<'_, 'p, F> {
        Reducing {
            reduction: self,
            accumulate: Machine::new(self.accumulate),
            merge: Machine::new(self.merge),
            state: vec![[F::default(); LANES]; self.identity.len()],
        }
    }
}

impl<F: NativeWord> Reducing<'_, '_, F> {
    /// Group `group` of `groups` over the first `count` elements.
    pub(super) fn reduce(&mut self, count: usize, groups: usize, group: usize, elements: &[&[F]]) {
        let Reducing { reduction, accumulate, merge, state } = self;
        for (register, &identity) in state.iter_mut().zip(&reduction.identity) {
            register.fill(identity);
        }
        let width = state.len();
        for first in (LANES * group..count).step_by(LANES * groups) {
            let lanes = LANES.min(count - first);
            accumulate.run(lanes, |input| match input.checked_sub(width) {
                None => Column { words: &state[input][..], stride: 1 },
                Some(word) => {
                    let (element, word, stride) = reduction.elements[word];
                    Column { words: &elements[element][first * stride + word..], stride }
                }
            });
            accumulate.copy_outputs(lanes, state);
        }
        let mut half = LANES / 2;
        while half > 0 {
            merge.run(half, |input| match input.checked_sub(width) {
                None => Column { words: &state[input][..half], stride: 1 },
                Some(word) => Column { words: &state[word][half..], stride: 1 },
            });
            merge.copy_outputs(half, state);
            half /= 2;
        }
    }

    /// The words of the state that is left, in lane 0.
    pub(super) fn result(&self) -> &[Register<F>] {
        &self.state
    }
}
