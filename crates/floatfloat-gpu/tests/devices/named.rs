//! What a recording keeps of the steps that have a name.

use floatfloat::{
    FloatFloat, Step,
    operation::{Fma, Operation, Shape},
    registry::{OPERATIONS, Visitor, for_each},
};
use floatfloat_gpu::{Circuit, Wire};

type Dw = floatfloat::DoubleWord<Wire<f32>>;

/// Every operation on words of two numbers is one step, from its operands to its result.
#[test]
fn operations_are_steps() {
    struct Steps(usize);
    impl Visitor for Steps {
        fn visit<O: Operation>(&mut self) {
            let info = O::INFO;
            for fused in [true, false] {
                if info.shape == Shape::WordWord || (info.fma == Fma::Required && !fused) {
                    continue;
                }
                let circuit = Circuit::of_operation::<O, f32>(fused);
                let named: Vec<_> = circuit
                    .named()
                    .iter()
                    .filter(|named| named.step == Step::Operation(info.name))
                    .collect();
                let [step] = named[..] else { panic!("{}: {named:?}", info.name) };
                let inputs = match info.shape {
                    Shape::DoubleWord => 2,
                    Shape::DoubleWordWord => 3,
                    _ => 4,
                };
                assert_eq!(step.operands.len(), inputs, "{}", info.name);
                for (input, &id) in step.operands.iter().enumerate() {
                    let node = circuit.nodes()[id as usize];
                    assert_eq!(format!("{node:?}"), format!("Input({input})"), "{}", info.name);
                }
                assert_eq!(step.results, circuit.outputs(), "{}", info.name);
                self.0 += 1;
            }
        }
    }
    let mut steps = Steps(0);
    for_each(&mut steps);
    assert!(steps.0 > OPERATIONS.len());
}

/// Steps follow one another as the operators were called, and keep the nodes that they consist of.
#[test]
fn steps_are_linked_by_their_words() {
    let record = |function: fn(Dw, Dw) -> Dw| {
        Circuit::record2::<Dw, Dw, Dw>(true, function).expect("a pure function")
    };
    let circuit = record(|x, y| x * y + x);
    let of = |name| {
        let step = Step::Operation(name);
        let found = circuit.named().iter().find(|named| named.step == step);
        found.unwrap_or_else(|| panic!("{name} is not among {:?}", circuit.named()))
    };
    let (product, sum) = (of("mul"), of("add"));
    assert_eq!(sum.operands[2..], product.operands[..2]);
    assert!(product.results.iter().max() < sum.results.iter().max());
    assert!(circuit.flops() > record(|x, y| x * y).flops());
    let [x, y] = [1.5, 2.25].map(FloatFloat::from);
    let words = circuit.run::<f32>(&[&[x.hi(), x.lo()], &[y.hi(), y.lo()]]).expect("two numbers");
    assert_eq!(words, [(x * y + x).hi(), (x * y + x).lo()]);
}
