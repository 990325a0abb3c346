//! Every rounding, adder, multiplier and divider of a simulated machine against its definition, on
//! every operand or pair of operands of small formats. Exact results are never computed, only
//! compared with candidates, which takes no division and no root.

use core::cmp::Ordering;
use floatfloat::sim::{Adder, Divider, Multiplier, Rounding, Spec};

const ROUNDINGS: [Rounding; 6] = [
    Rounding::NearestEven,
    Rounding::NearestAway,
    Rounding::NearestZero,
    Rounding::TowardZero,
    Rounding::Up,
    Rounding::Down,
];

/// A format of p bits with exponents −3 to 3.
fn format(precision: u32) -> Spec {
    Spec::ieee("small", precision, -3, 3)
}

/// Its numbers from zero up, and then 2^(emax + 1), the first that overflows. Number i has the
/// encoding i, so that even numbers have even significands.
fn magnitudes(m: &Spec) -> Vec<f64> {
    let mut all = vec![0.0];
    let mut step = m.smallest_subnormal();
    let mut next = step;
    while next <= 2.0 * m.largest() {
        all.push(next);
        next += step;
        if next > m.smallest_normal() && next.log2().fract() == 0.0 {
            step *= 2.0;
        }
    }
    all.retain(|&x| x <= 2f64.powi(m.max_exponent + 1));
    all
}

fn numbers(m: &Spec) -> Vec<f64> {
    let mut all = magnitudes(m);
    all.pop();
    all.extend(all.clone().iter().skip(1).map(|x| -x));
    all
}

/// The rounded value of the number of which `compare` tells how it stands to a candidate.
fn rounded(m: &Spec, grid: &[f64], compare: impl Fn(f64) -> Ordering) -> f64 {
    let negative = compare(0.0) == Ordering::Less;
    // How the magnitude stands to a candidate.
    let compare = |c: f64| if negative { compare(-c).reverse() } else { compare(c) };
    let above = grid.partition_point(|&c| compare(c) == Ordering::Greater);
    let chosen = if above + 1 < grid.len() && compare(grid[above]) == Ordering::Equal {
        above
    } else {
        let below = above - 1;
        let nearest = |tie| match grid.get(above) {
            None => below,
            Some(upper) => match compare((grid[below] + upper) / 2.0) {
                Ordering::Less => below,
                Ordering::Greater => above,
                Ordering::Equal => tie,
            },
        };
        match m.rounding {
            Rounding::NearestEven => nearest(below + below % 2),
            Rounding::NearestAway => nearest(above),
            Rounding::NearestZero => nearest(below),
            Rounding::TowardZero => below.min(grid.len() - 2),
            Rounding::Up if negative => below.min(grid.len() - 2),
            Rounding::Down if !negative => below.min(grid.len() - 2),
            Rounding::Up | Rounding::Down => above,
        }
    };
    let magnitude = if chosen + 1 < grid.len() { grid[chosen] } else { f64::INFINITY };
    if negative { -magnitude } else { magnitude }
}

fn order(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).expect("finite numbers")
}

#[test]
fn every_operation_is_rounded_as_defined() {
    for precision in 2..=5 {
        for rounding in ROUNDINGS {
            let m = Spec { rounding, ..format(precision) };
            let grid = magnitudes(&m);
            let numbers = numbers(&m);
            for &a in &numbers {
                if a >= 0.0 {
                    let root = rounded(&m, &grid, |c| order(a, c * c));
                    assert_eq!(m.sqrt(a), root, "√{a} {rounding:?}, p = {precision}");
                }
                for &b in &numbers {
                    let case = |op| format!("{a} {op} {b} {rounding:?}, p = {precision}");
                    assert_eq!(
                        m.add(a, b),
                        rounded(&m, &grid, |c| order(a + b, c)),
                        "{}",
                        case("+")
                    );
                    assert_eq!(
                        m.sub(a, b),
                        rounded(&m, &grid, |c| order(a - b, c)),
                        "{}",
                        case("-")
                    );
                    assert_eq!(
                        m.mul(a, b),
                        rounded(&m, &grid, |c| order(a * b, c)),
                        "{}",
                        case("×")
                    );
                    if b != 0.0 {
                        let quotient = rounded(&m, &grid, |c| order(a * b.signum(), c * b.abs()));
                        assert_eq!(m.div(a, b), quotient, "{}", case("÷"));
                    }
                }
            }
        }
    }
}

#[test]
fn fused_multiply_add_is_rounded_once() {
    for precision in 2..=3 {
        for rounding in ROUNDINGS {
            let m = Spec { rounding, ..format(precision) };
            let grid = magnitudes(&m);
            let numbers = numbers(&m);
            for &a in &numbers {
                for &b in &numbers {
                    for &c in &numbers {
                        let fused = rounded(&m, &grid, |x| order(a * b + c, x));
                        assert_eq!(m.mul_add(a, b, c), fused, "{a} × {b} + {c} {rounding:?}");
                        let unfused = Spec { fused: false, ..m };
                        assert_eq!(unfused.mul_add(a, b, c), m.add(m.mul(a, b), c));
                    }
                }
            }
        }
    }
}

#[test]
fn conversion_rounds_to_nearest_even_on_every_machine() {
    let m = format(5);
    let grid = magnitudes(&m);
    for i in -5000..5000 {
        let value = f64::from(i) / 256.0;
        let nearest = rounded(&m, &grid, |c| order(value, c));
        for rounding in ROUNDINGS {
            assert_eq!(Spec { rounding, ..m }.round(value), nearest, "{value}");
        }
    }
}

#[test]
fn subnormals_are_flushed_where_the_machine_says() {
    let m = format(4);
    let wide = Spec { min_exponent: -40, ..m };
    let inputs = Spec { flush_inputs: true, ..m };
    let outputs = Spec { flush_outputs: true, ..m };
    let flush = |x: f64| if x.abs() < m.smallest_normal() { 0.0 * x } else { x };
    for a in numbers(&m) {
        assert_eq!(outputs.round(a), flush(a));
        for b in numbers(&m) {
            for op in [Spec::add, Spec::sub, Spec::mul, Spec::div] {
                let expected = op(&m, flush(a), flush(b));
                let result = op(&inputs, a, b);
                assert!(result == expected || result.is_nan() && expected.is_nan(), "{a}, {b}");
                // Small before rounding is not enough.
                let expected = flush(op(&wide, a, b));
                let result = op(&outputs, a, b);
                assert!(result == expected || result.is_nan() && expected.is_nan(), "{a}, {b}");
            }
        }
    }
}

#[test]
fn without_special_values_results_saturate() {
    let m = Spec { special_values: false, ..format(4) };
    let largest = m.largest();
    assert_eq!(largest, 15.0);
    assert_eq!(m.add(largest, largest), largest);
    assert_eq!(m.mul(-largest, largest), -largest);
    assert_eq!(m.div(-1.0, 0.0), -largest);
    assert_eq!(m.div(0.0, 0.0), 0.0);
    assert_eq!(m.sqrt(-1.0), 0.0);
    assert_eq!(m.round(1e30), largest);
    assert_eq!(m.round(f64::NEG_INFINITY), -largest);
    assert_eq!(m.sub(f64::INFINITY, 1.0), m.sub(largest, 1.0));
    let saturated = Spec { divider: Divider::Reciprocal { precision: 4, bias: 0 }, ..m };
    assert_eq!(saturated.div(1.0, 0.0), largest);
    assert_eq!(saturated.div(0.0, 0.0), 0.0);
}

/// The multiple of `unit` next to x towards zero.
fn truncate(x: f64, unit: f64) -> f64 {
    (x / unit).trunc() * unit
}

#[test]
fn guarded_adder_drops_what_it_should() {
    for precision in 3..=5 {
        for rounding in ROUNDINGS {
            let exact = Spec { rounding, ..format(precision) };
            for guard_bits in 0..4 {
                for sticky in [false, true] {
                    let m = Spec { adder: Adder::Guarded { guard_bits, sticky }, ..exact };
                    for a in numbers(&exact) {
                        for b in numbers(&exact) {
                            let (x, y) = if a.abs() >= b.abs() { (a, b) } else { (b, a) };
                            if y == 0.0 {
                                continue;
                            }
                            // Subnormals are aligned by their leading bits.
                            let last = 2f64.powi(x.abs().log2().floor() as i32 + 1)
                                * 0.5f64.powi((precision + guard_bits) as i32);
                            let kept = truncate(y, last);
                            let lost = if sticky && kept != y { last / 2.0 } else { 0.0 };
                            let sum = x + kept + lost.copysign(y);
                            // 1·sum + 0 rounds any f64, since the product is formed exactly.
                            let expected = exact.mul_add(1.0, sum, 0.0);
                            assert_eq!(m.add(a, b), expected, "{a} + {b} on {m:?}");
                            if sticky && guard_bits >= 2 {
                                assert_eq!(m.add(a, b), exact.add(a, b), "{a} + {b} on {m:?}");
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn truncated_multiplier_is_the_array_of_partial_products() {
    for precision in 3..=7u32 {
        let half = 1u64 << (precision - 1);
        for dropped_columns in 0..2 * precision - 3 {
            for compensation in [0, 1, half / 2, half + 1] {
                let chopped = Spec {
                    rounding: Rounding::TowardZero,
                    ..Spec::ieee("small", precision, -40, 40)
                };
                let multiplier = Multiplier::Truncated { dropped_columns, compensation };
                let m = Spec { multiplier, ..chopped };
                for a in half..2 * half {
                    for b in half..2 * half {
                        let mut sum = compensation;
                        for i in 0..precision {
                            for j in 0..precision {
                                if i + j >= dropped_columns {
                                    sum += ((a >> i) & (b >> j) & 1) << (i + j);
                                }
                            }
                        }
                        let expected = chopped.mul_add(1.0, sum as f64, 0.0);
                        assert_eq!(m.mul(a as f64, b as f64), expected, "{a} × {b} on {m:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn reciprocal_divider_is_a_truncated_biased_reciprocal() {
    for precision in [4, 6, 30] {
        for bits in [3, 4] {
            for bias in [-2, 0, 114, 128, 255] {
                let m = Spec {
                    divider: Divider::Reciprocal { precision: bits, bias },
                    ..Spec::ieee("small", precision, -40, 40)
                };
                for y in 8..16i64 {
                    // 256·2^bits/(y/8), floored, biased, floored to a multiple of 256.
                    let units = (((256 << bits) * 8) / y + i64::from(bias)) >> 8;
                    let reciprocal = units as f64 * 0.5f64.powi(bits as i32);
                    for x in 8..16 {
                        let x = f64::from(x);
                        let expected = m.mul(x, reciprocal);
                        assert_eq!(m.div(x, y as f64 / 8.0), expected, "{x} / {y}/8 on {m:?}");
                    }
                }
            }
        }
    }
}
