//! Checks of the operators as users call them, with operands that are special and of every class.

use super::{Check, double_words, of_class};
use crate::{
    certificate::CertifiedWord,
    wire::{Wire, record},
};
use floatfloat::{
    DoubleWord, Operation, Word,
    double_word::{
        add_network::AddNetwork, add_word::AddWord, div_warwick::DivWarwick,
        div_word_fp3::DivWordFp3, error_free::TwoProd, mul_dw1::MulDw1, mul_word_fp3::MulWordFp3,
        sqrt::Sqrt, sub_network::SubNetwork,
    },
};
use floatfloat_exact::{Class, Pair, Random};

type Recording<F> = DoubleWord<Wire<F>>;

/// A function that gives the words of the results for two numbers.
type Function<'f, F> = dyn Fn(Recording<F>, Recording<F>) -> Vec<Wire<F>> + 'f;

fn words_of<F: CertifiedWord>(number: Recording<F>) -> Vec<Wire<F>> {
    vec![number.hi(), number.lo()]
}

/// The operators as users call them, special values included.
pub(in crate::certificate) fn operators<F: CertifiedWord>(
    fused: bool,
    each: usize,
) -> Vec<Check<F>> {
    let check = |names: &[&'static str], info, results: &[usize], function: &Function<'_, F>| {
        let circuit = record::<F>(fused, &[2, 2], results, |words| {
            let [x, y] = [0, 2].map(|i| Recording::from_normalized(words[i], words[i + 1]));
            function(x, y)
        })
        .expect("a pure function of its operands");
        let mut pairs = of_class::<F>(info, fused, each);
        pairs.extend(special_pairs::<F>());
        Check { names: names.to_vec(), circuit, operands: double_words(&pairs) }
    };
    let number = |name, info, function: fn(Recording<F>, Recording<F>) -> Recording<F>| {
        check(&[name], info, &[2], &|x, y| words_of(function(x, y)))
    };
    let mut checks = vec![
        number("x + y", &AddNetwork::INFO, |x, y| x + y),
        number("x - y", &SubNetwork::INFO, |x, y| x - y),
        number("x * y", &MulDw1::INFO, |x, y| x * y),
        number("x / y", &DivWarwick::INFO, |x, y| x / y),
        number("x + word", &AddWord::INFO, |x, y| x + y.hi()),
        number("x - word", &AddWord::INFO, |x, y| x - y.hi()),
        number("x * word", &MulWordFp3::INFO, |x, y| x * y.hi()),
        number("x / word", &DivWordFp3::INFO, |x, y| x / y.hi()),
        number("sqrt", &Sqrt::INFO, |x, _| x.sqrt()),
        number("1 / x", &DivWarwick::INFO, |x, _| x.recip()),
        check(&["x < y", "x <= y", "x == y"], &SubNetwork::INFO, &[1; 3], &|x, y| {
            let [yes, no] = [2.0, 1.0].map(|value| x.hi().constant(value));
            [x.less(y), x.less_or_equal(y), x.equal(y)]
                .map(|mask| Wire::select(mask, yes, no))
                .to_vec()
        }),
        check(&["max", "min", "-x", "abs"], &SubNetwork::INFO, &[2; 4], &|x, y| {
            [x.max(y), x.min(y), -x, x.abs()].into_iter().flat_map(words_of).collect()
        }),
    ];
    // Steps that compilers tend to leave out, although zeros, infinities and roundings need them.
    let idle = ["a + 0", "a - 0", "0 - a", "a * 0", "a * 1", "a / 1", "-(-a)", "(a / b) * b"];
    checks.push(check(&idle, &TwoProd::INFO, &[1; 8], &|x, y| {
        let (a, b) = (x.hi(), y.hi());
        let [zero, one] = [0.0, 1.0].map(|value| a.constant(value));
        vec![a + zero, a - zero, zero - a, a * zero, a * one, a / one, -(-a), (a / b) * b]
    }));
    // Choices that compilers tend to replace by the larger or the smaller operand, and comparisons that they tend to
    // replace by their opposites, which is wrong for NaN.
    let choices = ["a < b ? b : a", "a < b ? a : b", "a <= b ? b : a", "a <= b ? a : b"];
    checks.push(check(&choices, &TwoProd::INFO, &[1; 4], &|x, y| {
        let (a, b) = (x.hi(), y.hi());
        let [less, not_greater] = [a.less(b), a.less_or_equal(b)];
        [(less, b, a), (less, a, b), (not_greater, b, a), (not_greater, a, b)]
            .map(|(flag, yes, no)| Wire::select(flag, yes, no))
            .to_vec()
    }));
    let opposites = ["not a < b", "not a <= b", "not a = b", "a < 1 ? 1 : a", "0 < a ? a : 0"];
    checks.push(check(&opposites, &TwoProd::INFO, &[1; 5], &|x, y| {
        let (a, b) = (x.hi(), y.hi());
        let [zero, one, two] = [0.0, 1.0, 2.0].map(|value| a.constant(value));
        let mut results = [a.less(b), a.less_or_equal(b), a.equal(b)]
            .map(|flag| Wire::select(!flag, one, two))
            .to_vec();
        results.extend([Wire::select(a.less(one), one, a), Wire::select(zero.less(a), a, zero)]);
        results
    }));
    checks.push(mul_add(fused, each));
    checks.extend(roundings(fused, each));
    checks.push(exponents(fused));
    checks
}

/// Roundings to integers, which add and subtract large constants. The operands are numbers of all
/// sizes near halves, integers and quarters.
fn roundings<F: CertifiedWord>(fused: bool, each: usize) -> [Check<F>; 2] {
    let mut random = Random::new(4);
    let mut word = |bits: u32| F::from_f64((random.bits() >> (64 - bits)) as f64 / 4.0);
    let mut sizes = (2..F::PRECISION).cycle();
    let mut number = || {
        let (high, low) = (word(sizes.next().unwrap_or(2)), word(sizes.nth(6).unwrap_or(2)));
        let scale = if high.abs().less(low.abs()) { F::from_f64(0.5) } else { F::from_f64(-1.0) };
        DoubleWord::from_parts(high, low * scale)
    };
    let numbers: Vec<_> = (0..each * Class::ALL.len()).map(|_| number()).collect();
    let negated = numbers.iter().flat_map(|&x| [x, -x]);
    let large = F::from_f64(2f64.powi(F::PRECISION as i32));
    let both = negated.flat_map(|x| [x, DoubleWord::from_parts(x.hi() * large, x.lo())]);
    let mut operands: Vec<F> = both.flat_map(|x| [x.hi(), x.lo()]).collect();
    operands.extend(special_pairs::<F>().iter().flat_map(|pair| pair.x.map(F::from_f64)));
    let check = |names: [&'static str; 3], function: fn(Recording<F>) -> [Recording<F>; 3]| Check {
        names: names.to_vec(),
        circuit: record::<F>(fused, &[2], &[2; 3], |words| {
            let results = function(Recording::from_normalized(words[0], words[1]));
            results.into_iter().flat_map(words_of).collect()
        })
        .expect("a pure function of its operand"),
        operands: vec![operands.clone()],
    };
    [
        check(["floor", "ceil", "trunc"], |x| [x.floor(), x.ceil(), x.trunc()]),
        check(["round", "round to even", "fract"], |x| [x.round(), x.round_ties_even(), x.fract()]),
    ]
}

fn mul_add<F: CertifiedWord>(fused: bool, each: usize) -> Check<F> {
    let circuit = record::<F>(fused, &[2, 2, 2], &[2], |words| {
        let [x, y, z] = [0, 2, 4].map(|i| Recording::from_normalized(words[i], words[i + 1]));
        words_of(x.mul_add(y, z))
    })
    .expect("a pure function of its operands");
    let mut pairs = of_class::<F>(&MulDw1::INFO, fused, each);
    pairs.extend(special_pairs::<F>());
    let mut operands = double_words(&pairs);
    // Half of the addends cancel the product; the others are factors of other pairs.
    let addends = (0..pairs.len()).flat_map(|i| {
        let [x, y] = [pairs[i].x, pairs[i].y].map(|[high, _]| F::from_f64(high));
        let other = pairs[pairs.len() - 1 - i].x.map(F::from_f64);
        if i % 2 == 0 { [-(x * y), F::default()] } else { other }
    });
    operands.push(addends.collect());
    Check { names: vec!["mul_add"], circuit, operands }
}

/// Exponents of words of every size, and powers of two of every exponent and beyond.
pub(in crate::certificate) fn exponents<F: CertifiedWord>(fused: bool) -> Check<F> {
    let circuit = record::<F>(fused, &[1, 1], &[1; 2], |words| {
        vec![words[0].exponent(), words[1].power_of_two()]
    })
    .expect("a pure function of its operands");
    let range = F::LEAST_EXPONENT - 2..=F::LARGEST_EXPONENT + 2;
    let words = range.clone().map(|k| F::rounded(k % 2 == 0, 3, k - 1, false));
    let special = [0.0, f64::INFINITY, f64::MAX, 1.0].map(|x| [F::from_f64(x), F::from_f64(-x)]);
    let words = words.chain(special.into_iter().flatten()).chain([F::NAN]).collect::<Vec<_>>();
    let integers = range.map(|k| F::from_f64(k.into()));
    let beyond = [1e5, 1e30, f64::INFINITY].map(|x| [F::from_f64(x), F::from_f64(-x)]);
    let integers = integers.chain(beyond.into_iter().flatten()).collect::<Vec<_>>();
    let integers = integers.iter().cycle().take(words.len()).copied().collect();
    Check { names: vec!["exponent", "power of two"], circuit, operands: vec![words, integers] }
}

/// Every pair of special numbers.
fn special_pairs<F: CertifiedWord>() -> Vec<Pair> {
    let [tiny, largest]: [f64; 2] = [F::MIN_POSITIVE.into(), F::MAX.into()];
    let u = F::FORMAT.u();
    let values = [
        [0.0, 0.0],
        [f64::INFINITY, 0.0],
        [1.0, 0.0],
        [1.0, u / 2.0],
        [3.0, -u],
        [largest, 0.0],
        [largest, largest * u * 0.375],
        [largest / 2.0, largest * u / 8.0],
        [tiny, 0.0],
        [tiny * 2.0 * u, 0.0],
        [tiny - tiny * 2.0 * u, 0.0],
        [tiny * 3.0, tiny * 2.0 * u],
    ];
    let both = values.iter().flat_map(|&[high, low]| [[high, low], [-high, -low]]);
    let numbers: Vec<_> = both.chain([[f64::NAN, 0.0]]).collect();
    let pair = |&x: &[f64; 2]| numbers.iter().map(move |&y| Pair { x, y });
    numbers.iter().flat_map(pair).collect()
}
