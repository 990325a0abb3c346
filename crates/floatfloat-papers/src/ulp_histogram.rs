//! The distance of float-float results from `f64`, in ulps of `f64`: Warwick's correctness test.

mod outliers;
mod statistics;

use crate::{published::WARWICK, ulps::ulp_distance};
use floatfloat::{
    DoubleWord, FloatFloat,
    double_word::{
        add_accurate::AddAccurate, add_network::AddNetwork, div_warwick::DivWarwick,
        mul_dw1::MulDw1, mul_warwick::MulWarwick, sub_accurate::SubAccurate,
        sub_network::SubNetwork,
    },
    operation::{Function, Operation},
};
use floatfloat_lab::{
    error::Error,
    experiments::{Experiment, Options, Study},
    machine::CPU,
    number_type::NumberType,
    parallel,
    progress::Progress,
    random::Random,
    results::Table,
    table::{Column, chosen, measured, note, row},
};
use floatfloat_report::{chart::Chart, page::figures::histogram};
use statistics::Statistics;

const STUDY: Study = Study {
    id: "ulp-histogram",
    title: "Distance of float-float from f64",
    summary: "distance of float-float results from f64, in ulps of f64",
    about: include_str!("ulp_histogram.md"),
    paper: "Table 1 and figures 1 to 4 of Warwick 2020",
    published: &[(&WARWICK, "ulp-histogram-published")],
    charts: &[Chart::Special(histogram::drawing)],
    ..Study::NONE
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).on_processor();

const COLUMNS: [Column; 10] = [
    chosen("op"),
    chosen("type"),
    measured("mean", "ulp"),
    measured("median", "ulp"),
    measured("max", "ulp"),
    measured("min", "ulp"),
    measured("sd", "ulp"),
    measured("p75", "ulp"),
    note("algorithm"),
    note("samples"),
];

const BINS: [Column; 6] = [
    chosen("op"),
    chosen("type"),
    chosen("low").in_unit("ulp"),
    chosen("high").in_unit("ulp"),
    measured("count", ""),
    measured("share", "%"),
];

/// The operands are uniform in ± this.
const RANGE: f64 = 1e6;

/// The number of pairs of one piece of the work. 1000 pieces are the paper's 1000 blocks of 1024
/// threads.
const PIECE: usize = 1024;

/// One operation in the comparison. It takes f64, computes in its type, and returns f64.
struct Contender {
    op: &'static str,
    number_type: NumberType,
    algorithm: &'static str,
    function: Function,
    compute: fn(f64, f64) -> f64,
}

fn float_float<O: Operation>() -> Contender {
    Contender {
        op: O::INFO.name,
        number_type: NumberType::Ff,
        algorithm: O::INFO.algorithm,
        function: O::INFO.function,
        compute: |x, y| {
            let result = O::apply(split(x), split(y));
            f64::from(result.hi()) + f64::from(result.lo())
        },
    }
}

/// Warwick's algorithm 1: the nearest f32 and the rest, which may not fit and is rounded.
fn split(x: f64) -> FloatFloat {
    let high = x as f32;
    DoubleWord::from_normalized(high, (x - f64::from(high)) as f32)
}

fn single(op: &'static str, function: Function, compute: fn(f64, f64) -> f64) -> Contender {
    Contender { op, number_type: NumberType::F32, algorithm: "native", function, compute }
}

fn contenders(options: &Options) -> Vec<Contender> {
    let mut all = vec![
        float_float::<AddNetwork>(),
        float_float::<AddAccurate>(),
        float_float::<SubNetwork>(),
        float_float::<SubAccurate>(),
        float_float::<MulDw1>(),
        float_float::<MulWarwick>(),
        float_float::<DivWarwick>(),
        single("add", Function::Add, |x, y| (x as f32 + y as f32).into()),
        single("sub", Function::Sub, |x, y| (x as f32 - y as f32).into()),
        single("mul", Function::Mul, |x, y| (x as f32 * y as f32).into()),
        single("div", Function::Div, |x, y| (x as f32 / y as f32).into()),
    ];
    all.retain(|contender| options.covers(contender.number_type));
    all
}

fn in_f64(function: Function, x: f64, y: f64) -> f64 {
    match function {
        Function::Add => x + y,
        Function::Sub => x - y,
        Function::Mul => x * y,
        Function::Div => x / y,
        Function::Sqrt => x.sqrt(),
    }
}

/// The pairs of one piece.
fn pairs(seed: u64, piece: usize) -> impl Iterator<Item = (f64, f64)> {
    let mut random = Random::new(seed, piece);
    (0..PIECE).map(move |_| (random.symmetric() * RANGE, random.symmetric() * RANGE))
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let pieces = if options.quick { 200 } else { 1000 };
    let contenders = contenders(options);
    progress.begin("distance of float-float from f64", (contenders.len() * pieces) as u64);

    let mut summary =
        Table::new("ulp-histogram", CPU, COLUMNS).paper("Table 1 of Warwick 2020").note(format!(
            "{} pairs for each operation, the random seed being {}.",
            pieces * PIECE,
            options.seed
        ));
    let mut histogram =
        Table::new("ulp-histogram-bins", CPU, BINS).paper("Figures 1 to 4 of Warwick 2020");
    for contender in &contenders {
        let distances = parallel::map(pieces, progress, |piece| {
            pairs(options.seed, piece)
                .map(|(x, y)| {
                    ulp_distance((contender.compute)(x, y), in_f64(contender.function, x, y))
                })
                .collect::<Vec<_>>()
        })?;
        let statistics = Statistics::new(distances.concat());
        summary.push(row![
            contender.op,
            contender.number_type.name(),
            statistics.mean,
            statistics.median,
            statistics.max,
            statistics.min,
            statistics.sd,
            statistics.p75,
            contender.algorithm,
            statistics.samples,
        ]);
        if contender.number_type == NumberType::Ff {
            for ((low, high), count) in statistics.histogram() {
                let share = 100.0 * count as f64 / statistics.samples as f64;
                histogram.push(row![
                    contender.op,
                    contender.number_type.name(),
                    low,
                    high,
                    count,
                    share
                ]);
            }
        }
    }
    let mut tables = vec![summary, histogram];
    if options.covers(NumberType::Ff) {
        tables.push(outliers::table(options.seed, pieces, progress)?);
    }
    Ok(tables)
}
