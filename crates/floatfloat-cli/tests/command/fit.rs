//! `fit` on good input: the reference data of NIST, and small cases worked out by hand.

use crate::{column, columns, floatfloat, json, stdout};
use serde_json::Value;
use std::path::PathBuf;

fn nist(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../floatfloat-papers/data/nist").join(file)
}

/// Name, options, and NIST's certified residual standard deviation.
const SETS: [(&str, &str, f64); 7] = [
    ("norris", "--degree 1", 0.884796396144373),
    ("pontius", "--degree 2", 0.205177424076185e-3),
    ("longley", "", 304.854073561965),
    ("wampler1", "--degree 5", 0.0),
    ("wampler2", "--degree 5", 0.0),
    ("wampler3", "--degree 5", 2360.14502379268),
    ("wampler4", "--degree 5", 236014.502379268),
];

fn fit(set: &str, options: &str, number_type: &str) -> Value {
    let arguments = format!("fit {options} --type {number_type}");
    let exact = nist(&format!("{set}.exact.csv"));
    json(floatfloat(&arguments).arg(nist(&format!("{set}.csv"))).arg("--exact").arg(exact))
}

fn smallest_digits(fit: &Value) -> f64 {
    column(fit, "digits").iter().map(|d| d.as_f64().unwrap()).fold(f64::INFINITY, f64::min)
}

#[test]
fn correct_digits_of_each_type_on_every_set() {
    for (set, options, _) in SETS {
        for (number_type, least) in [("dd", 29.0), ("f64", 13.0), ("ff", 12.0), ("f32", 4.5)] {
            let digits = smallest_digits(&fit(set, options, number_type));
            assert!(digits >= least, "{set} in {number_type}: {digits} digits");
        }
    }
}

#[test]
fn residual_deviations_are_those_that_nist_certifies() {
    for (set, options, certified) in SETS {
        let fit = fit(set, options, "dd");
        let note = fit["notes"][1].as_str().unwrap();
        let value = note.strip_prefix("Residual standard deviation ").unwrap();
        let value: f64 = value.split(',').next().unwrap().parse().unwrap();
        assert!((value - certified).abs() <= certified * 1e-14 + 1e-20, "{set}: {note}");
    }
}

#[test]
fn standard_errors_are_those_that_nist_certifies() {
    let fit = fit("norris", "--degree 1", "dd");
    assert_eq!(column(&fit, "standard_error"), ["2.32818e-1", "4.29797e-4"]);
}

#[test]
fn json_has_the_promised_columns() {
    let fit = fit("longley", "", "dd");
    assert_eq!(fit["schema"], "floatfloat/2");
    assert_eq!(columns(&fit), ["coefficient", "term", "value", "digits", "standard_error"]);
    assert_eq!(column(&fit, "coefficient"), ["b0", "b1", "b2", "b3", "b4", "b5", "b6"]);
    assert_eq!(column(&fit, "term"), ["1", "x1", "x2", "x3", "x4", "x5", "x6"]);
    let first = column(&fit, "value")[0].as_str().unwrap();
    assert!(first.starts_with("-3482258.6345958183252768974287"), "{first}");
}

#[test]
fn a_line_through_two_points_leaves_nothing_to_estimate_errors_from() {
    let fit = json(floatfloat("fit -").write_stdin("x,y\n0,1\n2,5\n"));
    assert_eq!(column(&fit, "value"), ["1", "2"]);
    assert_eq!(column(&fit, "standard_error"), [&Value::Null, &Value::Null]);
    assert!(fit["notes"][1].as_str().unwrap().contains("no residual standard deviation"));
}

#[test]
fn degree_zero_is_the_mean() {
    let fit = json(floatfloat("fit - --degree 0").write_stdin("x,y\n1,1\n2,2\n3,6\n"));
    assert_eq!(column(&fit, "value"), ["3"]);
}

#[test]
fn y_may_stand_anywhere_and_columns_may_be_of_any_size() {
    let text = "big; y; tiny\n1e25; 3; 1e-25\n2e25; 5; 1e-25\n1e25; 4; 2e-25\n3e25; 8; 2e-25";
    for number_type in ["dd", "ff"] {
        let fit = json(floatfloat(&format!("fit - --type {number_type}")).write_stdin(text));
        assert_eq!(column(&fit, "term"), ["1", "big", "tiny"]);
        let values = column(&fit, "value");
        let values: Vec<f64> =
            values.iter().map(|v| v.as_str().unwrap().parse().unwrap()).collect();
        // y = 2e-25·big + 1e25·tiny
        assert!(values[0].abs() < 1e-12, "{values:?}");
        assert!((values[1] / 2e-25 - 1.0).abs() < 1e-12, "{values:?}");
        assert!((values[2] / 1e25 - 1.0).abs() < 1e-12, "{values:?}");
    }
}

#[test]
fn text_shows_all_digits() {
    let text = stdout(floatfloat("fit").arg(nist("norris.csv")));
    assert!(text.contains("-0.2623230737740294952821641161"), "{text}");
    assert!(text.contains("36 observations"), "{text}");
}

#[test]
fn coefficients_that_vanish_beside_the_others_are_zero() {
    let points: String = (0..=1000).map(|i| format!("{i},{}\n", i * i)).collect();
    let mut command = floatfloat("fit - --degree 20");
    let fit = json(command.write_stdin(format!("x,y\n{points}")));
    let values: Vec<f64> =
        column(&fit, "value").iter().map(|v| v.as_str().unwrap().parse().unwrap()).collect();
    for (k, value) in values.into_iter().enumerate() {
        let exact = if k == 2 { 1.0 } else { 0.0 };
        assert!((value - exact).abs() < 1e-30, "{k}: {value}");
    }
}
