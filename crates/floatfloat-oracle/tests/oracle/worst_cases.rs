//! The committed worst cases: each is lawful, makes the error it claims, and keeps the bound.

use floatfloat::{
    NoFma,
    elementary::Elementary,
    multi_word,
    operation::{Bound, Operation},
    registry::{
        FunctionVisitor, OPERATIONS, SeveralWordsVisitor, Visitor, for_each, for_each_function,
        for_each_of_several_words,
    },
};
use floatfloat_exact::{
    Concrete, Operands, functions,
    search::{Effort, search},
    several_words as measured,
    survey::{applies, measure},
};
use floatfloat_oracle::{
    bounds::bounds,
    worst_cases::{HEADER, WorstCase, of, of_word, parse, several_words},
};

/// Replays the cases of every operation.
#[derive(Default)]
struct Replay {
    replayed: usize,
}

impl Replay {
    fn word<O: Operation, W: Concrete<Mask = bool>>(&mut self) {
        let cases: Vec<WorstCase> = of(O::INFO.name, W::NAME).collect();
        let expected = applies::<W>(&O::INFO) && O::INFO.bound != Bound::Exact;
        assert_eq!(!cases.is_empty(), expected, "{} {}", O::INFO.name, W::NAME);
        let range = *Operands::new(&O::INFO, W::FORMAT, W::fused(), 0).range();
        for case in cases {
            let said = format!("{} {case}", W::NAME);
            for words in [case.pair.x, case.pair.y] {
                assert!(words.iter().all(|&word| W::FORMAT.contains(word)), "{said}");
                assert!(W::FORMAT.is_normalized(words), "{said}");
            }
            let [x, y] = [case.pair.x[0], case.pair.y[0]].map(|word| W::FORMAT.exponent_of(word));
            assert!(range.contains(x, y), "{said}: outside the range of the operation");
            let seen = measure::<O, W>(case.pair);
            assert!(seen.holds(), "{said}: {seen}");
            let agrees = |now: f64, then: f64| (now - then).abs() <= 1e-9 * then.abs();
            assert!(agrees(seen.verdict.error_u2, case.error_u2), "{said}: {seen}");
            assert!(agrees(seen.verdict.of_bound, case.of_bound), "{said}: {seen}");
            self.replayed += 1;
        }
    }

    /// A function may have become better since.
    fn word_of_function<F: Elementary, W: Concrete<Mask = bool>>(&mut self) {
        for case in of(F::INFO.name, W::NAME) {
            let said = format!("{} {case}", W::NAME);
            for words in [case.pair.x, case.pair.y] {
                assert!(words.iter().all(|&word| W::FORMAT.contains(word)), "{said}");
                assert!(W::FORMAT.is_normalized(words), "{said}");
            }
            let reference = functions::Reference::new(F::INFO.function, W::FORMAT, case.pair);
            let seen = functions::survey::measure::<F, W>(case.pair, &reference.expect("defined"));
            assert!(seen.holds(), "{said}: {seen}");
            self.replayed += 1;
        }
    }
}

impl FunctionVisitor for Replay {
    fn visit<F: Elementary>(&mut self) {
        self.word_of_function::<F, f32>();
        self.word_of_function::<F, f64>();
        self.word_of_function::<F, NoFma<f32>>();
        self.word_of_function::<F, NoFma<f64>>();
    }
}

impl Visitor for Replay {
    fn visit<O: Operation>(&mut self) {
        self.word::<O, f32>();
        self.word::<O, f64>();
        self.word::<O, NoFma<f32>>();
        self.word::<O, NoFma<f64>>();
    }
}

#[test]
fn every_case_replays() {
    let mut replay = Replay::default();
    for_each(&mut replay);
    for_each_function(&mut replay);
    let words = ["f32", "f64", "f32-no-fma", "f64-no-fma"];
    let stored: usize = words.iter().map(|word| of_word(word).len()).sum();
    assert_eq!(replay.replayed, stored, "a case belongs to nothing in the registry");
}

/// Replays the cases of operations on three and four words.
struct ReplayOfSeveralWords {
    cases: Vec<several_words::WorstCase>,
    replayed: usize,
}

impl ReplayOfSeveralWords {
    fn word<O: multi_word::operation::Operation, W: Concrete<Mask = bool>>(&mut self) {
        let of_operation = |case: &&several_words::WorstCase| {
            case.operation == O::INFO.name && case.word == W::NAME
        };
        let before = self.replayed;
        for case in self.cases.iter().filter(of_operation) {
            for words in [case.pair.x, case.pair.y] {
                assert!(words.iter().all(|&word| W::FORMAT.contains(word)), "{case}");
                assert!(measured::is_normalized(W::FORMAT, words), "{case}");
            }
            let seen = measured::measure::<O, W>(case.pair);
            assert!(seen.holds(), "{case}: {seen}");
            let agrees = |now: f64, then: f64| (now - then).abs() <= 1e-9 * then.abs();
            assert!(agrees(seen.verdict.error_u2, case.error), "{case}: {seen}");
            assert!(agrees(seen.verdict.of_bound, case.of_bound), "{case}: {seen}");
            self.replayed += 1;
        }
        assert!(self.replayed > before, "no case of {} on {}", O::INFO.name, W::NAME);
    }
}

impl SeveralWordsVisitor for ReplayOfSeveralWords {
    fn visit<O: multi_word::operation::Operation>(&mut self) {
        self.word::<O, f32>();
        self.word::<O, f64>();
        self.word::<O, NoFma<f32>>();
        self.word::<O, NoFma<f64>>();
    }
}

#[test]
fn every_case_of_several_words_replays() {
    let mut replay = ReplayOfSeveralWords { cases: several_words::all(), replayed: 0 };
    for_each_of_several_words(&mut replay);
    let stored = replay.cases.len();
    assert_eq!(replay.replayed, stored, "a case belongs to nothing in the registry");
}

/// Of three words no bound of 8u³ holds for the product, although the network's own sums may keep it.
#[test]
fn products_of_three_words_exceed_eight_units() {
    let of_products = several_words::all().into_iter().filter(|case| case.operation == "mul3");
    assert!(of_products.map(|case| case.error.abs()).fold(0.0, f64::max) > 8.5);
}

#[test]
fn malformed_files_are_refused() {
    let header = several_words::HEADER;
    let case = "mul3,f32,0x1p+0 0x1p-30,0x1p+0,0,0";
    let read = several_words::parse(&format!("{header}\n{case}\n")).unwrap();
    assert_eq!(read[0].to_string(), case);
    for bad in [
        "mul3,f32,0x1p+0",
        "mul3,f32,1,0x1p+0,0,0",
        "mul3,f32,0x1p+0 0x1p+0 0x1p+0 0x1p+0 0x1p+0,0x1p+0,0,0",
    ] {
        let error = several_words::parse(&format!("{header}\n{bad}\n")).unwrap_err();
        assert!(error.contains(bad), "{error}");
    }

    assert!(parse("").is_err());
    assert!(parse("operation,x").is_err());
    let case = "add,0x1p+0,0x0p+0,0x1p+0,0x0p+0,0,0";
    assert_eq!(parse(&format!("{HEADER}\n{case}\n")).unwrap()[0].to_string(), case);
    for bad in
        ["add,1,2", "add,0x1p+0,0x0p+0,0x1p+0,1.5,0,0", "add,0x1p+0,0x0p+0,0x1p+0,0x0p+0,0,x"]
    {
        let error = parse(&format!("{HEADER}\n{bad}\n")).unwrap_err();
        assert!(error.contains(bad), "{error}");
    }
}

/// A climb finds larger errors than its random starts.
struct Climbs(u32);

impl Visitor for Climbs {
    fn visit<O: Operation>(&mut self) {
        if matches!(O::INFO.bound, Bound::Relative { .. } | Bound::Checked { .. }) {
            let start = search::<O, f32>(5, Effort { climbs: 2, steps: 0 });
            let top = search::<O, f32>(5, Effort { climbs: 2, steps: 2000 });
            assert!(top.holds(), "{}: {top}", O::INFO.name);
            assert!(top.verdict.of_bound >= start.verdict.of_bound, "{}", O::INFO.name);
            self.0 += u32::from(top.verdict.of_bound > 1.05 * start.verdict.of_bound);
        }
    }
}

#[test]
fn searching_helps() {
    let mut climbs = Climbs(0);
    for_each(&mut climbs);
    assert!(climbs.0 > 10, "{} operations", climbs.0);
}

#[test]
fn the_table_has_a_row_for_every_operation_and_word() {
    let rows = bounds();
    for info in OPERATIONS {
        let of_operation: Vec<_> = rows.iter().filter(|row| row.info.name == info.name).collect();
        let expected = if applies::<NoFma<f32>>(info) { 4 } else { 2 };
        assert_eq!(of_operation.len(), expected, "{}", info.name);
        for row in of_operation {
            assert!(row.seen_of_bound <= 1.0 + 1e-12, "{row:?}");
            assert_eq!(row.seen_of_bound == 0.0, info.bound == Bound::Exact, "{row:?}");
            if let Some(bound) = row.bound_u2 {
                assert!(row.seen_u2 <= bound * (1.0 + 1e-12), "{row:?}");
            }
        }
    }
}
