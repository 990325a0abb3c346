//! Sums and inner products of files that are read in blocks: the same as of their numbers in memory.

use floatfloat::multi_precision::Mp256;
use floatfloat::progress::Progress;
use floatfloat_cpu::reproducible::ReproducibleSum;
use floatfloat_data::{
    Error, Input, Loaded, Number, NumberType, SumType, Wanted, dot, sum, with_number_type,
};
use std::{
    fs,
    path::PathBuf,
    sync::{Arc, Mutex},
};

/// More numbers than one block has, and not a multiple.
const COUNT: usize = (1 << 18) + 12_346;

/// A .npy of these words.
fn npy(descr: &str, fortran: bool, shape: &str, words: &[f64]) -> Vec<u8> {
    let order = if fortran { "True" } else { "False" };
    let header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    for &word in words {
        match descr {
            "<f8" => bytes.extend(word.to_le_bytes()),
            ">f8" => bytes.extend(word.to_be_bytes()),
            "<f4" => bytes.extend((word as f32).to_le_bytes()),
            ">f4" => bytes.extend((word as f32).to_be_bytes()),
            _ => panic!("no such words"),
        }
    }
    bytes
}

/// Numbers of `f32` of all magnitudes, so that each descr holds them.
fn numbers(count: usize) -> Vec<f64> {
    let mut state = 7u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 32
    };
    (0..count)
        .map(|_| {
            let (significand, exponent) = (next() as i32 >> 8, next() % 40);
            f64::from(significand) * 2f64.powi(exponent as i32 - 30)
        })
        .collect()
}

/// Pairs hi, lo of `f32`.
fn pairs(count: usize) -> Vec<f64> {
    let low = |high: f64| high * 2f64.powi(-26);
    numbers(count).into_iter().flat_map(|high| [high, f64::from(low(high) as f32)]).collect()
}

/// A file that is removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("floatfloat-{}-{name}", std::process::id()));
        fs::write(&path, bytes).unwrap();
        File(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The sum of what is read of these bytes in memory.
fn sum_in_memory<T: Number>(bytes: &[u8]) -> (ReproducibleSum, usize) {
    let array =
        Loaded::new("memory", None, bytes.to_vec()).unwrap().read::<T>(Wanted::Any).unwrap();
    let mut sum = ReproducibleSum::new();
    for value in array.values() {
        value.parts().into_iter().for_each(|part| sum.add_word(part));
    }
    (sum, array.values().count())
}

/// Of one word, of two and of the most.
const TYPES: [NumberType; 5] =
    [NumberType::F32, NumberType::Ff, NumberType::F64, NumberType::Dd, NumberType::Qd];

#[test]
fn sums_are_those_of_the_numbers_in_memory() {
    let one = numbers(COUNT);
    let two = pairs(COUNT);
    let (half, quarter) = (COUNT / 2, COUNT / 4);
    for (name, bytes) in [
        ("little", npy("<f8", false, &format!("({COUNT},)"), &one)),
        ("big", npy(">f8", false, &format!("({COUNT},)"), &one)),
        ("narrow", npy("<f4", false, &format!("({COUNT},)"), &one)),
        ("rows", npy("<f8", false, &format!("({quarter}, 4)"), &one[..4 * quarter])),
        ("columns", npy(">f4", true, &format!("({quarter}, 4)"), &one[..4 * quarter])),
        ("two-columns", npy("<f8", false, &format!("({half}, 2)"), &one[..2 * half])),
        ("pairs", npy("<f4", false, &format!("({COUNT}, 2)"), &two)),
        ("wide-pairs", npy("<f8", false, &format!("({COUNT}, 2)"), &pairs_of_f64(&one))),
        ("pairs-by-rows", npy(">f4", false, &format!("({quarter}, 4, 2)"), &two[..8 * quarter])),
        ("pairs-apart", npy("<f4", true, &format!("({quarter}, 2)"), &two[..2 * quarter])),
    ] {
        let file = File::new(name, &bytes);
        for number_type in TYPES {
            let expected = with_number_type!(number_type, T => {
                let (expected, count) = sum_in_memory::<T>(&bytes);
                (rounded::<T>(&expected).digits(), count)
            });
            for input in
                [Input::open(&file.0).unwrap(), Input::new("memory", bytes.clone()).unwrap()]
            {
                let sum = sum(input, None, &[number_type]).unwrap();
                assert_eq!(
                    (sum.values[0].digits(), sum.count),
                    expected,
                    "{name} in {number_type}"
                );
            }
        }
    }
}

/// The sum as a number: word by word what those before leave, rounded.
fn rounded<T: Number>(sum: &ReproducibleSum) -> T {
    let mut rest = sum.clone();
    let mut words = [T::Word::default(); 4];
    for word in &mut words[..T::WORDS] {
        *word = rest.to_word();
        rest.add_word(-*word);
    }
    T::of_words(words)
}

/// The same numbers with second words of `f64`.
fn pairs_of_f64(high: &[f64]) -> Vec<f64> {
    high.iter().flat_map(|&high| [high, high * 2f64.powi(-55)]).collect()
}

#[test]
fn products_are_those_of_the_numbers_in_memory() {
    let one = npy("<f8", false, &format!("({COUNT},)"), &numbers(COUNT));
    let two = npy("<f4", false, &format!("({COUNT}, 2)"), &pairs(COUNT));
    let text = numbers(COUNT).iter().map(|x| format!("{x:e}\n")).collect::<String>().into_bytes();
    for (x, y) in [(&one, &two), (&two, &one), (&one, &text)] {
        let input = |bytes: &Vec<u8>| Input::new("memory", bytes.clone()).unwrap();
        let found = dot(input(x), input(y), &TYPES).unwrap();
        assert_eq!(found.count, COUNT);
        for (value, number_type) in found.values.iter().zip(TYPES) {
            with_number_type!(number_type, T => {
                let vector = |bytes: &Vec<u8>| {
                    Loaded::new("memory", None, bytes.clone()).unwrap().vector::<T>().unwrap()
                };
                let mut sum = ReproducibleSum::new();
                for (x, y) in vector(x).iter().zip(vector(y)) {
                    for a in x.parts() {
                        y.parts().into_iter().for_each(|b| sum.add_product(a, b));
                    }
                }
                assert_eq!(value.digits(), rounded::<T>(&sum).digits());
            });
        }
    }
}

#[test]
fn multiple_precision_of_arrays_is_exact_and_rounded_once() {
    let types = ["mp32", "mp256"].map(|name| name.parse::<SumType>().unwrap());
    let two = npy("<f8", false, &format!("({COUNT}, 2)"), &pairs_of_f64(&numbers(COUNT)));
    let input = || Input::new("memory", two.clone()).unwrap();
    let numbers = Loaded::new("memory", None, two.clone()).unwrap().vector::<Mp256>().unwrap();
    let total = |terms: &mut dyn Iterator<Item = Mp256>| {
        terms.fold(Mp256::ZERO, |sum, term| sum + term).to_string()
    };
    let found = sum(input(), None, &types[1..]).unwrap();
    assert_eq!(found.values[0].digits(), total(&mut numbers.iter().copied()));
    let found = dot(input(), input(), &types).unwrap();
    assert_eq!(found.values[1].digits(), total(&mut numbers.iter().map(|&x| x * x)));
    // Each number is rounded to 32 bits first.
    let narrow = |x: &Mp256| x.convert::<1>().convert::<8>();
    let expected: Mp256 = numbers.iter().map(narrow).fold(Mp256::ZERO, |sum, x| sum + x * x);
    assert_eq!(found.values[0].digits(), expected.convert::<1>().to_string());
}

/// The error of the sum of these bytes, as a stream and as in memory.
fn both_errors(bytes: &[u8]) -> [String; 2] {
    let text = |error: Error| error.to_string();
    let streamed = Input::new("test", bytes.to_vec())
        .and_then(|input| sum(input, None, &[NumberType::Dd]))
        .unwrap_err();
    let loaded = Loaded::new("test", None, bytes.to_vec())
        .and_then(|loaded| loaded.read::<floatfloat::DoubleDouble>(Wanted::Any))
        .unwrap_err();
    [text(streamed), text(loaded)]
}

#[test]
fn errors_are_those_of_arrays_in_memory() {
    let mut words = numbers(COUNT);
    words[COUNT - 5] = f64::NAN;
    words[COUNT - 3] = f64::INFINITY;
    let mut broken_pair = pairs(COUNT);
    broken_pair[2 * COUNT - 9] = 1e30;
    for bytes in [
        npy("<f8", false, &format!("({COUNT},)"), &words),
        npy(">f4", false, &format!("({COUNT}, 1)"), &words),
        npy("<f4", false, &format!("({}, 3, 2)", COUNT / 3), &broken_pair[..COUNT / 3 * 6]),
        npy("<f8", false, &format!("({},)", COUNT + 9), &numbers(COUNT)),
        npy("<f8", false, &format!("({},)", COUNT - 9), &numbers(COUNT)),
        npy("<f8", false, "(0,)", &[]),
        npy("<f8", false, "(1, 2, 3, 4)", &numbers(24)),
    ] {
        let [streamed, loaded] = both_errors(&bytes);
        assert_eq!(streamed, loaded);
    }
}

#[test]
fn a_file_of_another_length_is_refused_before_it_is_read() {
    let mut bytes = npy("<f8", false, &format!("({},)", COUNT + 1), &numbers(COUNT));
    let at = bytes.len() - 80;
    bytes[at..at + 8].copy_from_slice(&f64::NAN.to_le_bytes());
    let file = File::new("short", &bytes);
    let error =
        floatfloat_data::sum_file(&file.0, None, &[NumberType::Dd]).unwrap_err().to_string();
    assert!(error.contains("8 bytes"), "{error}");
}

#[test]
fn long_texts_are_read_in_blocks() {
    let numbers = numbers(COUNT);
    let rows: String = numbers.iter().map(|x| format!("7, {x:e} ,\"{x}\"\r\n")).collect();
    let text = format!("# a comment\na,b,c\n{rows}");
    let sum = |column| {
        let input = Input::new("test", text.clone().into_bytes()).unwrap();
        sum(input, Some(column), &TYPES).unwrap()
    };
    let mut expected = ReproducibleSum::new();
    numbers.iter().for_each(|&x| expected.add_word(x));
    let expected = expected.to_word::<f64>();
    for column in ["b", "c"] {
        let found = sum(column);
        assert_eq!((found.count, found.column.as_deref()), (COUNT, Some(column)));
        assert_eq!(found.values[2].digits().parse::<f64>(), Ok(expected));
        assert_eq!(found.naive.unwrap().value, numbers.iter().fold(0.0, |sum, x| sum + x));
    }
    assert_eq!(sum("a").values[3].digits(), (7 * COUNT).to_string());
    let wrong = format!("{text}7,x,8\n7,8\n").into_bytes();
    let input = Input::new("test", wrong).unwrap();
    let error = floatfloat_data::sum(input, Some("b"), &[NumberType::F64]).unwrap_err().to_string();
    assert!(error.starts_with(&format!("test, line {}, column `b`", COUNT + 3)), "{error}");
}

#[test]
fn reading_is_watched_and_cancelled() {
    #[derive(Default)]
    struct Watch {
        seen: Mutex<Vec<(u64, u64)>>,
        at_most: u64,
    }
    impl Progress for Watch {
        fn advance(&self, done: u64, total: u64) {
            self.seen.lock().unwrap().push((done, total));
        }
        fn cancelled(&self) -> bool {
            self.seen.lock().unwrap().last().is_some_and(|&(done, _)| done > self.at_most)
        }
    }
    let array = npy("<f8", false, &format!("({COUNT},)"), &numbers(COUNT));
    let text = "1\n".repeat(1 << 22).into_bytes();
    for bytes in [array, text] {
        let (file, length) = (File::new("watched", &bytes), bytes.len() as u64);
        let sum = |at_most| {
            let watch = Arc::new(Watch { at_most, ..Watch::default() });
            let input = Input::open(&file.0).unwrap().watched_by(watch.clone());
            let sum = sum(input, None, &[NumberType::Dd]);
            let seen = watch.seen.lock().unwrap().clone();
            assert!(seen.iter().is_sorted());
            (sum, seen)
        };
        let (whole, seen) = sum(u64::MAX);
        assert!(whole.is_ok() && seen.last() == Some(&(length, length)), "{seen:?}");
        let (cancelled, seen) = sum(length / 4);
        assert!(matches!(cancelled, Err(Error::Cancelled { .. })));
        assert!(seen.last().unwrap().0 < length);
    }
}
