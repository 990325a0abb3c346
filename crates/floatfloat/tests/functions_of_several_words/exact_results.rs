//! Results that are numbers of the type come out exactly: roots of at most a word, integer powers, powers of two and
//! ten and their logarithms. Every type, operands of every size that the range allows.

use floatfloat::{
    DoubleWord, MultiWord, NoFma, QuadWord, TripleWord, Word, WordArray, elementary::Function,
};
use floatfloat_exact::{Concrete, Exact, Random, functions::evaluate};
use std::marker::PhantomData;

/// The functions of every type.
trait Functions: MultiWord<Word: Concrete<Mask = bool>> {
    const NAME: &str;

    fn square_root(self) -> Self;
    fn cube_root(self) -> Self;
    fn hypotenuse(self, other: Self) -> Self;
    fn power(self, exponent: Self) -> Self;
    fn power_of_two(self) -> Self;
    fn power_of_ten(self) -> Self;
    fn binary_logarithm(self) -> Self;
    fn decimal_logarithm(self) -> Self;
}

macro_rules! functions {
    ($($number:ident<$word:ty>)*) => {$(
        impl Functions for $number<$word> {
            const NAME: &str = concat!(stringify!($number), "<", stringify!($word), ">");

            fn square_root(self) -> Self { self.sqrt() }
            fn cube_root(self) -> Self { self.cbrt() }
            fn hypotenuse(self, other: Self) -> Self { self.hypot(other) }
            fn power(self, exponent: Self) -> Self { self.powf(exponent) }
            fn power_of_two(self) -> Self { self.exp2() }
            fn power_of_ten(self) -> Self { self.exp10() }
            fn binary_logarithm(self) -> Self { self.log2() }
            fn decimal_logarithm(self) -> Self { self.log10() }
        }
    )*};
}

functions! {
    DoubleWord<f32> DoubleWord<f64> TripleWord<f32> TripleWord<f64> QuadWord<f32> QuadWord<f64>
    DoubleWord<NoFma<f32>> DoubleWord<NoFma<f64>> TripleWord<NoFma<f32>> QuadWord<NoFma<f64>>
}

/// The exact value; `None` of an infinity or NaN.
fn value<N: Functions>(x: N) -> Option<Exact> {
    let words = x.parts();
    let words = words.as_ref().iter().map(|word| word.to_f64());
    let finite = words.clone().all(f64::is_finite);
    finite.then(|| words.map(Exact::new).sum())
}

/// The exponents of the least subnormal and the largest word.
fn exponents<N: Functions>() -> (i32, i32) {
    let format = N::Word::FORMAT;
    (format.emin + 1 - format.precision as i32, format.emax)
}

/// The number with this value, if it has at most as many bits as the type, and all of them in range.
fn number<N: Functions>(value: &Exact) -> Option<N> {
    let (Some(top), Some(last)) = (value.floor_log2(), value.last_bit()) else {
        return Some(N::from_word(N::Word::from_f64(0.0)));
    };
    let precision = N::Word::PRECISION;
    let (least, largest) = exponents::<N>();
    let bits = i64::from(precision) * N::WORDS as i64;
    if top - last >= bits || last < least.into() || top > largest.into() {
        return None;
    }
    let mut rest = value.clone();
    let parts = WordArray::from_fn(|_| {
        let word = rest.rounded(precision);
        rest = rest.clone() - word.clone();
        N::Word::from_f64(word.to_word())
    });
    Some(N::from_normalized(parts))
}

/// Counts, for one type, the results that are wrong.
struct Check<N> {
    failures: Vec<String>,
    tried: [u32; 2],
    number: PhantomData<N>,
}

impl<N: Functions> Check<N> {
    fn new() -> Self {
        Check { failures: Vec::new(), tried: [0; 2], number: PhantomData }
    }

    fn expect(&mut self, what: impl FnOnce() -> String, found: N, expected: &Exact) {
        self.tried[0] += 1;
        if value(found).as_ref() != Some(expected) {
            self.tried[1] += 1;
            if self.tried[1] < 5 {
                self.failures.push(format!("{}: {} is {:?}", N::NAME, what(), value(found)));
            }
        }
    }

    fn end(self) -> Vec<String> {
        println!("{:<20} {} of {} wrong", N::NAME, self.tried[1], self.tried[0]);
        self.failures
    }
}

/// A random odd integer of this many bits.
fn odd(random: &mut Random, bits: u32) -> Exact {
    let mut number = Exact::from_parts(1, 0);
    for k in 1..bits {
        let bit = k + 1 == bits || random.one_in(2);
        number = number.shifted(1) + Exact::from_parts(i64::from(bit), 0);
    }
    number
}

fn integer(value: i64) -> Exact {
    Exact::from_parts(value, 0)
}

fn power(base: &Exact, exponent: u32) -> Exact {
    (0..exponent).fold(integer(1), |power, _| power * base.clone())
}

/// A random exponent e for which 2^(degree·e) times a number of `bits` bits is in range, with a margin at one end. Without a
/// fused multiply-add, whose products have a smaller range, e is near zero.
fn shift<N: Functions>(random: &mut Random, degree: i32, bits: i32) -> i64 {
    if !N::Word::fused() {
        return random.between(-2, 2).into();
    }
    let (least, largest) = exponents::<N>();
    let (low, high) = (least / degree, (largest - bits) / degree);
    random.between(low, high.max(low)).into()
}

/// Every exact result of powers and roots.
fn powers_and_roots<N: Functions>(samples: u32) -> Vec<String> {
    let mut check = Check::<N>::new();
    let mut random = Random::new(2031);
    let precision = N::Word::PRECISION;
    let bits = precision * N::WORDS as u32;
    for sample in 0..samples {
        // x^n of the largest bases, and of any.
        let n = if sample % 4 == 0 { 2 } else { random.between(2, bits as i32 * 2 / 3) as u32 };
        let most = (bits - 1) / n + 1;
        let length = if sample % 3 == 0 { random.between(1, most as i32) as u32 } else { most };
        let base = odd(&mut random, length);
        let base = base.shifted(shift::<N>(&mut random, n as i32, bits as i32));
        let result = power(&base, n);
        if let (Some(x), Some(_)) = (number::<N>(&base), number::<N>(&result)) {
            let y = N::from_word(N::Word::from_f64(n.into()));
            check.expect(|| format!("{base:?}^{n}"), x.power(y), &result);
            if sample % 2 == 0 {
                let signed = if n % 2 == 0 { result.clone() } else { -result.clone() };
                check.expect(|| format!("-{base:?}^{n}"), (-x).power(y), &signed);
            }
        }
        // Roots that are words.
        let length = random.between(1, precision as i32) as u32;
        let root = odd(&mut random, length);
        let e = shift::<N>(&mut random, 3, bits as i32);
        let root = root.shifted(e);
        if let Some(x) = number::<N>(&power(&root, 2)) {
            check.expect(|| format!("root of {root:?}^2"), x.square_root(), &root);
        }
        let length = random.between(1, (precision as i32).min(bits as i32 / 3)) as u32;
        let root = odd(&mut random, length).shifted(e);
        if let Some(x) = number::<N>(&power(&root, 3)) {
            check.expect(|| format!("cube root of {root:?}^3"), x.cube_root(), &root);
            check.expect(|| format!("cube root of -{root:?}^3"), (-x).cube_root(), &-root.clone());
        }
        // Pythagorean triples: m² − n², 2mn, m² + n².
        let most = precision as i32 / 2;
        let length = if sample % 2 == 0 { most } else { random.between(2, most) } as u32;
        let [m, n] =
            [(); 2].map(|()| odd(&mut random, length).shifted(random.between(0, 1).into()));
        let square = |x: &Exact| x.clone() * x.clone();
        let legs =
            [square(&m) - square(&n), (m.clone() * n.clone()).shifted(1), square(&m) + square(&n)];
        let e = shift::<N>(&mut random, 1, 2 * precision as i32);
        let [x, y, z] = legs.map(|leg| leg.shifted(e));
        let is_word = |value: &Exact| {
            value.is_zero()
                || value.floor_log2().unwrap() - value.last_bit().unwrap() < precision.into()
        };
        if let (Some(a), Some(b), Some(_), true) =
            (number::<N>(&x), number::<N>(&y), number::<N>(&z), is_word(&z))
        {
            check.expect(|| format!("hypot({x:?}, {y:?})"), a.hypotenuse(b), &z);
        }
        // The first power.
        let length = random.between(1, bits as i32) as u32;
        let base = odd(&mut random, length).shifted(shift::<N>(&mut random, 1, bits as i32));
        if let Some(x) = number::<N>(&base) {
            let one = N::from_word(N::Word::from_f64(1.0));
            check.expect(|| format!("{base:?}^1"), x.power(one), &base);
            check.expect(|| format!("-{base:?}^1"), (-x).power(one), &-base.clone());
        }
    }
    check.end()
}

/// Powers of two and ten, and their logarithms: all of them.
fn powers_of_two_and_ten<N: Functions>() -> Vec<String> {
    let mut check = Check::<N>::new();
    let word = |value: i64| N::from_word(N::Word::from_f64(value as f64));
    let (least, largest) = exponents::<N>();
    for n in (least..=largest).map(i64::from) {
        let power = integer(1).shifted(n);
        let x: N = number(&power).expect("a power of two");
        check.expect(|| format!("exp2({n})"), word(n).power_of_two(), &power);
        check.expect(|| format!("log2(2^{n})"), x.binary_logarithm(), &integer(n));
        check.expect(|| format!("2^{n}"), word(2).power(word(n)), &power);
    }
    let mut powers = 0;
    for n in 0.. {
        let power = power(&integer(10), n as u32);
        let Some(x) = number::<N>(&power) else { break };
        check.expect(|| format!("exp10({n})"), word(n).power_of_ten(), &power);
        check.expect(|| format!("log10(10^{n})"), x.decimal_logarithm(), &integer(n));
        check.expect(|| format!("10^{n}"), word(10).power(word(n)), &power);
        powers += 1;
    }
    let bits = N::Word::PRECISION as usize * N::WORDS;
    // 5^n has 2.322n bits, and a float has no 10^39.
    let expected = (bits as f64 / 5f64.log2()) as i64 + 1;
    assert_eq!(powers, if N::Word::PRECISION == 24 { expected.min(39) } else { expected });
    check.end()
}

fn each_type(samples: u32) {
    let mut failures = Vec::new();
    macro_rules! each {
        ($($number:ident<$word:ty>)*) => {$(
            failures.extend(powers_and_roots::<$number<$word>>(samples));
            failures.extend(powers_of_two_and_ten::<$number<$word>>());
        )*};
    }
    each! {
        DoubleWord<f32> DoubleWord<f64> TripleWord<f32> TripleWord<f64> QuadWord<f32> QuadWord<f64>
        DoubleWord<NoFma<f32>> DoubleWord<NoFma<f64>> TripleWord<NoFma<f32>> QuadWord<NoFma<f64>>
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn powers_and_roots_that_are_numbers_are_exact() {
    each_type(2000);
}

#[test]
#[ignore = "a minute"]
fn many_powers_and_roots_that_are_numbers_are_exact() {
    each_type(200_000);
}

/// The relative error of a double-word, in u².
fn error<W: Concrete<Mask = bool>>(found: DoubleWord<W>, exact: &Exact) -> f64
where
    DoubleWord<W>: Functions<Word = W>,
{
    let difference = value(found).expect("it is finite") - exact.clone();
    (difference.to_f64() / exact.to_f64()).abs() * 2f64.powi(2 * W::PRECISION as i32)
}

/// Roots of any degree, and factorials, which two words alone have.
fn roots_and_factorials<W: Concrete<Mask = bool>>(samples: u32) -> Vec<String>
where
    DoubleWord<W>: Functions<Word = W>,
{
    let mut check = Check::<DoubleWord<W>>::new();
    let mut random = Random::new(2032);
    let bits = 2 * W::PRECISION as i32;
    for _ in 0..samples {
        let n = random.between(2, bits * 2 / 3);
        let most = ((bits - 1) / n + 1).min(W::PRECISION as i32);
        let length = if random.one_in(2) { most } else { random.between(1, most) };
        let e = shift::<DoubleWord<W>>(&mut random, n, bits);
        let root = odd(&mut random, length as u32).shifted(e);
        let value = power(&root, n as u32);
        let Some(x) = number::<DoubleWord<W>>(&value) else { continue };
        check.expect(|| format!("{value:?}^(1/{n})"), x.rootn(n), &root);
        if n % 2 == 1 {
            check.expect(|| format!("-{value:?}^(1/{n})"), (-x).rootn(n), &-root);
        } else {
            assert!((-x).rootn(n).hi().to_f64().is_nan());
        }
        // The neighbours of a power have other roots.
        let next = value.clone() + integer(1).shifted(value.last_bit().expect("not zero") - 3);
        if let Some(x) = number::<DoubleWord<W>>(&next) {
            let found = x.rootn(n);
            let exact = evaluate(Function::Rootn, &next, &integer(n.into()), 300).expect("a root");
            let error = error(found, &exact.middle());
            assert!(error <= 5.0, "{next:?}^(1/{n}) errs by {error}u²");
        }
    }
    let mut factorial = integer(1);
    for n in 1..=if W::PRECISION == 53 { 36 } else { 20 } {
        let x = DoubleWord::from_word(W::from_f64(n.into()));
        check.expect(|| format!("gamma({n})"), x.gamma(), &factorial);
        factorial = factorial * integer(n.into());
    }
    check.end()
}

#[test]
fn roots_of_every_degree_and_factorials_are_exact() {
    let failures = [
        roots_and_factorials::<f32>(3000),
        roots_and_factorials::<f64>(3000),
        roots_and_factorials::<NoFma<f32>>(3000),
        roots_and_factorials::<NoFma<f64>>(3000),
    ];
    assert!(failures.iter().all(Vec::is_empty), "{failures:#?}");
}

/// The largest relative error of ln Γ(x) within 1/8 of 1 and 2, in u².
fn log_gamma_near_its_zeros<W: Concrete<Mask = bool>>(samples: u32)
where
    DoubleWord<W>: Functions<Word = W>,
{
    let mut random = Random::new(2033);
    let bits = 2 * W::PRECISION as i32;
    let mut worst = 0f64;
    for sample in 0..samples {
        let zero = 1.0 + f64::from(sample % 2);
        let distance = (random.bits() as f64 / 2f64.powi(64)) * 0.124;
        // From 2^-3 to where the distance is below the low word's last place.
        let distance = distance * 2f64.powi(-random.between(0, bits - 1));
        let distance = if random.one_in(2) { distance } else { -distance };
        let high = W::representable(zero + distance);
        let low = W::representable(zero - high + distance);
        let x = DoubleWord::from_parts(W::from_f64(high), W::from_f64(low));
        let exact = value(x).expect("it is finite");
        let expected = evaluate(Function::LnGamma, &exact, &integer(0), 400);
        let found = x.ln_gamma();
        let Some(expected) = expected.filter(|value| !value.middle().is_zero()) else {
            assert_eq!(found.hi().to_f64(), 0.0, "{exact:?}");
            continue;
        };
        let error = error(found, &expected.middle());
        assert!(error <= 27.0, "ln_gamma({exact:?}) errs by {error}u²");
        worst = worst.max(error);
    }
    println!("ln_gamma near 1 and 2, {}: {worst:.2}u²", W::NAME);
}

#[test]
fn the_logarithm_of_gamma_is_relative_near_its_zeros() {
    log_gamma_near_its_zeros::<f32>(2000);
    log_gamma_near_its_zeros::<f64>(2000);
    log_gamma_near_its_zeros::<NoFma<f64>>(500);
}
