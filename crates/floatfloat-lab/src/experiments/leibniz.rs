//! π by Leibniz's series, Warwick's real-world test: one long chain of divisions and additions.

mod order;
mod seed;

use crate::{
    error::Error,
    experiments::Options,
    machine::CPU,
    number_type::NumberType,
    progress::Progress,
    results::Experiment,
    table::{Table, row},
    timing::medians,
    ulps::ulp_distance,
};
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, Word, dispatch,
    double_word::{add_network::add_network, div_warwick::div_warwick},
};
use std::{hint::black_box, time::Duration};

/// Terms of the series that the seed sums.
const TERMS: u32 = 2000;

const COLUMNS: [(&str, &str); 7] = [
    ("device", ""),
    ("type", ""),
    ("terms", ""),
    ("value", ""),
    ("ulps_from_f64", "ulp"),
    ("ns", "ns"),
    ("speed_up", ""),
];

/// 4·(1 − 1/3 + 1/5 − …) in words, the terms in this order.
#[inline(always)]
fn in_words<W: Word>(zero: W, order: impl Iterator<Item = u32>) -> W {
    let sum = order.fold(zero, |sum, k| {
        let sign = zero.constant(if k % 2 == 0 { 1.0 } else { -1.0 });
        sum + sign / zero.constant(f64::from(2 * k + 1))
    });
    zero.constant(4.0) * sum
}

/// 4·(1 − 1/3 + 1/5 − …) in pairs of words, by the default addition and division.
#[inline(always)]
fn in_pairs<W: Word>(zero: W, terms: u32) -> DoubleWord<W> {
    let constant = |value: f64| DoubleWord::from_word(zero.constant(value));
    let sum = (0..terms).fold(constant(0.0), |sum, k| {
        let sign = constant(if k % 2 == 0 { 1.0 } else { -1.0 });
        add_network(sum, div_warwick(sign, constant(f64::from(2 * k + 1))))
    });
    let four = zero.constant(4.0);
    DoubleWord::from_normalized(sum.hi() * four, sum.lo() * four)
}

/// One type's series: the value as text with all its digits and as a `f64`, and the work to time.
struct Series {
    number_type: NumberType,
    value: String,
    in_f64: f64,
    work: fn(u32),
}

fn series(number_type: NumberType) -> Series {
    let (value, in_f64, work): (_, _, fn(u32)) = match number_type {
        NumberType::F32 => {
            let value = in_words(0f32, 0..TERMS);
            (value.to_string(), value.into(), |terms| {
                hide(dispatch(
                    #[inline(always)]
                    || in_words(0f32, 0..terms),
                ))
            })
        }
        NumberType::F64 => {
            let value = in_words(0f64, 0..TERMS);
            (value.to_string(), value, |terms| {
                hide(dispatch(
                    #[inline(always)]
                    || in_words(0f64, 0..terms),
                ))
            })
        }
        NumberType::Ff => {
            let value: FloatFloat = in_pairs(0f32, TERMS);
            (value.to_string(), in_f64(value), |terms| {
                hide(dispatch(
                    #[inline(always)]
                    || in_pairs(0f32, terms),
                ))
            })
        }
        NumberType::Dd => {
            let value: DoubleDouble = in_pairs(0f64, TERMS);
            (value.to_string(), value.hi(), |terms| {
                hide(dispatch(
                    #[inline(always)]
                    || in_pairs(0f64, terms),
                ))
            })
        }
    };
    Series { number_type, value, in_f64, work }
}

/// The nearest `f64`.
fn in_f64(value: FloatFloat) -> f64 {
    f64::from(value.hi()) + f64::from(value.lo())
}

/// Keeps the compiler from dropping what was computed.
fn hide<T>(value: T) {
    let _ = black_box(value);
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Experiment>, Error> {
    let rounds = if options.quick { 11 } else { 101 };
    progress.begin("π by Leibniz's series", rounds as u64 + 1);
    // All types are timed, since speed-up and slug factor compare them.
    let series = NumberType::ALL.map(series);
    let mut works: Vec<Box<dyn FnMut()>> = Vec::new();
    for series in &series {
        let work = series.work;
        works.push(Box::new(move || work(black_box(TERMS))));
    }
    let times = medians(&mut works, Duration::from_micros(200), rounds, progress)?;
    let find = |wanted| NumberType::ALL.iter().position(|&number_type| number_type == wanted);
    let time = |wanted| find(wanted).map_or(f64::NAN, |i| times[i]);
    let reference = find(NumberType::F64).map_or(f64::NAN, |i| series[i].in_f64);

    let mut table = Table::new("leibniz", CPU, &COLUMNS).seed(seed::TABLES).note(format!(
        "π from {TERMS} terms of Leibniz's series, term by term in one thread, as the seed does. \
         value has all the digits of the type; it is that of the truncated series, which differs \
         from π after three decimals. speed_up is the time of f64 over that of the type; times are \
         medians of {rounds} interleaved samples.",
    ));
    for (series, &ns) in series.iter().zip(&times) {
        if options.covers(series.number_type) {
            table.push(row![
                CPU,
                series.number_type.name(),
                TERMS,
                series.value.as_str(),
                ulp_distance(series.in_f64, reference),
                ns,
                time(NumberType::F64) / ns,
            ]);
        }
    }
    let slug_f64 = time(NumberType::F64) / time(NumberType::F32);
    let slug_ff = time(NumberType::Ff) / time(NumberType::F32);
    Ok(vec![
        table.finish(),
        seed::times(),
        seed::slug_factors(CPU, slug_f64, slug_ff),
        order::experiment(),
    ])
}

#[cfg(test)]
mod tests {
    use super::{TERMS, in_f64, in_pairs, in_words};

    /// The exact sum of the 2000 terms, times 4, to 32 digits.
    const EXACT: &str = "3.1410926536210432286970258295579986";

    #[test]
    fn the_value_is_that_of_the_truncated_series() {
        // π − 1/n + 1/(4n³) − 5/(16n⁵) + … (Borwein, Borwein, Dilcher 1989), n = 2000.
        let n = f64::from(TERMS);
        let expected = std::f64::consts::PI - 1.0 / n + 1.0 / (4.0 * n * n * n);
        let dd = in_pairs(0f64, TERMS);
        assert_eq!(dd.to_string()[..31], EXACT[..31]);
        assert!((dd.hi() - expected).abs() < 1e-15, "{}", dd.hi());
        assert_eq!(dd.hi() + dd.lo(), dd.hi());
        let ff = in_f64(in_pairs(0f32, TERMS));
        assert!((ff - expected).abs() < 1e-12, "{ff}");
        assert!((f64::from(in_words(0f32, 0..TERMS)) - expected).abs() < 1e-5);
    }
}
