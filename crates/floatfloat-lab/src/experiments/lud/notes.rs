//! What the factors of this run show, in words.

use super::{DECAY, Measured, Overhead, PAIRS, Source, TIMED, TOLERANCE, Timed};
use crate::{
    arithmetic::Multiple,
    contender::Contender::{self, Double2, Float2, Number},
    experiments::Options,
    number_type::NumberType::{Dd, F32, F64, Ff},
    table::Table,
};

pub(super) fn of_accuracy(table: &mut Table, found: &[Measured], options: &Options) {
    table.add_note(format!(
        "Elements are drawn from either interval of the range, both being equally likely, uniform in \
         it (seed {}). They are numbers of f32, so that every type factorises the same matrices and \
         the errors are those of its arithmetic. No rows are exchanged. mismatches are the elements \
         of L·U that are more than {TOLERANCE} from those of the matrix, the product being computed \
         in dd; residual is the largest such distance over some of the rows, computed in three \
         words, and empty for multiple precision, which that could not tell apart; error is the mean \
         distance of the elements of L and U from those of the reference.",
        options.seed
    ));
    table.add_note(
        "Up to 256 rows the reference is factorised in 256 bits; beyond, that would take too long, \
         and it is dd, whose own error is therefore not told there; its residual is. On other \
         devices accuracy is measured in blocks of 16x16; the order of operations on an element is \
         the same in all blocks, so that none changes a bit.",
    );
    [composite(found), verified(found)].into_iter().flatten().for_each(|note| table.add_note(note));
}

/// The mean errors of types on the first device, in the largest matrix of a range where all of them
/// have one.
pub(super) fn errors<const N: usize>(
    found: &[Measured],
    source: Source,
    types: [Contender; N],
) -> Option<(usize, [f64; N])> {
    let device = &found.first()?.device;
    let of = |contender: Contender, size: usize| {
        let mut of = found.iter().filter(|found| {
            &found.device == device && found.source == source && found.size == size
        });
        of.find(|found| found.contender == contender)?.error
    };
    let mut sizes: Vec<usize> = found.iter().map(|found| found.size).collect();
    sizes.sort_unstable_by(|x, y| y.cmp(x));
    sizes.dedup();
    sizes.into_iter().find_map(|size| {
        let errors = types.map(|contender| of(contender, size));
        let all = errors.iter().all(Option::is_some);
        all.then(|| (size, errors.map(Option::unwrap_or_default)))
    })
}

fn composite(found: &[Measured]) -> Option<String> {
    let types = [Number(F32), Float2, Number(Ff), Number(F64), Double2, Number(Dd)];
    let mut said = Vec::new();
    for pair in PAIRS {
        let source = Source::Random(pair);
        let Some((size, [f32, float2, ff, f64, double2, dd])) = errors(found, source, types) else {
            continue;
        };
        said.push(format!(
            "{pair} at {size}: float2 {:.1e} and ff {:.1e} times the error of f32, double2 {:.1e} \
             and dd {:.1e} times that of f64",
            float2 / f32,
            ff / f32,
            double2 / f64,
            dd / f64
        ));
    }
    (!said.is_empty()).then(|| {
        format!(
            "{}. Composite products and quotients compute no more than one word; those of ff and dd \
             compute both.",
            said.join("; ")
        )
    })
}

fn verified(found: &[Measured]) -> Option<String> {
    let compared = found.iter().filter(|found| found.verified.is_some()).count();
    let same = found.iter().filter(|found| found.verified == Some(true)).count();
    (compared > 0).then(|| {
        format!(
            "{same} of the {compared} factorisations of other devices that were compared have the \
             bits of the processor's (column verified)."
        )
    })
}

pub(super) fn of_rodinia(table: &mut Table, found: &[Measured]) {
    table.add_note(format!(
        "The matrix that Rodinia generates: 10·e^(−{DECAY}·|i − j|), computed in f32 as there. It \
         needs no pivoting. Columns are those of the table before."
    ));
    let all: Vec<&Measured> =
        found.iter().filter(|found| found.source == Source::Rodinia).collect();
    let Some(largest) = all.iter().map(|found| found.size).max() else { return };
    let here = all.iter().filter(|found| found.size == largest && found.block.is_none());
    let said: Vec<String> = here
        .filter_map(|found| Some(format!("{} {:.1e}", found.contender, found.residual?)))
        .collect();
    let condition = all.iter().find(|found| found.size == largest).and_then(|f| f.condition);
    let condition =
        condition.map_or(String::new(), |condition| format!(", condition number {condition:.1e}"));
    if !said.is_empty() {
        table.add_note(format!(
            "Largest distance of L·U from the matrix at {largest} rows{condition}: {}.",
            said.join(", ")
        ));
    }
}

pub(super) fn of_times(table: &mut Table, timed: &[Timed], overhead: Option<Overhead>) {
    table.add_note(format!(
        "Times of matrices of {TIMED}. The processor works in blocks of 64 columns on all threads, \
         the seed's in one thread; on other devices the block is that of the kernels for the \
         diagonal and the perimeter. The copy that is factorised is made before the clock starts on \
         the processor, and is part of the time on other devices, which are timed by their own clock \
         where they have one. Multiple precision is {}'s, on all threads, row by row.",
        Multiple::LIBRARY
    ));
    overhead.and_then(|overhead| overhead.note()).into_iter().for_each(|note| table.add_note(note));
    let mut said = Vec::new();
    let mut places: Vec<(&str, Contender)> = Vec::new();
    for timed in timed.iter().filter(|timed| timed.block.is_some()) {
        let place = (timed.device.as_str(), timed.contender);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    for (device, contender) in places {
        let of = || {
            timed.iter().filter(move |timed| {
                timed.device == device && timed.contender == contender && timed.seconds.is_some()
            })
        };
        let Some(size) = of().map(|timed| timed.size).max() else { continue };
        let fastest = of()
            .filter(|timed| timed.size == size)
            .min_by(|x, y| x.seconds.unwrap_or(f64::MAX).total_cmp(&y.seconds.unwrap_or(f64::MAX)));
        if let Some(block) = fastest.and_then(|fastest| fastest.block) {
            said.push(format!("{contender} on {device} at {size}: {block}x{block}"));
        }
    }
    if !said.is_empty() {
        table.add_note(format!("The fastest blocks: {}.", said.join(", ")));
    }
}
