//! Every elementary function of three and four words, with and without a fused multiply-add, over every class of operands: the bound holds and
//! the result is normalised. `cargo test --release -p floatfloat --test functions_of_several_words -- --nocapture` shows the largest errors; with
//! `--ignored` a hundred times as many operands are taken.

use floatfloat::{
    NoFma, QuadWord, TripleWord,
    elementary::{
        Function,
        several_words::{Elementary, SeveralWords},
    },
    registry::{
        FUNCTIONS_OF_SEVERAL_WORDS, SeveralWordsFunctionVisitor, for_each_function_of_several_words,
    },
};
use floatfloat_exact::{
    Concrete,
    functions::{Class, several_words::survey},
};

const SEED: u64 = 2027;

/// Operands per function, format, number of words and class.
const SAMPLES: u64 = 150;

/// Tests some of the functions.
struct Accuracy {
    functions: &'static [Function],
    samples: u64,
    failures: Vec<String>,
}

impl Accuracy {
    fn number<F: Elementary, N: SeveralWords<Word: Concrete<Mask = bool>>>(&mut self) {
        let (name, words, word) = (F::INFO.name, N::WORDS, N::Word::NAME);
        for (index, class) in Class::ALL.into_iter().enumerate() {
            let worst = survey::<F, N>(class, self.samples, SEED + index as u64);
            println!(
                "{name:<8} {words} × {word:<10} {:<12} {:>12.4} {:>10.4}",
                format!("{class:?}"),
                worst.verdict.error_u2,
                worst.verdict.of_bound
            );
            if !worst.holds() {
                self.failures.push(format!("{name} {words} × {word} {class:?}: {worst}"));
            }
        }
    }
}

impl SeveralWordsFunctionVisitor for Accuracy {
    fn visit<F: Elementary>(&mut self) {
        if self.functions.contains(&F::INFO.function) {
            self.number::<F, TripleWord<f32>>();
            self.number::<F, QuadWord<f32>>();
            self.number::<F, TripleWord<f64>>();
            self.number::<F, QuadWord<f64>>();
            // Every step is in one of these functions.
            let all_steps = [Function::ExpM1, Function::Ln, Function::Sin, Function::Atan2];
            if all_steps.contains(&F::INFO.function) {
                self.number::<F, TripleWord<NoFma<f64>>>();
                self.number::<F, QuadWord<NoFma<f32>>>();
            }
        }
    }
}

fn test(functions: &'static [Function], samples: u64) {
    println!("seed {SEED}; largest errors in u^n of n words, of their bounds");
    let mut accuracy = Accuracy { functions, samples, failures: Vec::new() };
    for_each_function_of_several_words(&mut accuracy);
    assert!(accuracy.failures.is_empty(), "bounds exceeded:\n{}", accuracy.failures.join("\n"));
}

/// The functions of each test: they run side by side.
macro_rules! families {
    ($($family:ident $long:ident: $($function:ident)*;)*) => {
        const TESTED: &[Function] = &[$($(Function::$function),*),*];

        $(
            #[test]
            fn $family() {
                test(&[$(Function::$function),*], SAMPLES);
            }

            #[test]
            #[ignore = "minutes"]
            fn $long() {
                test(&[$(Function::$function),*], 100 * SAMPLES);
            }
        )*
    };
}

families! {
    exponentials many_exponentials: Exp Exp2 Exp10 ExpM1;
    logarithms many_logarithms: Ln Log2 Log10 Ln1p;
    sines many_sines: Sin Cos Tan;
    angles many_angles: Asin Acos Atan Atan2;
    powers_and_roots many_powers_and_roots: Powf Cbrt Hypot;
    hyperbolic many_hyperbolic: Sinh Cosh Tanh;
    inverse_hyperbolic many_inverse_hyperbolic: Asinh Acosh Atanh;
}

#[test]
fn every_function_is_tested() {
    for info in FUNCTIONS_OF_SEVERAL_WORDS {
        assert!(TESTED.contains(&info.function), "{}", info.name);
    }
}
