//! The growth of a product's error with the number of its factors, by number type, and the effect
//! of renormalisation on composite arithmetic.

mod charts;
mod claims;
mod draws;

use crate::published::NGUYEN;
use draws::Draw;
use floatfloat::Word;
use floatfloat_lab::{
    arithmetic::{Arithmetic, Composite, Family, Multiple, each_type},
    contender::Contender,
    devices::{Failures, OnDevice},
    error::Error,
    experiments::{Experiment, Options, Study},
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, row, verdict},
    workloads::{
        Place,
        chain::Product,
        fold::{Fold, Operands, every_chain, timed_chains},
    },
};

const STUDY: Study = Study {
    id: "mul-chain",
    title: "A chain of multiplications",
    summary: "error along chains of multiplications, with and without renormalising",
    about: include_str!("mul_chain.md"),
    paper: "Figures 22 and 23 of Nguyen",
    published: &[(&NGUYEN, "mul-chain-published")],
    claims: claims::CLAIMS,
    charts: charts::CHARTS,
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed().up_to(1_000_000);

const COLUMNS: [Column; 10] = [
    chosen("device"),
    chosen("type"),
    chosen("variant"),
    chosen("range"),
    chosen("operands"),
    chosen("products"),
    measured("error", ""),
    measured("absolute_error", ""),
    measured("ns", "ns"),
    verdict("verified"),
];

/// The two pairs of intervals of the thesis.
const RANGES: [[f64; 2]; 2] = [[0.1, 6.0], [0.1, 10.0]];

/// The number of chains of each kind.
const CHAINS: usize = 16;

/// The numbers of products after which the error is computed.
fn sizes(options: &Options) -> Vec<usize> {
    let all = [10, 100, 1000, 10_000, 100_000];
    let own = all[..if options.quick { 3 } else { 5 }].iter().copied();
    options.sizes_or(own).into_iter().map(|products| products as usize).collect()
}

fn range_name([low, high]: [f64; 2]) -> String {
    format!("({low}, 1) & (1, {high})")
}

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let (sizes, devices) = (sizes(options), &options.devices);
    let kinds = 2 * RANGES.len();
    let steps = kinds * (CHAINS + options.families_everywhere());
    progress.begin("chains of multiplications", steps as u64);
    let draws = draws::draws(options, &sizes, progress)?;
    let table = Table::new("mul-chain", &devices.ids(), COLUMNS).paper(STUDY.paper);
    let mut products = Products { sizes, table, progress };
    let mut failures = Failures::default();
    devices.everywhere(&mut failures, |place| {
        for draw in &draws {
            each_type!(options.types, F, W => products.all::<F, W>(draw, place)?);
        }
        Ok(())
    })?;
    let mut table = failures.report(products.table);
    for draw in draws.iter().filter(|draw| draw.operands == "f32") {
        let range = range_name(draw.range);
        table.add_note(format!(
            "Factors drawn in turn from both intervals of {range} overflow f32 after {} factors.",
            draw.overflow
        ));
    }
    Ok(vec![table])
}

/// The product of a state that is first renormalised.
#[derive(Clone, Copy)]
struct Renormalised;

impl Fold for Renormalised {
    #[inline(always)]
    fn step<F: Family, W: Word>(state: F::Of<W>, factor: F::Of<W>) -> F::Of<W> {
        let [value, error] = F::words(state);
        let Composite { value, error } = Composite { value, error }.renormalised();
        F::from_words::<W>(&[value, error]).mul(&factor)
    }
}

/// The chains of products at all places.
struct Products<'a> {
    sizes: Vec<usize>,
    table: Table,
    progress: &'a dyn Progress,
}

impl Products<'_> {
    /// Computes the chains in one type at one place.
    fn all<F: Family, W: OnDevice>(&mut self, draw: &Draw, place: Place<'_>) -> Result<(), Error> {
        if !place.has::<W>() {
            return Ok(());
        }
        self.variant::<F, W, Product>("", draw, place)?;
        if [Contender::Float2, Contender::Double2].contains(&F::contender::<W>()) {
            self.variant::<F, W, Renormalised>("renormalised", draw, place)?;
        }
        self.progress.advance(1);
        Ok(())
    }

    fn variant<F: Family, W: OnDevice, C: Fold>(
        &mut self,
        variant: &'static str,
        draw: &Draw,
        place: Place<'_>,
    ) -> Result<(), Error> {
        let operands = Operands::<W>::new::<F>(&draw.factors, draw.operands == "f32");
        let is_supported = |&&products: &&usize| place.supports_iterations(products as u64);
        let sizes: Vec<usize> = self.sizes.iter().take_while(is_supported).copied().collect();
        let Some(&most) = sizes.last() else { return Ok(()) };
        let (found, seconds) =
            timed_chains::<F, W, C>(place, 1.0, &operands, CHAINS, &sizes, self.progress)?;
        let fused = place.fused::<W>();
        let expected = match place {
            Place::Processor => None,
            Place::Device(_) => {
                Some(every_chain::<F, W, C>(1.0, &operands, CHAINS, &sizes, fused, self.progress)?)
            }
        };
        for (at, &products) in sizes.iter().enumerate() {
            let [error, absolute] = errors(&found[at], draw.exact.iter().map(|exact| &exact[at]));
            let ns = seconds * 1e9 / most as f64;
            self.table.push(row![
                place.id(),
                F::contender::<W>().name(),
                variant,
                range_name(draw.range),
                draw.operands,
                products,
                error,
                absolute,
                (products == most).then_some(ns),
                expected.as_ref().map(|expected| found[at] == expected[at]),
            ]);
        }
        Ok(())
    }
}

/// The root mean squares of relative and of absolute errors.
fn errors<'a>(states: &[[f64; 2]], exact: impl Iterator<Item = &'a Multiple>) -> [f64; 2] {
    let [mut relative, mut absolute] = [0.0; 2];
    for (state, exact) in states.iter().zip(exact) {
        let off = exact.distance(state);
        relative += (off / exact.to_f64().abs()).powi(2);
        absolute += off.powi(2);
    }
    [relative, absolute].map(|squares| (squares / states.len() as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::{EXPERIMENT, Renormalised};
    use floatfloat_lab::{
        arithmetic::{CompositeOf, PlainOf},
        experiments::Options,
        progress::Silent,
        workloads::{
            chain::Product,
            fold::{Operands, Share, on_processor as fold},
        },
    };

    const ALONE: Share = Share { chain: 0, of: 1 };

    #[test]
    fn errors_are_ordered_as_theory_says() {
        let options = Options { sizes: Some(vec![10, 1000]), ..Options::default() };
        let tables = EXPERIMENT.run(&options, &Silent).unwrap();
        let rows = tables[0].frame().at("products", 1000.0);
        let rows = rows.with(&[("range", "(0.1, 1) & (1, 6)"), ("operands", "two f32")]);
        let error = |number: &str, variant: &str| {
            rows.with(&[("type", number), ("variant", variant)]).value("error").unwrap()
        };
        let f32 = error("f32", "");
        assert!(error("float2", "") > f32 / 10.0 && error("float2", "renormalised") > f32 / 10.0);
        assert!(error("ff", "") < f32 * 1e-5 && error("f64", "") < error("ff", ""));
        assert!(error("dd", "") < 1e-27 && error("double2", "") > error("f64", "") / 10.0);
    }

    #[test]
    fn renormalising_changes_the_words_of_a_composite_alone() {
        let values: Vec<f64> = (0..100).map(|k| 1.0 + f64::from(k) / 3e7).collect();
        let operands = Operands::<f32>::new::<CompositeOf>(&values, false);
        let plain = fold::<CompositeOf, f32, Product>(1.0, &operands, ALONE, &[100], true, &Silent)
            .unwrap();
        let renormalised =
            fold::<CompositeOf, f32, Renormalised>(1.0, &operands, ALONE, &[100], true, &Silent)
                .unwrap();
        assert_ne!(plain, renormalised);
        let words = Operands::<f64>::new::<PlainOf>(&values, true);
        let same = [
            fold::<PlainOf, f64, Product>(1.0, &words, ALONE, &[100], true, &Silent).unwrap(),
            fold::<PlainOf, f64, Renormalised>(1.0, &words, ALONE, &[100], true, &Silent).unwrap(),
        ];
        assert_eq!(same[0], same[1]);
    }
}
