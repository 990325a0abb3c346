//! The lines that are blamed, and those that an exhaustive search finds, for expressions of the kinds that collections of
//! floating-point benchmarks have.

use super::Reference;
use crate::{
    Options, Verdict, Watched, explain,
    explain::watch_all,
    format::{Format, Formats},
    number::Number,
    runs::{Program, Runs},
};
use num_traits::Float;
use std::time::{Duration, Instant};

type Expression = fn([Watched<f64>; 3]) -> Watched<f64>;

/// A name, where the three numbers are from and to, and the expression with one step of its formula on each line.
type Case = (&'static str, [(f64, f64); 3], Expression);

/// Inputs between two bounds of one sign, evenly spread on a logarithmic scale, and shuffled differently for each number.
fn inputs(ranges: [(f64, f64); 3]) -> Vec<[f64; 3]> {
    let between = |(from, to): (f64, f64), k: usize| {
        if from == to { from } else { from * (to / from).powf(k as f64 / 63.0) }
    };
    (0..64usize).map(|k| [0, 1, 2].map(|n| between(ranges[n], k * [1, 29, 45][n] % 64))).collect()
}

const ONE: (f64, f64) = (1.0, 1.0);
const SMALL: (f64, f64) = (1e-9, 1e-3);
const LARGE: (f64, f64) = (1e3, 1e9);
const UNIT: (f64, f64) = (0.1, 1.0);

#[rustfmt::skip]
const CASES: [Case; 30] = [
    ("difference of roots", [LARGE, ONE, ONE], |[x, y, _]| {
        let above = Float::sqrt(x + y);
        let root = Float::sqrt(x);
        above - root
    }),
    ("exponential minus one", [SMALL, ONE, ONE], |[x, _, _]| {
        let exponential = Float::exp(x);
        let less = exponential - 1.0;
        less / x
    }),
    ("one minus cosine", [SMALL, ONE, ONE], |[x, _, _]| {
        let cosine = Float::cos(x);
        let less = 1.0 - cosine;
        let square = x * x;
        less / square
    }),
    ("smaller root of a quadratic", [(1e3, 1e8), UNIT, ONE], |[p, q, _]| {
        let square = p * p;
        let discriminant = square - q;
        let root = Float::sqrt(discriminant);
        p - root
    }),
    ("difference of reciprocals", [LARGE, ONE, ONE], |[x, y, _]| {
        let next = x + y;
        let first = 1.0 / next;
        let second = 1.0 / x;
        first - second
    }),
    ("logarithm near one", [SMALL, ONE, ONE], |[x, _, _]| {
        let sum = x + 1.0;
        let logarithm = Float::ln(sum);
        logarithm / x
    }),
    ("difference of tangents", [UNIT, SMALL, ONE], |[x, e, _]| {
        let sum = x + e;
        let above = Float::tan(sum);
        let tangent = Float::tan(x);
        above - tangent
    }),
    ("difference of cosines", [UNIT, SMALL, ONE], |[x, e, _]| {
        let sum = x + e;
        let above = Float::cos(sum);
        let cosine = Float::cos(x);
        above - cosine
    }),
    ("difference of cube roots", [LARGE, ONE, ONE], |[x, _, _]| {
        let next = x + 1.0;
        let above = Float::cbrt(next);
        let root = Float::cbrt(x);
        above - root
    }),
    ("difference of arc tangents", [LARGE, ONE, ONE], |[x, _, _]| {
        let next = x + 1.0;
        let above = Float::atan(next);
        let angle = Float::atan(x);
        above - angle
    }),
    ("logarithm of a ratio near one", [SMALL, ONE, ONE], |[x, _, _]| {
        let above = 1.0 + x;
        let below = 1.0 - x;
        let ratio = below / above;
        Float::ln(ratio)
    }),
    ("number minus sine", [SMALL, ONE, ONE], |[x, _, _]| {
        let sine = Float::sin(x);
        let less = x - sine;
        let cube = x * x * x;
        less / cube
    }),
    ("hyperbolic cosine minus one", [SMALL, ONE, ONE], |[x, _, _]| {
        let grows = Float::exp(x);
        let falls = Float::exp(-x);
        let less = grows - 2.0;
        less + falls
    }),
    ("difference of squares", [UNIT, SMALL, ONE], |[x, e, _]| {
        let y = x + e;
        let above = y * y;
        let square = x * x;
        above - square
    }),
    ("compound interest", [SMALL, LARGE, ONE], |[rate, periods, _]| {
        let factor = 1.0 + rate;
        let growth = Float::powf(factor, periods);
        growth - 1.0
    }),
    ("area of a needle", [UNIT, (1e-9, 1e-7), ONE], |[a, c, _]| {
        let b = a + c * 0.5;
        let s = (a + b + c) / 2.0;
        let [x, y, z] = [s - a, s - b, s - c];
        Float::sqrt(s * x * y * z)
    }),
    ("variance of three", [(1e6, 1e8), UNIT, UNIT], |[x, d, e]| {
        let [y, z] = [x + d, x - e];
        let squares = (x * x + y * y + z * z) / 3.0;
        let mean = (x + y + z) / 3.0;
        let square = mean * mean;
        squares - square
    }),
    ("hypotenuse minus leg", [LARGE, UNIT, ONE], |[x, y, _]| {
        let squares = x * x + y * y;
        let hypotenuse = Float::sqrt(squares);
        hypotenuse - x
    }),
    ("logistic difference", [SMALL, ONE, ONE], |[x, _, _]| {
        let denominator = 1.0 + Float::exp(-x);
        let logistic = 1.0 / denominator;
        logistic - 0.5
    }),
    ("sum of three of different signs", [LARGE, SMALL, UNIT], |[x, y, z]| {
        let sum = x + y;
        let shifted = sum + z;
        shifted - x
    }),
    ("polynomial at its double root", [(1.000001, 1.001), ONE, ONE], |[x, _, _]| {
        let square = x * x;
        let linear = x * 2.0;
        let difference = square - linear;
        difference + 1.0
    }),
    ("angle between near directions", [UNIT, SMALL, ONE], |[x, e, _]| {
        let y = x + e;
        let dot = Float::cos(x) * Float::cos(y) + Float::sin(x) * Float::sin(y);
        Float::acos(dot)
    }),
    // What follows loses nothing.
    ("Doppler's shift", [(20.0, 100.0), (20.0, 20000.0), (30.0, 50.0)], |[u, v, t]| {
        let speed = 331.4 + 0.6 * t;
        let sum = speed + u;
        -(speed * v) / (sum * sum)
    }),
    ("predators and prey", [UNIT, ONE, ONE], |[x, _, _]| {
        let square = x * x;
        let ratio = x / 1.11;
        4.0 * square / (1.0 + ratio * ratio)
    }),
    ("Verhulst's growth", [UNIT, ONE, ONE], |[x, _, _]| {
        let ratio = x / 1.11;
        4.0 * x / (1.0 + ratio)
    }),
    ("Taylor's sine", [UNIT, ONE, ONE], |[x, _, _]| {
        let square = x * x;
        let third = x * square / 6.0;
        x - third + third * square / 20.0
    }),
    ("Taylor's root", [UNIT, ONE, ONE], |[x, _, _]| {
        let linear = 1.0 + 0.5 * x;
        linear - 0.125 * x * x
    }),
    ("polar radius", [UNIT, UNIT, ONE], |[x, y, _]| {
        let squares = x * x + y * y;
        Float::sqrt(squares)
    }),
    ("real gas", [UNIT, (1e3, 1e5), ONE], |[volume, pressure, _]| {
        let attraction = 0.401 / (volume * volume);
        let inside = pressure + attraction;
        inside * (volume + 4.27e-5)
    }),
    ("exponential minus one, by its function", [SMALL, ONE, ONE], |[x, _, _]| {
        let less = Float::exp_m1(x);
        less / x
    }),
];

/// The smallest set of lines with which exact a tenth of the error is left, and of these the one with the least error.
fn exhaustive(inputs: &[[f64; 3]], expression: Expression) -> Vec<u32> {
    let begin = Instant::now();
    let mut program = Program::new(inputs, expression, begin, begin + Duration::from_secs(600));
    let watched = watch_all(&mut program, &Options::default());
    let watched = watched.expect("the expression is explained");
    let lines = program.places.lines().to_vec();
    let count = program.places.line_count();
    let mut run = |formats: &Formats| -> Vec<Vec<_>> {
        let one = |input| program.again(input, formats, None).ok().expect("there is time");
        (0..inputs.len()).map(one).collect()
    };
    let exact = run(&Formats::exact());
    let references: Vec<Reference> = watched
        .iter()
        .zip(exact)
        .map(|(seen, results)| Reference { results, ..Reference::new(seen) })
        .collect();
    let mut error = |set: usize| {
        let format = |place: Option<usize>| match place {
            Some(place) if set >> lines[place] & 1 == 1 => Format::Exact,
            _ => Format::Own,
        };
        let rounded = run(&Formats::new(lines.len(), format));
        let pairs = rounded.iter().zip(&references);
        let squares =
            pairs.flat_map(|(x, reference)| reference.differences(x)).map(|error| error * error);
        (squares.sum::<f64>() / inputs.len() as f64).sqrt()
    };
    let most = (error(0) / 10.0).max(8.0 * f64::UNIT);
    let sets =
        (0..1usize << count).map(|set| (set, error(set))).filter(|&(_, error)| error <= most);
    let best =
        sets.min_by(|(x, e), (y, d)| (x.count_ones().cmp(&y.count_ones())).then(e.total_cmp(d)));
    let (best, _) = best.expect("without any rounding there is no error");
    let places = program.places.list();
    let of_line = |line| places[lines.iter().position(|&other| other == line).unwrap()].line;
    (0..count).filter(|line| best >> line & 1 == 1).map(of_line).collect()
}

#[test]
fn blamed_lines_are_those_of_an_exhaustive_search() {
    let (mut right, mut blamed, mut wanted) = (0, 0, 0);
    for (name, ranges, expression) in CASES {
        let inputs = inputs(ranges);
        let explanation = explain(&inputs, expression).expect("the expression is explained");
        let lines = explanation.lines.iter().filter(|line| line.share >= 0.2).take(3);
        let mut lines: Vec<u32> = lines.map(|line| line.line).collect();
        lines.sort_unstable();
        if explanation.verdict == Verdict::Accurate {
            assert!(lines.is_empty(), "{name}: {explanation}");
            continue;
        }
        let expected = exhaustive(&inputs, expression);
        let common = lines.iter().filter(|line| expected.contains(line)).count();
        println!("{name}: {lines:?}, exhaustively {expected:?}");
        (right, blamed, wanted) = (right + common, blamed + lines.len(), wanted + expected.len());
    }
    println!("{right} of {blamed} blamed lines are right, of {wanted} that there are");
    assert!(wanted >= 30, "{wanted}");
    assert!(10 * right >= 9 * blamed, "precision: {right} of {blamed}");
    assert!(10 * right >= 9 * wanted, "recall: {right} of {wanted}");
}
