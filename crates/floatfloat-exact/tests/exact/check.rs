//! Planted faults are found: a check that cannot fail checks nothing.

use floatfloat::{
    DoubleWord, Word,
    double_word::{mul_dw3::MulDw3, sqrt::Sqrt},
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
};
use floatfloat_exact::{Class, Concrete, Format, Pair, check, survey::survey};

const INFO: Info = Info {
    name: "faulty",
    algorithm: "none",
    synonyms: &[],
    source: "none",
    function: Function::Mul,
    shape: Shape::DoubleWordDoubleWord,
    flops: 0,
    bound: Bound::u2(4.0),
    fma: Fma::Required,
};

fn pair<W>((high, low): (W, W)) -> DoubleWord<W> {
    DoubleWord::from_normalized(high, low)
}

macro_rules! faulty {
    ($(#[$doc:meta])* $name:ident, $info:expr, |$x:ident, $y:ident| $result:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default)]
        struct $name;

        impl Operation for $name {
            const INFO: Info = $info;
            fn apply<W: Word>($x: DoubleWord<W>, $y: DoubleWord<W>) -> DoubleWord<W> {
                $result
            }
        }
    };
}

faulty!(
    /// Forgets one cross term.
    OneCrossTerm,
    INFO,
    |x, y| {
        let (high, low) = two_prod(x.hi(), y.hi());
        pair(fast_two_sum(high, x.hi().mul_add(y.lo(), low)))
    }
);

faulty!(
    /// Right, but not normalised.
    NotNormalised,
    INFO,
    |x, y| {
        let product = MulDw3::apply(x, y);
        let two_ulps = product.hi() * product.hi().constant(4.0 * 2f64.powi(-(W::PRECISION as i32)));
        DoubleWord::from_normalized(product.hi() - two_ulps, product.lo() + two_ulps)
    }
);

faulty!(
    /// A 2Sum that orders its operands wrongly.
    Unordered,
    Info { function: Function::Add, shape: Shape::WordWord, bound: Bound::Exact, ..INFO },
    |x, y| pair(fast_two_sum(x.hi(), y.hi()))
);

faulty!(
    /// Promises more than DWTimesDW3 keeps.
    TooTight,
    Info { bound: Bound::u2(3.9), ..INFO },
    |x, y| MulDw3::apply(x, y)
);

fn found<O: Operation, W: Concrete<Mask = bool>>(classes: &[Class]) -> bool {
    classes.iter().any(|&class| !survey::<O, W>(class, 20_000, 3).worst.holds())
}

#[test]
fn faults_are_found() {
    for class in [Class::Similar, Class::Wide, Class::Huge, Class::JustNormalised] {
        assert!(found::<OneCrossTerm, f32>(&[class]), "{class:?}");
        assert!(found::<OneCrossTerm, f64>(&[class]), "{class:?}");
        assert!(found::<NotNormalised, f32>(&[class]), "{class:?}");
        assert!(found::<NotNormalised, f64>(&[class]), "{class:?}");
        assert!(found::<Unordered, f32>(&[class]), "{class:?}");
        assert!(found::<Unordered, f64>(&[class]), "{class:?}");
    }
    assert!(found::<TooTight, f32>(&Class::ALL));
    assert!(found::<TooTight, f64>(&Class::ALL));
    assert!(!found::<MulDw3, f32>(&Class::ALL));
}

#[test]
fn every_form_of_bound_is_decided() {
    let u = Format::F64.u();
    let verdict = |bound, x, y, result| {
        let info = Info { function: Function::Add, bound, ..INFO };
        check(&info, Format::F64, Pair { x, y }, result)
    };
    let (one, tiny) = ([1.0, 0.0], [u * u, 0.0]);
    // 1 + u² computed as 1 is wrong by u² to first order.
    let sum = |bound| verdict(bound, one, tiny, one);
    assert!(!sum(Bound::Exact).holds());
    assert!(sum(Bound::u2(1.0)).holds());
    assert!(!sum(Bound::u2(1.0 - 1e-11)).holds());
    assert!((sum(Bound::u2(4.0)).of_bound - 0.25).abs() < 1e-12);
    assert!((sum(Bound::u2(4.0)).error_u2 + 1.0).abs() < 1e-12);
    assert!(!sum(Bound::RelativeSameSign { c2: 0.5 }).holds());
    // No promise for different signs.
    let different = verdict(Bound::RelativeSameSign { c2: 0.5 }, one, [-u * u, 0.0], one);
    assert_eq!(different.of_bound, 0.0);
    // The low parts allow u·|x.lo + y.lo|, here u²/4, or 16u² of the sum, whichever is more.
    let (x, y) = ([1.0, u / 8.0], [-1.0, u / 8.0]);
    let allowed = verdict(Bound::LowParts { c2: 16.0 }, x, y, [u / 4.0 * (1.0 + 2.0 * u), 0.0]);
    assert!((allowed.of_bound - 2.0).abs() < 1e-9, "{allowed:?}");
    let none = verdict(Bound::LowParts { c2: 16.0 }, x, y, [u / 4.0, 0.0]);
    assert_eq!(none.of_bound, 0.0);
    // What is not finite fails whatever is promised.
    assert!(!verdict(Bound::u2(1e300), one, tiny, [f64::NAN, 0.0]).holds());
    assert!(!verdict(Bound::u2(1e300), one, tiny, [f64::INFINITY, 0.0]).holds());
}

#[test]
fn statistics_are_those_of_the_samples() {
    let seen = survey::<Sqrt, f64>(Class::Similar, 5000, 9);
    assert_eq!(seen.samples, 5000);
    assert!(0.0 < seen.mean_u2 && seen.mean_u2 < seen.max_u2 && seen.max_u2 <= 3.125);
    assert_eq!(seen.worst.verdict.error_u2.abs(), seen.max_u2);
    let again = survey::<Sqrt, f64>(Class::Similar, 5000, 9);
    assert_eq!(seen.worst.pair, again.worst.pair, "the same seed, the same operands");
}
