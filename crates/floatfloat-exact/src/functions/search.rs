//! Climbing towards the largest error that a function makes.

use super::{Arguments, Class, Reference, defined, survey::measure};
use crate::{
    format::Concrete,
    operands::Pair,
    random::Random,
    search::{Effort, change},
    survey::Worst,
};
use floatfloat::elementary::{Elementary, Operands};

/// Random operands from which a climb starts at the worst.
const STARTS: u32 = 300;

/// The operands found whose error uses up most of the bound. Every climb starts at the worst of a few
/// hundred of a class and keeps each small change that does not lessen the error.
pub fn search<F: Elementary, W: Concrete<Mask = bool>>(seed: u64, effort: Effort) -> Worst {
    let function = F::INFO.function;
    let mut arguments = Arguments::new(function, W::FORMAT, seed);
    let mut random = Random::new(!seed);
    let of = |pair: Pair| {
        let reference = Reference::new(function, W::FORMAT, pair).expect("it is defined");
        measure::<F, W>(pair, &reference)
    };
    let mut climb = || {
        let class = random.pick(&Class::ALL);
        let starts = (0..STARTS).map(|_| of(arguments.draw(class)));
        let mut best = starts.reduce(Worst::worse).expect("at least one start");
        for _ in 0..effort.steps {
            let mut pair = best.pair;
            for _ in 0..1 + random.below(3) {
                change(&mut random, W::FORMAT, &mut pair);
            }
            if F::INFO.operands != Operands::Two {
                pair.y = best.pair.y;
            }
            if defined(function, pair.x, pair.y) {
                best = of(pair).worse(best);
            }
        }
        best
    };
    (0..effort.climbs).map(|_| climb()).reduce(Worst::worse).expect("at least one climb")
}
