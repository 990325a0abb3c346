//! Tables as other programs write them, as text: read, or refused with a message that says what to do.

use floatfloat_data::{Error, Exact, Fit, Input, Loaded, NumberType, dot, fit, read_system, sum};

fn loaded(text: &str) -> Result<Loaded, Error> {
    Loaded::new("test", None, text.as_bytes().to_vec())
}

/// The sum of a column.
fn total(text: &str, column: Option<&str>) -> Result<String, String> {
    Input::new("test", text.as_bytes().to_vec())
        .and_then(|input| sum(input, column, &[NumberType::Dd]))
        .map(|sum| sum.values[0].digits())
        .map_err(|error| error.to_string())
}

/// A matrix as its rows.
fn rows(text: &str) -> Result<Vec<Vec<f64>>, String> {
    let matrix = loaded(text).and_then(|loaded| loaded.matrix::<f64>());
    let matrix = matrix.map_err(|error| error.to_string())?;
    let row = |i| matrix.by_columns().map(|column| column[i]).collect();
    Ok((0..matrix.rows).map(row).collect())
}

fn fitted(text: &str) -> Result<Fit<f64>, String> {
    let table = loaded(text).and_then(|loaded| loaded.table::<f64>());
    table.and_then(|table| fit(&table, None)).map_err(|error| error.to_string())
}

#[test]
fn matrices_separated_by_blanks() {
    for text in [
        // numpy.savetxt
        "1.000000000000000000e+00 2.000000000000000000e+00\n3.000000000000000000e+00 -4e+00\n",
        "   1   2\n   3  -4\n",
        "1\t2\n3\t-4\n",
        "\t1\t 2\t\n\t3\t-4\t\n",
        "1  \t 2\n3 -4\n",
        "a   b\n1   2\n3  -4\n",
        "# numpy's comment\n1 2\n3 -4\n",
        "1.0D+00 2.0d0\n0.3D+01 -4\n",
    ] {
        assert_eq!(rows(text).unwrap(), [[1.0, 2.0], [3.0, -4.0]], "{text:?}");
    }
    let error = rows("1 2\n3\n").unwrap_err();
    assert!(error.starts_with("test, line 2: found 1 value, but the rows above have 2"), "{error}");
    let error = rows("1 2\n3 x\n").unwrap_err();
    assert!(error.starts_with("test, line 2: `x` is not a number"), "{error}");
}

/// `numpy.savetxt` writes a matrix like this.
#[test]
fn all_elements_of_a_matrix_are_added() {
    let matrix = "0.0e+00 1.0e+00 2.0e+00\n3.0e+00 4.0e+00 5.5e+00\n";
    assert_eq!(total(matrix, None).unwrap(), "15.5");
    assert_eq!(total("-1 2\n3 4\n", None).unwrap(), "8");
    let error = total("1.5 2\n3\n", None).unwrap_err();
    assert!(error.starts_with("test, line 2: found 1 value, but the rows above have 2"), "{error}");
    let error = total("1.5 2\n3 x\n", None).unwrap_err();
    assert!(error.starts_with("test, line 2: `x` is not a number"), "{error}");
    let row = loaded("1.5 2 -3\n").unwrap().vector::<f64>().unwrap();
    assert_eq!(row, [1.5, 2.0, -3.0]);
    let error = loaded(matrix).unwrap().vector::<f64>().unwrap_err().to_string();
    assert!(error.contains("a vector is needed, but this is a matrix of 2 rows and 3"), "{error}");
    // Whole numbers may be names; a comma may be that of a decimal; a blank may separate thousands.
    for text in ["0 1 2\n3 4 5\n", "1.234,56\n", "1 234.5\n"] {
        assert!(total(text, None).unwrap_err().contains("the first line must name"), "{text:?}");
    }
    let error = fitted(matrix).map(|_| ()).unwrap_err();
    assert!(error.contains("the first line must name the columns"), "{error}");
}

#[test]
fn columns_separated_by_blanks() {
    let text = "     y         x\n   60.5      1\n   61.5      2\n   63.5      3\n";
    assert_eq!(total(text, Some("y")).unwrap(), "185.5");
    assert_eq!(fitted(text).unwrap().terms, ["1", "x"]);
    let choose = total(text, None).unwrap_err();
    assert!(choose.contains("the columns are `y` and `x`"), "{choose}");
    assert_eq!(total("\"net price\" size\n1 2\n", Some("net price")).unwrap(), "1");
    // One column whose name has a blank.
    assert_eq!(total("net price\n5\n6\n", None).unwrap(), "11");
    let error = total("1 2 3\n4 5 6\n", None).unwrap_err();
    assert!(
        error.contains("line 1: the first line must name the columns, but it holds numbers: 1 2 3"),
        "{error}"
    );
    let part = |part: &str| {
        let mut input = Input::new("test", b"x y\n1 2\n3 4\n".to_vec()).unwrap();
        input.part = Some(part.into());
        input
    };
    let product = dot(part("x"), part("y"), &[NumberType::Dd]).unwrap();
    assert_eq!(product.values[0].digits(), "14");
}

#[test]
fn exponents_of_fortran() {
    assert_eq!(total("1.0D+02\n1.0d0\n", None).unwrap(), "101");
    assert_eq!(total("x\n0.1D0\n", None).unwrap(), "0.1");
    let market = "%%MatrixMarket matrix array real general\n2 1\n1.5D+00\n-2d-1\n";
    assert_eq!(rows(market).unwrap(), [[1.5], [-0.2]]);
    assert!(Exact::read("1.5D+01").unwrap() == Exact::read("15").unwrap());
}

/// `DataFrame.to_csv` writes its index as a first column without a name.
#[test]
fn an_index_is_left_out_with_a_note() {
    let note =
        "The first column of test has no name and is left out, like an index; to use it, name it.";
    for text in [
        ",x,y\n0,1,2\n1,2,4.5\n2,3,6\n",
        "\tx\ty\nMon\t1\t2\nTue\t2\t4.5\nWed\t3\t6\n",
        "Unnamed: 0,x,y\n0,1,2\n1,2,4.5\n2,3,6\n",
        "\"\";\"x\";\"y\"\n\"1\";1;2\n\"2\";2;4.5\n\"3\";3;6\n",
    ] {
        assert_eq!(fitted(text).unwrap().terms, ["1", "x"], "{text:?}");
        assert_eq!(rows(text).unwrap(), [[1.0, 2.0], [2.0, 4.5], [3.0, 6.0]], "{text:?}");
        assert_eq!(loaded(text).unwrap().left_out().as_deref(), Some(note), "{text:?}");
        assert_eq!(total(text, Some("x")).unwrap(), "6");
    }
    let counted = ",0,1\n0,4,1\n1,1,3\n";
    assert_eq!(rows(counted).unwrap(), [[4.0, 1.0], [1.0, 3.0]]);
    assert_eq!(total(counted, Some("0")).unwrap(), "5");
    // A name comes before a position.
    assert_eq!(total(counted, Some("1")).unwrap(), "4");
    assert_eq!(total(",eur\n0,1.5\n1,2\n", None).unwrap(), "3.5");
    assert_eq!(total(",eur\n0,1.5\n1,2\n", Some("1")).unwrap(), "1");
    assert_eq!(total(",0\n0,1.5\n1,2\n", None).unwrap(), "3.5");
    assert_eq!(loaded("x,y\n0,1\n").unwrap().left_out(), None);
    assert_eq!(loaded("1,2\n0,1\n").unwrap().left_out(), None);
}

#[test]
fn an_empty_first_value_of_a_matrix_is_no_index() {
    let error = rows(",5,3\n1,2,3\n").unwrap_err();
    assert!(error.starts_with("test, line 1: an empty value is not a number"), "{error}");
    let error = total(",5\n1,2\n", None).unwrap_err();
    assert!(error.starts_with("test, line 1: column 1 has no name"), "{error}");
    let error = fitted(",y\n0,1\n1,2\n").unwrap_err();
    assert!(
        error.contains("only the column `y`; a fit needs at least one more with a name"),
        "{error}"
    );
    for text in ["x,,y\n1,2,3\n", "x,y,\n1,2,3\n", ",x,\n1,2,3\n"] {
        assert!(fitted(text).unwrap_err().contains("has no name"), "{text:?}");
    }
}

#[test]
fn excel_declares_its_separator() {
    assert_eq!(rows("sep=;\n1.5;2\n3;4\n").unwrap(), [[1.5, 2.0], [3.0, 4.0]]);
    assert_eq!(total("\u{feff}sep=;\r\na,b;c\r\n1.5;2\r\n", Some("a,b")).unwrap(), "1.5");
    assert_eq!(total("sep=;\n1.5\n2\n", None).unwrap(), "3.5");
    assert_eq!(rows("sep=,\na,b\n1,2\n").unwrap(), [[1.0, 2.0]]);
    let error = total("sep=;\nx;y\n1;2\n1,5;2\n", Some("x")).unwrap_err();
    assert!(
        error.starts_with("test, line 4, column `x`: `1,5` is not a number; write a decimal point"),
        "{error}"
    );
    assert_eq!(total("sep=;\n", None).unwrap_err(), total("", None).unwrap_err());
    assert_eq!(rows("sep=;\n").unwrap_err(), rows("").unwrap_err());
}

#[test]
fn decimal_commas_are_refused_in_the_first_line_too() {
    for (line, text) in
        [(1, "1,5;2,5\n3,5;4,5\n"), (1, "1,5\t2\n"), (1, "1,5 2,5\n"), (2, "sep=;\n1,5;2\n")]
    {
        let begins = format!("test, line {line}: `1,5` is not a number; write a decimal point");
        for error in [
            total(text, None).unwrap_err(),
            rows(text).unwrap_err(),
            fitted(text).map(|_| ()).unwrap_err(),
        ] {
            assert!(error.starts_with(&begins), "{text:?}: {error}");
        }
    }
    let error = fitted("x;y\n1,5;2\n").map(|_| ()).unwrap_err();
    assert!(
        error.starts_with("test, line 2, column `x`: `1,5` is not a number; write a decimal point"),
        "{error}"
    );
    assert_eq!(total("price, net;size\n1.5;2\n", Some("price, net")).unwrap(), "1.5");
}

#[test]
fn quotation_marks_after_blanks() {
    assert_eq!(rows("1, \"2\"\n\"3\" , \"4\"\n").unwrap(), [[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(total("\"x\", \"y, z\"\n1, \"2\"\n", Some("y, z")).unwrap(), "2");
    let error = rows("1, \"2\n").unwrap_err();
    assert!(error.starts_with("test, line 1: a quotation mark"), "{error}");
    let error = rows("1, \"2\"3\n").unwrap_err();
    assert!(error.starts_with("test, line 1: text follows a closing quotation mark"), "{error}");
}

#[test]
fn separators_of_thousands_are_refused_with_line_and_column() {
    let advice = "is not a number; write the number without separators of thousands";
    for number in
        ["1\u{2009}234", "1\u{202f}234.5", "1\u{a0}234", "1 234", "1'234", "1\u{2019}234", "1_234"]
    {
        let error = total(&format!("1\n{number}\n"), None).unwrap_err();
        assert_eq!(error, format!("test, line 2: `{number}` {advice}"));
        let error = total(&format!("x,y\n1,2\n3,{number}\n"), Some("y")).unwrap_err();
        assert_eq!(error, format!("test, line 3, column `y`: `{number}` {advice}"));
        let error = fitted(&format!("x;y\n1;{number}\n")).map(|_| ()).unwrap_err();
        assert_eq!(error, format!("test, line 2, column `y`: `{number}` {advice}"));
        // No row of such numbers passes for a line of names.
        for text in [format!("{number};{number}\n1;2\n"), format!("{number};2\n1;2\n")] {
            for error in [rows(&text).unwrap_err(), total(&text, None).unwrap_err()] {
                assert_eq!(error, format!("test, line 1: `{number}` {advice}"), "{text:?}");
            }
        }
        let error = total(&format!("{number}\n1\n"), None).unwrap_err();
        assert!(error.starts_with("test, line 1: "), "{error}");
        let is_blank = number.contains(' ');
        let advice = if is_blank { "must have no blanks" } else { "separators of thousands" };
        assert!(error.contains(advice), "{error}");
    }
}

#[test]
fn a_vector_before_its_matrix() {
    let [matrix, right] = ["4,1\n1,3\n", "1\n2\n"];
    let system = |a: &str, b: &str| {
        let [a, b] = [("a", a), ("b", b)]
            .map(|(name, text)| Loaded::new(name, None, text.as_bytes().to_vec()).unwrap());
        read_system::<f64>(&a, &b).map(|(matrix, right)| (matrix.columns, right.len()))
    };
    assert_eq!(system(matrix, right).unwrap(), (2, 2));
    let expected = "b is a matrix of 2 rows and 2 columns and a is a vector; give the matrix first and the \
                    right-hand side second";
    for matrix in [
        matrix,
        "x,y\n4,1\n1,3\n",
        "4 1\n1 3\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n",
    ] {
        assert_eq!(system(right, matrix).unwrap_err().to_string(), expected);
    }
    let error = system(matrix, "1,2\n3,4\n").unwrap_err().to_string();
    assert!(error.contains("line 1: the first line must name the columns"), "{error}");
    let error = system(right, "x\nfour\n").unwrap_err().to_string();
    assert!(error.contains("`four` is not a number"), "{error}");
}

#[test]
fn a_stored_zero_on_the_diagonal_of_a_skew_symmetric_matrix() {
    let banner = "%%MatrixMarket matrix coordinate real skew-symmetric\n";
    let zeros = format!("{banner}2 2 3\n1 1 0\n2 1 3\n2 2 0.0\n");
    assert_eq!(rows(&zeros).unwrap(), [[0.0, -3.0], [3.0, 0.0]]);
    let error = rows(&format!("{banner}2 2 2\n2 1 3\n2 2 1e-300\n")).unwrap_err();
    assert_eq!(
        error,
        "test, line 4: row 2, column 2: the diagonal of a skew-symmetric matrix is zero"
    );
    let error = rows(&format!("{banner}2 2 4\n")).unwrap_err();
    assert!(error.contains("4 entries are announced"), "{error}");
}

/// Every beginning of a table, with every character changed, is read or refused.
#[test]
fn changed_tables_are_read_or_refused() {
    for text in [
        "sep=;\n\"a, b\";c\n1,5;\"2\"\n",
        ",0,1\n0,\"4\", 1\n1,1,3\n",
        " \"net price\"\t y\n1.0D+00 2\n\t3  4\n",
        "1\u{202f}234;2\n",
    ] {
        for (at, _) in text.char_indices() {
            for change in ["", "\"", ",", ";", "\t", " ", "\u{a0}", "\n", "-", "e"] {
                let changed = format!(
                    "{}{change}{}",
                    &text[..at],
                    &text[at..].chars().skip(1).collect::<String>()
                );
                for text in [&text[..at], &changed] {
                    let _ = (total(text, None), total(text, Some("1")), rows(text));
                    let _ = (fitted(text).is_ok(), loaded(text).map(|loaded| loaded.left_out()));
                }
            }
        }
    }
}
