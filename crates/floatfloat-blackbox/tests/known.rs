//! Machines whose arithmetic is known.

use floatfloat_blackbox::{
    Answer, Compensation, Effort, Failure, Format, FromFn, Kind, Mode, Model, Options, Product,
    Reference, Report, Shape, Start, Tree, Unit, examine, examine_function, of_dot, of_matmul,
    of_sum, order,
};

fn report(machine: &mut dyn floatfloat_blackbox::Operator) -> Report {
    examine(machine, &Options::default()).unwrap()
}

/// The first unit found, which explains everything.
fn unit(report: &Report) -> &Unit {
    assert!(report.is_explained(), "{report}");
    &report.units[0]
}

#[test]
fn a_loop_of_f32() {
    let report = report(&mut of_sum("loop", |x: &[f32]| x.iter().sum::<f32>()));
    let unit = unit(&report);
    assert_eq!(report.tree, Some(Tree::sequential(32)));
    assert_eq!((unit.steps.rounding.format.precision, unit.steps.alignment), (24, None));
    assert_eq!(unit.steps.rounding.mode, Mode::NearestEven);
    assert!(report.faults().is_empty(), "{report}");
    assert!(report.to_string().contains("one after the other"));
}

#[test]
fn an_accumulator_of_f64() {
    let machine = |x: &[f32]| x.iter().map(|&x| f64::from(x)).sum::<f64>() as f32;
    let report = report(&mut of_sum("wide", machine));
    assert_eq!(unit(&report).steps.rounding.format.precision, 53);
    assert_eq!(unit(&report).result.mode, Mode::NearestEven);
}

#[test]
fn fused_and_rounded_products() {
    let fused = |a: &[f32], b: &[f32]| a.iter().zip(b).fold(0.0f32, |s, (&a, &b)| a.mul_add(b, s));
    let fused = report(&mut of_dot("fused", fused));
    assert_eq!(unit(&fused).product, Product::Exact(Start::Lower));
    let rounded = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let rounded = report(&mut of_dot("rounded", rounded));
    assert_eq!(unit(&rounded).product, Product::Rounded);
}

#[test]
fn kahan_and_neumaier() {
    let kahan = |x: &[f32]| {
        let (mut s, mut c) = (0.0f32, 0.0f32);
        for &x in x {
            let y = x - c;
            let t = s + y;
            c = (t - s) - y;
            s = t;
        }
        s
    };
    let neumaier = |x: &[f32]| {
        let (mut s, mut c) = (0.0f32, 0.0f32);
        for &x in x {
            let t = s + x;
            c += if s.abs() >= x.abs() { (s - t) + x } else { (x - t) + s };
            s = t;
        }
        s + c
    };
    for (report, expected) in [
        (report(&mut of_sum("Kahan", kahan)), Compensation::Kahan),
        (report(&mut of_sum("Neumaier", neumaier)), Compensation::Neumaier),
    ] {
        let Some(Model::Compensated(found, _)) = report.model else { panic!("{report}") };
        assert_eq!(found, expected);
        assert!(report.is_explained(), "{report}");
    }
}

#[test]
fn operands_that_are_cut_to_bf16() {
    let cut = |x: f32| f32::from_bits(x.to_bits() & 0xffff_0000);
    let machine = move |a: &[f32], b: &[f32], m: usize, k: usize, n: usize| {
        let entry = |i: usize, j: usize| {
            (0..k).fold(0.0f32, |sum, l| cut(a[i * k + l]).mul_add(cut(b[l * n + j]), sum))
        };
        (0..m * n).map(|at| entry(at / n, at % n)).collect::<Vec<f32>>()
    };
    let report = report(&mut of_matmul("bf16", machine));
    assert_eq!((report.bits, report.reads), (8, Some(Mode::TowardZero)));
    assert!(report.faults()[0].contains("Only 8 of the 24 bits of an operand matter (as bf16)"));
    assert_eq!(unit(&report).product, Product::Exact(Start::Lower));
    assert_eq!(report.same.everywhere, Answer::Yes);
}

#[test]
fn orders_have_words() {
    let lanes = |x: &[f32]| {
        let mut lanes = [0.0f32; 4];
        let (body, rest) = x.as_chunks::<4>();
        for chunk in body {
            for (lane, &x) in lanes.iter_mut().zip(chunk) {
                *lane += x;
            }
        }
        rest.iter().fold((lanes[0] + lanes[1]) + (lanes[2] + lanes[3]), |sum, &x| sum + x)
    };
    let words =
        |k| order(&mut of_sum("lanes", lanes), Shape { m: 1, k, n: 1 }).unwrap().unwrap().words();
    assert_eq!(words(1), "one term");
    assert_eq!(words(64), "in 4 lanes, 4 terms apart: each one after the other; these pairwise");
    let rest = "the first 64 terms in 4 lanes, 4 terms apart: each one after the other; these pairwise; then the last 3 one \
                after the other";
    assert_eq!(words(67), rest);
    let wide = |x: &[f64]| f64::from(x.iter().map(|x| x.abs()).sum::<f64>() as f32);
    let formats = [Format::F32, Format::F32];
    let mut wide =
        FromFn::new("wide", Kind::Magnitudes, formats, move |x: &[f64], _: &[f64], _| {
            Ok(vec![wide(x)])
        });
    assert_eq!(report(&mut wide).tree, None, "results have too few bits to show the order");
    let backward = |x: &[f64]| x.iter().rev().sum::<f64>();
    let tree =
        order(&mut of_sum("backward", backward), Shape { m: 1, k: 300, n: 1 }).unwrap().unwrap();
    assert_eq!(tree.words(), "one after the other, from the last to the first");
    assert_eq!(Tree::sequential(4).to_string(), "(((0 1) 2) 3)");
}

/// Machines that are random, give NaN, or change from call to call are findings, and end.
#[test]
fn machines_that_misbehave() {
    let mut calls = 0;
    let unsteady = report(&mut of_sum("unsteady", move |x: &[f32]| {
        calls += 1;
        if calls % 2 == 0 { x.iter().sum::<f32>() } else { x.iter().rev().sum::<f32>() }
    }));
    assert!(matches!(unsteady.same.again, Answer::No(_)), "{unsteady}");
    let nan = report(&mut of_sum("NaN", |_: &[f32]| f32::NAN));
    assert!(!nan.is_explained(), "{nan}");
    assert!(nan.faults().iter().any(|fault| fault.contains("not a number")), "{nan}");
    let constant = report(&mut of_sum("constant", |_: &[f32]| 1.0f32));
    assert!(!constant.is_explained(), "{constant}");
    let formats = [Format::F32, Format::F32];
    let mut short =
        FromFn::new("short", Kind::Matmul, formats, |_: &[f64], _: &[f64], _| Ok(vec![0.0]));
    let failure = examine(&mut short, &Options::default()).unwrap_err();
    assert_eq!(failure, Failure::Length { expected: 256, given: 1 });
    let refuse = |_: &[f64], _: &[f64], _| Err(Failure::Refused("out of memory".to_owned()));
    let mut refusing = FromFn::new("refusing", Kind::Dot, formats, refuse);
    assert_eq!(
        examine(&mut refusing, &Options::default()).unwrap_err().to_string(),
        "out of memory"
    );
}

fn function(
    name: &str,
    mut machine: impl FnMut(f64) -> f64,
) -> floatfloat_blackbox::FunctionReport {
    let reference = Reference::named(name).unwrap();
    let mut evaluate = |x: &[f64], _: &[f64]| Ok(x.iter().map(|&x| machine(x)).collect());
    let effort = Effort { samples: 200, seed: 1, refuses: false };
    examine_function(name, &reference, Format::F32, &mut evaluate, effort).unwrap()
}

#[test]
fn functions_of_numbers() {
    let good = function("exp", |x| f64::from(x.exp() as f32));
    assert!(good.largest() < 0.5001 && good.faults().is_empty(), "{good}");
    // By powers of e rounded to f32.
    let bad = function("exp", |x| f64::from(std::f32::consts::E.powf(x as f32)));
    assert!(bad.largest() > 8.0 && bad.faults()[0].contains("ulps"), "{bad}");
    let lost = function("ln", |x| if x == 0.0 { f64::NAN } else { f64::from(x.ln() as f32) });
    assert!(lost.faults().iter().any(|fault| fault.contains("special value")), "{lost}");
    let skewed =
        function("sin", |x| f64::from((x.sin() * if x < 0.0 { 1.0000002 } else { 1.0 }) as f32));
    assert!(skewed.asymmetric.is_some(), "{skewed}");
    assert!(Reference::named("arcsinh").is_some() && Reference::named("nothing").is_none());
}

/// A function of `f64` that adds magnitudes or squares.
fn of_one(kind: Kind, function: impl Fn(&[f64]) -> f64) -> impl floatfloat_blackbox::Operator {
    let formats = [Format::F64, Format::F64];
    FromFn::new("of one", kind, formats, move |x: &[f64], _: &[f64], _| Ok(vec![function(x)]))
}

#[test]
fn sums_of_magnitudes_show_their_order_without_cancellation() {
    let lanes = |x: &[f64]| {
        let lane = |i: usize| x.iter().skip(i).step_by(4).map(|x| x.abs()).sum::<f64>();
        (lane(0) + lane(1)) + (lane(2) + lane(3))
    };
    let found = report(&mut of_one(Kind::Magnitudes, lanes));
    assert_eq!(unit(&found).steps.rounding.mode, Mode::NearestEven);
    assert!(found.to_string().contains("in 4 lanes"), "{found}");
    assert!(found.faults().is_empty(), "{found}");
    let backward = |x: &[f64]| x.iter().rev().map(|x| x.abs()).sum::<f64>();
    let found = report(&mut of_one(Kind::Magnitudes, backward));
    assert!(found.is_explained() && found.to_string().contains("last to the first"), "{found}");
    let signed = |x: &[f64]| x.iter().sum::<f64>();
    let found = report(&mut of_one(Kind::Magnitudes, signed));
    assert!(found.faults().iter().any(|fault| fault.contains("-inf")), "{found}");
}

#[test]
fn norms_that_overflow_or_lose_digits_are_faults() {
    let naive = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let found = report(&mut of_one(Kind::Norm, naive));
    let faults = found.faults().join(" ");
    assert!(faults.contains("is not a number") && faults.contains("times the bound"), "{found}");
    let scaled = |x: &[f64]| {
        let largest = x.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        if largest == 0.0 || x.iter().any(|x| !x.is_finite()) {
            return x.iter().map(|x| x.abs()).sum();
        }
        // A power of two, so that scaling rounds nothing; two steps keep it in the range.
        let scale = largest.log2().floor() as i32;
        let by = |x: f64, e: i32| x * 2f64.powi(e / 2) * 2f64.powi(e - e / 2);
        let square = |x: f64| by(x, -scale) * by(x, -scale);
        by(x.iter().map(|&x| square(x)).sum::<f64>().sqrt(), scale)
    };
    let found = report(&mut of_one(Kind::Norm, scaled));
    assert!(found.faults().is_empty() && found.check.error.of_bound > 0.01, "{found}");
}
