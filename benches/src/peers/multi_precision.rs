//! Multiple precision on slices beside MPFR and dashu at the same precision, in one thread: medians of interleaved runs.
//! Results are first compared, with MPFR's bit for bit, with dashu's within a unit of the last bit.

use super::rounds::{Contestant, explanation, times};
use dashu_float::{FBig, round::mode::HalfEven};
use dashu_int::{IBig, UBig};
use floatfloat::multi_precision::{Limbs, MultiPrecision, Width};
use floatfloat_cpu::{Level, at_level, level, levels, multi_precision::MultiPrecisionVec};
use floatfloat_exact::Random;
use rug::{Assign, Float, Integer, integer::Order};
use std::hint::black_box;

type Number<const N: usize> = MultiPrecision<u32, N>;
type Dashu = FBig<HalfEven, 2>;

/// Prints a table of all widths, of vectors of this length.
///
/// # Panics
/// If results differ.
pub fn report(title: &str, length: usize) {
    println!(
        "\n## {title}\n\n{} Sums and products of elements equal those of MPFR bit for bit.\n",
        explanation()
    );
    let ours: Vec<_> = measured_levels().into_iter().map(|level| format!("{level:?}")).collect();
    println!("| bits | | {}, ns | MPFR | dashu | MPFR over ours |", ours.join(", ns | "));
    println!("|---|---|{}---:|---:|---:|", "---:|".repeat(ours.len()));
    of_width::<1>(length);
    of_width::<2>(length);
    of_width::<4>(length);
    of_width::<8>(length);
}

/// The level of this machine, and AVX2 where that is another.
fn measured_levels() -> Vec<Level> {
    let of_machine = level();
    let others = levels().into_iter().filter(|&other| other == Level::Avx2 && other != of_machine);
    [of_machine].into_iter().chain(others).collect()
}

/// Numbers of all bits between 2^-8 and 2^8, with any sign.
fn numbers<const N: usize>(length: usize, seed: u64) -> Vec<Number<N>> {
    let mut random = Random::new(seed);
    (0..length)
        .map(|_| {
            let mut limbs: [u32; N] = std::array::from_fn(|_| random.bits() as u32);
            limbs[N - 1] |= 1 << 31;
            let exponent = (1 << 30) - 1 + random.between(-8, 7);
            let sign = (random.below(2) as u32) << 31;
            MultiPrecision::from_words(exponent as u32 | sign, limbs)
        })
        .collect()
}

/// The exponent of the lowest bit; of zeros any.
fn unit<const N: usize>(x: Number<N>) -> i32 {
    x.exponent_of_two().map_or(0, |exponent| exponent - (32 * N as i32 - 1))
}

fn float<const N: usize>(x: Number<N>) -> Float {
    let magnitude = Integer::from_digits(&x.limbs(), Order::Lsf);
    let magnitude = Float::with_val(32 * N as u32, magnitude) << unit(x);
    if x.is_sign_negative() { -magnitude } else { magnitude }
}

fn dashu<const N: usize>(x: Number<N>) -> Dashu {
    let magnitude = x.limbs().iter().rev().fold(UBig::ZERO, |high, &low| (high << 32) + low);
    let magnitude = IBig::from(magnitude);
    let integer = if x.is_sign_negative() { -magnitude } else { magnitude };
    FBig::from_parts(integer, unit(x) as isize).with_precision(32 * N).value()
}

fn row(bits: usize, what: &str, times: &[f64]) {
    let cells: Vec<_> = times.iter().map(|ns| format!("{ns:.2}")).collect();
    let ratio = times[times.len() - 2] / times[0];
    println!("| {bits} | {what} | {} | {ratio:.2} |", cells.join(" | "));
}

/// Operands, in everyone's own format.
struct Operands<const N: usize> {
    ours: [MultiPrecisionVec<N>; 2],
    mpfr: [Vec<Float>; 2],
    dashu: [Vec<Dashu>; 2],
}

fn of_width<const N: usize>(length: usize)
where
    Limbs: Width<N>,
{
    let numbers = [1, 2].map(|seed| numbers::<N>(length, seed));
    let operands = Operands {
        ours: numbers.each_ref().map(|all| MultiPrecisionVec::from(&all[..])),
        mpfr: numbers.each_ref().map(|all| all.iter().map(|&x| float(x)).collect()),
        dashu: numbers.each_ref().map(|all| all.iter().map(|&x| dashu(x)).collect()),
    };
    elementwise(
        &operands,
        "x + y",
        |x, y, out| x.add_into(y, out),
        |x, y, out| out.assign(x + y),
        |x, y| x + y,
    );
    elementwise(
        &operands,
        "x · y",
        |x, y, out| x.mul_into(y, out),
        |x, y, out| out.assign(x * y),
        |x, y| x * y,
    );
    sums(&operands);
    dots(&operands);
}

fn elementwise<const N: usize>(
    operands: &Operands<N>,
    what: &str,
    ours: impl Fn(
        &MultiPrecisionVec<N>,
        &MultiPrecisionVec<N>,
        &mut MultiPrecisionVec<N>,
    ) -> Result<(), floatfloat_cpu::Error>,
    mpfr: impl Fn(&Float, &Float, &mut Float),
    dashu: impl Fn(&Dashu, &Dashu) -> Dashu,
) where
    Limbs: Width<N>,
{
    let Operands { ours: [x, y], mpfr: [p, q], dashu: [a, b] } = operands;
    let length = x.len();
    let mut out = MultiPrecisionVec::zeros(length);
    let mut theirs = vec![Float::new(32 * N as u32); length];
    let mut last = a.clone();
    ours(x, y, &mut out).expect("equal lengths");
    for (k, ours) in out.iter().enumerate() {
        mpfr(&p[k], &q[k], &mut theirs[k]);
        assert_eq!(float(ours), theirs[k], "{what}, {} bits", 32 * N);
        // Its sums sometimes keep a bit more than they should.
        let off = (self::dashu(ours) - dashu(&a[k], &b[k])).to_f64().value().abs();
        let unit = theirs[k].to_f64().abs() * 2f64.powi(1 - 32 * N as i32);
        assert!(off <= unit, "{what}, {} bits: {off:e}", 32 * N);
    }
    let mut outs =
        measured_levels().into_iter().map(|level| (level, out.clone())).collect::<Vec<_>>();
    let mut contestants: Vec<Contestant<'_>> = Vec::new();
    for (level, out) in &mut outs {
        let ours = &ours;
        contestants.push(Box::new(move || {
            at_level(*level, || ours(x, y, out).expect("equal lengths"));
        }));
    }
    contestants.push(Box::new(|| {
        p.iter().zip(q).zip(&mut theirs).for_each(|((p, q), out)| mpfr(p, q, out));
    }));
    contestants.push(Box::new(|| {
        a.iter().zip(b).zip(&mut last).for_each(|((a, b), out)| *out = dashu(a, b));
    }));
    row(32 * N, what, &times(&mut contestants, length));
}

/// The order of sums differs: errors of at most as many units as there are elements.
fn assert_close<const N: usize>(ours: Number<N>, theirs: &Float, sizes: f64, length: usize) {
    let off = (float(ours) - theirs).abs().to_f64();
    assert!(off <= 2.0 * length as f64 * sizes * 2f64.powi(-32 * N as i32), "{off:e}");
}

fn sums<const N: usize>(operands: &Operands<N>)
where
    Limbs: Width<N>,
{
    let Operands { ours: [x, _], mpfr: [p, _], dashu: [a, _] } = operands;
    let mut sum = Float::new(32 * N as u32);
    let mut contestants: Vec<Contestant<'_>> = Vec::new();
    for level in measured_levels() {
        contestants.push(Box::new(move || {
            black_box(at_level(level, || x.sum()));
        }));
    }
    contestants.push(Box::new(|| {
        sum.assign(0);
        p.iter().for_each(|p| sum += p);
    }));
    contestants.push(Box::new(|| {
        black_box(a.iter().fold(Dashu::ZERO, |sum, a| sum + a));
    }));
    let times = times(&mut contestants, x.len());
    drop(contestants);
    let sizes: f64 = p.iter().map(|p| p.to_f64().abs()).sum();
    assert_close(x.sum(), &sum, sizes, x.len());
    row(32 * N, "Σ x", &times);
}

fn dots<const N: usize>(operands: &Operands<N>)
where
    Limbs: Width<N>,
{
    let Operands { ours: [x, y], mpfr: [p, q], dashu: [a, b] } = operands;
    let mut sum = Float::new(32 * N as u32);
    let mut product = Float::new(32 * N as u32);
    let mut contestants: Vec<Contestant<'_>> = Vec::new();
    for level in measured_levels() {
        contestants.push(Box::new(move || {
            black_box(at_level(level, || x.dot(y)).expect("equal lengths"));
        }));
    }
    contestants.push(Box::new(|| {
        sum.assign(0);
        for (p, q) in p.iter().zip(q) {
            product.assign(p * q);
            sum += &product;
        }
    }));
    contestants.push(Box::new(|| {
        black_box(a.iter().zip(b).fold(Dashu::ZERO, |sum, (a, b)| sum + a * b));
    }));
    let times = times(&mut contestants, x.len());
    drop(contestants);
    let sizes = p.iter().zip(q).map(|(p, q)| (p.to_f64() * q.to_f64()).abs()).sum();
    assert_close(x.dot(y).expect("equal lengths"), &sum, sizes, x.len());
    row(32 * N, "Σ x · y", &times);
}
