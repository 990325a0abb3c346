//! Formats so small that every operand can be tried: which parameters an examination leaves open though some operands show
//! them.

use floatfloat_blackbox::{
    Addition, Alignment, Format, Kind, Mode, Options, Product, Rounding, Shape, Simulated, Start,
    Tree, Unit, examine,
};
use floatfloat_exact::Random;

/// Three bits, of which two are stored, and the exponents of f16: E5M2.
const SMALL: Format = Format { precision: 3, ..Format::F16 };

/// Every number of the format.
fn numbers() -> Vec<f64> {
    let fraction = SMALL.precision as i32 - 1;
    let of = |significand: i32, exponent: i32| {
        f64::from(significand) * f64::from(exponent - fraction).exp2()
    };
    let subnormal = (0..1 << fraction).map(|significand| of(significand, SMALL.emin));
    let normal = (SMALL.emin..=SMALL.emax)
        .flat_map(|exponent| ((1 << fraction)..2 << fraction).map(move |s| of(s, exponent)));
    subnormal.chain(normal).flat_map(|x| [x, -x]).collect()
}

/// A random unit of these operands: sums of three terms and dot products of two.
fn planted(seed: u64) -> Simulated {
    let random = &mut Random::new(seed);
    let kind = random.pick(&[Kind::Sum, Kind::Dot]);
    let leaves = |n: usize| (0..n).map(Tree::Leaf).collect::<Vec<_>>();
    let tree = match kind {
        Kind::Sum if random.one_in(2) => Tree::sequential(3),
        Kind::Sum => Tree::node(leaves(3)),
        _ => Tree::sequential(2),
    };
    let blocks = tree.nodes().iter().any(|children| children.len() > 2);
    let modes = [Mode::NearestEven, Mode::TowardZero, Mode::NearestAway];
    let precision = random.pick(&[3, 8, 11]);
    let results = Format { precision, ..Format::F16 };
    let rounding = Rounding {
        format: Format { precision, ..Format::F16 },
        mode: random.pick(&modes),
        flushes: kind == Kind::Dot && random.one_in(3),
    };
    let alignment = (blocks || random.one_in(3)).then(|| Alignment {
        bits: precision - 1 + random.below(3) as u32,
        mode: random.pick(&[Mode::TowardZero, Mode::Down]),
        normalised: kind == Kind::Sum || random.one_in(2),
        floor: None,
    });
    let product = match (kind, alignment) {
        (Kind::Sum, _) | (_, Some(_)) => Product::Exact(Start::Neither),
        _ => random.pick(&[
            Product::Exact(Start::Lower),
            Product::Exact(Start::Neither),
            Product::Rounded,
        ]),
    };
    let steps = Addition { alignment, rounding };
    let joins = Addition { alignment: None, rounding };
    let operands = Rounding { format: SMALL, mode: Mode::NearestEven, flushes: random.one_in(3) };
    let result = Rounding { format: results, mode: Mode::NearestEven, flushes: false };
    let unit = Unit { operands, passed: SMALL, product, steps, joins, result };
    Simulated { name: format!("small {seed}"), kind, tree, unit }
}

/// The parameters of a unit, as text.
fn parameters(unit: &Unit) -> [String; 7] {
    let Unit { product, steps, operands, result, .. } = unit;
    let align = steps.alignment;
    [
        format!("{product:?}"),
        format!("{:?}", align.map(|align| align.bits)),
        format!("{:?}", align.map(|align| (align.mode, align.normalised))),
        format!("{}", steps.rounding.format.precision),
        format!("{}", steps.rounding.mode),
        format!("{} {}", operands.flushes, steps.rounding.flushes),
        format!("{} {}", result.mode, result.flushes),
    ]
}

/// Whether some of so many operands give different results.
fn differ(tree: &Tree, kind: Kind, a: &Unit, b: &Unit, tried: usize) -> bool {
    let all = numbers();
    let count = if kind == Kind::Sum { 3 } else { 4 };
    let total = all.len().pow(count);
    let other = |mut index: usize| {
        let mut x = Vec::with_capacity(4);
        for _ in 0..count {
            x.push(all[index % all.len()]);
            index /= all.len();
        }
        let second = if kind == Kind::Sum { Vec::new() } else { x.split_off(2) };
        let [a, b] = [a, b].map(|unit| unit.run(tree, &x, &second));
        a != b && !(a.is_nan() && b.is_nan())
    };
    // A step without a common factor with the total reaches every index, and other operands soon.
    (0..tried.min(total)).any(|i| other(i * 1_000_003 % total))
}

/// At most a twentieth is left open. `FLOATFLOAT_PLANTED` says how many units are tried; from 200 on, sums are tried for every operand.
#[test]
fn what_every_operand_shows_is_determined() {
    let units = std::env::var("FLOATFLOAT_PLANTED");
    let units: u64 = units.map_or(4, |n| n.parse().expect("FLOATFLOAT_PLANTED is a number"));
    let tried = if units < 200 { 200_000 } else { numbers().len().pow(3) };
    let (mut determined, mut open) = (0, 0);
    for seed in 0..units {
        let mut planted = planted(seed);
        let shape = Shape { m: 1, k: planted.tree.terms(), n: 1 };
        let options = Options { shape, checks: 512, seed: 3 };
        let report = examine(&mut planted, &options).unwrap();
        if report.tree.as_ref() != Some(&planted.tree) || report.units.is_empty() {
            eprintln!("{seed}: {:?} {:?}\n{report}", planted.tree.to_string(), planted.unit);
            open += 7;
            continue;
        }
        let first = parameters(&report.units[0]);
        for (number, value) in first.iter().enumerate() {
            let mut others: Vec<_> =
                report.units.iter().filter(|unit| parameters(unit)[number] != *value).collect();
            if others.is_empty() {
                determined += 1;
                continue;
            }
            // Some other value may give the same results for all operands; those that differ in little else come first.
            others.sort_by_key(|unit| {
                parameters(unit).iter().zip(&first).filter(|(a, b)| a != b).count()
            });
            let shows =
                |unit: &&Unit| differ(&planted.tree, planted.kind, &report.units[0], unit, tried);
            if others.into_iter().take(8).all(|unit| shows(&unit)) {
                open += 1;
                eprintln!("{seed}: parameter {number} is left open");
            }
        }
    }
    eprintln!("{determined} determined, {open} open");
    assert!(20 * open <= determined + open, "{open} of {}", determined + open);
}
