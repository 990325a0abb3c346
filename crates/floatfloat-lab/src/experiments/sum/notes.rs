//! What the sums of this run show, in words.

use super::{All, PAIRS, TIMED, seed};
use crate::{
    arithmetic::Multiple,
    contender::Contender,
    experiments::Options,
    machine::CPU,
    number_type::NumberType::{Dd, F32, F64, Ff},
    table::Table,
};

const SHORT: u32 = f32::MANTISSA_DIGITS;

pub(super) fn of_accuracy(table: Table, all: &All, options: &Options) -> Table {
    let table = table
        .note(format!(
            "Half of the numbers have magnitudes in the lower interval of the range and half in the \
             upper, uniform; each stands beside its negative, and all are shuffled (seed {}). So the \
             exact sum is 0, which was checked exactly, and what comes out is the error. As in the \
             seed a type is given numbers with as many bits as its word has (column bits), 24 or 53. \
             Types over f64 are also given the numbers of 24 bits that all types can hold; only \
             those compare types on equal terms.",
            options.seed
        ))
        .note(format!(
            "On the processor the numbers are added one after the other; on other devices as the \
             library divides a sum and, where not quick, by 64 groups of 32 lanes, which the seed \
             found best. Compensated is Sum2 of Ogita, Rump and Oishi; multiple precision is \
             {}'s, which rounds every addition to so many bits (dashu sometimes to one more).",
            Multiple::LIBRARY
        ));
    let mut table = table;
    let notes = [
        most(all),
        composite(all),
        falling(all),
        beside_the_seed(all),
        overflow(all),
        verified(all),
    ];
    notes.into_iter().flatten().for_each(|note| table.add_note(note));
    table
}

/// The errors of the largest sums in the widest range.
fn most(all: &All) -> Option<String> {
    let last = PAIRS[PAIRS.len() - 1];
    let elements = all.largest(last)?;
    let said = |contender: &Contender| {
        let own = super::own_bits(*contender);
        let error = all.error(*contender, own, last, elements)?;
        Some(format!("{contender} {error:.1e}"))
    };
    let errors: Vec<_> = Contender::ALL.iter().filter_map(said).collect();
    Some(format!(
        "Errors of the sum of {elements} numbers in the range {last} on {}: {}.",
        all.device()?,
        errors.join(", ")
    ))
}

/// Geometric mean of the ratios of two types' errors, where both have one.
fn ratio(x: &[f64], y: &[f64]) -> Option<f64> {
    let both = x.iter().zip(y).filter(|(x, y)| **x > 0.0 && **y > 0.0);
    let logarithms: Vec<f64> = both.map(|(x, y)| (x / y).log2()).collect();
    let count = logarithms.len() as f64;
    Some((logarithms.iter().sum::<f64>() / count).exp2()).filter(|mean| mean.is_finite())
}

/// Composite arithmetic beside double-words, on the same numbers.
fn composite(all: &All) -> Option<String> {
    let said = |contender: Contender| {
        let errors = all.errors(contender, SHORT)?;
        let errors: Vec<_> = errors.iter().map(|error| format!("{error:.1e}")).collect();
        Some(format!("{contender} {}", errors.join(", ")))
    };
    let types = [F32.into(), Contender::CompensatedF32, Contender::Float2, Ff.into(), F64.into()];
    let said: Vec<String> = types.into_iter().filter_map(said).collect();
    (said.len() > 1).then(|| {
        format!(
            "On the same numbers of 24 bits errors in the ranges of table 11, from narrow to wide, \
             are: {}. A sum in float2 is a compensated one without its last addition: the component \
             grows and is itself rounded, where ff adds it to the value after every term.",
            said.join("; ")
        )
    })
}

/// Why a wider range may do less harm, where it did.
fn falling(all: &All) -> Option<String> {
    let errors = all.own_errors(Contender::Float2)?;
    let [.., before, last] = errors[..] else { return None };
    (last < before).then(|| {
        format!(
            "As in table 11 the error of float2 is smaller in the widest range than in the one before \
             ({last:.1e}, {before:.1e}): there what additions of large numbers round off are multiples \
             of the component's last place, which the component adds up exactly, and small numbers are \
             lost in it as a whole, with either sign alike."
        )
    })
}

/// How our errors compare with those of table 11.
fn beside_the_seed(all: &All) -> Option<String> {
    let largest = all.largest(TIMED)?;
    let said = |(at, name): (usize, &&str)| {
        let contender: Contender = name.parse().ok()?;
        let published: Vec<f64> = seed::TABLE_11.iter().map(|(_, errors)| errors[at]).collect();
        let ratio = ratio(&all.own_errors(contender)?, &published)?;
        Some(format!("{name} {ratio:.2}"))
    };
    let all: Vec<_> = seed::TYPES_OF_TABLE_11.iter().enumerate().filter_map(said).collect();
    (!all.is_empty()).then(|| {
        format!(
            "Errors of sums of {largest} numbers over those that table 11 gives for 2^23, geometric \
             mean where neither is 0: {}. The seed's numbers, their order and its way of merging are \
             not published, so that orders of magnitude are all that can agree.",
            all.join(", ")
        )
    })
}

/// Where sums leave the range of a type.
fn overflow(all: &All) -> Option<String> {
    let mut said: Vec<String> = Vec::new();
    for found in all.accuracy.iter().filter(|found| found.error.is_some_and(|e| !e.is_finite())) {
        let text = format!("{} in {}", found.contender, found.pair);
        if !said.contains(&text) {
            said.push(text);
        }
    }
    (!said.is_empty()).then(|| {
        format!(
            "A sum on the way is beyond the range of the type, and the result infinite or NaN, for \
             {}: numbers fit, partial sums of many of them do not.",
            said.join("; ")
        )
    })
}

/// How many results of devices were compared.
fn verified(all: &All) -> Option<String> {
    let compared: Vec<bool> = all.accuracy.iter().filter_map(|found| found.verified).collect();
    let same = compared.iter().filter(|same| **same).count();
    (!compared.is_empty()).then(|| {
        format!(
            "{same} of {} results of devices that were compared have the bits that the processor \
             gets in the same order; the longest sums were not compared.",
            compared.len()
        )
    })
}

pub(super) fn of_times(table: Table, all: &All) -> Table {
    let mut table = table.note(format!(
        "Sums of numbers in the range {TIMED}; times do not depend on it. Without copies to and from \
         a device; medians. Sequential is one thread of this processor, compiled; launched is so \
         many groups (blocks) of so many lanes (threads); library is how the library divides a sum. A \
         launch that would take more than a second, going by fewer elements, is left out.",
    ));
    let dearer = |device: &str, dear: Contender, cheap: Contender| {
        let time = |contender| {
            let of =
                |found: &&super::Measured| found.device == device && found.contender == contender;
            let timed = all.times.iter().filter(of).filter(|found| found.launched_by_library());
            timed.max_by_key(|found| found.elements).and_then(|found| found.seconds)
        };
        Some(format!("{dear} {:.2} times {cheap}", time(dear)? / time(cheap)?))
    };
    let mut devices: Vec<&str> = Vec::new();
    for found in &all.times {
        if !devices.contains(&found.device.as_str()) {
            devices.push(&found.device);
        }
    }
    for device in devices {
        let pairs = [
            (Contender::Float2, F32.into()),
            (Ff.into(), F32.into()),
            (F64.into(), F32.into()),
            (Contender::Double2, F64.into()),
            (Dd.into(), F64.into()),
        ];
        let said: Vec<_> = pairs.into_iter().filter_map(|(x, y)| dearer(device, x, y)).collect();
        if !said.is_empty() {
            let shape = match device {
                CPU => "one after the other in one thread",
                _ => "in the library's shape, not the seed's 64 × 32",
            };
            table.add_note(format!(
                "Time of the longest sum on {device}, {shape}: {}.",
                said.join(", ")
            ));
        }
    }
    table
}
