//! The operations of the registry as recordings.

use floatfloat::{
    operation::{Info, Operation},
    registry::{Visitor, for_each},
};
use floatfloat_gpu::Circuit;

/// An operation, and how to record it on each word, for a device with or without a fused
/// multiply-add. The recording takes two double-words and returns one, whatever the shape of the
/// operation.
#[derive(Clone, Copy)]
pub struct Recordable {
    pub info: Info,
    pub on_f32: fn(bool) -> Circuit,
    pub on_f64: fn(bool) -> Circuit,
}

/// Every operation of the registry.
pub fn operations() -> Vec<Recordable> {
    struct Collect(Vec<Recordable>);

    impl Visitor for Collect {
        fn visit<O: Operation>(&mut self) {
            self.0.push(Recordable {
                info: O::INFO,
                on_f32: Circuit::of_operation::<O, f32>,
                on_f64: Circuit::of_operation::<O, f64>,
            });
        }
    }

    let mut collect = Collect(Vec::new());
    for_each(&mut collect);
    collect.0
}
