//! Recorded circuits cost what the registry says, have the depth that is published, and can be
//! drawn.

use floatfloat::{
    DoubleWord, Operation, Word,
    double_word::{add_accurate::AddAccurate, add_network::AddNetwork, mul_dw2::MulDw2},
    registry::{Visitor, for_each},
};
use floatfloat_gpu::{Circuit, Wire, analysis::Operations};

struct Flops(usize);

impl Visitor for Flops {
    fn visit<O: Operation>(&mut self) {
        self.0 += 1;
        let found = Circuit::of_operation::<O, f32>(true).operations().flops();
        assert_eq!(found, O::INFO.flops as usize, "{}", O::INFO.name);
    }
}

#[test]
fn flops_are_those_of_the_registry() {
    let mut visitor = Flops(0);
    for_each(&mut visitor);
    assert!(visitor.0 > 20);
}

#[test]
fn kinds_and_depth() {
    let network = Circuit::of_operation::<AddNetwork, f64>(true);
    assert_eq!(network.operations(), Operations { additions: 20, ..Default::default() });
    assert_eq!(network.depth(), 10);
    assert_eq!(Circuit::of_operation::<AddAccurate, f64>(true).depth(), 13);
    let product = Circuit::of_operation::<MulDw2, f32>(true).operations();
    let expected =
        Operations { additions: 4, multiplications: 2, fused: 2, signs: 1, ..Default::default() };
    assert_eq!(product, expected);
    let whole = |a: DoubleWord<Wire<f32>>, b: DoubleWord<Wire<f32>>| (a * b - a / b).sqrt();
    let unfused = Circuit::record2(false, whole).unwrap().operations();
    assert!(unfused.fused == 0 && unfused.divisions > 0 && unfused.roots > 0, "{unfused:?}");
    let larger = |a: Wire<f32>, b: Wire<f32>| Wire::select(a.less(b), b, a);
    let choice = Circuit::record2(true, larger).unwrap();
    assert_eq!((choice.operations().choices, choice.depth()), (2, 0));
}

/// Every step is drawn, every operand is a line, and nothing is left out of the picture.
#[test]
fn pictures_show_every_step() {
    let circuit = Circuit::of_operation::<AddNetwork, f32>(true);
    let svg = circuit.to_svg();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let lines: usize = circuit.nodes().iter().map(|node| node.operands().count()).sum();
    assert_eq!(svg.matches("class=\"wire").count(), lines + circuit.outputs().len());
    assert_eq!(svg.matches("class=\"step").count(), 20);
    let [width, height] = ["width=\"", "height=\""].map(|name| {
        let from = svg.find(name).unwrap() + name.len();
        svg[from..].split('"').next().unwrap().parse::<f64>().unwrap()
    });
    for circle in svg.split("cx=\"").skip(1) {
        let mut numbers = circle.split('"');
        let x: f64 = numbers.next().unwrap().parse().unwrap();
        let y: f64 = numbers.nth(1).unwrap().parse().unwrap();
        assert!((0.0..width).contains(&x) && (0.0..height).contains(&y));
    }
}
