//! The operands of Hillesland & Lastra 2004, and the interval of errors over them.

use floatfloat::sim::Spec;

/// The six families of significands in [1, 2): a lone bit among zeros, the same after a second
/// leading one, a lone zero among ones, zeros then ones, the same after a second leading one, ones
/// then zeros; 1 and 1.5, where the lone bit has left, among them.
pub fn significands(precision: u32) -> Vec<f64> {
    let bits = precision - 1;
    let bit = |i: u32| 0.5f64.powi(i as i32);
    let below_two = 2.0 - bit(bits);
    let mut all: Vec<f64> = (1..=bits)
        .flat_map(|i| {
            let ones_from = bit(i - 1) - bit(bits);
            [1.0 + bit(i), below_two - bit(i), 1.0 + ones_from, 2.0 - bit(i)]
                .into_iter()
                .chain((i > 1).then_some([1.5 + bit(i), 1.5 + ones_from]).into_iter().flatten())
        })
        .collect();
    all.extend([1.0, 1.5]);
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

/// Pairs in which one operand has the exponent 0 and the other one of the relative exponents.
pub fn pairs(precision: u32) -> Vec<(f64, f64)> {
    let significands = significands(precision);
    let mut pairs = Vec::new();
    for relative in [0, 1, precision / 2, precision] {
        let scale = 0.5f64.powi(relative as i32);
        for &a in &significands {
            for &b in &significands {
                pairs.push((a, b * scale));
                if relative != 0 {
                    pairs.push((a * scale, b));
                }
            }
        }
    }
    pairs
}

/// + − × ÷
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
}

pub const OPS: [Op; 4] = [Op::Add, Op::Sub, Op::Mul, Op::Div];

/// An error in ulps of the exact result, with the operands that make it.
#[derive(Clone, Copy, Debug)]
pub struct End {
    pub ulps: f64,
    pub a: f64,
    pub b: f64,
}

/// Smallest and largest (computed − exact)/ulp(exact) over the pairs. Exact in `f64` for precisions
/// up to 24, but for the last division.
pub fn interval(m: &Spec, op: Op, pairs: &[(f64, f64)]) -> [End; 2] {
    let mut ends = [f64::INFINITY, f64::NEG_INFINITY].map(|ulps| End { ulps, a: 0.0, b: 0.0 });
    for &(a, b) in pairs {
        let (error, exact) = match op {
            Op::Add => (m.add(a, b) - (a + b), a + b),
            Op::Sub => (m.sub(a, b) - (a - b), a - b),
            Op::Mul => (m.mul(a, b) - a * b, a * b),
            Op::Div => ((m.div(a, b) * b - a) / b, a / b),
        };
        if exact == 0.0 {
            assert_eq!(error, 0.0, "{a} {op:?} {b} is not zero on {}", m.name);
            continue;
        }
        let ulps = error / ulp(exact, m.precision);
        if ulps < ends[0].ulps {
            ends[0] = End { ulps, a, b };
        }
        if ulps > ends[1].ulps {
            ends[1] = End { ulps, a, b };
        }
    }
    ends
}

/// The unit in the last place of the binade of x.
pub fn ulp(x: f64, precision: u32) -> f64 {
    let power = f64::from_bits(x.abs().to_bits() & (0x7ff << 52));
    power * 0.5f64.powi(precision as i32 - 1)
}
