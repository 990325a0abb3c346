//! Single operations on words made of integers, as circuits: a library for languages that lack these words.

use crate::{
    circuit::Circuit,
    wire::{UintWire, record_integers},
    word_type::WordType,
};
use floatfloat::{
    Uint32, Word,
    soft::{Binary32, Binary64, Format, Soft, Toward},
};

/// The operations of `f32` or `f64` on the bits of their numbers, each with its name. Parameters and results are
/// integers, or numbers of one or two integers with the low one first. Empty for other words.
///
/// ```
/// use floatfloat_gpu::{WordType, integers::operations};
///
/// let names: Vec<_> = operations(WordType::F64).into_iter().map(|(name, _)| name).collect();
/// assert!(names.contains(&"add") && names.contains(&"to_f32"));
/// ```
pub fn operations(word: WordType) -> Vec<(&'static str, Circuit)> {
    match word {
        WordType::F32 => of_format::<Binary32, 1>(),
        WordType::F64 => {
            let mut operations = of_format::<Binary64, 2>();
            operations.push(("to_f32", converted::<Binary64, Binary32, 2, 1>()));
            operations.push(("from_f32", converted::<Binary32, Binary64, 1, 2>()));
            operations
        }
        _ => Vec::new(),
    }
}

fn of_format<F: Format<N>, const N: usize>() -> Vec<(&'static str, Circuit)> {
    type Number<F, const N: usize> = Soft<F, UintWire, N>;
    let of_numbers = |count: usize, function: fn(&[Number<F, N>]) -> Number<F, N>| {
        recorded(&vec![N; count], N, |inputs, _| {
            let numbers: Vec<_> = inputs.chunks(N).map(number).collect();
            function(&numbers).to_bits().to_vec()
        })
    };
    let comparison = |holds: fn(Number<F, N>, Number<F, N>) -> crate::Flag| {
        recorded(&[N, N], 1, |inputs, place| {
            let flag = holds(number(&inputs[..N]), number(&inputs[N..]));
            vec![UintWire::select(flag, place.constant(1), place.constant(0))]
        })
    };
    vec![
        ("add", of_numbers(2, |x| x[0] + x[1])),
        ("sub", of_numbers(2, |x| x[0] - x[1])),
        ("mul", of_numbers(2, |x| x[0] * x[1])),
        ("div", of_numbers(2, |x| x[0] / x[1])),
        ("sqrt", of_numbers(1, |x| x[0].sqrt())),
        ("fma", of_numbers(3, |x| x[0].mul_add(x[1], x[2]))),
        ("neg", of_numbers(1, |x| -x[0])),
        ("abs", of_numbers(1, |x| x[0].abs())),
        ("floor", of_numbers(1, |x| x[0].integer(Toward::Down))),
        ("ceil", of_numbers(1, |x| x[0].integer(Toward::Up))),
        ("trunc", of_numbers(1, |x| x[0].integer(Toward::Zero))),
        ("round", of_numbers(1, |x| x[0].integer(Toward::Nearest))),
        ("less", comparison(|x, y| x.less(y))),
        ("less_or_equal", comparison(|x, y| x.less_or_equal(y))),
        ("equal", comparison(|x, y| x.equal(y))),
        (
            "from_i32",
            recorded(&[1], N, |inputs, _| {
                Number::<F, N>::from_signed(inputs[0]).to_bits().to_vec()
            }),
        ),
        ("to_i32", recorded(&[N], 1, |inputs, _| vec![number::<F, N>(inputs).to_signed()])),
    ]
}

fn converted<F: Format<N>, G: Format<M>, const N: usize, const M: usize>() -> Circuit {
    recorded(&[N], M, |inputs, _| number::<F, N>(inputs).convert::<G, M>().to_bits().to_vec())
}

fn number<F: Format<N>, const N: usize>(bits: &[UintWire]) -> Soft<F, UintWire, N> {
    Soft::from_bits(std::array::from_fn(|k| bits[k]))
}

fn recorded(
    parameters: &[usize],
    result: usize,
    computation: impl FnOnce(&[UintWire], UintWire) -> Vec<UintWire>,
) -> Circuit {
    record_integers(parameters, &[result], computation).expect("pure functions of their operands")
}
