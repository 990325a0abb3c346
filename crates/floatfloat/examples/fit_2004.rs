//! Searches for the multipliers and reciprocals of the R300-like and NV35-like machines: prints the
//! parameters whose errors over the operands of Hillesland & Lastra 2004 come nearest to table 2 of
//! Da Graça & Defour 2006, and then the whole table for the machines as they are.
//!
//! `cargo run --release -p floatfloat --example fit_2004`

#[path = "../tests/arithmetic/hillesland.rs"]
mod hillesland;

use floatfloat::sim::{Divider, Multiplier, Spec, machines};
use hillesland::{End, OPS, Op, interval, pairs};

struct Target {
    machine: Spec,
    mul: [f64; 2],
    div: [f64; 2],
    /// Columns to try leaving out.
    columns: core::ops::Range<u32>,
    /// Constants to try, in 64ths of an ulp of a product in [1, 2).
    constants: core::ops::Range<u64>,
}

fn main() {
    let targets = [
        Target {
            machine: machines::R300_LIKE,
            mul: [-0.989, 0.125],
            div: [-2.869, 0.094],
            columns: 6..13,
            constants: 4..13,
        },
        Target {
            machine: machines::NV35_LIKE,
            mul: [-0.782, 0.625],
            div: [-1.199, 1.375],
            columns: 13..20,
            constants: 36..45,
        },
    ];
    for target in &targets {
        let m = target.machine;
        let pairs = pairs(m.precision);
        let multipliers = target.columns.clone().flat_map(|dropped_columns| {
            target.constants.clone().map(move |constant| {
                let compensation = constant << (m.precision - 7);
                let multiplier = Multiplier::Truncated { dropped_columns, compensation };
                (format!("{dropped_columns} columns, {constant}/64 ulp"), Spec { multiplier, ..m })
            })
        });
        print_nearest(&m, Op::Mul, target.mul, multipliers, &pairs);
        let dividers = (-64..256).step_by(2).map(|bias| {
            let divider = Divider::Reciprocal { precision: m.precision, bias };
            (format!("bias {bias}/256"), Spec { divider, ..m })
        });
        print_nearest(&m, Op::Div, target.div, dividers, &pairs);
        println!("{} as it is:", m.name);
        for op in OPS {
            let [low, high] = interval(&m, op, &pairs);
            println!("  {op:?} [{:.4}, {:.4}] at {}, {}", low.ulps, high.ulps, at(low), at(high));
        }
    }
}

fn at(end: End) -> String {
    format!("({}, {})", end.a, end.b)
}

fn print_nearest(
    m: &Spec,
    op: Op,
    target: [f64; 2],
    candidates: impl Iterator<Item = (String, Spec)>,
    pairs: &[(f64, f64)],
) {
    let mut found: Vec<_> = candidates
        .map(|(what, spec)| {
            let [low, high] = interval(&spec, op, pairs).map(|end| end.ulps);
            ((low - target[0]).abs().max((high - target[1]).abs()), what, low, high)
        })
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!("{} {op:?}: nearest to [{}, {}]", m.name, target[0], target[1]);
    for (off, what, low, high) in found.iter().take(5) {
        println!("  {what}: [{low:.3}, {high:.3}], off by {off:.3}");
    }
}
