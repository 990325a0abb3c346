//! `sum` on good input.

use crate::{column, columns, floatfloat, json, stdout};
use std::fs;

#[test]
fn one_number_a_line_from_standard_input() {
    let sum = json(floatfloat("sum -").write_stdin("1\n2.5\n\n# a comment\n -3e-1 \n"));
    assert_eq!(sum["schema"], "floatfloat/2");
    assert_eq!(sum["id"], "sum");
    assert_eq!(columns(&sum)[..2], ["type", "value"]);
    assert_eq!(column(&sum, "type"), ["dd"]);
    assert_eq!(column(&sum, "value"), ["3.2"]);
}

#[test]
fn a_column_by_name_with_every_separator_line_end_and_mark() {
    for text in [
        "name,eur\na,1.25\nb,2.5\n",
        "name;eur\r\na;1.25\r\nb;2.5\r\n",
        "name\teur\na\t1.25\nb\t2.5",
        "\u{feff}name,eur\r\n\"a, with comma\",1.25\r\n\r\nb , 2.5 \r\n",
        "# prices\n\"name\",\"eur\"\n\"say \"\"a\"\"\",\"1.25\"\nb,2.5\n",
    ] {
        let sum = json(floatfloat("sum - --column eur").write_stdin(text));
        assert_eq!(column(&sum, "value"), ["3.75"], "{text:?}");
    }
}

#[test]
fn a_single_column_needs_no_name_and_may_have_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("prices.csv");
    fs::write(&path, "price\n1\n2\n").unwrap();
    for arguments in ["sum", "sum --column price"] {
        let text = stdout(floatfloat(arguments).arg(&path));
        assert!(text.contains("dd    3"), "{text}");
        assert!(text.contains("2 numbers in column `price` of "), "{text}");
    }
}

#[test]
fn every_type_in_the_order_asked_for() {
    let numbers = "0.1\n0.2\n";
    let sum = json(floatfloat("sum - --type f64,dd --type f32").write_stdin(numbers));
    assert_eq!(column(&sum, "type"), ["f64", "dd", "f32"]);
    let values = column(&sum, "value");
    assert_eq!(values[0], "0.30000000000000004");
    assert_eq!(values[1].as_str().unwrap().parse::<f64>().unwrap(), 0.3);
    // The nearest f32 of the sum of the nearest f32s.
    assert_eq!(values[2], "0.3");
}

#[test]
fn multiple_precision_beside_words() {
    let numbers = "1e30\n0.1\n-1e30\n";
    let sum = json(floatfloat("sum - --type mp32,f64,mp256").write_stdin(numbers));
    assert_eq!(column(&sum, "type"), ["mp32", "f64", "mp256"]);
    // Each number is rounded to the type first: 10^30 vanishes, and 0.1 stays.
    assert_eq!(column(&sum, "value"), ["0.1"; 3]);
    let far = "1e-300000\n2.5e-300000\n";
    let sum = json(floatfloat("sum - --type mp64").write_stdin(far));
    assert_eq!(column(&sum, "value"), ["3.5e-300000"]);
    assert_eq!(sum["notes"].as_array().unwrap().len(), 1, "{sum}");
}

#[test]
fn decimals_are_read_straight_to_the_type() {
    let number = "0.1234567890123456789012345678901";
    let sum = json(floatfloat("sum -").write_stdin(number));
    let value = column(&sum, "value")[0].as_str().unwrap();
    assert!(value.starts_with(&number[..31]), "{value}");
}

#[test]
fn text_tells_how_many_and_what_f64_would_give() {
    let text = stdout(floatfloat("sum -").write_stdin("1e16\n1\n-1e16\n"));
    assert!(text.contains("3 numbers in standard input."), "{text}");
    assert!(text.contains("Added in f64 one after the other: 0, of which 0.0 digits"), "{text}");
}

#[test]
fn every_line_counts_whatever_ends_it_and_quoted_or_not() {
    for text in ["1\r2\r3\r", "1\r\n2\r\n3", "1\r\r2\n\r3\r\n\n", "\"1\"\n\"2\"\n3", "v\r1\r2\r3"] {
        let sum = json(floatfloat("sum -").write_stdin(text));
        assert_eq!(column(&sum, "value"), ["6"], "{text:?}");
    }
    // Line ends that fall on the border between two reads from the input.
    let text = "1\r\n".repeat(100_000);
    assert_eq!(column(&json(floatfloat("sum -").write_stdin(text)), "value"), ["100000"]);
}
