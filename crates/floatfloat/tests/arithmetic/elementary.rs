//! Every elementary function of the registry, on every word, over every class of operands: the bound
//! holds and the result is normalised. `cargo test --release -p floatfloat --test arithmetic elementary -- --nocapture` shows the
//! largest and mean error of each class; `FLOATFLOAT_EXHAUSTIVE=1` takes a hundred times as many.

use floatfloat::{
    NoFma,
    elementary::{Elementary, Function},
    registry::{FUNCTIONS, FunctionVisitor, for_each_function},
};
use floatfloat_exact::{
    Concrete,
    functions::{Class, survey::survey},
};

const SEED: u64 = 2026;

/// Operands per function and format, over all classes; each is given to both words of the format.
fn samples() -> u64 {
    match std::env::var_os("FLOATFLOAT_EXHAUSTIVE") {
        Some(_) => 10_000_000,
        // Its fused multiply-add is made of integers, and slow.
        None if cfg!(target_family = "wasm") => 5_000,
        None => 50_000,
    }
}

/// Tests some of the functions.
struct Accuracy {
    functions: &'static [Function],
    failures: Vec<String>,
}

impl Accuracy {
    fn format<F: Elementary, V: Concrete<Mask = bool>, W: Concrete<Mask = bool>>(&mut self) {
        let name = F::INFO.name;
        for (index, class) in Class::ALL.into_iter().enumerate() {
            let each = samples().div_ceil(Class::ALL.len() as u64);
            for seen in survey::<F, V, W>(class, each, SEED + index as u64) {
                println!(
                    "{name:<10} {:<10} {:<12} {:>9} {:>10.4} {:>10.4} {:>10.4}",
                    seen.word,
                    format!("{class:?}"),
                    seen.samples,
                    seen.max_u2,
                    seen.mean_u2,
                    seen.worst.verdict.of_bound
                );
                if !seen.worst.holds() {
                    self.failures.push(format!("{name} {} {class:?} {}", seen.word, seen.worst));
                }
            }
        }
    }
}

impl FunctionVisitor for Accuracy {
    fn visit<F: Elementary>(&mut self) {
        if self.functions.contains(&F::INFO.function) {
            self.format::<F, f32, NoFma<f32>>();
            self.format::<F, f64, NoFma<f64>>();
        }
    }
}

fn test(functions: &'static [Function]) {
    println!("seed {SEED}; errors relative to the exact result, in u²");
    println!(
        "{:<10} {:<10} {:<12} {:>9} {:>10} {:>10} {:>10}",
        "function", "word", "class", "samples", "largest", "mean", "of bound"
    );
    let mut accuracy = Accuracy { functions, failures: Vec::new() };
    for_each_function(&mut accuracy);
    assert!(accuracy.failures.is_empty(), "bounds exceeded:\n{}", accuracy.failures.join("\n"));
}

/// The functions of each test: they run side by side.
macro_rules! families {
    ($($family:ident: $($function:ident)*;)*) => {
        const TESTED: &[Function] = &[$($(Function::$function),*),*];

        $(
            #[test]
            fn $family() {
                test(&[$(Function::$function),*]);
            }
        )*
    };
}

families! {
    exponentials: Exp Exp2 Exp10 ExpM1;
    logarithms: Ln Log2 Log10 Ln1p;
    sines: Sin Cos Tan;
    sines_of_turns: SinPi CosPi TanPi;
    angles: Asin Acos Atan Atan2;
    hyperbolic: Sinh Cosh Tanh;
    inverse_hyperbolic: Asinh Acosh Atanh;
    powers: Powf Rootn;
    roots: Cbrt Hypot Rsqrt;
    error_functions: Erf Erfc;
    gamma: Gamma LnGamma;
}

#[test]
fn every_function_is_tested() {
    for info in FUNCTIONS {
        assert!(TESTED.contains(&info.function), "{}", info.name);
    }
}
