//! The error component of a sum, along it: figure 4.

use super::{
    Sizes, TIMED,
    cancelling::{draw, sums},
};
use crate::{
    arithmetic::{CompositeOf, Family, PairOf},
    contender::Contender,
    devices::OnDevice,
    experiments::Options,
    machine::CPU,
    real::Scalar,
    results::Table,
    table::{old_table, row},
    workloads::{
        Numbers, Sum,
        reduction::{SumOf, along},
    },
};
use floatfloat_gpu::WordType;

/// Places along a sum.
const PLACES: usize = 64;

/// Elements of the sum.
const ELEMENTS: usize = 1 << 17;

/// The components after each of so many terms.
struct Along<'a> {
    sums: &'a [Sum; 2],
    table: Table,
    /// What the component did in each type, in words.
    said: Vec<String>,
    sign_changes: Vec<(Contender, usize)>,
}

/// The components, and how often they change their signs in each type.
pub(super) fn experiment(options: &Options, sizes: &Sizes) -> (Table, Vec<(Contender, usize)>) {
    let columns = [
        ("device", ""),
        ("type", ""),
        ("range", ""),
        ("elements", ""),
        ("terms", ""),
        ("value", ""),
        ("component", ""),
        ("error", ""),
    ];
    let elements = sizes.most(ELEMENTS);
    let sums = sums(draw(TIMED, elements, options.seed));
    let table = old_table("sum-error-along", CPU, &columns).paper("Figure 4 of Nguyen").note(
        "The sum after so many terms: its first word (value), its second (component), and how far \
         both together are from the exact sum of those terms (error).",
    );
    let mut along = Along { sums: &sums, table, said: Vec::new(), sign_changes: Vec::new() };
    if options.types.contains(&CompositeOf::contender::<f32>()) {
        along.push::<CompositeOf, f32>();
    }
    if options.types.contains(&PairOf::contender::<f32>()) {
        along.push::<PairOf, f32>();
    }
    if options.types.contains(&CompositeOf::contender::<f64>()) {
        along.push::<CompositeOf, f64>();
    }
    if options.types.contains(&PairOf::contender::<f64>()) {
        along.push::<PairOf, f64>();
    }
    let Along { table, said, sign_changes, .. } = along;
    (table.note(said.join(" ")), sign_changes)
}

impl Along<'_> {
    fn push<F: Family, W: OnDevice>(&mut self) {
        let sum = &self.sums[usize::from(W::TYPE == WordType::F64)];
        let name = F::contender::<W>().name();
        let operands = sum.operands::<SumOf<F>, W>();
        let states = along::<SumOf<F>, W, 1>(&operands, PLACES);
        let mut components = Vec::with_capacity(PLACES);
        let mut ratio = 0f64;
        for (terms, state) in states {
            let [value, component] = state.map(<W as Scalar>::to_f64);
            let so_far = Sum::new(Numbers::of_words(sum.first(terms)));
            components.push(component);
            ratio = ratio.max((component / value).abs());
            self.table.push(row![
                CPU,
                name,
                TIMED.to_string(),
                sum.len(),
                terms,
                value,
                component,
                so_far.error_of(&[value, component]),
            ]);
        }
        let changes = components.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count();
        self.sign_changes.push((F::contender::<W>(), changes));
        self.said.push(format!(
            "{name}: the component changes its sign {changes} times in {PLACES} places and is at most \
             {ratio:.1e} of the value."
        ));
    }
}
