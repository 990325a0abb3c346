//! The outliers of 2 to 3 million ulps that Warwick left unexplained. Where the operands nearly
//! cancel, the digits that they lost in the conversion from f64 to float-float become large
//! compared with the result. The operation itself is as accurate there as elsewhere.

use super::{pairs, split};
use crate::ulps::ulp_distance;
use floatfloat::{
    double_word::{
        add_accurate::AddAccurate, add_network::AddNetwork, sub_accurate::SubAccurate,
        sub_network::SubNetwork,
    },
    operation::{Function, Operation},
};
use floatfloat_exact::relative_error;
use floatfloat_lab::{
    error::Error,
    machine::CPU,
    parallel,
    progress::Progress,
    real::widen,
    results::Table,
    table::{Column, chosen, log2, measured, row, verdict},
};

/// The number of farthest results listed for each operation.
const LISTED: usize = 4;

struct Outlier {
    x: f64,
    y: f64,
    ulps: u64,
    result: [f64; 2],
}

const COLUMNS: [Column; 10] = [
    chosen("op"),
    chosen("type"),
    measured("ulps_from_f64", "ulp"),
    measured("cancelled", "bit"),
    measured("conversion_error_log2", "log2"),
    measured("error_log2", "log2"),
    measured("bound_log2", "log2"),
    verdict("holds"),
    chosen("x"),
    chosen("y"),
];

/// The farthest results of addition and subtraction, with both of their errors.
pub(super) fn table(seed: u64, pieces: usize, progress: &dyn Progress) -> Result<Table, Error> {
    let mut table =
        Table::new("ulp-histogram-outliers", CPU, COLUMNS).paper("Table 1 of Warwick 2020");
    list::<AddNetwork>(&mut table, seed, pieces, progress)?;
    list::<AddAccurate>(&mut table, seed, pieces, progress)?;
    list::<SubNetwork>(&mut table, seed, pieces, progress)?;
    list::<SubAccurate>(&mut table, seed, pieces, progress)?;
    Ok(table)
}

fn list<O: Operation>(
    table: &mut Table,
    seed: u64,
    pieces: usize,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let function = O::INFO.function;
    let exact = |x: f64, y: f64| if function == Function::Add { x + y } else { x - y };
    let mut farthest: Vec<Outlier> = parallel::map(pieces, progress, |piece| {
        pairs(seed, piece)
            .map(|(x, y)| {
                let result = widen(O::apply(split(x), split(y)));
                let ulps = ulp_distance(result[0] + result[1], exact(x, y));
                Outlier { x, y, ulps, result }
            })
            .max_by_key(|outlier| outlier.ulps)
    })?
    .into_iter()
    .flatten()
    .collect();
    farthest.sort_unstable_by_key(|outlier| std::cmp::Reverse(outlier.ulps));
    let bound = O::INFO.bound.relative(f32::MANTISSA_DIGITS);
    for Outlier { x, y, ulps, result } in farthest.into_iter().take(LISTED) {
        let (fx, fy) = (widen(split(x)), widen(split(y)));
        let own = relative_error(function, fx, fy, result).abs();
        // Exact, since converted operands differ from x and y only by a few of their last bits.
        let lost = exact(x - fx[0] - fx[1], y - fy[0] - fy[1]);
        let cancelled = (x.abs().max(y.abs()) / exact(x, y).abs()).log2();
        table.push(row![
            O::INFO.name,
            "ff",
            ulps,
            cancelled,
            log2(lost / exact(x, y)),
            log2(own),
            bound.map(f64::log2),
            bound.map(|bound| own <= bound),
            x.to_string(),
            y.to_string(),
        ]);
    }
    Ok(())
}
