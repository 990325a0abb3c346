//! Uncorrected quotients and square roots of double-words: they use the device's own division and square root of words,
//! whether these round correctly or not. They take a sixth of the steps of the corrected ones and have a larger bound.
//!
//! They need exact error-free transforms, and two promises of the device. Its quotient of words is within 3 ulps of the exact
//! one, for divisors from 2^emin to 2^(emax − 1): Vulkan and WGSL promise 2.5 ulps. Its square root of words is within 5
//! ulps: Vulkan and WGSL promise the error of 1/inverseSqrt(x), 2 ulps and 2.5 ulps for the quotient.
//!
//! The bits differ from device to device, so no test compares them. A device's certificate measures the errors against the bound
//! ([`Fast`](crate::certificate::Fast)).

use crate::{
    circuit::Circuit,
    wire::{Wire, record},
    word_type::DeviceWord,
};
use floatfloat::{
    DoubleWord, Operation, Word,
    double_word::{
        div_dw2::{DivDw2, div_dw2},
        sqrt::{Sqrt, sqrt},
    },
    operation::{Bound, Info},
};

/// The bound and the properties of [`quotient`].
///
/// The bound, to first order in u and rounded up, beside the proof of DWDivDW2 (Joldes, Muller, Popescu 2017): with th
/// within 6u of x.hi/y.hi it is within 8u of x/y, as y.hi is within u of y, and x.hi of x. The remainder x − y·th is
/// therefore at most 8u·|x|. DWTimesFP1 gives y·th within 1.5u²; x.hi − r.hi is exact by Sterbenz's lemma; x.lo − r.lo is
/// rounded by 2u²·|x| at most, and their sum by 8u². The quotient of this remainder and y.hi in the place of y is 8u·u
/// off, and its own error is 6u of 8u: 1.5 + 2 + 8 + 8 + 48 = 67.5. Fast2Sum is exact.
pub const QUOTIENT: Info = Info {
    name: "div-fast",
    algorithm: "DWDivDW2 of approximate quotients",
    bound: Bound::Relative { c2: 70.0, c3: 0.0, d: 0.0 },
    ..DivDw2::INFO
};

/// The bound and the properties of [`square_root`].
///
/// The bound, to first order in u and rounded up: s is within 10u of √x.hi, and so within 10.5u of √x. The remainder
/// x.hi − s² is at most 20u·x, rounded by 20u²·x, and x.lo + that at most 21u·x, rounded by 21u²·x: of the root half of
/// that, 20.5u². The quotient by 2s is 10.5u of the root with an error of 6u, 63u², and Newton's iteration itself is
/// (10.5u)²/2 off, 55u²: 138.5 together. Fast2Sum is exact.
pub const SQUARE_ROOT: Info = Info {
    name: "sqrt-fast",
    algorithm: "SQRTDWtoDW of an approximate root",
    bound: Bound::Relative { c2: 142.0, c3: 0.0, d: 0.0 },
    ..Sqrt::INFO
};

/// x / y within 70u² of the exact quotient, on a device whose quotients of words are within 3 ulps. Infinities, NaN and
/// zeros are those of the device's division. 19 flops, two of them divisions, with a fused multiply-add; 34 without.
///
/// Range: that of [`div_dw2`], and |y| < 2^(emax − 1).
pub fn quotient<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    div_dw2(x, y).fix_special_cases(x.hi() / y.hi())
}

/// √x within 142u² of the exact root, on a device whose roots of words are within 5 ulps and quotients within 3.
/// Special values are those of the device's root. 9 flops, one a square root and one a division, with a fused
/// multiply-add; 23 without.
///
/// Range: that of [`sqrt`].
pub fn square_root<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    sqrt(x).fix_special_cases(x.hi().sqrt())
}

/// The recordings of both, with their bounds.
pub fn recorded<E: DeviceWord>(fused: bool) -> [(Info, Circuit); 2] {
    let of = |parameters: &[usize], function: fn(&[Wire<E>]) -> DoubleWord<Wire<E>>| {
        let circuit = record::<E>(fused, parameters, &[2], |words| {
            let result = function(words);
            vec![result.hi(), result.lo()]
        });
        circuit.expect("pure functions of their operands").uncorrected()
    };
    [
        (QUOTIENT, of(&[2, 2], |words| quotient(number(words), number(&words[2..])))),
        (SQUARE_ROOT, of(&[2], |words| square_root(number(words)))),
    ]
}

fn number<E: DeviceWord>(words: &[Wire<E>]) -> DoubleWord<Wire<E>> {
    DoubleWord::from_normalized(words[0], words[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        certificate::CertifiedWord,
        circuit::{Binary, Node, Unary},
        lowering::{Division, Lowering, Protection, Root},
    };
    use floatfloat::operation::{Function, Shape};
    use floatfloat_exact::{Class, Operands, check};

    /// A step, and then a product that moves its result by so many ulps at most.
    fn moved<E: DeviceWord>(ulps: i32, step: fn(Wire<E>, Wire<E>) -> Wire<E>) -> Circuit {
        let factor = 1.0 + 2.0 * f64::from(ulps) / (1u64 << Wire::<E>::PRECISION) as f64;
        record::<E>(true, &[1, 1], &[1], |words| {
            let result = step(words[0], words[1]);
            vec![result * result.constant(factor)]
        })
        .expect("pure functions of their operands")
    }

    /// On a device whose quotients are moved by up to two ulps and roots by four, besides being rounded twice.
    fn keeps_its_bound<E: CertifiedWord>() {
        for fused in [true, false] {
            for (info, circuit) in recorded::<E>(fused) {
                let mut operands = Operands::new(&info, E::FORMAT, fused, 9);
                let mut largest = 0f64;
                let offs = [-2, -1, 1, 2].into_iter();
                for (of_quotient, of_root) in offs.flat_map(|k| [(k, 2 * k), (k, -2 * k)]) {
                    let quotient = moved::<E>(of_quotient, |a, b| a / b);
                    let root = moved::<E>(of_root, |a, _| a.sqrt());
                    // A root takes its operand in the place of both.
                    let root = Circuit { parameters: vec![1], ..root };
                    let device = circuit.replaced(&|node| match node {
                        Node::Binary(Binary::Div, ..) => Some(&quotient),
                        Node::Unary(Unary::Sqrt, _) => Some(&root),
                        _ => None,
                    });
                    for class in Class::ALL {
                        for _ in 0..400 {
                            let pair = operands.draw(class);
                            if pair.y[0].abs() >= Into::<f64>::into(E::MAX) / 4.0 {
                                continue;
                            }
                            let [x, y] = [pair.x, pair.y].map(|words| words.map(E::from_f64));
                            let inputs: &[&[E]] =
                                if info.shape == Shape::DoubleWord { &[&x] } else { &[&x, &y] };
                            let result = device.run(inputs).unwrap();
                            let result = [result[0].into(), result[1].into()];
                            let verdict = check(&info, E::FORMAT, pair, result);
                            assert!(
                                verdict.holds(),
                                "{} of {pair:?}, fused {fused}, moved by {of_quotient} and {of_root}: {}u²",
                                info.name,
                                verdict.error_u2
                            );
                            largest = largest.max(verdict.error_u2.abs());
                        }
                    }
                }
                println!("{} of {}, fused {fused}: {largest:.1}u²", info.name, E::TYPE);
                // It is not by chance that nothing was moved.
                assert!(largest > 15.0, "{}: {largest}", info.name);
            }
        }
    }

    #[test]
    fn bounds() {
        keeps_its_bound::<f32>();
        keeps_its_bound::<f64>();
    }

    #[test]
    fn flops() {
        for (fused, expected) in [(true, [19, 9]), (false, [34, 23])] {
            let counts = recorded::<f32>(fused).map(|(_, circuit)| circuit.flops());
            assert_eq!(counts, expected, "fused {fused}");
        }
    }

    /// A lowering that corrects leaves them alone, and nothing else.
    #[test]
    fn nothing_corrects_them() {
        let lowering = Lowering {
            division: Division::Corrected,
            root: Root::Corrected,
            ..Lowering::exact(Protection::Barrier, false)
        };
        for (info, circuit) in recorded::<f32>(false) {
            assert_eq!(lowering.rewritten(&circuit).nodes(), circuit.nodes());
            let corrected = lowering.rewritten(&Circuit { uncorrected: false, ..circuit.clone() });
            let more = corrected.flops() - circuit.flops();
            assert!(more > 2 * 50, "{}: {more}", info.name);
            assert_eq!(info.function == Function::Sqrt, info.name == "sqrt-fast");
        }
    }
}
