//! `dot` and `solve`, and the kinds of files that all commands on data read.

use crate::{column, columns, floatfloat, json};
use serde_json::Value;
use std::{fs, path::PathBuf};

/// A well-formed file among those of the lab's own tests.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../floatfloat-data/tests/files/good").join(name)
}

/// Runs a command in a folder with these files; it must refuse with every one of the words.
fn refused(arguments: &str, files: &[(&str, &str)], words: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    let mut command = floatfloat(arguments);
    let output = command.current_dir(folder.path()).assert().code(2).get_output().clone();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("error: ") && stderr.lines().count() == 1, "{stderr}");
    words
        .iter()
        .for_each(|word| assert!(stderr.contains(word), "`{word}` is missing in\n{stderr}"));
    assert!(output.stdout.is_empty());
}

/// Runs a command in a folder with these files.
fn run(arguments: &str, files: &[(&str, &str)]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    json(floatfloat(arguments).current_dir(folder.path()))
}

#[test]
fn dot_is_exact_under_cancellation_in_every_type() {
    let files = [("x.txt", "1e20\r\n3\r\n-1e20\r\n"), ("y.txt", "1e10\n0.25\n1e10\n")];
    let dot = run("dot x.txt y.txt --type f32,ff,f64,dd", &files);
    assert_eq!(dot["schema"], "floatfloat/2");
    assert_eq!(dot["id"], "dot");
    assert_eq!(columns(&dot), ["type", "value"]);
    assert_eq!(column(&dot, "type"), ["f32", "ff", "f64", "dd"]);
    assert_eq!(column(&dot, "value"), ["0.75"; 4]);
    let notes = dot["notes"].as_array().unwrap();
    assert_eq!(notes[0], "Sum of 3 products of x.txt and y.txt.");
    assert_eq!(
        notes[1],
        "Computed in f64 one after the other: 0, of which 0.0 digits are correct."
    );
    assert_eq!(notes[2], "Condition number 2·Σ|x·y| / |Σx·y| = 5.3e30.");
}

#[test]
fn dot_in_multiple_precision() {
    let files = [("x.txt", "1e3000\n3\n-1e3000\n"), ("y.txt", "1e3000\n0.25\n1e3000\n")];
    let dot = run("dot x.txt y.txt --type mp32,mp64,mp128,mp256", &files);
    assert_eq!(column(&dot, "type"), ["mp32", "mp64", "mp128", "mp256"]);
    assert_eq!(column(&dot, "value"), ["0.75"; 4]);
    assert_eq!(dot["notes"].as_array().unwrap().len(), 1, "{dot}");
}

#[test]
fn dot_reads_columns_arrays_and_standard_input() {
    let files = [("data.csv", "a,b\n1,2\n3,4\n")];
    assert_eq!(column(&run("dot data.csv:a data.csv:b", &files), "value"), ["14"]);
    let mut command = floatfloat("dot -");
    let dot =
        json(command.arg(file("stored.npz").display().to_string() + ":b").write_stdin("5\n7\n"));
    assert_eq!(column(&dot, "value"), ["19"]);
    let mut command = floatfloat("dot");
    let dot = json(command.arg(file("vector.mtx")).arg(file("vector-f8-big.npy")));
    // 7·(−2.5) − 10^300
    assert!(column(&dot, "value")[0].as_str().unwrap().starts_with("-1"), "{dot}");
}

#[test]
fn solve_gives_all_digits_and_says_how_many_are_sure() {
    let files = [("A.csv", "3,0\n0,7\n"), ("b.txt", "1\n-1\n")];
    let solve = run("solve A.csv b.txt", &files);
    assert_eq!(solve["schema"], "floatfloat/2");
    assert_eq!(solve["id"], "solve");
    assert_eq!(columns(&solve), ["coefficient", "value", "digits"]);
    assert_eq!(column(&solve, "coefficient"), ["x1", "x2"]);
    for (value, exact) in column(&solve, "value")
        .iter()
        .zip(["0.3333333333333333333333333333333", "-0.1428571428571428571428571428571"])
    {
        assert!(value.as_str().unwrap().starts_with(exact), "{value}");
    }
    for digits in column(&solve, "digits") {
        assert!((29.0..32.0).contains(&digits.as_f64().unwrap()), "{digits}");
    }
    let f32 = run("solve A.csv b.txt --type f32", &files);
    assert!(column(&f32, "digits").iter().all(|digits| digits.as_f64().unwrap() < 7.3));
}

/// The matrix of Hilbert of order 10, times 232792560 so that it is whole; x = 1, 2, …, 10.
#[test]
fn stated_digits_are_right_in_every_type() {
    let element = |i: u64, j: u64| 232_792_560 / (i + j + 1);
    let rows: Vec<String> = (0..10)
        .map(|i| (0..10).map(|j| element(i, j).to_string()).collect::<Vec<_>>().join(";"))
        .collect();
    let right: Vec<String> = (0..10)
        .map(|i| (0..10).map(|j| element(i, j) * (j + 1)).sum::<u64>().to_string())
        .collect();
    let (a, b) = (rows.join("\r\n"), right.join("\n"));
    for (number_type, least) in [("dd", 15.0), ("f64", 1.0), ("ff", 0.0)] {
        let arguments = format!("solve A b --type {number_type}");
        let solve = run(&arguments, &[("A", &a), ("b", &b)]);
        for (j, (value, digits)) in
            column(&solve, "value").iter().zip(column(&solve, "digits")).enumerate()
        {
            let exact = (j + 1) as f64;
            let (value, digits) = (value.as_str().unwrap(), digits.as_f64().unwrap());
            let error = (value.parse::<f64>().unwrap() - exact).abs() / exact;
            assert!(
                error <= 10f64.powf(-digits) + 1e-15,
                "{number_type}: {value}, {digits} digits"
            );
            assert!(digits >= least, "{number_type}: {digits} digits");
        }
    }
}

#[test]
fn solve_reads_every_kind_of_file() {
    for archive in ["stored.npz", "compressed.npz"] {
        let part = |name: &str| format!("{}:{name}", file(archive).display());
        let solve = json(floatfloat("solve --type f64").arg(part("A")).arg(part("b")));
        let values: Vec<f64> =
            column(&solve, "value").iter().map(|v| v.as_str().unwrap().parse().unwrap()).collect();
        assert!((values[0] - 1.0 / 11.0).abs() < 1e-16 && (values[1] - 7.0 / 11.0).abs() < 1e-15);
    }
    let solve =
        json(floatfloat("solve").arg(file("symmetric.mtx")).arg("-").write_stdin("3\n-2\n3\n"));
    for value in column(&solve, "value") {
        let value: f64 = value.as_str().unwrap().parse().unwrap();
        assert!((value - 1.0).abs() < 1e-15, "{value}");
    }
}

#[test]
fn more_equations_than_unknowns_are_met_by_least_squares() {
    let files = [("A.csv", "one,x\n1,0\n1,1\n1,2\n1,3\n"), ("b.txt", "1\n3\n5\n8\n")];
    let solve = run("solve A.csv b.txt", &files);
    for (value, exact) in column(&solve, "value").iter().zip([0.8, 2.3]) {
        assert!((value.as_str().unwrap().parse::<f64>().unwrap() - exact).abs() < 1e-15, "{value}");
    }
    let note = solve["notes"][1].as_str().unwrap();
    assert!(
        note.starts_with(
            "Least squares: the norm of the residual b − A·x is 5.50482e-2 times the norm of b"
        ),
        "{note}"
    );
}

#[test]
fn systems_without_a_single_solution() {
    let b = ("b", "1\n2\n");
    refused(
        "solve A b",
        &[("A", "1,2\n2,4\n"), b],
        &["A is singular in type dd: columns 1 and 2 depend on each other"],
    );
    refused(
        "solve A b --type f64",
        &[("A", "1,0\n1,0\n"), b],
        &["A is singular in type f64: column 2 is zero", "--type dd resolves more"],
    );
    refused(
        "solve A b",
        &[("A", "1,2\n2,4\n3,6\n"), ("b", "1\n2\n3\n")],
        &["A is rank-deficient in type dd: columns 1 and 2 depend on each other"],
    );
    refused(
        "solve A b",
        &[("A", "1,2,3\n4,5,7\n"), b],
        &["A has 2 rows and 3 columns", "fewer equations than unknowns"],
    );
    refused(
        "solve A b",
        &[("A", "1,2\n3,4\n5,6\n"), b],
        &["A has 3 rows and 2 columns, but b has 2 numbers"],
    );
    refused(
        "solve A b",
        &[("A", "1e-300\n"), ("b", "1e300\n")],
        &["the value of x1 is out of the range of type dd"],
    );
}

#[test]
fn inputs_that_do_not_go_together() {
    let files = [("x", "1\n2\n"), ("y", "1\n2\n3\n"), ("z.csv", "a,b\n1,2\n")];
    refused("dot x y", &files, &["x has 2 numbers, but y has 3 numbers; both vectors need"]);
    refused("dot x z.csv", &files, &["z.csv has 2 columns; choose one", "z.csv:NAME"]);
    refused("dot x z.csv:c", &files, &["z.csv has no column `c`; the columns are `a` and `b`"]);
    refused("dot - -", &files, &["standard input (-) can be one of the two inputs, not both"]);
    refused("dot x none", &files, &["cannot read none: "]);
    refused("dot x none:a", &files, &["cannot read none:a: "]);
    refused("solve x:a y", &files, &["x, line 1: the first line must name the columns"]);
    refused("sum z.csv:a --column b", &files, &["choose with --column or with `:a`"]);
}

#[test]
fn a_file_whose_name_has_a_colon_is_that_file() {
    let dot = run("dot a:b a", &[("a:b", "2\n"), ("a", "3\n")]);
    assert_eq!(column(&dot, "value"), ["6"]);
}

#[test]
fn sum_reads_arrays_and_matrices() {
    for (name, total) in [
        ("matrix-fortran.npy", "21"),
        ("array.mtx", "21"),
        ("symmetric.mtx", "4"),
        ("skew.mtx", "0"),
        ("single.npz", "4"),
    ] {
        let sum = json(floatfloat("sum --type dd,f32").arg(file(name)));
        assert_eq!(column(&sum, "value"), [total, total], "{name}");
    }
    let sum = json(floatfloat("sum --column b").arg(file("stored.npz")));
    assert_eq!(column(&sum, "value"), ["3"]);
    assert!(sum["notes"][0].as_str().unwrap().starts_with("2 numbers in "), "{sum}");
    let bytes = fs::read(file("matrix-rows.npy")).unwrap();
    assert_eq!(column(&json(floatfloat("sum -").write_stdin(bytes)), "value"), ["21"]);
}

#[test]
fn fit_reads_matrices_whose_last_column_is_y() {
    let matrix = "%%MatrixMarket matrix array integer general\n3 2\n0\n1\n2\n5\n7\n9\n";
    let fit = run("fit points.mtx", &[("points.mtx", matrix)]);
    assert_eq!(column(&fit, "term"), ["1", "x"]);
    assert_eq!(column(&fit, "value"), ["5", "2"]);
}
