//! Multiple precision on slices: at every level the bits of one number at a time.

use floatfloat::multi_precision::{Limbs, MultiPrecision, Width};
use floatfloat_cpu::{Error, at_level, levels, multi_precision::MultiPrecisionVec};
use floatfloat_exact::multi_precision::Operands;

type Number<const N: usize> = MultiPrecision<u32, N>;

fn assert_same<const N: usize>(found: Number<N>, expected: Number<N>, what: &str) {
    assert_eq!((found.head(), found.limbs()), (expected.head(), expected.limbs()), "{what}");
}

/// Terms added as it is stated: 64 sums, of every 64th each, then pairs of them.
fn sum<const N: usize>(terms: impl Iterator<Item = Number<N>>) -> Number<N>
where
    Limbs: Width<N>,
{
    let mut sums = [-Number::<N>::ZERO; 64];
    for (place, term) in terms.enumerate() {
        sums[place % 64] += term;
    }
    for half in [32, 16, 8, 4, 2, 1] {
        for k in 0..half {
            let other = sums[k + half];
            sums[k] += other;
        }
    }
    sums[0]
}

fn check<const N: usize>(length: usize)
where
    Limbs: Width<N>,
{
    let mut operands = Operands::new((N + length) as u64);
    let (x, y): (Vec<_>, Vec<_>) = (0..length).map(|_| operands.pair::<N>().into()).unzip();
    // Sums of numbers that do not hide each other.
    let near_one = |x: &Number<N>| {
        let code = (1 << 30) + x.head() % 64;
        Number::<N>::from_words(code | x.head() & 1 << 31, x.limbs())
    };
    let finite: Vec<_> = x.iter().filter(|x| x.exponent_of_two().is_some()).map(near_one).collect();
    let [a, b, near] = [&x, &y, &finite].map(|all| MultiPrecisionVec::from(&all[..]));
    for level in levels() {
        at_level(level, || {
            let [sums, differences, products] =
                [a.try_add(&b), a.try_sub(&b), a.try_mul(&b)].map(|result| result.unwrap());
            assert_eq!([sums.len(), differences.len(), products.len()], [length; 3]);
            for k in 0..length {
                let context = |what| format!("{what} of {:?} and {:?}, {level:?}", x[k], y[k]);
                assert_same(sums.get(k).unwrap(), x[k] + y[k], &context("sum"));
                assert_same(differences.get(k).unwrap(), x[k] - y[k], &context("difference"));
                assert_same(products.get(k).unwrap(), x[k] * y[k], &context("product"));
            }
            assert_same(near.sum(), sum(finite.iter().copied()), "sum of all");
            let products = finite.iter().map(|&x| x * x);
            assert_same(near.dot(&near).unwrap(), sum(products), "dot product");
            assert_same(a.sum(), sum(x.iter().copied()), "sum with special values");
        });
    }
    for (k, (found, root)) in a.try_div(&b).unwrap().iter().zip(a.sqrt().iter()).enumerate() {
        assert_same(found, x[k] / y[k], "quotient");
        assert_same(root, x[k].sqrt(), "root");
    }
}

#[test]
fn results_are_those_of_one_number_at_a_time() {
    for length in [0, 1, 15, 16, 17, 63, 64, 65, 130, 5000] {
        check::<1>(length);
        check::<2>(length);
        check::<4>(length);
        check::<8>(length);
    }
}

#[test]
fn other_lengths_are_refused() {
    let x = MultiPrecisionVec::<2>::zeros(3);
    let y = MultiPrecisionVec::zeros(4);
    let error = x.dot(&y).unwrap_err();
    assert_eq!(
        error,
        Error::LengthsDiffer { operation: "dot", operand: "y", length: 4, expected: 3 }
    );
    assert!(x.try_add(&y).is_err() && x.try_div(&y).is_err());
    let mut out = MultiPrecisionVec::zeros(2);
    assert!(x.mul_into(&x, &mut out).is_err());
    assert!(x.get(3).is_none() && MultiPrecisionVec::<2>::zeros(0).is_empty());
}
