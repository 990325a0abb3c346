//! The error component in the course of a sum: figure 4.

use super::{
    Sizes, TIMED,
    cancelling::{draw, sums},
};
use floatfloat_gpu::WordType;
use floatfloat_lab::{
    arithmetic::{Family, each_type},
    devices::OnDevice,
    experiments::Options,
    machine::CPU,
    real::Scalar,
    results::Table,
    table::{Column, chosen, measured, row},
    workloads::{
        Numbers, Sum,
        reduction::{SumOf, along},
    },
};

const COLUMNS: [Column; 8] = [
    chosen("device"),
    chosen("type"),
    chosen("range"),
    chosen("elements"),
    chosen("terms"),
    measured("value", ""),
    measured("component", ""),
    measured("error", ""),
];

/// The number of places in the course of a sum.
const PLACES: usize = 64;

/// The number of elements of the sum.
const ELEMENTS: usize = 1 << 17;

/// The table with the two words of every type that has two.
pub(super) fn table(options: &Options, sizes: &Sizes) -> Table {
    let elements = sizes.most(ELEMENTS);
    let sums = sums(draw(TIMED, elements, options.seed));
    let mut table = Table::new("sum-error-along", CPU, COLUMNS).paper("Figure 4 of Nguyen");
    each_type!(options.types, F, W => if F::WORDS == 2 {
        push::<F, W>(&mut table, &sums);
    });
    table
}

fn push<F: Family, W: OnDevice>(table: &mut Table, sums: &[Sum; 2]) {
    let sum = &sums[usize::from(W::TYPE == WordType::F64)];
    let operands = sum.operands::<SumOf<F>, W>();
    for (terms, state) in along::<SumOf<F>, W, 1>(&operands, PLACES) {
        let [value, component] = state.map(<W as Scalar>::to_f64);
        let so_far = Sum::new(Numbers::of_words(sum.first(terms)));
        table.push(row![
            CPU,
            F::contender::<W>().name(),
            TIMED.to_string(),
            sum.len(),
            terms,
            value,
            component,
            so_far.error_of(&[value, component]),
        ]);
    }
}
