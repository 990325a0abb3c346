//! Every operation on three and four words, on every word it runs on, over every class of operands: the bound
//! holds and the result is normalised. `cargo test --release -p floatfloat --test several_words accuracy -- --nocapture` shows the
//! largest errors; `FLOATFLOAT_EXHAUSTIVE=1` takes fifty times as many operands.

use floatfloat::{
    NoFma,
    multi_word::operation::Operation,
    registry::{OPERATIONS_OF_SEVERAL_WORDS, SeveralWordsVisitor, for_each_of_several_words},
    sim::{
        Sim,
        machines::{IeeeF32, Small},
    },
};
use floatfloat_exact::{
    Concrete,
    search::Effort,
    several_words::{Class, Worst, search, survey},
};

const SEED: u64 = 2025;

fn effort() -> u64 {
    if std::env::var_os("FLOATFLOAT_EXHAUSTIVE").is_some() { 50 } else { 1 }
}

/// Tests every operation with some words.
struct Accuracy {
    words: Words,
    tested: usize,
    failures: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Native,
    WithoutFma,
    Simulated,
}

impl Accuracy {
    fn word<O: Operation, W: Concrete<Mask = bool>>(&mut self, samples: u64) {
        let of_class = |(index, class): (usize, Class)| {
            survey::<O, W>(class, samples * effort(), SEED + index as u64)
        };
        let surveyed = Class::ALL.into_iter().enumerate().map(of_class);
        let climbed = search::<O, W>(SEED, Effort { climbs: 20 * effort() as u32, steps: 1_000 });
        let worst = surveyed.fold(climbed, Worst::worse);
        println!(
            "{:<10} {:<14} p = {:<2} {:>9.4} {:>9.4}",
            O::INFO.name,
            W::NAME,
            W::FORMAT.precision,
            worst.verdict.error_u2,
            worst.verdict.of_bound
        );
        if !worst.holds() {
            self.failures.push(format!("{} {}: {worst}", O::INFO.name, W::NAME));
        }
    }
}

impl SeveralWordsVisitor for Accuracy {
    fn visit<O: Operation>(&mut self) {
        self.tested += 1;
        match self.words {
            Words::Native => {
                self.word::<O, f32>(20_000);
                self.word::<O, f64>(20_000);
            }
            Words::WithoutFma => {
                self.word::<O, NoFma<f32>>(10_000);
                self.word::<O, NoFma<f64>>(10_000);
            }
            Words::Simulated => {
                self.word::<O, Sim<Small<8, IeeeF32>>>(10_000);
                self.word::<O, Sim<Small<9, IeeeF32>>>(5_000);
                self.word::<O, Sim<Small<11, IeeeF32>>>(10_000);
            }
        }
    }
}

fn test(words: Words) {
    println!("operation, word: largest error in u^N, of its bound");
    let mut accuracy = Accuracy { words, tested: 0, failures: Vec::new() };
    for_each_of_several_words(&mut accuracy);
    assert_eq!(accuracy.tested, OPERATIONS_OF_SEVERAL_WORDS.len());
    assert!(accuracy.failures.is_empty(), "{}", accuracy.failures.join("\n"));
}

#[test]
fn of_native_words() {
    test(Words::Native);
}

#[test]
fn without_fused_multiply_add() {
    test(Words::WithoutFma);
}

#[test]
fn of_simulated_words_of_few_bits() {
    test(Words::Simulated);
}
