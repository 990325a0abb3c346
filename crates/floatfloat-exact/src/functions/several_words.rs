//! Functions of three and four words: operands chosen to give large errors, and errors relative to bounds.

use super::{Arguments, Class, Reference};
use crate::{
    exact::Exact,
    format::{Concrete, Format},
    operands::{Pair, words::Low},
    random::Random,
    several_words::{Words, Worst, is_normalized},
};
use floatfloat::{
    MultiWord, WordArray,
    elementary::{
        Function,
        several_words::{Elementary, Info, SeveralWords},
    },
};

/// Draws operands of a function of three or four words for which the function is defined and finite. Its value
/// may exceed the range of the format.
#[derive(Clone, Debug)]
pub struct Operands {
    info: Info,
    format: Format,
    words: usize,
    leading: Arguments,
    random: Random,
}

impl Operands {
    /// Operands of `words` words of a format; the same sequence for the same seed.
    pub fn new(info: &Info, format: Format, words: usize, seed: u64) -> Self {
        Operands {
            info: *info,
            format,
            words,
            leading: Arguments::new(info.function, format, seed),
            random: Random::new(!seed),
        }
    }

    /// The next pair of a class, with the exact value. If the function has no second operand, it is one.
    ///
    /// Excludes tangents so large that the cosine is below the range.
    pub fn draw(&mut self, class: Class) -> (Pair<4>, Reference<4>) {
        let function = self.info.function;
        let largest = -i64::from(self.format.emin + self.words as i32 * self.format.p());
        loop {
            let pair = self.of_class(class);
            let reference = Reference::of_words(function, self.format, pair, self.words as u32);
            let Some(reference) = reference else { continue };
            let exponent = reference.exponent();
            if function != Function::Tan || exponent.is_none_or(|exponent| exponent < largest) {
                return (pair, reference);
            }
        }
    }

    fn of_class(&mut self, class: Class) -> Pair<4> {
        if class == Class::Reductions
            && let Some(x) = self.leading.reduction_to(self.words as u32)
        {
            return Pair { x: self.nearest(x), y: [1.0, 0.0, 0.0, 0.0] };
        }
        let Pair { x, y } = self.leading.draw(class);
        // Exact cases have no more words than they need.
        if class == Class::Exact || self.random.one_in(16) {
            let short = |[high, low]: [f64; 2]| [high, low, 0.0, 0.0];
            return Pair { x: short(x), y: short(y) };
        }
        let x = self.extended(x);
        let y = if y == [1.0, 0.0] { [1.0, 0.0, 0.0, 0.0] } else { self.extended(y) };
        Pair { x, y }
    }

    /// The words, followed by random others.
    fn extended(&mut self, [high, low]: [f64; 2]) -> Words {
        let mut words = [high, low, 0.0, 0.0];
        for k in 2..self.words {
            // Behind the last word that is not zero.
            let last = words[..k].iter().rposition(|&word| word != 0.0);
            let Some(last) = last.filter(|&last| last + 1 == k || self.random.one_in(2)) else {
                break;
            };
            let kind = self.random.pick(&[Low::Near, Low::Near, Low::Near, Low::Half, Low::Far]);
            let [_, next] = self.format.with_low(&mut self.random, words[last], kind);
            words[last + 1] = next;
        }
        if is_normalized(self.format, words) { words } else { [high, low, 0.0, 0.0] }
    }

    /// The nearest number of so many words.
    fn nearest(&self, x: Exact) -> Words {
        let (mut words, mut rest) = ([0.0; 4], x);
        for word in &mut words[..self.words] {
            *word = self.format.nearest(&rest);
            rest = rest - Exact::new(*word);
        }
        if is_normalized(self.format, words) { words } else { [words[0], 0.0, 0.0, 0.0] }
    }
}

/// The words of a function's result for a pair. Not inlined, so that it is compiled once for all callers.
#[inline(never)]
pub fn apply<F: Elementary, N: SeveralWords<Word: Concrete>>(Pair { x, y }: Pair<4>) -> Words {
    let number = |words: Words| -> N {
        MultiWord::from_normalized(WordArray::from_fn(|k| N::Word::from_f64(words[k])))
    };
    let parts = F::apply(number(x), number(y)).parts();
    let mut result = [0.0; 4];
    for (word, &part) in result.iter_mut().zip(parts.as_ref()) {
        *word = part.to_f64();
    }
    result
}

/// Runs a function on a pair and measures the result; `reference` must be that of this pair.
pub fn measure<F: Elementary, N: SeveralWords<Word: Concrete<Mask = bool>>>(
    pair: Pair<4>,
    reference: &Reference<4>,
) -> Worst {
    let result = apply::<F, N>(pair);
    let normalized = !result[0].is_finite() || is_normalized(N::Word::FORMAT, result);
    let verdict = reference.check_at_most(F::INFO.bound(N::WORDS), result);
    Worst { pair, result, verdict, normalized }
}

/// The worst result of a function for `samples` operands of a class.
pub fn survey<F: Elementary, N: SeveralWords<Word: Concrete<Mask = bool>>>(
    class: Class,
    samples: u64,
    seed: u64,
) -> Worst {
    let mut operands = Operands::new(&F::INFO, N::Word::FORMAT, N::WORDS, seed);
    let of_sample = |_| {
        let (pair, reference) = operands.draw(class);
        measure::<F, N>(pair, &reference)
    };
    (0..samples).map(of_sample).reduce(Worst::worse).expect("at least one sample")
}
