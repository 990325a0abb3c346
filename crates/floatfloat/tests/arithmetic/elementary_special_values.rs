//! Special values of the elementary functions, as IEEE 754-2019, 9.2.1, and C's annex F have them.

use floatfloat::{
    NoFma,
    elementary::{Elementary, Function, Function::*, Operands},
    registry::{FunctionVisitor, for_each_function},
};
use floatfloat_exact::{Concrete, Pair, functions::survey::apply};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

/// Functions, and the high words of an operand and of their result.
type OfOne = (&'static [Function], &'static [(f64, f64)]);

/// A function, and the high words of two operands and of its result.
type OfTwo = (Function, &'static [(f64, f64, f64)]);

const OF_ONE: &[OfOne] = &[
    (&[Exp, Exp2, Exp10], &[(0.0, 1.0), (-0.0, 1.0), (-INF, 0.0), (INF, INF)]),
    (&[ExpM1], &[(0.0, 0.0), (-0.0, -0.0), (-INF, -1.0), (INF, INF)]),
    (
        &[Ln, Log2, Log10],
        &[(0.0, -INF), (-0.0, -INF), (1.0, 0.0), (-1.0, NAN), (-INF, NAN), (INF, INF)],
    ),
    (&[Log2], &[(8.0, 3.0), (0.125, -3.0)]),
    (&[Exp2], &[(10.0, 1024.0), (-10.0, 1.0 / 1024.0)]),
    (&[Ln1p], &[(0.0, 0.0), (-0.0, -0.0), (-1.0, -INF), (-2.0, NAN), (-INF, NAN), (INF, INF)]),
    (&[Sin, Tan], &[(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN)]),
    (&[Cos], &[(0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN)]),
    (
        &[SinPi],
        &[
            (0.0, 0.0),
            (-0.0, -0.0),
            (1.0, 0.0),
            (-1.0, -0.0),
            (2.0, 0.0),
            (-2.0, -0.0),
            (0.5, 1.0),
            (-0.5, -1.0),
            (1.5, -1.0),
            (1e30, 0.0),
            (-1e30, -0.0),
            (INF, NAN),
        ],
    ),
    (
        &[CosPi],
        &[
            (0.0, 1.0),
            (-0.0, 1.0),
            (0.5, 0.0),
            (-0.5, 0.0),
            (1.5, 0.0),
            (-1.5, 0.0),
            (1.0, -1.0),
            (-2.0, 1.0),
            (1e30, 1.0),
            (INF, NAN),
        ],
    ),
    (
        &[TanPi],
        &[
            (0.0, 0.0),
            (-0.0, -0.0),
            (1.0, -0.0),
            (-1.0, 0.0),
            (2.0, 0.0),
            (-2.0, -0.0),
            (3.0, -0.0),
            (0.5, INF),
            (-0.5, -INF),
            (1.5, -INF),
            (-1.5, INF),
            (2.5, INF),
            (0.25, 1.0),
            (-0.25, -1.0),
            (INF, NAN),
        ],
    ),
    (
        &[Asin],
        &[(0.0, 0.0), (-0.0, -0.0), (1.0, FRAC_PI_2), (-1.0, -FRAC_PI_2), (2.0, NAN), (INF, NAN)],
    ),
    (
        &[Acos],
        &[(1.0, 0.0), (0.0, FRAC_PI_2), (-0.0, FRAC_PI_2), (-1.0, PI), (-2.0, NAN), (INF, NAN)],
    ),
    (&[Atan], &[(0.0, 0.0), (-0.0, -0.0), (INF, FRAC_PI_2), (-INF, -FRAC_PI_2), (1.0, FRAC_PI_4)]),
    (&[Sinh, Asinh], &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF)]),
    (&[Cosh], &[(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, INF)]),
    (&[Tanh, Erf], &[(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0)]),
    (&[Acosh], &[(1.0, 0.0), (0.5, NAN), (0.0, NAN), (-1.0, NAN), (INF, INF), (-INF, NAN)]),
    (
        &[Atanh],
        &[(0.0, 0.0), (-0.0, -0.0), (1.0, INF), (-1.0, -INF), (2.0, NAN), (-2.0, NAN), (INF, NAN)],
    ),
    (&[Cbrt], &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (27.0, 3.0), (-8.0, -2.0)]),
    (&[Rsqrt], &[(0.0, INF), (-0.0, -INF), (INF, 0.0), (-1.0, NAN), (-INF, NAN), (0.25, 2.0)]),
    (&[Erfc], &[(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 2.0)]),
    (
        &[Gamma],
        &[(0.0, INF), (-0.0, -INF), (-1.0, NAN), (-INF, NAN), (INF, INF), (1.0, 1.0), (5.0, 24.0)],
    ),
    (
        &[LnGamma],
        &[(0.0, INF), (-0.0, INF), (-1.0, INF), (1.0, 0.0), (2.0, 0.0), (INF, INF), (-INF, INF)],
    ),
];

const OF_TWO: &[OfTwo] = &[
    (
        Hypot,
        &[
            (INF, 1.0, INF),
            (-INF, NAN, INF),
            (NAN, INF, INF),
            (1.0, -INF, INF),
            (NAN, 1.0, NAN),
            (1.0, NAN, NAN),
            (0.0, -0.0, 0.0),
            (-0.0, -0.0, 0.0),
            (-3.0, 4.0, 5.0),
            (-2.0, 0.0, 2.0),
        ],
    ),
    (
        Atan2,
        &[
            (0.0, 0.0, 0.0),
            (-0.0, 0.0, -0.0),
            (0.0, 1.0, 0.0),
            (-0.0, 1.0, -0.0),
            (0.0, -0.0, PI),
            (-0.0, -0.0, -PI),
            (0.0, -1.0, PI),
            (-0.0, -1.0, -PI),
            (1.0, 0.0, FRAC_PI_2),
            (1.0, -0.0, FRAC_PI_2),
            (-1.0, 0.0, -FRAC_PI_2),
            (-1.0, -0.0, -FRAC_PI_2),
            (1.0, -INF, PI),
            (-1.0, -INF, -PI),
            (1.0, INF, 0.0),
            (-1.0, INF, -0.0),
            (INF, 1.0, FRAC_PI_2),
            (-INF, 1.0, -FRAC_PI_2),
            (INF, -INF, 3.0 * FRAC_PI_4),
            (-INF, -INF, -3.0 * FRAC_PI_4),
            (INF, INF, FRAC_PI_4),
            (-INF, INF, -FRAC_PI_4),
            (1.0, 1.0, FRAC_PI_4),
            (NAN, 1.0, NAN),
            (1.0, NAN, NAN),
            (NAN, INF, NAN),
        ],
    ),
    (
        Powf,
        &[
            (NAN, 0.0, 1.0),
            (NAN, -0.0, 1.0),
            (INF, 0.0, 1.0),
            (0.0, 0.0, 1.0),
            (1.0, NAN, 1.0),
            (1.0, INF, 1.0),
            (1.0, -INF, 1.0),
            (-1.0, INF, 1.0),
            (-1.0, -INF, 1.0),
            (0.0, -3.0, INF),
            (-0.0, -3.0, -INF),
            (0.0, -2.0, INF),
            (-0.0, -2.0, INF),
            (-0.0, -0.5, INF),
            (-0.0, -INF, INF),
            (0.0, 3.0, 0.0),
            (-0.0, 3.0, -0.0),
            (-0.0, 2.0, 0.0),
            (-0.0, 0.5, 0.0),
            (-0.0, INF, 0.0),
            (-INF, -3.0, -0.0),
            (-INF, -2.0, 0.0),
            (-INF, -0.5, 0.0),
            (-INF, 3.0, -INF),
            (-INF, 2.0, INF),
            (-INF, 0.5, INF),
            (INF, -2.0, 0.0),
            (INF, 0.5, INF),
            (-8.0, 0.5, NAN),
            (-8.0, 3.0, -512.0),
            (-8.0, 2.0, 64.0),
            (0.5, -INF, INF),
            (-0.5, -INF, INF),
            (0.5, INF, 0.0),
            (2.0, -INF, 0.0),
            (2.0, INF, INF),
            (-2.0, INF, INF),
            (-INF, INF, INF),
            (-INF, -INF, 0.0),
            (NAN, 1.0, NAN),
            (2.0, NAN, NAN),
        ],
    ),
    (
        Rootn,
        &[
            (0.0, 3.0, 0.0),
            (-0.0, 3.0, -0.0),
            (-0.0, 2.0, 0.0),
            (0.0, -3.0, INF),
            (-0.0, -3.0, -INF),
            (-0.0, -2.0, INF),
            (INF, 3.0, INF),
            (-INF, 3.0, -INF),
            (INF, -3.0, 0.0),
            (-INF, -3.0, -0.0),
            (-INF, 2.0, NAN),
            (-8.0, 2.0, NAN),
            (-8.0, 3.0, -2.0),
            (2.0, 0.0, NAN),
            (NAN, 3.0, NAN),
        ],
    ),
];

struct SpecialValues(Vec<String>);

impl SpecialValues {
    fn word<F: Elementary, W: Concrete<Mask = bool>>(&mut self, x: f64, y: f64, expected: f64) {
        let [high, low] = apply::<F, W>(Pair { x: [x, 0.0], y: [y, 0.0] });
        // π and its parts are rounded to the format.
        let rounded = W::from_f64(expected).to_f64();
        let right =
            if rounded.is_nan() { high.is_nan() } else { high.to_bits() == rounded.to_bits() };
        // Beside what is no other number's neighbour there is no low word.
        let alone = rounded == 0.0 || rounded.is_infinite();
        if !right || alone && low != 0.0 {
            let name = F::INFO.name;
            self.0.push(format!("{name}({x}, {y}) of {}: ({high}, {low}), not {rounded}", W::NAME));
        }
    }

    fn words<F: Elementary>(&mut self, x: f64, y: f64, expected: f64) {
        self.word::<F, f32>(x, y, expected);
        self.word::<F, f64>(x, y, expected);
        self.word::<F, NoFma<f32>>(x, y, expected);
        self.word::<F, NoFma<f64>>(x, y, expected);
    }
}

impl FunctionVisitor for SpecialValues {
    fn visit<F: Elementary>(&mut self) {
        let function = F::INFO.function;
        let mut tested = 0;
        for (_, values) in OF_ONE.iter().filter(|(functions, _)| functions.contains(&function)) {
            for &(x, expected) in *values {
                self.words::<F>(x, 1.0, expected);
                tested += 1;
            }
        }
        if F::INFO.operands == Operands::One {
            self.words::<F>(NAN, 1.0, NAN);
            self.words::<F>(-NAN, 1.0, NAN);
        }
        for (_, values) in OF_TWO.iter().filter(|(of, _)| *of == function) {
            for &(x, y, expected) in *values {
                self.words::<F>(x, y, expected);
                tested += 1;
            }
        }
        assert!(tested > 3, "{} has no special values here", F::INFO.name);
    }
}

#[test]
fn are_those_of_the_standard() {
    let mut values = SpecialValues(Vec::new());
    for_each_function(&mut values);
    assert!(values.0.is_empty(), "{}", values.0.join("\n"));
}

/// C's library through std, for the functions that std has.
fn of_std(function: Function, x: f64, y: f64) -> Option<f64> {
    Some(match function {
        Exp => x.exp(),
        Exp2 => x.exp2(),
        ExpM1 => x.exp_m1(),
        Ln => x.ln(),
        Log2 => x.log2(),
        Log10 => x.log10(),
        Ln1p => x.ln_1p(),
        Sin => x.sin(),
        Cos => x.cos(),
        Tan => x.tan(),
        Asin => x.asin(),
        Acos => x.acos(),
        Atan => x.atan(),
        Atan2 => x.atan2(y),
        Sinh => x.sinh(),
        Cosh => x.cosh(),
        Tanh => x.tanh(),
        Asinh => x.asinh(),
        Acosh => x.acosh(),
        Atanh => x.atanh(),
        Powf => x.powf(y),
        Cbrt => x.cbrt(),
        Hypot => x.hypot(y),
        _ => return None,
    })
}

#[test]
fn the_table_is_that_of_the_c_library() {
    let of_one = OF_ONE.iter().flat_map(|(functions, values)| {
        functions.iter().flat_map(|&of| values.iter().map(move |&(x, value)| (of, x, 1.0, value)))
    });
    let of_two = OF_TWO
        .iter()
        .flat_map(|(of, values)| values.iter().map(move |&(x, y, value)| (*of, x, y, value)));
    for (function, x, y, expected) in of_one.chain(of_two) {
        let Some(std) = of_std(function, x, y) else { continue };
        let same = std.to_bits() == expected.to_bits() || std.is_nan() && expected.is_nan();
        assert!(same, "{function:?}({x}, {y}): {std} in C, {expected} here");
    }
}
