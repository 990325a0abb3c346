//! The stated number of flops is the number of operations that the code does.

use crate::shared::counted::{self, flops};
use floatfloat::{
    DoubleWord,
    elementary::Elementary,
    operation::Operation,
    registry::{FunctionVisitor, OPERATIONS, Visitor, for_each, for_each_function},
};

type Counted<const P: u32> = counted::Counted<P, true>;

/// The flops of a function of two double-words.
fn counted<const P: u32>(
    function: impl Fn(DoubleWord<Counted<P>>, DoubleWord<Counted<P>>) -> DoubleWord<Counted<P>>,
) -> u32 {
    let x = DoubleWord::from_normalized(counted::Counted(3.0), counted::Counted(1e-17));
    let y = DoubleWord::from_normalized(counted::Counted(7.0), counted::Counted(-1e-17));
    flops(|| function(x, y))
}

struct Flops(Vec<(&'static str, u32, u32)>);

impl Visitor for Flops {
    fn visit<O: Operation>(&mut self) {
        let flops = counted::<53>(O::apply);
        self.0.push((O::INFO.name, flops, O::INFO.flops));
    }
}

#[test]
fn flops_are_as_stated() {
    let mut flops = Flops(Vec::new());
    for_each(&mut flops);
    assert_eq!(flops.0.len(), OPERATIONS.len());
    for (name, counted, stated) in flops.0 {
        assert_eq!(counted, stated, "{name}");
    }
}

struct FunctionFlops(Vec<String>);

impl FunctionVisitor for FunctionFlops {
    fn visit<F: Elementary>(&mut self) {
        let counted = [counted::<24>(F::apply), counted::<53>(F::apply)];
        if counted != F::INFO.flops {
            self.0.push(format!("{}: {counted:?}, not {:?}", F::INFO.name, F::INFO.flops));
        }
    }
}

#[test]
fn flops_of_functions_are_as_stated() {
    let mut flops = FunctionFlops(Vec::new());
    for_each_function(&mut flops);
    assert!(flops.0.is_empty(), "{}", flops.0.join("\n"));
}
