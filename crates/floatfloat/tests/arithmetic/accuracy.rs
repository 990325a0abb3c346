//! Every operation of the registry, on every word it runs on, over every class of operands: the
//! bound holds and the result is normalised. `cargo test --release -p floatfloat --test arithmetic accuracy -- --nocapture` shows the
//! largest and mean error of each class; `FLOATFLOAT_EXHAUSTIVE=1` takes a hundred times as many.

use floatfloat::{
    NoFma,
    operation::{Function, Info, Operation},
    registry::{OPERATIONS, Visitor, for_each},
};
use floatfloat_exact::{
    Class, Concrete,
    survey::{applies, survey},
};

const SEED: u64 = 2006;

/// Pairs per operation and word, over all classes.
fn samples() -> u64 {
    match std::env::var_os("FLOATFLOAT_EXHAUSTIVE") {
        Some(_) => 100_000_000,
        // Its fused multiply-add is made of integers, and slow.
        None if cfg!(target_family = "wasm") => 50_000,
        None => 500_000,
    }
}

/// Tests the operations of one function.
struct Accuracy {
    function: Function,
    tested: Vec<&'static str>,
    failures: Vec<String>,
}

impl Accuracy {
    fn word<O: Operation, W: Concrete<Mask = bool>>(&mut self) {
        if !applies::<W>(&O::INFO) {
            return;
        }
        for (index, class) in Class::ALL.into_iter().enumerate() {
            let each = samples().div_ceil(Class::ALL.len() as u64);
            let seen = survey::<O, W>(class, each, SEED + index as u64);
            println!(
                "{:<16} {:<10} {:<15} {:>9} {:>10.4} {:>10.4} {:>10.4}",
                seen.info.name,
                seen.word,
                format!("{class:?}"),
                seen.samples,
                seen.max_u2,
                seen.mean_u2,
                seen.worst.verdict.of_bound
            );
            if !seen.worst.holds() {
                let name = seen.info.name;
                self.failures.push(format!("{name} {} {class:?} {}", W::NAME, seen.worst));
            }
        }
    }
}

impl Visitor for Accuracy {
    fn visit<O: Operation>(&mut self) {
        if O::INFO.function == self.function {
            self.word::<O, f32>();
            self.word::<O, f64>();
            self.word::<O, NoFma<f32>>();
            self.word::<O, NoFma<f64>>();
            self.tested.push(O::INFO.name);
        }
    }
}

fn test(function: Function) {
    println!("seed {SEED}; errors relative to the exact result, in u²");
    println!(
        "{:<16} {:<10} {:<15} {:>9} {:>10} {:>10} {:>10}",
        "operation", "word", "class", "samples", "largest", "mean", "of bound"
    );
    let mut accuracy = Accuracy { function, tested: Vec::new(), failures: Vec::new() };
    for_each(&mut accuracy);
    assert!(accuracy.failures.is_empty(), "bounds exceeded:\n{}", accuracy.failures.join("\n"));
    let of_function = |info: &&Info| info.function == function;
    let registered: Vec<_> = OPERATIONS.iter().filter(of_function).map(|info| info.name).collect();
    assert_eq!(accuracy.tested, registered);
}

#[test]
fn sums() {
    test(Function::Add);
}

#[test]
fn differences() {
    test(Function::Sub);
}

#[test]
fn products() {
    test(Function::Mul);
}

#[test]
fn quotients() {
    test(Function::Div);
}

#[test]
fn roots() {
    test(Function::Sqrt);
}

/// A function without a test above does not compile here.
#[test]
fn every_function_is_tested() {
    for info in OPERATIONS {
        match info.function {
            Function::Add | Function::Sub | Function::Mul | Function::Div | Function::Sqrt => {}
        }
    }
}
