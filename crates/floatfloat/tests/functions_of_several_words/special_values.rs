//! Functions of three and four words at zeros, infinities, NaN and ends of the range, against those of `f64`.

use floatfloat::{
    NativeWord, QuadWord, TripleWord,
    elementary::{
        Function, Operands,
        several_words::{Elementary, SeveralWords},
    },
    registry::{SeveralWordsFunctionVisitor, for_each_function_of_several_words},
};
use floatfloat_exact::{Concrete, functions::several_words::apply, operands::Pair};

/// Words at which something may go wrong.
fn edges<F: NativeWord>() -> impl Iterator<Item = F> {
    let positive = [
        F::nearest(0.0),
        F::nearest(0.5),
        F::nearest(1.0),
        F::nearest(1.0).next_up(),
        F::nearest(1.0).next_down(),
        F::nearest(2.0),
        F::nearest(3.0),
        F::nearest(1000.0),
        F::with_bits(1),
        F::MIN_POSITIVE,
        F::MAX,
        F::INFINITY,
        F::NAN,
    ];
    positive.into_iter().flat_map(|word| [word, -word])
}

/// What `f64` has. Its inverse hyperbolic functions overflow where x² does, and lose digits near ±1.
fn of_f64(function: Function, x: f64, y: f64) -> f64 {
    match function {
        Function::Exp => x.exp(),
        Function::Exp2 => x.exp2(),
        Function::Exp10 => 10f64.powf(x),
        Function::ExpM1 => x.exp_m1(),
        Function::Ln => x.ln(),
        Function::Log2 => x.log2(),
        Function::Log10 => x.log10(),
        Function::Ln1p => x.ln_1p(),
        Function::Sin => x.sin(),
        Function::Cos => x.cos(),
        Function::Tan => x.tan(),
        Function::Asin => x.asin(),
        Function::Acos => x.acos(),
        Function::Atan => x.atan(),
        Function::Atan2 => x.atan2(y),
        Function::Sinh => x.sinh(),
        Function::Cosh => x.cosh(),
        Function::Tanh => x.tanh(),
        Function::Asinh if x.abs() < 1e150 => x.asinh(),
        Function::Asinh => (x.abs().ln() + f64::ln(2.0)).copysign(x),
        Function::Acosh if x < 1.0 => f64::NAN,
        Function::Acosh if x < 1e150 => {
            let t = x - 1.0;
            (t + (t * (t + 2.0)).sqrt()).ln_1p()
        }
        Function::Acosh => x.ln() + f64::ln(2.0),
        Function::Atanh => (0.5 * (2.0 * x.abs() / (1.0 - x.abs())).ln_1p()).copysign(x),
        Function::Powf => x.powf(y),
        Function::Cbrt => x.cbrt(),
        Function::Hypot => x.hypot(y),
        _ => panic!("{function:?} is not one of three and four words"),
    }
}

/// Whether a result is that of `f64`, and its other words zero where they have to be.
fn agree<F: NativeWord>([first, others @ ..]: [f64; 4], expected: f64) -> bool {
    let nearest: f64 = F::nearest(expected).into();
    let others_are_zero = others.iter().all(|&word| word == 0.0);
    if expected.is_nan() {
        return first.is_nan() && others_are_zero;
    }
    if first.is_sign_negative() != expected.is_sign_negative() {
        return false;
    }
    if nearest == 0.0 || nearest.is_infinite() || first.is_infinite() {
        return first == nearest && others_are_zero;
    }
    let units: f64 = F::with_bits(16).into();
    (first - expected).abs() <= expected.abs() * 2f64.powi(3 - F::PRECISION as i32) + units
}

struct Edges(Vec<String>);

impl Edges {
    fn number<F: Elementary, N: SeveralWords<Word: Concrete + NativeWord>>(&mut self) {
        let seconds: Vec<N::Word> = match F::INFO.operands {
            Operands::Two => edges().collect(),
            _ => vec![N::Word::nearest(1.0)],
        };
        for x in edges::<N::Word>() {
            for &y in &seconds {
                let [x, y]: [f64; 2] = [x.into(), y.into()];
                let words = |word| [word, 0.0, 0.0, 0.0];
                let result = apply::<F, N>(Pair { x: words(x), y: words(y) });
                if !agree::<N::Word>(result, of_f64(F::INFO.function, x, y)) {
                    let (name, words) = (F::INFO.name, N::WORDS);
                    self.0.push(format!("{name}({x:e}, {y:e}), {words} words: {result:?}"));
                }
            }
        }
    }
}

impl SeveralWordsFunctionVisitor for Edges {
    fn visit<F: Elementary>(&mut self) {
        self.number::<F, TripleWord<f32>>();
        self.number::<F, QuadWord<f32>>();
        self.number::<F, TripleWord<f64>>();
        self.number::<F, QuadWord<f64>>();
    }
}

#[test]
fn special_values_are_those_of_f64() {
    let mut edges = Edges(Vec::new());
    for_each_function_of_several_words(&mut edges);
    assert!(edges.0.is_empty(), "{}", edges.0.join("\n"));
}
