//! Bounds proved on small formats by trying every pair of double-words: all high words of a binade,
//! all low words of the binades below it, all distances at which the operands touch.
//! `FLOATFLOAT_EXHAUSTIVE=1` takes more bits and more binades.

use floatfloat::{
    operation::{Function, Info, Operation, Shape},
    registry::{OPERATIONS, Visitor, for_each},
    sim::{
        Sim,
        machines::{IeeeF32, Small},
    },
};
use floatfloat_exact::{
    Concrete, Pair,
    survey::{Worst, measure},
};

fn exhaustive() -> bool {
    std::env::var_os("FLOATFLOAT_EXHAUSTIVE").is_some()
}

/// Every normalised double-word whose high word is in [1, 2), with its low word in the `binades`
/// below half an ulp, exactly half an ulp, or zero.
fn double_words<W: Concrete>(binades: i32) -> Vec<[f64; 2]> {
    let format = W::FORMAT;
    let leading = 1u64 << (format.precision - 1);
    let significands = leading..2 * leading;
    let mut lows = vec![0.0];
    for negative in [false, true] {
        lows.push(format.compose(negative, leading, -format.p()));
        for below in 1..=binades {
            let exponent = -format.p() - below;
            lows.extend(significands.clone().map(|bits| format.compose(negative, bits, exponent)));
        }
    }
    let pairs = significands.flat_map(|bits| {
        let high = format.compose(false, bits, 0);
        lows.iter().map(move |&low| [high, low])
    });
    pairs.filter(|&words| format.is_normalized(words)).collect()
}

/// Tests the operations of some functions on the words W.
struct Exhaustive<W> {
    functions: &'static [Function],
    numbers: Vec<[f64; 2]>,
    words: std::marker::PhantomData<W>,
    tested: usize,
}

impl<W: Concrete<Mask = bool>> Exhaustive<W> {
    fn run(functions: &'static [Function], binades: i32) {
        let numbers = double_words::<W>(binades);
        assert!(numbers.iter().any(|words| words[1] != 0.0));
        let mut test =
            Exhaustive::<W> { functions, numbers, words: std::marker::PhantomData, tested: 0 };
        for_each(&mut test);
        let of_functions = OPERATIONS.iter().filter(|info| functions.contains(&info.function));
        assert_eq!(test.tested, of_functions.count());
    }

    /// Operands of a shape; a word has no low part.
    fn numbers(&self, words_only: bool) -> Vec<[f64; 2]> {
        let lawful = |words: &&[f64; 2]| !words_only || words[1] == 0.0;
        self.numbers.iter().filter(lawful).copied().collect()
    }

    /// Exponents of y to try, x's being 0: a product or quotient does not depend on them.
    fn distances(info: &Info) -> std::ops::RangeInclusive<i32> {
        let reach = 2 * W::FORMAT.p() + 2;
        match info.function {
            Function::Add | Function::Sub => -reach..=reach,
            Function::Mul | Function::Div => 0..=0,
            // A root depends on whether the exponent is even.
            Function::Sqrt => 0..=1,
        }
    }
}

impl<W: Concrete<Mask = bool>> Visitor for Exhaustive<W> {
    fn visit<O: Operation>(&mut self) {
        if !self.functions.contains(&O::INFO.function) {
            return;
        }
        self.tested += 1;
        let xs = self.numbers(O::INFO.shape == Shape::WordWord);
        let ys = match O::INFO.shape {
            Shape::DoubleWord => vec![[1.0, 0.0]],
            shape => self.numbers(shape != Shape::DoubleWordDoubleWord),
        };
        let signs: &[f64] = if O::INFO.function == Function::Sqrt { &[1.0] } else { &[1.0, -1.0] };
        let (mut worst, mut count): (Option<Worst>, u64) = (None, 0);
        for distance in Self::distances(&O::INFO) {
            for &sign in signs {
                let scale = sign * 2f64.powi(distance);
                for &x in &xs {
                    for &y in &ys {
                        let pair = match O::INFO.shape {
                            Shape::DoubleWord => Pair { x: x.map(|word| word * scale), y },
                            _ => Pair { x, y: y.map(|word| word * scale) },
                        };
                        let seen = measure::<O, W>(pair);
                        worst = Some(worst.map_or(seen, |worst| worst.worse(seen)));
                        count += 1;
                    }
                }
            }
        }
        let worst = worst.expect("at least one pair");
        println!("{:<16} p = {} {count:>11} {worst}", O::INFO.name, W::FORMAT.precision);
        assert!(worst.holds(), "{} with p = {}: {worst}", O::INFO.name, W::FORMAT.precision);
    }
}

type Bits<const P: u32> = Sim<Small<P, IeeeF32>>;

const SUMS: &[Function] = &[Function::Add, Function::Sub];
const PRODUCTS: &[Function] = &[Function::Mul];
const OTHERS: &[Function] = &[Function::Div, Function::Sqrt];

#[test]
fn sums() {
    Exhaustive::<Bits<3>>::run(SUMS, 3);
    Exhaustive::<Bits<4>>::run(SUMS, 1);
    if exhaustive() {
        Exhaustive::<Bits<4>>::run(SUMS, 4);
        Exhaustive::<Bits<5>>::run(SUMS, 2);
    }
}

#[test]
fn products() {
    Exhaustive::<Bits<4>>::run(PRODUCTS, 3);
    Exhaustive::<Bits<5>>::run(PRODUCTS, 1);
    if exhaustive() {
        Exhaustive::<Bits<6>>::run(PRODUCTS, 2);
    }
}

#[test]
fn quotients_and_roots() {
    Exhaustive::<Bits<5>>::run(OTHERS, 1);
    if exhaustive() {
        Exhaustive::<Bits<7>>::run(OTHERS, 1);
    }
}
