//! `f64` made of integers: ours, of 32 bits and straight-line, and Berkeley SoftFloat, of 64 bits, one number after the
//! other in one thread. Both are first compared with the processor, bit for bit.

use super::rounds::{Contestant, explanation, times};
use floatfloat::{Word, soft::Soft64};
use floatfloat_exact::Random;
use softfloat_wrapper::{F64, Float, RoundingMode};

const NEAREST: RoundingMode = RoundingMode::TiesToEven;

/// An operation of three numbers, of which some need fewer.
trait Operation {
    const WHAT: &'static str;

    fn ours<W: Word>(operands: [W; 3]) -> W;

    fn berkeley(operands: [F64; 3]) -> F64;
}

macro_rules! operations {
    ($($name:ident: $what:literal, |$x:ident, $y:ident, $z:ident| $ours:expr, $berkeley:expr;)*) => {$(
        struct $name;

        impl Operation for $name {
            const WHAT: &'static str = $what;

            #[inline(always)]
            fn ours<W: Word>([$x, $y, $z]: [W; 3]) -> W {
                let _ = ($y, $z);
                $ours
            }

            #[inline(always)]
            fn berkeley([$x, $y, $z]: [F64; 3]) -> F64 {
                let _ = ($y, $z);
                $berkeley
            }
        }
    )*};
}

operations! {
    Add: "x + y", |x, y, z| x + y, x.add(y, NEAREST);
    Mul: "x · y", |x, y, z| x * y, x.mul(y, NEAREST);
    Div: "x / y", |x, y, z| x / y, x.div(y, NEAREST);
    Sqrt: "√x", |x, y, z| x.sqrt(), x.sqrt(NEAREST);
    Fma: "x · y + z", |x, y, z| x.mul_add(y, z), x.fused_mul_add(y, z, NEAREST);
}

/// Prints a table of all operations, of arrays of this length.
///
/// # Panics
/// If a result is not that of the processor.
pub fn report(title: &str, length: usize) {
    println!(
        "\n## {title}\n\n{} Results equal those of the processor bit for bit.\n",
        explanation()
    );
    println!("| | `Soft64`, ns | Berkeley SoftFloat, ns | SoftFloat over ours |");
    println!("|---|---:|---:|---:|");
    let operands = [1, 2, 3].map(|seed| numbers(length, seed));
    contest::<Add>(&operands);
    contest::<Mul>(&operands);
    contest::<Div>(&operands);
    contest::<Sqrt>(&operands);
    contest::<Fma>(&operands);
}

/// Of magnitudes between 2^-30 and 2^30 and any sign, as bits.
fn numbers(length: usize, seed: u64) -> Vec<u64> {
    let mut random = Random::new(seed);
    let mut number = || {
        let exponent = (1023 + random.between(-30, 29)) as u64;
        (random.bits() & !(0x7ff << 52)) | exponent << 52
    };
    (0..length).map(|_| number()).collect()
}

fn contest<O: Operation>(operands: &[Vec<u64>; 3]) {
    let length = operands[0].len();
    let at = |k: usize| operands.each_ref().map(|numbers| numbers[k]);
    let ours: Vec<[Soft64; 3]> =
        (0..length).map(|k| at(k).map(|bits| Soft64::from(f64::from_bits(bits)))).collect();
    let theirs: Vec<[F64; 3]> = (0..length).map(|k| at(k).map(F64::from_bits)).collect();
    let mut our_results = vec![ours[0][0]; length];
    let mut their_results = vec![theirs[0][0]; length];
    let mut contestants: [Contestant<'_>; 2] = [
        Box::new(|| ours.iter().zip(&mut our_results).for_each(|(x, out)| *out = O::ours(*x))),
        Box::new(|| {
            theirs.iter().zip(&mut their_results).for_each(|(x, out)| *out = O::berkeley(*x));
        }),
    ];
    let times = times(&mut contestants, length);
    drop(contestants);
    for k in 0..length {
        // NaN, of roots, is one whatever its bits.
        let bits =
            |number: f64| if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() };
        let expected = bits(O::ours(at(k).map(f64::from_bits)));
        let found = [f64::from(our_results[k]), f64::from_bits(their_results[k].to_bits())];
        assert_eq!(
            found.map(bits),
            [expected; 2],
            "{} of {:?}",
            O::WHAT,
            at(k).map(f64::from_bits)
        );
    }
    let [ours, theirs] = times[..] else { unreachable!("two took part") };
    println!("| {} | {ours:.2} | {theirs:.2} | {:.2} |", O::WHAT, theirs / ours);
}
