//! A search (hill climbing) for the largest error of a function.

use super::{Arguments, Class, Reference, defined, survey::measure};
use crate::{
    format::Concrete,
    operands::Pair,
    random::Random,
    search::{Effort, STARTS, change, climbs},
    survey::Worst,
};
use floatfloat::elementary::{Elementary, Operands};

/// The operands found whose error is the largest part of the bound. Every climb starts at the worst of a few
/// hundred operands of a class and keeps each small change that does not reduce the error.
pub fn search<F: Elementary, W: Concrete<Mask = bool>>(seed: u64, effort: Effort) -> Worst {
    let function = F::INFO.function;
    let arguments = Arguments::new(function, W::FORMAT, seed);
    let of = |pair: Pair| {
        let reference = Reference::new(function, W::FORMAT, pair).expect("it is defined");
        measure::<F, W>(pair, &reference)
    };
    climbs(
        effort,
        &mut (arguments, Random::new(!seed)),
        |(arguments, random)| {
            let class = random.pick(&Class::ALL);
            let starts = (0..STARTS).map(|_| of(arguments.draw(class)));
            starts.reduce(Worst::worse).expect("at least one start")
        },
        |(_, random), before| {
            let mut pair = before;
            for _ in 0..1 + random.below(3) {
                change(random, W::FORMAT, &mut pair);
            }
            if F::INFO.operands != Operands::Two {
                pair.y = before.y;
            }
            defined(function, pair.x, pair.y).then(|| of(pair))
        },
    )
}
