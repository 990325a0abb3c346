//! Random units, planted and found again: the machine that the examination finds gives the bits of the planted one.

use floatfloat_blackbox::{
    Addition, Alignment, Format, Kind, Mode, Options, Product, Rounding, Shape, Simulated, Start,
    Tree, Unit, examine,
};
use floatfloat_exact::Random;

/// Orders in which machines add.
fn tree(random: &mut Random, terms: usize) -> Tree {
    let leaves = |range: std::ops::Range<usize>| range.map(Tree::Leaf).collect::<Vec<_>>();
    let chain = |blocks: Vec<Vec<Tree>>| {
        blocks
            .into_iter()
            .fold(None, |sum: Option<Tree>, mut block| {
                block.extend(sum);
                Some(if block.len() == 1 { block.remove(0) } else { Tree::node(block) })
            })
            .expect("terms")
    };
    match random.below(7) {
        0 => Tree::sequential(terms),
        1 => chain((0..terms).rev().map(|i| leaves(i..i + 1)).collect()),
        2 => pairwise(0, terms),
        // Blocks onto the sum so far, as matrix units do.
        3 | 4 => {
            let size = random.pick(&[2, 4, 8, 16]).min(terms);
            let starts = (0..terms).step_by(size);
            chain(starts.map(|i| leaves(i..(i + size).min(terms))).collect())
        }
        // Lanes.
        5 => {
            let lanes = random.pick(&[2, 4, 8]).min(terms / 2);
            let sums = (0..lanes).map(|lane| {
                chain((lane..terms).step_by(lanes).map(|i| leaves(i..i + 1)).collect())
            });
            if random.one_in(2) {
                sums.reduce(|a, b| Tree::node(vec![a, b])).expect("lanes")
            } else {
                let mut sums: Vec<Tree> = sums.collect();
                while sums.len() > 1 {
                    let half = sums.len() / 2;
                    let upper = sums.split_off(half);
                    sums =
                        sums.into_iter().zip(upper).map(|(a, b)| Tree::node(vec![a, b])).collect();
                }
                sums.remove(0)
            }
        }
        // Any two sums at a time.
        _ => {
            let mut parts = leaves(0..terms);
            while parts.len() > 1 {
                let a = parts.swap_remove(random.below(parts.len() as u64) as usize);
                let b = parts.swap_remove(random.below(parts.len() as u64) as usize);
                parts.push(Tree::node(vec![a, b]));
            }
            parts.remove(0)
        }
    }
}

fn pairwise(first: usize, terms: usize) -> Tree {
    if terms == 1 {
        return Tree::Leaf(first);
    }
    let half = terms / 2;
    Tree::node(vec![pairwise(first, half), pairwise(first + half, terms - half)])
}

/// A random unit.
fn planted(seed: u64) -> Simulated {
    let random = &mut Random::new(seed);
    let kind = random.pick(&[Kind::Sum, Kind::Dot, Kind::Matmul]);
    let tf32 = Format { precision: 11, ..Format::F32 };
    let (passed, kept, results) = random.pick(&[
        (Format::F16, Format::F16, Format::F32),
        (Format::F16, Format::F16, Format::F16),
        (Format::BF16, Format::BF16, Format::F32),
        (Format::F32, tf32, Format::F32),
        (Format::F32, Format::BF16, Format::F32),
        (Format::F32, Format::F32, Format::F32),
        (Format::F64, Format::F64, Format::F64),
    ]);
    let tree = tree(random, random.clone().pick(&[6, 16, 32]));
    let blocks = tree.nodes().iter().any(|children| children.len() > 2);
    let nearest = |random: &mut Random| {
        random.pick(&[Mode::NearestEven, Mode::NearestEven, Mode::TowardZero, Mode::NearestAway])
    };
    let precision = match results {
        Format::F64 => 53,
        Format::F16 if random.one_in(2) => 11,
        // Some accumulators have fewer bits than their format, as those of FP8 units.
        _ => random.pick(&[24, 24, 24, 14, 22]),
    };
    let range = if precision == 11 {
        Format::F16
    } else if precision == 53 {
        Format::F64
    } else {
        Format::F32
    };
    let rounding = Rounding {
        format: Format { precision, ..range },
        mode: nearest(random),
        flushes: range != Format::F16 && random.one_in(4),
    };
    let alignment = (blocks || random.one_in(4)).then(|| Alignment {
        bits: precision - 1 + random.below(5) as u32,
        mode: random.pick(&[Mode::TowardZero, Mode::TowardZero, Mode::Down]),
        normalised: kind == Kind::Sum || random.one_in(2),
        floor: random.one_in(3).then(|| range.emin - random.below(12) as i32),
    });
    let product = match (kind, alignment) {
        (Kind::Sum, _) | (_, Some(_)) => Product::Exact(Start::Neither),
        _ => random.pick(&[
            Product::Exact(Start::Lower),
            Product::Exact(Start::Higher),
            Product::Exact(Start::Neither),
            Product::Rounded,
        ]),
    };
    let joins =
        Addition { alignment: None, rounding: Rounding { mode: nearest(random), ..rounding } };
    let unit = Unit {
        operands: Rounding {
            format: Format { precision: kept.precision, ..passed },
            mode: random.pick(&[Mode::NearestEven, Mode::TowardZero]),
            flushes: random.one_in(4),
        },
        passed,
        product,
        steps: Addition { alignment, rounding },
        joins,
        result: Rounding { format: results, mode: Mode::NearestEven, flushes: false },
    };
    Simulated { name: format!("unit {seed}"), kind, tree, unit }
}

fn options(unit: &Simulated, checks: usize) -> Options {
    Options { shape: Shape { m: 8, k: unit.tree.terms(), n: 8 }, checks, seed: 7 }
}

/// As many as `FLOATFLOAT_PLANTED` says. From 200 on, a million fresh sums are compared.
#[test]
fn random_units_are_found_again() {
    let units = std::env::var("FLOATFLOAT_PLANTED");
    let units: u64 = units.map_or(12, |n| n.parse().expect("FLOATFLOAT_PLANTED is a number"));
    let mut failed = Vec::new();
    for seed in 0..units {
        let mut unit = planted(seed);
        let options = options(&unit, if units < 200 { 1024 } else { 5000 });
        let report = examine(&mut unit, &options).unwrap();
        if report.tree.as_ref() != Some(&unit.tree) || !report.is_explained() {
            eprintln!("{seed}: {:?}\n{:?}\n{report}", unit.tree.to_string(), unit.unit);
            failed.push(seed);
        }
    }
    assert!(failed.is_empty(), "{} of {units}: {failed:?}", failed.len());
}
