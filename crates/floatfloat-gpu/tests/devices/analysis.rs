//! Recorded circuits cost what the registry says, and have the depth that is published.

use floatfloat::{
    Operation, Word,
    double_word::{add_accurate::AddAccurate, add_network::AddNetwork},
    registry::{Visitor, for_each},
};
use floatfloat_gpu::{Circuit, Wire};

struct Flops(usize);

impl Visitor for Flops {
    fn visit<O: Operation>(&mut self) {
        self.0 += 1;
        let found = Circuit::of_operation::<O, f32>(true).flops();
        assert_eq!(found, O::INFO.flops, "{}", O::INFO.name);
    }
}

#[test]
fn flops_are_those_of_the_registry() {
    let mut visitor = Flops(0);
    for_each(&mut visitor);
    assert!(visitor.0 > 20);
}

#[test]
fn depth_is_that_of_the_longest_way() {
    assert_eq!(Circuit::of_operation::<AddNetwork, f64>(true).depth(), 10);
    assert_eq!(Circuit::of_operation::<AddAccurate, f64>(true).depth(), 13);
    let larger = |a: Wire<f32>, b: Wire<f32>| Wire::select(a.less(b), b, -a);
    let choice = Circuit::record2(true, larger).unwrap();
    assert_eq!((choice.flops(), choice.depth()), (0, 0));
    let both = |a: Wire<f32>, b: Wire<f32>| (a / b).sqrt() + b * b;
    let both = Circuit::record2(true, both).unwrap();
    assert_eq!((both.flops(), both.depth()), (4, 3));
}

#[test]
fn values_at_one_time_are_those_that_are_still_needed() {
    let most = |function: fn(Wire<f32>, Wire<f32>) -> Wire<f32>| {
        Circuit::record2(true, function).unwrap().most_alive()
    };
    assert_eq!(most(|a, b| a * b + a), 2);
    assert_eq!(most(|a, b| (a + b) * (a - b)), 3);
    assert_eq!(most(|a, b| (a + b) * (a - b) * (a / b)), 4);
    // Constants take none, and a square is one use of its operand.
    assert_eq!(most(|a, b| (a + b).constant(3.0) * (a + b) * (a + b)), 2);
}
