//! The enclosures of elementary functions against known digits, against each other at other precisions, and
//! verdicts on results that are wrong by design.

use floatfloat::elementary::{Elementary, Function, exp::Exp};
use floatfloat_exact::{
    Exact, Format, Pair,
    functions::{Arguments, Class, Reference, enclose},
};

const ALL: [Function; 33] = [
    Function::Exp,
    Function::Exp2,
    Function::Exp10,
    Function::ExpM1,
    Function::Ln,
    Function::Log2,
    Function::Log10,
    Function::Ln1p,
    Function::Sin,
    Function::Cos,
    Function::Tan,
    Function::SinPi,
    Function::CosPi,
    Function::TanPi,
    Function::Asin,
    Function::Acos,
    Function::Atan,
    Function::Atan2,
    Function::Sinh,
    Function::Cosh,
    Function::Tanh,
    Function::Asinh,
    Function::Acosh,
    Function::Atanh,
    Function::Powf,
    Function::Rootn,
    Function::Cbrt,
    Function::Hypot,
    Function::Rsqrt,
    Function::Erf,
    Function::Erfc,
    Function::Gamma,
    Function::LnGamma,
];

/// digits · 10^-places, between its last digit and the next.
fn decimal(text: &str) -> (Exact, i64) {
    let negative = text.starts_with('-');
    let (whole, fraction) = text.trim_start_matches('-').split_once('.').expect("a point");
    let digits = dashu_int::IBig::from_str_radix(&format!("{whole}{fraction}"), 10).unwrap();
    let digits = if negative { -digits } else { digits };
    (Exact::from_parts(digits, 0), fraction.len() as i64)
}

#[test]
fn known_digits() {
    for (function, x, y, digits) in [
        (Function::Exp, 1.0, 0.0, "2.718281828459045235360287471352662497757247093699959574966967"),
        (Function::Ln, 2.0, 0.0, "0.693147180559945309417232121458176568075500134360255254120680"),
        (
            Function::Log2,
            10.0,
            0.0,
            "3.321928094887362347870319429489390175864831393024580612054756",
        ),
        (
            Function::Log10,
            2.0,
            0.0,
            "0.301029995663981195213738894724493026768189881462108541310427",
        ),
        (
            Function::Sin,
            1e22,
            0.0,
            "-0.85220084976718880177270589375302936826176215041004365625650",
        ),
        (Function::Cos, 1.0, 0.0, "0.540302305868139717400936607442976603732310420617922227670097"),
        (
            Function::Atan,
            1.0,
            0.0,
            "0.785398163397448309615660845819875721049292349843776455243736",
        ),
        (
            Function::Acos,
            -1.0,
            0.0,
            "3.141592653589793238462643383279502884197169399375105820974944",
        ),
        (
            Function::Hypot,
            1.0,
            1.0,
            "1.414213562373095048801688724209698078569671875376948073176679",
        ),
        (
            Function::Powf,
            2.0,
            0.5,
            "1.414213562373095048801688724209698078569671875376948073176679",
        ),
        (
            Function::Cbrt,
            2.0,
            0.0,
            "1.259921049894873164767210607278228350570251464701507980081975",
        ),
        (
            Function::Gamma,
            0.5,
            0.0,
            "1.772453850905516027298167483341145182797549456122387128213807",
        ),
    ] {
        let (low, high) = enclose(function, [x, 0.0], [y, 0.0], 250).unwrap();
        let (known, places) = decimal(digits);
        let scale = Exact::from_parts(dashu_int::UBig::from(10u8).pow(places as usize), 0);
        let error = |end: Exact| (end * scale.clone() - known.clone()).abs();
        let one = Exact::from_parts(1, 0);
        assert!(error(low) <= one && error(high) <= one, "{function:?}");
    }
}

/// Two enclosures of the same number have a number in common, and are as narrow as was asked for.
#[test]
fn enclosures_agree_at_all_precisions() {
    for function in ALL {
        for (index, class) in Class::ALL.into_iter().enumerate() {
            for format in [Format::F32, Format::F64] {
                let mut arguments = Arguments::new(function, format, 5 + index as u64);
                for _ in 0..20 {
                    let Pair { x, y } = arguments.draw(class);
                    let enclosed = |bits| enclose(function, x, y, bits).expect("it is defined");
                    let of = [60, 173, 301].map(|bits| (bits, enclosed(bits)));
                    let said = format!("{function:?} {class:?} {x:?} {y:?}");
                    for (bits, (low, high)) in &of {
                        let width = high.clone() - low.clone();
                        let narrow = low.clone().abs().shifted(-i64::from(*bits));
                        assert!(width <= narrow, "{said}: {bits} bits");
                        let (fine_low, fine_high) = &of[2].1;
                        assert!(low <= fine_high && fine_low <= high, "{said}: {bits} bits");
                    }
                }
            }
        }
    }
}

#[test]
fn where_there_is_no_value() {
    let infinity = f64::INFINITY;
    for (function, x, y) in [
        (Function::Exp, infinity, 0.0),
        (Function::Exp, f64::NAN, 0.0),
        (Function::Ln, 0.0, 0.0),
        (Function::Ln1p, -1.0, 0.0),
        (Function::TanPi, 1.5, 0.0),
        (Function::Asin, 1.5, 0.0),
        (Function::Acosh, 0.5, 0.0),
        (Function::Atanh, 1.0, 0.0),
        (Function::Powf, -2.0, 0.5),
        (Function::Powf, 0.0, -1.0),
        (Function::Rootn, -2.0, 4.0),
        (Function::Rootn, 2.0, 0.0),
        (Function::Gamma, -3.0, 0.0),
        (Function::LnGamma, 0.0, 0.0),
    ] {
        assert!(enclose(function, [x, 0.0], [y, 0.0], 100).is_none(), "{function:?} {x} {y}");
    }
    for (function, x, y) in [
        (Function::Ln, 1.0, 0.0),
        (Function::SinPi, -7.0, 0.0),
        (Function::CosPi, 2.5, 0.0),
        (Function::Acos, 1.0, 0.0),
        (Function::Hypot, 0.0, 0.0),
        (Function::LnGamma, 2.0, 0.0),
    ] {
        let zero = Some((Exact::ZERO, Exact::ZERO));
        assert_eq!(enclose(function, [x, 0.0], [y, 0.0], 100), zero, "{function:?} {x} {y}");
    }
}

fn verdict(format: Format, x: f64, result: [f64; 2]) -> (f64, bool) {
    let pair = Pair { x: [x, 0.0], y: [1.0, 0.0] };
    let reference = Reference::new(Function::Exp, format, pair).unwrap();
    let verdict = reference.check(&Exp::INFO, result);
    (verdict.error_u2, verdict.holds())
}

#[test]
fn errors_are_measured() {
    let e = [std::f64::consts::E, 1.4456468917292502e-16];
    let (rounding, holds) = verdict(Format::F64, 1.0, e);
    assert!(rounding.abs() < 0.5 && holds);
    // Five units of u²·e.
    let unit = std::f64::consts::E * 2f64.powi(-106);
    let (error, holds) = verdict(Format::F64, 1.0, [e[0], e[1] + 5.0 * unit]);
    assert!((error - rounding - 5.0).abs() < 0.4 && !holds, "{error}");
    let (error, holds) = verdict(Format::F64, 1.0, [e[0], e[1] - 3.0 * unit]);
    assert!((error - rounding + 3.0).abs() < 0.4 && holds, "{error}");
    assert!(!verdict(Format::F64, 1.0, [f64::NAN, 0.0]).1);
    assert!(!verdict(Format::F64, 1.0, [f64::INFINITY, 0.0]).1);
    assert!(!verdict(Format::F64, 1.0, [-e[0], -e[1]]).1);
}

#[test]
fn both_ends_of_the_range() {
    let infinity = [f64::INFINITY, 0.0];
    assert!(verdict(Format::F64, 709.79, infinity).1);
    assert!(!verdict(Format::F64, 709.78, infinity).1);
    assert!(!verdict(Format::F64, 709.79, [f64::MAX, 0.0]).1);
    assert!(!verdict(Format::F64, 709.79, [f64::NEG_INFINITY, 0.0]).1);
    assert!(verdict(Format::F32, 89.0, infinity).1);
    assert!(!verdict(Format::F32, 88.0, infinity).1);
    // A unit of the least subnormal number, and no more.
    let least = f64::from_bits(1);
    assert!(verdict(Format::F64, -746.0, [0.0, 0.0]).1);
    assert!(verdict(Format::F64, -745.0, [least, 0.0]).1);
    assert!(!verdict(Format::F64, -745.0, [3.0 * least, 0.0]).1);
    assert!(!verdict(Format::F64, -744.0, [0.0, 0.0]).1);
    assert!(verdict(Format::F32, -1e30, [0.0, 0.0]).1);
}
