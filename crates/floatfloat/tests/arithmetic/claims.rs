//! What the documentation of single operations says beside their bounds.

use floatfloat::{
    DoubleWord, NoFma,
    double_word::{
        add_accurate::add_accurate,
        add_network::add_network,
        add_sloppy::AddSloppy,
        add22::{Add22, add22, add22_branch},
        sub_accurate::{SubAccurate, sub_accurate},
        sub_network::{SubNetwork, sub_network},
    },
    operation::{Bound, Fma, Info, Operation},
    registry::{OPERATIONS, Visitor, for_each},
};
use floatfloat_exact::{Class, Concrete, Operands, Pair, relative_error};

const EACH: u64 = 10_000;

fn pairs(info: &Info, format: floatfloat_exact::Format, fused: bool) -> Vec<Pair> {
    let mut operands = Operands::new(info, format, fused, 17);
    Class::ALL
        .iter()
        .flat_map(|&class| (0..EACH).map(move |_| class))
        .map(|class| operands.draw(class))
        .collect()
}

fn operand<W: Concrete>([high, low]: [f64; 2]) -> DoubleWord<W> {
    DoubleWord::from_normalized(W::from_f64(high), W::from_f64(low))
}

/// Bits, so that zeros of different sign differ.
fn bits<W: Concrete>(value: DoubleWord<W>) -> [u64; 2] {
    [value.hi(), value.lo()].map(|word| word.to_f64().to_bits())
}

#[test]
fn add22_has_the_same_bits_with_and_without_its_branch() {
    fn on<W: Concrete<Mask = bool>>() {
        for Pair { x, y } in pairs(&Add22::INFO, W::FORMAT, true) {
            let (x, y) = (operand::<W>(x), operand::<W>(y));
            assert_eq!(bits(add22(x, y)), bits(add22_branch(x, y)));
        }
    }
    on::<f32>();
    on::<f64>();
}

#[test]
fn subtracting_is_adding_the_negative() {
    fn on<W: Concrete<Mask = bool>>() {
        let negative = |x: DoubleWord<W>| DoubleWord::from_normalized(-x.hi(), -x.lo());
        for Pair { x, y } in pairs(&SubAccurate::INFO, W::FORMAT, true) {
            let (x, y) = (operand::<W>(x), operand::<W>(y));
            assert_eq!(bits(sub_accurate(x, y)), bits(add_accurate(x, negative(y))));
        }
        for Pair { x, y } in pairs(&SubNetwork::INFO, W::FORMAT, true) {
            let (x, y) = (operand::<W>(x), operand::<W>(y));
            assert_eq!(bits(sub_network(x, y)), bits(add_network(x, negative(y))));
        }
    }
    on::<f32>();
    on::<f64>();
}

/// The operations whose unfused form rounds otherwise.
const OTHERWISE_ROUNDED: [&str; 2] = ["div", "div-three-words"];

/// Counts the operations that give the same numbers with and without a fused multiply-add.
#[derive(Default)]
struct SameNumbers(usize);

impl SameNumbers {
    fn on<O: Operation, W: Concrete>(&mut self)
    where
        NoFma<W>: Concrete,
    {
        let different = pairs(&O::INFO, W::FORMAT, false).into_iter().find(|&Pair { x, y }| {
            let fused = O::apply(operand::<W>(x), operand::<W>(y));
            let unfused = O::apply(operand::<NoFma<W>>(x), operand::<NoFma<W>>(y));
            // As numbers: an error of zero may differ in its sign.
            let numbers = [fused.hi(), fused.lo()].map(W::to_f64);
            numbers != [unfused.hi(), unfused.lo()].map(NoFma::to_f64)
        });
        let otherwise = OTHERWISE_ROUNDED.contains(&O::INFO.name);
        assert_eq!(different.is_some(), otherwise, "{}", O::INFO.name);
        self.0 += 1;
    }
}

impl Visitor for SameNumbers {
    fn visit<O: Operation>(&mut self) {
        if O::INFO.fma != Fma::Required {
            self.on::<O, f32>();
            self.on::<O, f64>();
        }
    }
}

#[test]
fn the_same_numbers_without_fma() {
    let mut same = SameNumbers::default();
    for_each(&mut same);
    let expected = OPERATIONS.iter().filter(|info| info.fma != Fma::Required).count();
    assert_eq!(same.0, 2 * expected);
}

#[test]
fn sloppy_addition_is_lost_under_cancellation() {
    let Bound::RelativeSameSign { c2 } = AddSloppy::INFO.bound else { panic!("no such bound") };
    let x = [1.0, 2f64.powi(-54)];
    let y = [-1.0, 2f64.powi(-56) + 2f64.powi(-108)];
    let sum = AddSloppy::apply::<f64>(operand(x), operand(y));
    let error = relative_error(AddSloppy::INFO.function, x, y, [sum.hi(), sum.lo()]);
    assert!(error.abs() > 1e14 * c2 * 2f64.powi(-106));
}
