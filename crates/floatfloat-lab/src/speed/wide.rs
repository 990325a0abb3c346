//! Operations on slices and matrices of three and four words: those of `floatfloat-cpu`, as its users call them.

use crate::{
    number_type::NumberType,
    random::Random,
    real::{Real, Scalar},
};
use floatfloat::{
    MultiWord, NativeWord, QuadWord, TripleWord, Word, WordArray,
    multi_word::{
        add::{Add3, Add4},
        div::{Div3, Div4},
        mul::{Mul3, Mul4},
        operation::{Info, Operation},
        sqrt::{Sqrt3, Sqrt4},
    },
    operation::Function,
};
use floatfloat_cpu::{
    Element, Number, Vector,
    elementwise::{
        map,
        operations::{Add, Div, Mul, Sqrt},
    },
    matrix::{Matrix, gemm, product_bound},
    reductions::{dot_bound, sum_bound},
};
use floatfloat_exact::Exact;

/// The descriptions of the operations on three and on four words: sum, product, quotient, root.
const INFOS: [[Info; 4]; 2] = [
    [Add3::INFO, Mul3::INFO, Div3::INFO, Sqrt3::INFO],
    [Add4::INFO, Mul4::INFO, Div4::INFO, Sqrt4::INFO],
];

/// One operation.
pub struct WideWork {
    pub op: &'static str,
    pub number_type: NumberType,
    pub function: Option<Function>,
    /// The floating-point operations of one operation.
    pub flops: u32,
    /// The number of numbers of an array or matrix.
    pub elements: usize,
    /// The number of operations of a run.
    pub operations: usize,
    pub is_matrix: bool,
    /// Whether the results are right: the bits of the scalar operations, or for sums an error within the
    /// bound.
    pub verified: bool,
    pub run: Box<dyn FnMut()>,
}

/// The operations in the types of three and four words.
pub fn works<W: Real + Element>(elements: usize, side: usize, seed: u64) -> Vec<WideWork> {
    let [three, four] = match W::PAIR {
        NumberType::Ff => [NumberType::Tf, NumberType::Qf],
        _ => [NumberType::Td, NumberType::Qd],
    };
    let mut works = of_type::<TripleWord<W>>(three, elements, side, seed);
    works.extend(of_type::<QuadWord<W>>(four, elements, side, seed));
    works
}

/// A number of random words, without gaps between them.
fn drawn<T: Number<Word: Real>>(random: &mut Random) -> T {
    let mut scale = 1.0;
    T::from_parts(WordArray::from_fn(|_| {
        let word: T::Word = random.word(1);
        let word = T::Word::from_f64(word.to_f64() * scale);
        scale *= (-f64::from(T::Word::PRECISION + 2)).exp2();
        word
    }))
}

fn of_type<T: Number<Word: Real>>(
    number_type: NumberType,
    elements: usize,
    side: usize,
    seed: u64,
) -> Vec<WideWork> {
    let [add, mul, div, sqrt] = INFOS[T::WORDS - 3];
    let mut random = Random::new(seed, T::WORDS);
    let mut draw = |count: usize| -> Vector<T> { (0..count).map(|_| drawn(&mut random)).collect() };
    let x: Vector<T> = draw(elements).iter().map(MultiWord::abs).collect();
    let y = draw(elements);
    let [a, b] = [(); 2].map(|()| {
        let numbers = draw(side * side).to_interleaved();
        Matrix::<T>::from_fn(side, side, |i, j| numbers[i * side + j])
    });
    let mut works = Vec::new();
    let slices = |op, info: Info, function, verified, run| WideWork {
        op,
        number_type,
        function,
        flops: info.flops,
        elements,
        operations: elements,
        is_matrix: false,
        verified,
        run,
    };
    macro_rules! each {
        ($op:literal, $info:ident, $operation:ident, [$($rest:ident)?], $one:expr) => {{
            let (x, out) = (x.clone(), Vector::<T>::zeros(elements));
            $(let $rest = $rest.clone();)?
            let mut out = out;
            let found = map($operation, x.view(), [$($rest.view())?]);
            let one: fn([T; 2]) -> T = $one;
            let verified = found.is_ok_and(|found| {
                let numbers = x.iter().zip(y.iter()).zip(found.iter());
                numbers.into_iter().all(|((x, y), found)| {
                    let bits = |x: T| x.parts().into_iter().map(|word| word.bits()).collect::<Vec<_>>();
                    bits(found) == bits(one([x, y]))
                })
            });
            works.push(slices($op, $info, Some($info.function), verified, Box::new(move || {
                let written = floatfloat_cpu::elementwise::map_into(
                    $operation, x.view(), [$($rest.view())?], out.view_mut(),
                );
                debug_assert_eq!(written, Ok(()));
            })));
        }};
    }
    each!("add", add, Add, [y], |[x, y]| x + y);
    each!("mul", mul, Mul, [y], |[x, y]| x * y);
    each!("div", div, Div, [y], |[x, y]| x / y);
    each!("sqrt", sqrt, Sqrt, [], |[x, _]| x.sqrt());

    let exact =
        |x: T| -> Exact { x.parts().into_iter().map(|word| Exact::new(word.to_f64())).sum() };
    let within = |found: T, terms: Vec<Exact>, bound: f64| {
        let magnitudes: Exact = terms.iter().map(|term| term.clone().abs()).sum();
        let sum: Exact = terms.into_iter().sum();
        (exact(found) - sum).abs() <= magnitudes * Exact::new(bound)
    };
    let sum_is_right = within(y.sum(), y.iter().map(exact).collect(), sum_bound::<T>(elements));
    let products = x.iter().zip(y.iter()).map(|(x, y)| exact(x) * exact(y)).collect();
    let dot_is_right =
        x.dot(y.view()).is_ok_and(|found| within(found, products, dot_bound::<T>(elements)));
    // As documented for `Accuracy`.
    let [of_term, of_product] = if T::WORDS == 3 { [21, 47] } else { [40, 116] };
    let both = Info { flops: of_product, ..mul };
    let terms = y.clone();
    works.push(slices(
        "sum",
        Info { flops: of_term, ..add },
        None,
        sum_is_right,
        Box::new(move || {
            std::hint::black_box(terms.sum());
        }),
    ));
    works.push(slices(
        "dot",
        both,
        None,
        dot_is_right,
        Box::new(move || {
            let _ = std::hint::black_box(x.dot(y.view()));
        }),
    ));

    let product_is_right = gemm(a.view(), b.view()).is_ok_and(|c| {
        (0..side).all(|i| {
            let j = (7 * i + 3) % side;
            let factors = |k| a.get(i, k).zip(b.get(k, j));
            let terms = (0..side).filter_map(factors).map(|(x, y)| exact(x) * exact(y)).collect();
            let bound = product_bound::<T>(side);
            c.get(i, j).is_some_and(|found| within(found, terms, bound))
        })
    });
    works.push(WideWork {
        elements: side * side,
        operations: side.pow(3),
        is_matrix: true,
        ..slices(
            "gemm",
            both,
            None,
            product_is_right,
            Box::new(move || {
                let _ = std::hint::black_box(gemm(a.view(), b.view()));
            }),
        )
    });
    works
}
