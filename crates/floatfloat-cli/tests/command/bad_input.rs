//! Bad input: a message that says what was wrong, where, and what to do; exit 2; nothing written.

use crate::floatfloat;
use std::{fs, path::Path};

/// Runs the command on a file with these bytes; it must refuse with every one of the words.
fn refused(arguments: &str, bytes: impl AsRef<[u8]>, words: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("data.csv"), bytes).unwrap();
    let command = arguments.replace("FILE", "data.csv");
    let output =
        floatfloat(&command).current_dir(folder.path()).assert().code(2).get_output().clone();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("error: ") && stderr.lines().count() == 1, "{stderr}");
    for word in words {
        assert!(stderr.contains(word), "`{word}` is missing in\n{stderr}");
    }
    assert!(output.stdout.is_empty(), "{command} wrote to stdout");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{command} wrote a file");
}

/// Both commands that read data.
fn both_refuse(bytes: impl AsRef<[u8]>, words: &[&str]) {
    refused("fit FILE", &bytes, words);
    refused("sum FILE", &bytes, words);
}

#[test]
fn missing_file_and_folder() {
    for command in ["sum", "fit"] {
        let output = floatfloat(command).arg("no/such.csv").assert().code(2).get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: cannot read no/such.csv: "), "{stderr}");
        let output = floatfloat(command).arg("/").assert().code(2).get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: cannot read /: "), "{stderr}");
    }
}

#[test]
fn empty_file() {
    both_refuse("", &["data.csv is empty", "should hold numbers"]);
    both_refuse("\n  \r\n# only a comment\n", &["data.csv is empty"]);
    both_refuse("\u{feff}", &["data.csv is empty"]);
}

#[test]
fn header_only() {
    refused("fit FILE", "x,y\n", &["data.csv has a header but no rows"]);
    refused("sum FILE", "price\n", &["data.csv has a header but no rows"]);
}

#[test]
fn ragged_rows() {
    let words = ["data.csv, line 3: found 1 value, but the header names 2 columns"];
    refused("fit FILE", "x,y\n1,2\n3\n4,5\n", &words);
    refused("sum FILE --column x", "x,y\n1,2\n3\n4,5\n", &words);
    refused("fit FILE", "x,y\n1,2,3\n", &["line 2: found 3 values"]);
}

#[test]
fn something_else_than_numbers() {
    refused(
        "fit FILE",
        "x,y\n1,2\n\n3,four\n",
        &["data.csv, line 4, column `y`: `four` is not a number"],
    );
    refused("fit FILE", "x,y\n1,\n", &["line 2, column `y`: an empty value", "fill it in"]);
    refused("sum FILE", "1\n2\nthree\n", &["data.csv, line 3: `three` is not a number"]);
    refused("sum FILE", "1 2 3\n", &["line 1: the first line must name", "holds numbers: 1 2 3"]);
    refused("sum FILE", "x\n1\u{202f}234\n", &["line 2, column `x`", "separators of thousands"]);
    refused("sum FILE", "5\n1,5\n", &["line 2: `1,5` is not a number", "decimal point"]);
    refused("fit FILE", "x;y\n1,5;2\n", &["column `x`: `1,5` is not a number", "decimal point"]);
    refused("sum FILE", "1\n\u{2212}2\n", &["line 2: `\u{2212}2` is not a number", "minus sign"]);
    for text in ["0x10", "1_000", "1e", "--1", "1e5.5", ".", "e5", "+", "1..2", "1 2", "1f64"] {
        refused("sum FILE", format!("1\n{text}\n"), &["line 2", "is not a number"]);
    }
}

#[test]
fn numbers_that_are_not_finite() {
    for text in ["NaN", "inf", "-Infinity", "+nan"] {
        let words = ["is not a finite number; remove the row"];
        refused("sum FILE", format!("1\n{text}\n"), &["line 2", text, words[0]]);
        refused("sum FILE", format!("{text}\n1\n"), &["line 1", text, words[0]]);
        refused("fit FILE", format!("x,y\n1,2\n{text},3\n"), &["line 3, column `x`", words[0]]);
    }
}

#[test]
fn numbers_out_of_range() {
    for (number_type, text, limit) in [
        ("dd", "1e400", "1.8e308"),
        ("f64", "-1e309", "1.8e308"),
        ("f32", "1e39", "3.4e38"),
        ("ff", "1e39", "3.4e38"),
        ("dd", "1e-400", "4.9e-324"),
        ("ff", "1e-50", "1.4e-45"),
        ("f64", "1e99999999999999999999", "1.8e308"),
        ("dd", "1e-99999999999999999999", "4.9e-324"),
    ] {
        let words = ["line 2", text, "is out of range", limit, number_type];
        refused(&format!("sum FILE --type {number_type}"), format!("1\n{text}\n"), &words);
        let table = format!("x,y\n1,{text}\n");
        refused(&format!("fit FILE --type {number_type}"), table, &["column `y`", text, limit]);
    }
    refused("sum FILE", "1e308\n1e308\n", &["the sum", "out of the range of type dd"]);
    for (text, limit) in [
        ("1e400000000", "1e323228496"),
        ("-1e99999999999999999999", "1e323228496"),
        ("1e-400000000", "1e-323228496"),
    ] {
        let words = ["line 2", text, "is out of range", limit, "mp128"];
        refused("sum FILE --type mp128", format!("1\n{text}\n"), &words);
    }
    for text in ["inf", "-nan"] {
        refused("sum FILE --type mp32", format!("1\n{text}\n"), &["line 2", text]);
    }
    let largest = "1e323228495\n".repeat(100);
    refused(
        "sum FILE --type mp64",
        largest,
        &["the sum is out of the range of type mp64; rescale"],
    );
    let apart = ["would need more than 16777216 bits", "leave out those that are too small"];
    refused("sum FILE --type mp64", "1e300000000\n1e-300000000\n", &apart);
    let steep = "x,y\n1e-300,1e300\n2e-300,2e300\n";
    refused("fit FILE", steep, &["the coefficient of `x` is out of the range of type dd"]);
}

#[test]
fn binary_files() {
    both_refuse(
        b"\x7fELF\x02\x01\x01\x00\x00\x00",
        &["data.csv, line 1: there is a zero byte", "not a text file"],
    );
    refused("fit FILE", b"x,y\n1,\xff\xfe\n", &["data.csv, line 2: byte 0xff is not UTF-8"]);
    both_refuse(b"\xff\xfex\x00,\x00y\x00", &["begins as UTF-16 does", "UTF-8"]);
    refused("sum FILE", b"1\n\xe9\n", &["data.csv, line 2: byte 0xe9 is not UTF-8"]);
    both_refuse(vec![b'1'; (1 << 20) + 2], &["longer than 1048576 bytes"]);
    refused("sum FILE", "a,\"b\n1,2\n", &["line 1: a quotation mark"]);
}

#[test]
fn text_behind_a_quotation_mark() {
    both_refuse("\"x\"1,y\n1,2\n", &["line 1: text follows a closing quotation mark"]);
    refused("sum FILE", "\"1\"2\n3\n", &["line 1: text follows a closing quotation mark"]);
    refused("fit FILE", "x,y\n1,2\n3,\"4\"5\n", &["line 3: text follows", "whole value"]);
    refused("sum FILE", "1\n\"2\"3\n", &["line 2", "is not a number"]);
}

#[test]
fn messages_are_short_and_steer_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let long = "7".repeat(100_000);
    let wide: Vec<_> = (0..1000).map(|i| format!("c{i}")).collect();
    for text in [
        format!("{long}\n"),
        format!("1\n{long}x\n"),
        format!("x{long},x{long}\n"),
        format!("{}\n", wide.join(",")),
        "1\n\u{1b}[31mred\n".to_owned(),
    ] {
        fs::write(folder.path().join("data.csv"), &text).unwrap();
        for command in ["sum data.csv", "fit data.csv"] {
            let mut command = floatfloat(command);
            let output = command.current_dir(folder.path()).assert().code(2).get_output().clone();
            assert!(output.stderr.len() < 400, "{}", String::from_utf8_lossy(&output.stderr));
            assert!(!output.stderr.contains(&0x1b));
        }
    }
}

#[test]
fn separators_that_mean_something_else() {
    refused("sum FILE", "1,5\n2,5\n", &["it holds numbers: 1, 5; ", "a decimal comma"]);
    refused("sum FILE", "x\n1,5\n", &["found 2 values", "a decimal comma must be"]);
    refused("sum FILE", "1,5;2,5\n", &["line 1: `1,5` is not a number", "decimal point"]);
    refused("fit FILE", "x y\n1 2 3\n", &["`1 2 3` is not a number; separate columns by"]);
}

#[test]
fn options_out_of_range() {
    for arguments in ["fit x --degree -1", "fit x --degree 1.5", "devices --seed -3"] {
        let output = floatfloat(arguments).assert().code(2).get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("it must be a whole number from 0"), "{stderr}");
    }
    refused("fit - --exact -", "", &["data or the exact values, not both"]);
}

#[test]
fn headers() {
    refused(
        "fit FILE",
        "1,2\n3,4\n",
        &["line 1: the first line must name the columns, but it holds numbers: 1, 2"],
    );
    refused("fit FILE", "x,x,y\n1,2,3\n", &["line 1: two columns are called `x`"]);
    refused("fit FILE", "x,,y\n1,2,3\n", &["line 1: column 2 has no name"]);
    refused(
        "fit FILE",
        "a,b\n1,2\n",
        &["data.csv has no column `y`; the columns are `a` and `b`", "name the column"],
    );
    refused("fit FILE", "y\n1\n2\n", &["data.csv has only the column `y`"]);
    refused(
        "sum FILE",
        "a,b,c\n1,2,3\n",
        &[
            "data.csv has 3 columns; choose one with --column NAME or as data.csv:NAME; the columns are `a`, `b` and `c`",
        ],
    );
    refused(
        "sum FILE --column d",
        "a,b\n1,2\n",
        &["data.csv has no column `d`; the columns are `a` and `b`"],
    );
    refused(
        "sum FILE",
        "12.5O\n3\n",
        &["`12.5O` is not a number; if it is the name", "--column '12.5O'"],
    );
}

#[test]
fn more_coefficients_than_the_data_carry() {
    let three = "x,y\n1,1\n2,4\n3,9\n";
    let words =
        ["degree 3 is too large for the data: x has only 3 different values", "use --degree 2"];
    refused("fit FILE --degree 3", three, &words);
    refused("fit FILE --degree 1000000000000", three, &["use --degree 2"]);
    refused("fit FILE --degree 18446744073709551615", three, &["use --degree 2"]);
    refused(
        "fit FILE --degree 2",
        "x,y\n1,1\n1,2\n2,3\n2,4\n",
        &["only 2 different values", "use --degree 1"],
    );
    refused(
        "fit FILE --degree 1",
        "x,y\n1,1\n1,2\n",
        &["only 1 different value", "use --degree 0"],
    );
    refused(
        "fit FILE --degree 2",
        "a,b,y\n1,2,3\n",
        &["--degree fits a polynomial in one column", "`a` and `b`"],
    );
    refused(
        "fit FILE",
        "a,b,y\n1,2,3\n2,3,5\n",
        &["data.csv has 2 rows of numbers, too few for 3 coefficients"],
    );
}

#[test]
fn columns_that_depend_on_each_other() {
    let twice = "a,b,y\n1,2,3\n2,4,5\n3,6,9\n4,8,1\n";
    refused(
        "fit FILE",
        twice,
        &["cannot tell the terms `a` and `b` apart", "in type dd", "leave one of them out"],
    );
    let constant = "a,b,y\n1,7,3\n2,7,5\n3,7,9\n4,7,1\n";
    refused("fit FILE", constant, &["`b` is constant", "every fit has an intercept"]);
    let zero = "a,b,y\n1,0,3\n2,0,5\n3,0,9\n";
    refused("fit FILE", zero, &["`b` is zero everywhere", "leave it out"]);
    let shares =
        "a,b,c,y\n0.1,0.2,0.7,1\n0.3,0.3,0.4,2\n0.5,0.4,0.1,4\n0.2,0.2,0.6,3\n0.9,0.1,0,1\n";
    refused("fit FILE --type f64", shares, &["`1`, `a`, `b` and `c` apart", "try --type dd"]);
}

#[test]
fn a_degree_that_only_a_wider_type_carries() {
    let points: String = (0..60).map(|i| format!("{},{}\n", 1000 + i, i * i % 17)).collect();
    let table = format!("x,y\n{points}");
    refused(
        "fit FILE --degree 9 --type f64",
        &table,
        &["cannot tell the terms", "use --degree ", "--type dd"],
    );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("data.csv"), table).unwrap();
    floatfloat("fit data.csv --degree 9 --type dd").current_dir(folder.path()).assert().success();
}

#[test]
fn exact_values_that_do_not_fit() {
    let exact = |text: &str, words: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("data.csv"), "x,y\n1,1\n2,2\n3,3\n").unwrap();
        fs::write(folder.path().join("exact.csv"), text).unwrap();
        let mut command = floatfloat("fit data.csv --exact exact.csv");
        let output = command.current_dir(folder.path()).assert().code(2).get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        words
            .iter()
            .for_each(|word| assert!(stderr.contains(word), "`{word}` is missing in\n{stderr}"));
        assert!(output.stdout.is_empty());
    };
    exact(
        "coefficient,exact\nb0,0\n",
        &["exact.csv", "1 exact value,", "2 coefficients, b0 to b1"],
    );
    exact("coefficient,exact\nb0,0\nb2,1\n", &["exact.csv", "no exact value for coefficient b1"]);
    exact("name,value\nb0,0\nb1,1\n", &["exact.csv", "no column `coefficient`"]);
    exact("coefficient,exact\nb0,zero\nb1,1\n", &["exact.csv, line 2, column `exact`: `zero`"]);
    floatfloat("fit missing.csv --exact missing.csv").assert().code(2);
}

#[test]
fn a_report_folder_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("taken"), "").unwrap();
    for out in ["taken", "taken/below"] {
        let mut command = floatfloat("report --quick --out");
        let output =
            command.arg(out).current_dir(folder.path()).assert().code(2).get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: cannot ") && stderr.contains(out), "{stderr}");
        assert!(output.stdout.is_empty());
    }
    assert!(Path::new(&folder.path().join("taken")).is_file());
}

#[test]
fn a_type_that_an_experiment_does_not_measure() {
    let output =
        floatfloat("accuracy --quick --type f32,f64").assert().code(2).get_output().clone();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("error: accuracy measures nothing in type f32, f64; "), "{stderr}");
    assert!(output.stdout.is_empty());
}

#[test]
fn an_experiment_that_is_not_there() {
    let output = floatfloat("lab no-such").assert().code(2).get_output().clone();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("no experiment is called `no-such`"), "{stderr}");
    assert!(stderr.contains("ulp-histogram") && stderr.contains("fit-digits"), "{stderr}");
}

#[test]
fn unknown_instruction_set() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("data.csv"), "0.1\n0.2\n").unwrap();
    let sum = |level: &str| {
        let mut command = floatfloat("sum data.csv");
        command.current_dir(folder.path()).env("FLOATFLOAT_LEVEL", level).assert()
    };
    let refused = sum("mmx").code(2).get_output().clone();
    let stderr = String::from_utf8(refused.stderr).unwrap();
    assert!(stderr.starts_with("error: FLOATFLOAT_LEVEL is \"mmx\""), "{stderr}");
    assert!(stderr.contains("one of: baseline"), "{stderr}");
    assert!(refused.stdout.is_empty());
    let plain = sum("").success().get_output().stdout.clone();
    assert_eq!(sum("baseline").success().get_output().stdout, plain);
}

/// What a spreadsheet writes where it has no number is no comment: no row is lost.
#[test]
fn errors_of_spreadsheets_are_refused_with_line_and_column() {
    for error in ["#N/A", "#DIV/0!", "#REF!"] {
        let text = format!("y,x\n1.5,2\n{error},3\n18,4\n");
        refused("sum FILE --column y", &text, &["line 3", "column `y`", error]);
        let text = format!("y\n1.5\n{error}\n18\n");
        refused("sum FILE", &text, &["line 3", error]);
    }
}
