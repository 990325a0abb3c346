//! A search (hill climbing) for the largest error of an operation.

use crate::{
    format::{Concrete, Format},
    operands::{Class, Operands, Pair, words::significand},
    random::Random,
    survey::{Worst, measure},
    term::Term,
};
use floatfloat::operation::Operation;

/// The number of random pairs; a climb starts at the worst of them.
pub(crate) const STARTS: u32 = 300;

/// How long a search takes.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of climbs, each from its own start.
    pub climbs: u32,
    /// Number of changes that a climb tries.
    pub steps: u32,
}

/// The worst result that climbs find. Each climb begins at a start, and accepts every change that does not
/// reduce the error: it also accepts an equal error, to leave plateaus.
pub(crate) fn climbs<T, const N: usize>(
    effort: Effort,
    drawing: &mut T,
    start: impl Fn(&mut T) -> Worst<N>,
    changed: impl Fn(&mut T, Pair<N>) -> Option<Worst<N>>,
) -> Worst<N> {
    let climb = |_| {
        let mut best = start(drawing);
        for _ in 0..effort.steps {
            if let Some(changed) = changed(drawing, best.pair) {
                best = changed.worse(best);
            }
        }
        best
    };
    (0..effort.climbs).map(climb).reduce(Worst::worse).expect("at least one climb")
}

/// The pair found whose error is the largest part of the bound. Every climb starts at the worst of a few
/// hundred pairs of a class and keeps each small change that does not reduce the error.
pub fn search<O: Operation, W: Concrete<Mask = bool>>(seed: u64, effort: Effort) -> Worst {
    let operands = Operands::new(&O::INFO, W::FORMAT, W::fused(), seed);
    search_among(operands, W::FORMAT, measure::<O, W>, seed, effort)
}

/// [`search`], compiled once for all operations.
fn search_among(
    operands: Operands,
    format: Format,
    measure: fn(Pair) -> Worst,
    seed: u64,
    effort: Effort,
) -> Worst {
    climbs(
        effort,
        &mut (operands, Random::new(!seed)),
        |(operands, random)| {
            let class = random.pick(&Class::ALL);
            let starts = (0..STARTS).map(|_| measure(operands.draw(class)));
            starts.reduce(Worst::worse).expect("at least one start")
        },
        |(operands, random), mut pair| {
            for _ in 0..1 + random.below(3) {
                change(random, format, &mut pair);
            }
            Some(measure(operands.fitted(pair)))
        },
    )
}

/// Changes one word, or the distance between two.
pub(crate) fn change(random: &mut Random, format: Format, pair: &mut Pair) {
    let words = if random.one_in(2) { &mut pair.x } else { &mut pair.y };
    let part = random.below(2) as usize;
    let word = words[part];
    let exponent = format.exponent_of(word);
    let aligned = |word: f64| {
        let term = Term::new(word);
        (term.mantissa.unsigned_abs() as u64) << (format.p() - term.bits()).max(0)
    };
    let leading = 1u64 << (format.precision - 1);
    words[part] = match random.below(8) {
        0 | 1 => {
            let bit = 1 << random.below(u64::from(format.precision - 1));
            format.compose(word < 0.0, aligned(word) ^ bit, exponent)
        }
        2 | 3 => format.moved(word, random.between(-4, 4)),
        4 => format.compose(word < 0.0, significand(random, format.precision), exponent),
        5 => {
            let exponent = (exponent + random.between(-1, 1)).min(format.emax);
            format.compose(word < 0.0, aligned(word), exponent)
        }
        6 => -word,
        _ => {
            // The low word anew, next to the high one.
            let negative = random.one_in(2);
            let top = format.exponent_of(words[0]) - format.p();
            let significand = random.pick(&[leading, 2 * leading - 1, leading | leading >> 1]);
            words[1] = format.compose(negative, significand, top - random.between(0, 2));
            words[part]
        }
    };
    *words = format.normalized(*words);
}
