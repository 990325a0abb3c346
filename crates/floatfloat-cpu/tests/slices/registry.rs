//! The operations of the registry have the same bits on registers as on single numbers.

use crate::{
    operands::{operands, pairs_of_edges},
    same,
};
use floatfloat::{DoubleWord, Operation, operation::Info, registry};
use floatfloat_cpu::{Element, Kernel, Pack, Simd, Vector, at_level, dispatch, levels};
use std::marker::PhantomData;

/// An operation of the registry, as its paper states it, on registers.
struct Registered<'a, E: Element, O> {
    x: &'a Vector<DoubleWord<E>>,
    y: &'a Vector<DoubleWord<E>>,
    operation: PhantomData<O>,
}

impl<E: Element, O: Operation> Kernel for Registered<'_, E, O> {
    type Output = Vec<DoubleWord<E>>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let mut results = Vec::with_capacity(self.x.len());
        while results.len() < self.x.len() {
            let load = |vector: &Vector<DoubleWord<E>>| {
                let [high, low] = [vector.view().hi(), vector.view().lo()]
                    .map(|words| Pack::load_partial(simd, &words[results.len()..], E::default()));
                DoubleWord::from_normalized(high, low)
            };
            let result: DoubleWord<Pack<S, E>> = O::apply(load(self.x), load(self.y));
            let (high, low) = (result.hi(), result.lo());
            let words = high.as_slice().iter().zip(low.as_slice());
            let left = self.x.len() - results.len();
            results.extend(words.take(left).map(|(&h, &l)| DoubleWord::from_normalized(h, l)));
        }
        results
    }
}

struct CompareRegistered<E: Element> {
    sets: [[Vector<DoubleWord<E>>; 3]; 2],
    seen: usize,
}

impl<E: Element> registry::Visitor for CompareRegistered<E> {
    fn visit<O: Operation>(&mut self) {
        let Info { name, .. } = O::INFO;
        for [x, y, _] in &self.sets {
            for level in levels() {
                let found =
                    at_level(level, || dispatch(Registered { x, y, operation: PhantomData::<O> }));
                assert_eq!(found.len(), x.len());
                for ((x, y), found) in x.iter().zip(y.iter()).zip(found) {
                    let expected = O::apply(x, y);
                    assert!(
                        same(found.hi(), expected.hi()) && same(found.lo(), expected.lo()),
                        "{name} at {level:?}: {found:?}, not {expected:?} (x = {x:?}, y = {y:?})"
                    );
                }
            }
        }
        self.seen += 1;
    }
}

fn registered<E: Element>() {
    let sets = [operands::<E>(2_000, 9), pairs_of_edges::<DoubleWord<E>>()];
    let mut compare = CompareRegistered { sets, seen: 0 };
    registry::for_each(&mut compare);
    assert_eq!(compare.seen, registry::OPERATIONS.len());
}

#[test]
fn registry_f64() {
    registered::<f64>();
}

#[test]
fn registry_f32() {
    registered::<f32>();
}
