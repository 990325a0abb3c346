//! Table 2 of Da Graça & Defour 2006 (table 1 of Hillesland & Lastra 2004) on simulated machines.

use crate::hillesland::{OPS, Op, interval, pairs};
use floatfloat::sim::{Adder, Divider, Rounding, Spec, machines};

type Intervals = [[f64; 2]; 4];

const R300: Intervals = [[-1.0, 0.0], [-1.0, 1.0], [-0.989, 0.125], [-2.869, 0.094]];
const NV35: Intervals = [[-1.0, 0.0], [-0.75, 0.75], [-0.782, 0.625], [-1.199, 1.375]];

/// The intervals of + − × ÷ of a machine, printed with the operands at their ends.
fn measured(m: &Spec) -> Intervals {
    let pairs = pairs(m.precision);
    OPS.map(|op| {
        let [low, high] = interval(m, op, &pairs);
        println!("{} {op:?} [{:.4}, {:.4}]", m.name, low.ulps, high.ulps);
        println!("    low: {} {op:?} {}; high: {} {op:?} {}", low.a, low.b, high.a, high.b);
        [low.ulps, high.ulps]
    })
}

/// Fails unless every end is as near to the printed one as said.
fn assert_near(m: &Spec, printed: Intervals, within: Intervals) {
    let measured = measured(m);
    for (i, op) in OPS.iter().enumerate() {
        for end in 0..2 {
            let off = (measured[i][end] - printed[i][end]).abs();
            assert!(off <= within[i][end], "{} {op:?}: {off} off {}", m.name, printed[i][end]);
        }
    }
}

#[test]
fn r300_like() {
    let within = [[0.0005, 0.0], [0.0005, 0.0005], [0.005, 0.0015], [0.014, 0.005]];
    assert_near(&machines::R300_LIKE, R300, within);
}

#[test]
fn nv35_like() {
    let within = [[0.0005, 0.0], [0.0, 0.0], [0.032, 0.0], [0.042, 0.007]];
    assert_near(&machines::NV35_LIKE, NV35, within);
}

#[test]
fn exact_rounding_and_chopping() {
    let half = [[-0.5, 0.5]; 4];
    assert_near(&machines::IEEE_F32, half, [[1e-6; 2]; 4]);
    let chopped = [[-1.0, 0.0], [-1.0, 1.0], [-1.0, 0.0], [-1.0, 0.0]];
    assert_near(&machines::CHOPPED, chopped, [[1e-6, 1e-6]; 4]);
    for [low, high] in measured(&machines::CHOPPED) {
        assert!(low > -1.0 && high < 1.0, "open ends");
    }
}

/// The paper reads from [-1, 1] that R300 subtracts without a guard bit. Without one the interval
/// would be enormous; with one, or chopped from the exact difference, it is as printed.
#[test]
fn subtraction_without_a_guard_bit_shows() {
    let subtract = |adder| {
        let m = Spec { adder, ..machines::R300_LIKE };
        interval(&m, Op::Sub, &pairs(m.precision)).map(|end| end.ulps)
    };
    let without = subtract(Adder::Guarded { guard_bits: 0, sticky: false });
    assert_eq!(without, [-65536.0, 65536.0]);
    for adder in [Adder::Guarded { guard_bits: 1, sticky: false }, Adder::Exact] {
        let [low, high] = subtract(adder);
        assert!(low > -1.0 && low < -0.9999 && high < 1.0 && high > 0.9999, "{low}, {high}");
    }
}

/// What the units are chosen for: neither end of division comes from a reciprocal that is merely
/// truncated, or rounded correctly.
#[test]
fn plainer_reciprocals_are_farther_off() {
    let high = |m: &Spec| interval(m, Op::Div, &pairs(m.precision)).map(|end| end.ulps);
    let divider = Divider::Reciprocal { precision: 17, bias: 0 };
    let [low, _] = high(&Spec { divider, ..machines::R300_LIKE });
    assert!(low > -2.3, "{low}");
    let divider = Divider::Reciprocal { precision: 24, bias: 128 };
    let [_, top] = high(&Spec { divider, ..machines::NV35_LIKE });
    assert!(top > 1.56, "{top}");
    assert_eq!(machines::NV35_LIKE.rounding, Rounding::TowardZero);
}
