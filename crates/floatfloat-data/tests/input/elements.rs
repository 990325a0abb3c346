//! Elements of .npy that are not words: integers, halves and long doubles enter every type exactly, or rounded
//! once.

use crate::{folder, load};
use floatfloat_data::{
    DoubleDouble, FloatFloat, Input, Loaded, Number, NumberType, QuadDouble, Readable, SumType,
    Wanted, sum, with_number_type,
};

/// A .npy with these elements.
fn npy(descr: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let header = format!(
        "{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}
"
    );
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(elements);
    bytes
}

fn read<T: Readable>(bytes: &[u8]) -> Vec<T> {
    Loaded::new("test", None, bytes.to_vec()).and_then(|loaded| loaded.vector()).unwrap()
}

fn digits<T: Number>(file: &str) -> Vec<String> {
    let numbers: Vec<T> = load("good", file).and_then(|loaded| loaded.vector()).unwrap();
    numbers.into_iter().map(Number::digits).collect()
}

#[test]
fn integers_of_numpy() {
    for (file, expected) in [
        ("vector-b1.npy", ["1", "0", "1"]),
        ("vector-i1-big.npy", ["-128", "127", "3"]),
        ("vector-u1-big.npy", ["0", "255", "3"]),
        ("vector-i2-big.npy", ["-32768", "32767", "3"]),
        ("vector-u2-big.npy", ["0", "65535", "3"]),
        ("vector-i4-big.npy", ["-2147483648", "2147483647", "3"]),
        ("vector-u4-big.npy", ["0", "4294967295", "3"]),
    ] {
        assert_eq!(digits::<f64>(file), expected, "{file}");
        assert_eq!(digits::<FloatFloat>(file), expected, "{file}");
        assert_eq!(digits::<DoubleDouble>(file), expected, "{file}");
    }
}

#[test]
fn integers_of_64_bits_are_exact_in_double_double_and_rounded_once_elsewhere() {
    for (file, expected) in [
        (
            "vector-i8-little.npy",
            ["9223372036854775807", "-9223372036854775808", "9007199254740993", "-3"],
        ),
        (
            "vector-i8-big.npy",
            ["9223372036854775807", "-9223372036854775808", "9007199254740993", "-3"],
        ),
        ("vector-u8-little.npy", ["18446744073709551615", "9007199254740993", "0", "7"]),
    ] {
        assert_eq!(digits::<DoubleDouble>(file), expected, "{file}");
        assert_eq!(digits::<QuadDouble>(file), expected, "{file}");
        for number_type in NumberType::ALL {
            with_number_type!(number_type, T => {
                let found: Vec<T> = load("good", file).and_then(|loaded| loaded.vector()).unwrap();
                let rounded: Vec<T> = expected.iter().map(|text| T::read(text).unwrap()).collect();
                assert!(found == rounded, "{file} in {number_type}");
            });
        }
    }
}

#[test]
fn halves_of_numpy() {
    assert_eq!(
        digits::<f64>("vector-f2-little.npy"),
        ["0.0999755859375", "-65504", "5.960464477539063e-8"]
    );
    assert_eq!(digits::<DoubleDouble>("vector-f2-little.npy")[0], "0.0999755859375");
}

#[test]
fn integers_are_no_pairs() {
    let bytes = std::fs::read(folder("good").join("matrix-i4-fortran.npy")).unwrap();
    let matrix = Loaded::new("test", None, bytes).unwrap().matrix::<f64>().unwrap();
    assert_eq!((matrix.rows, matrix.values), (2, vec![1.0, 4.0, 2.0, 5.0, 3.0, 6.0]));
    let two_columns = npy("|u1", "(3, 2)", &[1, 0, 2, 0, 3, 0]);
    let array = Loaded::new("test", None, two_columns.clone()).unwrap();
    assert_eq!(array.read::<f64>(Wanted::Any).unwrap().shape(), (3, 2));
    let message = array.vector::<f64>().unwrap_err().to_string();
    assert!(message.contains("a vector is needed, but this is a matrix of 3 rows"), "{message}");
    let input = Input::new("test", two_columns).unwrap();
    assert_eq!(sum(input, None, &[NumberType::Dd]).unwrap().count, 6);
}

/// The long doubles of x86, written by NumPy with padding that is not zero.
#[test]
fn long_doubles_of_numpy() {
    let tenth = "0.100000000000000000001355252715607";
    let [first, second, rest @ ..] = &digits::<DoubleDouble>("vector-f16-x86.npy")[..] else {
        panic!("four numbers")
    };
    assert_eq!((first.as_str(), rest), (tenth, &["-3".to_owned(), "0".to_owned()][..]));
    assert!(second.starts_with("1.0000000000000000000") && second.ends_with("e300"), "{second}");
    // 1e400
    let far = npy(
        "<f16",
        "(1,)",
        &[0xe6, 0xf9, 0x9f, 0xcb, 0xc8, 0x3f, 0x76, 0xda, 0x2f, 0x45, 0, 0, 0, 0, 0, 0],
    );
    let loaded = Loaded::new("test", None, far.clone()).unwrap();
    let message = loaded.vector::<QuadDouble>().unwrap_err().to_string();
    let out = "element [0]: 1e400 is out of range: the largest number in type qd is about 1.8e308";
    assert!(message.contains(out), "{message}");
    let precise: SumType = "mp64".parse().unwrap();
    let total = sum(Input::new("test", far).unwrap(), None, &[precise]).unwrap();
    assert_eq!(total.values[0].digits(), "1e400");
}

#[test]
fn long_doubles_of_other_machines() {
    // 1/3 in binary128 has 113 bits, more than a double-double.
    let third = 0x3ffd_5555_5555_5555_5555_5555_5555_5555u128;
    for (descr, bytes) in [("<f16", third.to_le_bytes()), (">f16", third.to_be_bytes())] {
        let bytes = npy(descr, "(1,)", &bytes);
        let exact =
            QuadDouble::from_hex("0x1.5555555555555p-2 + 0x1.5555555555555p-56 + 0x1.5p-110")
                .unwrap();
        assert_eq!(read::<QuadDouble>(&bytes), [exact]);
        assert_eq!(read::<DoubleDouble>(&bytes), [DoubleDouble::from_number(exact)]);
        assert_eq!(read::<FloatFloat>(&bytes), [FloatFloat::from_number(exact)]);
        assert_eq!(read::<f64>(&bytes), [1.0 / 3.0]);
        assert_eq!(read::<f32>(&bytes), [1.0 / 3.0]);
        assert_eq!(
            sum(Input::new("test", bytes).unwrap(), None, &[NumberType::Qd]).unwrap().values,
            [exact.into()]
        );
    }
    let pair = [1.5, -(2f64.powi(-60))];
    let bytes: Vec<u8> = pair.iter().flat_map(|word| word.to_le_bytes()).collect();
    let number = DoubleDouble::from_parts(pair[0], pair[1]);
    assert_eq!(read::<DoubleDouble>(&npy("<f16", "(1,)", &bytes)), [number]);
    // The padding of 12 bytes is ignored.
    let bytes = [0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0xbf, 0x55, 0xaa];
    assert_eq!(read::<f64>(&npy("<f12", "(1,)", &bytes)), [-1.5]);
}

/// The sum of a stream is that of the numbers in memory.
#[test]
fn streams_of_integers() {
    let count = (1 << 18) + 1000;
    let numbers: Vec<i64> =
        (0..count).map(|i: i64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15u64 as i64)).collect();
    let total: i128 = numbers.iter().map(|&x| i128::from(x)).sum();
    let little: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    let big: Vec<u8> = numbers.iter().flat_map(|x| x.to_be_bytes()).collect();
    for (descr, bytes) in [("<i8", little), (">i8", big)] {
        let input = Input::new("test", npy(descr, &format!("({count},)"), &bytes)).unwrap();
        let types = ["dd", "td", "mp256"].map(|name| name.parse::<SumType>().unwrap());
        let found = sum(input, None, &types).unwrap();
        for value in found.values {
            assert_eq!(DoubleDouble::read(&value.digits()), DoubleDouble::read(&total.to_string()));
        }
    }
    let bits: Vec<u8> = (0..count).map(|i| u8::from(i % 3 == 0)).collect();
    let input = Input::new("test", npy("|b1", &format!("({count},)"), &bits)).unwrap();
    let found = sum(input, None, &[NumberType::F32]).unwrap();
    assert_eq!(found.values[0].digits(), ((count + 2) / 3).to_string());
}

/// The words of a pair of `f32` are no words of a pair of `f64`: together they may be one `f64`.
#[test]
fn pairs_of_f32_enter_wider_words() {
    let words = [1f32, 2f32.powi(-26), 3.0, -(2f32.powi(-80))];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let bytes = npy("<f4", "(2, 2)", &bytes);
    let first = 1.0 + 2f64.powi(-26);
    assert_eq!(read::<f64>(&bytes), [first, 3.0]);
    let second = DoubleDouble::from_parts(3.0, -(2f64.powi(-80)));
    assert_eq!(read::<DoubleDouble>(&bytes), [first.into(), second]);
    assert_eq!(read::<FloatFloat>(&bytes)[0], FloatFloat::from_parts(words[0], words[1]));
    let found = sum(Input::new("test", bytes).unwrap(), None, &[NumberType::F64]).unwrap();
    assert_eq!(found.values, [(first + 3.0).into()]);
    assert_eq!(found.naive.unwrap().value, first + 3.0);
}
